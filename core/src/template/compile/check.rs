//! A program is parsed, and what the parser refuses is reported where it stands in the template.
//!
//! The parser stops at the first mistake. The statement that holds it is then left out, so that the next is found too.

use starlark_syntax::codemap::{Pos, Span};
use starlark_syntax::syntax::AstModule;

use super::layout::{Layout, Mismatch, layout};
use super::nodes::NodeTemplate;
use super::statement::{Block, Role, Statements};
use super::{Load, Program};
use crate::problem::{Code, Problem};
use crate::template::dialect::dialect;
use crate::text::{FileId, Place, TextRange};

/// How many mistakes of one file are looked for.
const MOST: usize = 20;

/// The program of statements.
pub(super) fn program(file: FileId, text: &str, mut gathered: Statements, nodes: Vec<NodeTemplate>) -> Program {
    gathered.flush();
    let Statements { list: mut statements, mut problems, .. } = gathered;
    let mut laid_out = layout(file, &statements);
    for mismatch in &laid_out.mismatches {
        problems.extend(mismatched(file, *mismatch, &statements, &problems));
    }
    let mut has_broken_annotation = statements.iter().any(|statement| statement.is_annotation && statement.is_broken);
    let mut ast = None;
    for _ in 0..MOST {
        let error = match AstModule::parse("template", laid_out.code.clone(), &dialect()) {
            Ok(parsed) => {
                ast = Some(parsed);
                break;
            }
            Err(error) => error,
        };
        let span = error.span().map_or(Span::new(Pos::new(0), Pos::new(0)), |it| it.span);
        let index = laid_out.starts.partition_point(|start| *start <= span.begin().get() as usize).saturating_sub(1);
        let Some(statement) = statements.get_mut(index).filter(|it| !it.is_broken) else {
            problems.push(described(file, text, &error, span, &laid_out));
            break;
        };
        statement.is_broken = true;
        if statement.is_annotation {
            has_broken_annotation = true;
        } else {
            problems.push(described(file, text, &error, span, &laid_out));
        }
        laid_out = layout(file, &statements);
    }
    problems.sort_by_key(|problem| problem.place.range.start());
    let Layout { code, map, .. } = laid_out;
    let loads = ast.iter().flat_map(AstModule::loads);
    let loads = loads.map(|load| Load { path: load.module_id.to_owned(), place: map.place(load.span.span) }).collect();
    let ast = ast.filter(|_| problems.is_empty() && !has_broken_annotation);
    Program { code, map, nodes, problems, loads, ast }
}

/// What the parser says, at the token where it stopped.
fn described(file: FileId, text: &str, error: &starlark_syntax::Error, span: Span, laid_out: &Layout) -> Problem {
    let range = laid_out.map.place(span).range;
    let (range, found) = token(text, range);
    let message = "The template code is not valid Starlark";
    let problem = Problem::new(Code::TemplateSyntax, Place::absolute(file, range), message).found(found);
    match expected(&error.without_diagnostic().to_string()) {
        Some(expected) => problem.expected(expected),
        None => problem,
    }
}

/// The token at a place, and its name. At the end of a line it is empty.
fn token(text: &str, range: TextRange) -> (TextRange, String) {
    let source = text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default();
    let source = source.lines().next().unwrap_or_default();
    if source.trim().is_empty() {
        return (TextRange::empty(range.start()), "the end of the code".to_owned());
    }
    (TextRange::at(range.start(), crate::text::TextSize::of(source)), format!("`{source}`"))
}

fn expected(message: &str) -> Option<String> {
    let (_, expected) = message.split_once(", expected ")?;
    Some(expected.to_owned())
}

/// A block that does not match, unless its header is reported already.
fn mismatched(
    file: FileId,
    mismatch: Mismatch,
    statements: &[super::statement::Statement],
    problems: &[Problem],
) -> Option<Problem> {
    let (Mismatch::Unclosed(index) | Mismatch::Surplus(index) | Mismatch::Stray(index)) = mismatch;
    let statement = statements.get(index)?;
    let range = statement.range;
    if problems.iter().any(|problem| range.contains_range(problem.place.range)) {
        return None;
    }
    let word = match statement.role {
        Role::Open(Block::Function) => "def",
        Role::Open(Block::For) => "for",
        Role::Open(Block::While) => "while",
        Role::Turn(Block::If, _) => "elif",
        Role::Turn(..) => "else",
        Role::End | Role::EndOfNode => "end",
        Role::Open(_) | Role::Plain | Role::Single => "if",
    };
    let token = TextRange::at(range.start(), crate::text::TextSize::of(word));
    let message = match mismatch {
        Mismatch::Unclosed(_) => format!("The block that `{word}` opens has no `end`"),
        Mismatch::Surplus(_) => "This `end` closes no block".to_owned(),
        Mismatch::Stray(_) => format!("This `{word}` follows no `if`"),
    };
    Some(Problem::new(Code::TemplateSyntax, Place::absolute(file, token), message))
}
