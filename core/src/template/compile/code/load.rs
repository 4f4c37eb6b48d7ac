//! `load` in a block. ytt loads when it comes by; the parser takes `load` at the top only, so a call stands for it:
//! `[a, b] = __load("file.star", "a", "b")`.

use std::ops::Range;

use starlark_syntax::codemap::Spanned;
use starlark_syntax::syntax::ast::{AssignTargetP, AstLiteral, AstNoPayload, AstStmt, ExprP, LoadArgP, LoadP, StmtP};

use super::StatementCode;
use crate::template::compile::statement::StatementPart;
use crate::template::tokens::{CodeToken, CodeTokenKind};

/// The function that loads.
pub(crate) const CALL: &str = "__load";

/// A `load` among the statements of a line.
pub(super) struct LoadCall {
    /// Its bytes.
    pub(super) range: Range<usize>,
    /// What stands for it in a block.
    pub(super) in_block: Vec<StatementPart>,
}

impl StatementCode {
    /// Each `load` that can be read, from a token on.
    pub(super) fn loads(&self, first: usize) -> impl Iterator<Item = LoadCall> {
        let tokens = self.tokens.get(first..).unwrap_or_default();
        let statements = tokens.split(|token| token.depth == 0 && self.source(token) == ";");
        statements.filter_map(|statement| {
            let range = statement.first()?.range.start..statement.last()?.range.end;
            self.load_in_block(statement).map(|in_block| LoadCall { range, in_block })
        })
    }

    /// What stands for a `load` in a block; `None` for anything else.
    fn load_in_block(&self, statement: &[CodeToken]) -> Option<Vec<StatementPart>> {
        let [word, opening, path, arguments @ .., closing] = statement else { return None };
        if (self.source(word), self.source(opening), self.source(closing)) != ("load", "(", ")") {
            return None;
        }
        self.content(path)?;
        let arguments = arguments.split(|token| self.source(token) == ",").filter(|argument| !argument.is_empty());
        let names = arguments.map(|argument| self.loaded(argument)).collect::<Option<Vec<_>>>()?;
        let made = |text: &str, token: &CodeToken| {
            StatementPart::Made(text.to_owned(), self.snippet.place(token.range.clone()))
        };
        let mut parts = vec![made("[", word)];
        for (own, their) in &names {
            parts.extend(self.parts(own.clone()));
            parts.push(made(", ", their));
        }
        parts.push(made(&format!("] = {CALL}("), word));
        parts.extend(self.parts(path.range.clone()));
        for (_, their) in &names {
            parts.push(made(", ", their));
            parts.extend(self.parts(their.range.clone()));
        }
        parts.push(made(")", closing));
        (!names.is_empty()).then_some(parts)
    }

    /// The name that is bound, and the string that names what is loaded.
    fn loaded<'t>(&self, argument: &'t [CodeToken]) -> Option<(Range<usize>, &'t CodeToken)> {
        match argument {
            [their] => Some((self.content(their)?, their)),
            [own, equals, their] if own.kind == CodeTokenKind::Word && self.source(equals) == "=" => {
                self.content(their).map(|_| (own.range.clone(), their))
            }
            _ => None,
        }
    }

    /// What stands in a plain string.
    fn content(&self, token: &CodeToken) -> Option<Range<usize>> {
        let quotes = ['"', '\''];
        let inner = self.source(token).strip_prefix(quotes)?.strip_suffix(quotes)?;
        let is_plain = token.kind == CodeTokenKind::Text && !inner.is_empty() && !inner.contains(['"', '\'', '\\']);
        is_plain.then(|| token.range.start + 1..token.range.end - 1)
    }
}

/// The `load` that a statement of the program stands for.
pub(crate) fn as_load(statement: &AstStmt) -> Option<LoadP<AstNoPayload>> {
    let StmtP::Assign(assignment) = &statement.node else { return None };
    let AssignTargetP::Tuple(targets) = &assignment.lhs.node else { return None };
    let ExprP::Call(function, arguments) = &assignment.rhs.node else { return None };
    if !matches!(&function.node, ExprP::Identifier(name) if name.node.ident == CALL) {
        return None;
    }
    let mut texts = arguments.args.iter().filter_map(|argument| match &argument.node.expr().node {
        ExprP::Literal(AstLiteral::String(text)) => Some(text.clone()),
        _ => None,
    });
    let module = texts.next()?;
    let bound = targets.iter().zip(texts).filter_map(|(target, their)| {
        let AssignTargetP::Identifier(own) = &target.node else { return None };
        let span = if own.node.ident == their.node { their.span } else { own.span };
        Some(LoadArgP { local: Spanned { span, node: own.node.clone() }, their, comma: None })
    });
    Some(LoadP { module, args: bound.collect(), payload: () })
}

/// Tells of each `load` below a statement, in blocks and outside of them.
pub(crate) fn of_program(statement: &AstStmt, tell: &mut impl FnMut(&LoadP<AstNoPayload>)) {
    if let StmtP::Load(load) = &statement.node {
        tell(load);
    }
    as_load(statement).iter().for_each(&mut *tell);
    statement.node.visit_stmt(|inner| of_program(inner, tell));
}
