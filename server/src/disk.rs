//! The disk as the engine's outside world. Reads only; what is open in an editor, `core::analysis` lays over it.
//!
//! Which files are below a folder depends on who asks. *Discovery* leaves out what nobody wrote by hand: hidden folders,
//! `node_modules`, `target`, and what ignore files (`.gitignore`, `.ignore`) name. A folder *given* with `-f` is read
//! whole, as ytt reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ignore::WalkBuilder;
use sayl_core::text::FileId;
use sayl_core::vfs::{LoadedFile, ReadError, Vfs};
use sayl_core::workspace::{CONFIG_NAME, EDGE_NAME, RENAMED, config};

/// Files with more bytes than this are refused unless `sayl.toml` says otherwise.
pub(crate) const DEFAULT_LIMIT: u64 = config::DEFAULT_MAX_FILE_SIZE;

/// What a `sayl.toml` says about the size of files in bytes.
pub(crate) fn configured_limit(config: &Path) -> Option<u64> {
    let bytes = read_limited(config, DEFAULT_LIMIT, Accepted::Regular).ok()?;
    config::parse(FileId::NONE, std::str::from_utf8(&bytes).ok()?).0.max_file_size
}

/// Lists, baselines and reports with more bytes than this are refused: a device that never ends cannot fill the memory.
pub(crate) const MOST_GIVEN: u64 = 1 << 30;

/// A list, a baseline or a report that the command line names.
pub(crate) fn read_given(path: &Path) -> Result<Arc<[u8]>, ReadError> {
    read_limited(path, MOST_GIVEN, Accepted::Any)
}

/// The same, which is text.
pub(crate) fn read_given_text(path: &Path) -> Result<String, ReadError> {
    let bytes = read_given(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| ReadError::Other("it is not UTF-8 text".to_owned()))?;
    Ok(text.to_owned())
}

/// The nearest `sayl.toml` in or above a folder.
pub(crate) fn nearest_config(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(CONFIG_NAME)).find(|path| path.exists())
}

/// Why something cannot be read, in fewer words than the system's.
const DENIED: &str = "permission denied";

/// Why something is not read.
const NOT_REGULAR: &str = "it is not a regular file";

/// Files that say which files of a folder are ignored.
const IGNORE_FILES: [&str; 3] = [".gitignore", ".ignore", ".git/info/exclude"];

/// An ignore file with more bytes than this is not read.
const MOST_IGNORED: u64 = 1 << 20;

/// Folders that discovery never enters.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// The disk, with texts laid over it, such as a document from standard input.
pub(crate) struct Disk {
    limit: u64,
    is_whole: bool,
    /// Whether what a `sayl.toml` or a modeline names may lie outside of its project.
    is_trusting: bool,
    /// Of a folder with more files than this, those below its folders are left out.
    most: Option<usize>,
    /// The only files there are, where they are listed.
    listed: Option<BTreeSet<PathBuf>>,
    texts: BTreeMap<PathBuf, Arc<[u8]>>,
    /// Paths that files are given besides their own, and the files.
    renamed: BTreeMap<PathBuf, PathBuf>,
    config: Option<GivenConfig>,
    /// Folders that could not be listed, each once however often it is tried.
    closed: Closed,
    /// Symbolic links among the files of folders that are given.
    links: Mutex<BTreeSet<PathBuf>>,
}

/// Folders that could not be listed.
#[derive(Clone, Default)]
struct Closed(Arc<Mutex<BTreeMap<PathBuf, ReadError>>>);

impl Closed {
    fn insert(&self, folder: &Path, error: ReadError) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_path_buf(), error);
    }

    fn take(&self) -> BTreeMap<PathBuf, ReadError> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The one configuration that counts.
struct GivenConfig {
    /// Where it is.
    file: PathBuf,
    /// The `sayl.toml` that it stands for.
    alias: PathBuf,
}

impl Disk {
    /// The disk as discovery sees it.
    pub(crate) fn discovering(limit: u64) -> Self {
        Self {
            limit,
            is_whole: false,
            is_trusting: false,
            most: None,
            listed: None,
            texts: BTreeMap::new(),
            renamed: BTreeMap::new(),
            config: None,
            closed: Closed::default(),
            links: Mutex::default(),
        }
    }

    /// The disk as ytt sees it: everything below the folders it is given.
    pub(crate) fn given(limit: u64) -> Self {
        Self { is_whole: true, ..Self::discovering(limit) }
    }

    /// The same disk, where what a `sayl.toml` or a modeline names may lie outside of its project, or not.
    #[must_use]
    pub(crate) fn with_trust(mut self, is_trusting: bool) -> Self {
        self.is_trusting = is_trusting;
        self
    }

    /// The same disk, where of a folder with more files than this those below its folders are left out.
    #[must_use]
    pub(crate) fn with_at_most(mut self, most: usize) -> Self {
        self.most = Some(most);
        self
    }

    /// The same disk, where there are no other files than these.
    #[must_use]
    pub(crate) fn with_only(mut self, files: BTreeSet<PathBuf>) -> Self {
        self.listed = Some(files);
        self
    }

    /// The same disk, where `path` holds these bytes.
    #[must_use]
    pub(crate) fn with_text(mut self, path: PathBuf, bytes: Vec<u8>) -> Self {
        self.texts.insert(path, bytes.into());
        self
    }

    /// The same disk, where `path` is another path of a file.
    #[must_use]
    pub(crate) fn with_renamed(mut self, path: PathBuf, file: PathBuf) -> Self {
        self.renamed.insert(path, file);
        self
    }

    /// The same disk, where `file` is read as the `sayl.toml` called `alias`, and there is no other.
    #[must_use]
    pub(crate) fn with_config(mut self, file: PathBuf, alias: PathBuf) -> Self {
        self.config = Some(GivenConfig { file, alias });
        self
    }

    /// The configuration that was given.
    pub(crate) fn config_path(&self) -> Option<&Path> {
        self.config.as_ref().map(|config| config.alias.as_path())
    }

    /// The folders that could not be listed since this was asked last.
    pub(crate) fn take_closed(&self) -> Vec<LoadedFile> {
        self.closed.take().into_iter().map(|(folder, error)| (folder, Err(error))).collect()
    }

    /// The symbolic links that were met.
    pub(crate) fn links(&self) -> Vec<PathBuf> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn note_link(&self, path: &Path) {
        self.links.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf());
    }

    fn is_hidden_config(&self, path: &Path) -> bool {
        let is_config = path.file_name().is_some_and(|name| name == CONFIG_NAME);
        is_config && self.config.as_ref().is_some_and(|config| config.alias != path)
    }

    fn texts_below(&self, folder: &Path) -> impl Iterator<Item = &PathBuf> {
        self.texts.keys().filter(move |path| path.starts_with(folder))
    }
}

impl Vfs for Disk {
    fn read(&self, path: &Path) -> Result<Arc<[u8]>, ReadError> {
        let path = self.renamed.get(path).map_or(path, PathBuf::as_path);
        if let Some(bytes) = self.texts.get(path) {
            let size = bytes.len() as u64;
            let is_small = size <= self.limit;
            return if is_small { Ok(bytes.clone()) } else { Err(ReadError::TooLarge { size, limit: self.limit }) };
        }
        if self.is_hidden_config(path) {
            return Err(ReadError::NotFound);
        }
        let given = self.config.as_ref().filter(|config| config.alias == path);
        if let Some(listed) = self.listed.as_ref().filter(|files| given.is_none() && !files.contains(path)) {
            return Err(listed_below(listed, path).err().unwrap_or(ReadError::IsFolder));
        }
        let accepted = if self.is_whole || given.is_some() { Accepted::Any } else { Accepted::Regular };
        read_limited(given.map_or(path, |config| &config.file), self.limit, accepted)
    }

    fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
        self.some_below(folder, None)
    }

    fn files_below_if_few(&self, folder: &Path, most: usize) -> Option<Vec<PathBuf>> {
        self.some_below(folder, Some(most + 1)).ok().filter(|files| files.len() <= most)
    }

    fn is_inside(&self, path: &Path, folder: &Path) -> bool {
        // Of a list, everything was given.
        let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        self.listed.is_some() || real(path).starts_with(real(folder))
    }

    fn is_trusted(&self, file: &Path) -> bool {
        self.is_trusting || self.config.as_ref().is_some_and(|config| config.alias == file)
    }

    fn is_common(&self, folder: &Path) -> bool {
        static COMMON: OnceLock<Vec<PathBuf>> = OnceLock::new();
        let common = COMMON.get_or_init(|| std::env::home_dir().into_iter().chain([std::env::temp_dir()]).collect());
        common.iter().any(|common| common == folder)
    }
}

/// Those of the files that lie below a folder. They are in order, so these are neighbours.
fn listed_below(files: &BTreeSet<PathBuf>, folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let from_here = files.range::<Path, _>((Bound::Included(folder), Bound::Unbounded));
    let below: Vec<PathBuf> = from_here.take_while(|path| path.starts_with(folder)).cloned().collect();
    if below.is_empty() { Err(ReadError::NotFound) } else { Ok(below) }
}

impl Disk {
    /// The files below a folder, or so many of them.
    fn some_below(&self, folder: &Path, most: Option<usize>) -> Result<Vec<PathBuf>, ReadError> {
        let is_renamed = folder.as_os_str().as_encoded_bytes().ends_with(&[RENAMED as u8]);
        let renamed = self.renamed.keys().filter(|path| is_renamed && path.starts_with(folder));
        let renamed: Vec<PathBuf> = renamed.cloned().collect();
        if !renamed.is_empty() {
            return Ok(renamed);
        }
        let mut files = match &self.listed {
            Some(listed) => listed_below(listed, folder),
            None => self.found_below(folder, most),
        }
        .or_else(|error| if self.texts_below(folder).next().is_some() { Ok(Vec::new()) } else { Err(error) })?;
        files.extend(self.texts_below(folder).cloned());
        files.retain(|path| !self.is_hidden_config(path));
        files.sort();
        files.dedup();
        Ok(files)
    }

    fn found_below(&self, folder: &Path, most: Option<usize>) -> Result<Vec<PathBuf>, ReadError> {
        let below = |most| self.files(folder, None).take(most).collect();
        match std::fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => Ok(most.map_or_else(|| self.walk(folder), below)),
            Ok(_) => {
                if folder.is_symlink() {
                    self.note_link(folder);
                }
                Ok(vec![folder.to_path_buf()])
            }
            Err(error) => Err(read_error(&error)),
        }
    }

    /// Every regular file below a folder. A folder that may not be entered is noted and passed over.
    fn walk(&self, folder: &Path) -> Vec<PathBuf> {
        let all = self.files(folder, None).take(self.most.map_or(usize::MAX, |most| most + 1));
        let all: Vec<PathBuf> = all.collect();
        match self.most {
            Some(most) if all.len() > most => self.files(folder, Some(1)).collect(),
            _ => all,
        }
    }

    /// The regular files below a folder, as many folders deep.
    fn files(&self, folder: &Path, depth: Option<usize>) -> impl Iterator<Item = PathBuf> {
        self.entries(folder, depth).flat_map(|entry| {
            let is = |test: fn(&std::fs::FileType) -> bool| entry.file_type().as_ref().is_some_and(test);
            let is_folder = !self.is_whole && is(std::fs::FileType::is_dir);
            let mark = is_folder.then(|| entry.path().join(EDGE_NAME)).filter(|mark| mark.exists());
            let is_link = self.is_whole && is(std::fs::FileType::is_symlink);
            if is_link {
                self.note_link(entry.path());
            }
            let file = (is_link || is(std::fs::FileType::is_file)).then(|| entry.into_path());
            mark.into_iter().chain(file)
        })
    }

    /// A folder with those below it that files are looked for in.
    pub(crate) fn folders(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        let folders = self.entries(folder, None).filter(|entry| entry.file_type().is_some_and(|kind| kind.is_dir()));
        folders.map(ignore::DirEntry::into_path)
    }

    /// The folders right below one that files are looked for in.
    pub(crate) fn folders_in(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        let below = self.entries(folder, Some(1)).filter(|entry| entry.depth() == 1);
        let folders = below.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_dir()));
        folders.map(ignore::DirEntry::into_path)
    }

    fn entries(&self, folder: &Path, depth: Option<usize>) -> impl Iterator<Item = ignore::DirEntry> {
        let mut builder = WalkBuilder::new(folder);
        builder.max_depth(depth);
        // In this order paths are sorted, so that to sort them again costs little.
        builder.hidden(false).sort_by_file_name(std::ffi::OsStr::cmp);
        if self.is_whole {
            builder.standard_filters(false);
        } else {
            if let Some(error) = folder.ancestors().find_map(unreadable_ignore_file) {
                self.closed.insert(folder, error);
                builder.standard_filters(false);
            }
            let closed = self.closed.clone();
            builder.filter_entry(move |entry| entry.depth() == 0 || !is_skipped(entry) && may_enter(entry, &closed));
        }
        builder.build().filter_map(|entry| entry.inspect_err(|error| self.note(error)).ok())
    }

    /// Notes the folder that an error of the walk is about, if it may not be listed.
    fn note(&self, error: &ignore::Error) {
        if let Some((folder, error)) = closed_folder(error) {
            self.closed.insert(&folder, error);
        }
    }
}

/// The folder that an error of the walk is about, if it may not be listed. (Loops of links and links to nothing are
/// none.)
fn closed_folder(error: &ignore::Error) -> Option<(PathBuf, ReadError)> {
    match error {
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => closed_folder(err),
        ignore::Error::WithPath { path, err } => {
            let is_denied = err.io_error().is_some_and(|error| error.kind() == ErrorKind::PermissionDenied);
            (is_denied && path.is_dir()).then(|| (path.clone(), ReadError::ClosedFolder(DENIED.to_owned())))
        }
        _ => None,
    }
}

/// Why an ignore file of a folder cannot be read, if one cannot: reading a pipe or a device may never end.
fn unreadable_ignore_file(folder: &Path) -> Option<ReadError> {
    IGNORE_FILES.iter().find_map(|name| {
        let metadata = std::fs::metadata(folder.join(name)).ok()?;
        let is_readable = metadata.is_dir() || metadata.is_file() && metadata.len() <= MOST_IGNORED;
        (!is_readable).then(|| ReadError::ClosedFolder(format!("its `{name}` is not a regular file of at most 1 MB")))
    })
}

fn may_enter(entry: &ignore::DirEntry, closed: &Closed) -> bool {
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    let Some(error) = is_folder.then(|| unreadable_ignore_file(entry.path())).flatten() else { return true };
    closed.insert(entry.path(), error);
    false
}

fn is_skipped(entry: &ignore::DirEntry) -> bool {
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
    is_folder && (is_hidden || SKIPPED.iter().any(|name| entry.file_name() == *name))
}

/// Which kinds of files are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accepted {
    /// Regular files: a pipe or a device that lies in a project may never end, or never begin.
    Regular,
    /// Whatever the command line names, such as the output of another command.
    Any,
}

/// Reads at most `limit` bytes: also a pipe, whose size nobody knows before, cannot fill the memory.
fn read_limited(path: &Path, limit: u64, accepted: Accepted) -> Result<Arc<[u8]>, ReadError> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    if accepted == Accepted::Regular {
        // Opening a pipe waits for its writer otherwise.
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
        );
    }
    let file = options.open(path).map_err(|error| read_error(&error))?;
    let metadata = file.metadata().map_err(|error| read_error(&error))?;
    if metadata.is_dir() {
        return Err(ReadError::IsFolder);
    }
    if accepted == Accepted::Regular && !metadata.is_file() {
        return Err(ReadError::Other(NOT_REGULAR.to_owned()));
    }
    if metadata.len() > limit {
        return Err(ReadError::TooLarge { size: metadata.len(), limit });
    }
    read_all(file, metadata.len(), limit)
}

/// Reads to the end, at most `limit` bytes; there are about `expected`.
pub(crate) fn read_all(from: impl Read, expected: u64, limit: u64) -> Result<Arc<[u8]>, ReadError> {
    let mut bytes = Vec::with_capacity(expected as usize + 1);
    from.take(limit + 1).read_to_end(&mut bytes).map_err(|error| read_error(&error))?;
    let size = bytes.len() as u64;
    if size > limit { Err(ReadError::TooLarge { size, limit }) } else { Ok(bytes.into()) }
}

fn read_error(error: &std::io::Error) -> ReadError {
    match error.kind() {
        // Below a file there is nothing.
        ErrorKind::NotFound | ErrorKind::NotADirectory => ReadError::NotFound,
        ErrorKind::IsADirectory => ReadError::IsFolder,
        ErrorKind::PermissionDenied => ReadError::Other(DENIED.to_owned()),
        _ => ReadError::Other(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_read_up_to_the_limit() {
        let read = read_all(std::io::repeat(0), 0, 10);
        assert!(matches!(read, Err(ReadError::TooLarge { size: 11, limit: 10 })));
    }

    #[test]
    fn of_a_folder_with_too_many_files_only_its_own_are_found() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("deep")).unwrap();
        for name in ["a.yml", "deep/b.yml", "deep/c.yml"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let found = |most| {
            let disk = Disk::discovering(DEFAULT_LIMIT).with_at_most(most);
            disk.files_below(folder.path()).unwrap().len()
        };
        assert_eq!((found(3), found(2)), (3, 1));
    }
}
