//! What is still being read, and waiting for it: an answer from too few files would be wrong.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::text::FileId;

/// Which documents still wait for the files around them to be read, and how much else is to be read.
#[derive(Default)]
pub(crate) struct Neighbourhoods {
    unread: Mutex<UnreadFiles>,
    changed: Condvar,
}

#[derive(Default)]
struct UnreadFiles {
    documents: HashMap<FileId, usize>,
    tasks: usize,
}

/// Something that is to be read in the background, until this is dropped.
pub(crate) struct TaskUnderWay<'a>(&'a Neighbourhoods);

impl Drop for TaskUnderWay<'_> {
    fn drop(&mut self) {
        self.0.unread().tasks -= 1;
        self.0.changed.notify_all();
    }
}

impl Neighbourhoods {
    /// The files around a document are about to be read.
    pub(super) fn begin(&self, file: FileId) {
        *self.unread().documents.entry(file).or_default() += 1;
    }

    /// They have been read.
    pub(crate) fn end(&self, file: FileId) {
        let mut unread = self.unread();
        if let Some(count) = unread.documents.get_mut(&file) {
            *count -= 1;
            if *count == 0 {
                unread.documents.remove(&file);
            }
        }
        drop(unread);
        self.changed.notify_all();
    }

    /// Something else is to be read.
    pub(crate) fn add_task(&self) {
        self.unread().tasks += 1;
    }

    /// What was [added](Self::add_task) is begun.
    pub(crate) fn begin_task(&self) -> TaskUnderWay<'_> {
        TaskUnderWay(self)
    }

    /// The documents that wait.
    pub(super) fn files(&self) -> Vec<FileId> {
        self.unread().documents.keys().copied().collect()
    }

    /// Whether the files around a document are being read.
    pub(crate) fn is_loading(&self, file: FileId) -> bool {
        self.unread().documents.contains_key(&file)
    }

    /// Whether anything is being read, or is to be.
    pub(crate) fn is_anything_unread(&self) -> bool {
        self.unread().is_anything()
    }

    /// Waits until the files around a document have been read.
    pub(crate) fn wait(&self, file: FileId, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.wait_while(|unread| unread.documents.contains_key(&file), cancel)
    }

    /// Waits until the folders and the files that changed have been read.
    pub(crate) fn wait_for_tasks(&self, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.wait_while(|unread| unread.tasks > 0, cancel)
    }

    /// Waits until everything has been read.
    pub(crate) fn wait_for_all(&self, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.wait_while(UnreadFiles::is_anything, cancel)
    }

    fn wait_while(&self, is_unread: impl Fn(&UnreadFiles) -> bool, cancel: &CancelToken) -> Result<(), Cancelled> {
        let mut unread = self.unread();
        while is_unread(&unread) {
            cancel.check()?;
            // A cancelled token wakes nobody, so it is looked at now and then.
            let woken = self.changed.wait_timeout(unread, Duration::from_millis(10));
            unread = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        cancel.check()
    }

    fn unread(&self) -> MutexGuard<'_, UnreadFiles> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UnreadFiles {
    fn is_anything(&self) -> bool {
        self.tasks > 0 || !self.documents.is_empty()
    }
}
