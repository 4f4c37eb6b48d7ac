//! A folder with files for a session, and the URIs of what is in it.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder on disk for one session.
pub struct Workspace {
    folder: TempDir,
}

impl Workspace {
    /// A folder with these files: relative path and text.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let workspace = Self { folder: tempfile::tempdir().expect("a folder for the test") };
        for (path, text) in files {
            workspace.write(path, text);
        }
        workspace
    }

    /// The folder.
    pub fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().expect("the folder is there")
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// The URI of a file in it; `""` is the folder itself.
    pub fn uri(&self, name: &str) -> String {
        uri_of(&if name.is_empty() { self.root() } else { self.path(name) })
    }

    /// Writes a file to disk.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder for the file");
        std::fs::write(path, text).expect("the file is written");
    }

    /// Removes a file from disk.
    pub fn remove(&self, name: &str) {
        std::fs::remove_file(self.path(name)).expect("the file is removed");
    }
}

/// The URI of a path without characters that need encoding.
fn uri_of(path: &Path) -> String {
    format!("file://{}", path.display())
}
