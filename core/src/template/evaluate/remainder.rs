//! What is left of a program after one of its statements failed: those behind it that do not depend on it.
//!
//! A statement depends on another if it reads a name that the other would have defined, or one whose value the other
//! may have changed, directly or in a function that it calls.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use starlark_syntax::syntax::AstModule;
use starlark_syntax::syntax::ast::{AstAssignTarget, AstExpr, AstStmt, ExprP, StmtP};

use crate::template::compile;

/// Bytes of programs that are parsed anew because of failures: of a long program with very many, the first are told.
const MOST_BYTES: usize = 4 << 20;

/// The statements of a program.
pub(super) struct Remainder {
    code: String,
    statements: Vec<TopStatement>,
    /// What each function reads.
    functions: FxHashMap<String, FxHashSet<String>>,
    /// Names whose values can be changed in place.
    changeable: FxHashSet<String>,
    /// Names whose values nobody knows.
    unknown: FxHashSet<String>,
    /// The statement that runs.
    running: Option<usize>,
    bytes_left: usize,
}

/// A statement at the top of a program.
struct TopStatement {
    range: Range<usize>,
    /// Whether it ran, or cannot.
    is_done: bool,
    defines: FxHashSet<String>,
    reads: FxHashSet<String>,
}

impl Remainder {
    /// `None` for a program that cannot be read.
    pub(super) fn of(code: &str) -> Option<Self> {
        let ast = compile::parse(code).ok()?;
        let mut remainder = Self {
            code: code.to_owned(),
            statements: Vec::new(),
            functions: FxHashMap::default(),
            changeable: FxHashSet::default(),
            unknown: FxHashSet::default(),
            running: None,
            bytes_left: MOST_BYTES,
        };
        remainder.read(ast.statement());
        Some(remainder)
    }

    fn read(&mut self, statement: &AstStmt) {
        if let StmtP::Statements(statements) = &statement.node {
            return statements.iter().for_each(|statement| self.read(statement));
        }
        let mut names = StatementNames::default();
        names.statement(statement);
        match &statement.node {
            StmtP::Def(function) => {
                let reads = self.functions.entry(function.name.node.ident.clone()).or_default();
                reads.extend(names.reads.iter().cloned());
            }
            StmtP::Assign(assignment) if is_fixed(&assignment.rhs) => {}
            StmtP::Load(_) => {}
            _ => self.changeable.extend(names.defines.iter().cloned()),
        }
        let range = statement.span.begin().get() as usize..statement.span.end().get() as usize;
        self.statements.push(TopStatement { range, is_done: false, defines: names.defines, reads: names.reads });
    }

    /// The statement that holds an offset of the program.
    pub(super) fn statement_at(&self, offset: usize) -> Option<usize> {
        let behind = self.statements.partition_point(|statement| statement.range.start <= offset);
        let index = behind.checked_sub(1)?;
        (offset <= self.statements[index].range.end).then_some(index)
    }

    /// Notes that a statement begins at an offset. Gives the one that ran before, which has ended.
    pub(super) fn next_at(&mut self, offset: usize) -> Option<usize> {
        let found = self.statements.binary_search_by_key(&offset, |statement| statement.range.start).ok()?;
        // The same one may be told several times.
        if self.running == Some(found) { None } else { self.running.replace(found) }
    }

    /// Whether a statement depends on what nobody knows.
    pub(super) fn is_unknown(&self, index: usize) -> bool {
        self.closure(index).iter().any(|name| self.unknown.contains(*name))
    }

    /// What a statement gives is not known.
    pub(super) fn forget(&mut self, index: usize) {
        let changed = self.closure(index).into_iter().filter(|name| self.changeable.contains(*name));
        let mut unknown: FxHashSet<String> = changed.cloned().collect();
        unknown.extend(self.statements[index].defines.iter().cloned());
        self.unknown.extend(unknown);
    }

    /// The program of all that comes behind a statement and does not depend on what is unknown; nothing stands for the
    /// rest.
    pub(super) fn behind(&mut self, index: usize) -> Option<String> {
        self.bytes_left = self.bytes_left.checked_sub(self.code.len())?;
        self.running = None;
        self.statements.iter_mut().take(index + 1).for_each(|statement| statement.is_done = true);
        for next in index + 1..self.statements.len() {
            if !self.statements[next].is_done && self.is_unknown(next) {
                self.forget(next);
                self.statements[next].is_done = true;
            }
        }
        let done = self.statements.iter().filter(|statement| statement.is_done);
        let mut code = std::mem::take(&mut self.code).into_bytes();
        for TopStatement { range, .. } in done {
            let Some(bytes) = code.get_mut(range.clone()) else { continue };
            let blank = |byte: &mut u8| *byte = if *byte == b'\n' { b'\n' } else { b' ' };
            bytes.iter_mut().for_each(blank);
            if let Some(first) = bytes.first_mut() {
                *first = b'0';
            }
        }
        self.code = String::from_utf8(code).ok()?;
        self.statements.iter().any(|statement| !statement.is_done).then(|| self.code.clone())
    }

    /// Every name that a statement reads, in the functions that it names as well.
    fn closure(&self, index: usize) -> FxHashSet<&String> {
        let mut found: FxHashSet<&String> = FxHashSet::default();
        let mut waiting: Vec<&String> = self.statements[index].reads.iter().collect();
        while let Some(name) = waiting.pop() {
            if found.insert(name) {
                waiting.extend(self.functions.get(name).into_iter().flatten());
            }
        }
        found
    }
}

/// Whether a value cannot be changed in place: it is written out, or read from another one.
fn is_fixed(value: &AstExpr) -> bool {
    match &value.node {
        ExprP::Literal(_) | ExprP::Identifier(_) | ExprP::Lambda(_) => true,
        ExprP::Dot(holder, _) => is_fixed(holder),
        ExprP::Index(parts) => is_fixed(&parts.0),
        _ => false,
    }
}

/// The names in a statement.
#[derive(Default)]
struct StatementNames {
    defines: FxHashSet<String>,
    reads: FxHashSet<String>,
}

impl StatementNames {
    fn statement(&mut self, statement: &AstStmt) {
        match &statement.node {
            StmtP::Def(function) => {
                let name = function.name.node.ident.clone();
                let mut inside = Self::default();
                statement.node.visit_expr(|value| inside.value(value));
                inside.body(&function.body);
                self.reads.extend(inside.reads);
                self.defines.insert(name);
                return;
            }
            StmtP::Assign(assignment) => self.target(&assignment.lhs),
            StmtP::AssignModify(target, ..) => {
                target.node.visit_lvalue(|name| {
                    self.reads.insert(name.node.ident.clone());
                });
                self.target(target);
            }
            StmtP::For(each) => self.target(&each.var),
            StmtP::Load(load) => {
                self.defines.extend(load.args.iter().map(|name| name.local.node.ident.clone()));
            }
            _ => {}
        }
        statement.node.visit_children(|child| match child {
            starlark_syntax::syntax::uniplate::Visit::Stmt(inner) => self.statement(inner),
            starlark_syntax::syntax::uniplate::Visit::Expr(value) => self.value(value),
        });
    }

    /// The statements of a function: what they change of what is outside counts as read.
    fn body(&mut self, statement: &AstStmt) {
        let mut inside = Self::default();
        inside.statement(statement);
        self.reads.extend(inside.reads);
        self.reads.extend(inside.defines);
    }

    fn target(&mut self, target: &AstAssignTarget) {
        target.node.visit_lvalue(|name| {
            self.defines.insert(name.node.ident.clone());
        });
    }

    fn value(&mut self, value: &AstExpr) {
        if let ExprP::Identifier(name) = &value.node {
            self.reads.insert(name.node.ident.clone());
        }
        value.node.visit_expr(|inner| self.value(inner));
    }
}

/// The program of what is left.
pub(super) fn parsed(code: &str) -> Option<AstModule> {
    let mut ast = compile::parse(code).ok()?;
    super::operators::replace(&mut ast);
    Some(ast)
}
