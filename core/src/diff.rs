//! What a change of a schema does to the values that were written for it.
//!
//! # Design
//!
//! Two schemas are walked side by side. At each node it is either proven that the new one takes whatever the old one
//! took (`included`), or values are looked for that tell the two apart (`candidates`), laid into the smallest document
//! that leads there (`around`), and put to both schemas (`outcome`). So whatever is called breaking has a document that
//! the old schema accepts and the new one refuses, whatever is called dangerous has two outcomes of one document, and
//! what is neither proven nor shown is undecided. What functions take cannot be proven: rules that are code count as the
//! same where they are written the same and all template code is the same.

use crate::problem::{Code, Problem};
use crate::schema::lookup::Step;
use crate::schema::{Schema, SchemaNode};
use crate::template::function::Functions;
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::{Key, Value};

mod around;
mod candidates;
mod included;
pub mod outcome;
#[cfg(test)]
mod tests;
mod walk;

/// One of the two schemas.
pub struct ComparedSchema<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// Names all template code that its functions may see: equal names mean equal code.
    pub code: &'a str,
    /// What is written at a place of it.
    pub text: &'a dyn Fn(Place) -> Option<String>,
    /// Who runs its functions.
    pub functions: &'a dyn Functions,
}

/// What a change means for values that the old schema accepts. The order is from worst to mildest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Some of them are refused.
    Breaking,
    /// They are accepted, but some of them come out differently.
    Dangerous,
    /// That cannot be told.
    Undecided,
    /// All of them are accepted as before.
    Compatible,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 4] = [Self::Breaking, Self::Dangerous, Self::Undecided, Self::Compatible];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Dangerous => "dangerous",
            Self::Undecided => "undecided",
            Self::Compatible => "compatible",
        }
    }

    /// The class of the changes of a code; none for a code of other problems.
    pub fn of(code: Code) -> Option<Self> {
        match code {
            Code::SchemaKeyRemoved
            | Code::SchemaKeyRequired
            | Code::SchemaTypeNarrowed
            | Code::SchemaRuleTightened
            | Code::SchemaKeysRestricted => Some(Self::Breaking),
            Code::SchemaDefaultChanged | Code::SchemaKeyDropped => Some(Self::Dangerous),
            Code::SchemaUndecided => Some(Self::Undecided),
            Code::SchemaKeyAdded | Code::SchemaWidened | Code::SchemaDocsChanged => Some(Self::Compatible),
            _ => None,
        }
    }
}

/// One change of a schema.
#[derive(Clone, Debug)]
pub struct SchemaChange {
    /// Which kind of change; it has a class.
    pub code: Code,
    /// The way to the value that it is about. Where any key or item will do, one is named.
    pub path: Vec<Step>,
    /// Where the old schema declares it, or what it would be in.
    pub old: Place,
    /// Where the new schema declares it, or what it would be in.
    pub new: Place,
    /// One sentence that names the thing.
    pub message: String,
    /// What shows it.
    pub evidence: Evidence,
}

impl SchemaChange {
    /// Its class.
    pub fn class(&self) -> Class {
        Class::of(self.code).unwrap_or(Class::Undecided)
    }

    /// The change as a problem of the new state, with what shows it.
    pub fn problem(&self) -> Problem {
        let problem = Problem::new(self.code, self.new, self.message.clone());
        self.evidence.words().into_iter().fold(problem, Problem::hint)
    }
}

/// What shows that a change is what it is said to be.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// It is proven, or not known.
    None,
    /// The old schema accepts this document of values, and the new one refuses it.
    Refused {
        /// The document.
        values: Value,
        /// What the new schema says of it.
        why: String,
    },
    /// Both accept this document of values, and make different things of it.
    Differs {
        /// The document.
        values: Value,
        /// What the old schema makes of it, at the path of the change; none if nothing is there.
        old: Option<Value>,
        /// The same of the new schema.
        new: Option<Value>,
    },
}

impl Evidence {
    fn words(&self) -> Option<String> {
        let shown = |value: &Option<Value>| value.as_ref().map_or_else(|| "nothing".to_owned(), flow);
        match self {
            Self::None => None,
            Self::Refused { values, why } => {
                Some(format!("accepted before, and refused now: `{}` ({why})", flow(values)))
            }
            Self::Differs { values, old, new } => {
                Some(format!("with `{}` it was `{}`, and is `{}` now", flow(values), shown(old), shown(new)))
            }
        }
    }
}

/// How the schemas of a file differ from those of a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangesSince {
    /// What the revision is called.
    pub revision: String,
    /// Each change as a problem; or why nothing can be compared.
    pub problems: Vec<Problem>,
}

/// Every change between two schemas, in the order of the new one.
pub fn changes(old: &ComparedSchema<'_>, new: &ComparedSchema<'_>) -> Vec<SchemaChange> {
    walk::changes(old, new)
}

/// A path as people write it: `servers[].port`.
pub fn path_text(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Item(_) => text.push_str("[]"),
            Step::Key(key) => {
                text.push_str(if text.is_empty() { "" } else { "." });
                text.push_str(&key.to_string());
            }
        }
    }
    text
}

/// The value at a path.
pub fn value_at<'a>(value: &'a Value, path: &[Step]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.mapping()?.get(key),
        Step::Item(index) => value.sequence()?.iter().nth(*index),
    })
}

/// What a path leads to, as the start of a sentence.
fn subject(path: &[Step]) -> String {
    match path {
        [] => "The document".to_owned(),
        [.., Step::Item(_)] => format!("An item of `{}`", path_text(&path[..path.len() - 1])),
        _ => format!("`{}`", path_text(path)),
    }
}

/// A key that a map does not declare by name.
fn free_key(nodes: [&SchemaNode; 2]) -> Key {
    let names = (0..).map(|number| if number == 0 { "key".to_owned() } else { format!("key{number}") });
    let mut keys = names.map(|name| Key::String(name.into()));
    let is_free = |key: &Key| nodes.iter().all(|node| node.ty.mapping().is_none_or(|ty| !ty.fields.contains_key(key)));
    keys.find(is_free).unwrap_or(Key::Null)
}
