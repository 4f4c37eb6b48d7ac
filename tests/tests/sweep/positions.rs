//! Every feature that is asked at a position, at every position.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use rayon::prelude::*;
use sayl_core::analysis::Analysis;
use sayl_core::document::TextDocument;
use sayl_core::ide::{
    completion, definition, document_highlight, document_symbol, folding_range, hover, references, selection_range,
    semantic_tokens, signature_help,
};
use sayl_core::text::{FileId, TextRange, TextSize};

use crate::worlds::World;

/// Asks one feature at one position. What it answers is checked where it is easy to say what is right.
type Ask = fn(&Analysis, FileId, TextSize) -> Result<(), String>;

/// The features, each under its name.
const FEATURES: [(&str, Ask); 7] = [
    ("hover", |analysis, file, offset| match hover::hover(analysis, file, offset) {
        Some(hover) => is_around(hover.range, offset),
        None => Ok(()),
    }),
    ("completion", |analysis, file, offset| {
        completion::completion(analysis, file, offset).iter().try_for_each(|item| is_around(item.replace, offset))
    }),
    ("definition", |analysis, file, offset| {
        definition::definition(analysis, file, offset).iter().try_for_each(|it| is_around(it.origin, offset))
    }),
    ("document highlight", |analysis, file, offset| {
        let length = analysis.document(file).map_or(0, TextDocument::len);
        let found = document_highlight::document_highlights(analysis, file, offset);
        let outside = found.iter().find(|it| usize::from(it.range.end()) > length);
        outside.map_or(Ok(()), |it| Err(format!("answers about {:?}", it.range)))
    }),
    ("selection range", |analysis, file, offset| {
        let found = selection_range::selection_ranges(analysis, file, &[offset]);
        let Some(ranges) = found.first() else { return Err("no answer".to_owned()) };
        let grows = ranges.windows(2).all(|pair| pair[1].contains_range(pair[0]) && pair[0] != pair[1]);
        if grows { Ok(()) } else { Err(format!("does not grow: {ranges:?}")) }
    }),
    ("references", |analysis, file, offset| {
        // Over all files it costs too much to be asked everywhere.
        if usize::from(offset) % 16 == 0 {
            references::references(analysis, file, offset, true);
        }
        Ok(())
    }),
    ("signature help", |analysis, file, offset| {
        signature_help::signature_help(analysis, file, offset);
        Ok(())
    }),
];

fn is_around(range: TextRange, offset: TextSize) -> Result<(), String> {
    if range.contains_inclusive(offset) { Ok(()) } else { Err(format!("answers about {range:?}")) }
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
        if self.offsets.start == 0 {
            document_symbol::document_symbols(&self.analysis, file, usize::MAX);
            folding_range::folding_ranges(&self.analysis, file);
            semantic_tokens::semantic_tokens(&self.analysis, file, None);
        }
        self.offsets.clone().flat_map(|offset| self.ask(file, offset.into())).collect()
    }

    fn ask(&self, file: FileId, offset: TextSize) -> Vec<String> {
        let answers = FEATURES.iter().map(|(name, ask)| {
            let answer = catch_unwind(AssertUnwindSafe(|| ask(&self.analysis, file, offset)));
            (name, answer.unwrap_or_else(|_| Err("panicked".to_owned())))
        });
        let faults = answers.filter_map(|(name, answer)| Some((name, answer.err()?)));
        faults.map(|(name, fault)| format!("{name} at byte {}: {fault}", u32::from(offset))).collect()
    }
}
