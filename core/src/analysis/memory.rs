//! What was computed for each bundle, under the versions it was computed from.
//!
//! A slot holds one result with its key. An equal key gives the result again; another key replaces it, and whoever
//! still holds the old result keeps it. Snapshots of different versions may take turns: that costs time, never truth.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bundle::{Attached, Compiled, Merged};
use crate::check::CheckMemo;
use crate::overlay::OverlayMemo;
use crate::problem::Problem;
use crate::schema::attached;
use crate::text::FileId;
use crate::workspace::Bundle;
use crate::yaml::compose;

/// Versions of the files that something was computed from.
pub(super) type Stamps = Vec<(FileId, u64)>;

/// The root of a bundle, if it has one, and its name.
type BundleKey = (Option<PathBuf>, String);

/// Everything kept between snapshots.
#[derive(Default)]
pub(super) struct Memory {
    bundles: Mutex<HashMap<BundleKey, Arc<BundleMemory>>>,
    files: Mutex<HashMap<FileId, Arc<Mutex<FileMemory>>>>,
}

/// What is kept for a bundle.
#[derive(Default)]
pub(super) struct BundleMemory {
    pub(super) schema: Mutex<Option<(Stamps, Arc<Compiled>)>>,
    pub(super) members: Mutex<MembersMemory>,
    attached: Mutex<HashMap<FileId, Arc<Mutex<AttachedMemory>>>>,
}

/// What is kept of the members' merged values.
#[derive(Default)]
pub(super) struct MembersMemory {
    pub(super) slot: Option<(Arc<Compiled>, Stamps, Arc<Merged>)>,
    pub(super) overlays: Vec<OverlayMemo>,
    pub(super) violations: Option<(Arc<Merged>, Arc<Vec<Problem>>)>,
    pub(super) check: CheckMemo,
}

/// What is kept of the values of one attached file.
#[derive(Default)]
pub(super) struct AttachedMemory {
    pub(super) slot: Option<(Arc<Merged>, u64, Arc<Attached>)>,
    pub(super) overlays: Vec<OverlayMemo>,
    pub(super) check: CheckMemo,
}

/// What is kept of one file by itself.
#[derive(Default)]
pub(super) struct FileMemory {
    pub(super) comments: attached::Memo,
    /// Facts about its segments.
    pub(super) composed: compose::Memo,
}

impl Memory {
    pub(super) fn bundle(&self, bundle: &Bundle) -> Arc<BundleMemory> {
        lock(&self.bundles).entry((bundle.root.clone(), bundle.name.clone())).or_default().clone()
    }

    pub(super) fn file(&self, file: FileId) -> Arc<Mutex<FileMemory>> {
        lock(&self.files).entry(file).or_default().clone()
    }
}

impl BundleMemory {
    pub(super) fn attached(&self, file: FileId) -> Arc<Mutex<AttachedMemory>> {
        lock(&self.attached).entry(file).or_default().clone()
    }
}

/// A lock that survives a panic elsewhere: what it guards is replaced as a whole, never left half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
