//! ytt's own test cases through the binary: the same verdict, the same places, the same output.
//!
//! The cases and what ytt did with them lie beside the project (`../shared/corpus/ytt`); without them this says so and
//! checks nothing. A case counts when nothing that decides it is template code; that is told by rule, not by name.

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be written or process not run has failed")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sayl_tests::binary;
use sayl_tests::corpus::corpus;
use serde_json::Value;
use tempfile::TempDir;

/// The folder, relative to the working directory, that a case's files are written to.
const INPUT: &str = "in";

#[test]
fn schema_cases_agree_with_ytt() {
    check("schema.json");
}

#[test]
fn validation_cases_agree_with_ytt() {
    check("validations.json");
}

#[test]
fn data_values_cases_agree_with_ytt() {
    check("data-values.json");
}

fn check(name: &str) {
    let Some(folder) = corpus("ytt") else { return };
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    let decidable: Vec<Case<'_>> = cases.iter().map(Case).filter(|case| !case.is_decided_by_code()).collect();
    let mut disagreements = String::new();
    for case in &decidable {
        if let Err(difference) = case.run() {
            let _ = writeln!(disagreements, "\n## {}\n{difference}", case.text("name"));
        }
    }
    println!("{name}: {} of {} cases are decided without template code", decidable.len(), cases.len());
    assert!(disagreements.is_empty(), "{disagreements}");
}

struct Case<'a>(&'a Value);

impl Case<'_> {
    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_default()
    }

    fn arguments(&self) -> Vec<String> {
        let arguments = self.0["args"].as_array().unwrap().iter();
        arguments.map(|argument| argument.as_str().unwrap().replace("{IN}", INPUT)).collect()
    }

    fn is_inspection(&self) -> bool {
        self.arguments().iter().any(|argument| argument.ends_with("-inspect"))
    }

    /// Whether template code has a say: code in a schema or values file; a library, which only code evaluates; or
    /// failing code in a template, which ytt names without naming data values. A folder of data values is not ytt's
    /// word either: there the suite's stand-in for the disk leaves out files that the program itself reads.
    fn is_decided_by_code(&self) -> bool {
        let files = self.0["files"].as_object().unwrap();
        let texts = files.values().map(|text| text.as_str().unwrap());
        let governs = |text: &str| text.contains("#@data/values");
        let has_code = |text: &str| text.contains("#@ ") || text.contains("(@");
        let calls =
            |text: &str| text.lines().any(|line| line.trim_start().starts_with("#@") && line.contains("lambda"));
        let is_template_at_fault = self.0["exit"] != 0 && !self.text("stderr").contains("data value");
        let in_templates = files.values().any(|text| has_code(text.as_str().unwrap()));
        let gives_folder =
            self.0["data_values_files"].as_object().unwrap().values().any(|files| files.as_array().unwrap().len() > 1);
        gives_folder
            || files.keys().any(|path| path.starts_with("_ytt_lib/"))
            || texts.into_iter().any(|text| governs(text) && (has_code(text) || calls(text)))
            || in_templates && is_template_at_fault
    }

    /// What differs from ytt, if anything.
    fn run(&self) -> Result<(), String> {
        let folder = TempDir::new().unwrap();
        self.write_files(folder.path());
        let mut arguments = self.arguments();
        if !self.is_inspection() {
            arguments.insert(0, "--check".to_owned());
        }
        let output = self.sayl(folder.path(), &arguments);
        let is_accepted = output.status.code() == Some(0);
        let shown = || format!("{}{}", text_of(&output.stdout), text_of(&output.stderr));
        if is_accepted != (self.0["exit"] == 0) {
            return Err(format!("ytt: {}sayl: {}\n{}", self.text("stderr"), output.status, shown()));
        }
        if self.is_inspection() && text_of(&output.stdout) != self.text("stdout") {
            return Err(format!("ytt printed:\n{}sayl printed:\n{}", self.text("stdout"), shown()));
        }
        self.compare_places(folder.path())
    }

    fn compare_places(&self, folder: &Path) -> Result<(), String> {
        let flagged = self.0["flagged"].as_array().unwrap();
        if flagged.is_empty() {
            return Ok(());
        }
        let mut arguments = self.arguments();
        arguments.retain(|argument| !argument.ends_with("-inspect"));
        arguments.splice(0..0, ["--check", "--format", "json"].map(str::to_owned));
        let output = self.sayl(folder, &arguments);
        let report: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        let places = places(&report);
        for place in flagged {
            let (file, line) = (place[0].as_str().unwrap(), place[1].as_u64().unwrap());
            let is_found = match file.strip_prefix('(') {
                Some(flag) => places.iter().any(|(file, _)| file.contains(flag.split(' ').next().unwrap_or(flag))),
                None => lines_of(folder, file, line).iter().any(|place| places.contains(place)),
            };
            if !is_found {
                let report = text_of(&output.stdout);
                return Err(format!("ytt flags {file}:{line}\n{}{places:?}\n{report}", self.text("stderr")));
            }
        }
        Ok(())
    }

    fn write_files(&self, folder: &Path) {
        std::fs::create_dir_all(folder.join(INPUT)).unwrap();
        for (path, text) in self.0["files"].as_object().unwrap() {
            write(&folder.join(INPUT).join(path), text.as_str().unwrap());
        }
        for files in self.0["data_values_files"].as_object().unwrap().values() {
            for file in files.as_array().unwrap() {
                write(&folder.join(file["path"].as_str().unwrap()), file["content"].as_str().unwrap());
            }
        }
    }

    fn sayl(&self, folder: &Path, arguments: &[String]) -> Output {
        let environment =
            self.0["environ"].as_array().unwrap().iter().filter_map(|pair| pair.as_str()?.split_once('='));
        Command::new(binary::sayl()).current_dir(folder).args(arguments).envs(environment).output().unwrap()
    }
}

/// The places that stand for a node's line: the line itself, and the comments above it that annotate it.
fn lines_of(folder: &Path, file: &str, line: u64) -> Vec<(String, u64)> {
    let name = name_of(folder, file);
    let text = std::fs::read_to_string(folder.join(&name)).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let is_comment = |number: &u64| {
        let line = usize::try_from(*number - 1).ok().and_then(|index| lines.get(index));
        line.is_some_and(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    };
    let above = (1..line).rev().take_while(is_comment);
    std::iter::once(line).chain(above).map(|line| (name.clone(), line)).collect()
}

/// What a file of a case is called in the folder where it runs.
fn name_of(folder: &Path, file: &str) -> String {
    let inside = format!("{INPUT}/{file}");
    if folder.join(&inside).exists() { inside } else { file.to_owned() }
}

/// Every place that the report names, related ones included: file and line.
fn places(report: &Value) -> BTreeSet<(String, u64)> {
    let problems = report["problems"].as_array().into_iter().flatten();
    let with_related = problems.flat_map(|problem| {
        let related = problem["related"].as_array().into_iter().flatten();
        std::iter::once(problem).chain(related)
    });
    let place = |problem: &Value| {
        let file = problem["file"].as_str()?.to_owned();
        Some((file, problem["range"]["start"]["line"].as_u64()?))
    };
    with_related.filter_map(place).collect()
}

fn write(path: &PathBuf, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
