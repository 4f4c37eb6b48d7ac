//! The files that something is computed from, with the outcome of their template code.

use super::evaluations::Jobs;
use super::jobs::{Evaluation, Need};
use super::memory::{BundleKey, BundleMemory, Stamps, key_of};
use super::source_file::SourceFile;
use super::world::World;
use crate::overlay::Style;
use crate::workspace::Bundle;

/// A file, and how it is laid over what is below.
pub(super) type Part<'w> = (&'w SourceFile, Style);

/// Files with what their code needs.
pub(super) struct Parts<'w> {
    parts: Vec<(Part<'w>, Need)>,
    /// The versions of all that they depend on.
    pub(super) stamps: Stamps,
}

/// Files with what is known of their code.
pub(super) struct Asked<'w> {
    pub(super) key: BundleKey,
    pub(super) parts: Vec<(Part<'w>, Evaluation)>,
    pub(super) jobs: Jobs,
}

impl<'w> Parts<'w> {
    pub(super) fn of(world: &'w World, bundle: &Bundle, memory: &BundleMemory, files: Vec<Part<'w>>) -> Self {
        let need = |(file, style): Part<'w>| {
            let need = if style == Style::Plain { Need::Nothing } else { Need::of(world, bundle, memory, file) };
            ((file, style), need)
        };
        let parts: Vec<(Part<'w>, Need)> = files.into_iter().map(need).collect();
        let mut stamps = Stamps::new();
        for ((file, _), need) in &parts {
            stamps.push((file.id, file.stamp));
            stamps.extend_from_slice(need.stamps());
        }
        Self { parts, stamps }
    }

    /// Asks what is known; what is missing is wanted from now on.
    pub(super) fn ask(&self, world: &World, bundle: &Bundle) -> Asked<'w> {
        let key = key_of(bundle);
        let mut jobs = Jobs::default();
        let known = |(part, need): &(Part<'w>, Need)| (*part, need.ask(world, &key, part.0.id, &mut jobs));
        let parts = self.parts.iter().map(known).collect();
        Asked { key, parts, jobs }
    }
}

impl Asked<'_> {
    /// Whether an outcome is missing.
    pub(super) fn is_waiting(&self) -> bool {
        self.parts.iter().any(|(_, evaluation)| matches!(evaluation, Evaluation::Pending))
    }
}
