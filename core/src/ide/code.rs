//! The template code under a cursor: the statement that holds it, token by token. It is read as text, since its line may
//! be half typed; what names mean is asked of `analysis::names`.
//!
//! # Design
//!
//! Completion, hover and signature help in template code share `ide::code`. The statement around the cursor is read as
//! text, token by token, by the same scanner that compiles it, so it does not matter whether the line is whole
//! (`code::spot` says what stands there, `code::chain` what it is read from, `code::call` which argument it is). What
//! names mean is asked of `analysis::names`; `code::value` follows them to what is known of the value: a module, a
//! function, a data value with its schema, a struct. Names that hold inside of one statement, variables of
//! comprehensions and parameters of lambdas, are read from its tokens (`code::local`), for while it is typed it has no
//! tree. What modules, global names and methods are is data with words, `template::code_docs`, held to what is
//! registered by a test, both ways.

use std::ops::Range;
use std::sync::Arc;

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::line::{LineAt, line_at, text_of};
use crate::ide::position::comment_in;
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Comment, path};

pub(super) mod call;
pub(super) mod chain;
pub(super) mod function;
pub(super) mod import;
pub(super) mod local;
pub(super) mod spot;
pub(super) mod statement;
pub(super) mod value;

use statement::TypedStatement;

/// How many lines above a place are read for the beginning of a statement that reaches to it.
const FARTHEST_START: usize = 200;

/// How many bytes above a place are read for the `(@` that it stands behind.
const FARTHEST_OPENING: u32 = 4096;

/// The annotation of a node whose texts hold code.
const TEMPLATED: &str = "yaml/text-templated-strings";

/// What code begins with in text, and what it ends with.
const TEXT_CODE: (&str, &str) = ("(@", "@)");

/// Words that are no names.
pub(super) const KEYWORDS: [&str; 20] = [
    "and", "break", "continue", "def", "elif", "else", "end", "for", "if", "in", "lambda", "load", "not", "or", "pass",
    "return", "while", "True", "False", "None",
];

/// The statement, expression or arguments around a cursor.
pub(super) struct CursorCode {
    /// Its tokens, up to the end of the cursor's line, and further while brackets are open there.
    pub(super) statement: Arc<TypedStatement>,
    /// Where the cursor is in the text of the statement.
    pub(super) cursor: usize,
    /// What it is.
    pub(super) kind: CodeKind,
}

/// What code is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CodeKind {
    /// A statement.
    Statement,
    /// An expression: the value of a node, or of `(@= … @)`.
    Expression,
    /// The arguments of the annotation with this name.
    Arguments(String),
}

/// What of a line is code.
pub(super) enum LinePart {
    /// Code from this column on.
    Code(usize),
    /// An annotation whose `#@` stands at this column.
    Annotation(usize),
}

impl CursorCode {
    /// The code at a byte offset, arguments of annotations aside; `None` where there is none.
    pub(super) fn at(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Self> {
        let document = analysis.document(file)?;
        let path = analysis.path(file);
        if is_text_template(path) {
            return in_text(document, TextSize::new(0), offset);
        }
        let is_starlark = is_starlark(path);
        let line = line_at(document.rope(), offset);
        let part = part_of(document, &line, is_starlark);
        let cursor = line.column(offset);
        match part {
            Some(LinePart::Code(column)) if is_starlark || column < cursor => {
                in_lines(document, &line, is_starlark, offset)
            }
            _ if is_starlark => None,
            _ => {
                let typed = line.text.get(..cursor).unwrap_or_default().trim_end().len();
                let at = |offset| text_at(document, offset);
                // Blanks at the end of a line belong to no node.
                in_text(document, at(offset).or_else(|| at(line.start + TextSize::new(typed as u32)))?, offset)
            }
        }
    }

    /// The arguments of an annotation, which begin at a column of its line; `None` if the offset is not in them.
    pub(super) fn in_arguments(name: &str, line: &LineAt, start: usize, offset: TextSize) -> Option<Self> {
        let mut statement = TypedStatement::default();
        statement.line(line.text.get(start..)?, line.range(start, start).start());
        let cursor = statement.position(offset)?;
        Some(Self { statement: Arc::new(statement), cursor, kind: CodeKind::Arguments(name.to_owned()) })
    }

    /// The bytes of the file at which a part of the statement stands.
    pub(super) fn range(&self, range: &Range<usize>) -> TextRange {
        TextRange::new(self.statement.offset(range.start), self.statement.offset(range.end))
    }
}

/// What of a line is code.
pub(super) fn part_of(document: &TextDocument, line: &LineAt, is_starlark: bool) -> Option<LinePart> {
    if is_starlark {
        return Some(LinePart::Code(0));
    }
    let column = comment_in(document, line)?;
    let after = line.text[column..].strip_prefix("#@")?;
    let is_code = after.is_empty() || after.starts_with(' ');
    Some(if is_code { LinePart::Code(column + 2) } else { LinePart::Annotation(column) })
}

/// Whether code that begins at a column stands behind a node: it is the value of that node.
pub(super) fn is_behind_node(line: &LineAt, column: usize) -> bool {
    line.indentation() + 2 < column
}

/// Where the lines of code begin that reach to an offset.
pub(super) fn first_line(document: &TextDocument, is_starlark: bool, offset: TextSize) -> TextSize {
    let mut start = line_at(document.rope(), offset).start;
    for _ in 0..FARTHEST_START {
        let Some(above) = start.checked_sub(TextSize::of('\n')).map(|end| line_at(document.rope(), end)) else { break };
        let text = above.text.trim_start();
        let is_code = is_starlark || text == "#@" || text.starts_with("#@ ");
        if !is_code {
            break;
        }
        start = above.start;
        let is_outermost = is_starlark && (text.starts_with("def ") || text.starts_with("load(")) && text == above.text;
        if is_outermost {
            break;
        }
    }
    start
}

/// Code in lines of comments, or of a Starlark file.
fn in_lines(document: &TextDocument, at: &LineAt, is_starlark: bool, offset: TextSize) -> Option<CursorCode> {
    let mut statement = TypedStatement::default();
    let mut next = Some(first_line(document, is_starlark, offset));
    let mut is_behind = false;
    while let Some(start) = next.filter(|start| *start <= at.start) {
        let line = line_at(document.rope(), start);
        let Some(LinePart::Code(column)) = part_of(document, &line, is_starlark) else {
            statement = TypedStatement::default();
            next = line.next;
            continue;
        };
        is_behind = !is_starlark && is_behind_node(&line, column);
        if is_behind {
            statement = TypedStatement::default();
        }
        let is_complete = statement.line(&line.text[column..], line.range(column, column).start());
        if line.start == at.start {
            if !is_complete && !is_behind {
                go_on(&mut statement, document, line.next, is_starlark);
            }
            break;
        }
        if is_complete {
            statement = TypedStatement::default();
        }
        next = line.next;
    }
    let cursor = statement.position(offset)?;
    let kind = if is_behind { CodeKind::Expression } else { CodeKind::Statement };
    Some(CursorCode { statement: Arc::new(statement), cursor, kind })
}

/// Reads the lines below that a statement with open brackets goes on over.
fn go_on(statement: &mut TypedStatement, document: &TextDocument, mut next: Option<TextSize>, is_starlark: bool) {
    for _ in 0..FARTHEST_START {
        let Some(line) = next.map(|start| line_at(document.rope(), start)) else { break };
        let Some(LinePart::Code(column)) = part_of(document, &line, is_starlark) else { break };
        let is_other = !is_starlark && is_behind_node(&line, column) || statement.scanner.is_in_text();
        if is_other || statement.line(&line.text[column..], line.range(column, column).start()) {
            break;
        }
        next = line.next;
    }
}

/// Where the text begins that stands at an offset as a key or a value, if it may hold code.
fn text_at(document: &TextDocument, offset: TextSize) -> Option<TextSize> {
    let stream = document.stream();
    let location = path::locate(stream, offset)?;
    let node = match location.part {
        path::Part::Value(node) | path::Part::Key(node) if node.scalar().is_some() => node,
        _ => return None,
    };
    let of_document = stream.documents.get(location.document).map(|it| &*it.comments).unwrap_or_default();
    let of_steps = location.steps.iter().flat_map(|step| match step {
        path::NodeStep::Entry(entry) => entry.comments(),
        path::NodeStep::Item(item) => item.comments(),
    });
    let is_templated =
        |comment: &Comment| matches!(classify(comment), CommentKind::Annotation(it) if it.name == TEMPLATED);
    of_steps.chain(of_document).any(is_templated).then(|| node.range().start())
}

/// Code between `(@` and `@)` in text that begins at `from`.
fn in_text(document: &TextDocument, from: TextSize, offset: TextSize) -> Option<CursorCode> {
    let (opening, closing) = TEXT_CODE;
    let nearest = offset.checked_sub(TextSize::new(FARTHEST_OPENING)).unwrap_or_default();
    let from = from.max(nearest);
    let line = line_at(document.rope(), offset);
    let end = line.range(line.text.len(), line.text.len()).end();
    let text = text_of(document.rope(), TextRange::new(from, end));
    let before = text.get(..usize::from(offset - from))?;
    let start = before.rfind(opening)? + opening.len();
    let inside = text.get(start..)?;
    let inside = inside.find(closing).map_or(inside, |end| &inside[..end]);
    let code = inside.trim_start_matches('-');
    let is_expression = code.starts_with('=');
    let code = code.trim_start_matches('=');
    let start = start + inside.len() - code.len();
    let mut at = from + TextSize::new(start as u32);
    let mut statement = TypedStatement::default();
    for line in code.split('\n') {
        statement.line(line.trim_end_matches('-'), at);
        at += TextSize::of(line) + TextSize::of('\n');
    }
    let cursor = statement.position(offset).filter(|_| start <= before.len())?;
    let kind = if is_expression { CodeKind::Expression } else { CodeKind::Statement };
    Some(CursorCode { statement: Arc::new(statement), cursor, kind })
}
