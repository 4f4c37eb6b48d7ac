//! What `by=` matches with: a key, what `@ytt:overlay` made, or a function. All but the last are judged without
//! calling back into Starlark.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::calls;
use super::part::{Held, OverlayNode, OverlayPart, PartShape, holds, is_equal};
use super::report::{index_of_entry, match_key_missing};
use crate::problem::Problem;
use crate::template::fragment::FragmentContent;
use crate::template::function::{Function, Functions};
use crate::text::Place;
use crate::values::{Key, ValueKind};

/// Finds the counterparts of a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Matcher {
    /// `overlay.index(n)`: the item or document at this position.
    Index(i64),
    /// `overlay.all`
    All,
    /// `overlay.subset(x)`: what holds at least this.
    Subset(Box<FragmentContent>),
    /// `overlay.map_key("k")`: the same value at this key.
    MapKey(SmolStr),
    /// `overlay.and_op(…)`
    And(Vec<Self>),
    /// `overlay.or_op(…)`
    Or(Vec<Self>),
    /// `overlay.not_op(…)`
    Not(Box<Self>),
    /// A function of (index, left, right) that says so.
    Function(Function),
}

/// A node below that may match.
pub(crate) struct Candidate<'a, P> {
    /// The position by which the caller finds it again.
    pub(crate) position: usize,
    /// Its key, or its index among the items or documents.
    pub(crate) name: SiblingName<'a>,
    /// Its value.
    pub(crate) node: OverlayNode<'a, P>,
}

impl<'a, P> Candidate<'a, P> {
    /// A node at a position.
    pub(crate) fn new(position: usize, name: SiblingName<'a>, node: OverlayNode<'a, P>) -> Self {
        Self { position, name, node }
    }
}

/// What a node is called among its siblings.
#[derive(Clone, Copy)]
pub(crate) enum SiblingName<'a> {
    /// An entry by its key.
    Key(&'a Key),
    /// An item or a document by its index.
    Index(usize),
}

/// Whether a node matches; `None` if that is not known.
type Answer = Result<Option<bool>, Box<Problem>>;

impl Matcher {
    /// The positions of the nodes that match the one above; `None` if that is not known.
    pub(crate) fn find<'a, P: OverlayPart + 'a>(
        &self,
        below: impl Iterator<Item = Candidate<'a, P>>,
        above: OverlayNode<'_, P>,
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

    /// Whether one node matches.
    pub(crate) fn matches<P: OverlayPart>(
        &self,
        below: &Candidate<'_, P>,
        above: OverlayNode<'_, P>,
        functions: &dyn Functions,
    ) -> Answer {
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
                SiblingName::Key(Key::Int(key)) => Ok(Some(*key == i128::from(*index))),
                SiblingName::Key(key) => Err(Box::new(index_of_entry(above.place, key))),
            },
            Self::All => Ok(Some(true)),
            Self::Subset(wanted) => {
                let wanted = OverlayNode { place: Place::NOWHERE, part: wanted.as_ref() };
                Ok(match holds(below.node.part, wanted) {
                    Held::Yes => Some(true),
                    Held::No(_) => Some(false),
                    Held::Unknown => None,
                })
            }
            Self::MapKey(key) => same_at_key(&Key::String(key.clone()), below.node, above),
            Self::And(matchers) => any(matchers, false),
            Self::Or(matchers) => any(matchers, true),
            Self::Not(matcher) => Ok(matcher.matches(below, above, functions)?.map(|answer| !answer)),
            Self::Function(function) => {
                let name = match below.name {
                    SiblingName::Key(key) => ValueKind::from(key),
                    SiblingName::Index(index) => ValueKind::Int(index as i128),
                };
                let arguments =
                    vec![calls::given(name), below.node.part.given(below.node.place), above.part.given(above.place)];
                let answer = calls::ask(functions, function, arguments);
                answer.map_err(|refusal| Box::new(refusal.problem(above.place, "by=")))
            }
        }
    }
}

/// Why a key that is compared finds nothing.
pub(crate) struct Unmatched {
    /// The key.
    pub(crate) key: Key,
    /// What the node above has there.
    pub(crate) wanted: String,
    /// What those below have there, each once.
    pub(crate) there: Vec<String>,
}

impl Matcher {
    /// What is compared, if it is a key and is to be told.
    pub(crate) fn unmatched<'a, P: OverlayPart + 'a>(
        &self,
        below: impl Iterator<Item = Candidate<'a, P>>,
        above: OverlayNode<'_, P>,
    ) -> Option<Unmatched> {
        let Self::MapKey(key) = self else { return None };
        let key = Key::String(key.clone());
        let text = |part: &P| match part.at_key(&key)?.shape() {
            PartShape::Scalar(kind) => Key::of(kind).map(|value| value.to_string()),
            _ => None,
        };
        let wanted = text(above.part)?;
        let mut there: Vec<String> = below.filter_map(|candidate| text(candidate.node.part)).collect();
        there.sort_unstable();
        there.dedup();
        Some(Unmatched { key, wanted, there })
    }
}

/// Whether two maps have the same scalar at a key. Both must have the key.
fn same_at_key<P: OverlayPart>(key: &Key, below: OverlayNode<'_, P>, above: OverlayNode<'_, P>) -> Answer {
    let missing = |place| Err(Box::new(match_key_missing(above.place, key, place)));
    let may_have = |node: OverlayNode<'_, P>| {
        matches!(node.part.shape(), PartShape::Unknown | PartShape::Mapping { is_open: true, .. })
    };
    let (left, right) = match (below.part.at_key(key), above.part.at_key(key)) {
        (Some(left), Some(right)) => (left, right),
        (None, _) if may_have(below) => return Ok(None),
        (_, None) if may_have(above) => return Ok(None),
        (None, _) => return missing(Some(below.place)),
        (_, None) => return missing(None),
    };
    Ok(match (left.shape(), right.shape()) {
        (PartShape::Unknown, _) | (_, PartShape::Unknown) => None,
        (PartShape::Scalar(left), PartShape::Scalar(right)) => Some(is_equal(left, right)),
        _ => Some(false),
    })
}
