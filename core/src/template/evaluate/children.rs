//! The children of a map or an array, or documents, while they are collected: keys stand once.

use rustc_hash::FxHashMap;

use crate::problem::{Code, Related};
use crate::template::values::yaml_fragment::FragmentKind;
use crate::template::values::{BuiltinError, YamlFragment};
use crate::text::Place;
use crate::values::flow::key_text;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Key, ValueKind};

/// Children in order.
#[derive(Default)]
pub(super) struct NodeChildren {
    /// Those that another took the place of are gone.
    fragments: Vec<Option<Fragment>>,
    part: Option<FragmentKind>,
    /// The index of each key.
    keys: FxHashMap<Key, usize>,
}

impl NodeChildren {
    /// Documents, none so far.
    pub(super) fn of_documents() -> Self {
        Self { part: Some(FragmentKind::Documents), ..Self::default() }
    }

    /// Settles what the children are children of.
    pub(super) fn become_part(&mut self, part: FragmentKind, place: Place) -> Result<(), BuiltinError> {
        let first = *self.part.get_or_insert(part);
        if first == part {
            return Ok(());
        }
        let message = format!("a node of {} is among those of {}", part.words(), first.words());
        let mistake = BuiltinError::new(message).at(place);
        Err(if first == FragmentKind::Documents {
            mistake.hint("write `---` above it: the document that holds it in the text ended with its function")
        } else {
            mistake
        })
    }

    /// Refuses a child that does not go with the others.
    pub(super) fn accept(&mut self, fragment: &Fragment) -> Result<(), BuiltinError> {
        self.become_part(FragmentKind::of(&fragment.holder), fragment.place)
    }

    /// The index of the entry that a new one takes the place of.
    pub(super) fn repeated(&self, fragment: &Fragment, may_repeat: bool) -> Result<Option<usize>, BuiltinError> {
        let Holder::Entry(key) = &fragment.holder else { return Ok(None) };
        let Some(index) = self.keys.get(key).copied() else { return Ok(None) };
        if may_repeat {
            return Ok(Some(index));
        }
        let first = self.fragments.get(index).and_then(Option::as_ref).map_or(Place::NOWHERE, |first| first.place);
        Err(duplicate(key, fragment.place, first))
    }

    /// Adds a child behind the others, and takes away the one that it is for.
    pub(super) fn put(&mut self, fragment: Fragment, overridden: Option<usize>) {
        if let Some(earlier) = overridden.and_then(|index| self.fragments.get_mut(index)) {
            *earlier = None;
        }
        if let Holder::Entry(key) = &fragment.holder {
            self.keys.insert(key.clone(), self.fragments.len());
        }
        self.fragments.push(Some(fragment));
    }

    /// Adds a part of what stands in for a node.
    pub(super) fn put_part(&mut self, part: &Fragment, standing: StandingIn) -> Result<(), BuiltinError> {
        let place = if part.place == Place::NOWHERE { standing.place } else { part.place };
        let fragment = Fragment { place, ..part.clone() };
        let may_repeat = standing.may_repeat || part.annotation("yaml/map-key-override").is_some();
        self.accept(&fragment).map_err(|mistake| mistake.at(standing.blamed))?;
        let overridden = self.repeated(&fragment, may_repeat).map_err(|mistake| mistake.at(standing.blamed))?;
        self.put(fragment, overridden);
        Ok(())
    }

    /// As the value of a node.
    pub(super) fn into_content(self) -> ValueKind {
        let children = self.fragments.into_iter().flatten();
        if self.part == Some(FragmentKind::Sequence) { ValueKind::array(children) } else { ValueKind::map(children) }
    }

    /// As what a function gives; `None` if nothing was settled.
    pub(super) fn into_fragment(self) -> Option<YamlFragment> {
        Some(YamlFragment::new(self.part?, self.fragments.into_iter().flatten().collect()))
    }
}

/// How parts stand in for a node.
#[derive(Clone, Copy)]
pub(super) struct StandingIn {
    /// The node's place.
    pub(super) place: Place,
    /// Where it is said what is wrong with them.
    pub(super) blamed: Place,
    /// Whether they may take the place of entries with the same key.
    pub(super) may_repeat: bool,
}

fn duplicate(key: &Key, place: Place, first: Place) -> BuiltinError {
    let message = format!("the key `{}` is there already", key_text(key));
    let hint = "annotate it with `#@yaml/map-key-override` if it is meant to replace the first one";
    let mut mistake = BuiltinError::new(message).at(place).hint(hint);
    mistake.code = Some(Code::DuplicateKey);
    if first != Place::NOWHERE && first != place {
        mistake.related.push(Related { place: first, message: "the first one".to_owned() });
    }
    mistake
}
