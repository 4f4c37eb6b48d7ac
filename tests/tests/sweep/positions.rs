//! Every feature that is asked at a position, at every position.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use rayon::prelude::*;
use sayl_core::analysis::Analysis;
use sayl_core::document::TextDocument;
use sayl_core::text::{FileId, TextSize};
use sayl_tests::features::{FEATURES, ask_of_file};

use crate::worlds::World;

/// Whether a cursor can stand at an offset.
fn is_between(document: &TextDocument, offset: TextSize) -> bool {
    let rope = document.rope();
    let Ok(before) = rope.try_byte_to_char(offset.into()) else { return false };
    let character = |at: usize| rope.get_char(at);
    let is_in_line_end = character(before) == Some('\n') && before.checked_sub(1).and_then(character) == Some('\r');
    rope.char_to_byte(before) == usize::from(offset) && !is_in_line_end
}

/// Some positions of one file.
pub(crate) struct Part {
    world: String,
    analysis: Analysis,
    path: PathBuf,
    pub(crate) offsets: Range<u32>,
}

/// So many positions are one piece of work.
const POSITIONS: usize = 2_000;

/// Every position of every file, an end of a file included.
pub(crate) fn parts(worlds: &[World]) -> Vec<Part> {
    let of_world = |world: &World| {
        let analysis = world.fixture.analysis();
        let parts = world.fixture.files.iter().flat_map(|file| {
            let (analysis, count) = (&analysis, file.text.len() + 1);
            (0..count).step_by(POSITIONS).map(move |start| Part {
                world: world.name.clone(),
                analysis: analysis.clone(),
                path: file.path.clone(),
                offsets: start as u32..(start + POSITIONS).min(count) as u32,
            })
        });
        parts.collect::<Vec<_>>()
    };
    worlds.par_iter().flat_map_iter(of_world).collect()
}

impl Part {
    pub(crate) fn name(&self) -> String {
        format!("{} {} from byte {}", self.world, self.path.display(), self.offsets.start)
    }

    pub(crate) fn run(&self) -> Vec<String> {
        let Some(file) = self.analysis.file(&self.path) else { return Vec::new() };
        let of_file = || ask_of_file(&self.analysis, file);
        let has_panicked = self.offsets.start == 0 && catch_unwind(AssertUnwindSafe(of_file)).is_err();
        let of_file = has_panicked.then(|| "a feature of the file: panicked".to_owned());
        of_file.into_iter().chain(self.offsets.clone().flat_map(|offset| self.ask(file, offset.into()))).collect()
    }

    fn ask(&self, file: FileId, offset: TextSize) -> Vec<String> {
        // No cursor is inside of a character or of a line end, so only a panic counts there.
        let is_between = self.analysis.document(file).is_none_or(|document| is_between(document, offset));
        let answers = FEATURES.iter().map(|(name, ask)| {
            let answer = catch_unwind(AssertUnwindSafe(|| ask(&self.analysis, file, offset)));
            (name, answer.unwrap_or_else(|_| Err("panicked".to_owned())))
        });
        let faults = answers.filter_map(|(name, answer)| Some((name, answer.err()?)));
        let faults = faults.filter(|(_, fault)| is_between || fault == "panicked");
        faults.map(|(name, fault)| format!("{name} at byte {}: {fault}", u32::from(offset))).collect()
    }
}
