//! Schemas and their annotations are mended.

use super::*;

#[test]
fn a_schema_learns_to_accept_a_value() {
    let fixture = world("app:\n  #! The port.\n  port: 80\n", "app:\n  port: null\n");
    check(
        "Let the schema accept null here: `@schema/nullable`",
        &fixture,
        expect![[r#"
            #- /schema.yml
               #! The port.
            +  #@schema/nullable
               port: 80
        "#]],
    );
    let fixture = world("app:\n  port: 80\n", "app:\n  port: http\n");
    check(
        "Let the schema accept anything here: `@schema/type any=True`",
        &fixture,
        expect![[r#"
            #- /schema.yml
             app:
            +  #@schema/type any=True
               port: 80
        "#]],
    );
}

#[test]
fn a_schema_of_a_library_is_not_edited_nor_one_that_would_be_misread() {
    check_none("Let the schema", &world("list:\n- name: \"\"\n", "list:\n- name: [1]\n"));
    check_none("Let the schema", &world("app: {port: 80}\n", "app: {port: x}\n"));
}

#[test]
fn an_example_without_a_type_may_be_anything() {
    let title = "Let it be anything: `@schema/type any=True`";
    check(
        title,
        &world("app:\n  name:\n", ""),
        expect![[r#"
            #- /schema.yml
             app:
            +  #@schema/type any=True
               name:
        "#]],
    );
    check(
        title,
        &world("names: []\n", ""),
        expect![[r#"
            #- /schema.yml
             ---
            +#@schema/type any=True
             names: []
        "#]],
    );
}

#[test]
fn annotations_without_effect_go() {
    let title = "Remove the annotation";
    check(
        title,
        &older("#@schema/default 80\nport: 80\n", ""),
        expect![[r#"
            #- /schema.yml
             ---
            -#@schema/default 80
             port: 80
        "#]],
    );
    check(
        title,
        &world("#@schema/title \"A\"\n#@schema/title \"B\"\nport: 80\n", ""),
        expect![[r##"
            #- /schema.yml
             ---
            -#@schema/title "A"
             #@schema/title "B"
        "##]],
    );
    check(
        title,
        &world("#@schema/type any=True\napp:\n  port: 80 #@schema/title \"A\"\n", ""),
        expect![[r##"
            #- /schema.yml
             app:
            -  port: 80 #@schema/title "A"
            +  port: 80
        "##]],
    );
    check(
        title,
        "#@data/values-schema\n---\nport: 80\n#@schema/nullable\n",
        expect![[r#"
            #- /main.yml
             port: 80
            -#@schema/nullable
        "#]],
    );
}

#[test]
fn older_editions_are_told_what_they_ask_for() {
    check(
        "State the default: `@schema/default []`",
        &older("names:\n- x\n", ""),
        expect![[r#"
            #- /schema.yml
             ---
            +#@schema/default []
             names:
        "#]],
    );
    let title = "Let the schema leave it empty: `@schema/allow-empty`";
    check(
        title,
        &older("app:\n  domain: \"\"\n", "app:\n  domain: \"\"\n"),
        expect![[r##"
            #- /schema.yml
             app:
            +  #@schema/allow-empty
               domain: ""
        "##]],
    );
}
