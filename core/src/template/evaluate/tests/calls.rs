//! Functions that are called after the evaluation that defined them.

use super::*;
use crate::document::TextDocument;
use crate::template::function::{CallContext, Wants};
use crate::template::reads::{Read, ReadExtent};
use crate::values::arguments::ArgumentKind;
use crate::values::fragment::Holder;
use crate::values::from_yaml::from_plain_yaml;
use crate::values::function::Function;
use crate::values::{Key, Value, ValueKind, flow::flow};

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
        let arguments = vec![Value::unwritten(value.clone())];
        let call = Call { context: context.clone().map(Box::new), ..Call::new(&function, arguments) };
        let result = match evaluator.call(&call, &Watch::new()).result {
            Ok(given) => flow(&Value::unwritten(given)),
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
        ValueKind::int(7),
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
    let value = Value::unwritten(ValueKind::String("x".into()));
    check_calls(
        r#"
        #@ def when(value, ctx): return [value, ctx.parent, type(ctx.root)]
        ---
        #@schema/validation when
        a: 1
        "#,
        ValueKind::int(1),
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
    let call = Call::new(function, vec![Value::unwritten(ValueKind::Null)]);
    assert!(evaluator.call(&call, &Watch::new()).is_over_budget());
    assert!(evaluator.holds(function.evaluation));
}

#[test]
fn calls_may_go_as_deep_as_the_limits_say() {
    let template = r#"
        #@ load("@ytt:assert", "assert")
        #@ def g(x): return g(x - 1) if x else x
        #@ def f(x): return f(x - 1) if x else [x, assert.try_to(lambda: g(150))]
        ---
        #@a f
        b: 1
    "#;
    let job = job(template, None);
    let limits = Limits { call_depth: 300, ..job.limits };
    let job = Arc::new(Job { limits, ..Job::clone(&job) });
    let mut evaluator = Evaluator::new(None);
    let evaluated = evaluator.evaluate(&job, &Watch::new());
    let [function] = &functions(&evaluated)[..] else { panic!("{evaluated:?}") };
    let called = evaluator.call(&Call::new(function, vec![Value::unwritten(ValueKind::int(5))]), &Watch::new());
    assert_eq!(flow(&Value::unwritten(called.result.unwrap())), "[0, [0, null]]");
}

/// Calls a function of a value in a context, and compares what it read of the root.
#[track_caller]
fn check_reads(function: &str, expected: &str) {
    let fixture = format!("#@ {function}\n---\n#@schema/validation when\na: 1\n");
    let job = job(&fixture, None);
    let mut evaluator = Evaluator::new(None);
    let evaluated = evaluator.evaluate(&job, &Watch::new());
    let [when] = &functions(&evaluated)[..] else { panic!("{evaluated:?}") };
    let text = "mode: strict\nlist: [{a: 1}, {a: 2}]\nempty:\n";
    let root = TextDocument::new(FileId(9), text);
    let root = from_plain_yaml(FileId(9), &root.stream().documents[0]).value;
    let context = CallContext { parent: Value::unwritten(ValueKind::int(5)), root };
    let value = Value::unwritten(ValueKind::Null);
    let call = Call { context: Some(Box::new(context)), ..Call::new(when, vec![value]) };
    let reads = evaluator.call(&call, &Watch::new()).reads;
    assert_eq!(
        reads.parent,
        [Read { way: Vec::new(), extent: ReadExtent::All }],
        "a scalar is read as soon as it is there"
    );
    let shown = |read: &Read| {
        let way: Vec<_> = read.way.iter().map(ToString::to_string).collect();
        format!("{}: {:?}", way.join("."), read.extent)
    };
    assert_eq!(reads.root.iter().map(shown).collect::<Vec<_>>().join(", "), expected);
}

#[test]
fn what_is_read_of_the_context_is_noted() {
    check_reads("when = lambda v, ctx: True", ": Kind");
    check_reads("when = lambda v, ctx: ctx.root[\"mode\"] == \"strict\"", ": Kind, mode: All");
    check_reads(
        "when = lambda v, ctx: ctx.root[\"list\"][1][\"a\"]",
        ": Kind, list: Kind, list.1: Kind, list.1.a: All",
    );
    check_reads("when = lambda v, ctx: \"mode\" in ctx.root or \"x\" in ctx.root", ": Kind, mode: Kind");
    check_reads("when = lambda v, ctx: \"x\" in ctx.root or ctx.root[\"y\"]", ": Kind, x: Kind, y: Kind");
    check_reads("when = lambda v, ctx: type(ctx.root[\"list\"])", ": Kind, list: Kind");
    for all in ["len(ctx.root)", "bool(ctx.root)", "[it for it in ctx.root]", "dict(**ctx.root)", "ctx.root", "ctx"] {
        check_reads(&format!("when = lambda v, ctx: {all}"), ": All");
    }
    check_reads("when = lambda v, ctx: len(ctx.root[\"list\"])", ": Kind, list: All");
}

#[test]
fn no_call_changes_what_another_one_is_given() {
    let fixture = r##"
        #@ kept = []
        #@ def sets(v): v["a"] = 2
        #@ def deletes(v): v.pop("a")
        #@ def appends(v): v["list"].append(1)
        #@ def keeps(v): kept.append(v)
        #@ def honest(v): return [v["a"], len(v["list"])]
        ---
        #@a sets, deletes, appends, keeps, honest
        b: 1
    "##;
    let job = job(fixture, None);
    let mut evaluator = Evaluator::new(None);
    let evaluated = evaluator.evaluate(&job, &Watch::new());
    let entry = |name: &str, content| Fragment::unplaced(Holder::Entry(Key::String(name.into())), content);
    let list = ValueKind::Sequence(Arc::default());
    let children = vec![entry("a", ValueKind::int(1)), entry("list", list)];
    let map = ValueKind::map(children);
    let functions = functions(&evaluated);
    for wants in [Wants::Data, Wants::Verdict] {
        let call = |function| Call { wants, ..Call::new(function, vec![Value::unwritten(map.clone())]) };
        for function in &functions {
            evaluator.call(&call(function), &Watch::new());
        }
        let shared = flow(&Value::unwritten(map.clone()));
        assert_eq!(shared, "{a: 1, list: []}", "{wants:?}");
    }
    let honest = evaluator.call(&Call::new(&functions[4], vec![Value::unwritten(map)]), &Watch::new());
    assert_eq!(flow(&Value::unwritten(honest.result.unwrap())), "[1, 0]");
}
