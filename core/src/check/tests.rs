//! Rules, one by one: what meets them, what breaks them and how that is said.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::schema::from_annotations::{SchemaEvaluation, SchemaInput, compile};
use crate::schema::{MappingType, RuleKind, Type, When};

use crate::template::function::{Call, CallOutcome, Called, ContextUse, Failure, NoFunctions};
use crate::template::reads::{ContextReads, Read, ReadExtent};
use crate::text::{FileId, TextRange};
use crate::values::Key;
use crate::values::fingerprint::Fingerprint;
use crate::values::from_yaml::{ValueMemo, from_yaml};
use crate::values::function::Function;

/// What a rule says of values: the YAML flow sequence `values` holds them, one by one.
#[track_caller]
fn check_rule(rule: &str, values: &str, expected: &Expect) {
    let schema = format!("#@data/values-schema\n---\n#@schema/type any=True\n#@schema/validation {rule}\nvalue:\n");
    let schema = TextDocument::new(FileId(0), &schema);
    let compiled = compile(
        &[SchemaInput {
            file: FileId(0),
            stream: schema.stream(),
            documents: &[0],
            incomplete: &[],
            evaluation: SchemaEvaluation::Unavailable,
            is_extended: false,
        }],
        &NoFunctions,
    );
    assert!(compiled.problems.is_empty(), "{:#?}", compiled.problems);
    let root = compiled.schema.expect("there is a schema").root.clone();
    let Type::Mapping(ty) = &root.ty else { panic!("the schema is a map") };
    let node = ty.fields.values().next().expect("it has one key");
    let text = TextDocument::new(FileId(1), values);
    let items = from_yaml(FileId(1), &text.stream().documents[0], &mut ValueMemo::default()).value;
    let mut lines = String::new();
    for item in items.sequence().expect("the values are an array").iter() {
        let problems = check(item, Some(node), &[], None, &NoFunctions, &mut CheckMemo::default());
        let texts: Vec<String> = problems.problems.iter().map(|problem| problem.text().replace('\n', " ")).collect();
        let verdict = if texts.is_empty() { "met".to_owned() } else { texts.join(" / ") };
        lines.push_str(&crate::values::flow::flow(item));
        lines.push_str(" -> ");
        lines.push_str(&verdict);
        lines.push('\n');
    }
    expected.assert_eq(&lines);
}

#[test]
fn min_and_max_order_as_starlark_does() {
    check_rule(
        "min=2, max=3.5",
        "[1, 2, 3.5, 4, 2.0, \"x\", true, [1], {a: 1}]",
        &expect![[r#"
            1 -> The document must be at least 2 found: 1
            2 -> met
            3.5 -> met
            4 -> The document must be at most 3.5 found: 4
            2.0 -> met
            "x" -> The document must be at least 2 found: a string that cannot be compared with an integer / The document must be at most 3.5 found: a string that cannot be compared with a float
            true -> The document must be at least 2 found: a boolean that cannot be compared with an integer / The document must be at most 3.5 found: a boolean that cannot be compared with a float
            [1] -> The document must be at least 2 found: an array that cannot be compared with an integer: [1] / The document must be at most 3.5 found: an array that cannot be compared with a float: [1]
            {a: 1} -> The document must be at least 2 found: a map that cannot be compared with an integer: {a: 1} / The document must be at most 3.5 found: a map that cannot be compared with a float: {a: 1}
        "#]],
    );
    check_rule(
        "min=\"b\"",
        "[a, b, é, 1]",
        &expect![[r#"
            "a" -> The document must be at least "b" found: "a"
            "b" -> met
            "é" -> met
            1 -> The document must be at least "b" found: an integer that cannot be compared with a string
        "#]],
    );
    check_rule(
        "min=[1, 2]",
        "[[1], [1, 2], [1, 2, 0], [2], [1, x], []]",
        &expect![[r#"
            [1] -> The document must be at least [1, 2] found: an array: [1]
            [1, 2] -> met
            [1, 2, 0] -> met
            [2] -> met
            [1, "x"] -> The document must be at least [1, 2] found: a string that cannot be compared with an integer: [1, "x"]
            [] -> The document must be at least [1, 2] found: an array
        "#]],
    );
}

#[test]
fn lengths_count_bytes_items_and_keys() {
    check_rule(
        "min_len=2, max_len=3.9",
        "[a, é, abc, abcd, [1], [1, 2], {a: 1, b: 2}, {}, 5]",
        &expect![[r#"
            "a" -> The document must have at least 2 characters found: 1
            "é" -> met
            "abc" -> met
            "abcd" -> The document must have at most 3 characters found: 4
            [1] -> The document must have at least 2 items found: 1: [1]
            [1, 2] -> met
            {a: 1, b: 2} -> met
            {} -> The document must have at least 2 keys found: 0
            5 -> The document must have a length of at least 2 found: an integer, which has no length / The document must have a length of at most 3 found: an integer, which has no length
        "#]],
    );
}

#[test]
fn null_is_asked_for_not_null_only() {
    check_rule(
        "min=1",
        "[null, 0]",
        &expect![[r#"
            null -> met
            0 -> The document must be at least 1 found: 0
        "#]],
    );
    check_rule(
        "min=1, not_null=True",
        "[null, 0]",
        &expect![[r#"
            null -> The document must not be null found: null
            0 -> The document must be at least 1 found: 0
        "#]],
    );
    check_rule(
        "min=1, not_null=False",
        "[null, 0]",
        &expect![[r#"
            null -> met
            0 -> The document must be at least 1 found: 0
        "#]],
    );
}

#[test]
fn one_of_compares_values() {
    check_rule(
        "one_of=[1, \"a\", [1], {\"k\": 1}]",
        "[1, 1.0, a, b, \"1\", [1], {k: 1}, true]",
        &expect![[r#"
            1 -> met
            1.0 -> met
            "a" -> met
            "b" -> The document must be one of 1, "a", [1], {k: 1} found: "b"
            "1" -> The document must be one of 1, "a", [1], {k: 1} found: "1"
            [1] -> met
            {k: 1} -> met
            true -> The document must be one of 1, "a", [1], {k: 1} found: true
        "#]],
    );
}

#[test]
fn one_not_null_counts_children() {
    check_rule(
        "one_not_null=True",
        "[{a: 1}, {a: 1, b: null}, {a: 1, b: 2}, {a: null}, {}, [1], x]",
        &expect![[r#"
            {a: 1} -> met
            {a: 1, b: null} -> met
            {a: 1, b: 2} -> The document must have exactly one child that is not null found: `a`, `b`: {a: 1, b: 2}
            {a: null} -> The document must have exactly one child that is not null found: only null: {a: null}
            {} -> The document must have exactly one child that is not null found: an empty map
            [1] -> The document must have exactly one child that is not null found: an array: [1]
            "x" -> The document must have exactly one child that is not null found: a string
        "#]],
    );
    check_rule(
        "one_not_null=[\"a\", \"b\"]",
        "[{a: 1, c: 2}, {a: 1, b: 2}, {c: 2}]",
        &expect![[r#"
            {a: 1, c: 2} -> met
            {a: 1, b: 2} -> The document must have exactly one child that is not null among "a", "b" found: `a`, `b`: {a: 1, b: 2}
            {c: 2} -> The document must have exactly one child that is not null among "a", "b" found: only null: {c: 2}
        "#]],
    );
}

#[test]
fn every_broken_rule_of_a_node_is_reported() {
    check_rule(
        "min=5, max=1, one_of=[7]",
        "[3]",
        &expect![[r#"
            3 -> The document must be at least 5 found: 3 / The document must be at most 1 found: 3 / The document must be one of 7 found: 3
        "#]],
    );
}

#[test]
fn what_must_be_evaluated_is_not_judged() {
    check_rule(
        "(\"is odd\", lambda v: v % 2 == 1), min=5",
        "[4]",
        &expect![[r#"
            4 -> The document must be at least 5 found: 4
        "#]],
    );
    check_rule(
        "min=5, when=lambda v: v > 0",
        "[4]",
        &expect![[r#"
        4 -> met
    "#]],
    );
}

/// Functions by name, of the value that they are given.
struct Table(&'static [(&'static str, FunctionBody)]);

type FunctionBody = fn(&Call) -> Called;

impl Functions for Table {
    fn call(&self, call: &Call) -> Called {
        let known = self.0.iter().find(|(name, _)| *name == call.function.name);
        known.map_or(Called::Pending, |(_, run)| run(call))
    }
}

const TABLE: Table = Table(&[
    ("true", |_| done(Ok(ValueKind::Bool(true)))),
    ("false", |_| done(Ok(ValueKind::Bool(false)))),
    ("none", |_| done(Ok(ValueKind::Null))),
    ("fails", |_| done(Err(failure("too odd")))),
    ("hangs", |_| done(Err(Failure { is_over_budget: true, ..failure("it takes too many steps") }))),
    ("parent_has_two", |call| {
        let parent = &call.context.as_ref().expect("it takes two arguments").parent;
        let has_two = parent.kind.children().count() == 2;
        let reads = ContextReads { parent: vec![Read { way: Vec::new(), extent: ReadExtent::All }], root: Vec::new() };
        CallOutcome { result: Ok(ValueKind::Bool(has_two)), reads }.into()
    }),
]);

fn done(result: Result<ValueKind, Failure>) -> Called {
    Called::Done(result, ContextUse::default())
}

fn failure(message: &str) -> Failure {
    let place = Place::absolute(FileId(7), TextRange::new(10.into(), 20.into()));
    Failure { message: message.to_owned(), frames: vec![("helper".into(), place)], is_over_budget: false, about: None }
}

fn function(name: &str, arity: (u32, u32)) -> Function {
    let evaluation = Fingerprint([0; 16]);
    Function {
        evaluation,
        index: 0,
        name: name.into(),
        arity: Some(arity),
        parameters: Some(arity.1),
        defined: None,
        documentation: "".into(),
    }
}

/// What rules say of the key `a` of a map; each rule is a function, one of them perhaps `not_null`.
#[track_caller]
fn check_functions(rules: &[&str], when: Option<(&str, u32)>, value: &str, expected: &Expect) {
    expected.assert_eq(&function_problems(rules, when, value));
}

/// What the rules find, line by line, and whether every function has answered.
fn function_problems(rules: &[&str], when: Option<(&str, u32)>, value: &str) -> String {
    let place = Place::absolute(FileId(0), TextRange::new(1.into(), 2.into()));
    let when = when.map_or(When::Always, |(name, most)| When::Function(function(name, (1, most)), place));
    let kind = |name: &str| match name {
        "not_null" => RuleKind::NotNull,
        _ => RuleKind::Function { description: format!("as `{name}` says"), function: function(name, (1, 1)) },
    };
    let rules = rules.iter().map(|name| Rule { when: when.clone(), ..Rule::new(kind(name), place) }).collect();
    let node = Arc::new(SchemaNode { rules, ..SchemaNode::unknown(place) });
    let fields = [(Key::String("a".into()), node)].into_iter().collect();
    let root = SchemaNode {
        ty: Type::Mapping(MappingType { fields, is_open: true, ..MappingType::default() }),
        ..SchemaNode::unknown(place)
    };
    let text = TextDocument::new(FileId(1), value);
    let value = from_yaml(FileId(1), &text.stream().documents[0], &mut ValueMemo::default()).value;
    let memo = &mut CheckMemo::default();
    let checked = check(&value, Some(&Arc::new(root)), &[], None, &TABLE, memo);
    let mut shown = String::new();
    for problem in &checked.problems {
        let related: Vec<_> = problem.related.iter().map(|related| related.message.as_str()).collect();
        let text = problem.text().replace('\n', " / ");
        let _ = writeln!(shown, "[{}] {text} ({})", problem.code.name(), related.join(", "));
    }
    shown + if checked.is_settled { "settled\n" } else { "not settled\n" }
}

#[test]
fn only_true_says_that_a_value_is_valid() {
    check_functions(
        &["true", "false", "none", "fails"],
        None,
        "a: 1",
        &expect![[r#"
        [rule-violation] `a` must be as `false` says / found: 1 (the rule is stated here)
        [rule-violation] `a` must be as `none` says / found: 1 / hint: the rule's function returned `None`; only `True` says that a value is valid (the rule is stated here)
        [rule-violation] `a` must be as `fails` says / found: too odd (in `helper`, the rule is stated here)
        settled
    "#]],
    );
}

#[test]
fn null_is_not_given_to_functions() {
    check_functions(
        &["fails"],
        None,
        "a:",
        &expect![[r#"
        settled
    "#]],
    );
    check_functions(
        &["fails", "not_null"],
        None,
        "a:",
        &expect![[r#"
        [rule-violation] `a` must not be null / found: null (the rule is stated here)
        settled
    "#]],
    );
}

#[test]
fn a_function_says_whether_rules_apply() {
    let says = |name: &str, most: u32, value: &str| {
        format!("{name} of {value}:\n{}", function_problems(&["fails"], Some((name, most)), value))
    };
    let verdicts = ["true", "false", "none", "fails"].map(|name| says(name, 1, "a: 1")).concat();
    expect![[r#"
        true of a: 1:
        [rule-violation] `a` must be as `fails` says / found: too odd (in `helper`, the rule is stated here)
        settled
        false of a: 1:
        settled
        none of a: 1:
        [annotation-arguments] The function of `when=` must return true or false / found: null / expected: `True` or `False` ()
        settled
        fails of a: 1:
        [annotation-arguments] The function of `when=` fails / found: too odd (in `helper`)
        settled
    "#]].assert_eq(&verdicts);
    let around = ["a: 1", "{a: 1, b: 2}"].map(|value| says("parent_has_two", 2, value)).concat();
    expect![[r#"
        true of a: 1:
        [annotation-arguments] The function of `when=` must take the value, and optionally its context / found: a function of 3 arguments / expected: a function of one or two arguments ()
        settled
        parent_has_two of a: 1:
        settled
        parent_has_two of {a: 1, b: 2}:
        [rule-violation] `a` must be as `fails` says / found: too odd (in `helper`, the rule is stated here)
        settled
    "#]].assert_eq(&(says("true", 3, "a: 1") + &around));
}

#[test]
fn a_function_without_an_answer_claims_nothing() {
    check_functions(
        &["unknown", "fails"],
        None,
        "a: 1",
        &expect![[r#"
        [rule-violation] `a` must be as `fails` says / found: too odd (in `helper`, the rule is stated here)
        not settled
    "#]],
    );
    check_functions(
        &["fails"],
        Some(("unknown", 1)),
        "a: 1",
        &expect![[r#"
        not settled
    "#]],
    );
}

#[test]
fn a_function_that_takes_too_long_is_no_fault_of_the_value() {
    check_functions(
        &["hangs", "true"],
        None,
        "a: 1",
        &expect![[r#"
        [evaluation-budget] `hangs` is stopped: it takes too many steps ()
        settled
    "#]],
    );
}
