//! Reading the files that matter through the `Vfs`: the projects around what is named, so that what is true of a file
//! does not depend on which files were named.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::discovery::normalized;
use super::{CONFIG_NAME, EDGE_NAME, GivenBundle, is_edge_mark, is_source, is_text_template, is_yaml, modeline};
use crate::cancel::{CancelToken, Cancelled};
use crate::template::job::FileType;
use crate::text::decode;
use crate::vfs::{LoadedFile, ReadError, Vfs};

/// The projects around the paths, whole, and what their `sayl.toml`s and modelines name besides.
///
/// What these name is read inside of the paths and of the project, as far as its `.git`; elsewhere only where the file is
/// [trusted](Vfs::is_trusted), for whoever wrote it must not choose what is printed of the user's other files. What is not
/// read for that is returned as [`ReadError::Outside`].
///
/// A project ends at the nearest `.git` or `sayl.toml` at or above a path; without either it is the folder itself, or
/// the one that holds the file. Where each begins is marked by a file without content ([`EDGE_NAME`]). `progress` is told
/// how many files have been read so far. A path that does not exist is returned as such.
pub fn load(
    vfs: &dyn Vfs,
    paths: &[PathBuf],
    progress: &dyn Fn(usize),
    cancel: &CancelToken,
) -> Result<Vec<LoadedFile>, Cancelled> {
    let mut loader = Loader { roots: paths.to_vec(), ..Loader::new(vfs, progress, cancel) };
    // The outermost first: a folder inside another one is no project for being named.
    let mut outermost: Vec<&PathBuf> = paths.iter().collect();
    outermost.sort_by_key(|path| path.components().count());
    for path in outermost {
        loader.project_around(path)?;
    }
    loader.what_is_named()?;
    let mut folders = loader.folders_of(&[HAS_SCHEMA, HAS_VALUES].concat());
    folders.extend(loader.files.iter().filter(|file| may_read(file)).filter_map(|(path, _)| folder_of(path)));
    loader.data(&folders)?;
    Ok(loader.files)
}

/// What files that were read again name and nobody has read: `roots` are the folders that are known.
pub fn load_named(
    vfs: &dyn Vfs,
    roots: &[PathBuf],
    files: Vec<LoadedFile>,
    cancel: &CancelToken,
) -> Result<Vec<LoadedFile>, Cancelled> {
    let seen = files.iter().map(|(path, _)| path.clone()).collect();
    let mut loader = Loader { roots: roots.to_vec(), files, seen, ..Loader::new(vfs, &|_| {}, cancel) };
    loader.what_is_named()?;
    Ok(loader.files)
}

/// The files of a bundle given on the command line: all of what `-f` and `--data-values-file` name.
pub fn load_given(vfs: &dyn Vfs, bundle: &GivenBundle, cancel: &CancelToken) -> Result<Vec<LoadedFile>, Cancelled> {
    let mut loader = Loader::new(vfs, &|_| {}, cancel);
    for root in &bundle.files {
        for path in loader.list(root) {
            let is_config = path.file_name().is_some_and(|name| name == CONFIG_NAME);
            let Some((name, marks)) = bundle.source(root, &path) else { continue };
            match marks.type_of(&name) {
                _ if path == *root || is_config => loader.file(&path)?,
                FileType::TextTemplate | FileType::TextPlain => loader.texts.push(path),
                FileType::YamlTemplate | FileType::YamlPlain | FileType::Starlark => loader.file(&path)?,
                // Others are found by those who read them.
                FileType::Data if is_source(&path) => loader.texts.push(path),
                FileType::Data => {}
            }
        }
    }
    loader.data(&bundle.files)?;
    let for_libraries = bundle.library_values_files.iter().map(|(_, path)| path);
    for path in bundle.data_values_files.iter().chain(for_libraries) {
        // As ytt does, every file of a folder counts here, whatever it is called.
        for file in loader.list(path) {
            loader.file(&file)?;
        }
    }
    Ok(loader.files)
}

struct Loader<'a> {
    vfs: &'a dyn Vfs,
    progress: &'a dyn Fn(usize),
    cancel: &'a CancelToken,
    /// What was asked for.
    roots: Vec<PathBuf>,
    files: Vec<LoadedFile>,
    seen: FxHashSet<PathBuf>,
    /// What was read with all below it.
    whole: BTreeSet<PathBuf>,
    /// Text templates that were passed by.
    texts: Vec<PathBuf>,
    /// What was named and may not be read for that.
    outside: BTreeSet<PathBuf>,
}

impl<'a> Loader<'a> {
    fn new(vfs: &'a dyn Vfs, progress: &'a dyn Fn(usize), cancel: &'a CancelToken) -> Self {
        Self {
            vfs,
            progress,
            cancel,
            roots: Vec::new(),
            files: Vec::new(),
            seen: FxHashSet::default(),
            whole: BTreeSet::new(),
            texts: Vec::new(),
            outside: BTreeSet::new(),
        }
    }

    fn list(&mut self, path: &Path) -> Vec<PathBuf> {
        match self.vfs.files_below(path) {
            Ok(files) => files,
            Err(error) => {
                if self.seen.insert(path.to_path_buf()) {
                    self.files.push((path.to_path_buf(), Err(error)));
                }
                Vec::new()
            }
        }
    }

    /// Reads the project that a path is in.
    fn project_around(&mut self, path: &Path) -> Result<(), Cancelled> {
        let folder = match self.vfs.read(path) {
            Err(ReadError::IsFolder) => path,
            Err(ReadError::NotFound) => return self.below(path),
            Ok(_) => path.parent().unwrap_or(path),
            Err(_) => {
                self.file(path)?;
                path.parent().unwrap_or(path)
            }
        };
        let edge = edge_around(self.vfs, folder);
        let is_read = |folder: &Path| self.whole.iter().any(|read| folder.starts_with(read));
        if is_read(edge.unwrap_or(folder)) {
            return Ok(());
        }
        let edge = edge.unwrap_or(folder);
        let Some(files) = self.vfs.files_below_if_few(edge, MOST_IN_PROJECT) else {
            self.mark(folder);
            return self.below(folder);
        };
        self.whole.insert(edge.to_path_buf());
        self.mark(edge);
        self.those_of(edge, files)
    }

    fn below(&mut self, path: &Path) -> Result<(), Cancelled> {
        let files = self.list(path);
        self.those_of(path, files)
    }

    /// Notes that a project begins at a folder.
    fn mark(&mut self, folder: &Path) {
        let mark = folder.join(EDGE_NAME);
        if self.seen.insert(mark.clone()) {
            self.files.push((mark, Ok(Arc::from([]))));
        }
    }

    /// Reads those of the files below a path that matter.
    fn those_of(&mut self, path: &Path, files: Vec<PathBuf>) -> Result<(), Cancelled> {
        for file in files {
            if let Some(edge) = edge_with(&file).filter(|edge| edge.starts_with(path)) {
                self.mark(edge);
            } else if is_source(&file) || file.file_name().is_some_and(|name| name == CONFIG_NAME) || file == path {
                self.file(&file)?;
            } else if is_text_template(&file) {
                self.texts.push(file);
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<(), Cancelled> {
        self.cancel.check()?;
        if self.seen.insert(path.to_path_buf()) {
            self.files.push((path.to_path_buf(), self.vfs.read(path)));
            (self.progress)(self.files.len());
        }
        Ok(())
    }

    /// Reads what the `sayl.toml`s and the modelines of the files name.
    fn what_is_named(&mut self) -> Result<(), Cancelled> {
        let is_config = |path: &Path| path.file_name().is_some_and(|name| name == CONFIG_NAME);
        let configs: Vec<PathBuf> =
            self.files.iter().map(|(path, _)| path).filter(|path| is_config(path)).cloned().collect();
        for config in configs {
            self.declared_by(&config)?;
        }
        self.modelines()?;
        let unread = std::mem::take(&mut self.outside).into_iter().filter(|path| !self.seen.contains(path));
        self.files.extend(unread.map(|path| (path, Err(ReadError::Outside))));
        Ok(())
    }

    fn declared_by(&mut self, config: &Path) -> Result<(), Cancelled> {
        let Some(text) = self.text(config) else { return Ok(()) };
        let folder = config.parent().unwrap_or(config).to_path_buf();
        let (parsed, _) = super::config::parse(crate::text::FileId::NONE, &text);
        for bundle in &parsed.bundles {
            for (path, _) in bundle.files.iter().chain(&bundle.data_values_files) {
                let path = normalized(&folder.join(path));
                if self.admit(config, &path) && self.vfs.files_below(&path).is_ok() {
                    self.below(&path)?;
                }
            }
        }
        for (path, _) in &parsed.kubernetes.schemas {
            let path = normalized(&folder.join(path));
            if self.admit(config, &path) && self.vfs.files_below(&path).is_ok() {
                let is_schema = |file: &PathBuf| is_yaml(file) || file.extension().is_some_and(|it| it == "json");
                for file in self.list(&path).into_iter().filter(is_schema) {
                    self.file(&file)?;
                }
            }
        }
        Ok(())
    }

    /// Admits what a file names if it may be read, and else notes it.
    fn admit(&mut self, naming: &Path, named: &Path) -> bool {
        if self.seen.contains(named) {
            return true;
        }
        let folder = naming.parent().unwrap_or(naming);
        let project = repository_around(self.vfs, folder).or_else(|| edge_around(self.vfs, folder)).unwrap_or(folder);
        let around = self.roots.iter().map(PathBuf::as_path).filter(|root| naming.starts_with(root));
        let is_inside = || around.chain([project]).any(|folder| self.vfs.is_inside(named, folder));
        if self.vfs.is_trusted(naming) || is_inside() {
            return true;
        }
        self.outside.insert(named.to_path_buf());
        false
    }

    fn text(&self, path: &Path) -> Option<String> {
        let (_, bytes) = self.files.iter().find(|(file, _)| file == path)?;
        Some(decode(bytes.as_ref().ok()?).into_owned())
    }

    /// Loads the bundles that modelines name.
    fn modelines(&mut self) -> Result<(), Cancelled> {
        let named: BTreeMap<PathBuf, PathBuf> = self
            .files
            .iter()
            .filter_map(|(path, bytes)| {
                let text = decode(bytes.as_ref().ok()?);
                Some((normalized(&path.parent()?.join(modeline::schema_of(&text)?)), path.clone()))
            })
            .collect();
        for (path, naming) in &named {
            if self.seen.contains(path) || !self.admit(naming, path) {
                continue;
            }
            let Ok(files) = self.vfs.files_below(path) else { continue };
            let is_folder = files.first().is_none_or(|file| file != path);
            let folder = if is_folder { path.as_path() } else { path.parent().unwrap_or(path) };
            self.below(folder)?;
        }
        Ok(())
    }

    /// What template code below these folders may see besides its sources: text templates, and where it may read files
    /// of any kind, the texts among them.
    fn data(&mut self, folders: &[PathBuf]) -> Result<(), Cancelled> {
        let folders: BTreeSet<&Path> = folders.iter().map(PathBuf::as_path).collect();
        let folder_of = |path: &Path| path.ancestors().find(|folder| folders.contains(folder)).map(Path::to_path_buf);
        let texts: Vec<PathBuf> =
            std::mem::take(&mut self.texts).into_iter().filter(|text| folder_of(text).is_some()).collect();
        let readers = self.files.iter().filter(|file| may_read(file));
        let readers: BTreeSet<PathBuf> = readers.filter_map(|(path, _)| folder_of(path)).collect();
        self.texts(texts)?;
        for folder in readers {
            let files = self.vfs.files_below(&folder).unwrap_or_default();
            self.texts(files.into_iter().filter(|file| !is_source(file)).take(MAX_DATA_FILES))?;
        }
        Ok(())
    }

    /// Those of the files that are texts, and not too long.
    fn texts(&mut self, files: impl IntoIterator<Item = PathBuf>) -> Result<(), Cancelled> {
        for file in files {
            self.cancel.check()?;
            let bytes = if self.seen.contains(&file) { continue } else { self.vfs.read(&file) };
            let is_text = |bytes: &[u8]| bytes.len() <= MAX_DATA_BYTES && std::str::from_utf8(bytes).is_ok();
            if bytes.as_ref().is_ok_and(|bytes| is_text(bytes)) {
                self.seen.insert(file.clone());
                self.files.push((file, bytes));
            }
        }
        Ok(())
    }

    /// The folders that directly hold a file with such a header.
    fn folders_of(&self, headers: &[&str]) -> Vec<PathBuf> {
        let files = self.files.iter().filter(|file| has_header(file, headers));
        let folders: BTreeSet<PathBuf> = files.filter_map(|(path, _)| folder_of(path)).collect();
        folders.into_iter().collect()
    }
}

/// A project with more files is too large to be read for one of its folders.
const MOST_IN_PROJECT: usize = 200_000;
/// Template code is offered so many files that are no sources, and none that is longer.
const MAX_DATA_FILES: usize = 1_000;
const MAX_DATA_BYTES: usize = 1 << 20;
const HAS_SCHEMA: &[&str] = &["#@data/values-schema", "#@schema/match", "#@schema/definition", "#@schema"];
const HAS_VALUES: &[&str] = &["#@data/values"];

fn folder_of(path: &Path) -> Option<PathBuf> {
    path.parent().map(Path::to_path_buf)
}

/// Whether the template code of a file, or of what it uses, may read files that are no sources: a quick look.
fn may_read((_, bytes): &LoadedFile) -> bool {
    let Some(text) = text_for_ytt(bytes) else { return false };
    text.contains("@ytt:library") || text.contains("@ytt:data") && [".read", ".list"].iter().any(|it| text.contains(it))
}

/// The folder at which the project around a folder begins: the innermost with `.git` or `sayl.toml`. Neither the root of
/// the disk nor a [common](Vfs::is_common) folder around it is anybody's project.
pub fn edge_around<'f>(vfs: &dyn Vfs, folder: &'f Path) -> Option<&'f Path> {
    nearest_with(vfs, folder, &[EDGE_NAME, CONFIG_NAME])
}

/// The folder with the nearest `.git` around a folder.
fn repository_around<'f>(vfs: &dyn Vfs, folder: &'f Path) -> Option<&'f Path> {
    nearest_with(vfs, folder, &[EDGE_NAME])
}

fn nearest_with<'f>(vfs: &dyn Vfs, folder: &'f Path, names: &[&str]) -> Option<&'f Path> {
    let is_there = |path: PathBuf| !matches!(vfs.read(&path), Err(ReadError::NotFound));
    let nearest = folder.ancestors().find(|folder| names.iter().any(|name| is_there(folder.join(name))))?;
    let is_own = nearest == folder || nearest.parent().is_some() && !vfs.is_common(nearest);
    is_own.then_some(nearest)
}

/// The folder that a path shows to be an edge: that of the mark, or of what is in it.
fn edge_with(path: &Path) -> Option<&Path> {
    // Nearly all paths show none, and to take them apart costs more than this look.
    if !path.as_os_str().to_string_lossy().contains(EDGE_NAME) {
        return None;
    }
    let mark = path.ancestors().find(|path| is_edge_mark(path))?;
    mark.parent()
}

/// The text of a file, if anything in it may be for ytt.
fn text_for_ytt(bytes: &Result<Arc<[u8]>, ReadError>) -> Option<Cow<'_, str>> {
    let bytes = bytes.as_ref().ok()?;
    let text = decode(bytes);
    text.contains(['@']).then_some(text)
}

/// Whether a line of the file starts with one of these annotations: a quick look before anything is parsed.
fn has_header((_, bytes): &LoadedFile, headers: &[&str]) -> bool {
    let Some(text) = text_for_ytt(bytes) else { return false };
    let text = text.trim_start_matches('\u{feff}');
    let mut comments = text.lines().map(str::trim).filter(|line| line.starts_with("#@"));
    comments.any(|line| headers.contains(&line.split(' ').next().unwrap_or(line)))
}

#[cfg(test)]
mod tests;
