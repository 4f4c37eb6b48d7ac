//! Names that nothing defines: all of them, not only the first that Starlark stops at.

use std::cell::LazyCell;
use std::collections::HashSet;

use starlark::ErrorKind;
use starlark::analysis::AstModuleLint;
use starlark_syntax::syntax::AstModule;

use super::globals::globals;
use super::modules;
use super::program::CompiledProgram;
use super::{builtins, names};
use crate::problem::{Code, NameIndex, Problem};
use crate::template::compile::{LOAD_IN_BLOCK, Program};
use crate::template::dialect;
use crate::text::Place;

/// A problem for every undefined name of a program that was refused because of one.
pub(super) fn problems(error: &starlark::Error, compiled: &CompiledProgram) -> Vec<Problem> {
    if matches!(error.kind(), ErrorKind::Scope(_)) { of_compiled(compiled) } else { Vec::new() }
}

/// A problem for every undefined name of a program that can run.
pub(super) fn of_compiled(compiled: &CompiledProgram) -> Vec<Problem> {
    compiled.ast().map(|ast| of_tree(&ast, &compiled.program)).unwrap_or_default()
}

/// The same for a program that cannot: names that are undefined whatever becomes of the code that could not be read.
pub(super) fn of_remainder(program: &Program) -> Vec<Problem> {
    program.readable().map(|ast| of_tree(ast, program)).unwrap_or_default()
}

fn of_tree(ast: &AstModule, program: &Program) -> Vec<Problem> {
    let mut known: HashSet<String> = globals().names().map(|name| name.as_str().to_owned()).collect();
    known.extend(builtins::names().chain([LOAD_IN_BLOCK]).map(str::to_owned));
    let lints = ast.lint(Some(&known));
    let undefined = lints.into_iter().filter(|lint| lint.short_name == "using-undefined");
    known.extend(names::defined(ast));
    let visible = LazyCell::new(|| {
        let mut visible: Vec<String> = known.into_iter().filter(|known| !known.starts_with("__")).collect();
        visible.sort_unstable();
        (NameIndex::of(visible.iter().cloned()), visible)
    });
    let nearest = |name: &str| visible.0.nearest(name).and_then(|index| visible.1.get(index)).map(String::as_str);
    undefined
        .filter(|lint| !program.unread.may_define(&dialect::restore(&lint.original)))
        .map(|lint| problem(&lint.original, program.map.place(lint.location.span), &nearest))
        .collect()
}

fn problem<'v>(name: &str, place: Place, nearest: &dyn Fn(&str) -> Option<&'v str>) -> Problem {
    let name = &*dialect::restore(name);
    let problem = Problem::new(Code::TemplateName, place, format!("`{name}` is not defined"));
    let hint = match name {
        "true" => Some("write `True`".to_owned()),
        "false" => Some("write `False`".to_owned()),
        "null" | "nil" | "none" => Some("write `None`".to_owned()),
        _ if modules::names(false).any(|module| module == name) => {
            Some(format!("`load(\"@ytt:{name}\", \"{name}\")` brings it"))
        }
        _ => nearest(name).map(|nearest| format!("did you mean `{nearest}`?")),
    };
    hint.into_iter().fold(problem, Problem::hint)
}
