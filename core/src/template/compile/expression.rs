//! Expressions that stand inside the brackets of a generated call: they must not end it.

use super::code::{self, StatementCode, StatementLine};
use super::mistake::CompileMistake;
use super::snippet::Snippet;
use super::statement::StatementPart;
use crate::template::tokens::{CodeScanner, CodeTokenKind};

/// The parts of an expression that begins on a line of the template.
pub(super) fn read(expression: &Snippet, line: u32) -> Result<Vec<StatementPart>, CompileMistake> {
    let mut scanner = CodeScanner::default();
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, text) in (line..).zip(expression.text.split('\n')) {
        lines.push(StatementLine { start, number, is_in_text: scanner.is_in_text() });
        start += text.len() + 1;
        scanner.line(text).map_err(CompileMistake::Fault)?;
    }
    if let Some(mistake) = mistake(&scanner) {
        return Err(mistake);
    }
    let code = StatementCode::new(expression.clone(), lines, &scanner);
    code.trailing_comma().map_or_else(|| Ok(code.parts(0..expression.text.len())), Err)
}

fn mistake(scanner: &CodeScanner) -> Option<CompileMistake> {
    let refused = scanner.tokens.iter().find_map(|token| code::refused(token, &scanner.text));
    if refused.is_some() {
        return refused;
    }
    if let Some(fault) = scanner.unclosed_fault.clone().or_else(|| scanner.unclosed()) {
        return Some(CompileMistake::Fault(fault));
    }
    if let Some(surplus) = &scanner.surplus {
        return Some(CompileMistake::Surplus(surplus.clone()));
    }
    let comment = scanner.tokens.iter().find(|token| token.kind == CodeTokenKind::Comment);
    comment.map(|comment| CompileMistake::Comment(comment.range.clone()))
}
