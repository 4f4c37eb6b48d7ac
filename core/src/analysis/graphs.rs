//! kro's graphs in the workspace: each is read once for each version of its document, and checked with the definitions
//! of its project.

use std::cell::RefCell;
use std::sync::Arc;

use smol_str::SmolStr;

use super::subject::Subject;
use super::world::{File, Query, World};
use crate::kro::{CheckedGraph, Graph};
use crate::kubernetes::{Definition, Definitions, ResourceType};
use crate::memo;

/// The graphs of a file, each with the index of its document.
pub(super) struct CheckedGraphs;

impl Query for CheckedGraphs {
    type Output = Vec<(usize, Arc<CheckedGraph>)>;
    type IncrementalState = CheckedGraphMemo;

    /// What was found for one of them is found again as long as it and the definitions of its resources are the same.
    fn compute(world: &World, subject: Subject, _: Option<&Self::Output>, memo: &mut CheckedGraphMemo) -> Self::Output {
        let Some(file) = subject.file_id().and_then(|file| world.file(file)) else { return Vec::new() };
        let Some(document) = file.document() else { return Vec::new() };
        let definitions = world.definitions(file.id);
        memo.begin_pass();
        let checked = file.graphs().iter().map(|(index, graph)| {
            let holds = |known: &Arc<KnownGraph>| known.holds(&definitions);
            let known = memo.get_or_keep(Arc::as_ptr(graph).addr(), holds, || {
                let (reads, versions) = (RefCell::default(), RefCell::default());
                let reads = RecordedDefinitions { catalog: &definitions, reads, versions };
                let checked = Arc::new(CheckedGraph::of(graph, document, &reads));
                let RecordedDefinitions { reads, versions, .. } = reads;
                let (reads, versions) = (reads.into_inner(), versions.into_inner());
                Arc::new(KnownGraph { _graph: graph.clone(), reads, versions, checked })
            });
            (*index, known.checked.clone())
        });
        checked.collect()
    }
}

/// What was found for each graph of a file, by its address; it is held on to, so no other comes to stand there.
pub(super) type CheckedGraphMemo = memo::Memo<usize, Arc<KnownGraph>>;

/// A graph as it was checked, and what was asked for that.
pub(super) struct KnownGraph {
    _graph: Arc<Graph>,
    reads: Vec<DefinitionRead>,
    versions: Vec<AskedVersions>,
    checked: Arc<CheckedGraph>,
}

/// A type that was asked about, and what was found.
type DefinitionRead = (ResourceType, Option<Arc<Definition>>);
/// A type whose versions were asked for, and what was found.
type AskedVersions = (ResourceType, Vec<SmolStr>);

impl KnownGraph {
    fn holds(&self, definitions: &dyn Definitions) -> bool {
        let has_same_versions = self.versions.iter().all(|(of, then)| definitions.versions(of) == *then);
        has_same_versions
            && self.reads.iter().all(|(of, then)| match (then, definitions.definition(of)) {
                (Some(then), Some(now)) => Arc::ptr_eq(then, &now),
                (None, None) => true,
                _ => false,
            })
    }
}

/// The definitions of a project, noting which of them are asked for.
struct RecordedDefinitions<'d> {
    catalog: &'d dyn Definitions,
    reads: RefCell<Vec<DefinitionRead>>,
    versions: RefCell<Vec<AskedVersions>>,
}

impl Definitions for RecordedDefinitions<'_> {
    fn definition(&self, of: &ResourceType) -> Option<Arc<Definition>> {
        let found = self.catalog.definition(of);
        self.reads.borrow_mut().push((of.clone(), found.clone()));
        found
    }

    fn versions(&self, of: &ResourceType) -> Vec<SmolStr> {
        let found = self.catalog.versions(of);
        self.versions.borrow_mut().push((of.clone(), found.clone()));
        found
    }
}

/// The graphs of a file as they were checked.
pub(super) fn checked(world: &World, file: File<'_>) -> Arc<Vec<(usize, Arc<CheckedGraph>)>> {
    if file.graphs().is_empty() { Arc::default() } else { world.get::<CheckedGraphs>(Subject::of_file(file.id)) }
}
