//! What is written when an item is accepted.

use super::*;

#[test]
fn insertions_bring_colon_and_indentation() {
    let head = "#@data/values\n---\n";
    check_insert(
        &format!("{head}rep$0"),
        "replicas",
        &expect![[r#"
        #@data/values
        ---
        replicas: |"#]],
    );
    check_insert(
        &format!("{head}a$0"),
        "app",
        &expect![[r#"
        #@data/values
        ---
        app:
          |"#]],
    );
    check_insert(
        &format!("{head}p$0"),
        "ports",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - |"#]],
    );
    check_insert(
        &format!("{head}app:\n    l$0"),
        "labels",
        &expect![[r#"
            #@data/values
            ---
            app:
                labels:
                    |"#]],
    );
    check_insert(
        &format!("{head}ports:\n  - t$0"),
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
          - tls:
              |"#]],
    );
    check_insert(
        &format!("{head}ports:\n- name: x\n  t$0"),
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - name: x
          tls:
            |"#]],
    );
    check_insert(
        &format!("{head}ports:\n  $0"),
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
          - tls:
              |"#]],
    );
}

#[test]
fn insertions_suit_brackets_quotes_and_what_is_there() {
    let head = "#@data/values\n---\n";
    check_insert(
        &format!("{head}app: {{$0}}"),
        "labels",
        &expect![[r#"
        #@data/values
        ---
        app: {labels: {}|}"#]],
    );
    check_insert(
        &format!("{head}na$0me: x"),
        "names",
        &expect![[r#"
        #@data/values
        ---
        names|: x"#]],
    );
    check_insert(
        &format!("{head}stage:$0"),
        "prod",
        &expect![[r#"
        #@data/values
        ---
        stage: prod|"#]],
    );
    check_insert(
        &format!("{head}stage: \"d$0ev\""),
        "prod",
        &expect![[r##"
        #@data/values
        ---
        stage: "prod|""##]],
    );
    check_insert(
        &format!("{head}stage: 'd$0"),
        "prod",
        &expect![[r#"
        #@data/values
        ---
        stage: 'prod'|"#]],
    );
    check_insert(
        &format!("{head}host: $0"),
        "localhost",
        &expect![[r#"
        #@data/values
        ---
        host: localhost|"#]],
    );
}

#[test]
fn what_follows_the_token_stays() {
    check_insert(
        "#@data/values\n---\ndebug: f$0 # why\n",
        "true",
        &expect![[r#"
        #@data/values
        ---
        debug: true| # why
    "#]],
    );
    check_insert(
        "#@data/values\n---\napp: {name: w$0, labels: {}}\n",
        "web app",
        &expect![[r##"
        #@data/values
        ---
        app: {name: "web app"|, labels: {}}
    "##]],
    );
    check("#@data/values\r\n---\r\ndebug: $0\r\nstage: dev\r\n", &expect!["false (default), true"]);
}

#[test]
fn a_dash_without_its_blank_gets_one() {
    check("#@data/values\n---\nports:\n-$0", &expect!["name (string), port (integer), tls (map)"]);
    check("#@data/values\n---\n-$0", &expect![[""]]);
    check_insert(
        "#@data/values\n---\nports:\n-$0",
        "name",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - name: |"#]],
    );
    check_insert(
        "#@data/values\n---\nports:\n  -$0",
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
          - tls:
              |"#]],
    );
}
