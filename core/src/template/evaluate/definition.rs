//! Where functions are defined.

use rustc_hash::FxHashMap;
use starlark_syntax::syntax::AstModule;
use starlark_syntax::syntax::ast::{AstStmt, StmtP};

use super::context::Context;
use crate::template::compile::SourceMap;
use crate::text::Place;

/// The functions of a program by their names.
#[derive(Debug, Default)]
pub(super) struct Definitions(FxHashMap<String, Vec<Definition>>);

/// Where a function stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    /// Its name.
    pub(super) name: Place,
    /// The first thing that its body does.
    pub(super) body: Place,
}

impl Definitions {
    /// Finds every function of a program.
    pub(super) fn of(ast: &AstModule, map: &SourceMap) -> Self {
        let mut definitions = Self::default();
        definitions.statement(ast.statement(), map);
        definitions
    }

    fn statement(&mut self, statement: &AstStmt, map: &SourceMap) {
        if let StmtP::Def(function) = &statement.node {
            let definition = Definition { name: map.place(function.name.span), body: map.place(function.body.span) };
            self.0.entry(function.name.node.ident.clone()).or_default().push(definition);
        }
        statement.node.visit_stmt(|inner| self.statement(inner, map));
    }
}

/// Where a function of that name is defined, if the programs define only one.
pub(super) fn find(function: &str, context: &Context) -> Option<Definition> {
    let programs = context.programs.borrow();
    let mut all = programs.values().filter_map(|compiled| compiled.definitions.0.get(function)).flatten();
    let first = all.next()?;
    all.all(|other| other == first).then_some(*first)
}
