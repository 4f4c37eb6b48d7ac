//! What is in effect across a bundle, and what anchors connect.

use expect_test::{Expect, expect};

use super::check_fixture;

/// A bundle with two values files of its own and two alternatives; the cursor stands in one of them.
#[track_caller]
fn check(path: &str, text: &str, expected: &Expect) {
    let files = [
        ("/config/schema.yml", "#@data/values-schema\n---\nport: 80\nname: web\ntls: {on: false}\n"),
        ("/config/values.yml", "#@data/values\n---\nport: 8080\nname: shop\n"),
        ("/config/z.yml", "#@data/values\n---\nport: 9090\n"),
        ("/envs/dev.yml", "#@data/values\n---\nport: 1\n"),
        ("/envs/prod.yml", "#@data/values\n---\nport: 2\n"),
    ];
    let others = files.into_iter().filter(|(other, _)| *other != path);
    let files: Vec<String> = others.chain([(path, text)]).map(|(path, text)| format!("#- {path}\n{text}")).collect();
    check_fixture(&files.concat(), expected);
}

#[test]
fn a_value_that_others_replace_says_who_wins() {
    check(
        "/config/values.yml",
        "#@data/values\n---\npo$0rt: 8080\n",
        &expect![[r#"
        port: 8080
        #^^^

        **`port`**: integer, default `80`

        Declared in `schema.yml:3`

        In effect: `9090`, set in `z.yml:3`, replacing `8080` in `values.yml:3`

        Alternatives: `1` in `../envs/dev.yml:3`, `2` in `../envs/prod.yml:3`
    "#]],
    );
}

#[test]
fn an_alternative_says_what_it_replaces() {
    check(
        "/envs/dev.yml",
        "#@data/values\n---\nport: $01\n",
        &expect![[r#"
        port: 1
        #     ^

        **`port`**: integer, default `80`

        Declared in `schema.yml:3`

        In effect: `1`, set here, replacing `9090` in `../config/z.yml:3`, `8080` in `../config/values.yml:3`
    "#]],
    );
}

#[test]
fn the_schema_says_what_becomes_of_a_default() {
    check(
        "/config/schema.yml",
        "#@data/values-schema\n---\nport: 8$00\nname: web\n",
        &expect![[r#"
        port: 80
        #     ^^

        **`port`**: integer, default `80`

        Declared in `schema.yml:3`

        In effect: `9090`, set in `z.yml:3`, replacing `8080` in `values.yml:3`

        Alternatives: `1` in `../envs/dev.yml:3`, `2` in `../envs/prod.yml:3`
    "#]],
    );
    check(
        "/config/schema.yml",
        "#@data/values-schema\n---\nport: 80\nna$0me: web\n",
        &expect![[r#"
        name: web
        #^^^

        **`name`**: string, default `"web"`

        Declared in `schema.yml:4`

        In effect: `"shop"`, set in `values.yml:4`
    "#]],
    );
}

#[test]
fn a_value_that_replaces_only_the_default_says_nothing_more() {
    check(
        "/config/values.yml",
        "#@data/values\n---\nport: 8080\nname: sh$0op\n",
        &expect![[r#"
        name: shop
        #     ^^^^

        **`name`**: string, default `"web"`

        Declared in `schema.yml:4`
    "#]],
    );
}

#[test]
fn anchors_say_who_uses_them() {
    check_fixture(
        "a: &ba$0se {x: 1}\nb: *base\nc: *base\n",
        &expect![[r#"
            a: &base {x: 1}
            #  ^^^^^

            Anchor `&base`: used in lines 2, 3
        "#]],
    );
    check_fixture(
        "a: &ba$0se 1\n",
        &expect![[r#"
            a: &base 1
            #  ^^^^^

            Anchor `&base`: no alias uses it
        "#]],
    );
}

#[test]
fn merge_keys_show_what_they_bring() {
    check_fixture(
        "a: &base\n  x: 1\nb:\n  <$0<: *base\n  y: 2\n",
        &expect![[r#"
          <<: *base
        # ^^

        Merge key: the keys of what it names count here too, unless they are written here.

        Alias of `&base`, line 2

        ```yaml
        x: 1
        ```
    "#]],
    );
    check_fixture(
        "a: &a {x: 1}\nb: &b {y: 1}\nc:\n  <<$0: [*a, *b]\n",
        &expect![[r#"
          <<: [*a, *b]
        # ^^

        Merge key: the keys of what it names count here too, unless they are written here.

        Alias of `&a`, line 1

        ```yaml
        {x: 1}
        ```

        Alias of `&b`, line 2

        ```yaml
        {y: 1}
        ```
    "#]],
    );
}

#[test]
fn the_schema_of_items_says_what_they_come_to() {
    let world = |schema: &str, template: &str| {
        format!(
            "#- /schema.yml\n#@data/values-schema\n---\nports:\n- name: \"\"\n  {schema}\n#- /values.yml\n#@data/values\n---\nports:\n- name: http\n- name: https\n  port: 443\n#- /t.yml\n#@ load(\"@ytt:data\", \"data\")\n{template}\n"
        )
    };
    check_fixture(
        &world("po$0rt: 80", ""),
        &expect![[r#"
          port: 80
        # ^^^^

        **`port`**: integer, default `80`

        Declared in `schema.yml:5`

        In effect: `80` in `schema.yml:5`, `443` in `values.yml:6`
    "#]],
    );
    let template = "#@ for it in data.values.ports:\n- #@ it.na$0me\n#@ end";
    check_fixture(
        &world("port: 80", template),
        &expect![[r#"
        - #@ it.name
        #       ^^^^

        **`name`**: string, default `""`

        Declared in `schema.yml:4`

        In effect: `"http"` in `values.yml:4`, `"https"` in `values.yml:5`
    "#]],
    );
}
