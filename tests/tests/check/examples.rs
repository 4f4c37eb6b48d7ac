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
fn the_readme_shows_what_the_examples_print() {
    let readme = std::fs::read_to_string(binary::workspace_root().join("README.md")).unwrap();
    let shown = readme.split("```text\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    let examples = ["examples/web-app", "examples/openchoreo"];
    for (shown, example) in shown.zip(examples) {
        let printed = sayl(&["--check", example]);
        for part in shown.split("\n\n").filter(|part| part.trim() != "…") {
            assert!(printed.contains(part.trim_end()), "README.md shows\n{part}\nbut sayl prints\n{printed}");
        }
        assert!(printed.ends_with("-- status 1\n"), "{printed}");
    }
    assert_eq!(readme.matches("```text\n").count(), examples.len());
}

#[test]
fn the_right_files_of_the_example_have_no_problems() {
    for path in ["examples/web-app/config", "examples/web-app/envs/prod.yml"] {
        let printed = sayl(&["--check", path]);
        assert!(printed.starts_with("No problems"), "{printed}");
    }
}
