//! The keys of a map: declared by name, matched by patterns, or free.

use std::sync::Arc;

use super::{MappingType, Others, SchemaNode};
use crate::problem::NameIndex;
use crate::regexp::Regexp;
use crate::template::function::Functions;
use crate::template::overlay::calls;
use crate::template::overlay::matching::Expected;
use crate::text::Place;
use crate::values::function::Function;
use crate::values::{Key, ValueKind};

/// Keys that are not declared by name, but by what they look like.
#[derive(Clone, Debug)]
pub struct KeyPattern {
    /// The key that stands for them in the schema.
    pub name: Key,
    /// Which keys match.
    pub allowed: AllowedKeys,
    /// How many must match: any of these is right.
    pub expects: Vec<Expected>,
    /// The schema of their values.
    pub value: Arc<SchemaNode>,
    /// What says how many: the argument, or the key itself.
    pub declared: Place,
}

/// Which keys match a pattern.
#[derive(Clone, Debug)]
pub enum AllowedKeys {
    /// Every key.
    Any,
    /// Text in which this is found.
    Matching(Arc<Regexp>, String),
    /// Those of which a function says so, given the key and, if it takes two arguments, the key in the schema.
    Accepted(Function),
    /// Not known.
    Unknown,
}

/// As it fits behind "expected:".
impl std::fmt::Display for AllowedKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Any => f.write_str("any key"),
            Self::Matching(_, text) => write!(f, "a key that matches `{text}`"),
            Self::Accepted(function) if function.name == "lambda" => f.write_str("a key that a function accepts"),
            Self::Accepted(function) => write!(f, "a key that `{}` accepts", function.name),
            Self::Unknown => f.write_str("a key that template code decides over"),
        }
    }
}

/// What a map says of one of its keys.
#[derive(Clone, Copy, Debug)]
pub enum KeyDeclaration<'a> {
    /// It is declared by its name, or every free key has this schema.
    Named(&'a Arc<SchemaNode>),
    /// It matches the pattern of this index.
    Matched(usize, &'a KeyPattern),
    /// It may match something; that is not known.
    Unknown,
    /// Nothing declares it.
    Not,
}

impl<'a> KeyDeclaration<'a> {
    /// The schema of the key's value, if there is one and it is known.
    pub fn node(self) -> Option<&'a Arc<SchemaNode>> {
        match self {
            Self::Named(node) => Some(node),
            Self::Matched(_, pattern) => Some(&pattern.value),
            Self::Unknown | Self::Not => None,
        }
    }
}

impl MappingType {
    /// What it says of a key.
    pub fn declared(&self, key: &Key, functions: &dyn Functions) -> KeyDeclaration<'_> {
        if let Some(node) = self.fields.get(key) {
            return KeyDeclaration::Named(node);
        }
        for (index, pattern) in self.patterns.iter().enumerate() {
            match pattern.matches(key, functions) {
                Some(true) => return KeyDeclaration::Matched(index, pattern),
                Some(false) => {}
                None => return KeyDeclaration::Unknown,
            }
        }
        match &self.others {
            Others::Kept(node) => KeyDeclaration::Named(node),
            Others::Refused | Others::Dropped if self.is_open => KeyDeclaration::Unknown,
            Others::Refused | Others::Dropped => KeyDeclaration::Not,
        }
    }

    /// The schema of a key's value; `None` where nothing is said about it, or that is not known.
    pub fn field(&self, key: &Key, functions: &dyn Functions) -> Option<&Arc<SchemaNode>> {
        self.declared(key, functions).node()
    }

    /// The declared key that was probably meant by one that is not declared.
    pub fn nearest_key(&self, key: &Key) -> Option<&Key> {
        let index = self.key_names.0.get_or_init(|| NameIndex::of(self.fields.keys().map(ToString::to_string)));
        self.fields.get_index(index.nearest(&key.to_string())?).map(|(key, _)| key)
    }

    /// Whether keys may be given that are not declared by name.
    pub fn has_free_keys(&self) -> bool {
        !self.patterns.is_empty() || matches!(self.others, Others::Kept(_))
    }
}

impl KeyPattern {
    /// Whether a key matches; `None` if that is not known.
    pub fn matches(&self, key: &Key, functions: &dyn Functions) -> Option<bool> {
        match &self.allowed {
            AllowedKeys::Any => Some(true),
            AllowedKeys::Matching(regexp, _) => Some(regexp.is_match(&key.to_string())),
            AllowedKeys::Accepted(function) => {
                let takes_two = function.arity.is_some_and(|(least, _)| least > 1);
                let keys = std::iter::once(key).chain(takes_two.then_some(&self.name));
                let given = keys.map(|key| calls::given(ValueKind::from(key))).collect();
                match calls::call_predicate(functions, function, given) {
                    Ok(answer) => answer,
                    // A function that fails has not accepted the key.
                    Err(_) => Some(false),
                }
            }
            AllowedKeys::Unknown => None,
        }
    }

    /// Whether so many matching keys are right; `None` if that is not known.
    pub fn allows(&self, count: usize, functions: &dyn Functions) -> Option<bool> {
        let mut verdict = Some(false);
        for expected in &self.expects {
            match expected.allows(count, functions).unwrap_or(Some(false)) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => verdict = None,
            }
        }
        verdict
    }

    /// How many must match, in words.
    pub fn expected_count(&self) -> String {
        let words: Vec<String> = self.expects.iter().map(ToString::to_string).collect();
        words.join(" or ")
    }
}
