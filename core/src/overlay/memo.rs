//! What merging shared parts of values gave, kept from one pass to the next. Parts are recognised by identity.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::OwnRules;
use crate::problem::Problem;
use crate::schema::SchemaNode;
use crate::schema::overlay_annotations::Matching;
use crate::values::{Value, ValueKind};

/// The parts of two passes: the last one's, and those that the current one used.
#[derive(Debug, Default)]
pub(super) struct Memo {
    previous: FxHashMap<PartKey, Kept>,
    current: FxHashMap<PartKey, Kept>,
}

/// Which part was merged onto what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PartKey {
    right: usize,
    left: usize,
    schema: usize,
    matching: Matching,
}

/// What a part gave, and what keeps the addresses of its key from being used anew.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// What it gave.
    pub(super) part: Part,
    /// What was found on the way.
    pub(super) problems: Arc<[Problem]>,
    /// Rules that it brings.
    pub(super) own_rules: Arc<[OwnRules]>,
    /// The inputs.
    pub(super) _inputs: Inputs,
}

/// The merged part.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A run of items.
    Run(Arc<[Value]>),
    /// A value.
    Value(ValueKind),
}

/// What a part was made of.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    /// The part itself.
    pub(super) right: Part,
    /// What it was laid over.
    pub(super) left: Option<ValueKind>,
    /// Its schema.
    pub(super) schema: Option<Arc<SchemaNode>>,
}

impl Inputs {
    /// The key of these inputs; `None` if they are no shared parts.
    pub(super) fn key(&self, matching: Matching) -> Option<PartKey> {
        let right = match &self.right {
            Part::Run(run) => run.as_ptr() as usize,
            Part::Value(kind) => address(kind)?,
        };
        let left = match &self.left {
            Some(kind) => address(kind)?,
            None => 0,
        };
        let schema = self.schema.as_ref().map_or(0, |schema| Arc::as_ptr(schema) as usize);
        Some(PartKey { right, left, schema, matching })
    }
}

/// The address that a collection shares with its copies.
fn address(kind: &ValueKind) -> Option<usize> {
    match kind {
        ValueKind::Mapping(mapping) => Some(Arc::as_ptr(mapping) as usize),
        ValueKind::Sequence(sequence) => Some(Arc::as_ptr(sequence) as usize),
        _ => None,
    }
}

impl Memo {
    /// What a part gave in this pass or the last.
    pub(super) fn get(&mut self, key: PartKey) -> Option<&Kept> {
        if let Some(kept) = self.previous.remove(&key) {
            self.current.insert(key, kept);
        }
        self.current.get(&key)
    }

    /// Keeps what a part gave.
    pub(super) fn keep(&mut self, key: PartKey, kept: Kept) {
        self.current.insert(key, kept);
    }

    /// Forgets what this pass did not use.
    pub(super) fn end_pass(&mut self) {
        self.previous = std::mem::take(&mut self.current);
    }
}
