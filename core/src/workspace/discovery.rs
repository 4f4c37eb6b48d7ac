//! Finding bundles: from `sayl.toml`, from folders that hold a schema or values, from the command line.
//!
//! Pure: facts about files in, a [`Layout`] out.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::config::{BundleConfig, Config};
use super::{
    Bundle, BundleRole, FileFacts, GivenBundle, Layout, SourcePath, is_library_module, is_source, is_yaml, library_root,
};
use crate::template::job::{FileType, LIBRARIES, Options};
use crate::text::FileId;
use projects::{Project, Projects};

mod projects;
mod sources;
mod templates;

pub(crate) use sources::name_below;

/// A `sayl.toml` with the folder that holds it.
pub type ConfigFile<'a> = (&'a Path, &'a Config);

/// The layout of a workspace: bundles that configuration declares, then those that folders with a schema or with values
/// make, project by project. `facts` are sorted by path; `edges` are folders at which projects begin, besides those of
/// the configuration files.
pub fn discover(facts: &[FileFacts], configs: &[ConfigFile<'_>], edges: &BTreeSet<PathBuf>) -> Layout {
    let mut bundles: Vec<Bundle> = Vec::new();
    for (folder, config) in configs {
        for declared in &config.bundles {
            bundles.push(declared_bundle(facts, folder, declared));
        }
    }
    let claimed: HashSet<FileId> =
        bundles.iter().flat_map(|bundle| bundle.members.iter().chain(&bundle.data_values_files)).copied().collect();
    let projects = Projects::of(facts, configs, edges);
    let mut layout = Layout { bundles, ..Layout::default() };
    layout.helm_templates.clone_from(&projects.helm_templates);
    layout.patches = patches(facts);
    let mut candidates = Vec::new();
    for project in &projects.projects {
        let first = layout.bundles.len();
        layout.bundles.extend(root_bundles(project, &claimed));
        candidates.push(Candidates::of(&layout, first, project));
    }
    let named = BundlesByName::of(&layout, facts);
    let mut attached = Vec::new();
    for (project, candidates) in projects.projects.iter().zip(&candidates) {
        attach(&mut layout, project, &claimed, (&named, candidates), &mut attached);
    }
    only_attach(&mut layout, &attached);
    note_schemas(&mut layout.bundles, facts);
    number(&mut layout.bundles);
    layout.memberships = memberships(&layout.bundles);
    layout.readers = sources::readers(&layout.bundles);
    layout
}

/// The files that others list as patches, and those in folders that hold nothing else.
fn patches(facts: &[FileFacts]) -> HashSet<FileId> {
    let (mut files, mut folders) = (HashSet::new(), HashSet::new());
    for fact in facts.iter().filter(|fact| !fact.patches.is_empty()) {
        let around = fact.path.parent().unwrap_or(Path::new(""));
        for listed in &fact.patches {
            let path = normalized(&around.join(listed));
            if listed.ends_with('/') {
                folders.insert(path);
            } else if let Ok(index) = facts.binary_search_by(|it| it.path.cmp(&path)) {
                files.extend(facts.get(index).map(|fact| fact.file));
            }
        }
    }
    let is_among = |fact: &&FileFacts| fact.path.parent().is_some_and(|folder| folders.contains(folder));
    files.extend(facts.iter().filter(|_| !folders.is_empty()).filter(is_among).map(|fact| fact.file));
    files
}

/// Notes which members hold schemas: every file of a bundle asks for them.
fn note_schemas(bundles: &mut [Bundle], facts: &[FileFacts]) {
    let schemas: HashSet<FileId> = facts.iter().filter(|fact| fact.has_schema).map(|fact| fact.file).collect();
    for bundle in bundles {
        bundle.schemas = bundle.members.iter().filter(|file| schemas.contains(file)).copied().collect();
    }
}

/// Tells bundles apart that are called the same, as those that have no name of their own in one `sayl.toml`.
fn number(bundles: &mut [Bundle]) {
    let mut seen: HashMap<(Option<PathBuf>, String), usize> = HashMap::new();
    for bundle in bundles {
        let before = seen.entry((bundle.root.clone(), bundle.name.clone())).or_default();
        bundle.number = *before;
        *before += 1;
    }
}

/// The layout of a bundle given on the command line: its files only, in the order given.
pub fn given(facts: &[FileFacts], bundle: &GivenBundle) -> Layout {
    let (mut members, mut sources) = (Vec::new(), Vec::new());
    for (fact, root) in bundle.files.iter().flat_map(|root| in_ytts_order(facts, root)) {
        let Some((path, marks)) = bundle.source(root, &fact.path) else { continue };
        let is_member = match marks.file_type {
            None => is_source(Path::new(&path)) || fact.path == root,
            Some(file_type) => file_type.is_yaml() || file_type == FileType::Starlark,
        };
        members.extend((is_member && !is_below_library(fact, root)).then_some(fact.file));
        sources.push(SourcePath { file: fact.file, path, marks });
    }
    let data_values_files = in_order(facts, &bundle.data_values_files, is_of_values);
    let library_values_files = bundle.library_values_files.iter().flat_map(|(library, path)| {
        let files = in_order(facts, std::slice::from_ref(path), is_of_values);
        files.into_iter().map(|file| (library.clone(), file))
    });
    let library_values_files = library_values_files.collect();
    let bundle = Bundle {
        name: "given".to_owned(),
        root: None,
        number: 0,
        schemas: Vec::new(),
        members,
        data_values_files,
        library_values_files,
        flags: bundle.flags.clone(),
        options: bundle.options,
        attached: Vec::new(),
        is_given: true,
        is_library: false,
        is_alone: false,
        sources,
    };
    let mut bundles = vec![bundle];
    note_schemas(&mut bundles, facts);
    let (memberships, readers) = (memberships(&bundles), sources::readers(&bundles));
    Layout { bundles, memberships, readers, ..Layout::default() }
}

/// The files below a path, sorted by their paths from there as bytes, each with that path.
fn in_ytts_order<'a>(facts: &'a [FileFacts], root: &'a Path) -> Vec<(&'a FileFacts, &'a Path)> {
    let mut files: Vec<_> = below(facts, root).iter().map(|fact| (fact, root)).collect();
    files.sort_by_cached_key(|(fact, _)| GivenBundle::unmarked(root, &fact.path));
    files
}

fn declared_bundle(facts: &[FileFacts], folder: &Path, declared: &BundleConfig) -> Bundle {
    let files_at = |paths: &[(String, _)]| {
        let paths: Vec<PathBuf> = paths.iter().map(|(path, _)| normalized(&folder.join(path))).collect();
        in_order(facts, &paths, is_member)
    };
    Bundle {
        name: declared.name.clone().unwrap_or_else(|| folder.display().to_string()),
        root: None,
        number: 0,
        members: files_at(&declared.files),
        schemas: Vec::new(),
        data_values_files: files_at(&declared.data_values_files),
        library_values_files: Vec::new(),
        flags: Vec::new(),
        options: Options::default(),
        attached: Vec::new(),
        is_given: false,
        is_library: false,
        is_alone: false,
        sources: sources::below(facts, &paths_of(folder, declared)),
    }
}

fn paths_of(folder: &Path, declared: &BundleConfig) -> Vec<PathBuf> {
    declared.files.iter().map(|(path, _)| normalized(&folder.join(path))).collect()
}

/// Those of the files below the paths that are wanted, in the order of the paths; one that is given twice counts twice.
fn in_order(facts: &[FileFacts], paths: &[PathBuf], is_wanted: fn(&FileFacts, &Path) -> bool) -> Vec<FileId> {
    let of_path = |path: &PathBuf| below(facts, path).iter().filter(move |fact| is_wanted(fact, path)).collect();
    paths.iter().flat_map(|path| -> Vec<&FileFacts> { of_path(path) }).map(|fact| fact.file).collect()
}

/// The files below a folder, or the file itself. `facts` are sorted by path, so these are neighbours.
fn below<'a>(facts: &'a [FileFacts], folder: &Path) -> &'a [FileFacts] {
    let rest = facts.get(facts.partition_point(|fact| *fact.path < *folder)..).unwrap_or_default();
    rest.get(..rest.partition_point(|fact| fact.path.starts_with(folder))).unwrap_or_default()
}

/// Whether a file below a path of a bundle merges with the others: ytt takes it for a source by its name, or because it
/// is given by itself, and it belongs to no library.
fn is_member(fact: &FileFacts, path: &Path) -> bool {
    (is_source(&fact.path) || fact.path == path) && !is_below_library(fact, path)
}

/// Whether a file below a path holds data values: ytt takes every file that is given by itself or lies in a folder that
/// is given, and those further down that are YAML by their name.
fn is_of_values(fact: &FileFacts, path: &Path) -> bool {
    fact.path == path || fact.path.parent() == Some(path) || is_yaml(&fact.path)
}

/// Whether a file below a path belongs to a library there. What is given itself is no library, whatever it is called.
fn is_below_library(fact: &FileFacts, path: &Path) -> bool {
    fact.path.strip_prefix(path).is_ok_and(|below| below.iter().any(|part| part == LIBRARIES))
}

/// The folders of a project that are roots of bundles, each with the files below it except those below another root.
fn root_bundles(project: &Project<'_>, claimed: &HashSet<FileId>) -> Vec<Bundle> {
    let free: Vec<&FileFacts> = project.files.iter().copied().filter(|fact| !claimed.contains(&fact.file)).collect();
    let roots = roots_in(project, &free);
    let mut members: FxHashMap<&Path, Vec<FileId>> = roots.iter().map(|root| (root.as_path(), Vec::new())).collect();
    for fact in &free {
        let library = library_root(&fact.path);
        let root = project.folders_around(&fact.path).find(|folder| members.contains_key(folder));
        let Some(root) = root.filter(|_| is_source(&fact.path)) else { continue };
        if library.is_none_or(|library| root.starts_with(library)) {
            members.entry(root).or_default().push(fact.file);
        }
    }
    let mut sources = sources::below_roots(project, &free, &roots);
    let bundle = |root: &PathBuf| {
        let sources = sources.remove(root.as_path()).unwrap_or_default();
        root_bundle(root.clone(), members.remove(root.as_path()).unwrap_or_default(), sources)
    };
    roots.iter().map(bundle).collect()
}

/// Folders that directly hold a schema. Where there is none in the whole project, libraries aside, folders that
/// directly hold data values and a template at or below them: many bundles have no schema.
fn roots_in(project: &Project<'_>, free: &[&FileFacts]) -> BTreeSet<PathBuf> {
    let folder = |fact: &&FileFacts| project.folders_around(&fact.path).next().map(Path::to_path_buf);
    let mut roots: BTreeSet<PathBuf> =
        free.iter().copied().filter(|fact| fact.has_schema).filter_map(|it| folder(&it)).collect();
    let is_of_library = |fact: &FileFacts| library_root(&fact.path).is_some();
    let has_schema = project.files.iter().any(|fact| fact.has_schema && !is_of_library(fact));
    if !has_schema {
        let own = || free.iter().copied().filter(|fact| !is_of_library(fact) && fact.modeline.is_none());
        let with_templates: HashSet<&Path> =
            own().filter(|fact| is_template(fact)).flat_map(|fact| project.folders_around(&fact.path)).collect();
        let with_values = own().filter(|fact| fact.has_values).filter_map(|fact| folder(&fact));
        roots.extend(with_values.filter(|folder| with_templates.contains(folder.as_path())));
    }
    roots
}

/// Whether a file is a template that is rendered: neither schema nor values, nor a module that others load.
fn is_template(fact: &FileFacts) -> bool {
    let is_other = fact.has_schema || fact.has_values || fact.has_other_header || fact.modeline.is_some();
    fact.is_template && !is_other && is_yaml(&fact.path) && !is_library_module(&fact.path)
}

fn root_bundle(root: PathBuf, members: Vec<FileId>, sources: Vec<SourcePath>) -> Bundle {
    let name = root.file_name().map_or_else(|| root.display().to_string(), |name| name.to_string_lossy().into_owned());
    Bundle {
        name,
        is_library: library_root(&root.join("x")).is_some(),
        root: Some(root),
        number: 0,
        members,
        schemas: Vec::new(),
        data_values_files: Vec::new(),
        library_values_files: Vec::new(),
        flags: Vec::new(),
        options: Options::default(),
        attached: Vec::new(),
        is_given: false,
        is_alone: false,
        sources,
    }
}

/// Finds out to which bundles the files of a project belong that no bundle holds: by modeline, else the nearest one.
fn attach(
    layout: &mut Layout,
    project: &Project<'_>,
    claimed: &HashSet<FileId>,
    (named, candidates): (&BundlesByName, &Candidates),
    attached: &mut Vec<(FileId, usize)>,
) {
    let members: HashSet<FileId> = layout.bundles.iter().flat_map(|bundle| &bundle.members).copied().collect();
    let is_free = |fact: &&&FileFacts| is_yaml(&fact.path) && !claimed.contains(&fact.file);
    let mut templates = Vec::new();
    for fact in project.files.iter().filter(is_free) {
        if members.contains(&fact.file) && fact.modeline.is_none() {
            continue;
        }
        if let Some(modeline) = &fact.modeline {
            if let Some(bundle) = named.bundle_at(fact, modeline) {
                attached.push((fact.file, bundle));
            } else {
                let reason = format!("The modeline names `{modeline}`, which holds no schema document");
                layout.unattached.insert(fact.file, reason);
            }
        } else if fact.has_values {
            attached.extend(nearest(layout, project, candidates, fact).map(|bundle| (fact.file, bundle)));
        } else if is_template(fact) && library_root(&fact.path).is_none() {
            templates.push(*fact);
        } else if !fact.is_template {
            candidates.note(layout, project, &fact.path);
        }
    }
    templates::attach(layout, project, claimed, candidates, &templates);
}

/// The one bundle that a values file belongs to by its place; where there is none, or several are, this is noted. What
/// stands in a library is private to it, and never about the bundle around it.
fn nearest(layout: &mut Layout, project: &Project<'_>, candidates: &Candidates, fact: &FileFacts) -> Option<usize> {
    if library_root(&fact.path).is_some() {
        let reason = "No folder around this file in its library holds a schema.".to_owned();
        layout.unattached.insert(fact.file, reason);
        return None;
    }
    match candidates.nearest(project, &fact.path).map(|(_, bundles)| bundles).unwrap_or_default() {
        [] => {
            layout.unattached.insert(fact.file, "No folder around this file holds a schema.".to_owned());
            None
        }
        [bundle] => Some(*bundle),
        several => {
            layout.ambiguous.insert(fact.file, several.to_vec());
            None
        }
    }
}

/// Attaches files to bundles. A file with a modeline takes part in the bundle that it names only as an attached file.
fn only_attach(layout: &mut Layout, attached: &[(FileId, usize)]) {
    let files: HashSet<FileId> = attached.iter().map(|(file, _)| *file).collect();
    for bundle in layout.bundles.iter_mut().filter(|_| !files.is_empty()) {
        bundle.members.retain(|member| !files.contains(member));
        bundle.sources.retain(|source| !files.contains(&source.file));
    }
    for (file, bundle) in attached {
        layout.bundles[*bundle].attached.push(*file);
    }
}

/// The bundles by what a modeline may call them: their root, or one of their members.
struct BundlesByName(HashMap<PathBuf, usize>);

impl BundlesByName {
    fn of(layout: &Layout, facts: &[FileFacts]) -> Self {
        let mut named = HashMap::new();
        if facts.iter().any(|fact| fact.modeline.is_some()) {
            let bundles = || layout.bundles.iter().enumerate();
            for (index, root) in bundles().filter_map(|(index, bundle)| Some((index, bundle.root.clone()?))) {
                named.entry(root).or_insert(index);
            }
            let paths: HashMap<FileId, &PathBuf> = facts.iter().map(|fact| (fact.file, &fact.path)).collect();
            for (index, member) in
                bundles().flat_map(|(index, bundle)| bundle.members.iter().map(move |it| (index, it)))
            {
                let Some(path) = paths.get(member) else { continue };
                named.entry((*path).clone()).or_insert(index);
            }
        }
        Self(named)
    }

    fn bundle_at(&self, fact: &FileFacts, modeline: &str) -> Option<usize> {
        self.0.get(&normalized(&fact.path.parent()?.join(modeline))).copied()
    }
}

/// How many bundles of a project stand below each of its folders, and which.
struct Candidates {
    below: HashMap<PathBuf, Vec<usize>>,
}

impl Candidates {
    /// Those among the bundles from index `first` on.
    fn of(layout: &Layout, first: usize, project: &Project<'_>) -> Self {
        let mut below: HashMap<PathBuf, Vec<usize>> = HashMap::new();
        for (index, bundle) in layout.bundles.iter().enumerate().skip(first).filter(|(_, bundle)| !bundle.is_library) {
            for folder in bundle.root.iter().flat_map(|root| project.at_and_around(root)) {
                below.entry(folder.to_path_buf()).or_default().push(index);
            }
        }
        Self { below }
    }

    /// The first folder around `path` that has any bundle below it, and these bundles.
    fn nearest<'p>(&self, project: &Project<'_>, path: &'p Path) -> Option<(&'p Path, &[usize])> {
        let mut folders = project.folders_around(path);
        folders.find_map(|folder| Some((folder, self.below.get(folder)?.as_slice())))
    }

    /// Notes which bundles could govern a plain file.
    fn note(&self, layout: &mut Layout, project: &Project<'_>, path: &Path) {
        let Some(folder) = path.parent().filter(|_| !self.below.is_empty()) else { return };
        if !layout.nearest.contains_key(folder)
            && let Some((_, bundles)) = self.nearest(project, path)
        {
            layout.nearest.insert(folder.to_path_buf(), bundles.to_vec());
        }
    }
}

fn memberships(bundles: &[Bundle]) -> HashMap<FileId, Vec<(usize, BundleRole)>> {
    let mut memberships: HashMap<FileId, Vec<(usize, BundleRole)>> = HashMap::new();
    for (index, bundle) in bundles.iter().enumerate() {
        let for_libraries = bundle.library_values_files.iter().map(|(_, file)| *file).collect();
        let roles = [
            (&bundle.members, BundleRole::Member),
            (&bundle.data_values_files, BundleRole::DataValuesFile),
            (&for_libraries, BundleRole::DataValuesFile),
            (&bundle.attached, BundleRole::Attached),
        ];
        for (files, role) in roles {
            for file in files {
                memberships.entry(*file).or_default().push((index, role));
            }
        }
    }
    for parts in memberships.values_mut() {
        // What a file that is also found as a template is declared to be says more of it.
        parts.sort_by_key(|(_, role)| *role == BundleRole::Member);
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
