//! Selection ranges: what people may want to select around a position, from the word to the file.
//!
//! Words and bracketed parts, the scalar without and with its quotes, the value, its entry, the entry with the comments
//! above it, its siblings, template code with its blocks, the document, the file.

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::code_blocks::TemplateCode;
use crate::ide::cursor;
use crate::ide::line::line_at;
use crate::ide::lines::Lines;
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::path::{self, NodeStep};
use crate::yaml::{CollectionStyle, Comment, Node, Placed, ScalarStyle};

/// The longest text that is searched for brackets around a position, in bytes.
const LONGEST: usize = 1 << 16;

/// For each offset what can be selected around it: at least the whole file, each range within the next and smaller.
pub fn selection_ranges(analysis: &Analysis, file: FileId, offsets: &[TextSize]) -> Vec<Vec<TextRange>> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let path = analysis.path(file);
    let code = if analysis.has_code(file) {
        TemplateCode::read(analysis, file, document, &Lines::new(&document.rope().to_string()))
    } else {
        TemplateCode::default()
    };
    let whole = TextRange::up_to(TextSize::new(document.len() as u32));
    let around = |offset: &TextSize| {
        let mut found = Enclosing { offset: (*offset).min(whole.end()), ranges: vec![whole] };
        if is_starlark(path) || is_text_template(path) {
            let line = line_at(document.rope(), found.offset);
            found.text(line.start, &line.text);
        } else {
            found.comment(document);
            found.nodes(document);
        }
        found.code(&code);
        found.nested()
    };
    offsets.iter().map(around).collect()
}

/// What contains an offset.
struct Enclosing {
    offset: TextSize,
    ranges: Vec<TextRange>,
}

impl Enclosing {
    fn add(&mut self, range: TextRange) {
        if range.contains_inclusive(self.offset) && !range.is_empty() {
            self.ranges.push(range);
        }
    }

    /// Each within the next; of two that overlap, the shorter.
    fn nested(mut self) -> Vec<TextRange> {
        self.ranges.sort_by_key(|range| (range.len(), range.start()));
        let mut nested: Vec<TextRange> = Vec::new();
        for range in self.ranges {
            if nested.last().is_none_or(|last| *last != range && range.contains_range(*last)) {
                nested.push(range);
            }
        }
        nested
    }

    /// The comment of the line, in its parts.
    fn comment(&mut self, document: &TextDocument) {
        let Some(found) = cursor::CommentAt::at(document, self.offset) else { return };
        let (line, column, comment) = (&found.line, found.start, found.text().trim_end());
        let inner = comment.trim_start_matches(['#', '@', '!']).trim_start();
        let start = column + comment.len() - inner.len();
        self.add(line.range(column, column + comment.len()));
        self.add(line.range(start, start + inner.len()));
        self.text(line.range(start, start).start(), inner);
    }

    fn nodes(&mut self, document: &TextDocument) {
        let stream = document.stream();
        let Some(location) = path::locate(stream, self.offset) else { return };
        let Some(yaml) = stream.documents.get(location.document) else { return };
        let marker = yaml.marker.unwrap_or(TextRange::empty(yaml.range.start()));
        self.add(yaml.range);
        self.add(TextRange::new(marker.end(), yaml.range.end().max(marker.end())));
        self.node(document, yaml.root());
        for step in location.steps {
            self.add(step.range());
            self.add(with_comments(step));
            if let NodeStep::Entry(entry) = step {
                self.node(document, entry.key());
            }
            self.node(document, step.value());
        }
    }

    fn node(&mut self, document: &TextDocument, node: Placed<'_, Node>) {
        let range = node.range();
        self.add(range);
        if let Some(properties) = &node.get().properties {
            let tag = properties.tag.as_ref().map(|(_, range)| node.absolute(*range));
            let anchor = properties.anchor.as_ref().map(|(_, range)| node.absolute(*range));
            tag.into_iter().chain(anchor).for_each(|property| {
                self.add(property);
                self.add(property.cover(range));
            });
        }
        let style = node.mapping().map(|it| it.style).or_else(|| node.sequence().map(|it| it.style));
        if style == Some(CollectionStyle::Flow) && range.len() >= TextSize::new(2) {
            self.add(without_ends(range));
        }
        let Some(scalar) = node.scalar().filter(|_| range.contains_inclusive(self.offset)) else { return };
        let inner = match scalar.style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted if range.len() >= TextSize::new(2) => {
                without_ends(range)
            }
            ScalarStyle::Literal | ScalarStyle::Folded => below_header(document, range),
            _ => range,
        };
        self.add(inner);
        if inner.contains_inclusive(self.offset) {
            self.text(inner.start(), &document.slice(inner));
        }
    }

    /// The word, the line, and what brackets hold, in a text that starts at `start`.
    fn text(&mut self, start: TextSize, text: &str) {
        let Some(at) = self.offset.checked_sub(start).map(usize::from).filter(|at| text.is_char_boundary(*at)) else {
            return;
        };
        let mut add = |from: usize, to: usize| {
            self.add(TextRange::new(start + TextSize::new(from as u32), start + TextSize::new(to as u32)));
        };
        for is_part in [is_word, is_run, is_in_line] {
            let (from, to) = stretch(text, at, is_part);
            let from = to - text[from..to].trim_start().len();
            add(from, from + text[from..to].trim_end().len());
        }
        for (open, close) in brackets(text.get(..text.len().min(LONGEST)).unwrap_or_default()) {
            add(open + 1, close - 1);
            add(open - usize::from(text[..open].ends_with('$')), close);
        }
    }

    fn code(&mut self, code: &TemplateCode) {
        for statement in &code.statements {
            self.add(statement.range);
            statement.parts.iter().for_each(|part| self.add(*part));
        }
        for block in &code.blocks {
            let at = |index: usize| code.statements.get(index).map(|statement| statement.range);
            let (Some(head), Some(opener), Some(closer)) = (at(block.head), at(block.opener), at(block.closer)) else {
                continue;
            };
            self.add(TextRange::new(opener.end(), closer.start()));
            self.add(opener.cover(closer));
            self.add(head.cover(closer));
        }
    }
}

/// An entry or item with the comments that belong to it: those above it up to the nearest code, and those behind it.
fn with_comments(step: NodeStep<'_>) -> TextRange {
    let (comments, base) = match step {
        NodeStep::Entry(entry) => (entry.comments(), entry.base),
        NodeStep::Item(item) => (item.comments(), item.base),
    };
    let is_code = |comment: &&Comment| matches!(classify(comment), CommentKind::Code(_)) && !comment.trailing;
    let near = comments.iter().rev().take_while(|comment| !is_code(comment));
    near.fold(step.range(), |range, comment| range.cover(comment.range + base))
}

/// What stands between quotes or brackets.
fn without_ends(range: TextRange) -> TextRange {
    TextRange::new(range.start() + TextSize::new(1), range.end() - TextSize::new(1))
}

/// The lines of a block scalar, without its header.
fn below_header(document: &TextDocument, range: TextRange) -> TextRange {
    let header = line_at(document.rope(), range.start());
    TextRange::new(header.next.unwrap_or(range.end()).min(range.end()), range.end())
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// What people take for one: a path, a number with its unit, a marker with its value.
fn is_run(character: char) -> bool {
    !character.is_whitespace() && !"()[]{}\"'`,|".contains(character)
}

fn is_in_line(character: char) -> bool {
    character != '\n'
}

/// The bytes around a place for which something holds.
fn stretch(text: &str, at: usize, holds: impl Fn(char) -> bool) -> (usize, usize) {
    let before: usize = text[..at].chars().rev().take_while(|it| holds(*it)).map(char::len_utf8).sum();
    let behind: usize = text[at..].chars().take_while(|it| holds(*it)).map(char::len_utf8).sum();
    (at - before, at + behind)
}

/// Each pair of brackets, and each text in double quotes on one line, with its signs.
fn brackets(text: &str) -> Vec<(usize, usize)> {
    let (mut open, mut quote) = (Vec::new(), None);
    let mut pairs = Vec::new();
    for (at, character) in text.char_indices() {
        match character {
            '"' => match quote.take() {
                Some(start) => pairs.push((start, at + 1)),
                None => quote = Some(at),
            },
            '\n' => quote = None,
            '(' | '[' | '{' => open.push((at, character)),
            ')' | ']' | '}' => {
                let pair =
                    open.pop().filter(|(_, other)| matches!((*other, character), ('(', ')') | ('[', ']') | ('{', '}')));
                pairs.extend(pair.map(|(start, _)| (start, at + 1)));
            }
            _ => {}
        }
    }
    pairs
}

#[cfg(test)]
mod tests;
