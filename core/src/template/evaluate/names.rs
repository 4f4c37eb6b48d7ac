//! The names that a program defines, in any of its functions: what somebody may have meant by a name that it does not.

use starlark_syntax::syntax::AstModule;
use starlark_syntax::syntax::ast::{AstAssignTarget, AstStmt, StmtP};

use crate::template::dialect;

/// Every name that is defined, loaded, assigned or a parameter; some several times.
pub(super) fn defined(ast: &AstModule) -> Vec<String> {
    let mut names = Vec::new();
    collect(ast.statement(), &mut names);
    names
}

fn collect(statement: &AstStmt, names: &mut Vec<String>) {
    match &statement.node {
        StmtP::Def(definition) => {
            names.push(dialect::restore(&definition.name.node.ident).into_owned());
            let parameters = definition.params.iter().filter_map(|parameter| parameter.node.ident());
            names.extend(parameters.map(|name| dialect::restore(&name.node.ident).into_owned()));
        }
        StmtP::Assign(assignment) => target(&assignment.lhs, names),
        StmtP::For(each) => target(&each.var, names),
        StmtP::Load(load) => {
            names.extend(load.args.iter().map(|name| dialect::restore(&name.local.node.ident).into_owned()));
        }
        _ => {}
    }
    statement.node.visit_stmt(|inner| collect(inner, names));
}

fn target(target: &AstAssignTarget, names: &mut Vec<String>) {
    target.node.visit_lvalue(|name| names.push(dialect::restore(&name.node.ident).into_owned()));
}
