//! Indentation of a line that was just begun. It is read from the lines above, for the text is half typed here, and it
//! looks at no more of them than it needs.

use ropey::Rope;

use super::{FormattingOptions, is_formatted};
use crate::analysis::Analysis;
use crate::ide::line::{LineAt, comment_column, line_at};
use crate::text::{Edits, FileId, TextSize};
use crate::yaml::path::{self, Part};
use crate::yaml::{Node, Placed, ScalarStyle};

/// So many lines above are looked at for how wide a step is.
const MOST_LINES: usize = 200;

/// The edit that indents the blank line at `offset`, which a line break has just begun: none where it is indented
/// already, holds something, or nothing can be told.
pub fn on_type_formatting(analysis: &Analysis, file: FileId, offset: TextSize, options: &FormattingOptions) -> Edits {
    let document = analysis.document(file).filter(|_| is_formatted(analysis, file));
    let Some(document) = document else { return Edits::new() };
    let line = line_at(document.rope(), offset);
    let lines = PrecedingLines { rope: document.rope(), start: line.start };
    let text_above = lines.first().and_then(|above| {
        let end = above.range(above.text.len(), above.text.len()).start();
        text_around(path::locate(document.stream(), end)?.part, &above)
    });
    let Some(column) = text_above.or_else(|| lines.column(options)).filter(|_| line.text.trim().is_empty()) else {
        return Edits::new();
    };
    let old = line.range(0, line.text.len());
    let new = " ".repeat(column);
    if line.text == new { Edits::new() } else { vec![(old, new)] }
}

/// The column at which a text over several lines goes on, if the line above is part of one.
fn text_around(part: Part<'_>, above: &LineAt) -> Option<usize> {
    let Part::Value(value) = part else { return None };
    let is_text = |node: Placed<'_, Node>| {
        node.scalar().is_some_and(|it| it.style != ScalarStyle::Plain) && node.range().start() < above.start
    };
    is_text(value).then(|| above.indentation())
}

/// The lines above an offset that starts a line.
#[derive(Clone, Copy)]
struct PrecedingLines<'r> {
    rope: &'r Rope,
    start: TextSize,
}

impl PrecedingLines<'_> {
    /// Lines that are not blank, the nearest first.
    fn lines(self) -> impl Iterator<Item = LineAt> {
        let mut start = self.start;
        let lines = std::iter::from_fn(move || {
            let line = line_at(self.rope, start.checked_sub(TextSize::of('\n'))?);
            start = line.start;
            Some(line)
        });
        lines.take(MOST_LINES).filter(|line| !line.text.trim().is_empty())
    }

    fn first(self) -> Option<LineAt> {
        self.lines().next()
    }

    /// Where the next line belongs.
    fn column(self, options: &FormattingOptions) -> Option<usize> {
        let first = self.first()?;
        let is_comment = |line: &LineAt| line.text.trim_start().starts_with('#');
        let node = self.lines().find(|line| !is_comment(line)).map(|line| Opening::of(&line.text));
        let inside = node.as_ref().and_then(|it| it.inside(|| self.width(options)));
        if !is_comment(&first) {
            return Some(inside.or(node.map(|it| it.column)).unwrap_or_default());
        }
        // Behind the comments that a key's first child has, and at the level of all others.
        let column = first.indentation();
        Some(inside.filter(|inside| *inside > column && is_first_below(&first.text)).unwrap_or(column))
    }

    /// How wide a step is: as the nearest key is indented that has anything below it, else as the editor has it.
    fn width(self, options: &FormattingOptions) -> usize {
        const USUAL_WIDTH: usize = 2;
        let mut below: Option<usize> = None;
        for line in self.lines().filter(|line| !line.text.trim_start().starts_with('#')) {
            let opening = Opening::of(&line.text);
            let step = below.and_then(|below| below.checked_sub(opening.column)).filter(|step| *step > 0);
            if let Some(step) = step.filter(|_| opening.awaits == Awaits::Children) {
                return step;
            }
            let is_item = line.text.trim_start().starts_with('-');
            below = (!is_item).then(|| line.indentation());
        }
        options.width.unwrap_or(USUAL_WIDTH)
    }
}

/// Whether a comment below a key belongs to what is inside of it, whatever its column: code does, unless it ends a block.
fn is_first_below(comment: &str) -> bool {
    comment.trim_start().strip_prefix("#@").is_some_and(|code| code.trim() != "end")
}

/// What a line awaits below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaits {
    /// A sibling.
    Nothing,
    /// The value of its key.
    Children,
    /// The value of its dash, which is aligned behind it.
    Item,
}

/// What the last entry or item of a line is.
struct Opening {
    /// Where it begins.
    column: usize,
    awaits: Awaits,
}

impl Opening {
    fn of(line: &str) -> Self {
        let comment = comment_column(line).unwrap_or(line.len());
        let (text, comment) = line.split_at(comment);
        let mut column = text.len() - text.trim_start().len();
        let mut rest = text.trim();
        let mut dash = column;
        while let Some(after) = rest.strip_prefix('-').filter(|after| after.is_empty() || after.starts_with(' ')) {
            dash = column;
            column += rest.len() - after.trim_start().len();
            rest = after.trim_start();
            if rest.is_empty() {
                return Self { column: dash, awaits: Awaits::Item };
            }
        }
        match value_of_key(rest) {
            Some(value) => Self { column, awaits: awaited(value, comment) },
            None if is_marker(rest) => Self { column: 0, awaits: Awaits::Nothing },
            None => Self { column: dash, awaits: Awaits::Nothing },
        }
    }

    /// Where what it awaits begins, if it awaits anything.
    fn inside(&self, width: impl Fn() -> usize) -> Option<usize> {
        match self.awaits {
            Awaits::Nothing => None,
            Awaits::Children => Some(self.column + width()),
            Awaits::Item => Some(self.column + "- ".len()),
        }
    }
}

fn is_marker(line: &str) -> bool {
    line == "---" || line.starts_with("--- ") || line == "..."
}

/// What stands behind the key of an entry.
fn value_of_key(entry: &str) -> Option<&str> {
    let quote = entry.chars().next().filter(|it| matches!(it, '"' | '\''));
    let closing = quote.and_then(|quote| entry.get(1..)?.find(quote));
    let from = closing.map_or(0, |closing| closing + 2);
    let rest = entry.get(from..)?;
    let colon = rest.find(": ").or_else(|| rest.ends_with(':').then(|| rest.len() - 1))?;
    rest.get(colon + 1..).map(str::trim)
}

/// What the value of a key awaits, given the comment behind it.
fn awaited(value: &str, comment: &str) -> Awaits {
    let last = value.split_whitespace().next_back().unwrap_or_default();
    let is_computed = comment.strip_prefix("#@").is_some_and(|code| code.starts_with(' '));
    let is_open = last.is_empty() || last.starts_with(['&', '!']) && !value.starts_with('"');
    let is_block_text = last.starts_with(['|', '>']) && last.len() <= 3;
    let is_flow = value.ends_with(['{', '[', ',']) && value.starts_with(['{', '[']);
    if is_open && !is_computed || is_block_text || is_flow { Awaits::Children } else { Awaits::Nothing }
}
