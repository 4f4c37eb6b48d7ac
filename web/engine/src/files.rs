//! The files of a session: what a disk is elsewhere.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use sayl_core::vfs::{ReadError, Vfs};

/// Files by their absolute paths.
#[derive(Default)]
pub(crate) struct Files(RwLock<BTreeMap<PathBuf, Arc<[u8]>>>);

impl Files {
    /// Writes a file, or removes it.
    pub(crate) fn set(&self, path: PathBuf, text: Option<&str>) {
        let mut files = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match text {
            Some(text) => drop(files.insert(path, Arc::from(text.as_bytes()))),
            None => drop(files.remove(&path)),
        }
    }
}

impl Vfs for Files {
    fn read(&self, path: &Path) -> Result<Arc<[u8]>, ReadError> {
        let files = self.0.read().unwrap_or_else(PoisonError::into_inner);
        files.get(path).cloned().ok_or(ReadError::NotFound)
    }

    fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
        let files = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let below: Vec<PathBuf> = files.keys().filter(|path| path.starts_with(folder)).cloned().collect();
        if below.is_empty() { Err(ReadError::NotFound) } else { Ok(below) }
    }
}
