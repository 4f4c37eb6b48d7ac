//! Lines and characters of ranges, taken over from one version of a text to the next: most of them stand where they stood,
//! or so many lines further down.

use sayl_core::document::TextDocument;
use sayl_core::text::{TextRange, TextSize};
use tower_lsp::ls_types::{Position, Range};

use crate::lsp::capabilities::PositionEncoding;
use crate::lsp::to_proto::range as lsp_range;

/// Ranges of one version of a text.
#[derive(Default)]
pub(super) struct RangeMemo {
    document: Option<TextDocument>,
    /// In the order of the text.
    ranges: Vec<(TextRange, Range)>,
}

impl RangeMemo {
    /// Those of another version, given in the order of the text.
    pub(super) fn next(
        &self,
        document: &TextDocument,
        ranges: impl Iterator<Item = TextRange>,
        encoding: PositionEncoding,
    ) -> Self {
        let shift = self.document.as_ref().map(|before| Shift::new(before, document));
        let mut rest = self.ranges.as_slice();
        let converted = ranges.map(|range| {
            let known = shift.as_ref().and_then(|shift| shift.moved(&mut rest, range));
            (range, known.unwrap_or_else(|| lsp_range(document.rope(), range, encoding)))
        });
        Self { ranges: converted.collect(), document: Some(document.clone()) }
    }

    /// The lines and characters, in the order of the text.
    pub(super) fn iter(&self) -> impl Iterator<Item = Range> {
        self.ranges.iter().map(|(_, range)| *range)
    }
}

/// The lines and characters of a range, if they are known. What stands before it is taken off.
fn find(known: &mut &[(TextRange, Range)], range: TextRange) -> Option<Range> {
    let order = |range: TextRange| (range.start(), range.end());
    let before = known.iter().take_while(|(known, _)| order(*known) < order(range)).count();
    *known = known.get(before..).unwrap_or_default();
    known.first().filter(|(known, _)| *known == range).map(|(_, converted)| *converted)
}

/// What a change of a text does to what stands before and behind it.
struct Shift {
    /// What was changed: in the version before, and now.
    old: TextRange,
    new: TextRange,
    /// On this line of the version before, and above it, characters may have moved.
    last_line: u32,
    /// How many lines there are, before and now.
    lines: (u32, u32),
}

impl Shift {
    fn new(before: &TextDocument, now: &TextDocument) -> Self {
        let (old, new) = now.changed_since(before);
        let lines = (before.rope().len_lines() as u32, now.rope().len_lines() as u32);
        Self { old, new, last_line: before.line_of(old.end()) as u32, lines }
    }

    /// The lines and characters of a range, if it was `known` in the version before: asked for in the order of the text.
    fn moved(&self, known: &mut &[(TextRange, Range)], range: TextRange) -> Option<Range> {
        if range.end() < self.new.start() {
            return find(known, range);
        }
        let behind = range.start().checked_sub(self.new.end())?;
        let known = find(known, TextRange::at(self.old.end() + behind, range.len()))?;
        let is_below = known.start.line > self.last_line && behind > TextSize::new(0);
        is_below.then(|| Range::new(self.below(known.start), self.below(known.end)))
    }

    fn below(&self, position: Position) -> Position {
        Position::new((position.line + self.lines.1).saturating_sub(self.lines.0), position.character)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sayl_core::text::FileId;

    /// Every character of a text, before and after an edit of it.
    #[track_caller]
    fn check(start: u32, end: u32, new: &str) {
        let text = "key: \u{e4}\u{1f600} 1\r\n- x\n".repeat(400);
        let before = TextDocument::new(FileId(0), &text);
        let after = before.edit(TextRange::new(TextSize::new(start), TextSize::new(end)), new);
        let encoding = PositionEncoding::Utf16;
        let characters = |document: &TextDocument| {
            let text = document.rope().to_string();
            let starts: Vec<(usize, char)> = text.char_indices().collect();
            let range = |(at, it): (usize, char)| TextRange::at(TextSize::try_from(at).unwrap(), TextSize::of(it));
            starts.into_iter().map(range).collect::<Vec<_>>()
        };
        let memo = RangeMemo::default().next(&before, characters(&before).into_iter(), encoding);
        let moved = memo.next(&after, characters(&after).into_iter(), encoding);
        let fresh = RangeMemo::default().next(&after, characters(&after).into_iter(), encoding);
        assert!(moved.iter().eq(fresh.iter()), "{start}..{end} {new:?}");
    }

    #[test]
    fn ranges_that_are_taken_over_are_those_of_a_fresh_conversion() {
        check(4000, 4000, "1");
        check(4000, 4001, "");
        check(4000, 4000, "\n");
        check(4000, 4000, "\r");
        check(4000, 4010, "");
        check(0, 0, "\u{e4}");
        check(0, 3000, "a: 1\nb: 2\n");
        check(9000, 100_000, "");
        check(100_000, 100_000, "z");
    }
}
