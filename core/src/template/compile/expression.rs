//! Expressions that stand inside the brackets of a generated call: they must not end it.

use super::code::{self, Code, CodeLine};
use super::mistake::Mistake;
use super::snippet::Snippet;
use super::statement::Part;
use crate::template::tokens::{Scanner, TokenKind};

/// The parts of an expression that begins on a line of the template.
pub(super) fn read(expression: &Snippet, line: u32) -> Result<Vec<Part>, Mistake> {
    let mut scanner = Scanner::default();
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, text) in (line..).zip(expression.text.split('\n')) {
        lines.push(CodeLine { start, number, is_in_text: scanner.is_in_text() });
        start += text.len() + 1;
        scanner.line(text).map_err(Mistake::Fault)?;
    }
    if let Some(mistake) = mistake(&scanner) {
        return Err(mistake);
    }
    let code = Code::new(expression.clone(), lines, &scanner);
    code.trailing_comma().map_or_else(|| Ok(code.parts(0..expression.text.len())), Err)
}

fn mistake(scanner: &Scanner) -> Option<Mistake> {
    let refused = scanner.tokens.iter().find_map(|token| code::refused(token, scanner.source(token)));
    if refused.is_some() {
        return refused;
    }
    if let Some(fault) = scanner.unclosed_fault.clone().or_else(|| scanner.unclosed()) {
        return Some(Mistake::Fault(fault));
    }
    if let Some(surplus) = &scanner.surplus {
        return Some(Mistake::Surplus(surplus.clone()));
    }
    let comment = scanner.tokens.iter().find(|token| token.kind == TokenKind::Comment);
    comment.map(|comment| Mistake::Comment(comment.range.clone()))
}
