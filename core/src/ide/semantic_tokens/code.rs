//! Annotations and template code in comments, and Starlark files.

use super::{SemanticToken, TokenKind};
use crate::document::TextDocument;
use crate::ide::line::{Line, comment_column, line_at};
use crate::ide::position::is_inside_text;
use crate::template::tokens::{Scanner, Token, TokenKind as CodeToken};
use crate::text::{TextRange, TextSize};

/// How many lines above a range are read for the beginning of a statement that reaches into it.
const FARTHEST_START: usize = 200;

/// Words that are no names.
const KEYWORDS: [&str; 19] = [
    "and", "break", "continue", "def", "elif", "else", "end", "for", "if", "in", "lambda", "load", "not", "or", "pass",
    "return", "True", "False", "None",
];

/// The tokens of the lines that touch a range.
pub(super) fn tokens(document: &TextDocument, is_starlark: bool, range: TextRange) -> Vec<SemanticToken> {
    let mut statement = Statement::default();
    let mut tokens = Vec::new();
    let mut next = Some(first_line(document, is_starlark, range.start()));
    while let Some(start) = next.filter(|start| *start <= range.end() || statement.is_open()) {
        let line = line_at(document.rope(), start);
        match part_of(document, &line, is_starlark) {
            Some(Part::Code(column)) => {
                if !is_starlark {
                    let sign = line.range(column.saturating_sub(2), column);
                    tokens.push(SemanticToken { range: sign, kind: TokenKind::Decorator });
                }
                statement.line(&line, column, &mut tokens);
                let is_behind_node = !is_starlark && line.indentation() + 2 < column;
                if is_behind_node {
                    statement.end(&mut tokens);
                }
            }
            Some(Part::Annotation(column)) => {
                statement.end(&mut tokens);
                annotation(&line, column, &mut tokens);
            }
            None => statement.end(&mut tokens),
        }
        next = line.next;
    }
    statement.end(&mut tokens);
    tokens
}

/// What of a line is coloured.
enum Part {
    /// Code from this column on.
    Code(usize),
    /// An annotation whose `#@` stands at this column.
    Annotation(usize),
}

fn part_of(document: &TextDocument, line: &Line, is_starlark: bool) -> Option<Part> {
    if is_starlark {
        return Some(Part::Code(0));
    }
    let column = comment_column(&line.text)?;
    let after = line.text[column..].strip_prefix("#@")?;
    if is_inside_text(document.stream(), line.start, line.range(column, column).start()) {
        return None;
    }
    let is_code = after.is_empty() || after.starts_with(' ');
    Some(if is_code { Part::Code(column + 2) } else { Part::Annotation(column) })
}

/// Where the lines of code begin that reach to an offset.
fn first_line(document: &TextDocument, is_starlark: bool, offset: TextSize) -> TextSize {
    if is_starlark {
        return TextSize::new(0);
    }
    let mut start = line_at(document.rope(), offset).start;
    for _ in 0..FARTHEST_START {
        let Some(above) = start.checked_sub(TextSize::of('\n')).map(|end| line_at(document.rope(), end)) else { break };
        if !above.text.trim_start().starts_with("#@ ") {
            break;
        }
        start = above.start;
    }
    start
}

/// A statement that is being read, and where its lines stand in the file.
#[derive(Default)]
struct Statement {
    scanner: Scanner,
    /// For each line: its start in the text of the scanner, and in the file.
    lines: Vec<(usize, TextSize)>,
}

impl Statement {
    fn is_open(&self) -> bool {
        !self.lines.is_empty()
    }

    fn line(&mut self, line: &Line, column: usize, tokens: &mut Vec<SemanticToken>) {
        let start = if self.lines.is_empty() { 0 } else { self.scanner.text.len() + 1 };
        self.lines.push((start, line.range(column, column).start()));
        // Whatever is wrong with a statement, what was read of it has its colours.
        if !matches!(self.scanner.line(&line.text[column..]), Ok(false)) {
            self.end(tokens);
        }
    }

    fn end(&mut self, tokens: &mut Vec<SemanticToken>) {
        let statement = std::mem::take(self);
        let read = &statement.scanner.tokens;
        for (index, token) in read.iter().enumerate() {
            if let Some(kind) = statement.kind(index, token) {
                let range = TextRange::new(statement.offset(token.range.start), statement.offset(token.range.end));
                tokens.push(SemanticToken { range, kind });
            }
        }
    }

    /// The place in the file of an offset of the scanner's text.
    fn offset(&self, at: usize) -> TextSize {
        let line = self.lines.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        self.lines.get(line).map_or(TextSize::new(0), |(start, file)| *file + TextSize::new((at - start) as u32))
    }

    /// What a token is, from the tokens around it.
    fn kind(&self, index: usize, token: &Token) -> Option<TokenKind> {
        let neighbour = |step: isize| {
            let token = self.scanner.tokens.get(index.checked_add_signed(step)?)?;
            Some(self.scanner.source(token))
        };
        let source = self.scanner.source(token);
        match token.kind {
            CodeToken::Text => Some(TokenKind::String),
            CodeToken::Word if source.starts_with(|first: char| first.is_ascii_digit()) => Some(TokenKind::Number),
            CodeToken::Word if KEYWORDS.contains(&source) => Some(TokenKind::Keyword),
            CodeToken::Word if token.depth > 0 && neighbour(1) == Some("=") && neighbour(2) != Some("=") => {
                Some(TokenKind::Parameter)
            }
            CodeToken::Word if neighbour(1) == Some("(") => Some(TokenKind::Function),
            CodeToken::Word if neighbour(-1) == Some(".") => Some(TokenKind::Property),
            CodeToken::Word => Some(TokenKind::Variable),
            CodeToken::Open | CodeToken::Close | CodeToken::Sign | CodeToken::Comment => None,
        }
    }
}

/// `#@name` and its arguments, which are those of a call.
fn annotation(line: &Line, column: usize, tokens: &mut Vec<SemanticToken>) {
    let text = &line.text[column..];
    let name = text.find(' ').unwrap_or(text.len());
    tokens.push(SemanticToken { range: line.range(column, column + name), kind: TokenKind::Decorator });
    let mut call = Statement::default();
    let mut arguments = Vec::new();
    call.line(line, column + name, &mut arguments);
    call.end(&mut arguments);
    let is_keyword = |token: &SemanticToken| {
        let behind = line.text[line.column(token.range.end())..].trim_start();
        behind.starts_with('=') && !behind.starts_with("==")
    };
    tokens.extend(arguments.into_iter().map(|token| match token.kind {
        TokenKind::Variable if is_keyword(&token) => SemanticToken { kind: TokenKind::Parameter, ..token },
        _ => token,
    }));
}
