//! Completions in `sayl.toml`.

use expect_test::{Expect, expect};

use super::accepted;

#[track_caller]
fn check(config: &str, expected: &Expect) {
    expected.assert_eq(&accepted_in(config));
}

/// What is offered in a configuration, and the configuration after the first of it was accepted.
#[track_caller]
fn accepted_in(config: &str) -> String {
    accepted(&format!("#- /config/schema.yml\n#@data/values-schema\n---\na: 1\n#- /sayl.toml\n{config}"), 6)
}

#[test]
fn sections_are_offered_once_unless_they_may_be_repeated() {
    check(
        "$0\n[check]\n[limits]\n",
        &expect![[r#"
            [[bundle]] [ytt] [severity] [evaluation] [openchoreo] [kubernetes]

            [[bundle]]
            [check]
            [limits]
        "#]],
    );
    check(
        "[sev$0]\n",
        &expect![[r#"
            [[bundle]] [check] [ytt] [severity] [limits] [evaluation]

            [[bundle]]
        "#]],
    );
    check(
        "[[$0\n",
        &expect![[r#"
            [[bundle]] [check] [ytt] [severity] [limits] [evaluation]

            [[bundle]]
        "#]],
    );
}

#[test]
fn settings_of_the_section_are_offered_unless_they_are_set() {
    check(
        "[[bundle]]\nname = \"x\"\nf$0\n",
        &expect![[r#"
            files data-values-files [[bundle]] [check] [ytt] [severity]

            [[bundle]]
            name = "x"
            files = ["${1}"]
        "#]],
    );
    check(
        "[evaluation]\nti$0 = 5\n",
        &expect![[r#"
        timeout-ms memory-mb steps depth

        [evaluation]
        timeout-ms = 5
    "#]],
    );
    check(
        "[severity]\nunknown-k$0\n",
        &expect![[r#"
            syntax-error invalid-encoding too-deep file-too-large unreadable-file duplicate-key

            [severity]
            syntax-error = "${1}"
        "#]],
    );
}

#[test]
fn values_suit_their_setting() {
    const LEVELS: &str = "error warning information hint off";
    for (config, offered, then) in [
        ("[check]\nextended-annotations = $0\n", "true false", "[check]\nextended-annotations = true\n"),
        ("[severity]\nno-schema = \"$0\n", LEVELS, "[severity]\nno-schema = \"error\"\n"),
        ("[severity]\nno-schema = \"w$0\"\n", LEVELS, "[severity]\nno-schema = \"error\"\n"),
        ("severity.no-schema = $0\n", LEVELS, "severity.no-schema = \"error\"\n"),
        ("limits = { max-file-size = $0 }\n", "20971520", "limits = { max-file-size = 20971520 }\n"),
    ] {
        assert_eq!(accepted_in(config), format!("{offered}\n\n{then}"));
    }
}

#[test]
fn paths_are_completed_part_by_part() {
    check(
        "[[bundle]]\nfiles = [\n  \"$0\",\n]\n",
        &expect![[r#"
            config/ sayl.toml

            [[bundle]]
            files = [
              "config/",
            ]
        "#]],
    );
    check(
        "[[bundle]]\nfiles = [\"a.yml\", \"config/s$0\"]\n",
        &expect![[r#"
            config/schema.yml

            [[bundle]]
            files = ["a.yml", "config/schema.yml"]
        "#]],
    );
}

#[test]
fn nothing_is_offered_in_comments_and_for_what_is_unknown() {
    check(
        "[check] # $0\n",
        &expect![[r#"


        [check] # 
    "#]],
    );
    check(
        "[nothing]\na$0\n",
        &expect![[r#"


        [nothing]
        a
    "#]],
    );
    check(
        "[[bundle]]\nname = \"$0\"\n",
        &expect![[r#"


        [[bundle]]
        name = ""
    "#]],
    );
}
