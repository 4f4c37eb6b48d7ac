//! Overlays among the output.

use std::fmt::Write as _;

use expect_test::expect;

use super::check;

#[test]
fn a_document_with_a_match_is_laid_over_the_others() {
    check(
        "
        #- /a.yml
        kind: A
        replicas: 1
        ---
        kind: B
        #- /overlay.yml
        #@ load(\"@ytt:overlay\", \"overlay\")
        #@overlay/match by=overlay.subset({\"kind\": \"A\"})
        ---
        replicas: 2
        ",
        expect![[r#"
            kind: A
            replicas: 2
            ---
            kind: B
        "#]],
    );
}

#[test]
fn overlays_apply_in_the_order_of_their_files_whatever_stands_around_them() {
    check(
        "
        #- /1.yml
        #@ load(\"@ytt:overlay\", \"overlay\")
        #@overlay/match by=overlay.all
        ---
        #@overlay/match missing_ok=True
        by: first
        #- /2.yml
        a: 1
        #- /3.yml
        #@ load(\"@ytt:overlay\", \"overlay\")
        #@overlay/match by=overlay.all
        ---
        by: second
        ",
        expect![[r#"
            a: 1
            by: second
        "#]],
    );
}

#[test]
fn an_overlay_that_matches_nothing_is_reported_at_its_own_document() {
    check(
        "
        #- /a.yml
        kind: A
        #- /overlay.yml
        #@ load(\"@ytt:overlay\", \"overlay\")
        #@overlay/match by=overlay.subset({\"kind\": \"B\"})
        ---
        replicas: 2
        ",
        expect![[r#"
            overlay.yml:3: overlay-mismatch: The document does not match the only node below / found: 0 / expected: 1 / hint: if it may be missing, annotate it with `@overlay/match missing_ok=True`
        "#]],
    );
}

#[test]
fn an_overlay_sees_what_templates_gave() {
    check(
        "
        #- /a.yml
        #@ for name in [\"a\", \"b\"]:
        ---
        name: #@ name
        #@ end
        #- /overlay.yml
        #@ load(\"@ytt:overlay\", \"overlay\")
        #@overlay/match by=overlay.all, expects=2
        ---
        #@overlay/replace via=lambda left, right: left + right
        name: \"!\"
        ",
        expect![[r#"
            name: a!
            ---
            name: b!
        "#]],
    );
}

#[test]
fn a_document_of_which_only_functions_are_left_is_no_output() {
    check(
        "
        #- /a.yml
        #@ def labels():
        app: web
        #@ end
        ---
        labels: #@ labels()
        none: {}
        ",
        expect![[r#"
            labels:
              app: web
            none: {}
        "#]],
    );
}

#[test]
fn documents_that_code_makes_empty_are_printed_where_no_overlays_are() {
    let templates = "
        #- /a.yml
        a: 1
        #- /b.yml
        --- #@ {}
        ";
    check(
        templates,
        expect![[r#"
            a: 1
            ---
            {}
        "#]],
    );
    let overlay = "
        #- /overlay.yml
        #@ load(\"@ytt:overlay\", \"overlay\")
        #@overlay/match by=overlay.subset({\"a\": 1})
        ---
        a: 2
        ";
    check(
        &format!("{templates}{overlay}"),
        expect![[r#"
            a: 2
        "#]],
    );
}

#[test]
fn functions_of_overlays_are_at_hand_however_many_files_there_are() {
    let mut files = "#- /a.yml\ncount: 0\n".to_owned();
    for number in 100..200 {
        let _ = write!(
            files,
            "#- /overlay{number}.yml\n\
            #@ load(\"@ytt:overlay\", \"overlay\")\n\
            #@overlay/match by=overlay.all\n\
            ---\n\
            #@overlay/replace via=lambda left, right: left + right\n\
            count: 1\n",
        );
    }
    check(
        &files,
        expect![[r#"
        count: 100
    "#]],
    );
}
