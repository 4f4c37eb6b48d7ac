//! What signature help shows.

use expect_test::{Expect, expect};

use super::signature_help;
use crate::test_support::cursor;

mod code;

/// The signature with the active parameter in brackets, and its documentation.
#[track_caller]
fn check(fixture: &str, expected: Expect) {
    let at = cursor(fixture);
    let Some(signature) = signature_help(&at.analysis, at.file, at.offset) else { return expected.assert_eq("") };
    assert!(signature.parameters.iter().all(|parameter| signature.label.contains(&parameter.label)));
    let active = signature.active.map(|index| &signature.parameters[index]);
    let label =
        active.map_or(signature.label.clone(), |it| signature.label.replace(&it.label, &format!("[{}]", it.label)));
    let shown = active.map(|it| it.documentation.as_str()).unwrap_or_default();
    expected.assert_eq(&format!("{label}\n{shown}\n{}\n", signature.documentation));
}

#[track_caller]
fn check_field(field: &str, expected: Expect) {
    check(&format!("apiVersion: v1alpha1\nkind: Trait\nspec: {{schema: {{parameters: {{a: {field}}}}}}}\n"), expected);
}

#[test]
fn a_marker_says_what_it_takes() {
    check_field(
        "\"string | minLength=$0\"",
        expect![[r#"
        minLength=[a whole number]

        The least number of characters.

        ```yaml
        field: "string | minLength=1"
        ```
    "#]],
    );
    check_field(
        "\"string | enum=a,$0b x\"",
        expect![[r#"
        enum=[values separated by commas]

        The values that are allowed.

        ```yaml
        field: "string | enum=debug,info"
        ```
    "#]],
    );
    check_field("\"str$0ing | enum=a,b\"", expect![]);
    check_field("\"string | foo=$0\"", expect![]);
}

#[test]
fn an_annotation_says_which_keywords_it_has() {
    check(
        "#@data/values-schema\n---\n#@schema/nullable $0\na: 1\n",
        expect![[r#"
        schema/nullable

        Also accepts null, and makes null the default.
    "#]],
    );
    check(
        "#@data/values-schema\n---\n#@schema/title $0\na: 1\n",
        expect![[r#"
        schema/title ["title"]

        Gives the node a short name for people.
    "#]],
    );
    check(
        "#@data/values-schema\n---\n#@schema/type any=$0\na: 1\n",
        expect![[r#"
        schema/type [any=]
        `True` accepts any value, null included
        Accepts any value here; nothing below is checked.
    "#]],
    );
    check(
        "#@data/values-schema\n---\n#@schema/validation min=1, max_l$0\na: 1\n",
        expect![[r#"
        schema/validation min=, max=, min_len=, [max_len=], not_null=, one_not_null=, one_of=, when=
        a string has at most this many bytes, an array or map this many items
        States rules for the final value. Null is not checked unless `not_null=True`.
    "#]],
    );
    check("#@data/values-schema\n---\n#@schema/tit$0\na: 1\n", expect![]);
}
