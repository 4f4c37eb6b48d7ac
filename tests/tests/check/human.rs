//! What people read: excerpts, colours, summaries, warnings that are denied.

use expect_test::expect;

use super::{Folder, check, check_briefly, run};

const SCHEMA: &str = "#@data/values-schema\n---\n#@schema/validation min=1\nreplicas: 2\nname: web\n#@schema/deprecated \"use name\"\ntitle: \"\"\n";

#[test]
fn every_problem_of_a_values_file_is_shown_with_the_schema_s_line() {
    let values = "#@data/values\n---\nnmae: shop\nreplicas: 0\nname: 1.5\n";
    check(
        &[("schema.yml", SCHEMA), ("values.yml", values)],
        "--check",
        expect![[r#"
            error[unknown-key]: The key `nmae` is not declared in the schema
             --> values.yml:3:1
              |
            3 | nmae: shop
              | ^^^^
              |
             ::: schema.yml:2:1
              |
            2 | ---
              | --- the schema declares the keys of this map here
              |
              = found: `nmae`
              = expected: one of `name`, `replicas`, `title`
              = hint: did you mean `name`?

            error[rule-violation]: `replicas` must be at least 1
             --> values.yml:4:11
              |
            4 | replicas: 0
              |           ^
              |
             ::: schema.yml:3:25
              |
            3 | #@schema/validation min=1
              |                         - the rule is stated here
              |
              = found: 0

            error[type-mismatch]: `name` must be a string
             --> values.yml:5:7
              |
            5 | name: 1.5
              |       ^^^
              |
             ::: schema.yml:5:1
              |
            5 | name: web
              | ---- the schema declares it here
              |
              = found: float
              = expected: string
              = hint: put the value in quotes

            3 errors in 1 file
            Looked at 1 schema, 1 values file.
            -- status 1
        "#]],
    );
}

const WARNED: [(&str, &str); 2] = [("schema.yml", SCHEMA), ("values.yml", "#@data/values\n---\ntitle: shop\n")];

#[test]
fn a_warning_alone_is_no_failure() {
    check(
        &WARNED,
        "--check",
        expect![[r#"
            warning[deprecated-key]: The key `title` is deprecated: use name
             --> values.yml:3:1
              |
            3 | title: shop
              | ^^^^^
              |
             ::: schema.yml:7:1
              |
            7 | title: ""
              | ----- the schema declares it here

            1 warning in 1 file
            Looked at 1 schema, 1 values file.
            -- status 0
        "#]],
    );
}

#[test]
fn a_denied_warning_is_a_failure() {
    check_briefly(
        &WARNED,
        "--check --deny warnings",
        expect![[r#"
            warning[deprecated-key]: The key `title` is deprecated: use name
             --> values.yml:3:1
             ::: schema.yml:7:1

            1 warning in 1 file
            Looked at 1 schema, 1 values file.
            -- status 1
        "#]],
    );
}

#[test]
fn a_file_holds_the_report_instead_of_standard_output() {
    let folder = Folder::new(&WARNED);
    let output = run(&mut folder.sayl("--check --output-file report.txt"), "");
    expect![[r#"
        -- status 0
    "#]]
    .assert_eq(&output);
    let report = std::fs::read_to_string(folder.path().join("report.txt")).unwrap();
    assert!(report.ends_with("1 warning in 1 file\nLooked at 1 schema, 1 values file.\n"), "{report}");
}

#[test]
fn a_thousand_problems_in_ten_thousand_lines_are_all_printed() {
    let key = |number| if number % 10 == 0 { format!("b{number}: 1\n") } else { format!("a{number}: 1\n") };
    let text: String = (0..10_000).map(key).collect();
    let text = format!("#@data/values\n---\n{text}");
    let schema: Vec<String> = (0..10_000).map(|number| format!("a{number}: 1\n")).collect();
    let schema = format!("#@data/values-schema\n---\n{}", schema.concat());
    let folder = Folder::new(&[("schema.yml", &schema), ("values.yml", &text)]);
    let output = run(&mut folder.sayl("--check"), "");
    assert!(
        output.ends_with("1000 errors in 1 file\nLooked at 1 schema, 1 values file.\n-- status 1\n"),
        "{}",
        &output[output.len().saturating_sub(500)..]
    );
}
