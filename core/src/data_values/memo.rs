//! What merging shared parts of values gave, kept from one pass to the next. Parts are recognised by identity.

use std::sync::Arc;

use super::OwnRules;
use crate::memo;
use crate::problem::Problem;
use crate::schema::SchemaNode;
use crate::template::overlay::matching::Matching;
use crate::template::overlay::patch::{NodePatch, PatchedRuns};
use crate::values::ValueKind;
use crate::values::fragment::Fragment;

/// What parts gave.
#[derive(Debug, Default)]
pub(super) struct MergeMemo {
    pub(super) parts: memo::Memo<MergedPartKey, CachedPart>,
    /// Runs of entries that patches were made of.
    pub(super) runs: PatchedRuns,
}

impl MergeMemo {
    /// Begins a pass.
    pub(super) fn begin_pass(&mut self) {
        self.parts.begin_pass();
        self.runs.begin_pass();
    }
}

/// Which part was merged onto what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct MergedPartKey {
    right: usize,
    left: usize,
    schema: usize,
    matching: Matching,
}

/// What a part gave, and what keeps the addresses of its key from being used anew.
#[derive(Clone, Debug)]
pub(super) struct CachedPart {
    /// What it gave.
    pub(super) part: MergedPart,
    /// What was found on the way.
    pub(super) problems: Arc<[Problem]>,
    /// Rules that it brings.
    pub(super) own_rules: Arc<[OwnRules]>,
    /// The inputs.
    pub(super) _inputs: MergeInputs,
}

/// The merged part.
#[derive(Clone, Debug)]
pub(super) enum MergedPart {
    /// A run of items, or of entries.
    Run(Arc<[Fragment]>),
    /// What a run of entries changes.
    Patch(Arc<NodePatch>),
}

/// What a part was made of.
#[derive(Clone, Debug)]
pub(super) struct MergeInputs {
    /// The part itself.
    pub(super) right: Arc<[Fragment]>,
    /// What it was laid over.
    pub(super) left: Option<ValueKind>,
    /// Its schema.
    pub(super) schema: Option<Arc<SchemaNode>>,
}

impl MergeInputs {
    /// The key of these inputs; `None` if they are no shared parts.
    pub(super) fn key(&self, matching: &Matching) -> Option<MergedPartKey> {
        let right = self.right.as_ptr() as usize;
        let left = match &self.left {
            Some(kind) => kind.address()?,
            None => 0,
        };
        let schema = self.schema.as_ref().map_or(0, |schema| Arc::as_ptr(schema) as usize);
        Some(MergedPartKey { right, left, schema, matching: matching.clone() })
    }
}
