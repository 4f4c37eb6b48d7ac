//! A case given to the binary, with the same files and flags.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use sayl_tests::binary;
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::case::{Case, Line, Outcome};

/// The folder, relative to the working directory, that a case's files are written to.
const INPUT: &str = "in";

/// Flags of ytt that `sayl` does not have.
const FOREIGN: &[&str] = &["--file-mark", "--output-files"];

/// What the binary makes of a case; nothing if it does not take the flags.
pub(crate) fn run(case: &Case) -> Option<Result<Outcome, String>> {
    let renames = case.values_of("-f").any(|file| file.contains('='));
    if renames || FOREIGN.iter().any(|flag| case.has(flag)) {
        return None;
    }
    let folder = TempDir::new().unwrap();
    write_files(case, folder.path());
    Some(outcome(case, folder.path()))
}

fn outcome(case: &Case, folder: &Path) -> Result<Outcome, String> {
    let arguments: Vec<String> = case.arguments.iter().map(|argument| argument.replace("{IN}", INPUT)).collect();
    let mut outcome = checked(case, &arguments, folder)?;
    if case.is_inspection() {
        let output = sayl(case, folder, &arguments);
        outcome.is_accepted = output.status.success();
        outcome.output = Some(text_of(&output.stdout));
        outcome.shown.push_str(&text_of(&output.stderr));
    }
    Ok(outcome)
}

fn checked(case: &Case, arguments: &[String], folder: &Path) -> Result<Outcome, String> {
    let mut arguments = arguments.to_vec();
    if case.is_inspection() {
        arguments.retain(|argument| !argument.ends_with("-inspect") && !["-o", "openapi-v3"].contains(&&**argument));
    }
    arguments.splice(0..0, ["--check", "--format", "json"].map(str::to_owned));
    let output = sayl(case, folder, &arguments);
    let is_accepted = output.status.success();
    let stderr = text_of(&output.stderr);
    if output.status.code() == Some(2) {
        let (lines, flags) = (BTreeSet::new(), vec![stderr.clone()]);
        return Ok(Outcome { is_accepted, lines, flags, output: None, shown: stderr });
    }
    let shown = text_of(&output.stdout);
    let report: Json = serde_json::from_str(&shown).map_err(|error| format!("{error}: {shown}{stderr}"))?;
    let places: Vec<Line> = places(&report);
    let flags = places.iter().map(|(file, _)| file.clone()).collect();
    Ok(Outcome { is_accepted, lines: places.into_iter().collect(), flags, output: None, shown: shown + &stderr })
}

/// Every place that errors name, related ones included.
fn places(report: &Json) -> Vec<Line> {
    let errors = report["problems"].as_array().into_iter().flatten().filter(|problem| problem["severity"] == "error");
    let with_related = errors.flat_map(|problem| {
        let related = problem["related"].as_array().into_iter().flatten();
        std::iter::once(problem).chain(related)
    });
    with_related
        .filter_map(|place| {
            let file = place["file"].as_str()?;
            let file = file.strip_prefix(INPUT).and_then(|file| file.strip_prefix('/')).unwrap_or(file);
            Some((file.to_owned(), place["range"]["start"]["line"].as_u64()?))
        })
        .collect()
}

fn write_files(case: &Case, folder: &Path) {
    std::fs::create_dir_all(folder.join(INPUT)).unwrap();
    for (path, text) in &case.files {
        write(&folder.join(INPUT).join(path), text);
    }
    for (path, text) in case.named_files.iter().flat_map(|(_, files)| files) {
        write(&folder.join(path), text);
    }
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn sayl(case: &Case, folder: &Path, arguments: &[String]) -> Output {
    let environment = case.environment.iter().map(|(name, value)| (name, value));
    Command::new(binary::sayl()).current_dir(folder).args(arguments).envs(environment).output().unwrap()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
