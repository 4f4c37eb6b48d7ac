//! Values and keys are mended where they are written.

use super::*;

#[test]
fn a_scalar_is_written_as_its_type() {
    for (schema, found, expected) in [
        ("80", "\"8080\"", "8080"),
        ("80", "80.0", "80"),
        ("\"\"", "8080", "\"8080\""),
        ("\"\"", "yes", "\"yes\""),
        ("true", "\"yes\"", "true"),
        ("true", "'off'", "false"),
        ("1.5", "'2.50'", "2.50"),
    ] {
        let expected_text = format!("#- /values.yml\n ---\n-a: {found}\n+a: {expected}\n");
        let fixture = world(&format!("a: {schema}\n"), &format!("a: {found}\n"));
        let before = Fixture::parse(&fixture);
        let analysis = before.analysis();
        let title = format!("Change to `{expected}`");
        let found = offered(&analysis).into_iter().find(|(_, action)| action.title == title && action.is_preferred);
        let (_, action) = found.unwrap_or_else(|| panic!("{title}"));
        let after = applied(&before, &analysis, &action);
        assert_eq!(changed(&before, &after), expected_text);
        let now = messages(&all_problems(&after.analysis()));
        assert!(!now.iter().any(|it| is_news(it, &[])), "{now:?}");
    }
    check_none("Change to", &world("a: 80\n", "a: many\n"));
}

#[test]
fn a_parameter_is_written_as_its_type() {
    check(
        "Change to `\"8080\"`",
        &component("      port: string\n", "  parameters:\n    port: 8080\n"),
        expect![[r##"
            #- /shop.yml
               parameters:
            -    port: 8080
            +    port: "8080"
        "##]],
    );
}

#[test]
fn a_removed_key_goes_with_its_value_and_its_comments() {
    let schema = "#@schema/removed \"use `new`\"\nold:\n  a: 1\nnew: 1\nname: \"x\"\n";
    let title = "Remove `old`";
    check(
        title,
        &older(schema, "name: a\n\n#! What it was.\n#@overlay/replace\nold:\n  a: 1\n\nnew: 2\n"),
        expect![[r#"
            #- /values.yml
             name: a
            -#! What it was.
            -#@overlay/replace
            -old:
            -  a: 1
            -
             new: 2
        "#]],
    );
    check(
        title,
        &older(schema, "{name: a, old: {a: 2}, new: 2}\n"),
        expect![[r#"
            #- /values.yml
             ---
            -{name: a, old: {a: 2}, new: 2}
            +{name: a, new: 2}
        "#]],
    );
    check(
        title,
        &older(schema, "{old: {a: 2}, new: 2}\n"),
        expect![[r#"
            #- /values.yml
             ---
            -{old: {a: 2}, new: 2}
            +{new: 2}
        "#]],
    );
    check(
        title,
        &older(schema, "old:\n  a: 2\n"),
        expect![[r#"
            #- /values.yml
             ---
            -old:
            -  a: 2
            +{}
        "#]],
    );
}

#[test]
fn a_key_is_replaced_by_the_one_that_its_notice_names() {
    let schema = "#@schema/deprecated \"use `name`\"\nold_name: \"\"\nname: \"\"\n";
    check(
        "Change to `name`",
        &world(schema, "old_name: x\n"),
        expect![[r#"
            #- /values.yml
             ---
            -old_name: x
            +name: x
        "#]],
    );
    check_none("Change to", &world(schema, "old_name: x\nname: z\n"));
    check(
        "Remove `old_name`",
        &world(schema, "old_name: x\nname: z\n"),
        expect![[r#"
            #- /values.yml
             ---
            -old_name: x
             name: z
        "#]],
    );
}
