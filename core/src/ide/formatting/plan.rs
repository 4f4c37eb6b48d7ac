//! What is to become of each line: gathered on the walk, written down by `edits`.

use std::ops::{Range, RangeInclusive};

use crate::ide::lines::Lines;
use crate::text::{TextRange, TextSize};

/// A text, and what is to become of its lines.
pub(super) struct FormattingPlan<'t> {
    pub(super) text: &'t str,
    pub(super) lines: Lines<'t>,
    /// The lines that may be changed.
    chosen: Range<usize>,
    /// With how many blanks a line is to begin; `None`: as it does.
    columns: Vec<Option<usize>>,
    /// Whether a line goes on as the text of a scalar: then its end, and all of a blank line, is content.
    is_text: Vec<bool>,
    /// Blanks and punctuation between two tokens of a line, by position once the walk is over.
    pub(super) gaps: Vec<(TextRange, &'static str)>,
}

impl<'t> FormattingPlan<'t> {
    /// Nothing is planned yet; only lines that `range` touches may be changed.
    pub(super) fn new(text: &'t str, range: Option<TextRange>) -> Self {
        let lines = Lines::new(text);
        let count = lines.count();
        let chosen = range.map_or(0..count, |range| chosen(&lines, range));
        Self { text, lines, chosen, columns: vec![None; count], is_text: vec![false; count], gaps: Vec::new() }
    }

    pub(super) fn source(&self, range: TextRange) -> &'t str {
        self.text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
    }

    pub(super) fn line(&self, offset: TextSize) -> usize {
        self.lines.number(offset)
    }

    /// The lines that a range touches.
    pub(super) fn lines_of(&self, range: TextRange) -> RangeInclusive<usize> {
        self.line(range.start())..=self.line(range.end())
    }

    /// Bytes from the start of its line.
    pub(super) fn column(&self, offset: TextSize) -> usize {
        usize::from(offset) - self.lines.start(self.line(offset))
    }

    /// With how many blanks a line begins.
    pub(super) fn indentation(&self, line: usize) -> usize {
        let line = self.lines.line(line);
        line.len() - line.trim_start_matches(' ').len()
    }

    /// Whether only blanks stand before an offset on its line.
    pub(super) fn starts_line(&self, offset: TextSize) -> bool {
        self.column(offset) == self.indentation(self.line(offset))
    }

    pub(super) fn is_blank(&self, line: usize) -> bool {
        self.lines.line(line).trim_matches([' ', '\t']).is_empty()
    }

    pub(super) fn is_chosen(&self, line: usize) -> bool {
        self.chosen.contains(&line)
    }

    /// Whether all of a range may be moved.
    pub(super) fn is_movable(&self, range: TextRange) -> bool {
        let lines = self.lines_of(range);
        self.is_chosen(*lines.start()) && self.is_chosen(*lines.end())
    }

    /// Lets a line begin at a column, if it may be changed. Gives the column at which it will begin.
    pub(super) fn place(&mut self, line: usize, column: usize) -> usize {
        if !self.is_chosen(line) {
            return self.indentation(line);
        }
        if let Some(planned) = self.columns.get_mut(line) {
            *planned = Some(column);
        }
        column
    }

    /// With how many blanks a line is to begin, if that is planned.
    pub(super) fn planned(&self, line: usize) -> Option<usize> {
        self.columns.get(line).copied().flatten()
    }

    /// Moves lines that are not blank, as far as there is room.
    pub(super) fn shift(&mut self, lines: impl Iterator<Item = usize>, by: isize, least: usize) {
        for line in lines {
            if by != 0 && !self.is_blank(line) {
                let column = self.indentation(line).saturating_add_signed(by).max(least);
                self.place(line, column);
            }
        }
    }

    /// Says that lines go on as text.
    pub(super) fn keep(&mut self, lines: impl Iterator<Item = usize>) {
        for line in lines {
            if let Some(is_text) = self.is_text.get_mut(line) {
                *is_text = true;
            }
        }
    }

    pub(super) fn is_text(&self, line: usize) -> bool {
        self.is_text.get(line).copied().unwrap_or_default()
    }

    /// Lets what stands between two tokens of a line be `new`, if it is `punctuation` and blanks now.
    pub(super) fn gap(&mut self, from: TextSize, to: TextSize, punctuation: &str, new: &'static str) {
        if from > to {
            return;
        }
        let range = TextRange::new(from, to);
        let old = self.source(range);
        if old != new && old.trim_matches([' ', '\t']) == punctuation && self.is_chosen(self.line(from)) {
            self.gaps.push((range, new));
        }
    }
}

/// The lines that a range touches; a last line of which it holds nothing is none.
fn chosen(lines: &Lines<'_>, range: TextRange) -> Range<usize> {
    let (first, last) = (lines.number(range.start()), lines.number(range.end()));
    let is_touched = first == last || usize::from(range.end()) > lines.start(last);
    first..last + usize::from(is_touched)
}
