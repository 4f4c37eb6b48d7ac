//! Folding ranges: documents, maps, arrays, long text, runs of comments and of `load`s, blocks of template code, and
//! regions that an author marked.

use std::ops::RangeInclusive;

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::code_blocks::{BlockRole, BlockStatement, TemplateCode};
use crate::ide::lines::Lines;
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template};
use crate::yaml::{Node, Placed};

/// What a fold holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// Nodes or code.
    Content,
    /// Comments.
    Comment,
    /// Loads of other files.
    Imports,
    /// What stands between `#region` and `#endregion`.
    Region,
}

/// One fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldingRange {
    /// From the first to the last byte that the fold covers.
    pub range: TextRange,
    /// What it holds.
    pub kind: FoldKind,
    /// What may stand for it while it is closed.
    pub summary: Option<String>,
}

/// The folds of a file, by position. Of folds that would start on one line only the longest is kept.
pub fn folding_ranges(analysis: &Analysis, file: FileId) -> Vec<FoldingRange> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let (path, text) = (analysis.path(file), document.rope().to_string());
    let mut folds = Folds { analysis, lines: Lines::new(&text), found: Vec::new(), texts: Vec::new() };
    let is_text = is_text_template(path);
    if !is_text && !is_starlark(path) {
        folds.documents(document);
    }
    if !is_text {
        folds.comments();
    }
    folds.code(&TemplateCode::read(analysis, file, document, &folds.lines));
    folds.finish()
}

struct Folds<'t> {
    analysis: &'t Analysis,
    lines: Lines<'t>,
    found: Vec<FoldingRange>,
    /// Scalars over several lines, in order: what looks like a comment in them is none.
    texts: Vec<TextRange>,
}

impl Folds<'_> {
    fn add(&mut self, (start, end): (TextSize, TextSize), kind: FoldKind, summary: Option<String>) {
        if end > start && self.lines.number(start) < self.lines.number(end) {
            self.found.push(FoldingRange { range: TextRange::new(start, end), kind, summary });
        }
    }

    /// Whole lines.
    fn add_lines(&mut self, first: usize, last: usize, kind: FoldKind, summary: Option<String>) {
        if first < last {
            let lines = self.lines.range(first, last);
            self.add((lines.start(), lines.end()), kind, summary);
        }
    }

    fn documents(&mut self, text: &TextDocument) {
        let documents = &text.stream().documents;
        for document in documents {
            if documents.len() > 1 {
                let end = document.range.end().max(document.root.range.end());
                let start = document.marker.map_or(document.range.start(), TextRange::start);
                self.add((start, end), FoldKind::Content, None);
            }
            self.node(document.root());
        }
    }

    /// Nodes nest less deep than the stack allows: `yaml::lower` sees to it.
    fn node(&mut self, node: Placed<'_, Node>) {
        if let Some(mapping) = node.mapping() {
            for entry in mapping.entries() {
                self.child(entry.range(), entry.value());
            }
        } else if let Some(sequence) = node.sequence() {
            for item in sequence.items() {
                self.child(item.range(), item.value());
            }
        } else if node.scalar().is_some()
            && self.lines.number(node.range().start()) < self.lines.number(node.range().end())
        {
            self.texts.push(node.range());
        }
    }

    /// An entry or an item with its value.
    fn child(&mut self, range: TextRange, value: Placed<'_, Node>) {
        self.analysis.unwind_if_cancelled();
        // A block scalar's final line break is no part of the range of its entry.
        let end = range.end().max(value.range().end());
        self.add((range.start(), end), FoldKind::Content, summary(value));
        self.node(value);
    }

    fn is_in_text(&self, offset: TextSize) -> bool {
        let before = self.texts.partition_point(|text| text.start() < offset);
        before.checked_sub(1).and_then(|at| self.texts.get(at)).is_some_and(|text| offset < text.end())
    }

    /// Runs of comments, annotations among them, and marked regions.
    fn comments(&mut self) {
        let mut regions: Vec<(usize, String)> = Vec::new();
        let mut run: Option<RangeInclusive<usize>> = None;
        let with_sign: Vec<usize> = self.lines.with(b'#').collect();
        for number in with_sign {
            self.analysis.unwind_if_cancelled();
            let start = self.lines.range(number, number).start();
            let comment = self.lines.line(number).trim().strip_prefix('#').filter(|_| !self.is_in_text(start));
            let mark = comment.and_then(marker_of);
            let is_code = comment.is_some_and(|text| text == "@" || text.starts_with("@ "));
            let is_in_run = comment.is_some() && mark.is_none() && !is_code;
            if let Some(goes_on) = run.as_mut().filter(|run| is_in_run && run.end() + 1 == number) {
                *goes_on = *goes_on.start()..=number;
                continue;
            }
            self.comment_run(run.take());
            run = is_in_run.then_some(number..=number);
            match mark {
                Some(RegionMarker::Begin(name)) => regions.push((number, name)),
                Some(RegionMarker::End) => {
                    if let Some((first, name)) = regions.pop() {
                        self.add_lines(first, number, FoldKind::Region, (!name.is_empty()).then_some(name));
                    }
                }
                None => {}
            }
        }
        self.comment_run(run);
    }

    fn comment_run(&mut self, run: Option<RangeInclusive<usize>>) {
        if let Some(run) = run {
            self.add_lines(*run.start(), *run.end(), FoldKind::Comment, None);
        }
    }

    /// Blocks up to the line before what ends them, statements over several lines, and runs of loads.
    fn code(&mut self, code: &TemplateCode) {
        let line = |at: usize| code.statements.get(at).map(|it| self.lines.number(it.range.start()));
        let blocks: Vec<_> = code.blocks.iter().filter_map(|it| Some((line(it.opener)?, line(it.closer)?))).collect();
        for (opener, closer) in blocks {
            self.add_lines(opener, closer.saturating_sub(1), FoldKind::Content, None);
        }
        for statement in &code.statements {
            let (start, end) = (statement.range.start(), statement.range.end());
            self.add_lines(self.lines.number(start), self.lines.number(end), FoldKind::Content, None);
        }
        for run in code.statements.chunk_by(|one, next| one.role == BlockRole::Load && next.role == BlockRole::Load) {
            if let [first, .., last] = run {
                let number = |it: &BlockStatement| self.lines.number(it.range.start());
                self.add_lines(number(first), self.lines.number(last.range.end()), FoldKind::Imports, None);
            }
        }
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

/// What is hidden while a node is folded.
fn summary(node: Placed<'_, Node>) -> Option<String> {
    let counted = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    if let Some(mapping) = node.mapping() {
        return Some(counted(mapping.get().entries.len(), "key", "keys"));
    }
    Some(counted(node.sequence()?.get().items.len(), "item", "items"))
}

/// What a comment marks.
enum RegionMarker {
    /// The beginning of a region, with its name.
    Begin(String),
    End,
}

/// `#region name` and `#endregion`, as editors know them from other languages.
fn marker_of(comment: &str) -> Option<RegionMarker> {
    let text = comment.trim_start_matches('!').trim_start();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "region" => Some(RegionMarker::Begin(rest.trim().to_owned())),
        "endregion" => Some(RegionMarker::End),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
