//! What the paths of `load` and `data.read` mean: `@ytt:module`, `@library:file`, `/file` from the root, or `file`
//! beside the one that asks.

use smol_str::SmolStr;

use super::load::load_mistake;
use crate::problem::nearest;
use crate::template::job::Source;
use crate::template::values::Mistake;

/// The folder that holds libraries.
pub(crate) const LIBRARIES: &str = "_ytt_lib";

/// A file that has a path from the root of the bundle.
pub(crate) trait Pathed {
    /// The path, with `/`; libraries stand below `_ytt_lib`.
    fn path(&self) -> &SmolStr;
}

impl Pathed for Source {
    fn path(&self) -> &SmolStr {
        &self.path
    }
}

/// Where a file stands that loads others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Base {
    /// The folder of its root, without a slash at its end: empty, or that of the library that it belongs to.
    pub(super) root: String,
    /// Its own folder.
    pub(super) folder: String,
}

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target<'p> {
    /// A module of ytt.
    Module(&'p str),
    /// A source.
    File(Found),
}

/// A source, by its index, and where it stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Which of the sources.
    pub(crate) index: usize,
    /// Where it stands.
    pub(super) base: Base,
}

impl Base {
    /// Of a file, in the bundle or in a library of it.
    pub(crate) fn of_file(path: &str) -> Self {
        Self::of(path, &root_of(path))
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
        let mut at = self.folder.as_str();
        loop {
            let library = within(&joined(at, LIBRARIES)).flatten().and_then(|rest| rest.split_once('/'));
            spellings
                .extend(library.filter(|(_, rest)| !is_private(rest)).map(|(name, rest)| format!("@{name}:{rest}")));
            if at.len() <= self.root.len() {
                return spellings;
            }
            at = folder_of(at);
        }
    }

    /// Of a file below a root.
    pub(super) fn of(path: &str, root: &str) -> Self {
        Self { root: root.to_owned(), folder: folder_of(path).to_owned() }
    }
}

/// What a path that a file loads leads to.
pub(crate) fn resolve<'p>(path: &'p str, base: &Base, sources: &[impl Pathed]) -> Result<Target<'p>, Mistake> {
    if let Some(name) = path.strip_prefix("@ytt:") {
        return Ok(Target::Module(name));
    }
    let found = find(path, base, sources)?;
    if !sources.get(found.index).is_some_and(|source| is_library_file(source.path())) {
        let mistake = load_mistake(format!("`{path}` is a template of the bundle, not a file to load from"));
        return Err(mistake.expected("a file whose name ends in `.star`, `.lib.yml` or `.lib.txt`"));
    }
    Ok(Target::File(found))
}

/// The source that a path leads to.
pub(crate) fn find(path: &str, base: &Base, sources: &[impl Pathed]) -> Result<Found, Mistake> {
    let (root, wanted) = target(path, base, sources)?;
    let Some(index) = position(&wanted, sources) else {
        return Err(missing(path, &wanted, sources));
    };
    Ok(Found { index, base: Base::of(&wanted, &root) })
}

/// The index of the source that a path leads to, for whoever does not want to know why there is none.
pub(crate) fn index_of(path: &str, base: &Base, sources: &[impl Pathed]) -> Option<usize> {
    position(&target(path, base, sources).ok()?.1, sources)
}

fn position(wanted: &str, sources: &[impl Pathed]) -> Option<usize> {
    sources.iter().position(|source| source.path() == wanted)
}

/// The folder that a path leads to, from the root of the bundle, without slashes around it.
pub(crate) fn folder(path: &str, base: &Base, sources: &[impl Pathed]) -> Result<String, Mistake> {
    target(path, base, sources).map(|(_, folder)| folder)
}

/// Where a path leads: the folder of the root, and the path from the root of the bundle.
fn target(path: &str, base: &Base, sources: &[impl Pathed]) -> Result<(String, String), Mistake> {
    let (root, wanted) = match path.strip_prefix('@') {
        Some(rest) => {
            let Some((library, file)) = rest.split_once(':') else {
                return Err(
                    load_mistake(format!("`{path}` names no file of the library")).expected("`@library:file.star`")
                );
            };
            let root = library_root(library, base, sources).ok_or_else(|| {
                load_mistake(format!("there is no library `{library}`")).hint("libraries stand in `_ytt_lib/`")
            })?;
            let wanted = below(&root, &root, file.trim_start_matches('/'));
            (root, wanted)
        }
        None => match path.strip_prefix('/') {
            Some(rooted) => (base.root.clone(), below(&base.root, &base.root, rooted)),
            None => (base.root.clone(), below(&base.root, &base.folder, path)),
        },
    };
    match wanted {
        Some(wanted) if is_private(&root, &wanted) => {
            let mistake = load_mistake(format!("`{path}` leads into a library, whose files are private to it"));
            Err(mistake.hint("name the library: `@library:file.star`"))
        }
        Some(wanted) => Ok((root, wanted)),
        None => Err(load_mistake(format!("`{path}` leads out of the files that are evaluated"))),
    }
}

/// Whether a path leads into a library of the root rather than to a file of its own.
fn is_private(root: &str, wanted: &str) -> bool {
    wanted.strip_prefix(root).unwrap_or(wanted).split('/').any(|part| part == LIBRARIES)
}

fn missing(path: &str, wanted: &str, sources: &[impl Pathed]) -> Mistake {
    let mistake = load_mistake(format!("there is no file `{path}` among those that are evaluated"));
    let libraries = sources.iter().map(Pathed::path).filter(|path| is_library_file(path));
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

/// The folder of a library: in the nearest `_ytt_lib` of the folder that asks and those above it, up to its root.
fn library_root(library: &str, base: &Base, sources: &[impl Pathed]) -> Option<String> {
    let mut at = base.folder.as_str();
    loop {
        let root = joined(at, &format!("{LIBRARIES}/{library}"));
        let prefix = format!("{root}/");
        if sources.iter().any(|source| source.path().starts_with(&prefix)) {
            return Some(root);
        }
        if at.len() <= base.root.len() {
            return None;
        }
        at = folder_of(at);
    }
}

/// A relative path from a folder, without `.` and `..`; `None` if it leaves the root.
fn below(root: &str, from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').filter(|part| !part.is_empty()).collect();
    let least = root.split('/').filter(|part| !part.is_empty()).count();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.len() <= least => return None,
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn joined(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
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
