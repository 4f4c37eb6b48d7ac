//! The walk over the statements of a program: scopes, and what is bound in them.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use starlark_syntax::codemap::Span;
use starlark_syntax::syntax::ast::AstNoPayload;
use starlark_syntax::syntax::ast::{
    AssignTargetP, AstAssignIdent, AstAssignTarget, AstExpr, AstParameter, AstStmt, DefP, ExprP, LoadP, ParameterP,
    StmtP,
};

use super::documentation::documentation;
use super::strings;
use super::{
    AssignedName, Assignment, Binding, BindingId, BindingKind, ExpressionId, Fate, KnownFunction, Load, LoadedName,
    NameDefinition, Names, Parameter, ParameterKind, Scope, ScopeId,
};
use crate::template::compile::{BlockRange, Program, as_load};
use crate::template::dialect;
use crate::text::{TextRange, TextSize};

/// The names of a program that was compiled from a text.
pub(super) fn names(program: &Program, text: &str) -> Names {
    let mut blocks: Vec<BlockRange> = program.blocks.clone();
    blocks.sort_by_key(|block| block.opening.start());
    let (names, functions) = (Names::default(), FxHashMap::default());
    let mut collector = Collector { program, text, names, scope: ScopeId(0), functions, blocks };
    collector.push_scope(None, TextRange::up_to(TextSize::of(text)));
    if let Some(ast) = program.readable() {
        collector.bind(ast.statement());
        collector.statement(ast.statement());
    }
    collector.names.chains.sort_by_key(|chain| (chain.range.start(), chain.range.end()));
    collector.names.index_chains();
    collector.names.keywords.sort_by_key(|keyword| keyword.range.start());
    collector.names.unread = program.ast.is_none().then(|| program.unread.clone());
    collector.names
}

/// What was found so far.
pub(super) struct Collector<'p> {
    program: &'p Program,
    pub(super) text: &'p str,
    pub(super) names: Names,
    /// The scope that is walked through.
    pub(super) scope: ScopeId,
    /// The scope of each function, by where its name begins.
    functions: FxHashMap<TextSize, ScopeId>,
    /// The blocks of the template, in the order in which they begin.
    blocks: Vec<BlockRange>,
}

impl Collector<'_> {
    /// Binds every name that a scope binds, before anything in it is read: a name may be read above its definition.
    pub(super) fn bind(&mut self, statement: &AstStmt) {
        match &statement.node {
            StmtP::Def(function) => {
                self.function(function, statement.span);
                return;
            }
            StmtP::Assign(assignment) => match as_load(statement) {
                Some(load) => self.load(&load, statement.span),
                None => self.targets(&assignment.lhs, self.range(statement.span), &BindingKind::Variable),
            },
            StmtP::AssignModify(target, ..) => {
                self.targets(target, self.range(statement.span), &BindingKind::Variable);
            }
            StmtP::For(each) => {
                let whole = self.with_block(&each.var, self.range(statement.span));
                self.targets(&each.var, whole, &BindingKind::LoopVariable);
            }
            StmtP::Load(load) => self.load(load, statement.span),
            _ => {}
        }
        statement.node.visit_stmt(|inner| self.bind(inner));
    }

    /// Reads what a statement reads.
    pub(super) fn statement(&mut self, statement: &AstStmt) {
        match &statement.node {
            StmtP::Def(function) => return self.body(function),
            StmtP::Assign(_) if as_load(statement).is_some() => {}
            StmtP::Assign(assignment) => {
                self.read_target(&assignment.lhs);
                let fate = self.assigned(&assignment.lhs).map_or(Fate::Passed, Fate::Assigned);
                let value = self.expression(&assignment.rhs, fate);
                self.give(self.assigned(&assignment.lhs), value, false);
            }
            StmtP::AssignModify(target, _, value) => {
                self.read_target(target);
                self.expression(value, Fate::Passed);
            }
            StmtP::For(each) => self.iteration(&each.var, &each.over, self.scope),
            StmtP::If(condition, _) | StmtP::IfElse(condition, _) => {
                self.expression(condition, Fate::Looked);
            }
            StmtP::Expression(value) => {
                self.expression(value, Fate::Passed);
            }
            StmtP::Return(Some(value)) if !is_end(value) => {
                let value = self.expression(returned(value), Fate::Passed);
                self.names.returned.entry(self.scope).or_default().push(value);
            }
            _ => {}
        }
        statement.node.visit_stmt(|inner| self.statement(inner));
    }

    fn function(&mut self, function: &DefP<AstNoPayload>, span: Span) {
        let whole = self.range(span);
        let Some(name) = self.written(function.name.span) else { return };
        let block = self.block_of(name);
        let end = block.map_or(whole.end(), |block| block.end.unwrap_or(TextSize::of(self.text)));
        let whole = whole.cover(TextRange::new(name.start(), end.max(name.end())));
        let scope = self.push_scope(Some(self.scope), TextRange::new(name.end(), whole.end()));
        if let Some(scope) = self.names.scopes.get_mut(scope.0) {
            scope.function = Some(restored(&function.name.node.ident));
        }
        self.functions.insert(name.start(), scope);
        let parameters = function.params.iter().filter_map(|parameter| self.parameter(parameter)).collect();
        let documentation = documentation(&function.body, self.text, name.start(), |span| self.written(span).is_some());
        let is_marker = |it: &AstParameter| matches!(it.node, ParameterP::NoArgs | ParameterP::Slash);
        let has_marker = function.params.iter().any(is_marker);
        let kind = BindingKind::Function(KnownFunction { parameters, documentation, scope, has_marker });
        self.define(&function.name, whole, kind);
    }

    fn parameter(&self, parameter: &AstParameter) -> Option<Parameter> {
        let (kind, default) = match &parameter.node {
            ParameterP::Normal(_, _, default) => (ParameterKind::Single, default.as_ref()),
            ParameterP::Args(..) => (ParameterKind::Rest, None),
            ParameterP::KwArgs(..) => (ParameterKind::Keywords, None),
            ParameterP::NoArgs | ParameterP::Slash => return None,
        };
        let name = restored(&parameter.node.ident()?.node.ident);
        let text = |span| self.text.get(std::ops::Range::<usize>::from(self.range(span)));
        let default = default.and_then(|default| text(default.span)).map(str::to_owned);
        Some(Parameter { name, kind, default })
    }

    /// Walks through a function: its defaults in the scope around it, then its body in its own.
    fn body(&mut self, function: &DefP<AstNoPayload>) {
        self.defaults(&function.params);
        let own = self.written(function.name.span).and_then(|name| self.functions.get(&name.start()).copied());
        let outer = self.scope;
        // A header that cannot be read leaves a body whose names are its own all the same.
        self.scope = own.unwrap_or_else(|| self.push_scope(Some(outer), self.range(function.body.span)));
        self.parameters(&function.params);
        self.bind(&function.body);
        self.statement(&function.body);
        if !ends_with_return(&function.body) {
            // Nodes may stand in it, which it gives then.
            self.names.returned.entry(self.scope).or_default().push(None);
        }
        self.scope = outer;
    }

    pub(super) fn defaults(&mut self, parameters: &[AstParameter]) {
        for parameter in parameters {
            if let ParameterP::Normal(_, _, Some(default)) = &parameter.node {
                self.expression(default, Fate::Passed);
            }
        }
    }

    /// Binds the parameters of a function.
    pub(super) fn parameters(&mut self, parameters: &[AstParameter]) {
        for parameter in parameters {
            if let Some(name) = parameter.node.ident() {
                self.define(name, self.range(parameter.span), BindingKind::Parameter);
            }
        }
    }

    /// The block that a function whose name stands there opens.
    fn block_of(&self, name: TextRange) -> Option<&BlockRange> {
        let behind = self.blocks.partition_point(|block| block.opening.start() <= name.start());
        let block = self.blocks.get(behind.checked_sub(1)?)?;
        block.opening.contains_range(name).then_some(block)
    }

    /// The range of a loop up to the end of its block, whatever stands last in that.
    fn with_block(&self, target: &AstAssignTarget, range: TextRange) -> TextRange {
        let mut first = None;
        target.node.visit_lvalue(|name| first = first.or(Some(name.span)));
        let block = first.and_then(|span| self.block_of(self.written(span)?));
        let end = block.map(|block| block.end.unwrap_or(TextSize::of(self.text)));
        end.map_or(range, |end| range.cover(TextRange::new(range.start(), end.max(range.start()))))
    }

    fn load(&mut self, load: &LoadP<AstNoPayload>, span: Span) {
        let index = self.names.loads.len();
        self.names.loads.push(Load { path: load.module.node.clone(), range: self.range(load.module.span) });
        for argument in &load.args {
            let Some(their) = self.written(argument.their.span) else { continue };
            let written = strings::content(self.text, their);
            let name = restored(&argument.their.node);
            let kind = BindingKind::Loaded(LoadedName { load: index, name, written });
            let is_same = argument.local.span == argument.their.span;
            let own = if is_same { Some(written) } else { self.written(argument.local.span) };
            if let Some(own) = own {
                self.add(&argument.local.node.ident, NameDefinition { range: own, whole: self.range(span), kind });
            }
        }
    }

    /// Binds the names that are assigned to.
    pub(super) fn targets(&mut self, target: &AstAssignTarget, whole: TextRange, kind: &BindingKind) {
        target.node.visit_lvalue(|name| self.define(name, whole, kind.clone()));
    }

    /// Reads what an assignment reads to find out where it assigns to.
    pub(super) fn read_target(&mut self, target: &AstAssignTarget) {
        match &target.node {
            AssignTargetP::Tuple(targets) => targets.iter().for_each(|target| self.read_target(target)),
            AssignTargetP::Index(parts) => {
                self.expression(&parts.0, Fate::Passed);
                self.expression(&parts.1, Fate::Passed);
            }
            AssignTargetP::Dot(value, _) => {
                self.expression(value, Fate::Passed);
            }
            AssignTargetP::Identifier(_) => {}
        }
    }

    /// The one name that is assigned to.
    pub(super) fn assigned(&self, target: &AstAssignTarget) -> Option<AssignedName> {
        match &target.node {
            AssignTargetP::Identifier(name) => {
                Some(AssignedName { binding: self.resolve(&name.node.ident)?, range: self.written(name.span)? })
            }
            _ => None,
        }
    }

    /// Notes what gives a name its value, if that is known.
    pub(super) fn give(&mut self, target: Option<AssignedName>, value: Option<ExpressionId>, is_item: bool) {
        if let (Some(target), Some(expression)) = (target, value) {
            self.names.given.insert(target.range, Assignment { expression, is_item });
        }
    }

    fn define(&mut self, name: &AstAssignIdent, whole: TextRange, kind: BindingKind) {
        if let Some(range) = self.written(name.span) {
            self.add(&name.node.ident, NameDefinition { range, whole, kind });
        }
    }

    fn add(&mut self, name: &str, definition: NameDefinition) {
        let name = restored(name);
        let next = BindingId(self.names.bindings.len());
        let Some(scope) = self.names.scopes.get_mut(self.scope.0) else { return };
        let id = *scope.bindings.entry(name.clone()).or_insert(next);
        match self.names.bindings.get_mut(id.0) {
            Some(binding) => binding.definitions.push(definition),
            None => self.names.bindings.push(Binding { name, scope: self.scope, definitions: vec![definition] }),
        }
    }

    pub(super) fn push_scope(&mut self, parent: Option<ScopeId>, range: TextRange) -> ScopeId {
        self.names.scopes.push(Scope { parent, range, function: None, bindings: FxHashMap::default() });
        ScopeId(self.names.scopes.len() - 1)
    }

    /// What a name means in the scope that is walked through.
    pub(super) fn resolve(&self, name: &str) -> Option<BindingId> {
        self.names.lookup_from(&dialect::restore(name), self.scope)
    }

    /// What stands in the template for a part of the program.
    pub(super) fn range(&self, span: Span) -> TextRange {
        self.program.map.place(span).range
    }

    /// Where a part of the program stands in the template as it is; `None` for what is made up.
    pub(super) fn written(&self, span: Span) -> Option<TextRange> {
        self.program.map.verbatim_range(span)
    }
}

/// Whether the last thing that code does is to return. What a program makes up behind it gives the nodes in it.
fn ends_with_return(body: &AstStmt) -> bool {
    let is_made = |statement: &AstStmt| match &statement.node {
        StmtP::Pass => true,
        StmtP::Return(Some(value)) => is_end(value),
        _ => false,
    };
    match &body.node {
        StmtP::Statements(statements) => {
            let last = statements.iter().rev().find(|statement| !is_made(statement));
            last.is_some_and(ends_with_return)
        }
        StmtP::Return(_) => !is_made(body),
        _ => false,
    }
}

/// Whether a value is what a function collected.
fn is_end(value: &AstExpr) -> bool {
    let is_named = |callee: &AstExpr| matches!(&callee.node, ExprP::Identifier(name) if matches!(name.node.ident.as_str(), "__end" | "__text_end"));
    matches!(&value.node, ExprP::Call(callee, _) if is_named(callee))
}

/// The value that the template returns; a program may return it through a call.
fn returned(value: &AstExpr) -> &AstExpr {
    let ExprP::Call(callee, arguments) = &value.node else { return value };
    let is_made = matches!(&callee.node, ExprP::Identifier(name) if name.node.ident.starts_with("__return"));
    match &*arguments.args {
        [argument] if is_made => argument.node.expr(),
        _ => value,
    }
}

/// A name with its own spelling.
pub(super) fn restored(name: &str) -> SmolStr {
    SmolStr::new(dialect::restore(name))
}
