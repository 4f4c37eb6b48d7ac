//! Which files the template code of a bundle may load or read, and by which paths.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::projects::Project;
use crate::template::job::FileMarks;
use crate::text::FileId;
use crate::workspace::{Bundle, FileFacts, SourcePath, library_root};

/// Everything below the paths, in their order, as often as it is given. A path that is a file itself is known by its
/// name.
pub(super) fn below(facts: &[FileFacts], paths: &[PathBuf]) -> Vec<SourcePath> {
    let below = |path: &'_ PathBuf| -> Vec<SourcePath> {
        super::below(facts, path).iter().filter_map(|fact| source(fact, path)).collect()
    };
    paths.iter().flat_map(below).collect()
}

/// Everything below each root. What lies below another root is that one's, unless it is a library of this one.
pub(super) fn below_roots(
    project: &Project<'_>,
    facts: &[&FileFacts],
    roots: &BTreeSet<PathBuf>,
) -> FxHashMap<PathBuf, Vec<SourcePath>> {
    let is_library = |root: &Path| library_root(&root.join("x")).is_some();
    let roots: FxHashMap<&Path, bool> = roots.iter().map(|root| (root.as_path(), is_library(root))).collect();
    let mut sources: FxHashMap<PathBuf, Vec<SourcePath>> = FxHashMap::default();
    for fact in facts {
        let around = project.folders_around(&fact.path);
        for (root, is_library) in around.filter_map(|folder| Some((folder, *roots.get(folder)?))) {
            match sources.get_mut(root) {
                Some(sources) => sources.extend(source(fact, root)),
                None => drop(sources.insert(root.to_path_buf(), source(fact, root).into_iter().collect())),
            }
            if !is_library {
                break;
            }
        }
    }
    sources
}

/// The path of a file as ytt knows it that was given a folder, or the file itself.
pub(super) fn below_or_itself<'a>(
    facts: &'a [&'a FileFacts],
    path: &'a Path,
) -> impl Iterator<Item = (&'a FileFacts, SourcePath)> {
    let first = facts.partition_point(|fact| *fact.path < *path);
    let below = facts.get(first..).unwrap_or_default().iter().take_while(move |fact| fact.path.starts_with(path));
    below.filter_map(move |fact| Some((*fact, source(fact, path)?)))
}

/// Which bundles have each file among their sources, or give it to a library that their code evaluates.
pub(super) fn readers(bundles: &[Bundle]) -> HashMap<FileId, Vec<usize>> {
    let mut readers: HashMap<FileId, Vec<usize>> = HashMap::new();
    for (index, bundle) in bundles.iter().enumerate() {
        let for_libraries = bundle.library_values_files.iter().map(|(_, file)| *file);
        for file in bundle.sources.iter().map(|source| source.file).chain(for_libraries) {
            readers.entry(file).or_default().push(index);
        }
    }
    readers
}

pub(super) fn source(fact: &FileFacts, root: &Path) -> Option<SourcePath> {
    Some(SourcePath { file: fact.file, path: name_below(root, &fact.path)?, marks: FileMarks::default() })
}

/// The path from a root; the name of the root if that is the file itself.
pub(crate) fn name_below(root: &Path, path: &Path) -> Option<SmolStr> {
    let below = path.strip_prefix(root).ok()?;
    let below = if below.as_os_str().is_empty() { Path::new(path.file_name()?) } else { below };
    let parts: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    Some(SmolStr::new(parts.join("/")))
}
