//! Where functions are defined, and what they say about themselves.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use starlark_syntax::syntax::AstModule;
use starlark_syntax::syntax::ast::{AstStmt, StmtP};

use crate::template::compile::SourceMap;
use crate::template::names::documentation::documentation;
use crate::text::Place;

/// The functions of a program by their names.
#[derive(Debug, Default)]
pub(super) struct FunctionDefinitions(FxHashMap<String, Vec<FunctionDefinition>>);

/// Where a function stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FunctionDefinition {
    /// Its name.
    pub(super) name: Place,
    /// The first thing that its body does.
    pub(super) body: Place,
    /// Its docstring, else the comment above it; may be empty.
    pub(super) documentation: SmolStr,
}

impl FunctionDefinitions {
    /// Finds every function of the program of a text.
    pub(super) fn of(ast: &AstModule, map: &SourceMap, text: &str) -> Self {
        let mut definitions = Self::default();
        definitions.statement(ast.statement(), map, text);
        definitions
    }

    /// Those of a name.
    pub(super) fn of_name(&self, function: &str) -> &[FunctionDefinition] {
        self.0.get(function).map_or(&[], Vec::as_slice)
    }

    fn statement(&mut self, statement: &AstStmt, map: &SourceMap, text: &str) {
        if let StmtP::Def(function) = &statement.node {
            let name = map.place(function.name.span);
            let is_written = |span| map.verbatim_range(span).is_some();
            let documentation = documentation(&function.body, text, name.range.start(), is_written);
            let definition =
                FunctionDefinition { name, body: map.place(function.body.span), documentation: documentation.into() };
            self.0.entry(function.name.node.ident.clone()).or_default().push(definition);
        }
        statement.node.visit_stmt(|inner| self.statement(inner, map, text));
    }
}
