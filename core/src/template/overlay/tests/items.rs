//! Items of arrays: every operation, and every number of matches.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

#[test]
fn items_are_appended_unless_they_match() {
    check(
        "\
- 1
",
        "\
- 2
#@overlay/append
- 3
#@overlay/match by=overlay.all, expects=9
#@overlay/append
- 4
",
        &expect![[r#"
            - 1
            - 2
            - 3
            - 4
        "#]],
    );
}

#[test]
fn an_item_merges_with_the_one_that_it_matches() {
    check(
        "\
- name: a
  v: 1
- name: b
  v: 2
",
        r#"#@overlay/match by="name"
- name: b
  v: 3
#@overlay/match by=overlay.map_key("name")
- name: a
  #@overlay/match missing_ok=True
  new: 1
"#,
        &expect![[r#"
            - name: a
              v: 1
              new: 1
            - name: b
              v: 3
        "#]],
    );
}

#[test]
fn items_are_replaced_removed_and_asserted() {
    check_marked(
        "\
- 1
- 2
- 3
",
        &expect![[r#"
            #@overlay/match by=overlay.index(0)
            #@overlay/replace
            - 9
            #@overlay/match by=overlay.index(1)
            #@overlay/remove
            - 
            #@overlay/match by=overlay.index(1)
            #@overlay/assert
            - 3
            #@overlay/match by=overlay.index(0)
            #@overlay/assert
            - 3
            # ^ overlay-mismatch: `@overlay/assert` finds something else below / expected: 3 / see `-`
            => 
            - 9
            - 3
        "#]],
    );
}

#[test]
fn items_are_inserted_before_and_after_each_match() {
    check(
        "\
- 1
- 2
- 1
",
        "\
#@overlay/match by=overlay.subset(1), expects=2
#@overlay/insert before=True
- before
#@overlay/match by=overlay.subset(1), expects=2
#@overlay/insert after=True, via=join
- after
#@overlay/match by=overlay.subset(2)
#@overlay/insert before=True, after=True
- both
",
        &expect![[r#"
            - before
            - 1
            - 1-after
            - both
            - 2
            - both
            - before
            - 1
            - 1-after
        "#]],
    );
}

#[test]
fn items_are_made_by_a_function() {
    check(
        "\
- a
- b
",
        "\
#@overlay/match by=overlay.all, expects=2
#@overlay/replace via=join
- x
#@overlay/match by=overlay.not_op(overlay.all), expects=0
#@overlay/replace or_add=True
- new
",
        &expect![[r#"
            - a-x
            - b-x
            - new
        "#]],
    );
}

#[test]
fn no_and_too_many_matches_are_reported() {
    check(
        "\
- name: a
- name: b
- name: b
",
        r#"#@overlay/match by="name"
- name: x
#@overlay/match by="name"
- name: b
#@overlay/match by="name", missing_ok=True
- name: new
#@overlay/match by=overlay.index(7)
#@overlay/remove
-
"#,
        &expect![[r##"
            #@overlay/match by="name"
            - name: x
            # overlay-mismatch: The array's item matches none of the 3 nodes below / found: `name: x` / expected: `name: a` or `name: b` / hint: to add it, annotate it with `@overlay/match missing_ok=True`
            #@overlay/match by="name"
            - name: b
            # overlay-mismatch: The array's item matches 2 of the 3 nodes below / found: 2 / expected: 1 / see `-` / see `-`
            #@overlay/match by="name", missing_ok=True
            - name: new
            #@overlay/match by=overlay.index(7)
            #@overlay/remove
            -
            # overlay-mismatch: The array's item matches none of the 4 nodes below / found: 0 / expected: 1 / hint: if it may be missing, annotate it with `@overlay/match missing_ok=True`
            => 
            - name: a
            - name: b
            - name: b
            - name: new
        "##]],
    );
}

#[test]
fn matchers_combine() {
    check(
        "\
- 1
- 2
- 3
- 4
",
        "\
#@overlay/match by=overlay.or_op(overlay.index(0), overlay.subset(4)), expects=2
#@overlay/replace
- 9
#@overlay/match by=overlay.and_op(overlay.all, second_or_b)
#@overlay/remove
-
",
        &expect![[r#"
            - 9
            - 3
            - 9
        "#]],
    );
}

#[test]
fn a_match_of_items_needs_by() {
    check_marked(
        "\
- 1
",
        &expect![[r##"
            #@overlay/match expects=1
            # ^^^^^^^^^^^^^ annotation-arguments: `@overlay/match` on an item needs `by=`, which says what tells the items apart / found: no `by=` / hint: give the key that tells the items apart: `by="name"`
            - 2
            #@overlay/match
            # ^^^^^^^^^^^^^ annotation-arguments: `@overlay/match` on an item needs `by=`, which says what tells the items apart / found: no arguments / hint: give the key that tells the items apart: `by="name"`
            - 3
            #@overlay/match by=overlay.all
            #@overlay/insert
            # ^^^^^^^^^^^^^^ annotation-arguments: `@overlay/insert` says neither `before=True` nor `after=True`
            - 4
            => 
            - 1
        "##]],
    );
}

#[test]
fn an_operation_without_match_is_about_no_item() {
    check(
        "\
- 1
",
        "\
#@overlay/remove
- 1
#@overlay/replace or_add=True
- 2
",
        &expect![[r##"
            #@overlay/remove
            - 1
            # overlay-mismatch: `@overlay/remove` has no effect: the item does not say which items it applies to / hint: add `#@overlay/match by="key"` with a key that tells the items apart
            #@overlay/replace or_add=True
            - 2
            => 
            - 1
            - 2
        "##]],
    );
}

#[test]
fn null_items_take_anything() {
    check(
        "\
- ~
",
        "\
#@overlay/match by=overlay.all
- - 1
",
        &expect![[r#"
            - - 1
        "#]],
    );
}

#[test]
fn defaults_are_for_items_too() {
    check(
        "\
list:
- name: a
",
        r#"#@overlay/match-child-defaults missing_ok=True
list:
#@overlay/match by="name"
- name: b
#@overlay/match by=overlay.subset({"name": "c"}), when=1
- name: c
"#,
        &expect![[r##"
            #@overlay/match-child-defaults missing_ok=True
            list:
            #@overlay/match by="name"
            - name: b
            #@overlay/match by=overlay.subset({"name": "c"}), when=1
            - name: c
            # overlay-mismatch: Both `missing_ok=` and `when=` say how many matches there must be / hint: keep one of them; one may come from `@overlay/match-child-defaults` further up
            => 
            list:
            - name: a
            - name: b
        "##]],
    );
}

#[test]
fn a_pending_match_leaves_the_array_open() {
    check(
        "\
a: [1]
b: 1
",
        "\
a:
#@overlay/match by=pending
- 2
b: 2
",
        &expect![[r#"
            a: null
            b: 2
        "#]],
    );
}

#[test]
fn a_map_over_an_array_of_arrays() {
    check(
        "\
- [1]
- {a: 1}
",
        "\
#@overlay/match by=overlay.index(0)
- a: 1
#@overlay/match by=overlay.index(1)
- a: 2
",
        &expect![[r#"
            #@overlay/match by=overlay.index(0)
            - a: 1
            # overlay-mismatch: The array's item cannot be laid over an array / found: map / expected: array / hint: to replace it, annotate it with `@overlay/replace` / see `-`
            #@overlay/match by=overlay.index(1)
            - a: 2
            => 
            - - 1
            - a: 2
        "#]],
    );
}

#[test]
fn a_function_that_has_to_be_stopped_is_not_called_again() {
    check(
        "\
- 1
- 2
",
        "\
#@overlay/match by=overlay.all, expects=2
#@overlay/replace via=hangs
- 3
",
        &expect![[r#"
            #@overlay/match by=overlay.all, expects=2
            #@overlay/replace via=hangs
            - 3
            # evaluation-budget: The function of `via=` is stopped: it takes too many steps
            => 
            - null
            - null
        "#]],
    );
}

proptest! {
    /// Where nodes are by a key of theirs is remembered while they change. `not_op` of `not_op` looks at all of them.
    #[test]
    fn what_matches_is_the_same_for_who_looks_at_every_item(
        below in vec(item(), 1..12),
        above in vec((0..OPERATIONS.len(), 0..3, item()), 1..40),
    ) {
        let below = format!("- {}\n", below.join("\n- "));
        let laid = |matcher: fn(String) -> String| {
            let overlay = |(operation, by, item): &(usize, i32, String)| {
                let operation = OPERATIONS[*operation];
                let by = match by {
                    0 => format!("overlay.subset({item})"),
                    1 => "overlay.map_key(\"a\")".to_owned(),
                    _ => "overlay.map_key(\"b\")".to_owned(),
                };
                format!("#@overlay/match by={}, expects=\"0+\"\n{operation}- {item}\n", matcher(by))
            };
            let above = above.iter().map(overlay).collect::<Vec<_>>().concat();
            let (below, above) = (documents(BELOW, &below).remove(0), documents(ABOVE, &above).remove(0));
            let mut problems = Vec::new();
            let result = apply_content(below.value.kind, &above.value.kind, &Fake, &mut problems);
            let problems: Vec<String> = problems.iter().map(Problem::text).collect();
            (print::yaml(&Value::unwritten(result)), problems)
        };
        prop_assert_eq!(laid(|by| by), laid(|by| format!("overlay.not_op(overlay.not_op({by}))")));
    }
}

const OPERATIONS: [&str; 7] = [
    "",
    "",
    "#@overlay/remove\n",
    "#@overlay/replace\n",
    "#@overlay/insert after=True\n",
    "#@overlay/assert\n",
    "#@overlay/append\n",
];

/// A map of two keys with few values, or of one.
fn item() -> impl Strategy<Value = String> {
    prop_oneof![
        40 => (0..4, 0..4).prop_map(|(a, b)| format!("{{\"a\": {a}, \"b\": {b}}}")),
        1 => (0..4).prop_map(|b| format!("{{\"b\": {b}}}")),
        1 => Just("{\"a\": [1], \"b\": 2}".to_owned()),
    ]
}
