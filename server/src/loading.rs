//! Reading files in the background: the folders once, then what the client says has changed. One thread does it in
//! order, so that an older read never replaces a newer one; what stands around a document that was just opened is read
//! beside it, since somebody waits for that.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use sayl_core::cancel::CancelToken;
use sayl_core::text::FileId;
use sayl_core::vfs::{LoadedFile, ReadError, Vfs};
use sayl_core::workspace::{self, load::load};

use crate::diagnostics::Diagnostics;
use crate::disk::Disk;
use crate::progress::Progress;
use crate::state::State;

/// What is to be read.
pub(crate) enum Task {
    /// Folders, whole.
    Scan(Vec<PathBuf>),
    /// Single files; gone ones are forgotten.
    Files(Vec<PathBuf>),
    /// Folders that are no longer the client's: what is known of them is forgotten.
    Forget(Vec<PathBuf>),
}

/// Takes tasks for the background.
#[derive(Clone)]
pub(crate) struct Loading {
    tasks: Arc<Mutex<Sender<Task>>>,
    state: Arc<State>,
    diagnostics: Arc<Diagnostics>,
}

impl Loading {
    /// The second part is what [`run`] works on.
    pub(crate) fn new(state: Arc<State>, diagnostics: Arc<Diagnostics>) -> (Self, Receiver<Task>) {
        let (tasks, to_do) = channel();
        (Self { tasks: Arc::new(Mutex::new(tasks)), state, diagnostics }, to_do)
    }

    /// Adds a task behind those that wait.
    pub(crate) fn add(&self, task: Task) {
        // Without a thread that reads there is nothing to wait for.
        let _ = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).send(task);
    }

    /// Reads what stands around a document with this text, unless it is known; then its problems can be told.
    pub(crate) fn around(&self, file: FileId, path: PathBuf, text: &str) {
        let loading = self.clone();
        let document = (path, Arc::from(text.as_bytes()));
        tokio::task::spawn_blocking(move || {
            loading.read_around(document);
            loading.state.neighbourhoods().end(file);
            loading.diagnostics.edited(file);
            loading.diagnostics.wake();
        });
    }

    fn read_around(&self, document: (PathBuf, Arc<[u8]>)) {
        let path = document.0.clone();
        let disk = DiskWithDocument { disk: self.state.disk_around(&path), document };
        let folder = path.parent().map(PathBuf::from);
        let paths: Vec<PathBuf> = folder.into_iter().chain([path]).collect();
        if let Ok(files) = load(&disk, &paths, &|_| {}, &CancelToken::new()) {
            self.state.load_unknown(files);
        }
    }
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
}

/// Works on tasks until nobody can add any. `progress` shows a scan to people.
pub(crate) fn run(loading: &Loading, to_do: &Receiver<Task>, progress: &Progress) {
    while let Ok(task) = to_do.recv() {
        match task {
            Task::Scan(folders) if folders.is_empty() => {}
            Task::Scan(folders) => scan(&loading.state, &folders, progress),
            Task::Files(paths) => {
                let is_config = paths.iter().any(|path| is_config(path));
                loading.state.load(read(&loading.state, paths));
                // Other files are too large now, or no longer.
                if is_config && loading.state.read_limits() {
                    scan(&loading.state, &loading.state.folders(), progress);
                }
            }
            Task::Forget(folders) => loading.state.forget_below(&folders),
        }
        loading.diagnostics.everything();
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

/// Whether the workspace reads such a file of its own accord.
pub(crate) fn is_ours(path: &Path) -> bool {
    workspace::is_source(path) || is_config(path)
}

fn is_config(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == workspace::CONFIG_NAME)
}
