//! One document over one other, as schemas are.

use super::*;

#[test]
fn a_document_is_about_the_one_below_whatever_it_matches_by() {
    check_single(
        "\
a: 1
b: 1
",
        "\
#@overlay/match by=pending
---
a: 2
",
        &expect![[r#"
            a: 2
            b: 1
        "#]],
    );
}

#[test]
fn the_document_is_replaced_or_left_out() {
    check_single(
        "\
a: 1
",
        "\
#@overlay/replace
---
b: 2
",
        &expect![[r#"
            b: 2
        "#]],
    );
}

#[test]
fn a_document_may_be_made_by_a_function() {
    check_single(
        "\
a
",
        "\
#@overlay/replace via=join
--- b
",
        &expect![[r#"
            a-b
        "#]],
    );
}

#[test]
fn a_count_that_one_document_cannot_have_is_reported() {
    check_single(
        "\
a: 1
",
        "\
#@overlay/match expects=2
---
a: 2
",
        &expect![[r#"
            #@overlay/match expects=2
            ---
            #^^ overlay-mismatch: The document matches the only node below / found: 1 / expected: 2 / see ``
            a: 2
            => 
            a: 1
        "#]],
    );
}

#[test]
fn when_leaves_the_document_out() {
    check_single(
        "\
a: 1
",
        "\
#@overlay/match when=2
---
a: 2
",
        &expect![[r#"
            a: 1
        "#]],
    );
}

#[test]
fn an_asserted_document_must_equal_the_one_below() {
    check_single(
        "\
a: 1
b: 2
",
        "\
#@overlay/assert
---
a: 1
b: 3
",
        &expect![[r#"
            #@overlay/assert
            ---
            a: 1
            b: 3
            #  ^ overlay-mismatch: `@overlay/assert` finds something else below / expected: 3 / see ``
            => 
            a: 1
            b: 2
        "#]],
    );
}

#[test]
fn more_than_one_operation_is_a_mistake() {
    check_single(
        "\
a: 1
",
        "\
#@overlay/replace
#@overlay/remove
---
a: 2
",
        &expect![[r#"
            #@overlay/replace
            #@overlay/remove
            # ^^^^^^^^^^^^^^ annotation-arguments: Only one annotation can say what becomes of the node below
            ---
            a: 2
            => 
            a: 1
        "#]],
    );
}

#[test]
fn a_document_that_would_remove_all_is_refused() {
    check_single(
        "a: 1\n",
        "#@overlay/remove\n---\na: 1\n",
        &expect![[r#"
        #@overlay/remove
        # ^^^^^^^^^^^^^^ overlay-mismatch: `@overlay/remove` would leave no document, and ytt would crash / hint: to empty the document, replace it with `{}`
        ---
        a: 1
        => 
        a: 1
    "#]],
    );
}
