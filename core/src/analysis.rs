//! The only place with memory: apply changes to an [`AnalysisHost`], take an [`Analysis`], ask.
//!
//! An analysis is a snapshot: edits that come later do not disturb it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cancel::{CancelToken, Cancelled};
use crate::document::TextDocument;
use crate::problem::Problem;
use crate::schema::Schema;
use crate::text::{FileId, TextRange};
use crate::values::Value;
use crate::vfs::{LoadedFile, Vfs};
use crate::workspace::GivenBundle;

/// The state of the world: folders, files, open documents. Owned by one thread, or behind a lock.
pub struct AnalysisHost {
    _vfs: Arc<dyn Vfs>,
}

impl AnalysisHost {
    /// A world without files. What is asked for later is read through `vfs`.
    pub fn new(vfs: Arc<dyn Vfs>) -> Self {
        Self { _vfs: vfs }
    }

    /// Sets the workspace folders; files are found in them by [`workspace::scan`](crate::workspace::scan).
    pub fn set_folders(&mut self, folders: Vec<PathBuf>) {
        let _ = folders;
    }

    /// Takes files as read from disk, new or changed; open documents keep their own text.
    pub fn load(&mut self, files: Vec<LoadedFile>) {
        let _ = files;
    }

    /// Forgets files that are gone from disk.
    pub fn remove(&mut self, paths: &[PathBuf]) {
        let _ = paths;
    }

    /// Checks exactly this bundle, as given on the command line, instead of discovering bundles.
    pub fn set_given_bundle(&mut self, bundle: GivenBundle) {
        let _ = bundle;
    }

    /// An editor opened a document; its text now counts instead of the disk's.
    pub fn open(&mut self, path: &Path, text: &str, version: i32) -> FileId {
        let _ = (path, text, version);
        FileId::NONE
    }

    /// An editor changed an open document: replacements in order, each in bytes of the text that the one before left.
    /// Costs what the edits touch.
    pub fn edit(&mut self, file: FileId, edits: &[(TextRange, String)], version: i32) {
        let _ = (file, edits, version);
    }

    /// An editor closed a document; the text on disk counts again.
    pub fn close(&mut self, file: FileId) {
        let _ = file;
    }

    /// A snapshot to ask.
    pub fn analysis(&self) -> Analysis {
        Analysis {}
    }
}

/// A snapshot of the world. Cheap to clone; asking it computes at most once what nobody asked before.
#[derive(Clone)]
pub struct Analysis {}

impl Analysis {
    /// The file at a path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        let _ = path;
        None
    }

    /// The path of a file.
    pub fn path(&self, file: FileId) -> &Path {
        let _ = file;
        Path::new("")
    }

    /// Every file in path order: members of bundles, values files and `sayl.toml`s.
    pub fn files(&self) -> Vec<FileId> {
        Vec::new()
    }

    /// The text and nodes of a file; `None` where it could not be read.
    pub fn document(&self, file: FileId) -> Option<&TextDocument> {
        let _ = file;
        None
    }

    /// The version of an open document as its editor counts, `None` for a file that is not open.
    pub fn version(&self, file: FileId) -> Option<i32> {
        let _ = file;
        None
    }

    /// Every problem of a file: syntax, schema, values, settings applied (severities, suppressions), sorted by
    /// position. All places are absolute ([`SegmentId::DOCUMENT`](crate::text::SegmentId::DOCUMENT)).
    pub fn problems(&self, file: FileId, cancel: &CancelToken) -> Result<Arc<Vec<Problem>>, Cancelled> {
        let _ = (file, cancel);
        Ok(Arc::default())
    }

    /// The files whose problems may change when `file` does, itself excluded.
    pub fn dependents(&self, file: FileId) -> Vec<FileId> {
        let _ = file;
        Vec::new()
    }

    /// The schema that governs the YAML document at index `document` of a values file, or that this schema document
    /// helps to build. While it is broken: the last one that compiled.
    pub fn schema(&self, file: FileId, document: usize) -> Option<Arc<Schema>> {
        let _ = (file, document);
        None
    }

    /// The final data values that a values file leads to; for a given bundle, `file` is ignored.
    pub fn final_values(&self, file: FileId) -> Option<Value> {
        let _ = file;
        None
    }
}
