//! From a generated program back to its template.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use starlark_syntax::codemap::Span;

use crate::text::{FileId, Place, TextRange, TextSize};

/// Where each part of a program comes from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SourceMap {
    file: FileId,
    /// In the order of the program, without gaps that matter.
    pieces: Vec<ProgramPiece>,
}

/// A part of the program.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct ProgramPiece {
    /// Its first byte in the program.
    start: usize,
    /// How many bytes of the program it has.
    length: usize,
    origin: CodeOrigin,
}

/// Where a part of the program comes from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum CodeOrigin {
    /// It stands in the template from this byte on, byte by byte.
    Verbatim(TextSize),
    /// It was made up for what stands here.
    Made(TextRange),
}

impl SourceMap {
    pub(super) fn new(file: FileId) -> Self {
        Self { file, pieces: Vec::new() }
    }

    pub(super) fn push(&mut self, start: usize, length: usize, origin: CodeOrigin) {
        self.pieces.push(ProgramPiece { start, length, origin });
    }

    /// The place in the template that a part of the program stands for. An empty part gives an empty range.
    pub fn place(&self, span: Span) -> Place {
        self.place_of(span.begin().get() as usize..span.end().get() as usize)
    }

    /// The same for some bytes of the program.
    pub fn place_of(&self, bytes: Range<usize>) -> Place {
        let Range { start, end } = bytes;
        let first = self.byte(start);
        let range = if end > start { first.cover(self.byte(end - 1)) } else { TextRange::empty(first.start()) };
        Place::absolute(self.file, range)
    }

    /// Where a part of the program stands in the template as it is; `None` for what is made up, or in pieces there.
    pub fn verbatim_range(&self, span: Span) -> Option<TextRange> {
        let (start, end) = (span.begin().get() as usize, span.end().get() as usize);
        let first = self.verbatim_byte(start)?;
        let last = self.verbatim_byte(end.checked_sub(1)?)?;
        let range = TextRange::at(first, TextSize::new((end - start) as u32));
        (range.end() == last + TextSize::new(1)).then_some(range)
    }

    /// Where one byte of the program stands in the template.
    fn verbatim_byte(&self, byte: usize) -> Option<TextSize> {
        let index = self.pieces.partition_point(|piece| piece.start <= byte).checked_sub(1)?;
        let piece = self.pieces.get(index).filter(|piece| byte < piece.start + piece.length)?;
        match piece.origin {
            CodeOrigin::Verbatim(at) => Some(at + TextSize::new((byte - piece.start) as u32)),
            CodeOrigin::Made(_) => None,
        }
    }

    /// What one byte of the program stands for.
    fn byte(&self, byte: usize) -> TextRange {
        let index = self.pieces.partition_point(|piece| piece.start <= byte).saturating_sub(1);
        let Some(piece) = self.pieces.get(index) else { return TextRange::default() };
        let offset = byte.saturating_sub(piece.start);
        match piece.origin {
            CodeOrigin::Made(range) => range,
            CodeOrigin::Verbatim(at) if offset < piece.length => {
                TextRange::at(at + TextSize::new(offset as u32), TextSize::new(1))
            }
            CodeOrigin::Verbatim(at) => TextRange::empty(at + TextSize::new(piece.length as u32)),
        }
    }

    /// What is taken over from the template: each part of the program, with where it stands in the template.
    #[cfg(test)]
    pub(super) fn verbatim(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        self.pieces.iter().filter_map(|piece| match piece.origin {
            CodeOrigin::Verbatim(at) => {
                let at = usize::from(at);
                Some((piece.start..piece.start + piece.length, at..at + piece.length))
            }
            CodeOrigin::Made(_) => None,
        })
    }
}
