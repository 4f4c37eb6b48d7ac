//! What the paths of `load` and `data.read` mean: `@ytt:module`, `@library:file`, `/file` from the root, or `file`
//! beside the one that asks.

use smol_str::SmolStr;

use crate::problem::{Code, nearest};
use crate::template::job::{FileMarks, FileType, JobSource, LIBRARIES};
use crate::template::values::BuiltinError;

/// A file that has a path from the root of the bundle.
pub(crate) trait Pathed {
    /// The path, with `/`; libraries stand below `_ytt_lib`.
    fn path(&self) -> &SmolStr;

    /// What is said of it besides.
    fn marks(&self) -> FileMarks;

    /// Whether others may load it.
    fn is_library_file(&self) -> bool {
        is_library_file(self.path()) || self.marks().file_type == Some(FileType::Starlark)
    }

    /// Whether it can be loaded.
    fn is_loadable(&self) -> bool {
        self.is_library_file() && self.marks().file_type != Some(FileType::Data)
    }
}

impl Pathed for JobSource {
    fn path(&self) -> &SmolStr {
        &self.path
    }

    fn marks(&self) -> FileMarks {
        self.marks
    }
}

/// Where a file stands that loads others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LoadBase {
    /// The folder of its root, without a slash at its end: empty, or that of the library that it belongs to.
    pub(super) root: String,
    /// Its own folder.
    pub(super) folder: String,
    /// Nobody said which library is evaluated, and any folder from the root to the file's may be its root: a library
    /// may be named with slashes (`_ytt_lib/example.com/team/app`), and no file tells where it begins.
    is_guess: bool,
}

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PathTarget<'p> {
    /// A module of ytt.
    Module(&'p str),
    /// A source.
    File(SourceLocation),
}

/// A source, by its index, and where it stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SourceLocation {
    /// Which of the sources.
    pub(crate) index: usize,
    /// Where it stands.
    pub(super) base: LoadBase,
}

impl LoadBase {
    /// Of a file, in the bundle or in a library of it that nobody named.
    pub(crate) fn of_file(path: &str) -> Self {
        let base = Self::of(path, &root_of(path));
        Self { is_guess: !base.root.is_empty(), ..base }
    }

    /// How a `load` from here names a file that can be loaded, by its path from the root of the bundle: beside or below
    /// here, from the root, or as part of a library.
    pub(crate) fn spellings(&self, path: &str) -> Vec<String> {
        if !is_library_file(path) {
            return Vec::new();
        }
        let mut spellings = Vec::new();
        let within = |folder: &str| {
            path.strip_prefix(folder).map(|rest| if folder.is_empty() { Some(rest) } else { rest.strip_prefix('/') })
        };
        let is_private = |rest: &str| rest.split('/').any(|part| part == LIBRARIES);
        let beside = within(&self.folder).flatten().filter(|rest| !is_private(rest));
        spellings.extend(beside.map(str::to_owned));
        let rooted = within(&self.root).flatten().filter(|rest| !is_private(rest));
        spellings.extend(rooted.map(|rest| format!("/{rest}")));
        let library = within(&joined(&self.folder, LIBRARIES)).flatten().and_then(|rest| rest.split_once('/'));
        spellings.extend(library.filter(|(_, rest)| !is_private(rest)).map(|(name, rest)| format!("@{name}:{rest}")));
        spellings
    }

    /// Of a file below a root.
    pub(super) fn of(path: &str, root: &str) -> Self {
        Self { root: root.to_owned(), folder: folder_of(path).to_owned(), is_guess: false }
    }

    /// The root from which a path is found; the outermost that has it, where the root is a guess.
    fn root_with(&self, path: &str, sources: &[impl Pathed]) -> &str {
        let inner = self.folder.strip_prefix(&self.root).unwrap_or_default();
        let ends = inner.match_indices('/').map(|(at, _)| at).chain([inner.len()]);
        let mut roots = ends.filter_map(|end| self.folder.get(..self.root.len() + end));
        let has_it = |root: &&str| position(&joined(root, path), sources).is_some();
        let found = if self.is_guess { roots.find(has_it) } else { None };
        found.unwrap_or(&self.root)
    }
}

/// What a path that a file loads leads to.
pub(crate) fn resolve<'p>(
    path: &'p str,
    base: &LoadBase,
    sources: &[impl Pathed],
) -> Result<PathTarget<'p>, BuiltinError> {
    if let Some(name) = path.strip_prefix("@ytt:") {
        return Ok(PathTarget::Module(name));
    }
    let found = find(path, base, sources)?;
    let source = sources.get(found.index);
    if !source.is_some_and(Pathed::is_library_file) {
        let mistake = load_mistake(format!("`{path}` is a template of the bundle, not a file to load from"));
        return Err(mistake.expected("a file whose name ends in `.star`, `.lib.yml` or `.lib.txt`"));
    }
    if source.is_some_and(|source| source.marks().file_type == Some(FileType::Data)) {
        return Err(load_mistake(format!("`{path}` is marked as data, which can be read and not loaded")));
    }
    Ok(PathTarget::File(found))
}

/// The source that a path leads to.
pub(crate) fn find(path: &str, base: &LoadBase, sources: &[impl Pathed]) -> Result<SourceLocation, BuiltinError> {
    let (root, wanted) = target(path, base, sources)?;
    let Some(index) = position(&wanted, sources) else {
        return Err(missing(path, &wanted, sources));
    };
    Ok(SourceLocation { index, base: LoadBase::of(&wanted, &root) })
}

/// The index of the source that a path leads to, for whoever does not want to know why there is none.
pub(crate) fn index_of(path: &str, base: &LoadBase, sources: &[impl Pathed]) -> Option<usize> {
    position(&target(path, base, sources).ok()?.1, sources)
}

fn position(wanted: &str, sources: &[impl Pathed]) -> Option<usize> {
    sources.iter().position(|source| source.path() == wanted)
}

/// The folder that a path leads to, from the root of the bundle, without slashes around it.
pub(crate) fn folder(path: &str, base: &LoadBase, sources: &[impl Pathed]) -> Result<String, BuiltinError> {
    target(path, base, sources).map(|(_, folder)| folder)
}

/// Where a path leads: the folder of the root, and the path from the root of the bundle.
fn target(path: &str, base: &LoadBase, sources: &[impl Pathed]) -> Result<(String, String), BuiltinError> {
    let (root, folder, inner) = match path.strip_prefix('@') {
        Some(rest) => {
            let Some((library, file)) = rest.split_once(':') else {
                return Err(
                    load_mistake(format!("`{path}` names no file of the library")).expected("`@library:file.star`")
                );
            };
            let root = library_root(library, base, sources)?;
            (root.clone(), root, file.trim_start_matches('/'))
        }
        None => match path.strip_prefix('/') {
            Some(rooted) => {
                let root = base.root_with(rooted, sources);
                (root.to_owned(), root.to_owned(), rooted)
            }
            None => (base.root.clone(), base.folder.clone(), path),
        },
    };
    if inner.split('/').any(|part| matches!(part, "." | "..")) {
        return Err(climbing(path, &root, &joined(&folder, inner), sources));
    }
    let wanted = joined(&folder, inner);
    if is_private(&root, &wanted) {
        let mistake = load_mistake(format!("`{path}` leads into a library, whose files are private to it"));
        return Err(mistake.hint("name the library: `@library:file.star`"));
    }
    Ok((root, wanted))
}

/// Paths go down only: from the folder of the file, or from the root.
fn climbing(path: &str, root: &str, wanted: &str, sources: &[impl Pathed]) -> BuiltinError {
    let mistake = load_mistake(format!("`{path}` has `.` or `..` in it, which lead nowhere"));
    let plain = normal(wanted).filter(|plain| position(plain, sources).is_some());
    let rooted = plain.as_deref().and_then(|plain| plain.strip_prefix(root));
    match rooted {
        Some(rooted) => mistake.hint(format!("name it from the root: `/{}`", rooted.trim_start_matches('/'))),
        None => mistake.expected("a file in this folder or below it, or `/` and its path from the root"),
    }
}

/// Whether a path leads into a library of the root rather than to a file of its own.
fn is_private(root: &str, wanted: &str) -> bool {
    wanted.strip_prefix(root).unwrap_or(wanted).split('/').any(|part| part == LIBRARIES)
}

fn missing(path: &str, wanted: &str, sources: &[impl Pathed]) -> BuiltinError {
    let mistake = load_mistake(format!("there is no file `{path}` in this bundle"));
    let libraries = sources.iter().filter(|source| source.is_library_file()).map(Pathed::path);
    match nearest(wanted, libraries) {
        Some(nearest) => mistake.hint(format!("did you mean `{}`?", shown(nearest, path))),
        None => mistake,
    }
}

/// A path as the one that was written would be written.
fn shown(path: &SmolStr, written: &str) -> String {
    if written.starts_with('/') { format!("/{path}") } else { path.to_string() }
}

fn is_library_file(path: &str) -> bool {
    [".star", ".lib.yml", ".lib.yaml", ".lib.txt"].iter().any(|end| path.ends_with(end))
}

/// The folder of a library that a file asks for by its path.
pub(crate) fn library(library: &str, requester: &str, sources: &[impl Pathed]) -> Result<String, BuiltinError> {
    library_root(library, &LoadBase::of_file(requester), sources)
}

/// The folder of a library: in the `_ytt_lib` beside the file that asks, and in no other.
fn library_root(library: &str, base: &LoadBase, sources: &[impl Pathed]) -> Result<String, BuiltinError> {
    let in_folder = |folder: &str| {
        let root = joined(folder, &format!("{LIBRARIES}/{library}"));
        let prefix = format!("{root}/");
        sources.iter().any(|source| source.path().starts_with(&prefix)).then_some(root)
    };
    if library.split('/').any(|part| part == LIBRARIES) {
        let mistake = load_mistake(format!("`{library}` leads into a library inside, which is private to it"));
        return Err(mistake.hint(format!("ask for it in a file beside that `{LIBRARIES}/`")));
    }
    let is_path = !library.split('/').any(str::is_empty);
    let found = in_folder(&base.folder).filter(|_| is_path);
    found.ok_or_else(|| {
        let mut above = std::iter::successors(Some(base.folder.as_str()), |folder| parent_of(folder));
        let elsewhere = above.find_map(in_folder);
        load_mistake(format!("there is no library `{library}`")).hint(match elsewhere {
            Some(elsewhere) => {
                format!("`{elsewhere}` is not beside this file: load it in a file beside `{LIBRARIES}/`")
            }
            None => format!("put libraries in `{LIBRARIES}/` next to the file that loads them"),
        })
    })
}

/// A path without `.` and `..`; `None` if it leaves where it begins.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn joined(folder: &str, path: &str) -> String {
    match (folder, path) {
        ("", path) => path.to_owned(),
        (folder, "") => folder.to_owned(),
        (folder, path) => format!("{folder}/{path}"),
    }
}

/// The folder around a folder, up to the root of the bundle.
fn parent_of(folder: &str) -> Option<&str> {
    (!folder.is_empty()).then(|| folder_of(folder))
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The root of the library that a file belongs to: the folder below the last `_ytt_lib`, or none.
pub(super) fn root_of(path: &str) -> String {
    let marker = format!("{LIBRARIES}/");
    let Some(at) = path.rfind(&marker) else { return String::new() };
    let name = path.get(at + marker.len()..).and_then(|rest| rest.split_once('/')).map_or("", |(name, _)| name);
    path.get(..at + marker.len() + name.len()).unwrap_or_default().to_owned()
}

/// A mistake of loading.
pub(super) fn load_mistake(message: impl Into<String>) -> BuiltinError {
    BuiltinError { code: Some(Code::TemplateLoad), ..BuiltinError::new(message) }
}
