//! Folding ranges: maps, arrays, block scalars, documents and runs of comments.

use crate::analysis::Analysis;
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::{At, Node};

/// What a fold holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// Nodes.
    Region,
    /// Comments.
    Comment,
}

/// One fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldingRange {
    /// From the first to the last byte that the fold covers.
    pub range: TextRange,
    /// What it holds.
    pub kind: FoldKind,
}

/// The folds of a file, by position. Of folds that would start on one line only the longest is kept.
pub fn folding_ranges(analysis: &Analysis, file: FileId) -> Vec<FoldingRange> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let text = document.rope().to_string();
    let mut folds = Folds { lines: Lines::new(&text), found: Vec::new(), texts: Vec::new() };
    let documents = &document.stream().documents;
    for document in documents {
        if documents.len() > 1 {
            let end = document.range.end().max(document.root.range.end());
            let start = document.marker.map_or(document.range.start(), TextRange::start);
            folds.add(start, end, FoldKind::Region);
        }
        folds.node(document.root());
    }
    folds.comments();
    folds.finish()
}

/// The lines of a text, to be found by offset.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(behind).collect() }
    }

    fn number(&self, offset: TextSize) -> usize {
        self.starts.partition_point(|start| *start <= usize::from(offset)).saturating_sub(1)
    }

    /// A line without its ending.
    fn line(&self, number: usize) -> &'t str {
        let start = self.starts.get(number).copied().unwrap_or(self.text.len());
        let end = self.starts.get(number + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// From the first byte of a line to the last of another.
    fn range(&self, first: usize, last: usize) -> (TextSize, TextSize) {
        let start = |number: usize| self.starts.get(number).copied().unwrap_or(self.text.len());
        (TextSize::new(start(first) as u32), TextSize::new((start(last) + self.line(last).len()) as u32))
    }
}

struct Folds<'t> {
    lines: Lines<'t>,
    found: Vec<FoldingRange>,
    /// Scalars over several lines, in order: what looks like a comment in them is none.
    texts: Vec<TextRange>,
}

impl Folds<'_> {
    fn add(&mut self, start: TextSize, end: TextSize, kind: FoldKind) {
        if end > start && self.lines.number(start) < self.lines.number(end) {
            self.found.push(FoldingRange { range: TextRange::new(start, end), kind });
        }
    }

    /// Nodes nest less deep than the stack allows: `yaml::lower` sees to it.
    fn node(&mut self, node: At<'_, Node>) {
        if let Some(mapping) = node.mapping() {
            for entry in mapping.entries() {
                self.add(entry.range().start(), content_end(entry.range(), entry.value()), FoldKind::Region);
                self.node(entry.value());
            }
        } else if let Some(sequence) = node.sequence() {
            for item in sequence.items() {
                self.add(item.range().start(), content_end(item.range(), item.value()), FoldKind::Region);
                self.node(item.value());
            }
        } else if node.scalar().is_some()
            && self.lines.number(node.range().start()) < self.lines.number(node.range().end())
        {
            self.texts.push(node.range());
        }
    }

    fn is_in_text(&self, offset: TextSize) -> bool {
        let before = self.texts.partition_point(|text| text.start() < offset);
        before.checked_sub(1).and_then(|at| self.texts.get(at)).is_some_and(|text| offset < text.end())
    }

    /// Runs of comments, and blocks of template code up to the line before their `end`.
    fn comments(&mut self) {
        let mut open: Vec<usize> = Vec::new();
        let mut run: Option<usize> = None;
        for number in 0..self.lines.starts.len() {
            let line = self.lines.line(number).trim_start();
            let (start, _) = self.lines.range(number, number);
            if !line.starts_with('#') || self.is_in_text(start) {
                self.comment_run(run.take(), number);
                continue;
            }
            match code_of(line) {
                CodeLine::None => {
                    run.get_or_insert(number);
                    continue;
                }
                CodeLine::Opens => open.push(number),
                CodeLine::Continues => {
                    self.block(open.pop(), number);
                    open.push(number);
                }
                CodeLine::Ends => self.block(open.pop(), number),
                CodeLine::Other => {}
            }
            self.comment_run(run.take(), number);
        }
        self.comment_run(run, self.lines.starts.len());
    }

    /// A run of comments from a line to the one before `next`.
    fn comment_run(&mut self, first: Option<usize>, next: usize) {
        let Some(first) = first.filter(|first| first + 1 < next) else { return };
        let (start, end) = self.lines.range(first, next - 1);
        self.add(start, end, FoldKind::Comment);
    }

    /// A block of code from a line to the one before `end`.
    fn block(&mut self, first: Option<usize>, end: usize) {
        let Some(first) = first.filter(|first| first + 1 < end) else { return };
        let (start, end) = self.lines.range(first, end - 1);
        self.add(start, end, FoldKind::Region);
    }

    fn finish(mut self) -> Vec<FoldingRange> {
        self.found.sort_by_key(|fold| (fold.range.start(), std::cmp::Reverse(fold.range.end())));
        let lines = self.lines;
        let mut last = None;
        self.found
            .retain(|fold| last.replace(lines.number(fold.range.start())) != Some(lines.number(fold.range.start())));
        self.found
    }
}

/// Where the content of an entry or item ends: a block scalar's final line break is no part of it.
fn content_end(range: TextRange, value: At<'_, Node>) -> TextSize {
    range.end().max(value.range().end())
}

/// What a line of template code does to blocks.
enum CodeLine {
    /// No code: an annotation or a comment.
    None,
    Opens,
    Continues,
    Ends,
    Other,
}

fn code_of(comment: &str) -> CodeLine {
    let Some(code) = comment.strip_prefix("#@").filter(|code| code.is_empty() || code.starts_with(' ')) else {
        return CodeLine::None;
    };
    let code = code.trim();
    let word = &code[..code.find(|character: char| !character.is_alphabetic()).unwrap_or(code.len())];
    match word {
        "end" => CodeLine::Ends,
        "elif" | "else" if code.ends_with(':') => CodeLine::Continues,
        // `if/end` and its kin wrap the next node and have no `end` of their own.
        "if" | "for" | "def" if code.ends_with(':') && !code[word.len()..].starts_with("/end") => CodeLine::Opens,
        _ => CodeLine::Other,
    }
}

#[cfg(test)]
mod tests;
