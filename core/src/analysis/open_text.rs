//! The text of an open document. One that was just opened is read by whoever asks for its nodes first, and not by who
//! applies the changes of all documents: nobody who asks for another document waits for that.

use std::sync::{Arc, OnceLock};

use ropey::Rope;

use crate::document::{TextDocument, replaced};
use crate::text::{Edit, FileId};

/// The text of an open document in one version.
#[derive(Clone, Debug)]
pub(super) struct OpenText {
    /// The version that was opened, or the last one that was read.
    base: Arc<BaseVersion>,
    /// What was changed since.
    edits: Arc<[Edit]>,
    rope: Rope,
}

#[derive(Debug)]
struct BaseVersion {
    file: FileId,
    rope: Rope,
    document: OnceLock<TextDocument>,
}

impl OpenText {
    /// A text that nobody has read.
    pub(super) fn new(file: FileId, text: &str) -> Self {
        let rope = Rope::from_str(text);
        let base = BaseVersion { file, rope: rope.clone(), document: OnceLock::new() };
        Self { base: Arc::new(base), edits: [].into(), rope }
    }

    /// A text whose nodes are known.
    pub(super) fn of_document(file: FileId, document: TextDocument) -> Self {
        let rope = document.rope().clone();
        let base = BaseVersion { file, rope: rope.clone(), document: OnceLock::from(document) };
        Self { base: Arc::new(base), edits: [].into(), rope }
    }

    /// The next version, with replacements in order. Where somebody has read the text, they cost what they touch.
    pub(super) fn edited(&self, edits: &[Edit]) -> Self {
        if self.is_unread() {
            let rope = edits.iter().fold(self.rope.clone(), |rope, (range, text)| replaced(&rope, *range, text).0);
            return Self { base: self.base.clone(), edits: self.edits.iter().chain(edits).cloned().collect(), rope };
        }
        let edited = edits.iter().fold(self.document(), |document, (range, text)| document.edit(*range, text));
        Self::of_document(self.base.file, edited)
    }

    /// The text.
    pub(super) fn rope(&self) -> &Rope {
        &self.rope
    }

    /// Whether nobody has asked for the nodes of this version or of the one that was opened.
    pub(super) fn is_unread(&self) -> bool {
        self.base.document.get().is_none()
    }

    /// Its nodes.
    pub(super) fn document(&self) -> TextDocument {
        let BaseVersion { file, rope, document } = &*self.base;
        let read = document.get_or_init(|| TextDocument::of_rope(*file, rope.clone()));
        self.edits.iter().fold(read.clone(), |document, (range, text)| document.edit(*range, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{TextRange, TextSize};

    /// Edits of a text, each followed by whether somebody asks for the nodes of that version.
    #[track_caller]
    fn check(edits: &[(u32, u32, &str, bool)], expected: &str) {
        let mut text = OpenText::new(FileId(0), "a: 1\nb: ü\n");
        for (start, end, new, is_read) in edits {
            let range = TextRange::new(TextSize::new(*start), TextSize::new(*end));
            let is_unread = text.is_unread();
            text = text.edited(&[(range, (*new).to_owned())]);
            assert_eq!(text.is_unread(), is_unread, "an edit reads no text that nobody has read");
            if *is_read {
                text.document();
            }
        }
        assert_eq!(text.rope().to_string(), expected);
        assert_eq!(text.document().rope().to_string(), expected);
    }

    #[test]
    fn a_text_is_the_same_whenever_it_is_read() {
        for read in [[false, false, false], [true, false, false], [false, true, false], [true, true, true]] {
            // The second one splits a character.
            check(&[(3, 4, "2", read[0]), (9, 10, "v", read[1]), (0, 0, "c: 3\n", read[2])], "c: 3\na: 2\nb: v\n");
        }
    }
}
