//! A text that nobody wrote, each line of which knows where it comes from: final data values, or rendered output.

use std::path::Path;

use crate::analysis::Analysis;
use crate::analysis::names::Turn;
use crate::ide::line::line_number;
use crate::ide::paths::{folder, relative};
use crate::text::{FileId, Place, TextRange};
use crate::values::print::TextWithOrigins;

/// The text with its origins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MappedText {
    /// The text.
    pub text: String,
    /// For each line of the text, where what stands there was written; `None` for what nobody wrote.
    pub origins: Vec<Option<TokenOrigin>>,
    /// Whether each line is the first of its value; the further lines of a text have no room for a comment.
    is_first: Vec<bool>,
}

/// A token of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenOrigin {
    /// The file.
    pub file: FileId,
    /// The token that wrote the value.
    pub range: TextRange,
}

impl MappedText {
    /// Adds what was printed. `resolve` says where a place stands in the text of its file.
    pub(super) fn add(&mut self, printed: &TextWithOrigins, resolve: impl Fn(Place) -> Option<TextRange>) {
        let mut origins = printed.origins.iter().peekable();
        let (mut end, mut last) = (0, None);
        for line in printed.text.split_inclusive('\n') {
            end += line.len();
            // Of what begins on a line, the last is what the line is about; a line where nothing begins goes on.
            self.is_first.push(origins.peek().is_some_and(|(at, _)| *at < end));
            while let Some((_, place)) = origins.next_if(|(at, _)| *at < end) {
                last = resolve(*place).map(|range| TokenOrigin { file: place.file, range });
            }
            self.origins.push(last);
        }
        self.text.push_str(&printed.text);
    }

    /// Which one of those that the same token gave the value on a line is, in a loop.
    pub(super) fn turn(&self, line: usize) -> Option<Turn> {
        let origin = self.origins.get(line).copied().flatten()?;
        let is_same = |at: &usize| self.is_first[*at] && self.origins[*at] == Some(origin);
        let same: Vec<usize> = (0..self.origins.len()).filter(is_same).collect();
        let index = same.partition_point(|at| *at <= line).checked_sub(1)?;
        Some(Turn { index, count: same.len() })
    }

    /// Adds a line between documents.
    pub(super) fn add_separator(&mut self) {
        self.add_line("---", None);
    }

    /// Adds a line of its own.
    pub(super) fn add_line(&mut self, line: &str, origin: Option<TokenOrigin>) {
        self.text.push_str(line);
        self.text.push('\n');
        self.origins.push(origin);
        self.is_first.push(true);
    }

    /// The text with the origin of each value as a comment, such as `# ../config/schema.yml:12`, relative to the folder
    /// of `file`.
    pub fn with_comments(&self, analysis: &Analysis, file: FileId) -> String {
        let folder = folder(analysis, file);
        let origins = self.origins.iter().zip(&self.is_first);
        let lines = self.text.lines().zip(origins).map(|(line, (origin, is_first))| {
            match origin.filter(|_| *is_first).and_then(|origin| place_words(analysis, folder, origin)) {
                Some(words) => format!("{line} # {words}\n"),
                None => format!("{line}\n"),
            }
        });
        lines.collect()
    }
}

/// `../config/schema.yml:12`
fn place_words(analysis: &Analysis, folder: &Path, origin: TokenOrigin) -> Option<String> {
    let document = analysis.document(origin.file)?;
    let path = relative(analysis.path(origin.file), folder);
    Some(format!("{path}:{}", line_number(document.rope(), origin.range.start()) + 1))
}

/// Where a place stands in the text of its file as it is now.
pub(super) fn range_in(analysis: &Analysis, place: Place) -> Option<TextRange> {
    analysis.document(place.file).and_then(|document| document.resolve(place))
}
