//! Who is told which problems, and when. One thread checks files in the order in which people wait for them: the
//! document edited last, then other edited documents, then what depends on them, then everything else.
//!
//! Nothing is delayed on purpose: a version of a document is checked as soon as the one before is done and no newer one
//! is known to wait; versions that came and went meanwhile are skipped.
//!
//! Where the files that nobody has open hold more text than can be kept in nodes and values, they are checked bundle by
//! bundle, so much at a time as there is room for. Once nothing waits to be evaluated any more, whatever no open document
//! needs is given up, and the next bundles follow. Of a file that was given up, what its problems depend on is kept
//! (`checked_files`).

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use sayl_core::analysis::portions::Group;
use sayl_core::cancel::CancelToken;
use sayl_core::text::FileId;
use tokio::sync::Notify;

use crate::state::Snapshot;

mod checked_files;
mod deferred;
pub(crate) mod publisher;
mod shift;
mod written;

use deferred::DeferredFiles;

/// What is still to be checked.
pub(crate) struct Diagnostics {
    queue: Mutex<CheckQueue>,
    work: Arc<Notify>,
}

#[derive(Default)]
struct CheckQueue {
    /// Changed documents, the newest change last.
    edited: Vec<FileId>,
    /// Files whose template code was evaluated, and those that it saw.
    evaluated: (BTreeSet<FileId>, BTreeSet<FileId>),
    deferred: DeferredFiles,
    /// Other files, open ones first.
    others: BTreeSet<(NotOpen, FileId)>,
    /// Files that nobody has open, where those are more than can be held: for when the others are done.
    later: BTreeSet<(Group, FileId)>,
    /// The groups of files that were read and not given up since.
    begun: BTreeSet<Group>,
    /// Whether more can be read before others are given up.
    has_room: bool,
    /// Whether everything is to be looked at again: files, settings or folders changed.
    everything: bool,
    /// The open documents that were pulled or changed since they were opened: what was pushed about them as files is
    /// out of date.
    renewed: BTreeSet<FileId>,
    /// Whether somebody pulls the problems of the whole workspace, so that none are pushed.
    is_pulled: bool,
    /// Given to the check of a file that nobody is editing.
    background: CancelToken,
}

/// Sorts open documents first.
type NotOpen = bool;

/// So many files that nobody has open are one job: to be handed each would take as long as to check it.
const FILES_AT_ONCE: usize = 16;

/// What is to be checked next.
pub(crate) enum CheckTask {
    /// A document that was opened or changed.
    Edited(FileId),
    /// What depends on files whose code was evaluated, and what that code saw.
    Evaluated(BTreeSet<FileId>, BTreeSet<FileId>),
    /// Files that nobody is editing; the token says when they can wait.
    Others(Vec<FileId>, CancelToken),
    /// Some of the files that wait for the others to be done.
    Later,
    /// Whatever is known.
    Everything,
}

impl CheckQueue {
    fn add_edited(&mut self, file: FileId) {
        self.edited.retain(|it| *it != file);
        self.edited.push(file);
        self.deferred.forget(file);
        self.background.cancel();
    }

    /// Takes the next file that nobody is editing, with some that follow if nobody has it open.
    fn next_others(&mut self) -> Vec<FileId> {
        let first = self.others.pop_first();
        let mut files: Vec<FileId> = first.into_iter().map(|(_, file)| file).collect();
        while first.is_some_and(|(not_open, _)| not_open)
            && files.len() < FILES_AT_ONCE
            && let Some((_, file)) = self.others.pop_first()
        {
            files.push(file);
        }
        files
    }
}

impl Diagnostics {
    /// `work` is notified of what other threads than the loop's add.
    pub(crate) fn new(work: Arc<Notify>) -> Self {
        Self { queue: Mutex::default(), work }
    }

    /// A document was opened. It is checked when no further change is known.
    pub(crate) fn opened(&self, file: FileId) {
        self.queue().add_edited(file);
    }

    /// A document was changed. It is checked when no further change is known.
    pub(crate) fn changed(&self, file: FileId) {
        let mut queue = self.queue();
        queue.renewed.insert(file);
        queue.add_edited(file);
    }

    /// A document was closed: what is known of it as a file is pushed again.
    pub(crate) fn closed(&self, file: FileId) {
        self.queue().renewed.remove(&file);
    }

    /// The code of a file was evaluated: more is known now about what depends on it, and about what it saw.
    pub(crate) fn evaluated(&self, file: FileId, seen: Vec<FileId>) {
        let (files, all_seen) = &mut self.queue().evaluated;
        files.insert(file);
        all_seen.extend(seen);
        self.work.notify_one();
    }

    /// More is known now about these files, and about nothing else.
    pub(crate) fn add(&self, files: impl IntoIterator<Item = FileId>) {
        self.queue().evaluated.1.extend(files);
        self.work.notify_one();
    }

    /// What stands around a document is known now, so it can be checked.
    pub(crate) fn ready(&self, file: FileId) {
        self.queue().add_edited(file);
        self.work.notify_one();
    }

    /// Anything may have changed.
    pub(crate) fn everything(&self) {
        let mut queue = self.queue();
        queue.everything = true;
        queue.background.cancel();
        drop(queue);
        self.work.notify_one();
    }

    /// The client asked for the problems of an open document: what was pushed about it before can be taken back.
    pub(crate) fn document_is_pulled(&self, file: FileId) {
        let mut queue = self.queue();
        if queue.renewed.insert(file) {
            queue.others.insert((false, file));
            self.work.notify_one();
        }
    }

    /// The client asked for the problems of the whole workspace, and so will keep itself informed.
    pub(crate) fn workspace_is_pulled(&self) {
        if !self.queue().is_pulled {
            self.queue().is_pulled = true;
            self.everything();
        }
    }

    /// What is being checked is for nobody.
    pub(crate) fn cancel(&self) {
        self.queue().background.cancel();
    }

    fn queue(&self) -> MutexGuard<'_, CheckQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the most urgent job. `is_evaluated`: nothing waits to be evaluated.
    pub(crate) fn next(&self, now: Instant, is_evaluated: bool) -> Option<CheckTask> {
        let mut queue = self.queue();
        if let Some(file) = queue.edited.pop() {
            return Some(CheckTask::Edited(file));
        }
        if !queue.evaluated.0.is_empty() || !queue.evaluated.1.is_empty() {
            let (files, seen) = std::mem::take(&mut queue.evaluated);
            return Some(CheckTask::Evaluated(files, seen));
        }
        if std::mem::take(&mut queue.everything) {
            return Some(CheckTask::Everything);
        }
        let deferred = queue.deferred.pop_over(now).map(|file| vec![file]);
        let files = deferred.unwrap_or_else(|| queue.next_others());
        if files.is_empty() {
            // While an evaluation goes on, what was read for it cannot be given up.
            return (!queue.later.is_empty() && (queue.has_room || is_evaluated)).then_some(CheckTask::Later);
        }
        queue.background = CancelToken::new();
        Some(CheckTask::Others(files, queue.background.clone()))
    }

    /// When there will be a job though nothing happens until then.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.queue().deferred.next()
    }

    /// Adds files to be checked. `is_large`: what nobody has open is more than can be held, so it is checked bundle by
    /// bundle.
    fn add_others(&self, snapshot: &Snapshot, files: Vec<FileId>, is_large: bool) {
        let mut queue = self.queue();
        for file in files {
            let not_open = snapshot.open_document(file).is_none();
            let group = (is_large && not_open).then(|| snapshot.analysis.group_of(file));
            match group.filter(|group| !queue.begun.contains(group)) {
                Some(group) => queue.later.insert((group, file)),
                None => queue.others.insert((not_open, file)),
            };
        }
    }

    /// Whatever open documents do not need was given up.
    fn gave_up(&self, snapshot: &Snapshot) {
        self.queue().begun = snapshot.open_files().map(|file| snapshot.analysis.group_of(file)).collect();
    }

    /// Takes the files that come next of those that wait: those of a bundle at once, and so many as there is room for, in
    /// bytes of text. How much room is left then.
    fn begin_later(&self, snapshot: &Snapshot, mut room: usize) -> usize {
        let mut queue = self.queue();
        while room > 0
            && let Some((group, _)) = queue.later.first().copied()
        {
            queue.begun.insert(group);
            let of_group = |(other, file): (Group, FileId)| (other == group).then_some(file);
            while let Some(file) = queue.later.first().copied().and_then(of_group) {
                queue.later.pop_first();
                room = room.saturating_sub(snapshot.analysis.weight_to_hold(file));
                queue.others.insert((snapshot.open_document(file).is_none(), file));
            }
        }
        queue.has_room = room > 0;
        room
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::state::State;

    #[test]
    fn what_nobody_has_open_is_checked_bundle_by_bundle_where_it_is_too_much() {
        let state = State::new();
        let text = |text: &str| Ok(Arc::from(text.as_bytes()));
        let bundle = |name: &str| {
            let path = |file| PathBuf::from(format!("/{name}/{file}.yml"));
            [
                (path("schema"), text("#@data/values-schema\n---\na: 1\n")),
                (path("values"), text("#@data/values\n---\na: 2\n")),
            ]
        };
        state.load(["one", "two"].into_iter().flat_map(bundle).collect());
        let (snapshot, now) = (state.snapshot(), Instant::now());
        let diagnostics = Diagnostics::new(Arc::default());
        diagnostics.add_others(&snapshot, snapshot.analysis.files(), true);
        let next = |is_evaluated| match diagnostics.next(now, is_evaluated) {
            None => "nothing".to_owned(),
            Some(CheckTask::Later) => "later".to_owned(),
            Some(CheckTask::Others(files, _)) => {
                let paths = files.iter().map(|file| snapshot.analysis.path(*file).display().to_string());
                paths.collect::<Vec<_>>().join(" ")
            }
            Some(_) => "something else".to_owned(),
        };
        for bundle in ["one", "two"] {
            assert_eq!(next(false), "nothing", "what is held is being evaluated");
            assert_eq!(next(true), "later");
            assert_eq!(diagnostics.begin_later(&snapshot, 1), 0, "there is room for no second bundle");
            assert_eq!(next(false), format!("/{bundle}/schema.yml /{bundle}/values.yml"));
        }
        assert_eq!(next(true), "nothing");
        // More is known about a bundle that is held.
        diagnostics.add_others(&snapshot, snapshot.analysis.files(), true);
        assert_eq!(next(false), "/one/schema.yml /one/values.yml /two/schema.yml /two/values.yml");
        diagnostics.gave_up(&snapshot);
        diagnostics.add_others(&snapshot, snapshot.analysis.files(), true);
        assert_eq!([next(false), next(true)], ["nothing", "later"], "it was given up");
    }
}
