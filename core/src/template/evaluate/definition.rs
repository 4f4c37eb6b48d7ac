//! Where functions are defined.

use starlark_syntax::syntax::ast::{AstStmt, StmtP};

use super::context::Context;
use super::program::Compiled;
use crate::text::Place;

/// Where the body of a function begins that a program defines, if only one of that name is there.
pub(super) fn body(function: &str, context: &Context) -> Option<Place> {
    let programs = context.programs.borrow();
    let mut bodies = Vec::new();
    for compiled in programs.values() {
        let Some(ast) = &compiled.program.ast else { continue };
        find(ast.statement(), function, &mut |body| bodies.extend(first_place(body, compiled)));
    }
    let [body] = bodies[..] else { return None };
    Some(body)
}

fn find(statement: &AstStmt, function: &str, found: &mut impl FnMut(&AstStmt)) {
    match &statement.node {
        StmtP::Def(definition) if definition.name.node.ident == function => found(&definition.body),
        _ => {}
    }
    statement.node.visit_stmt(|inner| find_dyn(inner, function, found));
}

/// The same without a type that grows with every level.
fn find_dyn(statement: &AstStmt, function: &str, found: &mut dyn FnMut(&AstStmt)) {
    find(statement, function, &mut |body| found(body));
}

/// The first place that stands in the template.
fn first_place(body: &AstStmt, compiled: &Compiled) -> Option<Place> {
    let place = compiled.program.map.place(body.span);
    (!place.range.is_empty()).then_some(place)
}
