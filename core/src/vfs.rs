//! The outside world as a trait: the engine reads files only through it, and never writes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a file could not be read; its text is for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is no such file.
    NotFound,
    /// The path is a folder.
    IsFolder,
    /// The path is a folder whose files cannot be listed, in the system's words.
    ClosedFolder(String),
    /// The file holds more bytes than the limit.
    TooLarge {
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The path lies outside of the project that names it, and nobody said that the project is trusted.
    Outside,
    /// Anything else, in the system's words.
    Other(String),
}

/// A file as it is on disk. Reading it is slow; do it off the main thread.
pub type LoadedFile = (PathBuf, Result<Arc<[u8]>, ReadError>);

/// The files that the engine may see. Open editor buffers are laid over it by `analysis`.
pub trait Vfs: Send + Sync {
    /// The bytes of a file.
    fn read(&self, path: &Path) -> Result<Arc<[u8]>, ReadError>;
    /// Every file below `folder`, sorted by path; a file given as `folder` is itself.
    fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, ReadError>;

    /// The same, if there are no more than so many: nobody looks for the rest of too many.
    fn files_below_if_few(&self, folder: &Path, most: usize) -> Option<Vec<PathBuf>> {
        self.files_below(folder).ok().filter(|files| files.len() <= most)
    }

    /// Whether things lie in this folder that have nothing to do with each other, as in somebody's home: it is no part
    /// of any project.
    fn is_common(&self, _folder: &Path) -> bool {
        false
    }

    /// Whether a path lies in a folder, wherever the links on the way lead.
    fn is_inside(&self, path: &Path, folder: &Path) -> bool {
        path.starts_with(folder)
    }

    /// Whether the user trusts whoever wrote a file, so that what it names may lie anywhere.
    fn is_trusted(&self, _file: &Path) -> bool {
        false
    }
}
