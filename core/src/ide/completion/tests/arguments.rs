//! What annotations take: keywords of the edition at hand, and what stands in quotes.

use expect_test::{Expect, expect};

use super::accepted;

/// The first labels offered in a schema with a header, and the text with the first of them.
#[track_caller]
fn check(header: &str, annotation: &str, expected: &Expect) {
    expected.assert_eq(&accepted(&format!("#- /schema.yml\n{header}\n---\n{annotation}\na: \"\"\n"), 9));
}

const OLDER: &str = "#@schema/match data_values=True";
const RELEASED: &str = "#@data/values-schema";

#[test]
fn older_editions_have_keywords_of_their_own() {
    check(
        OLDER,
        "#@schema/type $0",
        &expect![[r#"
        any one_of or_inferred False None True all any bool

        #@schema/match data_values=True
        ---
        #@schema/type any=True
        a: ""
    "#]],
    );
    check(
        OLDER,
        "#@schema/validation min=1, e$0",
        &expect![[r#"
        max min_len max_len not_null one_not_null one_of when enum regexp

        #@schema/match data_values=True
        ---
        #@schema/validation min=1, max=${1:0}
        a: ""
    "#]],
    );
    check(
        RELEASED,
        "#@schema/type $0",
        &expect![[r#"
        any False None True all any bool chr dict

        #@data/values-schema
        ---
        #@schema/type any=True
        a: ""
    "#]],
    );
}

#[test]
fn names_are_offered_between_quotes() {
    check(
        OLDER,
        "#@schema/type one_of=\"$0\"",
        &expect![[r#"
        string int float bool null

        #@schema/match data_values=True
        ---
        #@schema/type one_of="string"
        a: ""
    "#]],
    );
    check(
        OLDER,
        "#@schema/type one_of=[\"int\", \"$0",
        &expect![[r#"
        string int float bool null

        #@schema/match data_values=True
        ---
        #@schema/type one_of=["int", "string"
        a: ""
    "#]],
    );
    check(
        OLDER,
        "#@schema/type \"$0\"",
        &expect![[r#"
        string int float bool null any array map

        #@schema/match data_values=True
        ---
        #@schema/type "string"
        a: ""
    "#]],
    );
    check(
        OLDER,
        "#@schema/validate format=\"da$0\"",
        &expect![[r#"
        date-time time date email hostname ip ipv4 ipv6 uri

        #@schema/match data_values=True
        ---
        #@schema/validate format="date-time"
        a: ""
    "#]],
    );
    check(
        OLDER,
        "#@schema/key expects=\"$0\"",
        &expect![[r#"
        0+ 1+

        #@schema/match data_values=True
        ---
        #@schema/key expects="0+"
        a: ""
    "#]],
    );
}

#[test]
fn other_texts_are_the_authors() {
    check(
        OLDER,
        "#@schema/title \"$0\"",
        &expect![[r#"


        #@schema/match data_values=True
        ---
        #@schema/title ""
        a: ""
    "#]],
    );
    check(
        RELEASED,
        "#@schema/type \"$0\"",
        &expect![[r#"


        #@data/values-schema
        ---
        #@schema/type ""
        a: ""
    "#]],
    );
    check(
        RELEASED,
        "#@schema/desc \"int, $0\"",
        &expect![[r#"


        #@data/values-schema
        ---
        #@schema/desc "int, "
        a: ""
    "#]],
    );
}
