//! Values that flags give.

use super::*;

/// Flags over a schema: the final value and what is said.
#[track_caller]
fn check_flags(flags: &[(&str, &str, bool)], expected: &Expect) {
    let schema = schema_of(&TextDocument::new(SCHEMA, DATABASE)).expect("the schema is legal");
    let mut value = schema.root.default.clone();
    let mut shown = String::new();
    for (key, text, is_yaml) in flags {
        let flag = if *is_yaml { "--data-value-yaml" } else { "--data-value" };
        let keys: Vec<String> = key.split('.').map(str::to_owned).collect();
        let layer = FlagLayer { flag, keys: &keys, text, is_yaml: *is_yaml, place: Place::NOWHERE };
        let overlaid = overlay_flag(&value, &layer, Some(&schema.root));
        value = overlaid.value;
        for problem in overlaid.problems {
            assert!(problem.fixes.is_empty(), "a flag has no text to edit");
            let _ = writeln!(shown, "! {}: {}", problem.code.name(), problem.text().replace('\n', "; "));
        }
    }
    expected.assert_eq(&format!("{}{shown}", beside_defaults(&value, Some(&schema.root))));
}

#[test]
fn flags_set_one_value_each() {
    check_flags(
        &[
            ("db.user", "5", false),
            ("db.port", "6", true),
            ("names", "[a, b]", true),
            ("servers", "[{ports: [1]}]", true),
        ],
        &expect![[r#"
            db:
              port: 6
              user: "5"
              timeout: 1.5
            names:
            - a
            - b
            servers:
            - ports:
              - 1
              host: localhost
        "#]],
    );
}

#[test]
fn flags_are_checked_like_files() {
    check_flags(
        &[("db.port", "5", false), ("db.prot.x", "1", true), ("names.a", "1", true), ("db", "{timeout: [}", true)],
        &expect![[r#"
            db:
              port: null
              user: null
              timeout: 1.5
            names: null
            servers: []
            ! type-mismatch: `port` must be an integer; found: string; expected: integer
            ! unknown-key: The key `prot` is not declared in the schema; found: `prot`; expected: one of `port`, `timeout`, `user`; hint: did you mean `port`?
            ! overlay-mismatch: `names` is an array, which a map cannot overlay; found: map; expected: array; hint: give an array, or replace what is below
            ! invalid-flag: The value of `--data-value-yaml` for `db` is not YAML that ytt can load; found: The bracket is not closed
        "#]],
    );
}

#[test]
fn a_flag_replaces_the_whole_value_at_its_key() {
    check_flags(
        &[("db.port", "6", true), ("db", "{user: me}", true), ("db.timeout", "{a: 1}", true), ("names", "{}", true)],
        &expect![[r#"
            db:
              user: me
              port: 5432
              timeout: null
            names: null
            servers: []
            ! type-mismatch: `timeout` must be a float; found: map; expected: float
            ! type-mismatch: `names` must be an array; found: map; expected: array
        "#]],
    );
}

#[test]
fn nothing_between_dots_is_a_key_too() {
    check_flags(
        &[("", "1", true), ("db..port", "1", true)],
        &expect![[r#"
            (the defaults)
            ! unknown-key: The key `""` is not declared in the schema; found: `""`; expected: one of `db`, `names`, `servers`
            ! unknown-key: The key `""` is not declared in the schema; found: `""`; expected: one of `port`, `timeout`, `user`
        "#]],
    );
}
