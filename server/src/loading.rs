//! Reading files in the background: the folders once, then what the client says has changed. One thread does it in
//! order, so that an older read never replaces a newer one; what stands around a document that was just opened is read
//! beside it, since somebody waits for that.
//!
//! # Design
//!
//! A document that is opened before the folders have been read waits for that (`loading`): an answer that comes a
//! moment later beats a wrong one. What is read around a path is its whole project, as far as the edge, `.git` or
//! `sayl.toml` (`workspace::load`), so that what is true of a file does not depend on which files were named or
//! opened. Who *uses* what a file declares is looked for when somebody asks, for a rename or for references: then the
//! rest of a scan is waited for, and around a file without a folder the whole project is read, anew each time, for
//! nobody tells of changes there. Where nothing marks the edge, the project is the folder itself, and a rename says
//! that it may be partial. Problems are told of the folders, of open documents and of what belongs to those, not of
//! everything that came to be known.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::text::FileId;
use sayl_core::vfs::{LoadedFile, ReadError, Vfs};
use sayl_core::workspace::is_edge_mark;
use sayl_core::workspace::load::{edge_around, load, load_named};
use tokio::sync::Notify;

use crate::diagnostics::Diagnostics;
use crate::disk::Disk;
use crate::progress::Progress;
use crate::state::{State, is_config, is_ours};

/// What is to be read.
pub(crate) enum Task {
    /// Folders, whole.
    Scan(Vec<PathBuf>),
    /// Single files; gone ones are forgotten.
    Files(Vec<PathBuf>),
    /// Folders that are no longer the client's: what is known of them is forgotten.
    Forget(Vec<PathBuf>),
}

/// What is still to be read.
#[derive(Clone)]
pub(crate) struct Loading {
    tasks: Arc<Mutex<VecDeque<Task>>>,
    state: Arc<State>,
    diagnostics: Arc<Diagnostics>,
    work: Arc<Notify>,
}

impl Loading {
    /// `work` is notified of what is added.
    pub(crate) fn new(state: Arc<State>, diagnostics: Arc<Diagnostics>, work: Arc<Notify>) -> Self {
        Self { tasks: Arc::default(), state, diagnostics, work }
    }

    /// Adds a task behind those that wait.
    pub(crate) fn add(&self, task: Task) {
        self.state.neighbourhoods().add_task();
        self.tasks().push_back(task);
        self.work.notify_one();
    }

    /// Takes the task that waits longest.
    pub(crate) fn next(&self) -> Option<Task> {
        self.tasks().pop_front()
    }

    fn tasks(&self) -> MutexGuard<'_, VecDeque<Task>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a task. `progress` shows a scan to people.
    pub(crate) fn run(&self, task: Task, progress: &Progress) {
        let state = &*self.state;
        let _under_way = state.neighbourhoods().begin_task();
        match task {
            Task::Scan(folders) if folders.is_empty() => {}
            Task::Scan(folders) => scan(state, &folders, progress),
            Task::Files(paths) => {
                let is_config = paths.iter().any(|path| is_config(path));
                let (disk, read) = (state.disk(), read(state, paths));
                // Nobody cancels what changes on disk.
                if let Ok(files) = load_named(&*disk, &state.folders(), read, &CancelToken::new()) {
                    state.load(files);
                }
                // Other files are too large now, or no longer.
                if is_config && state.read_limits() {
                    scan(state, &state.folders(), progress);
                }
            }
            Task::Forget(folders) => state.forget_below(&folders),
        }
    }

    /// Reads what stands around a document with this text, unless it is known; then its problems can be told.
    pub(crate) fn around(&self, file: FileId, path: PathBuf, text: &str) {
        let loading = self.clone();
        let document = (path, Arc::from(text.as_bytes()));
        tokio::task::spawn_blocking(move || {
            loading.read_project_of(file, document);
            loading.state.neighbourhoods().end(file);
            loading.diagnostics.ready(file);
        });
    }

    /// Reads the project of a document; of one in a folder of the client, whoever reads the folder does so.
    fn read_project_of(&self, file: FileId, document: (PathBuf, Arc<[u8]>)) {
        let is_outside = self.state.is_outside(file);
        if !is_outside {
            // It is cancelled by nobody.
            let _ = self.state.neighbourhoods().wait_for_tasks(&CancelToken::new());
        }
        let Some(path) = self.state.path_not_scanned(file) else { return };
        let disk = DiskWithDocument { disk: self.state.disk_around(&path), document };
        let Ok(mut files) = load(&disk, &[path], &|_| {}, &CancelToken::new()) else { return };
        // Where people cancelled the reading of a folder, no project ends inside it for that.
        files.retain(|(path, _)| is_outside || !is_edge_mark(path) || disk.read(path) != Err(ReadError::NotFound));
        self.state.load_unknown(files);
    }

    /// Whether everybody who uses what a document declares is known once nothing is unread: it lies in a folder of the
    /// client that was read.
    pub(crate) fn knows_users(&self, document: FileId) -> bool {
        self.state.path_not_scanned(document).is_none()
    }

    /// Reads whatever may use what a document declares. The project around one that lies in no folder of the client is
    /// read each time this is asked for: nobody tells of changes there.
    pub(crate) fn read_users(&self, document: FileId, cancel: &CancelToken) -> Result<ProjectExtent, Cancelled> {
        self.state.neighbourhoods().wait_for_all(cancel)?;
        let Some(path) = self.state.path_not_scanned(document) else { return Ok(ProjectExtent::Project) };
        let before = self.state.snapshot().analysis.layout_revision();
        let extent = self.read_project(&path, cancel)?;
        if self.state.snapshot().analysis.layout_revision() != before {
            self.diagnostics.everything();
        }
        Ok(extent)
    }

    /// The project as far as its edge; where that is not known, the folder of the document.
    fn read_project(&self, path: &Path, cancel: &CancelToken) -> Result<ProjectExtent, Cancelled> {
        let disk = self.state.disk();
        let files = load(&*disk, &[path.to_path_buf()], &|_| {}, cancel)?;
        let edge = edge_around(&*disk, path.parent().unwrap_or(path));
        self.state.load(match edge {
            Some(edge) => with_those_gone(&self.state, edge, files),
            None => files,
        });
        Ok(if edge.is_some() { ProjectExtent::Project } else { ProjectExtent::Unknown })
    }
}

/// How far a project was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProjectExtent {
    /// All of it.
    Project,
    /// Nothing says where it ends, or it is too large: what lies near was read.
    Unknown,
}

/// The files of a project, and what was known there and is not among them any more.
fn with_those_gone(state: &State, edge: &Path, mut files: Vec<LoadedFile>) -> Vec<LoadedFile> {
    let there: BTreeSet<&PathBuf> = files.iter().map(|(path, _)| path).collect();
    let known = state.known_below(edge);
    let others: Vec<PathBuf> = known.into_iter().filter(|path| !there.contains(path)).collect();
    files.extend(others.into_iter().map(|path| (path.clone(), state.disk().read(&path))));
    files
}

/// The disk with an open document laid over it: the document's own text says what is needed around it, saved or not.
struct DiskWithDocument {
    disk: Disk,
    document: (PathBuf, Arc<[u8]>),
}

impl Vfs for DiskWithDocument {
    fn read(&self, path: &Path) -> Result<Arc<[u8]>, ReadError> {
        if path == self.document.0 { Ok(self.document.1.clone()) } else { self.disk.read(path) }
    }

    fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
        if folder == self.document.0 { Ok(vec![folder.to_path_buf()]) } else { self.disk.files_below(folder) }
    }

    fn files_below_if_few(&self, folder: &Path, most: usize) -> Option<Vec<PathBuf>> {
        self.disk.files_below_if_few(folder, most)
    }

    fn is_common(&self, folder: &Path) -> bool {
        self.disk.is_common(folder)
    }

    fn is_inside(&self, path: &Path, folder: &Path) -> bool {
        self.disk.is_inside(path, folder)
    }

    fn is_trusted(&self, file: &Path) -> bool {
        self.disk.is_trusted(file)
    }
}

/// Reads folders whole. Where people cancel it, what was read around open documents remains.
fn scan(state: &State, folders: &[PathBuf], progress: &Progress) {
    let cancel = progress.begin("Reading schemas and values", state.features().progress);
    let report = |count: usize| {
        if count.is_multiple_of(500) {
            progress.report(&format!("{count} files"));
        }
    };
    if let Ok(mut files) = load(&*state.disk(), folders, &report, &cancel) {
        // A folder that is not there is no file with a problem.
        files.retain(|(path, bytes)| bytes.is_ok() || !folders.contains(path));
        state.load(files);
        state.read_in_portions();
        state.set_scanned(folders);
    }
    progress.end();
}

fn read(state: &State, paths: Vec<PathBuf>) -> Vec<LoadedFile> {
    let disk = state.disk();
    let mut paths: Vec<PathBuf> = paths.into_iter().flat_map(|path| ours_at(state, &*disk, path)).collect();
    paths.sort();
    paths.dedup();
    paths.into_iter().map(|path| (path.clone(), disk.read(&path))).collect()
}

/// The files of ours that a change of a path is about: some clients tell of a whole folder in one word.
fn ours_at(state: &State, disk: &dyn Vfs, path: PathBuf) -> Vec<PathBuf> {
    if is_ours(&path) {
        return vec![path];
    }
    let there = disk.files_below(&path).unwrap_or_default();
    let known = state.known_below(&path);
    there.into_iter().filter(|file| is_ours(file)).chain(known).collect()
}
