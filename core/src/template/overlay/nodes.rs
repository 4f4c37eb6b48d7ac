//! Documents, entries or items while others are laid over them.

use rustc_hash::FxHashMap;

use super::matcher::Candidate;
use crate::text::Place;
use crate::values::Key;
use crate::values::fragment::{Fragment, Holder};

/// Siblings that are being changed. Positions stay true while nodes are removed.
pub(super) struct Nodes {
    slots: Vec<Option<Fragment>>,
    positions: FxHashMap<Key, usize>,
    /// What holds them.
    pub(super) holder: Place,
    /// Whether template code may add some or leave some out.
    pub(super) is_open: bool,
    /// Whether it is not known any more what they are.
    pub(super) is_unknown: bool,
}

impl Nodes {
    /// The children of what stands at `holder`.
    pub(super) fn of(children: Vec<Fragment>, is_open: bool, holder: Place) -> Self {
        let keys = children.iter().enumerate().filter_map(|(position, child)| Some((child.key()?.clone(), position)));
        let positions = keys.collect();
        Self { slots: children.into_iter().map(Some).collect(), positions, holder, is_open, is_unknown: false }
    }

    /// What has become of them; `None` if that is not known.
    pub(super) fn finish(self) -> Option<Vec<Fragment>> {
        (!self.is_unknown).then(|| self.slots.into_iter().flatten().collect())
    }

    /// Those that are there, as matchers see them.
    pub(super) fn candidates(&self) -> impl Iterator<Item = Candidate<'_>> {
        let present = self.slots.iter().enumerate().filter_map(|(position, slot)| Some((position, slot.as_ref()?)));
        present.enumerate().map(|(index, (position, fragment))| Candidate::new(position, index, fragment))
    }

    /// The keys that are there.
    pub(super) fn keys(&self) -> Vec<&Key> {
        self.slots.iter().flatten().filter_map(Fragment::key).collect()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// The position of a key.
    pub(super) fn position(&self, key: &Key) -> Option<usize> {
        self.positions.get(key).copied().filter(|position| self.get(*position).is_some())
    }

    /// The node at a position.
    pub(super) fn get(&self, position: usize) -> Option<&Fragment> {
        self.slots.get(position)?.as_ref()
    }

    /// The node at a position, to change it.
    pub(super) fn get_mut(&mut self, position: usize) -> Option<&mut Fragment> {
        self.slots.get_mut(position)?.as_mut()
    }

    /// Notes that the node at a position is going to have this key.
    pub(super) fn rename(&mut self, position: usize, key: &Key) {
        if let Some(old) = self.get(position).and_then(Fragment::key).cloned() {
            self.positions.remove(&old);
        }
        self.positions.insert(key.clone(), position);
    }

    /// Adds a node behind all others.
    pub(super) fn push(&mut self, fragment: Fragment) {
        if let Holder::Entry(key) = &fragment.holder {
            self.positions.insert(key.clone(), self.slots.len());
        }
        self.slots.push(Some(fragment));
    }

    /// Adds an item or a document in front of a position.
    pub(super) fn insert(&mut self, position: usize, fragment: Fragment) {
        self.slots.insert(position.min(self.slots.len()), Some(fragment));
    }

    /// Takes a node away.
    pub(super) fn remove(&mut self, position: usize) {
        if let Some(slot) = self.slots.get_mut(position) {
            *slot = None;
        }
    }
}
