//! What annotations say, and where their mistakes are.

use expect_test::{Expect, expect};

use super::*;
use crate::text::{FileId, SegmentId};
use crate::values::arguments::{AnnotationSite, Argument, ArgumentKind};
use crate::values::{Key, Value, ValueKind};
use crate::yaml::Comment;
use crate::yaml::annotation::{CommentKind, classify};

const SITE: AnnotationSite = AnnotationSite { file: FileId(0), segment: SegmentId::DOCUMENT };

/// Parses `#@x ARGS` and shows every argument with its text.
#[track_caller]
fn check(arguments: &str, expected: &Expect) {
    let line = format!("#@x {arguments}");
    let range = TextRange::up_to(TextSize::of(line.as_str()));
    let comment = Comment { range, text: line.get(1..).unwrap_or_default().into(), trailing: false };
    let CommentKind::Annotation(annotation) = classify(&comment) else { panic!("not an annotation") };
    expected.assert_eq(&match parse(&annotation, SITE) {
        Ok(arguments) => show(&arguments, &line),
        Err(problem) => {
            let range = std::ops::Range::<usize>::from(problem.place.range);
            let marks = format!(
                "{}{}",
                " ".repeat(line[..range.start].chars().count()),
                "^".repeat(line[range].chars().count().max(1))
            );
            format!("{line}\n{marks} found: {}", problem.found.clone().unwrap_or_default())
        }
    });
}

fn show(arguments: &Arguments, line: &str) -> String {
    let positional = arguments.positional.iter().map(|argument| show_argument(argument, line));
    let keywords = arguments
        .keywords
        .iter()
        .map(|keyword| format!("{} = {}", &line[keyword.name_range], show_argument(&keyword.value, line)));
    let names = arguments.names.iter().map(|(name, range)| format!("reads {name} at {}", &line[*range]));
    positional.chain(keywords).chain(names).collect::<Vec<_>>().join("\n")
}

fn show_argument(argument: &Argument, line: &str) -> String {
    let text = &line[argument.range];
    match &argument.kind {
        ArgumentKind::Literal(value) => format!("{text} -> {}", show_value(value)),
        ArgumentKind::Tuple(parts) | ArgumentKind::List(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| show_argument(part, line)).collect();
            format!("tuple {text} [{}]", parts.join("; "))
        }
        ArgumentKind::Lambda(_) => format!("{text} -> lambda"),
        ArgumentKind::Function(_)
        | ArgumentKind::Checker(_)
        | ArgumentKind::Rule(_)
        | ArgumentKind::Matcher(_)
        | ArgumentKind::Fragment(_)
        | ArgumentKind::Other(_) => unreachable!("parsing evaluates nothing"),
        ArgumentKind::Expression => format!("{text} -> expression"),
    }
}

fn show_value(value: &Value) -> String {
    match &value.kind {
        ValueKind::Null | ValueKind::Unknown => value.kind.type_name().to_owned(),
        ValueKind::Bool(bool) => format!("{bool}"),
        ValueKind::Int(int) => format!("int {int}"),
        ValueKind::Float(float) => format!("float {float}"),
        ValueKind::String(string) => format!("{string:?}"),
        ValueKind::Sequence(sequence) => {
            format!("[{}]", sequence.iter().map(show_value).collect::<Vec<_>>().join(", "))
        }
        ValueKind::Mapping(mapping) => {
            let entries = mapping
                .entries
                .iter()
                .map(|entry| format!("{}: {}", show_key(entry.entry_key()), show_value(&entry.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

fn show_key(key: &Key) -> String {
    match key {
        Key::String(string) => format!("{string:?}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn literals_become_values_and_keep_their_places() {
    check(
        "\"tïtle\", -5, any=True",
        &expect![[r#"
        "tïtle" -> "tïtle"
        -5 -> int -5
        any = True -> true"#]],
    );
    check(
        r#"18446744073709551615, 1.5, None, 'a' + "b", "\n""#,
        &expect![[r#"
        18446744073709551615 -> int 18446744073709551615
        1.5 -> float 1.5
        None -> null
        'a' + "b" -> "ab"
        "\n" -> "\n""#]],
    );
    check(
        r#"{"a": [1, (2, 3)], 1: {}}"#,
        &expect![[r#"{"a": [1, (2, 3)], 1: {}} -> {"a": [int 1, [int 2, int 3]], Int(1): {}}"#]],
    );
}

#[test]
fn tuples_are_shown_part_by_part() {
    check(
        r#"("one", 1), ("two",)"#,
        &expect![[r#"
        tuple ("one", 1) ["one" -> "one"; 1 -> int 1]
        tuple ("two",) ["two" -> "two"]"#]],
    );
}

#[test]
fn expressions_stay_unevaluated_and_name_what_they_read() {
    check(
        r#"("positive", lambda v: v > limit), when=is_on, x=[f(y) for y in ys]"#,
        &expect![[r#"
            tuple ("positive", lambda v: v > limit) ["positive" -> "positive"; lambda v: v > limit -> lambda]
            when = is_on -> expression
            x = [f(y) for y in ys] -> expression
            reads limit at limit
            reads is_on at is_on
            reads ys at ys
            reads f at f"#]],
    );
}

#[test]
fn assert_is_an_ordinary_name_but_text_keeps_it() {
    check(
        r#"("assert", assert.max_len(3)), assert=1"#,
        &expect![[r#"
        tuple ("assert", assert.max_len(3)) ["assert" -> "assert"; assert.max_len(3) -> expression]
        assert = 1 -> int 1
        reads assert at assert"#]],
    );
}

#[test]
fn syntax_problems_are_at_their_token() {
    check(
        "\"ä\" \"b\"",
        &expect![[r#"
        #@x "ä" "b"
                ^ found: `"`"#]],
    );
    check(
        "\"App",
        &expect![[r#"
        #@x "App
            ^ found: a string that is not closed on this line"#]],
    );
    check(
        "[1, 2",
        &expect![[r#"
        #@x [1, 2
            ^ found: a `[` that is not closed on this line"#]],
    );
    check(
        "1)",
        &expect![[r#"
        #@x 1)
             ^ found: `)` that closes nothing"#]],
    );
    check(
        "1, =",
        &expect![[r#"
        #@x 1, =
               ^ found: `=`"#]],
    );
    check(
        "\"a\" # note",
        &expect![[r##"
        #@x "a" # note
                ^^^^^^ found: `#`, which makes the rest of the line a comment"##]],
    );
    check(
        "any=True, any=False",
        &expect![[r#"
        #@x any=True, any=False
                      ^^^ found: `any`"#]],
    );
}

#[test]
fn nesting_that_would_overflow_the_parser_is_refused() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{1:", "}"), ("not ", ""), ("- ", ""), ("lambda: ", ""), ("1 if 1 else ", "")]
    {
        for depth in [90, 1_000, 100_000] {
            let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            let range = TextRange::up_to(TextSize::of(text.as_str()));
            let annotation = Annotation { name: "x", name_range: range, arguments: &text, arguments_range: range };
            let is_refused = parse(&annotation, SITE).is_err();
            assert!(depth < 1_000 || is_refused, "{open} {depth}");
        }
    }
    let sum = vec!["1"; 10_000];
    for (separator, is_refused) in [(" + ", true), (", ", false)] {
        let text = sum.join(separator);
        let range = TextRange::up_to(TextSize::of(text.as_str()));
        let annotation = Annotation { name: "x", name_range: range, arguments: &text, arguments_range: range };
        assert_eq!(parse(&annotation, SITE).is_err(), is_refused);
    }
}
