//! What all projects have by name: what lies in one is nothing to another, wherever it lies.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// The index of each project.
#[derive(Debug, Default)]
pub(super) struct Indexes<I> {
    /// The folders at which projects begin.
    edges: BTreeSet<PathBuf>,
    /// The index of each; `None` stands for files that no edge is around.
    projects: FxHashMap<Option<PathBuf>, Arc<I>>,
    /// That of a project that has nothing.
    empty: Arc<I>,
}

impl<I: Default> Indexes<I> {
    /// Of files in path order. `add` puts what a file has into the index of its project.
    pub(super) fn new<'w, F>(
        edges: BTreeSet<PathBuf>,
        files: impl Iterator<Item = (&'w Path, F)>,
        add: impl Fn(&mut I, F),
    ) -> Self {
        let mut indexes = Self { edges, projects: FxHashMap::default(), empty: Arc::default() };
        let mut projects: FxHashMap<Option<&Path>, I> = FxHashMap::default();
        for (path, file) in files {
            add(projects.entry(indexes.edge_around(path)).or_default(), file);
        }
        let owned = |(edge, index): (Option<&Path>, I)| (edge.map(Path::to_path_buf), Arc::new(index));
        indexes.projects = projects.into_iter().map(owned).collect();
        indexes
    }

    fn edge_around<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        path.ancestors().skip(1).find(|folder| self.edges.contains(*folder))
    }

    /// The one of the project that a path belongs to.
    pub(super) fn of(&self, path: &Path) -> &Arc<I> {
        let edge = self.edge_around(path).map(Path::to_path_buf);
        self.projects.get(&edge).unwrap_or(&self.empty)
    }
}
