//! What `by=` matches with: a key, what `@ytt:overlay` made, or a function. All but the last are judged without
//! calling back into Starlark.

use super::calls;
use super::part::{Containment, holds, is_equal};
use super::report::{Unmatched, index_of_entry, match_key_missing, no_index};
use crate::problem::Problem;

use crate::template::function::Functions;
use crate::values::fragment::Fragment;
use crate::values::matcher::Matcher;
use crate::values::{Key, Value, ValueKind};

/// A node below that may match.
pub(crate) struct Candidate<'a> {
    /// The position by which the caller finds it again.
    pub(crate) position: usize,
    /// Its key, or its index among the items or documents.
    pub(crate) name: SiblingName<'a>,
    /// The node.
    pub(crate) node: &'a Fragment,
}

impl<'a> Candidate<'a> {
    /// The node at a position, which is the one of this index among those that are there.
    pub(crate) fn new(position: usize, index: usize, node: &'a Fragment) -> Self {
        Self { position, name: node.key().map_or(SiblingName::Index(index), SiblingName::Key), node }
    }
}

/// What a node is called among its siblings.
#[derive(Clone, Copy)]
pub(crate) enum SiblingName<'a> {
    /// An entry by its key.
    Key(&'a Key),
    /// An item or a document by its index.
    Index(usize),
    /// What code gives in the place of either.
    Given(&'a ValueKind),
}

/// Whether a node matches; `None` if that is not known.
type MatchResult = Result<Option<bool>, Box<Problem>>;

impl Matcher {
    /// The positions of the nodes that match the one above; `None` if that is not known.
    pub(crate) fn find<'a>(
        &self,
        below: impl Iterator<Item = Candidate<'a>>,
        above: &Fragment,
        functions: &dyn Functions,
    ) -> Result<Option<Vec<usize>>, Box<Problem>> {
        let mut found = Vec::new();
        let mut is_known = true;
        for candidate in below {
            match self.matches(&candidate, above, functions)? {
                Some(true) => found.push(candidate.position),
                Some(false) => {}
                None => is_known = false,
            }
        }
        Ok(is_known.then_some(found))
    }

    /// A key, and the scalar that a node holds there if it matches the one above and that can be told without calls.
    pub(super) fn compared(&self, above: &Fragment) -> Option<(Key, Key)> {
        match self {
            Self::MapKey(key) => {
                let key = Key::String(key.clone());
                let scalar = Key::of(&above.value.mapping()?.get(&key)?.kind)?;
                Some((key, scalar))
            }
            Self::Subset(wanted) => {
                let ValueKind::Mapping(wanted) = &**wanted else { return None };
                let entry = |entry: &Fragment| Some((entry.entry_key().clone(), Key::of(&entry.value.kind)?));
                wanted.entries.iter().find_map(entry)
            }
            _ => None,
        }
    }

    /// Whether one node matches.
    pub(crate) fn matches(&self, below: &Candidate<'_>, above: &Fragment, functions: &dyn Functions) -> MatchResult {
        let any = |matchers: &[Self], wanted: bool| {
            let mut is_known = true;
            for matcher in matchers {
                match matcher.matches(below, above, functions)? {
                    Some(answer) if answer == wanted => return Ok(Some(wanted)),
                    Some(_) => {}
                    None => is_known = false,
                }
            }
            Ok(is_known.then_some(!wanted))
        };
        match self {
            Self::Index(index) => match below.name {
                SiblingName::Index(at) => Ok(Some(i64::try_from(at) == Ok(*index))),
                SiblingName::Key(Key::Int(key)) => Ok(Some(key.get() == i128::from(*index))),
                SiblingName::Key(key) => Err(Box::new(index_of_entry(above.place, key))),
                SiblingName::Given(given) => Err(Box::new(no_index(above.place, given))),
            },
            Self::All => Ok(Some(true)),
            Self::Subset(wanted) => {
                Ok(match holds(&below.node.value.kind, &Value::unwritten(ValueKind::clone(wanted))) {
                    Containment::Yes => Some(true),
                    Containment::No(_) => Some(false),
                    Containment::Unknown => None,
                })
            }
            Self::MapKey(key) => same_at_key(&Key::String(key.clone()), below.node, above),
            Self::And(matchers) => any(matchers, false),
            Self::Or(matchers) => any(matchers, true),
            Self::Not(matcher) => Ok(matcher.matches(below, above, functions)?.map(|answer| !answer)),
            Self::Function(function) => {
                let name = match below.name {
                    SiblingName::Key(key) => ValueKind::from(key),
                    SiblingName::Index(index) => ValueKind::int(index as i128),
                    SiblingName::Given(given) => given.clone(),
                };
                let arguments = vec![Value::unwritten(name), below.node.value.clone(), above.value.clone()];
                let answer = calls::call_predicate(functions, function, arguments);
                answer.map_err(|refusal| Box::new(refusal.problem(above.place, "by=")))
            }
        }
    }
}

impl Matcher {
    /// What is compared, if it is a key and is to be told.
    pub(crate) fn unmatched<'a>(
        &self,
        below: impl Iterator<Item = Candidate<'a>>,
        above: &Fragment,
    ) -> Option<Unmatched> {
        let Self::MapKey(key) = self else { return None };
        let key = Key::String(key.clone());
        let text = |value: &Value| Key::of(&value.mapping()?.get(&key)?.kind).map(|value| value.to_string());
        let wanted = text(&above.value)?;
        let mut there: Vec<String> = below.filter_map(|candidate| text(&candidate.node.value)).collect();
        there.sort_unstable();
        there.dedup();
        Some(Unmatched { key, wanted, there })
    }
}

/// Whether two maps have the same scalar at a key. Both must have the key.
fn same_at_key<'a>(key: &Key, below: &'a Fragment, above: &'a Fragment) -> MatchResult {
    let missing = |place| Err(Box::new(match_key_missing(above.place, key, place)));
    let may_have = |node: &Fragment| match &node.value.kind {
        ValueKind::Unknown => true,
        ValueKind::Mapping(mapping) => mapping.is_open,
        _ => false,
    };
    let at_key = |node: &'a Fragment| node.value.mapping()?.get(key);
    let (left, right) = match (at_key(below), at_key(above)) {
        (Some(left), Some(right)) => (&left.kind, &right.kind),
        (None, _) if may_have(below) => return Ok(None),
        (_, None) if may_have(above) => return Ok(None),
        (None, _) => return missing(Some(below.value.origin)),
        (_, None) => return missing(None),
    };
    let is_unknown = [left, right].iter().any(|kind| matches!(kind, ValueKind::Unknown));
    Ok((!is_unknown).then(|| is_equal(left, right)))
}
