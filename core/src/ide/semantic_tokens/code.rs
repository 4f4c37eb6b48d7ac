//! Annotations and template code in comments, and Starlark files.

use super::{SemanticToken, TokenKind};
use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::code::statement::TypedStatement;
use crate::ide::code::{KEYWORDS, LinePart, first_line, is_behind_node, part_of};
use crate::ide::line::{LineAt, line_at, line_with};
use crate::template::tokens::{CodeToken, CodeTokenKind};
use crate::text::TextRange;

/// The tokens of the lines that touch a range.
pub(super) fn tokens(
    analysis: &Analysis,
    document: &TextDocument,
    is_starlark: bool,
    range: TextRange,
) -> Vec<SemanticToken> {
    let mut statement = TypedStatement::default();
    let mut tokens = Vec::new();
    let mut next = Some(first_line(document, is_starlark, range.start()));
    while let Some(start) = next {
        analysis.unwind_if_cancelled();
        // In YAML, code stands in comments: a line without one has none, and ends what stands above it.
        let line =
            if is_starlark { Some(line_at(document.rope(), start)) } else { line_with(document.rope(), start, '#') };
        let Some(line) = line.filter(|line| line.start == start && statement.is_open() || line.start <= range.end())
        else {
            break;
        };
        if line.start > start {
            end(&std::mem::take(&mut statement), &mut tokens);
        }
        match part_of(document, &line, is_starlark) {
            Some(LinePart::Code(column)) => {
                if !is_starlark {
                    let sign = line.range(column.saturating_sub(2), column);
                    tokens.push(SemanticToken { range: sign, kind: TokenKind::Decorator });
                }
                let is_complete = statement.line(&line.text[column..], line.range(column, column).start());
                if is_complete || !is_starlark && is_behind_node(&line, column) {
                    end(&std::mem::take(&mut statement), &mut tokens);
                }
            }
            Some(LinePart::Annotation(column)) => {
                end(&std::mem::take(&mut statement), &mut tokens);
                annotation(&line, column, &mut tokens);
            }
            None => end(&std::mem::take(&mut statement), &mut tokens),
        }
        next = line.next;
    }
    end(&statement, &mut tokens);
    tokens
}

/// Gives a statement that has come to its end its colours.
pub(super) fn end(statement: &TypedStatement, tokens: &mut Vec<SemanticToken>) {
    for (index, token) in statement.tokens().iter().enumerate() {
        if let Some(kind) = kind(statement, index, token) {
            let range = TextRange::new(statement.offset(token.range.start), statement.offset(token.range.end));
            tokens.push(SemanticToken { range, kind });
        }
    }
}

/// What a token is, from the tokens around it.
fn kind(statement: &TypedStatement, index: usize, token: &CodeToken) -> Option<TokenKind> {
    let source = statement.source(index);
    let (before, behind) = (index.checked_sub(1).map(|before| statement.source(before)), statement.source(index + 1));
    match token.kind {
        CodeTokenKind::Text => Some(TokenKind::String),
        CodeTokenKind::Word if source.starts_with(|first: char| first.is_ascii_digit()) => Some(TokenKind::Number),
        CodeTokenKind::Word if KEYWORDS.contains(&source) => Some(TokenKind::Keyword),
        CodeTokenKind::Word if token.depth > 0 && behind == "=" && statement.source(index + 2) != "=" => {
            Some(TokenKind::Parameter)
        }
        CodeTokenKind::Word if behind == "(" => Some(TokenKind::Function),
        CodeTokenKind::Word if before == Some(".") => Some(TokenKind::Property),
        CodeTokenKind::Word => Some(TokenKind::Variable),
        CodeTokenKind::Open | CodeTokenKind::Close | CodeTokenKind::Sign | CodeTokenKind::Comment => None,
    }
}

/// `#@name` and its arguments, which are those of a call.
fn annotation(line: &LineAt, column: usize, tokens: &mut Vec<SemanticToken>) {
    let text = &line.text[column..];
    let name = text.find(' ').unwrap_or(text.len());
    tokens.push(SemanticToken { range: line.range(column, column + name), kind: TokenKind::Decorator });
    let mut call = TypedStatement::default();
    let mut arguments = Vec::new();
    call.line(&text[name..], line.range(column + name, column + name).start());
    end(&call, &mut arguments);
    let is_keyword = |token: &SemanticToken| {
        let behind = line.text[line.column(token.range.end())..].trim_start();
        behind.starts_with('=') && !behind.starts_with("==")
    };
    tokens.extend(arguments.into_iter().map(|token| match token.kind {
        TokenKind::Variable if is_keyword(&token) => SemanticToken { kind: TokenKind::Parameter, ..token },
        _ => token,
    }));
}
