//! Documents, entries or items while others are laid over them.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::matcher::Candidate;
use crate::text::Place;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Key, ValueKind};

/// Siblings that are being changed. Positions stay true while nodes are removed.
pub(crate) struct Nodes {
    slots: Vec<Option<Fragment>>,
    /// Where each key is, once somebody asked.
    positions: OnceCell<FxHashMap<Key, usize>>,
    /// Whether any was taken away.
    pub(crate) has_removed: bool,
    /// What holds them.
    pub(crate) holder: Place,
    /// Whether template code may add some or leave some out.
    pub(crate) is_open: bool,
    /// Whether it is not known any more what they are.
    pub(crate) is_unknown: bool,
}

impl Nodes {
    /// The children of what stands at `holder`.
    pub(crate) fn of(children: Vec<Fragment>, is_open: bool, holder: Place) -> Self {
        Self {
            slots: children.into_iter().map(Some).collect(),
            positions: OnceCell::new(),
            has_removed: false,
            holder,
            is_open,
            is_unknown: false,
        }
    }

    fn positions(&self) -> &FxHashMap<Key, usize> {
        self.positions.get_or_init(|| {
            let present = self.slots.iter().enumerate();
            present.filter_map(|(position, slot)| Some((slot.as_ref()?.key()?.clone(), position))).collect()
        })
    }

    /// What has become of them; `None` if that is not known.
    pub(crate) fn finish(self) -> Option<Vec<Fragment>> {
        (!self.is_unknown).then(|| self.slots.into_iter().flatten().collect())
    }

    /// Those that are there, as matchers see them.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Candidate<'_>> {
        let present = self.slots.iter().enumerate().filter_map(|(position, slot)| Some((position, slot.as_ref()?)));
        present.enumerate().map(|(index, (position, fragment))| Candidate::new(position, index, fragment))
    }

    /// The keys that are there.
    pub(crate) fn keys(&self) -> Vec<&Key> {
        self.slots.iter().flatten().filter_map(Fragment::key).collect()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// The position of a key.
    pub(crate) fn position(&self, key: &Key) -> Option<usize> {
        self.positions().get(key).copied().filter(|position| self.get(*position).is_some())
    }

    /// The node at a position.
    pub(crate) fn get(&self, position: usize) -> Option<&Fragment> {
        self.slots.get(position)?.as_ref()
    }

    /// The node at a position, to change it.
    pub(crate) fn get_mut(&mut self, position: usize) -> Option<&mut Fragment> {
        self.slots.get_mut(position)?.as_mut()
    }

    /// Notes that the node at a position is going to have this key.
    pub(crate) fn rename(&mut self, position: usize, key: &Key) {
        let old = self.get(position).and_then(Fragment::key).cloned();
        if let Some(positions) = self.positions.get_mut() {
            old.and_then(|old| positions.remove(&old));
            positions.insert(key.clone(), position);
        }
    }

    /// Adds a node behind all others.
    pub(crate) fn push(&mut self, fragment: Fragment) {
        if let (Holder::Entry(key), Some(positions)) = (&fragment.holder, self.positions.get_mut()) {
            positions.insert(key.clone(), self.slots.len());
        }
        self.slots.push(Some(fragment));
    }

    /// Adds an item or a document in front of a position.
    pub(crate) fn insert(&mut self, position: usize, fragment: Fragment) {
        self.slots.insert(position.min(self.slots.len()), Some(fragment));
    }

    /// Takes a node away.
    pub(crate) fn remove(&mut self, position: usize) {
        if let Some(slot) = self.slots.get_mut(position) {
            *slot = None;
            self.has_removed = true;
        }
    }

    /// Forgets those of which nothing is known.
    pub(crate) fn retain_known(&mut self) {
        self.slots
            .retain(|slot| !matches!(slot, Some(Fragment { value, .. }) if matches!(value.kind, ValueKind::Unknown)));
    }
}
