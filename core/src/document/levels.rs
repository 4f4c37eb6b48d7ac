//! The open collections around a line, innermost first: a stack that is cheap to keep for every entry.

use std::sync::Arc;

/// Mapping or sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CollectionKind {
    /// Entries with keys.
    Mapping,
    /// Items with dashes.
    Sequence,
}

/// One open collection.
#[derive(Debug)]
pub(super) struct OpenCollection {
    /// Where its entries start, in bytes from the start of their line.
    pub(super) column: i32,
    /// What its entries are.
    pub(super) kind: CollectionKind,
    /// Whether it is in brackets. Only those that are cut are followed here.
    pub(super) is_flow: bool,
    /// Whether its last entry began with `? ` and no `: ` has answered yet.
    pub(super) is_explicit: bool,
    /// How many collections are open, this one included.
    pub(super) depth: u32,
    /// The collections around it.
    pub(super) parent: Levels,
}

/// The open collections; none at the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels(Option<Arc<OpenCollection>>);

impl Levels {
    /// The innermost collection.
    pub(super) fn top(&self) -> Option<&OpenCollection> {
        self.0.as_deref()
    }

    /// The column of the innermost collection; -1 at the root.
    pub(super) fn column(&self) -> i32 {
        self.top().map_or(-1, |level| level.column)
    }

    /// How many collections are open.
    pub(super) fn depth(&self) -> u32 {
        self.top().map_or(0, |level| level.depth)
    }

    /// With one more collection inside.
    pub(super) fn push(&self, column: i32, kind: CollectionKind) -> Self {
        self.with_inner(column, kind, false)
    }

    /// With one more collection in brackets inside.
    pub(super) fn push_flow(&self, kind: CollectionKind) -> Self {
        self.with_inner(0, kind, true)
    }

    fn with_inner(&self, column: i32, kind: CollectionKind, is_flow: bool) -> Self {
        let depth = self.depth() + 1;
        Self(Some(Arc::new(OpenCollection { column, kind, is_flow, is_explicit: false, depth, parent: self.clone() })))
    }

    /// The same, with the innermost collection changed.
    pub(super) fn with_top(&self, column: i32, is_explicit: bool) -> Self {
        let Some(top) = self.top() else { return self.clone() };
        if top.column == column && top.is_explicit == is_explicit {
            return self.clone();
        }
        let OpenCollection { kind, is_flow, depth, .. } = *top;
        let parent = top.parent.clone();
        Self(Some(Arc::new(OpenCollection { column, kind, is_flow, is_explicit, depth, parent })))
    }

    /// Without the innermost collection.
    pub(super) fn pop(&self) -> Self {
        self.top().map(|level| level.parent.clone()).unwrap_or_default()
    }

    /// From the innermost outwards.
    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenCollection> {
        std::iter::successors(self.top(), |level| level.parent.top())
    }
}

impl PartialEq for Levels {
    fn eq(&self, other: &Self) -> bool {
        let (mut left, mut right) = (self, other);
        loop {
            match (&left.0, &right.0) {
                (None, None) => return true,
                (Some(a), Some(b)) if Arc::ptr_eq(a, b) => return true,
                (Some(a), Some(b)) => {
                    let own = |it: &OpenCollection| (it.column, it.kind, it.is_flow, it.is_explicit);
                    if own(a) != own(b) {
                        return false;
                    }
                    (left, right) = (&a.parent, &b.parent);
                }
                _ => return false,
            }
        }
    }
}
