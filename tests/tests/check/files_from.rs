//! `--files-from`: the only files there are, whatever lies beside them.

use std::process::Command;

use expect_test::expect;

use super::{Folder, run};

const SCHEMA: &str = "#@data/values-schema\n---\nport: 80\n";
const WRONG: &str = "#@data/values\n---\nport: \"x\"\n";

fn project() -> Folder {
    Folder::new(&[
        ("sayl.toml", "[severity]\ntype-mismatch = \"warning\"\n"),
        ("config/schema.yml", SCHEMA),
        ("envs/dev.yml", WRONG),
        ("envs/prod.yml", WRONG),
        ("README.md", "# no YAML: {\n"),
    ])
}

/// One line for each problem: severity, place and code.
fn check(command: &mut Command, stdin: &str) -> String {
    let printed = run(command.args(["--format", "github"]), stdin);
    let shortened = printed.lines().map(|line| match line.split_once(",title=sayl%3A ") {
        Some((place, rest)) => format!("{place} {}", rest.split("::").next().unwrap()),
        None => line.to_owned(),
    });
    shortened.map(|line| line + "\n").collect()
}

#[test]
fn only_what_is_listed_is_read() {
    let all = "config/schema.yml\nenvs/dev.yml\nREADME.md\nsayl.toml\n";
    let without_configuration = "config/schema.yml\r\nenvs/dev.yml\r\n";
    let without_schema = "envs/dev.yml\0envs/prod.yml\0";
    let shown = [all, without_configuration, without_schema, ""]
        .map(|list| check(&mut project().sayl("--check --files-from -"), list))
        .concat();
    expect![[r#"
        ::warning file=envs/dev.yml,line=3,endLine=3,col=7,endColumn=10 type-mismatch
        -- status 0
        ::error file=envs/dev.yml,line=3,endLine=3,col=7,endColumn=10 type-mismatch
        -- status 1
        ::notice file=envs/dev.yml,line=1,endLine=1,col=3,endColumn=14 no-schema
        ::notice file=envs/prod.yml,line=1,endLine=1,col=3,endColumn=14 no-schema
        -- status 0
        -- status 0
    "#]]
    .assert_eq(&shown);
}

#[test]
fn paths_say_which_of_the_listed_files_are_checked() {
    let folder = project();
    folder.write("list", b"config/schema.yml\nenvs/dev.yml\nenvs/prod.yml\n");
    let shown = ["envs/prod.yml", "envs", "-f config -f envs/dev.yml", "other.yml"]
        .map(|paths| check(&mut folder.sayl(&format!("--check --files-from list {paths}")), ""))
        .concat();
    expect![[r#"
        ::error file=envs/prod.yml,line=3,endLine=3,col=7,endColumn=10 type-mismatch
        -- status 1
        ::error file=envs/dev.yml,line=3,endLine=3,col=7,endColumn=10 type-mismatch
        ::error file=envs/prod.yml,line=3,endLine=3,col=7,endColumn=10 type-mismatch
        -- status 1
        ::error file=envs/dev.yml,line=3,endLine=3,col=7,endColumn=10 type-mismatch
        -- status 1
        ::error file=other.yml,line=1,endLine=1,col=1,endColumn=1 unreadable-file
        -- status 2
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_listed_file_that_is_not_there_is_a_problem() {
    let shown = check(&mut project().sayl("--check --files-from -"), "config/schema.yml\nenvs/gone.yml\n");
    expect![[r#"
        ::error file=envs/gone.yml,line=1,endLine=1,col=1,endColumn=1 unreadable-file
        -- status 2
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_list_that_cannot_be_read_is_named() {
    let shown = ["--files-from nowhere", "--files-from - -"]
        .map(|arguments| check(&mut project().sayl(&format!("--check {arguments}")), ""))
        .concat();
    expect![[r#"
        -- stderr
        sayl: --files-from nowhere: there is no such file
        -- status 2
        -- stderr
        sayl: standard input is either a document or the list of --files-from
        -- status 2
    "#]]
    .assert_eq(&shown);
}

#[test]
fn the_output_is_the_same_wherever_and_by_whomever_it_is_made() {
    let list = "config/schema.yml\nother/schema.yml\nenvs/dev.yml\nenvs/prod.yml\n";
    let outputs = [("1", "en_US.UTF-8"), ("2", "C"), ("7", "de_DE")].map(|(jobs, language)| {
        let folder = project();
        folder.write("other/schema.yml", SCHEMA.as_bytes());
        // What lies around does not count.
        folder.write(&format!("around{jobs}.yml"), WRONG.as_bytes());
        let mut command = folder.sayl("--check --format json --files-from - --jobs");
        command.arg(jobs).env("HOME", folder.path()).env("LANG", language).env("NO_COLOR", jobs).env("TERM", "dumb");
        run(&mut command, list)
    });
    assert!(outputs[0].contains("ambiguous-bundle"), "{}", outputs[0]);
    assert!(outputs.iter().all(|output| *output == outputs[0]), "{outputs:#?}");
}
