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
fn the_documentation_shows_what_the_examples_print() {
    shows("README.md", &["examples/web-app", "examples/openchoreo"]);
    shows("docs/openchoreo.md", &["examples/openchoreo"]);
    shows("docs/kro.md", &["examples/kro"]);
}

/// Each block of text on a page is what the check of an example prints, but for what `…` leaves out.
fn shows(page: &str, examples: &[&str]) {
    let text = std::fs::read_to_string(binary::workspace_root().join(page)).unwrap();
    let shown: Vec<&str> = text.split("```text\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert_eq!(shown.len(), examples.len(), "{page}");
    for (shown, example) in shown.iter().zip(examples) {
        let printed = sayl(&["check", example]);
        for part in shown.split("\n\n").filter(|part| part.trim() != "…") {
            assert!(printed.contains(part.trim_end()), "{page} shows\n{part}\nbut sayl prints\n{printed}");
        }
        assert!(printed.ends_with("-- status 1\n"), "{printed}");
    }
}

#[test]
fn the_right_files_of_the_example_have_no_problems() {
    for path in ["examples/web-app/config", "examples/web-app/envs/prod.yml"] {
        let printed = sayl(&["--check", path]);
        assert!(printed.starts_with("No problems"), "{printed}");
    }
}
