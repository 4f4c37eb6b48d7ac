//! Functions that are called after the evaluation that defined them.

use super::*;
use crate::template::arguments::ArgumentKind;
use crate::template::function::{CallContext, Function, Given};
use crate::values::{Value, ValueKind, flow::flow};

/// The functions that the annotations of the first entry mention, in order.
fn functions(evaluated: &Evaluated) -> Vec<Function> {
    let entries = evaluated.documents.iter().flat_map(Fragment::children);
    let arguments = entries.flat_map(|entry| entry.annotations.iter()).flat_map(|it| &it.arguments.positional);
    let kinds = arguments.flat_map(|argument| match &argument.kind {
        ArgumentKind::Tuple(parts) => parts.iter().map(|part| &part.kind).collect(),
        kind => vec![kind],
    });
    let functions = kinds.filter_map(|kind| match kind {
        ArgumentKind::Function(function) | ArgumentKind::Checker(function) => Some(function.clone()),
        _ => None,
    });
    functions.collect()
}

/// Evaluates the fixture, calls each of its functions with the value, and shows what that gives.
#[track_caller]
fn check_calls(fixture: &str, value: ValueKind, context: Option<CallContext>, expected: Expect) {
    let job = job(fixture, None);
    let mut evaluator = Evaluator::new(None);
    let evaluated = evaluator.evaluate(&job, &Watch::new());
    assert!(evaluated.problems.is_empty(), "{:?}", evaluated.problems);
    let mut picture = String::new();
    for function in functions(&evaluated) {
        let name = format!("{} {:?}", function.name, function.arity);
        let arguments = vec![Given::Value(Value::unwritten(value.clone()))];
        let call = Call { context: context.clone().map(Box::new), ..Call::new(&function, arguments) };
        let result = match evaluator.call(&call, &Watch::new()).result {
            Ok(given) => flow(&given.value(crate::text::Place::NOWHERE)),
            Err(failure) => {
                let text = |place: &crate::text::Place| {
                    let source = job.sources.iter().find(|source| source.file == place.file).unwrap();
                    source.text[std::ops::Range::<usize>::from(place.range)].to_owned()
                };
                let frames: Vec<_> =
                    failure.frames.iter().map(|(name, place)| format!("{name}: {}", text(place))).collect();
                format!("! {} [{}]", failure.message, frames.join(" < "))
            }
        };
        let _ = writeln!(picture, "{name} -> {result}");
    }
    expected.assert_eq(&picture);
}

#[test]
fn rules_are_called_with_their_closures() {
    check_calls(
        r#"
        #- /main.yml
        #@ load("@ytt:assert", "assert")
        #@ load("rules.star", "at_least")
        #@ limit = 5
        #@ def check(value): return value < limit
        #@ def fails(value): return value + "x"
        ---
        #@schema/validation ("a", check), ("b", lambda v: [v, limit]), ("c", at_least(9)), ("d", fails)
        #@schema/validation ("e", assert.min(8)), ("f", assert.max(8))
        port: 1
        #- /rules.star
        def at_least(n):
            def rule(value):
                return value >= n or fail("too small")
            end
            return rule
        end
        "#,
        ValueKind::Int(7),
        None,
        expect![[r#"
            check Some((1, 1)) -> false
            lambda Some((1, 1)) -> [7, 5]
            rule Some((1, 1)) -> ! too small [rule: fail("too small")]
            fails Some((1, 1)) -> ! `+` cannot be applied to int and string [fails: value + "x"]
            function None -> ! 7 is less than 8 []
            function None -> true
        "#]],
    );
}

#[test]
fn maps_are_fragments_and_the_context_has_the_parent_and_the_root() {
    let value = Given::Value(Value::unwritten(ValueKind::String("x".into())));
    check_calls(
        r#"
        #@ def when(value, ctx): return [value, ctx.parent, type(ctx.root)]
        ---
        #@schema/validation when
        a: 1
        "#,
        ValueKind::Int(1),
        Some(CallContext { parent: value.clone(), root: value }),
        expect![[r#"
            when Some((2, 2)) -> [1, "x", "string"]
        "#]],
    );
}

#[test]
fn calls_keep_to_the_limits() {
    let job = job("#@ def f(x): return f(x)\n---\n#@a f\nb: 1\n", None);
    let mut evaluator = Evaluator::new(None);
    let evaluated = evaluator.evaluate(&job, &Watch::new());
    let [function] = &functions(&evaluated)[..] else { panic!("{evaluated:?}") };
    let call = Call::new(function, vec![Given::Value(Value::unwritten(ValueKind::Null))]);
    assert!(evaluator.call(&call, &Watch::new()).is_over_budget());
    assert!(evaluator.holds(function.evaluation));
}
