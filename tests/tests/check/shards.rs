//! Many runs, each over a part of the files, and `--merge`: the result is that of one run over all of them.

use expect_test::expect;

use super::{Folder, run};

/// Bundles with problems of every severity, one of them in a schema that several parts need.
fn project() -> Folder {
    let folder = Folder::new(&[(
        "shared/schema.yml",
        "#@data/values-schema\n---\n#@schema/titel \"x\"\nport: 80\nname: \"\"\n",
    )]);
    for number in 0..12 {
        let values = format!("#@data/values\n---\n\"größe\": {number}\nport: \"{number}\"\nprot: {{a: 1, a: 2}}\n");
        folder.write(&format!("shared/../envs {number}/a%,b.yml"), values.as_bytes());
    }
    folder.write("envs 3/broken.yml", b"#@data/values\n---\na: [1\n");
    folder
}

/// Runs all at once, and in so many parts that are merged; both with what they printed and their status.
fn both(folder: &Folder, format: &str, parts: usize) -> (String, String) {
    let files: Vec<String> =
        (0..12).map(|number| format!("envs {number}/a%,b.yml")).chain(["envs 3/broken.yml".to_owned()]).collect();
    let check = |files: &[String], more: &str| {
        let list = format!("shared/schema.yml\n{}\n", files.join("\n"));
        run(&mut folder.sayl(&format!("--check --format {format} --files-from - {more}")), &list)
    };
    let whole = check(&files, "");
    let reports = files.chunks(files.len().div_ceil(parts)).enumerate().map(|(index, files)| {
        check(files, &format!("--output-file report{index}"));
        format!("report{index}")
    });
    let reports: Vec<String> = reports.collect();
    (whole, run(folder.sayl(&format!("--merge --format {format}")).args(&reports), ""))
}

#[test]
fn merged_parts_are_what_one_run_prints() {
    let folder = project();
    for format in ["json", "sarif", "gitlab", "junit"] {
        for parts in [1, 2, 5] {
            let (whole, mut merged) = both(&folder, format, parts);
            if format == "json" {
                // Each part has looked at the schema.
                merged = merged.replace(&format!("\"files\":{}", 13 + parts), "\"files\":14");
                merged = merged.replace(&format!("\"schemas\":{parts}"), "\"schemas\":1");
            }
            assert!(whole.contains("unknown-annotation") && whole.ends_with("-- status 1\n"), "{whole}");
            assert_eq!(merged, whole, "{format} in {parts} parts");
        }
    }
}

#[test]
fn parts_without_problems_are_a_report_without_problems() {
    let folder = Folder::new(&[("schema.yml", "#@data/values-schema\n---\nport: 80\n")]);
    let shown = ["json", "gitlab", "junit"].map(|format| {
        for name in ["a", "b"] {
            run(&mut folder.sayl(&format!("--check --format {format} --output-file {name}")), "");
        }
        run(&mut folder.sayl(&format!("--merge --format {format} a b")), "")
    });
    expect![[r#"
        {"version":1,"files":2,"counts":{"schemas":2,"values":0,"templates":0,"resources":0,"ungoverned":0,"other-yaml":0},"problems":[]}
        -- status 0
        []
        -- status 0
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="sayl" tests="1" skipped="0" failures="0" errors="0">
            <testsuite name="sayl" tests="1" skipped="0" errors="0" failures="0">
                <testcase name="no problems in 2 files"/>
            </testsuite>
        </testsuites>
        -- status 0
    "#]]
    .assert_eq(&shown.concat());
}

#[test]
fn the_status_is_that_of_the_worst_part() {
    let folder = Folder::new(&[("schema.yml", "#@data/values-schema\n---\n#@schema/titel \"x\"\nport: 80\n")]);
    let shown = ["json", "sarif", "gitlab"].map(|format| {
        run(&mut folder.sayl(&format!("--check --format {format} --output-file warning")), "");
        run(&mut folder.sayl(&format!("--check --format {format} --output-file unread missing.yml")), "");
        let merged = ["warning", "--deny warnings warning", "warning unread"];
        let status =
            |more: &str| run(&mut folder.sayl(&format!("--merge --format {format} --output-file all {more}")), "");
        format!("{format}: {}", merged.map(status).concat().replace('\n', " "))
    });
    assert_eq!(
        shown,
        ["json", "sarif", "gitlab"].map(|format| format!("{format}: -- status 0 -- status 1 -- status 2 "))
    );
}

#[test]
fn what_is_no_report_is_refused() {
    let folder = Folder::new(&[("a.json", "{}"), ("b", "")]);
    let shown = ["json a.json", "sarif a.json", "gitlab a.json", "junit a.json", "json missing", "human b"]
        .map(|arguments| run(&mut folder.sayl(&format!("--merge --format {arguments}")), ""));
    expect![[r#"
        -- stderr
        sayl: the report a.json is none that --format json writes
        -- status 2
        -- stderr
        sayl: the report a.json is none that --format sarif writes
        -- status 2
        -- stderr
        sayl: the report a.json is none that --format gitlab writes
        -- status 2
        -- stderr
        sayl: the report a.json is none that --format junit writes
        -- status 2
        -- stderr
        sayl: the report missing: there is no such file
        -- status 2
        -- stderr
        sayl: merge needs --format json, sarif, gitlab or junit
        -- status 2
    "#]]
    .assert_eq(&shown.concat());
    let odd = r#"{"runs":{"0":{"results":[1],"tool":{"driver":{"rules":[]}}}}}"#;
    for text in ["", "null", "1", "[]", r#"{"problems":1}"#, odd] {
        folder.write("odd", text.as_bytes());
        for format in ["json", "sarif", "junit"] {
            let output = run(&mut folder.sayl(&format!("--merge --format {format} odd")), "");
            assert!(output.ends_with("-- status 2\n") && output.contains("the report odd is none"), "{text}: {output}");
        }
    }
}

#[test]
fn baselines_of_parts_are_joined_by_sorting_their_lines() {
    let folder = project();
    let write = |files: &str, name: &str| {
        run(
            &mut folder.sayl(&format!("--check --files-from - --write-baseline {name}")),
            &format!("shared/schema.yml\n{files}"),
        );
        std::fs::read_to_string(folder.path().join(name)).unwrap()
    };
    let [one, other] = ["envs 1/a%,b.yml\n", "envs 2/a%,b.yml\n"];
    let whole = write(&format!("{one}{other}"), "whole");
    let mut lines: Vec<String> = [write(one, "one"), write(other, "other")]
        .iter()
        .flat_map(|part| part.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    lines.sort();
    lines.dedup();
    assert_eq!(lines.join("\n") + "\n", whole);
}
