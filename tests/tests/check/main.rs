//! The headless side as a process: what it prints and how it ends, one file per topic.
//!
//! A test writes files into a folder of its own, runs `sayl` there and compares everything that came out.

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be written or process not run has failed")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::Expect;
use sayl_tests::binary;
use tempfile::TempDir;

mod bad_input;
mod baseline;
mod commands;
mod convert;
mod diff;
mod discovery;
mod documented;
mod edit;
mod examples;
mod exit_status;
mod files_from;
mod flags;
mod formats;
mod graphs;
mod human;
mod import;
mod inspect;
mod interruption;
mod json;
mod manual;
mod many;
mod render;
mod resource_schemas;
mod schema_inspect;
mod shards;
mod standards;
mod watch;
mod ytt_version;

/// A folder with files, removed at the end of the test.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().unwrap());
        for (path, text) in files {
            folder.write(path, text.as_bytes());
        }
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// `sayl` with arguments as one types them, to be run in the folder.
    fn sayl(&self, arguments: &str) -> Command {
        let mut command = Command::new(binary::sayl());
        command.current_dir(self.path()).args(arguments.split_whitespace()).env_remove("NO_COLOR");
        command
    }
}

/// Runs `sayl` in a folder with these files.
#[track_caller]
fn check(files: &[(&str, &str)], arguments: &str, expected: Expect) {
    let folder = Folder::new(files);
    expected.assert_eq(&run(&mut folder.sayl(arguments), ""));
}

/// The same without excerpts, for tests that are about which files are checked.
#[track_caller]
fn check_briefly(files: &[(&str, &str)], arguments: &str, expected: Expect) {
    let folder = Folder::new(files);
    expected.assert_eq(&briefly(&run(&mut folder.sayl(arguments), "")));
}

/// What is left of a report without its excerpts: what the problems are, and where.
fn briefly(report: &str) -> String {
    let is_excerpt = |line: &&str| {
        let line = line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        line.starts_with('|') || line.starts_with("= ")
    };
    report.split_inclusive('\n').filter(|line| !is_excerpt(line)).collect()
}

/// Everything that a run leaves behind: standard output, standard error, exit status.
fn run(command: &mut Command, stdin: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A process that reads no input may have ended by now.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let parts = [stdout, if stderr.is_empty() { stderr } else { format!("-- stderr\n{stderr}") }];
    format!("{}-- status {}\n", parts.concat(), output.status.code().map_or("none".to_owned(), |code| code.to_string()))
}
