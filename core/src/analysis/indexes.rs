//! The OpenChoreo resources of all projects by name: what lies in one is nothing to another, wherever it lies.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::choreo::index::{Index, Outline};
use crate::text::FileId;

/// The index of each project.
#[derive(Debug, Default)]
pub(super) struct Indexes {
    /// The folders at which projects begin.
    edges: BTreeSet<PathBuf>,
    /// The index of each; `None` stands for files that no edge is around.
    projects: FxHashMap<Option<PathBuf>, Arc<Index>>,
    /// That of a project without resources.
    empty: Arc<Index>,
}

impl Indexes {
    /// Of files in path order with their resources.
    pub(super) fn new<'w>(
        edges: BTreeSet<PathBuf>,
        files: impl Iterator<Item = (FileId, &'w Path, &'w [Outline])>,
    ) -> Self {
        let mut indexes = Self { edges, ..Self::default() };
        let mut projects: FxHashMap<Option<&Path>, Index> = FxHashMap::default();
        for (file, path, outlines) in files {
            projects.entry(indexes.edge_around(path)).or_default().add_file(file, outlines);
        }
        let owned = |(edge, index): (Option<&Path>, Index)| (edge.map(Path::to_path_buf), Arc::new(index));
        indexes.projects = projects.into_iter().map(owned).collect();
        indexes
    }

    fn edge_around<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        path.ancestors().skip(1).find(|folder| self.edges.contains(*folder))
    }

    /// The one of the project that a path belongs to.
    pub(super) fn of(&self, path: &Path) -> &Arc<Index> {
        let edge = self.edge_around(path).map(Path::to_path_buf);
        self.projects.get(&edge).unwrap_or(&self.empty)
    }
}
