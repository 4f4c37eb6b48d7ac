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

impl<I: Default + PartialEq> Indexes<I> {
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

    /// The same, where an index that comes out as it was before is the one of before.
    pub(super) fn or_before(mut self, before: &Self) -> Self {
        for (edge, index) in &mut self.projects {
            if let Some(known) = before.projects.get(edge).filter(|known| *known == index) {
                *index = known.clone();
            }
        }
        self.empty = before.empty.clone();
        self
    }

    fn edge_around<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        self.edge_at(path.parent()?)
    }

    fn edge_at<'p>(&self, folder: &'p Path) -> Option<&'p Path> {
        folder.ancestors().find(|folder| self.edges.contains(*folder))
    }

    /// The one of the project that a path belongs to.
    pub(super) fn of(&self, path: &Path) -> &Arc<I> {
        self.around(path.parent().unwrap_or(path))
    }

    /// The one of the project that a folder belongs to.
    pub(super) fn around(&self, folder: &Path) -> &Arc<I> {
        let edge = self.edge_at(folder).map(Path::to_path_buf);
        self.projects.get(&edge).unwrap_or(&self.empty)
    }
}
