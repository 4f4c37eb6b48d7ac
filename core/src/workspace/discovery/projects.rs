//! Projects: files that have to do with each other. One begins at each edge (`.git` or `sayl.toml`) and ends where
//! another one begins. A Helm chart is a project of its own, for ytt is never given one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use super::ConfigFile;
use crate::text::FileId;
use crate::workspace::ownership::{CHART_NAME, is_helm_template};
use crate::workspace::{FileFacts, is_in_no_folder};

/// The files of one project, sorted by path, without those that discovery leaves out.
pub(super) struct Project<'a> {
    /// The folder at which it begins; `None` for files that no edge is around.
    edge: Option<&'a Path>,
    pub(super) files: Vec<&'a FileFacts>,
}

/// The projects of a workspace.
#[derive(Default)]
pub(super) struct Projects<'a> {
    pub(super) projects: Vec<Project<'a>>,
    pub(super) helm_templates: HashSet<FileId>,
}

impl<'a> Projects<'a> {
    pub(super) fn of(facts: &'a [FileFacts], configs: &[ConfigFile<'a>], marked: &'a BTreeSet<PathBuf>) -> Self {
        let is_chart = |fact: &&FileFacts| fact.path.file_name().is_some_and(|name| name == CHART_NAME);
        let charts: BTreeSet<&Path> = facts.iter().filter(is_chart).filter_map(|fact| fact.path.parent()).collect();
        let configured = configs.iter().map(|(folder, _)| *folder);
        let edges: HashSet<&Path> =
            marked.iter().map(PathBuf::as_path).chain(configured).chain(charts.iter().copied()).collect();
        let mut projects: BTreeMap<Option<&Path>, Vec<&FileFacts>> = BTreeMap::new();
        let mut helm_templates = HashSet::new();
        let mut last: (Option<&Path>, Option<&Path>) = (None, None);
        for fact in facts {
            let folder = fact.path.parent().filter(|_| !is_in_no_folder(&fact.path));
            // The files are sorted, so those of a folder are neighbours.
            if folder.map(Path::as_os_str) != last.0.map(Path::as_os_str) {
                last = (folder, folder.and_then(|folder| folder.ancestors().find(|around| edges.contains(around))));
            }
            let edge = last.1;
            if edge.is_some_and(|edge| charts.contains(edge) && is_helm_template(&fact.path, edge)) {
                helm_templates.insert(fact.file);
            } else if !is_hidden(&fact.path, edge) {
                projects.entry(edge).or_default().push(fact);
            }
        }
        let projects = projects.into_iter().map(|(edge, files)| Project { edge, files }).collect();
        Self { projects, helm_templates }
    }
}

impl Project<'_> {
    /// The folders around a file as far as the edge, from the inside out. What is in no folder stands for its own.
    pub(super) fn folders_around<'p>(&self, path: &'p Path) -> impl Iterator<Item = &'p Path> {
        let is_alone = is_in_no_folder(path);
        let around = path.ancestors().skip(usize::from(!is_alone)).take(if is_alone { 1 } else { usize::MAX });
        around.take_while(self.is_inside())
    }

    /// A folder and those around it as far as the edge.
    pub(super) fn at_and_around<'p>(&self, folder: &'p Path) -> impl Iterator<Item = &'p Path> {
        folder.ancestors().take_while(self.is_inside())
    }

    /// Whether a folder is inside the project, of those around a file of it: all that are no shorter than the edge.
    fn is_inside(&self) -> impl Fn(&&Path) -> bool + use<> {
        let shortest = self.edge.map_or(0, |edge| edge.as_os_str().len());
        move |folder| folder.as_os_str().len() >= shortest
    }
}

/// Whether a folder on the way from the edge to a file is hidden.
fn is_hidden(path: &Path, edge: Option<&Path>) -> bool {
    let inside = edge.and_then(|edge| path.strip_prefix(edge).ok()?.parent());
    inside.into_iter().flat_map(Path::components).any(|folder| folder.as_os_str().as_encoded_bytes().starts_with(b"."))
}
