//! Watching the files of folders for clients that do not, such as Neovim on Linux: without it, what git brings in would
//! be seen at the next start.
//!
//! A thread of its own waits for changes, gathers them for a moment, and has the files read as if the client had told
//! of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use notify::Event;
use sayl_core::workspace::CONFIG_NAME;

use crate::client::Client;
use crate::disk::Disk;
use crate::loading::{Loading, Task};
use crate::watched_folders::WatchedFolders;

/// For so long changes are gathered: git and generators write many files in a row.
const PAUSE: Duration = Duration::from_millis(50);

/// Names of files that are of interest end so.
const ENDINGS: [&str; 5] = [".yml", ".yaml", ".star", ".txt", CONFIG_NAME];

/// Watches folders once it is started.
#[derive(Default)]
pub(crate) struct FileWatcher {
    news: Mutex<Option<Sender<News>>>,
}

enum News {
    /// A folder is to be watched, with those inside of it.
    Folder(PathBuf),
    /// Something changed in a watched one.
    Change(notify::Result<Event>),
}

impl FileWatcher {
    /// Starts to watch.
    pub(crate) fn start(&self, loading: Loading, client: Client) {
        let (sender, news) = channel();
        let handler = sender.clone();
        let folders = WatchedFolders::new(move |change| drop(handler.send(News::Change(change))));
        match folders {
            Ok(folders) => {
                let watching = Watching { folders, loading, client: client.clone(), has_complained: false };
                let thread = thread::Builder::new().name("file watcher".to_owned());
                match thread.spawn(move || watching.run(&news)) {
                    Ok(_) => *self.news.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender),
                    Err(error) => client.log_warning(&format!("Files are not watched: {error}")),
                }
            }
            Err(error) => client.log_warning(&format!("Files are not watched: {error}")),
        }
    }

    /// Watches folders with those inside of them, if it was started.
    pub(crate) fn add(&self, folders: &[PathBuf]) {
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in folders {
            let _ = news.as_ref().map(|news| news.send(News::Folder(folder.clone())));
        }
    }
}

/// What the thread works with.
struct Watching {
    folders: WatchedFolders,
    loading: Loading,
    client: Client,
    has_complained: bool,
}

impl Watching {
    fn run(mut self, news: &Receiver<News>) {
        let mut changed: BTreeSet<PathBuf> = BTreeSet::new();
        loop {
            let next = if changed.is_empty() {
                news.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                news.recv_timeout(PAUSE)
            };
            match next {
                Ok(News::Folder(folder)) => self.add(&folder),
                Ok(News::Change(change)) => changed.extend(self.changed(change)),
                Err(RecvTimeoutError::Timeout) => {
                    let paths = self.with_folders_watched(std::mem::take(&mut changed));
                    self.loading.add(Task::Files(paths));
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// The paths that are to be read after a change.
    fn changed(&mut self, change: notify::Result<Event>) -> Vec<PathBuf> {
        let event = match change {
            Ok(event) => event,
            Err(error) => {
                self.complain(&error);
                return Vec::new();
            }
        };
        event.paths.into_iter().filter(|path| is_of_interest(path)).collect()
    }

    /// Watches the folders among changed paths, and leaves out those that nobody looks into, such as ignored ones. What
    /// was put into one before is read with it.
    fn with_folders_watched(&mut self, changed: BTreeSet<PathBuf>) -> Vec<PathBuf> {
        let (folders, mut paths): (Vec<PathBuf>, Vec<PathBuf>) = changed.into_iter().partition(|path| path.is_dir());
        let disk = Disk::discovering(0);
        let parents: BTreeSet<&Path> = folders.iter().filter_map(|folder| folder.parent()).collect();
        let discovered: BTreeSet<PathBuf> = parents.into_iter().flat_map(|parent| disk.folders_in(parent)).collect();
        for folder in folders.into_iter().filter(|folder| discovered.contains(folder)) {
            self.add(&folder);
            paths.push(folder);
        }
        paths
    }

    fn add(&mut self, folder: &Path) {
        for folder in Disk::discovering(0).folders(folder) {
            if let Err(error) = self.folders.add(&folder) {
                return self.complain(&error);
            }
        }
    }

    /// Says once that some changes will not be seen.
    fn complain(&mut self, error: &notify::Error) {
        if !std::mem::replace(&mut self.has_complained, true) {
            self.client
                .log_warning(&format!("Not all files are watched, so some changes on disk are not seen: {error}"));
        }
    }
}

/// What is gone may have been a folder.
fn is_of_interest(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ENDINGS.iter().any(|ending| name.ends_with(ending)) || path.is_dir() || !name.contains('.') && !path.exists()
}
