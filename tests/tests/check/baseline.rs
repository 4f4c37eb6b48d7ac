//! `--write-baseline` and `--baseline`: what is known is counted, what is new is reported, what is gone is told.

use expect_test::{Expect, expect};

use super::{Folder, run};

const SCHEMA: (&str, &str) = ("config/schema.yml", "#@data/values-schema\n---\nport: 80\nname: \"\"\n");
const VALUES: &str = "#@data/values\n---\nprot: 1\nport: x\n";

/// A project with two values files whose problems are all known.
fn project() -> Folder {
    let folder = Folder::new(&[(".git/HEAD", ""), SCHEMA, ("envs/dev.yml", VALUES), ("envs/prod.yml", VALUES)]);
    folder.check(
        "--write-baseline known.baseline",
        expect![[r#"
            No problems in 3 files, besides 4 problems in the baseline
            Looked at 1 schema, 2 values files.
            -- status 0
        "#]],
    );
    folder
}

impl Folder {
    #[track_caller]
    fn check(&self, arguments: &str, expected: Expect) {
        expected.assert_eq(&run(&mut self.sayl(&format!("--check {arguments}")), ""));
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path().join(path)).unwrap()
    }
}

#[test]
fn known_problems_are_counted_and_do_not_fail() {
    let folder = project();
    folder.check(
        "--baseline known.baseline",
        expect![[r#"
            No problems in 3 files, besides 4 problems in the baseline
            Looked at 1 schema, 2 values files.
            -- status 0
        "#]],
    );
    folder.check(
        "--baseline known.baseline --format json",
        expect![[r#"
            {"version":1,"files":3,"counts":{"schemas":1,"values":2,"templates":0,"resources":0,"ungoverned":0,"other-yaml":0},"known":4,"problems":[]}
            -- status 0
        "#]],
    );
}

#[test]
fn a_baseline_is_a_sorted_list_of_lines() {
    expect![[r#"
        {"baseline":1}
        {"file":"envs/dev.yml","code":"type-mismatch","mark":"9fa4f117a8cd9da470acfd6bde48245a","count":1}
        {"file":"envs/dev.yml","code":"unknown-key","mark":"b5c518e6d7c0139db4940baed1fb65b6","count":1}
        {"file":"envs/prod.yml","code":"type-mismatch","mark":"9fa4f117a8cd9da470acfd6bde48245a","count":1}
        {"file":"envs/prod.yml","code":"unknown-key","mark":"b5c518e6d7c0139db4940baed1fb65b6","count":1}
    "#]]
    .assert_eq(&project().read("known.baseline"));
}

#[test]
fn moved_lines_stay_known_and_new_problems_are_reported() {
    let folder = project();
    folder.write("envs/dev.yml", b"#@data/values\n---\n#! moved\nname: dev\n\nport: x\nprot: 1\nnaem: y\n");
    folder.check(
        "--baseline known.baseline",
        expect![[r#"
            error[unknown-key]: The key `naem` is not declared in the schema
             --> envs/dev.yml:8:1
              |
            8 | naem: y
              | ^^^^
              |
             ::: config/schema.yml:2:1
              |
            2 | ---
              | --- the schema declares the keys of this map here
              |
              = found: `naem`
              = expected: one of `name`, `port`
              = hint: did you mean `name`?

            hint[ambiguous-scalar]: Another YAML version reads `y` otherwise
             --> envs/dev.yml:8:7
              |
            8 | naem: y
              |       ^
              |
              = found: boolean true by YAML 1.1, string "y" by YAML 1.2
              = hint: quote it to make it text, or write it in a form that both versions read alike

            1 error, 1 hint in 1 file, besides 4 problems in the baseline
            Looked at 1 schema, 2 values files.
            -- status 1
        "#]],
    );
}

#[test]
fn the_same_problem_once_more_is_new() {
    let folder = project();
    folder.write("envs/dev.yml", format!("{VALUES}#@data/values\n---\nprot: 1\n").as_bytes());
    let printed = run(&mut folder.sayl("--check --baseline known.baseline --format github"), "");
    assert!(printed.starts_with("::error file=envs/dev.yml,line=7,"), "{printed}");
    assert_eq!(printed.matches("::error").count(), 1, "{printed}");
}

#[test]
fn what_is_gone_is_told_and_left_out_when_written_again() {
    let folder = project();
    folder.write("envs/dev.yml", b"#@data/values\n---\nport: x\nnaem: y\n");
    std::fs::remove_file(folder.path().join("envs/prod.yml")).unwrap();
    let arguments = "--format json --baseline known.baseline";
    let printed = run(&mut folder.sayl(&format!("--check {arguments}")), "");
    expect![[r#"
        sayl: 3 problems of the baseline known.baseline no longer occur; to drop what is gone: --baseline known.baseline --write-baseline known.baseline
          envs/dev.yml: unknown-key
          envs/prod.yml: type-mismatch
          envs/prod.yml: unknown-key
        -- status 1
    "#]]
    .assert_eq(printed.split_once("-- stderr\n").unwrap().1);
    // What is new stays new.
    let printed = run(&mut folder.sayl(&format!("--check {arguments} --write-baseline known.baseline")), "");
    assert!(printed.contains("naem") && printed.ends_with("-- status 1\n"), "{printed}");
    let written = folder.read("known.baseline");
    assert_eq!(written.lines().count(), 2, "{written}");
    assert!(written.contains("type-mismatch"), "{written}");
}

#[test]
fn what_was_not_looked_at_stays_in_the_list() {
    let folder = project();
    let before = folder.read("known.baseline");
    folder.check(
        "--baseline known.baseline envs/dev.yml",
        expect![[r#"
            No problems in 1 file, besides 2 problems in the baseline
            Looked at 1 values file.
            -- status 0
        "#]],
    );
    folder.check(
        "--write-baseline known.baseline envs/dev.yml",
        expect![[r#"
            No problems in 1 file, besides 2 problems in the baseline
            Looked at 1 values file.
            -- status 0
        "#]],
    );
    assert_eq!(folder.read("known.baseline"), before);
}

#[test]
fn what_cannot_be_read_is_never_known() {
    let folder = project();
    folder.check(
        "--write-baseline known.baseline missing.yml envs/dev.yml",
        expect![[r#"
            error[unreadable-file]: There is no such file
            --> missing.yml

            1 error in 1 file, besides 2 problems in the baseline
            Looked at 1 values file.
            -- status 2
        "#]],
    );
}

#[test]
fn a_damaged_baseline_is_refused() {
    let folder =
        Folder::new(&[SCHEMA, ("empty", ""), ("newer", "{\"baseline\":9}\n"), ("torn", "{\"baseline\":1}\n{\"fi")]);
    let shown = ["missing", "empty", "newer", "torn"]
        .map(|name| run(&mut folder.sayl(&format!("--check --baseline {name}")), ""))
        .concat();
    expect![[r#"
        -- stderr
        sayl: the baseline missing: there is no such file
        -- status 2
        -- stderr
        sayl: the baseline empty: the first line is not that of a baseline
        -- status 2
        -- stderr
        sayl: the baseline newer: it has version 9; this sayl reads version 1
        -- status 2
        -- stderr
        sayl: the baseline torn: line 2 is damaged; --write-baseline writes the list anew
        -- status 2
    "#]]
    .assert_eq(&shown);
}
