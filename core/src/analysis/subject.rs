//! What results are about: bundles, which keep their names from version to version, and files.

use crate::text::FileId;

/// Names a bundle from version to version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BundleId(pub(super) u32);

/// What something is computed of: a bundle, a file, a file as a part of a bundle, or all bundles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Subject {
    bundle: Option<BundleId>,
    file: Option<FileId>,
}

impl Subject {
    pub(super) fn of_bundle(bundle: BundleId) -> Self {
        Self { bundle: Some(bundle), file: None }
    }

    pub(super) fn of_file(file: FileId) -> Self {
        Self { bundle: None, file: Some(file) }
    }

    pub(super) fn of_part(bundle: BundleId, file: FileId) -> Self {
        Self { bundle: Some(bundle), file: Some(file) }
    }

    /// All bundles.
    pub(super) fn whole() -> Self {
        Self { bundle: None, file: None }
    }

    /// The bundle, of queries about bundles.
    pub(super) fn bundle_id(self) -> Option<BundleId> {
        self.bundle
    }

    /// The file, of queries about files and about parts of bundles.
    pub(super) fn file_id(self) -> Option<FileId> {
        self.file
    }
}
