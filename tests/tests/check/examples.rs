//! The examples show what the README says they show.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read has failed the test")]

use std::process::Command;

use sayl_tests::binary;

use super::run;

/// `sayl` at the root of the project.
fn sayl(arguments: &[&str]) -> String {
    let mut command = Command::new(binary::sayl());
    run(command.current_dir(binary::workspace_root()).args(arguments), "")
}

#[test]
fn the_readme_shows_what_the_example_prints() {
    let readme = std::fs::read_to_string(binary::workspace_root().join("README.md")).unwrap();
    let (_, shown) = readme.split_once("```text\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    let printed = sayl(&["--check", "examples/web-app"]);
    for part in shown.split("\n\n").filter(|part| part.trim() != "…") {
        assert!(printed.contains(part.trim_end()), "README.md shows\n{part}\nbut sayl prints\n{printed}");
    }
    assert!(printed.ends_with("-- status 1\n"), "{printed}");
}

#[test]
fn the_right_files_of_the_example_have_no_problems() {
    for path in ["examples/web-app/config", "examples/web-app/envs/prod.yml"] {
        let printed = sayl(&["--check", path]);
        assert!(printed.starts_with("No problems"), "{printed}");
    }
}
