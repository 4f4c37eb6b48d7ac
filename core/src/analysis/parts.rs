//! The files that something is computed from, with the outcome of their template code.

use super::evaluations::Jobs;
use super::jobs::{Evaluation, Need};
use super::memory::{BundleKey, BundleMemory, Inputs, key_of};
use super::source_file::SourceFile;
use super::world::World;
use crate::overlay::Style;
use crate::workspace::Bundle;

/// A file, and how it is laid over what is below.
pub(super) type Part<'w> = (&'w SourceFile, Style);

/// Files with what their code needs; plain ones hold none.
pub(super) struct Parts<'w> {
    parts: Vec<(Part<'w>, Option<Need>)>,
    /// All that they depend on.
    pub(super) inputs: Inputs,
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
            let need = (style == Style::Template).then(|| Need::of(world, bundle, memory, file));
            ((file, style), need)
        };
        let parts: Vec<(Part<'w>, Option<Need>)> = files.into_iter().map(need).collect();
        let mut inputs = Inputs::default();
        for ((file, style), need) in &parts {
            let job = need.as_ref().and_then(Need::job);
            inputs.stamps.push((file.id, file.stamp));
            inputs.stamps.extend(job.into_iter().flat_map(|job| &job.stamps));
            inputs.readings.push((*style, job.map(|job| job.name)));
        }
        Self { parts, inputs }
    }

    /// Asks what is known; what is missing is wanted from now on.
    pub(super) fn ask(&self, world: &World, bundle: &Bundle) -> Asked<'w> {
        let key = key_of(bundle);
        let mut jobs = Jobs::default();
        let known = |(part, need): &(Part<'w>, Option<Need>)| {
            // What is asked of the same file as a template stays asked.
            let known = need.as_ref().map(|need| need.ask(world, &key, part.0.id, &mut jobs));
            (*part, known.unwrap_or(Evaluation::Unneeded))
        };
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
