//! What a function says about itself: its docstring, else the comment right above it.

use starlark_syntax::codemap::Span;
use starlark_syntax::syntax::ast::{AstLiteral, AstStmt, ExprP, StmtP};

use crate::text::TextSize;

/// The documentation of a function with this body whose name stands at `name`. `is_written` tells what the template has
/// from what is made up.
pub(in crate::template) fn documentation(
    body: &AstStmt,
    text: &str,
    name: TextSize,
    is_written: impl Fn(Span) -> bool + Copy,
) -> String {
    let docstring = docstring(body, is_written).map(|docstring| trimmed(docstring.lines()));
    docstring.unwrap_or_else(|| comment_above(text, name))
}

fn docstring(body: &AstStmt, is_written: impl Fn(Span) -> bool + Copy) -> Option<&str> {
    match &body.node {
        StmtP::Statements(statements) => {
            let is_own = |statement: &&AstStmt| match &statement.node {
                StmtP::Expression(value) => is_written(value.span) || !matches!(value.node, ExprP::Call(..)),
                StmtP::Assign(assignment) => is_written(assignment.lhs.span),
                _ => true,
            };
            docstring(statements.iter().find(is_own)?, is_written)
        }
        StmtP::Expression(value) => match &value.node {
            ExprP::Literal(AstLiteral::String(string)) => Some(&string.node),
            _ => None,
        },
        _ => None,
    }
}

/// The comment lines right above the line of an offset, without their signs.
fn comment_above(text: &str, offset: TextSize) -> String {
    let line_start = text.get(..offset.into()).and_then(|before| before.rfind('\n')).unwrap_or(0);
    let above = text.get(..line_start).unwrap_or_default();
    let line = text.get(line_start..).unwrap_or_default().trim_start();
    let is_in_yaml = line.starts_with("#@");
    let mut comments: Vec<&str> = above.lines().rev().map_while(|line| comment(line, is_in_yaml)).collect();
    comments.reverse();
    trimmed(comments.into_iter())
}

/// What a comment line says; `None` for any other line.
fn comment(line: &str, is_in_yaml: bool) -> Option<&str> {
    let comment = line.trim().strip_prefix('#')?;
    match comment.strip_prefix('!') {
        Some(comment) if is_in_yaml => Some(comment),
        _ if is_in_yaml && comment.starts_with('@') => None,
        _ => Some(comment),
    }
}

fn trimmed<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    lines.map(str::trim).collect::<Vec<_>>().join("\n").trim().to_owned()
}
