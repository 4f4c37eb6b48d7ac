//! Items of lists whose dashes stand below their key, and what may stand below a key.

use expect_test::expect;

use super::{check, check_insert, items};

fn labels(values: &str) -> Vec<String> {
    items(values)
        .into_iter()
        .map(|item| format!("{}{}", if item.insert.starts_with("- ") { "-" } else { "" }, item.label))
        .collect()
}

#[test]
fn below_the_key_of_a_list_an_item_may_begin_as_well_as_the_next_key() {
    let offered = labels("#@data/values\n---\nports:\n$0\nreplicas: 1\n");
    assert_eq!(offered[..5], ["-name", "-port", "-tls", "stage", "debug"]);
    check_insert(
        "#@data/values\n---\nports:\n$0\nreplicas: 1\n",
        "port",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - port: |
        replicas: 1
    "#]],
    );
    check_insert(
        "#@data/values\n---\nports:\np$0\n",
        "tls",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - tls:
            |
    "#]],
    );
}

#[test]
fn below_an_item_the_next_one_is_offered_behind_the_keys() {
    let offered = labels("#@data/values\n---\nports:\n- name: x\n$0\n");
    assert_eq!(offered[offered.len() - 4..], ["-name", "-port", "-tls", "server"]);
}

#[test]
fn a_list_in_an_item_is_gone_on_with_in_the_column_of_its_key() {
    let schema_of_groups = "groups:\n- members:\n  - user: \"\"\n    role: admin\n";
    let world = format!(
        "#- /schema.yml\n#@data/values-schema\n---\n{schema_of_groups}#- /values.yml\n#@data/values\n---\ngroups:\n- members:\n  - user: x\n  $0\n"
    );
    assert_eq!(
        super::accepted(&world, 2),
        "user role\n\n#@data/values\n---\ngroups:\n- members:\n  - user: x\n  - user: \n"
    );
}

#[test]
fn other_values_have_no_items_below_their_key() {
    assert!(labels("#@data/values\n---\napp:\n$0\n").iter().all(|label| label != "name"));
    assert!(labels("#@data/values\n---\nreplicas:\n$0\n").iter().all(|label| !label.starts_with("-name")));
}

#[test]
fn behind_the_key_of_a_map_its_keys_bring_the_line_break() {
    check("#@data/values\n---\napp: $0\n", &expect!["name (string), labels (map)"]);
    check_insert(
        "#@data/values\n---\napp: $0\n",
        "labels",
        &expect![[r#"
        #@data/values
        ---
        app: 
          labels:
            |
    "#]],
    );
    check_insert(
        "#@data/values\n---\nports: $0\n",
        "port",
        &expect![[r#"
        #@data/values
        ---
        ports: 
        - port: |
    "#]],
    );
    check_insert(
        "#@data/values\n---\nports:\n- tls: $0\n",
        "secret",
        &expect![[r#"
        #@data/values
        ---
        ports:
        - tls: 
            secret: |
    "#]],
    );
    check_insert(
        "#@data/values\n---\napp:\n    labels: $0\nnames:\n    - x\n",
        "tier",
        &expect![[r#"
        #@data/values
        ---
        app:
            labels: 
                tier: |
        names:
            - x
    "#]],
    );
}

#[test]
fn a_key_that_has_something_already_is_offered_nothing_below_it() {
    check("#@data/values\n---\napp: $0\n  name: x\n", &expect![]);
    check("#@data/values\n---\nports: $0\n- name: x\n", &expect![]);
    check("#@data/values\n---\napp:$0\n", &expect![]);
    check("#@data/values\n---\napp: \"$0\n", &expect![]);
}

#[test]
fn a_key_between_quotes_gets_its_colon_behind_them() {
    check_insert(
        "#@data/values\n---\n\"re$0\"\n",
        "replicas",
        &expect![[r##"
        #@data/values
        ---
        "replicas": |
    "##]],
    );
    check_insert(
        "#@data/values\n---\napp:\n  '$0'\n",
        "name",
        &expect![[r#"
        #@data/values
        ---
        app:
          'name': |
    "#]],
    );
    check_insert(
        "#@data/values\n---\n\"re$0\": 1\n",
        "replicas",
        &expect![[r##"
        #@data/values
        ---
        "replicas|": 1
    "##]],
    );
}
