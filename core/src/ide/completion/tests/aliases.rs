//! Names of anchors.

use expect_test::expect;

use super::{check, check_insert};

const ANCHORS: &str = "#@data/values\n---\napp: &web\n  name: &n x\n";

#[test]
fn a_star_is_completed_to_the_anchors_above() {
    let values = |line: &str| format!("{ANCHORS}{line}ports: &late []\n");
    check(&values("host: *$0\n"), &expect!["n (anchor), web (anchor)"]);
    check(&values("host: *w$0\n"), &expect!["n (anchor), web (anchor)"]);
    check(&values("names: [*$0]\n"), &expect!["n (anchor), web (anchor)"]);
    check(&values("names:\n- *$0\n"), &expect!["n (anchor), web (anchor)"]);
    check_insert(
        &values("host: *$0\n"),
        "web",
        &expect![[r#"
        #@data/values
        ---
        app: &web
          name: &n x
        host: *web|
        ports: &late []
    "#]],
    );
}

#[test]
fn a_merge_key_takes_the_anchors_above() {
    check_insert(
        "#@data/values\n---\na: &web {}\napp:\n  <<: $0\n",
        "web",
        &expect![[r#"
        #@data/values
        ---
        a: &web {}
        app:
          <<: *web|
    "#]],
    );
    check_insert(
        "#@data/values\n---\na: &web {}\napp:\n  <<:$0\n",
        "web",
        &expect![[r#"
        #@data/values
        ---
        a: &web {}
        app:
          <<: *web|
    "#]],
    );
}

#[test]
fn a_star_in_a_text_is_no_alias() {
    check(&format!("{ANCHORS}replicas: \"*$0\"\n"), &expect![]);
    check("#@data/values\n---\nhost: *$0\n", &expect![]);
}
