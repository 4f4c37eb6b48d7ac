//! What an answer depends on, for whoever keeps the answer and lets go of all that it was found with: the texts and
//! whatever else was read, through as many results as it took.

use std::any::TypeId;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::super::subject::Subject;
use super::{ReadResult, Reads, World};
use crate::text::FileId;

/// What one answer has read.
pub(in crate::analysis) struct Dependencies(Reads);

/// All that answers depend on: while it is the same, they come out the same.
pub(in crate::analysis) struct RecordedInputs {
    /// Which text each file has, whether its nodes are held or not.
    texts: FxHashMap<FileId, u64>,
    /// Everything but texts.
    others: Reads,
}

impl World {
    /// What was read of a [recording](Self::recording) world.
    pub(in crate::analysis) fn into_dependencies(self) -> Dependencies {
        Dependencies(self.into_reads())
    }

    /// All that some answers depend on; `None` where one lacks a reply, or where what they were found with is not kept
    /// any more.
    pub(in crate::analysis) fn inputs(&self, recorded: Vec<Dependencies>) -> Option<RecordedInputs> {
        let mut inputs = RecordedInputs { texts: FxHashMap::default(), others: Reads::default() };
        let (mut results, mut seen) = (Vec::new(), FxHashSet::default());
        for Dependencies(reads) in recorded {
            inputs.add(self, &reads, &mut results)?;
        }
        while let Some(((of, subject), result)) = results.pop() {
            if !seen.insert((of, subject)) {
                continue;
            }
            if result.is_compared {
                inputs.others.results.insert((of, subject), result);
                continue;
            }
            let slot = self.state.caches.results.any(of, subject)?;
            let reads = slot.reads_of(&result.value)?;
            inputs.add(self, &reads, &mut results)?;
        }
        inputs.shrink_to_fit();
        Some(inputs)
    }

    /// Whether answers that depend on these inputs would come out the same.
    pub(in crate::analysis) fn holds(&self, inputs: &RecordedInputs) -> bool {
        let is_text =
            |(file, text): (&FileId, &u64)| self.state.file(*file).is_some_and(|file| file.text_stamp == *text);
        inputs.texts.iter().all(is_text) && inputs.others.hold(self)
    }
}

impl RecordedInputs {
    /// Adds what was read, and notes the results among it. The texts must be those of this version of the world.
    fn add(&mut self, world: &World, reads: &Reads, results: &mut Vec<((TypeId, Subject), ReadResult)>) -> Option<()> {
        if reads.lacks_reply {
            return None;
        }
        for (file, stamp) in &reads.texts {
            let source = world.state.file(*file).filter(|source| source.stamp == *stamp)?;
            self.texts.insert(*file, source.text_stamp);
        }
        let Reads { availabilities, facts, codes, bundles, inputs, .. } = &mut self.others;
        availabilities.extend(&reads.availabilities);
        facts.extend(reads.facts.iter().map(|(file, it)| (*file, it.clone())));
        codes.extend(reads.codes.iter().map(|(file, it)| (*file, it.clone())));
        bundles.extend(reads.bundles.iter().map(|(bundle, it)| (*bundle, it.clone())));
        inputs.extend(reads.inputs.iter().map(|(input, value)| (input.clone(), value.clone())));
        results.extend(reads.results.iter().map(|(key, result)| (*key, result.clone())));
        Some(())
    }

    /// They are kept for long, and of very many files.
    fn shrink_to_fit(&mut self) {
        self.texts.shrink_to_fit();
        let Reads { availabilities, facts, codes, bundles, inputs, results, .. } = &mut self.others;
        availabilities.shrink_to_fit();
        facts.shrink_to_fit();
        codes.shrink_to_fit();
        bundles.shrink_to_fit();
        inputs.shrink_to_fit();
        results.shrink_to_fit();
    }

    /// The files whose texts were read.
    pub(in crate::analysis) fn texts(&self) -> impl Iterator<Item = FileId> {
        self.texts.keys().copied()
    }
}
