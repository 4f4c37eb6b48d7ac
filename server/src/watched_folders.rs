//! Folders that the operating system watches for changes of their files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use notify::{Event, EventHandler, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// The folders that are watched, each without those inside of it: what ignore files name stays out.
pub(crate) struct WatchedFolders {
    watcher: RecommendedWatcher,
    known: BTreeSet<PathBuf>,
}

impl WatchedFolders {
    /// No folders yet; `handler` is called with what changes in them, on a thread of the watcher.
    pub(crate) fn new(mut handler: impl EventHandler) -> notify::Result<Self> {
        let handle_change = move |event: notify::Result<Event>| {
            if event.as_ref().map_or(true, is_change) {
                handler.handle_event(event);
            }
        };
        Ok(Self { watcher: notify::recommended_watcher(handle_change)?, known: BTreeSet::new() })
    }

    /// Watches one more folder. One that is not there, or not any more, is no mistake.
    pub(crate) fn add(&mut self, folder: &Path) -> notify::Result<()> {
        let Ok(folder) = folder.canonicalize() else { return Ok(()) };
        // A folder that was removed and made anew must be watched anew: to watch one twice does no harm.
        match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
            Err(error) if folder.exists() && !self.known.contains(&folder) => Err(error),
            _ => {
                self.known.insert(folder);
                Ok(())
            }
        }
    }
}

/// Whether something may be another one behind an event: that a file was read changes nothing.
fn is_change(event: &Event) -> bool {
    !matches!(event.kind, EventKind::Access(_))
}
