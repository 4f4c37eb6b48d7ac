//! Names that are read at the top of a file above everything that defines them, whether that line runs or not.

use std::collections::HashSet;

use starlark_syntax::codemap::Span;
use starlark_syntax::syntax::AstModule;
use starlark_syntax::syntax::ast::{AssignTargetP, AstAssignTarget, AstExpr, AstStmt, ExprP, StmtP};

use super::{globals, names};
use crate::problem::{Code, Problem};
use crate::template::compile::SourceMap;
use crate::template::dialect;

/// A problem for each of them in a program.
pub(super) fn problems(ast: &AstModule, map: &SourceMap) -> Vec<Problem> {
    let known = globals::globals().names().map(|name| name.as_str().to_owned()).collect();
    let mut reader = ProgramReader { known, early: Vec::new() };
    reader.statement(ast.statement());
    if reader.early.is_empty() {
        return Vec::new();
    }
    // Names that nothing defines are told of by themselves.
    let defined: HashSet<String> = names::defined(ast).into_iter().collect();
    let early = reader.early.into_iter().filter(|(name, _)| defined.contains(name));
    early.map(|(name, span)| problem(&name, map, span)).collect()
}

fn problem(name: &str, map: &SourceMap, span: Span) -> Problem {
    let message = format!("`{name}` is used before it is defined");
    Problem::new(Code::TemplateName, map.place(span), message).hint("define it above, outside of functions")
}

/// Reads a program from top to bottom; what stands in functions and comprehensions may name what follows.
struct ProgramReader {
    /// The names that are there so far.
    known: HashSet<String>,
    early: Vec<(String, Span)>,
}

impl ProgramReader {
    fn statement(&mut self, statement: &AstStmt) {
        match &statement.node {
            StmtP::Def(definition) => {
                self.known.insert(definition.name.node.ident.clone());
                definition.params.iter().for_each(|parameter| parameter.node.visit_expr(|it| self.expression(it)));
            }
            StmtP::Assign(assignment) => {
                self.expression(&assignment.rhs);
                self.target(&assignment.lhs);
            }
            StmtP::AssignModify(target, _, value) => {
                self.expression(value);
                self.target(target);
            }
            StmtP::For(each) => {
                self.expression(&each.over);
                self.target(&each.var);
                self.statement(&each.body);
            }
            StmtP::If(condition, body) => {
                self.expression(condition);
                self.statement(body);
            }
            StmtP::IfElse(condition, bodies) => {
                self.expression(condition);
                self.statement(&bodies.0);
                self.statement(&bodies.1);
            }
            StmtP::Load(load) => self.known.extend(load.args.iter().map(|name| name.local.node.ident.clone())),
            StmtP::Statements(statements) => statements.iter().for_each(|inner| self.statement(inner)),
            StmtP::Expression(expression) => self.expression(expression),
            _ => {}
        }
    }

    fn target(&mut self, target: &AstAssignTarget) {
        match &target.node {
            AssignTargetP::Identifier(name) => {
                self.known.insert(name.node.ident.clone());
            }
            AssignTargetP::Tuple(targets) => targets.iter().for_each(|target| self.target(target)),
            AssignTargetP::Dot(value, _) => self.expression(value),
            AssignTargetP::Index(parts) => {
                self.expression(&parts.0);
                self.expression(&parts.1);
            }
        }
    }

    fn expression(&mut self, expression: &AstExpr) {
        match &expression.node {
            ExprP::Identifier(name) => {
                let name = &name.node.ident;
                if !name.starts_with("__") && !self.known.contains(name) {
                    self.early.push((dialect::restore(name).into_owned(), expression.span));
                }
            }
            ExprP::Lambda(lambda) => {
                lambda.params.iter().for_each(|parameter| parameter.node.visit_expr(|it| self.expression(it)));
            }
            ExprP::ListComprehension(_, first, _) | ExprP::DictComprehension(_, first, _) => {
                self.expression(&first.over);
            }
            other => other.visit_expr(|inner| self.expression(inner)),
        }
    }
}
