//! Reading further out while a document is edited that lies in no folder of the client: what it newly refers to may be
//! there. It goes on in the background, once at a time for each document; an edit never waits for it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use sayl_core::text::FileId;

use super::{Loading, read_lacking};

/// The documents for which somebody reads further out, or for which there is nothing further out.
#[derive(Default)]
pub(super) struct Lookouts(Mutex<HashMap<FileId, Lookout>>);

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lookout {
    /// Somebody reads.
    Reading,
    /// Somebody reads what an earlier text refers to.
    Edited,
    /// Everything is known that can be.
    Over,
}

impl Loading {
    /// Reads further out if a document that was edited refers to what is not known.
    pub(crate) fn further(&self, file: FileId) {
        // Whoever reads now comes to what is lacking.
        if self.state.neighbourhoods().is_anything_unread() {
            return;
        }
        let Some(path) = self.state.path_not_scanned(file).filter(|_| self.lookouts.begin(file)) else { return };
        let loading = self.clone();
        tokio::task::spawn_blocking(move || {
            let revision = || loading.state.snapshot().analysis.layout_revision();
            let before = revision();
            while loading.lookouts.goes_on(file, read_lacking(&loading.state, &path)) {}
            if revision() != before {
                loading.diagnostics.everything();
            }
        });
    }

    /// A document that was closed may be opened where the disk says something else.
    pub(crate) fn forget(&self, file: FileId) {
        self.lookouts.lock().remove(&file);
    }
}

impl Lookouts {
    /// Whether somebody has to begin.
    fn begin(&self, file: FileId) -> bool {
        let mut lookouts = self.lock();
        match lookouts.get_mut(&file) {
            Some(Lookout::Over) => false,
            Some(reading) => {
                *reading = Lookout::Edited;
                false
            }
            None => lookouts.insert(file, Lookout::Reading).is_none(),
        }
    }

    /// Whether there is more to read; what is lacking still is nowhere.
    fn goes_on(&self, file: FileId, is_lacking: bool) -> bool {
        let mut lookouts = self.lock();
        let is_edited = lookouts.get(&file) == Some(&Lookout::Edited);
        match (is_lacking, is_edited) {
            (true, _) => drop(lookouts.insert(file, Lookout::Over)),
            (false, true) => drop(lookouts.insert(file, Lookout::Reading)),
            (false, false) => drop(lookouts.remove(&file)),
        }
        is_edited && !is_lacking
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<FileId, Lookout>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
