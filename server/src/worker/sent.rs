//! Which programs a worker process was sent: none is sent twice.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use sayl_core::render::request::LaidOutSources;
use sayl_core::template::job::Source;
use sayl_core::text::FileId;

use super::Programs;

/// A hash of the text of each file whose program was sent last. The process compares whole texts, so it does no harm if
/// two are taken for the same.
#[derive(Default)]
pub(super) struct Sent(HashMap<FileId, u64>);

impl Sent {
    /// Those among the programs of these sources that are to be sent now.
    pub(super) fn news(&mut self, sources: &[Source], programs: Programs<'_>) -> LaidOutSources {
        let is_new = |(index, _): &&(u32, _)| {
            let Some(source) = sources.get(*index as usize) else { return false };
            let text = hash(&source.text);
            self.0.insert(source.file, text) != Some(text)
        };
        programs.iter().filter(is_new).cloned().collect()
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
