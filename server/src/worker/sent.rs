//! Which programs a worker process was sent: none is sent twice.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use sayl_core::render::request::LaidOutSources;
use sayl_core::template::job::JobSource;
use sayl_core::text::FileId;

/// A hash of the text of each file whose program was sent last. The process compares whole texts, so it does no harm if
/// two are taken for the same.
#[derive(Default)]
pub(super) struct Sent(HashMap<FileId, u64>);

impl Sent {
    /// Those among the programs of these sources that are to be sent now.
    pub(super) fn news(&mut self, sources: &[JobSource], programs: &LaidOutSources) -> LaidOutSources {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sayl_core::document::TextDocument;
    use sayl_core::template::compile::LaidOut;

    use super::*;

    fn source(file: u32, text: &str) -> JobSource {
        JobSource::new(FileId(file), "x.yml", text)
    }

    fn programs(sources: &[JobSource]) -> LaidOutSources {
        let laid_out = |source: &JobSource| {
            LaidOut::of_yaml(source.file, &source.text, TextDocument::new(source.file, &source.text).stream())
        };
        (0..).zip(sources).filter_map(|(index, source)| Some((index, Arc::new(laid_out(source)?)))).collect()
    }

    /// The files whose programs are sent with these sources.
    fn sent(sent: &mut Sent, sources: &[JobSource]) -> Vec<u32> {
        let news = sent.news(sources, &programs(sources));
        news.iter().map(|(index, _)| sources[*index as usize].file.0).collect()
    }

    #[test]
    fn a_program_is_sent_once_for_each_text() {
        let mut process = Sent::default();
        let [a, b, changed] = [source(1, "a: 1\n"), source(2, "b: 1\n"), source(1, "a: #@ 2\n")];
        assert_eq!(sent(&mut process, std::slice::from_ref(&a)), [1]);
        assert_eq!(sent(&mut process, &[b.clone(), a.clone()]), [2]);
        assert_eq!(sent(&mut process, &[changed, b]), [1]);
        assert_eq!(sent(&mut process, &[a]), [1]);
    }

    #[test]
    fn a_text_with_a_mistake_has_no_program_to_send() {
        assert_eq!(sent(&mut Sent::default(), &[source(1, "a: #@ (\n"), source(2, "a: 1\n")]), [2]);
    }
}
