//! Shorthands and their tokens.

use expect_test::{Expect, expect};

use super::*;
use crate::test_support::mark_ranges;

mod spots;

/// Shows every token of a shorthand below it.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let expression = parse(text, ShorthandDialect::OpenChoreo);
    let mut tokens = Vec::new();
    types(&expression.ty, &mut tokens);
    tokens.extend(expression.pipe.map(|range| (range, "pipe".to_owned())));
    for marker in &expression.markers {
        tokens.push((marker.name.range, if marker.is_annotation() { "annotation" } else { "name" }.to_owned()));
        tokens.extend(marker.value.as_ref().map(|value| (value.range, format!("value {:?}", value.text))));
        tokens.extend(marker.unclosed.as_ref().map(|open| (open.range, "never closed".to_owned())));
    }
    expected.assert_eq(&mark_ranges(text, &tokens));
}

fn types(ty: &TypeExpression, tokens: &mut Vec<(TextRange, String)>) {
    let label = match &ty.kind {
        TypeKind::Missing => "missing type".to_owned(),
        TypeKind::Primitive(primitive) => primitive.name().to_owned(),
        TypeKind::Object => "object".to_owned(),
        TypeKind::Array(_) => "array".to_owned(),
        TypeKind::Map { .. } => "map".to_owned(),
        TypeKind::Named(name) => format!("custom {name:?}"),
        TypeKind::TooDeep => "too deep".to_owned(),
    };
    tokens.push((ty.range, label));
    match &ty.kind {
        TypeKind::Array(inner) => types(inner, tokens),
        TypeKind::Map { key, value } => {
            tokens.extend(key.as_ref().map(|key| (key.range, "key".to_owned())));
            types(value, tokens);
        }
        _ => {}
    }
}

#[test]
fn a_type_and_its_markers_are_told_apart() {
    check(
        "integer | default=1 minimum=0 | oc:ui:hidden=true",
        expect![[r#"
        integer | default=1 minimum=0 | oc:ui:hidden=true
        #^^^^^^ integer
        #       ^ pipe
        #         ^^^^^^^ name
        #                 ^ value "1"
        #                   ^^^^^^^ name
        #                           ^ value "0"
        #                               ^^^^^^^^^^^^ annotation
        #                                            ^^^^ value "true"
    "#]],
    );
}

#[test]
fn types_nest() {
    check(
        "[]map[ string ]array< Mount >",
        expect![[r#"
        []map[ string ]array< Mount >
        #^^^^^^^^^^^^^^^^^^^^^^^^^^^^ array
        # ^^^^^^^^^^^^^^^^^^^^^^^^^^^ map
        #      ^^^^^^ key
        #              ^^^^^^^^^^^^^^ array
        #                     ^^^^^ custom "Mount"
    "#]],
    );
    check(
        "map<[] string>",
        expect![[r#"
        map<[] string>
        #^^^^^^^^^^^^^ map
        #   ^^^^^^^^^ array
        #      ^^^^^^ string
    "#]],
    );
}

#[test]
fn what_is_no_form_of_a_type_is_a_name() {
    check(
        "array <string>",
        expect![[r#"
        array <string>
        #^^^^^^^^^^^^^ custom "array <string>"
    "#]],
    );
    check(
        "my type?",
        expect![[r#"
        my type?
        #^^^^^^^ custom "my type?"
    "#]],
    );
    check(
        "| default=1",
        expect![[r#"
        | default=1
        #| missing type
        # pipe
        # ^^^^^^^ name
        #         ^ value "1"
    "#]],
    );
    check(
        "[]",
        expect![[r#"
        []
        #^ array
        # | missing type
    "#]],
    );
}

#[test]
fn blanks_inside_of_quotes_and_brackets_do_not_separate() {
    check(
        r#"T | default={"a": [1, 2]} description='it''s here' title="a \" b" enum=a"b c",d"#,
        expect![[r#"
        T | default={"a": [1, 2]} description='it''s here' title="a \" b" enum=a"b c",d
        # custom "T"
        # ^ pipe
        #   ^^^^^^^ name
        #           ^^^^^^^^^^^^^ value "{\"a\": [1, 2]}"
        #                         ^^^^^^^^^^^ name
        #                                     ^^^^^^^^^^^^ value "'it''s here'"
        #                                                  ^^^^^ name
        #                                                        ^^^^^^^^ value "\"a \\\" b\""
        #                                                                 ^^^^ name
        #                                                                      ^^^^^^^^ value "a\"b c\",d"
    "#]],
    );
}

#[test]
fn what_is_never_closed_swallows_the_rest() {
    check(
        "string | description=it's ok default=x",
        expect![[r#"
        string | description=it's ok default=x
        #^^^^^ string
        #      ^ pipe
        #        ^^^^^^^^^^^ name
        #                    ^^^^^^^^^^^^^^^^^ value "it's ok default=x"
        #                      ^ never closed
    "#]],
    );
    check(
        "string | pattern=(a [b default=b",
        expect![[r#"
        string | pattern=(a [b default=b
        #^^^^^ string
        #      ^ pipe
        #        ^^^^^^^ name
        #                ^^ value "(a"
        #                   ^^^^^^^^^^ name
        #                   ^ never closed
        #                              ^ value "b"
    "#]],
    );
    check(
        r"string | default='C:\' minLength=2",
        expect![[r#"
        string | default='C:\' minLength=2
        #^^^^^ string
        #      ^ pipe
        #        ^^^^^^^ name
        #                ^^^^^^^^^^^^^^^^^ value "'C:\\' minLength=2"
        #                ^ never closed
    "#]],
    );
}

#[test]
fn only_a_lone_pipe_separates() {
    check(
        "string|default=a|b  |  minLength=2",
        expect![[r#"
        string|default=a|b  |  minLength=2
        #^^^^^ string
        #     ^ pipe
        #      ^^^^^^^ name
        #              ^^^ value "a|b"
        #                      ^^^^^^^^^ name
        #                                ^ value "2"
    "#]],
    );
}

#[test]
fn deep_types_end_somewhere() {
    let deep = format!("{}string", "[]".repeat(100_000));
    let mut tokens = Vec::new();
    types(&parse(&deep, ShorthandDialect::OpenChoreo).ty, &mut tokens);
    assert!(tokens.last().is_some_and(|(_, label)| label == "too deep"));
}

#[test]
fn items_are_split_at_commas_outside_of_double_quotes() {
    let check = |text: &str, expected: &[&str]| {
        let word = Word { text: text.into(), range: TextRange::up_to(crate::text::TextSize::of(text)) };
        let items = split_items(&word);
        assert!(items.iter().all(|item| item.text == text[item.range]), "{items:?}");
        assert_eq!(items.iter().map(|item| &*item.text).collect::<Vec<_>>(), expected);
    };
    check(r#""a, b",c , ,"d\", e""#, &[r#""a, b""#, "c", r#""d\", e""#]);
    check("'a,b','c'", &["'a", "b'", "'c'"]);
    check("", &[]);
}

/// Every beginning of a shorthand is what somebody has typed so far.
#[test]
fn half_typed_shorthands_do_no_harm() {
    let whole = r#"[]map[string]array<é> | default={"a":[1]} enum="x, y",z pattern=^\d+$ description='it''s' oc:x"#;
    for (at, _) in whole.char_indices() {
        let expression = parse(&whole[..at], ShorthandDialect::OpenChoreo);
        assert!(expression.markers.iter().all(|marker| usize::from(marker.range.end()) <= at));
    }
}
