//! Whether one line of a `#@` comment is template code by itself, or a remark that only looks like it, such as
//! `#@ see below`.
//!
//! A bare name means something only where another line defines it, so it decides nothing. Code that is half typed is
//! read as if it were complete.

use starlark_syntax::syntax::ast::{AstExpr, AstStmt, ExprP, StmtP};

use super::compile::parse;
use super::dialect::stand_in;
use super::tokens::{CodeScanner, CodeTokenKind, StatementFault};

/// Whether a line of code means something to ytt. Code `is_value` if it stands behind a key or a dash without a value,
/// which it computes.
pub fn is_significant(code: &str, is_value: bool) -> bool {
    let mut scanner = CodeScanner::default();
    // What is returned stands in a function for the parser.
    let (code, is_value) = code.trim().strip_prefix("return ").map_or((code.trim(), is_value), |value| (value, true));
    match scanner.line(code) {
        Err(StatementFault::TooDeep(_)) => return true,
        Err(_) => return false,
        Ok(_) => {}
    }
    let mut words = scanner.tokens.iter().map(|token| scanner.source(token));
    if words.next() == Some("load") && words.next() == Some("(") {
        return true;
    }
    let code = completed(&scanner);
    let Ok(program) = parse(&code) else { return false };
    statement_is_significant(program.statement(), &code, is_value)
}

/// The code with what is open closed, a body for its block, and the parser's own spelling of names.
fn completed(scanner: &CodeScanner) -> String {
    let (mut code, mut end, mut open) = (String::new(), 0, Vec::new());
    let is_of_one_node = matches!(&scanner.tokens[..], [_, slash, end, ..] if scanner.source(slash) == "/" && scanner.source(end) == "end");
    for (index, token) in scanner.tokens.iter().enumerate() {
        if is_of_one_node && matches!(index, 1 | 2) {
            // `if/end`
            end = token.range.end;
            continue;
        }
        let word = scanner.source(token);
        code.push_str(scanner.text.get(end..token.range.start).unwrap_or_default());
        code.push_str(&stand_in(word).unwrap_or(word.into()));
        end = token.range.end;
        match (token.kind, word) {
            (CodeTokenKind::Open, "(") => open.push(')'),
            (CodeTokenKind::Open, "[") => open.push(']'),
            (CodeTokenKind::Open, _) => open.push('}'),
            (CodeTokenKind::Close, _) => drop(open.pop()),
            _ => {}
        }
    }
    if let Some(StatementFault::UnclosedText(quotes)) = &scanner.unclosed_fault {
        code.push_str(scanner.text.get(quotes.clone()).unwrap_or_default());
    }
    code.extend(open.into_iter().rev());
    let opens_block = scanner.tokens.iter().rfind(|token| token.kind != CodeTokenKind::Comment);
    if opens_block.is_some_and(|last| scanner.source(last) == ":") {
        code.push_str(" pass");
    }
    code + "\n"
}

fn statement_is_significant(statement: &AstStmt, code: &str, is_value: bool) -> bool {
    match &statement.node {
        StmtP::Statements(statements) => {
            statements.iter().any(|statement| statement_is_significant(statement, code, is_value))
        }
        StmtP::Load(_) | StmtP::Def(_) => true,
        StmtP::Assign(assign) => says_something(&assign.rhs, code),
        StmtP::AssignModify(_, _, value) => says_something(value, code),
        StmtP::If(condition, _) | StmtP::IfElse(condition, _) => says_something(condition, code),
        StmtP::For(block) => says_something(&block.over, code),
        StmtP::Expression(value) if is_value => says_something(value, code),
        StmtP::Expression(value) => has_effect(value, code),
        StmtP::Return(_) | StmtP::Break | StmtP::Continue | StmtP::Pass => false,
    }
}

/// Whether an expression holds more than names that are defined elsewhere.
fn says_something(value: &AstExpr, code: &str) -> bool {
    match &value.node {
        ExprP::Literal(_)
        | ExprP::List(_)
        | ExprP::Dict(_)
        | ExprP::FString(_)
        | ExprP::Lambda(_)
        | ExprP::ListComprehension(..)
        | ExprP::DictComprehension(..) => true,
        ExprP::Call(..) => has_effect(value, code),
        // No other tool has these names.
        ExprP::Dot(parent, member) if member.node == "values" => {
            matches!(&parent.node, ExprP::Identifier(name) if name.node.ident == "data")
        }
        _ => any_part(value, &|part| says_something(part, code)),
    }
}

/// Whether an expression calls something. A remark in brackets is no call: there, a blank stands before them.
fn has_effect(value: &AstExpr, code: &str) -> bool {
    if let ExprP::Call(callee, _) = &value.node {
        let end = callee.span.end().get() as usize;
        return code.get(end..).is_some_and(|rest| rest.starts_with('('));
    }
    any_part(value, &|part| has_effect(part, code))
}

fn any_part(value: &AstExpr, is_wanted: &dyn Fn(&AstExpr) -> bool) -> bool {
    let mut is_found = false;
    value.node.visit_expr(|part| is_found |= is_wanted(part));
    is_found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_do_something_are_code() {
        for code in [
            "load(\"@ytt:data\", \"data\")",
            "def labels(name):",
            "name = \"shop\"",
            "names += [1]",
            "for port in [80, 443]:",
            "if data.values.debug:",
            "assert.fail(\"no\")",
            "print(x)",
            "ports.append(1)",
            "return {\"a\": 1}",
        ] {
            assert!(is_significant(code, false), "{code}");
        }
    }

    #[test]
    fn computed_values_are_code() {
        for code in ["\"a\" + 1", "5", "data.values.name", "name()", "[x for x in y]", "x or \"y\"", "len(data.values)"]
        {
            assert!(is_significant(code, true), "{code}");
        }
    }

    #[test]
    fn half_typed_code_is_code() {
        for code in ["foo(", "load(\"@ytt:da", "f(a, [1, ", "data.values[\"x", "x = [1,"] {
            assert!(is_significant(code, true), "{code}");
        }
    }

    #[test]
    fn remarks_are_none() {
        for code in [
            "",
            "v1",
            "TODO",
            "see below",
            "this is a comment",
            "see foo(bar) for more",
            "note (important)",
            "for example in docs:",
            "if enabled",
            "end",
            "else:",
            "example.com",
            "a, b",
            "key = value",
            "pinned by: renovate",
            "https://example.com/x?y=1",
            "-----",
            "return",
            "fix: ",
        ] {
            assert!(!is_significant(code, false), "{code}");
        }
        for remark in ["docker.io/nginx", "persistent", "see below", "@v1"] {
            assert!(!is_significant(remark, true), "{remark}");
        }
    }
}
