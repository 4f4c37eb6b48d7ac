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

/// Data values that come from two files, below a schema with these rules.
fn merged(rules: &str, first: &str, second: &str) -> [(&'static str, String); 3] {
    let second = format!("#@ load(\"@ytt:overlay\", \"overlay\")\n#@data/values\n---\n{second}");
    [("schema.yml", rules.to_owned()), ("a.yml", format!("#@data/values\n---\n{first}")), ("b.yml", second)]
}

#[test]
fn a_rule_on_a_merged_list_shows_what_it_came_to_and_from_where() {
    let rules = "#! Each name but once, for they become the names of files.\n#@ def is_unique(names): return len(names) == len({name: 1 for name in names})\n#@data/values-schema\n---\n#@schema/validation (\"unique\", is_unique)\nnames:\n- \"\"\n";
    let files = merged(rules, "names: [shop, cart]\n", "names:\n#@overlay/append\n- shop\n");
    check(
        &files.each_ref().map(|(name, text)| (*name, text.as_str())),
        "--check",
        expect![[r#"
        error[rule-violation]: `names` must be unique
         --> b.yml:4:1
          |
        4 | names:
          | ^^^^^
          |
         ::: schema.yml:5:22
          |
        5 | #@schema/validation ("unique", is_unique)
          |                      ------------------- the rule is stated here
          |
         ::: schema.yml:6:1
          |
        6 | names:
          | ----- the schema declares it here
          |
         ::: a.yml:3:9
          |
        3 | names: [shop, cart]
          |         ---- 2 items from here
          |
         ::: b.yml:6:3
          |
        6 | - shop
          |   ---- 1 item from here
          |
          = found: an array: ["shop", "cart", "shop"]
          = hint: `is_unique`: Each name but once, for they become the names of files.

        1 error in 1 file
        Looked at 1 schema, 2 values files.
        -- status 1
    "#]],
    );
}

#[test]
fn a_rule_on_a_merged_map_shows_what_it_came_to_and_from_where() {
    let rules = "#@data/values-schema\n---\n#@schema/validation (\"small\", lambda sizes: sizes[\"a\"] + sizes[\"b\"] + sizes[\"c\"] < 5)\nsizes:\n  a: 1\n  b: 1\n  c: 1\n";
    let files = merged(rules, "sizes:\n  b: 2\n", "sizes:\n  c: 3\n");
    check(
        &files.each_ref().map(|(name, text)| (*name, text.as_str())),
        "--check",
        expect![[r#"
        error[rule-violation]: `sizes` must be small
         --> b.yml:4:1
          |
        4 | sizes:
          | ^^^^^
          |
         ::: schema.yml:3:22
          |
        3 | #@schema/validation ("small", lambda sizes: sizes["a"] + sizes["b"] + sizes["c"] < 5)
          |                      --------------------------------------------------------------- the rule is stated here
          |
         ::: schema.yml:4:1
          |
        4 | sizes:
          | ----- the schema declares it here
          |
         ::: schema.yml:5:3
          |
        5 |   a: 1
          |   - `a` by default
          |
         ::: a.yml:4:3
          |
        4 |   b: 2
          |   - `b` from here
          |
         ::: b.yml:5:3
          |
        5 |   c: 3
          |   - `c` from here
          |
          = found: a map: {a: 1, b: 2, c: 3}

        1 error in 1 file
        Looked at 1 schema, 2 values files.
        -- status 1
    "#]],
    );
}
