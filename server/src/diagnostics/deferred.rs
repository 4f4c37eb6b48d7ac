//! Files whose problems are held back for a moment, because an evaluation is about to say more about them: published at
//! once, they would flicker with every keystroke.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use sayl_core::text::FileId;

use crate::evaluation::GRACE;

/// Which files are held back, and which have been for long enough.
#[derive(Default)]
pub(super) struct DeferredFiles {
    until: HashMap<FileId, Instant>,
    over: HashSet<FileId>,
}

impl DeferredFiles {
    /// Holds a file back, but only once.
    pub(super) fn hold(&mut self, file: FileId, now: Instant) -> bool {
        !self.over.contains(&file) && *self.until.entry(file).or_insert(now + GRACE) > now
    }

    /// The file is another one now, or complete: nothing that was held back matters.
    pub(super) fn forget(&mut self, file: FileId) {
        self.until.remove(&file);
        self.over.remove(&file);
    }

    /// A file that has been held back for long enough.
    pub(super) fn pop_over(&mut self, now: Instant) -> Option<FileId> {
        let file = *self.until.iter().find(|(_, until)| **until <= now)?.0;
        self.until.remove(&file);
        self.over.insert(file);
        Some(file)
    }

    /// When the next one will have been.
    pub(super) fn next(&self) -> Option<Instant> {
        self.until.values().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_held_back_once_and_for_a_moment() {
        let (mut deferred, file, start) = (DeferredFiles::default(), FileId(1), Instant::now());
        assert!(deferred.hold(file, start));
        assert!(deferred.hold(file, start + GRACE / 2));
        assert_eq!(deferred.pop_over(start + GRACE / 2), None);
        assert_eq!(deferred.next(), Some(start + GRACE));
        assert_eq!(deferred.pop_over(start + GRACE), Some(file));
        assert!(!deferred.hold(file, start + GRACE), "it is not held back again");
        assert_eq!(deferred.next(), None);
        deferred.forget(file);
        assert!(deferred.hold(file, start + GRACE), "a new version is");
    }
}
