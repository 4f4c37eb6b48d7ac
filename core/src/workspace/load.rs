//! Reading the files that matter through the `Vfs`: below the folders, and around them as far as needed so that
//! values files find their schema.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::discovery::normalized;
use super::{CONFIG_NAME, GivenBundle, is_source, is_text_template, modeline};
use crate::cancel::{CancelToken, Cancelled};
use crate::vfs::{LoadedFile, ReadError, Vfs};

mod surroundings;

pub use surroundings::Surroundings;

/// Everything below the folders (or the files themselves), and what the files there need from around them:
/// `sayl.toml`s above, schemas that modelines name, the bundle that a values file belongs to.
///
/// `progress` is told how many files have been read so far. A path that does not exist is returned as such.
pub fn load(
    vfs: &dyn Vfs,
    paths: &[PathBuf],
    progress: &dyn Fn(usize),
    cancel: &CancelToken,
) -> Result<Vec<LoadedFile>, Cancelled> {
    let mut loader = Loader::new(vfs, progress, cancel);
    for path in paths {
        loader.below(path)?;
    }
    for path in paths {
        loader.configuration_above(path)?;
    }
    loader.files_with_what_they_need()
}

/// The files of a bundle given on the command line: all of what `-f` and `--data-values-file` name.
pub fn load_given(vfs: &dyn Vfs, bundle: &GivenBundle, cancel: &CancelToken) -> Result<Vec<LoadedFile>, Cancelled> {
    let mut loader = Loader::new(vfs, &|_| {}, cancel);
    for path in &bundle.files {
        loader.below(path)?;
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
    files: Vec<LoadedFile>,
    seen: BTreeSet<PathBuf>,
    /// What was read with all below it.
    whole: BTreeSet<PathBuf>,
    /// Text templates that were passed by.
    texts: Vec<PathBuf>,
}

impl<'a> Loader<'a> {
    fn new(vfs: &'a dyn Vfs, progress: &'a dyn Fn(usize), cancel: &'a CancelToken) -> Self {
        Self {
            vfs,
            progress,
            cancel,
            files: Vec::new(),
            seen: BTreeSet::new(),
            whole: BTreeSet::new(),
            texts: Vec::new(),
        }
    }

    /// The files read so far, and what they need from around them.
    fn files_with_what_they_need(mut self) -> Result<Vec<LoadedFile>, Cancelled> {
        self.modelines()?;
        self.schemas_around()?;
        let roots = self.folders_of(HAS_SCHEMA);
        self.data(&roots)?;
        Ok(self.files)
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

    fn below(&mut self, path: &Path) -> Result<(), Cancelled> {
        let files = self.list(path);
        self.whole.insert(path.to_path_buf());
        self.those_of(path, files)
    }

    /// Reads those of the files below a path that matter.
    fn those_of(&mut self, path: &Path, files: Vec<PathBuf>) -> Result<(), Cancelled> {
        for file in files {
            if is_source(&file) || file.file_name().is_some_and(|name| name == CONFIG_NAME) || file == path {
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

    /// `sayl.toml` counts for everything below it, so those above the paths are needed; and with them what they name.
    fn configuration_above(&mut self, path: &Path) -> Result<(), Cancelled> {
        for folder in path.ancestors().skip(1) {
            let config = folder.join(CONFIG_NAME);
            if self.seen.contains(&config) || matches!(self.vfs.read(&config), Err(ReadError::NotFound)) {
                continue;
            }
            self.file(&config)?;
            self.declared_by(&config)?;
            break;
        }
        Ok(())
    }

    fn declared_by(&mut self, config: &Path) -> Result<(), Cancelled> {
        let Some(text) = self.text(config) else { return Ok(()) };
        let folder = config.parent().unwrap_or(config).to_path_buf();
        let (config, _) = super::config::parse(crate::text::FileId::NONE, &text);
        for bundle in &config.bundles {
            for (path, _) in bundle.files.iter().chain(&bundle.data_values_files) {
                let path = normalized(&folder.join(path));
                if self.vfs.files_below(&path).is_ok() {
                    self.below(&path)?;
                }
            }
        }
        Ok(())
    }

    fn text(&self, path: &Path) -> Option<String> {
        let (_, bytes) = self.files.iter().find(|(file, _)| file == path)?;
        Some(String::from_utf8_lossy(bytes.as_ref().ok()?).into_owned())
    }

    /// Loads the bundles that modelines name.
    fn modelines(&mut self) -> Result<(), Cancelled> {
        let named: BTreeSet<PathBuf> = self
            .files
            .iter()
            .filter_map(|(path, bytes)| {
                let text = String::from_utf8_lossy(bytes.as_ref().ok()?);
                Some(normalized(&path.parent()?.join(modeline::schema_of(&text)?)))
            })
            .collect();
        for path in &named {
            if self.seen.contains(path) {
                continue;
            }
            let Ok(files) = self.vfs.files_below(path) else { continue };
            let is_folder = files.first().is_none_or(|file| file != path);
            let folder = if is_folder { path.as_path() } else { path.parent().unwrap_or(path) };
            self.below(folder)?;
        }
        Ok(())
    }

    /// While no schema stands below the folder of a values file, loads one folder further out.
    fn schemas_around(&mut self) -> Result<(), Cancelled> {
        let mut schemas = self.folders_around(HAS_SCHEMA);
        let values: BTreeSet<PathBuf> = self
            .files
            .iter()
            .filter(|file| has_header(file, HAS_VALUES))
            .filter_map(|(path, _)| folder_of(path))
            .filter(|folder| !schemas.contains(folder))
            .collect();
        let mut tried = BTreeSet::new();
        for start in values {
            for folder in Surroundings::of(self.vfs, &start).folders {
                if tried.insert(folder.clone()) && self.below_if_small(&folder)? {
                    schemas = self.folders_around(HAS_SCHEMA);
                }
                if schemas.contains(&folder) {
                    break;
                }
            }
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
        let readers = self.files.iter().filter_map(|file| Some((folder_of(&file.0)?, file)));
        let readers: BTreeSet<PathBuf> = readers.filter(|(_, file)| may_read(file)).map(|(folder, _)| folder).collect();
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

    /// Whether that gave anything.
    fn below_if_small(&mut self, folder: &Path) -> Result<bool, Cancelled> {
        if folder.ancestors().any(|around| self.whole.contains(around)) {
            return Ok(false);
        }
        let known = self.files.len();
        if let Some(files) = self.vfs.files_below_if_few(folder, MAX_FILES_AROUND) {
            self.whole.insert(folder.to_path_buf());
            self.those_of(folder, files)?;
        }
        Ok(self.files.len() > known)
    }

    /// Every folder that has a file with such a header below it.
    fn folders_around(&self, headers: &[&str]) -> BTreeSet<PathBuf> {
        let files = self.files.iter().filter(|file| has_header(file, headers));
        files.flat_map(|(path, _)| path.ancestors().skip(1).map(Path::to_path_buf)).collect()
    }
}

/// A folder around the paths with more files than this is not the project's.
const MAX_FILES_AROUND: usize = 10_000;
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
    let Ok(bytes) = bytes else { return false };
    let text = String::from_utf8_lossy(bytes);
    ["@ytt:data", "@ytt:library"].iter().any(|sign| text.contains(sign))
}

/// Whether a line of the file starts with one of these annotations: a quick look before anything is parsed.
fn has_header((_, bytes): &LoadedFile, headers: &[&str]) -> bool {
    let Ok(bytes) = bytes else { return false };
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut comments = text.lines().map(str::trim).filter(|line| line.starts_with("#@"));
    comments.any(|line| headers.contains(&line.split(' ').next().unwrap_or(line)))
}

#[cfg(test)]
mod tests;
