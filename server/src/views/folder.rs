//! A folder for views that are shown as files, for clients that can open nothing else. It is only for this user, and
//! gone when the server ends. A server that is killed leaves its folder behind, and a later one removes it.

use std::collections::HashMap;
use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};

use sayl_core::problem::Code;
use tempfile::TempDir;
use tower_lsp::ls_types::Uri;

use crate::lsp::uri;
use crate::lsp::view_uri::{View, ViewKind};

/// What the folder of every server is called, before what makes its own.
const PREFIX: &str = "sayl-views-";

/// The file in it that its server keeps locked.
const LOCK: &str = ".lock";

/// The files written so far.
#[derive(Default)]
pub(super) struct ViewFolder {
    folder: Option<LockedFolder>,
    paths: HashMap<View, PathBuf>,
}

impl ViewFolder {
    /// Writes a view to its file, and gives its path.
    pub(super) fn write(&mut self, view: &View, text: &str) -> io::Result<PathBuf> {
        let path = match self.paths.get(view) {
            Some(path) => path.clone(),
            None => self.path_for(view)?,
        };
        fs::write(&path, text)?;
        self.paths.insert(view.clone(), path.clone());
        Ok(path)
    }

    /// A path of its own, called after the document: `2/dev.values.yml`.
    fn path_for(&mut self, view: &View) -> io::Result<PathBuf> {
        let number = self.paths.len().to_string();
        let own = self.open()?.join(number);
        fs::create_dir_all(&own)?;
        let source = uri::path_of(&view.source);
        let stem = source.file_stem().unwrap_or_default().to_string_lossy().replace([':', '/', '\\'], "-");
        Ok(own.join(match view.kind {
            ViewKind::DataValues => format!("{stem}.values.yml"),
            ViewKind::SchemaDocs => format!("{stem}.schema.md"),
            ViewKind::Rendered => format!("{stem}.rendered.yml"),
            ViewKind::Graph => format!("{stem}.graph.md"),
        }))
    }

    /// Writes the page that explains a code, and gives its path: `problems/unknown-key.md`.
    pub(super) fn write_explanation(&mut self, code: Code, text: &str) -> io::Result<PathBuf> {
        let folder = self.open()?.join("problems");
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{}.md", code.name()));
        fs::write(&path, text)?;
        Ok(path)
    }

    /// The folder, made when it is needed first.
    fn open(&mut self) -> io::Result<&Path> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => LockedFolder::new()?,
        };
        Ok(self.folder.insert(folder).folder.path())
    }

    /// The view that a document of the client is.
    pub(super) fn view(&self, document: &Uri) -> Option<View> {
        let folder = self.folder.as_ref()?.folder.path();
        let path = uri::path_of(document);
        let is_it = |written: &Path| written == path || is_same_file(written, &path, folder);
        self.paths.iter().find(|(_, written)| is_it(written)).map(|(view, _)| view.clone())
    }
}

/// Editors resolve links, and temporary folders often stand behind one.
fn is_same_file(written: &Path, path: &Path, folder: &Path) -> bool {
    let below = written.strip_prefix(folder).ok();
    let name = folder.file_name().map(Path::new);
    name.zip(below).is_some_and(|(name, below)| path.ends_with(name.join(below)))
}

/// A folder, removed when it is dropped, that says for how long it is in use.
struct LockedFolder {
    /// Dropped before the folder that holds it.
    _lock: File,
    folder: TempDir,
}

impl LockedFolder {
    fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let unlocked = folder.path().join("unlocked");
        let lock = File::create(&unlocked)?;
        // It gets its name when it is locked: nobody takes the folder for abandoned before, or where there are no locks.
        if lock.try_lock().is_ok() {
            fs::rename(unlocked, folder.path().join(LOCK))?;
        }
        Ok(Self { _lock: lock, folder })
    }
}

/// Removes what servers of this user that were killed have left among temporary files.
pub(crate) fn remove_abandoned(temporary: &Path) {
    let Ok(entries) = fs::read_dir(temporary) else { return };
    let ours = entries.flatten().filter(|entry| entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()));
    for abandoned in ours.filter(is_abandoned) {
        // Another server may be at it, too.
        let _ = fs::remove_dir_all(abandoned.path());
    }
}

/// A folder of this user with a lock that nobody holds.
fn is_abandoned(entry: &DirEntry) -> bool {
    entry.metadata().is_ok_and(|metadata| metadata.is_dir() && is_own(&metadata))
        && File::open(entry.path().join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok())
}

#[cfg(unix)]
fn is_own(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Elsewhere every user has temporary files of their own.
#[cfg(not(unix))]
fn is_own(_: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_that_no_server_holds_any_more_are_removed() {
        let temporary = tempfile::tempdir().unwrap();
        let make = |name: &str, files: &[&str]| {
            let folder = temporary.path().join(name);
            fs::create_dir_all(&folder).unwrap();
            for file in files {
                fs::write(folder.join(file), "").unwrap();
            }
            folder
        };
        let abandoned = make("sayl-views-1", &[LOCK, "dev.values.yml"]);
        let held = make("sayl-views-2", &[LOCK]);
        let lock = File::open(held.join(LOCK)).unwrap();
        lock.lock().unwrap();
        let begun = make("sayl-views-3", &["unlocked"]);
        let other = make("sayl-4", &[LOCK]);
        remove_abandoned(temporary.path());
        assert_eq!([abandoned, held, begun, other].map(|folder| folder.exists()), [false, true, true, true]);
    }

    #[test]
    fn a_folder_is_held_as_long_as_it_is_used() {
        let used = LockedFolder::new().unwrap();
        let path = used.folder.path().to_owned();
        let lock = File::open(path.join(LOCK)).unwrap();
        assert!(lock.try_lock().is_err());
        drop((lock, used));
        assert!(!path.exists());
    }
}
