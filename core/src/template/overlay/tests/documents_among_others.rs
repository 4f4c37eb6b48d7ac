//! Documents laid over those of the output.

use super::*;

#[test]
fn an_overlay_is_about_the_documents_that_it_matches() {
    check_documents(
        "\
kind: a
i: 1
---
kind: b
i: 2
",
        r#"#@overlay/match by=overlay.subset({"kind": "b"})
---
i: 3
#@overlay/match by=overlay.all, expects=2
---
#@overlay/match missing_ok=True
new: 1
"#,
        &expect![[r#"
            kind: a
            i: 1
            new: 1
            ---
            kind: b
            i: 3
            new: 1
        "#]],
    );
}

#[test]
fn documents_are_replaced_removed_inserted_appended_and_asserted() {
    check_documents(
        "\
a
---
b
---
c
",
        r#"#@overlay/match by=overlay.index(0)
#@overlay/replace via=join
--- x
#@overlay/match by=overlay.index(1)
#@overlay/remove
---
#@overlay/match by=overlay.subset("c")
#@overlay/insert before=True, after=True
--- new
#@overlay/append
--- last
#@overlay/match by=overlay.index(0)
#@overlay/assert
--- a
"#,
        &expect![[r##"
            #@overlay/match by=overlay.index(0)
            #@overlay/replace via=join
            --- x
            #@overlay/match by=overlay.index(1)
            #@overlay/remove
            ---
            #@overlay/match by=overlay.subset("c")
            #@overlay/insert before=True, after=True
            --- new
            #@overlay/append
            --- last
            #@overlay/match by=overlay.index(0)
            #@overlay/assert
            --- a
            #   ^ overlay-mismatch: `@overlay/assert` finds something else below / expected: "a" / see ``
            => 
            a-x
            ---
            new
            ---
            c
            ---
            new
            ---
            last
        "##]],
    );
}

#[test]
fn no_and_too_many_documents_are_reported() {
    check_documents(
        "\
a: 1
---
a: 2
",
        r#"#@overlay/match by=overlay.all
---
b: 1
#@overlay/match by="a"
---
a: 3
#@overlay/match by=overlay.subset({"a": 5}), missing_ok=True
---
a: 5
"#,
        &expect![[r##"
            #@overlay/match by=overlay.all
            ---
            #^^ overlay-mismatch: The document matches all 2 nodes below / found: 2 / expected: 1 / see `` / see `---`
            b: 1
            #@overlay/match by="a"
            #                  ^^^ annotation-arguments: `by=` of a document is a function that compares two documents
            ---
            a: 3
            #@overlay/match by=overlay.subset({"a": 5}), missing_ok=True
            ---
            a: 5
            => 
            a: 1
            ---
            a: 2
        "##]],
    );
}

#[test]
fn an_overlay_must_say_what_it_is_about() {
    check_documents(
        "\
a: 1
",
        "\
---
a: 2
#@overlay/match expects=1
---
a: 3
",
        &expect![[r#"
            ---
            #^^ overlay-mismatch: The overlay does not say which documents it applies to / hint: annotate it with `#@overlay/match by=overlay.all, expects="0+"` for every document
            a: 2
            #@overlay/match expects=1
            # ^^^^^^^^^^^^^ annotation-arguments: `@overlay/match` on a document needs `by=`, which says what documents it is about / found: no `by=` / hint: for every document: `by=overlay.all, expects="0+"`
            ---
            a: 3
            => 
            a: 1
        "#]],
    );
}

#[test]
fn an_empty_overlay_empties_the_document() {
    check_documents(
        "\
a: 1
",
        "\
#@overlay/match by=overlay.all
---
",
        &expect![[""]],
    );
}

#[test]
fn a_null_document_takes_anything() {
    check_documents(
        "\
--- ~
",
        r#"#@overlay/match by=starts_alike, expects="0+"
---
a: 1
#@overlay/match by=overlay.all, expects="1+"
---
b: 1
"#,
        &expect![[r#"
            b: 1
        "#]],
    );
}

#[test]
fn a_pending_match_leaves_every_document_open() {
    check_documents(
        "\
a: 1
---
b: 1
",
        "\
#@overlay/match by=pending
---
c: 1
",
        &expect![[r#"
            ---
        "#]],
    );
}

#[test]
fn children_of_a_document_take_its_defaults() {
    check_documents(
        "\
a: 1
",
        "\
#@overlay/match by=overlay.all
#@overlay/match-child-defaults missing_ok=True
---
b: 1
c: {d: 1}
",
        &expect![[r#"
            a: 1
            b: 1
            c:
              d: 1
        "#]],
    );
}

#[test]
fn documents_are_not_compared_by_a_key() {
    check_documents(
        "a: 1\n",
        "#@overlay/match by=\"a\"\n---\na: 1\n",
        &expect![[r##"
        #@overlay/match by="a"
        #                  ^^^ annotation-arguments: `by=` of a document is a function that compares two documents
        ---
        a: 1
        => 
        a: 1
    "##]],
    );
    check_documents(
        "a: 1\n",
        "#@overlay/match by=overlay.map_key(\"a\")\n---\na: 1\nb: 1\n",
        &expect![[r##"
        #@overlay/match by=overlay.map_key("a")
        ---
        a: 1
        b: 1
        # overlay-mismatch: There is no key `b` in the values below / found: `b` / expected: the key `a` / hint: to add it, annotate it with `@overlay/match missing_ok=True` / see ``
        => 
        a: 1
    "##]],
    );
}
