//! Where nodes are by what they hold at a key: who wants one value of a key looks at few of many nodes.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::values::fragment::Fragment;
use crate::values::{Key, ValueKind};

/// So many values of a key are looked for among all nodes before it pays to know where each is.
const MOST_SEARCHES: u32 = 8;

/// The positions of nodes by the scalars at those keys of theirs that were asked for often enough.
#[derive(Default)]
pub(super) struct FieldIndexes {
    fields: FxHashMap<Key, FieldIndex>,
    /// Positions at which another node may be than was looked at.
    changed: Vec<usize>,
}

#[derive(Default)]
struct FieldIndex {
    searches: u32,
    /// What the node at a position holds at the key: `None` if it may be anything, or there is no such key.
    contents: FxHashMap<usize, Option<Key>>,
    positions: FxHashMap<Option<Key>, BTreeSet<usize>>,
}

impl FieldIndexes {
    /// The positions of all nodes that may hold a scalar at a key, in order; `None` if all have to be looked at.
    pub(super) fn find<'a>(
        &mut self,
        (key, scalar): (&Key, Key),
        all: impl Iterator<Item = (usize, &'a Fragment)>,
        node: impl Fn(usize) -> Option<&'a Fragment>,
    ) -> Option<Vec<usize>> {
        for position in self.changed.drain(..) {
            for (key, index) in self.fields.iter_mut().filter(|(_, index)| index.is_built()) {
                index.update(position, node(position).map(|node| (key, node)));
            }
        }
        let index = self.fields.entry(key.clone()).or_default();
        index.searches += 1;
        if index.searches == MOST_SEARCHES {
            all.for_each(|(position, node)| index.update(position, Some((key, node))));
        }
        let at = |content: Option<Key>| index.positions.get(&content).into_iter().flatten().copied();
        index.is_built().then(|| {
            let mut found: Vec<usize> = at(Some(scalar)).chain(at(None)).collect();
            found.sort_unstable();
            found
        })
    }

    /// Notes that the node at a position changes.
    pub(super) fn change(&mut self, position: usize) {
        if !self.fields.is_empty() {
            self.changed.push(position);
        }
    }
}

impl FieldIndex {
    fn is_built(&self) -> bool {
        self.searches >= MOST_SEARCHES
    }

    /// Takes in what is at a position now.
    fn update(&mut self, position: usize, now: Option<(&Key, &Fragment)>) {
        let before = self.contents.remove(&position);
        if let Some(positions) = before.and_then(|before| self.positions.get_mut(&before)) {
            positions.remove(&position);
        }
        let Some((key, node)) = now else { return };
        let found = node.value.mapping().and_then(|mapping| mapping.get(key));
        match found.map(|found| (&found.kind, Key::of(&found.kind))) {
            // No scalar is equal to it.
            Some((kind, None)) if !matches!(kind, ValueKind::Unknown) => {}
            scalar => {
                let scalar = scalar.and_then(|(_, scalar)| scalar);
                self.positions.entry(scalar.clone()).or_default().insert(position);
                self.contents.insert(position, scalar);
            }
        }
    }
}
