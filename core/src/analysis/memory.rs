//! What was computed for each bundle, under the versions it was computed from.
//!
//! A slot holds one result with its key. An equal key gives the result again; another key replaces it, and whoever
//! still holds the old result keeps it. Snapshots of different versions may take turns: that costs time, never truth.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bundle::{Attached, Compiled, Merged};
use super::code;
use super::evaluations::Evaluations;
use super::jobs::Prepared;
use super::previews::Watched;
use super::rendering::Outcome;
use super::resources;
use super::unknown;
use crate::check::{CheckMemo, Checked};
use crate::choreo::resource;
use crate::overlay::{OverlayMemo, Style};
use crate::schema::attached;
use crate::template::job::Fingerprint;
use crate::text::{FileId, Place};
use crate::workspace::Bundle;
use crate::yaml::compose;

/// Versions of the files that something was computed from.
pub(super) type Stamps = Vec<(FileId, u64)>;

/// The root of a bundle, if it has one, its name, and its number among those that share both.
pub(super) type BundleKey = (Option<PathBuf>, String, usize);

/// What goes into a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Inputs {
    /// The versions of the files.
    pub(super) stamps: Stamps,
    /// How each part is read, and what is evaluated for it: the same files give something else where they are found
    /// under other paths, or within other limits.
    pub(super) readings: Vec<(Style, Option<Fingerprint>)>,
}

/// What a result was computed from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Basis {
    pub(super) inputs: Inputs,
    /// Where an evaluation was missing: how many replies there were by then.
    pub(super) waits: Option<u64>,
}

impl Basis {
    /// Whether a result would come out the same now.
    pub(super) fn holds(&self, inputs: &Inputs, revision: u64) -> bool {
        self.inputs == *inputs && self.waits.is_none_or(|then| then == revision)
    }
}

/// Everything kept between snapshots.
#[derive(Default)]
pub(super) struct Memory {
    bundles: Mutex<HashMap<BundleKey, Arc<BundleMemory>>>,
    files: Mutex<HashMap<FileId, Arc<Mutex<FileMemory>>>>,
    pub(super) evaluations: Evaluations,
}

/// What is kept for a bundle.
#[derive(Default)]
pub(super) struct BundleMemory {
    pub(super) schema: Mutex<Option<(Basis, Arc<Compiled>)>>,
    /// The output, and its job under its name.
    pub(super) rendered: Mutex<Option<Outcome>>,
    /// What people look at of the output, by the alternative whose values it has.
    pub(super) previews: Mutex<HashMap<Option<FileId>, Watched>>,
    /// What is evaluated for each file.
    pub(super) jobs: Mutex<HashMap<FileId, Prepared>>,
    pub(super) members: Mutex<MembersMemory>,
    attached: Mutex<HashMap<FileId, Arc<Mutex<AttachedMemory>>>>,
}

/// What is kept of the members' merged values.
#[derive(Default)]
pub(super) struct MembersMemory {
    pub(super) slot: Option<(Arc<Compiled>, Basis, Arc<Merged>)>,
    pub(super) overlays: Vec<OverlayMemo>,
    pub(super) checked: Option<CheckedMemory>,
    pub(super) check: CheckMemo,
}

/// What is kept of judging them.
pub(super) struct CheckedMemory {
    pub(super) merged: Arc<Merged>,
    /// Where it is told that something is not set.
    pub(super) told_at: Option<Place>,
    /// While an answer is missing: how many replies there were by then.
    pub(super) waits: Option<u64>,
    pub(super) checked: Arc<Checked>,
}

/// What is kept of the values of one attached file.
#[derive(Default)]
pub(super) struct AttachedMemory {
    pub(super) slot: Option<(Arc<Merged>, Basis, Arc<Attached>)>,
    pub(super) overlays: Vec<OverlayMemo>,
    pub(super) check: CheckMemo,
}

/// What is kept of one file by itself.
#[derive(Default)]
pub(super) struct FileMemory {
    pub(super) comments: attached::Memo,
    /// Facts about its segments.
    pub(super) composed: compose::Memo,
    /// Which of its chunks hold code.
    pub(super) code: code::Memo,
    /// Names in its code that are not there.
    pub(super) unknown: Option<unknown::Kept>,
    /// Its OpenChoreo resources.
    pub(super) resources: resource::Memo,
    /// What is wrong with them.
    pub(super) checked: resources::Memo,
}

impl Memory {
    pub(super) fn bundle(&self, bundle: &Bundle) -> Arc<BundleMemory> {
        lock(&self.bundles).entry(key_of(bundle)).or_default().clone()
    }

    pub(super) fn file(&self, file: FileId) -> Arc<Mutex<FileMemory>> {
        lock(&self.files).entry(file).or_default().clone()
    }

    /// Nobody will ask about a bundle any more; what was kept for it.
    pub(super) fn end_bundle(&self, key: &BundleKey) -> Option<Arc<BundleMemory>> {
        lock(&self.bundles).remove(key)
    }

    /// Forgets what was found for a file by itself.
    pub(super) fn forget(&self, file: FileId) {
        lock(&self.files).remove(&file);
    }
}

impl BundleMemory {
    /// Whether the code of a file was last seen to load or read another.
    pub(super) fn loads(&self, file: FileId, other: FileId) -> bool {
        lock(&self.jobs).get(&file).is_some_and(|job| job.stamps.iter().any(|(source, _)| *source == other))
    }

    /// Whether the schema or the values of the members lack an evaluation.
    pub(super) fn is_waiting_for_values(&self) -> bool {
        let of_schema = || lock(&self.schema).as_ref().is_some_and(|(basis, _)| basis.waits.is_some());
        of_schema() || lock(&self.members).slot.as_ref().is_some_and(|(_, basis, _)| basis.waits.is_some())
    }

    /// Whether a result is kept that lacks an evaluation: of the bundle, or of an attached file.
    pub(super) fn is_waiting(&self, file: FileId) -> bool {
        let waits = |basis: &Basis| basis.waits.is_some();
        let of_rules = || lock(&self.members).checked.as_ref().is_some_and(|kept| kept.waits.is_some());
        let of_attached = || {
            let attached = lock(&self.attached).get(&file).cloned();
            attached.is_some_and(|memory| lock(&memory).slot.as_ref().is_some_and(|(_, basis, _)| waits(basis)))
        };
        let of_output = || lock(&self.rendered).as_ref().is_some_and(|outcome| outcome.waits.is_some());
        self.is_waiting_for_values() || of_rules() || of_attached() || of_output()
    }

    /// Whether people look at the output with the values of an alternative; what nobody looks at any more is forgotten.
    pub(super) fn is_previewed(&self, alternative: Option<FileId>, revision: u64) -> bool {
        let mut previews = lock(&self.previews);
        previews.retain(|_, watched| watched.is_watched(revision));
        previews.values().any(|watched| watched.alternative() == alternative)
    }

    pub(super) fn attached(&self, file: FileId) -> Arc<Mutex<AttachedMemory>> {
        lock(&self.attached).entry(file).or_default().clone()
    }

    /// Forgets the values of an attached file; what was evaluated for it.
    pub(super) fn forget(&self, file: FileId) -> Option<Prepared> {
        lock(&self.attached).remove(&file);
        lock(&self.jobs).remove(&file)
    }
}

/// What names a bundle from version to version.
pub(super) fn key_of(bundle: &Bundle) -> BundleKey {
    (bundle.root.clone(), bundle.name.clone(), bundle.number)
}

/// A lock that survives a panic elsewhere: what it guards is replaced as a whole, never left half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
