//! Finding bundles: from `sayl.toml`, from folders that hold a schema, from the command line.
//!
//! Pure: facts about files in, a [`Layout`] out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::config::{BundleConfig, Config};
use super::{Bundle, FileFacts, GivenBundle, Layout, Role, SourcePath, is_source, is_yaml, library_root};
use crate::text::FileId;

mod sources;

/// A `sayl.toml` with the folder that holds it.
pub type ConfigFile<'a> = (&'a Path, &'a Config);

/// The layout of a workspace: bundles that configuration declares, then those that folders with a schema make.
/// `facts` are sorted by path.
pub fn discover(facts: &[FileFacts], configs: &[ConfigFile<'_>]) -> Layout {
    let mut bundles: Vec<Bundle> = Vec::new();
    for (folder, config) in configs {
        for declared in &config.bundles {
            bundles.push(declared_bundle(facts, folder, declared));
        }
    }
    let claimed: HashSet<FileId> =
        bundles.iter().flat_map(|bundle| bundle.members.iter().chain(&bundle.data_values_files)).copied().collect();
    bundles.extend(root_bundles(facts, &claimed));
    let mut layout = Layout { bundles, ..Layout::default() };
    attach(&mut layout, facts, &claimed);
    note_schemas(&mut layout.bundles, facts);
    layout.memberships = memberships(&layout.bundles);
    layout.readers = sources::readers(&layout.bundles);
    layout
}

/// Notes which members hold schemas: every file of a bundle asks for them.
fn note_schemas(bundles: &mut [Bundle], facts: &[FileFacts]) {
    let schemas: HashSet<FileId> = facts.iter().filter(|fact| fact.has_schema).map(|fact| fact.file).collect();
    for bundle in bundles {
        bundle.schemas = bundle.members.iter().filter(|file| schemas.contains(file)).copied().collect();
    }
}

/// The layout of a bundle given on the command line: its files only, in the order given.
pub fn given(facts: &[FileFacts], bundle: &GivenBundle) -> Layout {
    let in_order = |paths: &[PathBuf], wanted: &dyn Fn(&FileFacts, &Path) -> bool| {
        let mut files = Vec::new();
        for path in paths {
            for fact in facts.iter().filter(|fact| fact.path.starts_with(path) && wanted(fact, path)) {
                if !files.contains(&fact.file) {
                    files.push(fact.file);
                }
            }
        }
        files
    };
    let members = in_order(&bundle.files, &|fact, path| is_source_of(fact, path) && !is_below_library(fact, path));
    let data_values_files = in_order(&bundle.data_values_files, &|_, _| true);
    let bundle = Bundle {
        name: "given".to_owned(),
        root: None,
        schemas: Vec::new(),
        members,
        data_values_files,
        flags: bundle.flags.clone(),
        attached: Vec::new(),
        is_given: true,
        is_library: false,
        sources: sources::below(facts, &bundle.files),
    };
    let mut bundles = vec![bundle];
    note_schemas(&mut bundles, facts);
    let (memberships, readers) = (memberships(&bundles), sources::readers(&bundles));
    Layout { bundles, memberships, readers, ..Layout::default() }
}

fn declared_bundle(facts: &[FileFacts], folder: &Path, declared: &BundleConfig) -> Bundle {
    let files_at = |paths: &[(String, _)]| {
        let mut files: Vec<FileId> = Vec::new();
        for (path, _) in paths {
            let path = normalized(&folder.join(path));
            let is_one = |fact: &&FileFacts| is_source_of(fact, &path) && !is_below_library(fact, &path);
            let below = facts.iter().filter(|fact| fact.path.starts_with(&path)).filter(is_one);
            files.extend(below.map(|fact| fact.file));
        }
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert(*file));
        files
    };
    Bundle {
        name: declared.name.clone().unwrap_or_else(|| folder.display().to_string()),
        root: None,
        members: files_at(&declared.files),
        schemas: Vec::new(),
        data_values_files: files_at(&declared.data_values_files),
        flags: Vec::new(),
        attached: Vec::new(),
        is_given: false,
        is_library: false,
        sources: sources::below(facts, &paths_of(folder, declared)),
    }
}

fn paths_of(folder: &Path, declared: &BundleConfig) -> Vec<PathBuf> {
    declared.files.iter().map(|(path, _)| normalized(&folder.join(path))).collect()
}

/// Whether ytt takes a file for a source by its name, or because it is given by itself.
fn is_source_of(fact: &FileFacts, path: &Path) -> bool {
    is_source(&fact.path) || fact.path == path
}

fn is_below_library(fact: &FileFacts, root: &Path) -> bool {
    library_root(&fact.path).is_some_and(|library| !root.starts_with(&library))
}

/// Folders that directly hold a schema, each with the files below it except those below another such folder.
fn root_bundles(facts: &[FileFacts], claimed: &HashSet<FileId>) -> Vec<Bundle> {
    let free = || facts.iter().filter(|fact| !claimed.contains(&fact.file));
    let mut roots: BTreeMap<PathBuf, Vec<FileId>> =
        free().filter(|fact| fact.has_schema).filter_map(|fact| Some((root_of(&fact.path)?, Vec::new()))).collect();
    for fact in free() {
        let library = library_root(&fact.path);
        let root = fact.path.ancestors().skip(1).find(|folder| roots.contains_key(*folder)).map(Path::to_path_buf);
        let Some(root) = root.filter(|_| is_source(&fact.path)) else { continue };
        if library.is_none_or(|library| root.starts_with(library)) {
            roots.entry(root).or_default().push(fact.file);
        }
    }
    let mut sources = sources::below_roots(free(), &roots.keys().cloned().collect());
    let bundle = |(root, members): (PathBuf, Vec<FileId>)| {
        let sources = sources.remove(&root).unwrap_or_default();
        root_bundle(root, members, sources)
    };
    roots.into_iter().map(bundle).collect()
}

fn root_bundle(root: PathBuf, members: Vec<FileId>, sources: Vec<SourcePath>) -> Bundle {
    let name = root.file_name().map_or_else(|| root.display().to_string(), |name| name.to_string_lossy().into_owned());
    Bundle {
        name,
        is_library: library_root(&root.join("x")).is_some(),
        root: Some(root),
        members,
        schemas: Vec::new(),
        data_values_files: Vec::new(),
        flags: Vec::new(),
        attached: Vec::new(),
        is_given: false,
        sources,
    }
}

fn root_of(path: &Path) -> Option<PathBuf> {
    path.parent().map(Path::to_path_buf)
}

/// Attaches values files that no bundle holds: by modeline, else to the nearest bundle.
fn attach(layout: &mut Layout, facts: &[FileFacts], claimed: &HashSet<FileId>) {
    let members: HashSet<FileId> = layout.bundles.iter().flat_map(|bundle| &bundle.members).copied().collect();
    let by_file: HashMap<&Path, FileId> = facts.iter().map(|fact| (fact.path.as_path(), fact.file)).collect();
    let candidates = Candidates::of(layout);
    for fact in facts.iter().filter(|fact| is_yaml(&fact.path) && !claimed.contains(&fact.file)) {
        if members.contains(&fact.file) && fact.modeline.is_none() {
            continue;
        }
        if let Some(modeline) = &fact.modeline {
            if let Some(bundle) = bundle_at_modeline(layout, &by_file, fact, modeline) {
                move_to(layout, bundle, fact.file);
            } else {
                let reason = format!("The modeline names `{modeline}`, which holds no schema document");
                layout.unattached.insert(fact.file, reason);
            }
        } else if fact.has_values {
            attach_to_nearest(layout, &candidates, fact);
        }
    }
}

fn attach_to_nearest(layout: &mut Layout, candidates: &Candidates, fact: &FileFacts) {
    match candidates.nearest(&fact.path).as_slice() {
        [] => {
            layout.unattached.insert(fact.file, "No folder around this file holds a schema.".to_owned());
        }
        [bundle] => layout.bundles[*bundle].attached.push(fact.file),
        several => {
            layout.ambiguous.insert(fact.file, several.to_vec());
        }
    }
}

/// A file with a modeline takes part in the bundle it names only as an attached file.
fn move_to(layout: &mut Layout, bundle: usize, file: FileId) {
    for bundle in &mut layout.bundles {
        bundle.members.retain(|member| *member != file);
        bundle.sources.retain(|source| source.file != file);
    }
    layout.bundles[bundle].attached.push(file);
}

fn bundle_at_modeline(
    layout: &Layout,
    by_file: &HashMap<&Path, FileId>,
    fact: &FileFacts,
    modeline: &str,
) -> Option<usize> {
    let path = normalized(&fact.path.parent()?.join(modeline));
    let by_folder = layout.bundles.iter().position(|bundle| bundle.root.as_ref() == Some(&path));
    by_folder.or_else(|| {
        let file = by_file.get(path.as_path())?;
        layout.bundles.iter().position(|bundle| bundle.members.contains(file))
    })
}

/// How many bundles stand below each folder, and which.
struct Candidates {
    below: HashMap<PathBuf, Vec<usize>>,
}

impl Candidates {
    fn of(layout: &Layout) -> Self {
        let mut below: HashMap<PathBuf, Vec<usize>> = HashMap::new();
        for (index, bundle) in layout.bundles.iter().enumerate().filter(|(_, bundle)| !bundle.is_library) {
            for folder in bundle.root.iter().flat_map(|root| root.ancestors()) {
                below.entry(folder.to_path_buf()).or_default().push(index);
            }
        }
        Self { below }
    }

    /// The bundles below the first folder around `path` that has any.
    fn nearest(&self, path: &Path) -> Vec<usize> {
        path.ancestors().skip(1).find_map(|folder| self.below.get(folder)).cloned().unwrap_or_default()
    }
}

fn memberships(bundles: &[Bundle]) -> HashMap<FileId, Vec<(usize, Role)>> {
    let mut memberships: HashMap<FileId, Vec<(usize, Role)>> = HashMap::new();
    for (index, bundle) in bundles.iter().enumerate() {
        let roles = [
            (&bundle.members, Role::Member),
            (&bundle.data_values_files, Role::DataValuesFile),
            (&bundle.attached, Role::Attached),
        ];
        for (files, role) in roles {
            for file in files {
                memberships.entry(*file).or_default().push((index, role));
            }
        }
    }
    memberships
}

/// The path without `.` and `..`, by its text alone.
pub fn normalized(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if normal.file_name().is_some() => drop(normal.pop()),
            Component::ParentDir if normal.has_root() => {}
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests;
