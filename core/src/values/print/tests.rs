//! Values as ytt prints them.

use std::sync::Arc;

use expect_test::{Expect, expect};

use super::*;
use crate::text::Place;

#[track_caller]
fn check(strings: &[&str], expected: &Expect) {
    let items: SequenceValue = strings.iter().map(|text| Value::unwritten(ValueKind::String((*text).into()))).collect();
    expected.assert_eq(&yaml(&Value::unwritten(ValueKind::Sequence(Arc::new(items)))));
}

#[test]
fn text_that_reads_as_something_else_is_quoted() {
    check(
        &[
            "",
            "yes",
            "y",
            "null",
            "~",
            "1",
            "1_000",
            "0x1f",
            "1.5",
            "1e3",
            ".inf",
            "2001-01-01",
            "1:30",
            "NULL",
            "2001-1-1",
        ],
        &expect![[r#"
            - ""
            - "yes"
            - "y"
            - "null"
            - "~"
            - "1"
            - "1_000"
            - "0x1f"
            - "1.5"
            - "1e3"
            - ".inf"
            - "2001-01-01"
            - "1:30"
            - "NULL"
            - "2001-1-1"
        "#]],
    );
}

#[test]
fn text_with_indicators_is_quoted() {
    check(
        &[
            "a: b", "a #b", "#a", "- a", "-a", "*a", "{}", "@x", "%", "a:b", "it's", "'a'", "--- x", " a", "a ", "a,b",
            "?x", "? x", "x:",
        ],
        &expect![[r#"
            - 'a: b'
            - 'a #b'
            - '#a'
            - '- a'
            - -a
            - '*a'
            - '{}'
            - '@x'
            - '%'
            - a:b
            - it's
            - '''a'''
            - '--- x'
            - ' a'
            - 'a '
            - a,b
            - ?x
            - '? x'
            - 'x:'
        "#]],
    );
}

#[test]
fn text_of_several_lines_is_a_block() {
    check(
        &["a\nb", "a\nb\n", "a\n\n", "\n", " a\nb", "a \nb", "a\n b", "a\tb", "a\r\nb", "😀", "é"],
        &expect![[r#"
            - |-
              a
              b
            - |
              a
              b
            - |+
              a

            - |2+

            - |2-
               a
              b
            - "a \nb"
            - |-
              a
               b
            - "a\tb"
            - "a\r\nb"
            - "\U0001F600"
            - é
        "#]],
    );
}

#[test]
fn numbers_have_as_few_digits_as_they_need() {
    let floats = [1.0, 1.5, 1e6, 123_456.5, 1e21, 1e-4, 1e-5, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let items: SequenceValue = floats.into_iter().map(|float| Value::unwritten(ValueKind::Float(float))).collect();
    expect![[r#"
        - 1
        - 1.5
        - 1e+06
        - 123456.5
        - 1e+21
        - 0.0001
        - 1e-05
        - -0
        - .nan
        - .inf
        - -.inf
    "#]]
    .assert_eq(&yaml(&Value::unwritten(ValueKind::Sequence(Arc::new(items)))));
}

#[test]
fn collections_nest_as_ytt_nests_them() {
    let text = |text: &str| Value::unwritten(ValueKind::String(text.into()));
    let mapping = |entries: Vec<(Key, Value)>| {
        let entry = |(key, value)| crate::values::Fragment::entry(key, Place::NOWHERE, value);
        let entries = entries.into_iter().map(entry);
        Value::unwritten(ValueKind::map(entries))
    };
    let sequence = |items: Vec<Value>| Value::unwritten(ValueKind::Sequence(Arc::new(items.into_iter().collect())));
    let key = |name: &str| Key::String(name.into());
    let value = mapping(vec![
        (key("y"), sequence(vec![mapping(vec![(key("a"), text("x\ny")), (Key::Bool(false), sequence(vec![]))])])),
        (
            Key::Int(1.into()),
            sequence(vec![sequence(vec![text("a"), text("b\nc\n")]), sequence(vec![mapping(vec![])])]),
        ),
        (key("m"), mapping(vec![(key("n"), mapping(vec![(Key::Null, text("<&>"))]))])),
    ]);
    expect![[r#"
        "y":
        - a: |-
            x
            y
          false: []
        1:
        - - a
          - |
            b
            c
        - - {}
        m:
          "n":
            null: <&>
    "#]]
    .assert_eq(&yaml(&value));
    expect![[r#"{"y":[{"a":"x\ny","false":[]}],"1":[["a","b\nc\n"],[{}]],"m":{"n":{"null":"\u003c\u0026\u003e"}}}"#]]
        .assert_eq(&json(&value));
}
