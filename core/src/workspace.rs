//! Which files belong together (bundles), in which role, and who depends on whom. Decided from paths, headers,
//! `sayl.toml` and modelines.
//!
//! A *bundle* is what ytt would be given together. [`discovery`] finds bundles and gives every file its role;
//! [`config`] reads `sayl.toml`; [`load`] reads what is needed through the `Vfs`.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use smol_str::SmolStr;

pub use crate::data_values::ValueFlag;
use crate::template::evaluate::path::Pathed;
use crate::template::job::{FileMarks, LIBRARIES, Options};
use crate::text::FileId;
use crate::values::print::PrintFormat;

use marks::FileMark;

pub mod config;
pub mod discovery;
pub mod kustomize;
pub mod load;
pub mod marks;
pub mod modeline;
pub mod ownership;
pub mod proposal;
pub mod survey;

/// A bundle given on the command line, exactly as to ytt.
#[derive(Clone, Debug, Default)]
pub struct GivenBundle {
    /// `-f`: files and folders in order.
    pub files: Vec<PathBuf>,
    /// `--file-mark`: what is said of the files, in order.
    pub marks: Vec<FileMark>,
    /// `--data-values-file`: plain values, files and folders in order.
    pub data_values_files: Vec<PathBuf>,
    /// `--data-values-file @library:…`: the same for libraries, each with its address.
    pub library_values_files: Vec<(String, PathBuf)>,
    /// Values given as flags or taken from the environment, in the order in which they apply.
    pub flags: Vec<ValueFlag>,
    /// How ytt would be told to read templates.
    pub options: Options,
    /// How its output is printed; absent where nobody wants it.
    pub print: Option<PrintFormat>,
    /// Whether it is measured what each line of its code takes.
    pub is_profiled: bool,
}

/// What a folder's name ends with that stands for one file under another path ([`GivenBundle::source`]).
pub const RENAMED: char = '=';

impl GivenBundle {
    /// What a file is called in the bundle and what is said of it, if it is below that path of it and not excluded.
    pub fn source(&self, root: &Path, path: &Path) -> Option<(SmolStr, FileMarks)> {
        let is_renamed = |other: &&PathBuf| *other != root && own_name(other).is_some() && path.starts_with(other);
        if path.as_os_str().as_encoded_bytes().contains(&(RENAMED as u8)) && self.files.iter().any(|it| is_renamed(&it))
        {
            return None;
        }
        let name = discovery::name_below(root, path)?;
        marks::marked(&self.marks, &Self::unmarked(root, path)?, name)
    }

    /// The path by which marks know a file.
    pub fn unmarked(root: &Path, path: &Path) -> Option<SmolStr> {
        own_name(root).map(SmolStr::new).or_else(|| discovery::name_below(root, path))
    }

    /// The same for the first path of the bundle that a file is below, where there are marks.
    pub(crate) fn marked(&self, path: &Path) -> Option<(SmolStr, FileMarks)> {
        let mut roots = self.files.iter().filter(|_| !self.marks.is_empty());
        roots.find_map(|root| self.source(root, path))
    }
}

/// The own name of a file that a path gives another one.
fn own_name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()?.strip_suffix(RENAMED)
}

/// What discovery needs to know of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub struct FileFacts {
    /// The file.
    pub file: FileId,
    /// Its absolute path.
    pub path: PathBuf,
    /// Whether it holds a schema document of any edition.
    pub has_schema: bool,
    /// Whether it holds a `#@data/values` document.
    pub has_values: bool,
    /// Whether it holds data values or a schema for a library, or a header that is misspelt: it is no template.
    pub has_other_header: bool,
    /// Whether it is written for ytt ([`ownership::is_for_ytt`]).
    pub is_template: bool,
    /// The schema that its modeline names, as written: relative to the file's folder.
    pub modeline: Option<String>,
    /// The files that it lists as patches of Kustomize, relative to its folder; a folder, which ends in `/`, holds nothing
    /// else.
    pub patches: Vec<String>,
}

/// Files that belong together, in the order in which they merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// What people call it: its name in `sayl.toml`, else its folder.
    pub name: String,
    /// The folder that `ytt -f` would be given; `None` for a bundle given file by file.
    pub root: Option<PathBuf>,
    /// How many bundles before it have the same name and root.
    pub number: usize,
    /// Templates: schema files, values files and others, in file order.
    pub members: Vec<FileId>,
    /// Those of the members that hold schema documents, in the same order.
    pub schemas: Vec<FileId>,
    /// Plain values files that always apply, in order.
    pub data_values_files: Vec<FileId>,
    /// Plain values files for libraries, each with the address of its library, in order.
    pub library_values_files: Vec<(String, FileId)>,
    /// Values given as flags.
    pub flags: Vec<ValueFlag>,
    /// How ytt would be told to read templates.
    pub options: Options,
    /// Values files that are alternatives: each is checked on its own on top of the members.
    pub attached: Vec<FileId>,
    /// Whether it was given as to ytt; then the defaults alone are a final value that rules apply to.
    pub is_given: bool,
    /// Whether it is a library below `_ytt_lib`.
    pub is_library: bool,
    /// Whether it is a single template that belongs to no bundle: what it would be rendered with is not known.
    pub is_alone: bool,
    /// Every file that its template code may load or read: its members, its libraries, and files that are no source.
    pub sources: Vec<SourcePath>,
}

/// A file as template code names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePath {
    /// The file.
    pub file: FileId,
    /// Its path from the root of the bundle, with `/`; of a file that is given by itself its name.
    pub path: SmolStr,
    /// What is said of it besides.
    pub marks: FileMarks,
}

impl Pathed for SourcePath {
    fn path(&self) -> &SmolStr {
        &self.path
    }

    fn marks(&self) -> FileMarks {
        self.marks
    }
}

/// The part a file plays in a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BundleRole {
    /// One of the files that merge.
    Member,
    /// A plain values file that always applies.
    DataValuesFile,
    /// A values file checked on its own on top of the members.
    Attached,
}

/// All bundles, and which files play which part in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The bundles.
    pub bundles: Vec<Bundle>,
    /// Which bundles (by index) a file takes part in.
    pub memberships: HashMap<FileId, Vec<(usize, BundleRole)>>,
    /// Which bundles (by index) may load or read a file.
    pub readers: HashMap<FileId, Vec<usize>>,
    /// Values files that several bundles could govern, with the indexes of those bundles.
    pub ambiguous: HashMap<FileId, Vec<usize>>,
    /// Values files that no bundle governs, with the reason for people.
    pub unattached: HashMap<FileId, String>,
    /// Templates of Helm charts, which are never sayl's.
    pub helm_templates: HashSet<FileId>,
    /// Patches of Kustomize: they hold parts of resources that other files hold.
    pub patches: HashSet<FileId>,
    /// The bundles (by index) that a plain file in each folder could belong to.
    pub nearest: HashMap<PathBuf, Vec<usize>>,
}

impl Bundle {
    /// Whether it has templates of its own kind, with values or without: not a template alone, nor a library.
    pub fn is_ordinary(&self) -> bool {
        !self.is_alone && !self.is_library
    }
}

impl Layout {
    /// The bundles a file takes part in, with its role.
    pub fn memberships(&self, file: FileId) -> &[(usize, BundleRole)] {
        self.memberships.get(&file).map(Vec::as_slice).unwrap_or_default()
    }

    /// The bundles whose template code may load or read a file.
    pub fn readers(&self, file: FileId) -> &[usize] {
        self.readers.get(&file).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Whether ytt takes the file for a template, a library module or a values file by its name.
pub fn is_source(path: &Path) -> bool {
    is_yaml(path) || is_starlark(path)
}

/// Whether the file is YAML by its name. A document that is in no folder mostly has no name that says so.
pub fn is_yaml(path: &Path) -> bool {
    let is_other =
        || is_starlark(path) || is_text_template(path) || path.file_name().is_some_and(|it| it == CONFIG_NAME);
    path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
        || is_in_no_folder(path) && !is_other()
}

/// Whether the path is that of a document which is no file, such as `untitled:Untitled-1`: all that can be said of it
/// is said of it alone.
pub fn is_in_no_folder(path: &Path) -> bool {
    !path.has_root() && path.components().next().is_some_and(|it| it.as_os_str().to_string_lossy().contains(':'))
}

/// Whether the file is Starlark by its name.
pub fn is_starlark(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "star")
}

/// Whether the file is a library module (`.lib.yml`, `.star`): loaded by others, never a document of its own.
pub fn is_library_module(path: &Path) -> bool {
    is_starlark(path) || is_yaml(path) && path.file_stem().is_some_and(|stem| is_lib(Path::new(stem)))
}

/// Whether ytt takes the file for a text template by its name.
pub fn is_text_template(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "txt")
}

fn is_lib(stem: &Path) -> bool {
    stem.extension().is_some_and(|extension| extension == "lib")
}

/// The folder of the innermost library that holds the file: `…/_ytt_lib/<name>`; of a file that stands beside libraries
/// its own path, which is the folder of no other file.
pub fn library_root(path: &Path) -> Option<PathBuf> {
    // Nearly all paths are none of a library's, and to take them apart costs more than this look.
    if !path.as_os_str().to_string_lossy().contains(LIBRARIES) {
        return None;
    }
    let components: Vec<_> = path.components().collect();
    let at = components.iter().rposition(|component| component.as_os_str() == LIBRARIES)?;
    (at + 1 < components.len()).then(|| components[..at + 2].iter().collect())
}

/// The name of the configuration file.
pub const CONFIG_NAME: &str = "sayl.toml";

/// What marks the edge of a project besides the configuration file: a folder, or the file of a submodule or a worktree.
/// Whoever reads a project puts it among the files, without content.
pub const EDGE_NAME: &str = ".git";

/// Whether a path is that of an edge's mark.
pub fn is_edge_mark(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == EDGE_NAME)
}
