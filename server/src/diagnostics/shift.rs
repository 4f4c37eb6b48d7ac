//! Lines and characters of ranges, taken over from one version of a text to the next: most of them stand where they stood,
//! or so many lines further down.

use sayl_core::document::TextDocument;
use sayl_core::text::{TextRange, TextSize};
use tower_lsp::ls_types::{Position, Range};

/// What a change of a text does to what stands before and behind it.
pub(super) struct Shift {
    /// What was changed: in the version before, and now.
    old: TextRange,
    new: TextRange,
    /// On this line of the version before, and above it, characters may have moved.
    last_line: u32,
    /// How many lines there are, before and now.
    lines: (u32, u32),
}

impl Shift {
    /// The change from one version to another.
    pub(super) fn new(before: &TextDocument, now: &TextDocument) -> Self {
        let (old, new) = now.changed_since(before);
        let lines = (before.rope().len_lines() as u32, now.rope().len_lines() as u32);
        Self { old, new, last_line: before.line_of(old.end()) as u32, lines }
    }

    /// The lines and characters of `place`, if it is what stood at `before`, where it had those lines and characters.
    pub(super) fn moved(&self, (before, range): (TextRange, Range), place: TextRange) -> Option<Range> {
        if place.end() < self.new.start() {
            return (before == place).then_some(range);
        }
        let behind = place.start().checked_sub(self.new.end())?;
        let is_same = before == TextRange::at(self.old.end() + behind, place.len());
        let is_below = range.start.line > self.last_line && behind > TextSize::new(0);
        (is_same && is_below).then(|| Range::new(self.below(range.start), self.below(range.end)))
    }

    fn below(&self, position: Position) -> Position {
        Position::new((position.line + self.lines.1).saturating_sub(self.lines.0), position.character)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::capabilities::PositionEncoding;
    use crate::lsp::to_proto::range as lsp_range;
    use sayl_core::text::FileId;

    /// Every character of a text that an edit leaves, before and after it.
    #[track_caller]
    fn check(start: u32, end: u32, new: &str) {
        let text = "key: \u{e4}\u{1f600} 1\r\n- x\n".repeat(400);
        let before = TextDocument::new(FileId(0), &text);
        let after = before.edit(TextRange::new(TextSize::new(start), TextSize::new(end)), new);
        let shift = Shift::new(&before, &after);
        let converted = |document: &TextDocument, place| lsp_range(document.rope(), place, PositionEncoding::Utf16);
        let (mut taken_over, end) = (0, end.min(before.len() as u32));
        for (at, it) in text.char_indices() {
            let place = TextRange::at(TextSize::try_from(at).unwrap(), TextSize::of(it));
            let now = if at < start as usize {
                place
            } else if at >= end as usize {
                place + TextSize::of(new) - TextSize::new(end - start)
            } else {
                continue;
            };
            let moved = shift.moved((place, converted(&before, place)), now);
            assert!(moved.is_none_or(|moved| moved == converted(&after, now)), "{start}..{end} {new:?}: {at}");
            taken_over += usize::from(moved.is_some());
            let elsewhere = now + TextSize::new(1);
            assert_eq!(shift.moved((place, converted(&before, place)), elsewhere), None, "what stands elsewhere");
        }
        assert!(taken_over > 1000, "{start}..{end} {new:?}: {taken_over}");
    }

    #[test]
    fn what_is_taken_over_is_what_a_fresh_conversion_gives() {
        check(4000, 4000, "1");
        check(4000, 4001, "");
        check(4000, 4000, "\n");
        check(4000, 4000, "\r");
        check(4000, 4010, "");
        check(0, 0, "\u{e4}");
        check(0, 3000, "a: 1\nb: 2\n");
        check(7000, 100_000, "");
        check(100_000, 100_000, "z");
    }
}
