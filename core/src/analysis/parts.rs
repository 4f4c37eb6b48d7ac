//! The files that something is computed from, with the outcome of their template code.

use super::evaluations::Jobs;
use super::jobs::{FileEvaluation, Need};
use super::subject::BundleId;
use super::world::{File, World};
use crate::data_values::OverlayStyle;

/// A file, and how it is laid over what is below.
pub(super) type BundlePart<'w> = (File<'w>, OverlayStyle);

/// Files with what is known of their code.
pub(super) struct EvaluatedParts<'w> {
    pub(super) parts: Vec<(BundlePart<'w>, FileEvaluation)>,
    pub(super) jobs: Jobs,
}

impl<'w> EvaluatedParts<'w> {
    /// Asks what is known; what is missing is wanted from now on.
    pub(super) fn of(world: &World, bundle: BundleId, files: impl IntoIterator<Item = BundlePart<'w>>) -> Self {
        let mut jobs = Jobs::default();
        let known = |(file, style): BundlePart<'w>| {
            // What is evaluated of the same file as a template stays evaluated.
            let need = (style == OverlayStyle::Template).then(|| Need::of(world, bundle, file));
            let known = need.map(|need| need.request(world, bundle, file.id, &mut jobs));
            ((file, style), known.unwrap_or(FileEvaluation::Unneeded))
        };
        let parts = files.into_iter().map(known).collect();
        Self { parts, jobs }
    }

    /// Whether an outcome is missing.
    pub(super) fn is_waiting(&self) -> bool {
        self.parts.iter().any(|(_, evaluation)| matches!(evaluation, FileEvaluation::Pending))
    }
}
