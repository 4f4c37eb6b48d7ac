//! Tests of modules as tables: each line is an expression, and next to it what it gives.

use std::collections::HashMap;
use std::fmt::Write as _;

use expect_test::Expect;
use starlark::ErrorKind;
use starlark::environment::{GlobalsBuilder, LibraryExtension, Module};
use starlark::eval::{Evaluator, ReturnFileLoader};
use starlark::syntax::{AstModule, Dialect};
use starlark::values::Value;

use crate::template::values::BuiltinError;

/// Evaluates each line with every module at hand, and shows its result or why it failed.
pub(crate) fn check(expressions: &str, expect: Expect) {
    let mut table = String::new();
    for expression in expressions.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let result = evaluate(expression).unwrap_or_else(|error| format!("! {error}"));
        let _ = writeln!(table, "{expression}\n    {}", result.replace('\n', "\n    "));
    }
    expect.assert_eq(&table);
}

fn evaluate(expression: &str) -> Result<String, String> {
    let modules: Vec<_> = super::names(true).filter_map(|name| Some((name, super::load(name, true)?))).collect();
    // `assert` is a keyword of this parser; templates are rewritten in the same way.
    let spelling = |text: &str| text.replace("assert", "asserT");
    let mut program = String::new();
    for (name, _) in &modules {
        let _ = writeln!(program, "load({name:?}, {}={name:?})", spelling(name));
    }
    program.push_str(&spelling(expression));
    let dialect = Dialect { enable_top_level_stmt: true, ..Dialect::Extended };
    let syntax = AstModule::parse("test", program, &dialect).map_err(|error| error.to_string())?;
    let globals = GlobalsBuilder::extended_by(&[LibraryExtension::StructType, LibraryExtension::SetType]).build();
    let modules: HashMap<_, _> = modules.iter().map(|(name, module)| (*name, module)).collect();
    let loader = ReturnFileLoader { modules: &modules };
    Module::with_temp_heap(|module| {
        let mut evaluator = Evaluator::new(&module);
        evaluator.set_loader(&loader);
        let result = evaluator.eval_module(syntax, &globals);
        result.map(Value::to_repr).map_err(|error| words(&error))
    })
}

/// What a problem would say.
fn words(error: &starlark::Error) -> String {
    let mut words = error.without_diagnostic().to_string();
    let ErrorKind::Native(native) = error.kind() else { return words };
    let Some(mistake) = native.downcast_ref::<BuiltinError>() else { return words };
    for (name, more) in [("found", &mistake.found), ("expected", &mistake.expected), ("hint", &mistake.hint)] {
        if let Some(more) = more {
            let _ = write!(words, "\n  {name}: {more}");
        }
    }
    words
}
