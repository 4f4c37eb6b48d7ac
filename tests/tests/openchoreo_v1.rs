//! Resources of OpenChoreo v1 against what the platform takes and refuses: each case is a folder of files of which it is
//! told what is wrong with them, and where.
//!
//! The cases live beside the repository in `../shared/corpus`; without that folder there is nothing to compare.

#![allow(clippy::unwrap_used, reason = "a case that cannot be read has failed the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use sayl_tests::binary;
use sayl_tests::corpus::corpus;
use sayl_tests::reported::{Reported, reported};
use serde_json::Value as Json;

fn read_json(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

fn files_of(case: &Json) -> BTreeMap<String, String> {
    let files = case.as_object().into_iter().flatten();
    files.map(|(path, content)| (path.clone(), text(content).to_owned())).collect()
}

/// The same, as the program says it of the folder that it runs in.
fn reported_by_program(case: &Json) -> BTreeSet<Reported> {
    let folder = tempfile::TempDir::new().unwrap();
    for (path, text) in files_of(&case["files"]) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut command = Command::new(binary::sayl());
    let output = command.current_dir(folder.path().join(text(&case["cwd"]))).args(["--check", "--format", "json", "."]);
    let report: Json = serde_json::from_slice(&output.output().unwrap().stdout).unwrap();
    let problems = report["problems"].as_array().into_iter().flatten();
    let is_outside = |file: &str| file.starts_with('/') || file.starts_with("..");
    let problems = problems.filter(|problem| case["outside"] != true || is_outside(text(&problem["file"])));
    let problem = |it: &Json| {
        let line = it["range"]["start"]["line"].as_u64().unwrap_or_default();
        let [file, severity, code, message] =
            ["file", "severity", "code", "message"].map(|key| text(&it[key]).to_owned());
        (file, line, severity, code, message)
    };
    problems.map(problem).filter(|reported| reported.2 == "error" || reported.2 == "warning").collect()
}

/// A case that asks for what CEL does not do: CEL reads `"\\q"` as a backslash and a letter.
const WRONG_CASE: &str = "cel-wrong-syntax-109";

/// Why a case does not agree; `None` if it does.
fn difference(case: &Json, base: &BTreeSet<Reported>) -> Option<String> {
    let mut found =
        if case["cwd"].is_string() { reported_by_program(case) } else { reported(&files_of(&case["files"])) };
    let allowed: Vec<&str> = case["allow"].as_array().into_iter().flatten().map(text).collect();
    found.retain(|it| !allowed.contains(&it.3.as_str()));
    if let Some(only) = case["only"].as_str() {
        found.retain(|it| it.0 == only);
    }
    // An edit moves what stands below it.
    let known: BTreeSet<(&str, &str)> = base.iter().map(|it| (it.0.as_str(), it.4.as_str())).collect();
    found.retain(|it| !known.contains(&(it.0.as_str(), it.4.as_str())));
    let is_error = |it: &Reported| it.2 == "error";
    let is_right = match text(&case["expect"]) {
        "ok" => found.is_empty(),
        "problem" => !found.is_empty(),
        "error" => found.iter().any(is_error),
        _ => !found.iter().any(is_error),
    };
    let is_reported = |expected: &Json| {
        let lines = &expected["lines"];
        let severities: Vec<&str> = expected["severity"].as_array().into_iter().flatten().map(text).collect();
        found.iter().any(|it| {
            it.0 == text(&expected["file"])
                && (lines[0].as_u64() <= Some(it.1) && Some(it.1) <= lines[1].as_u64())
                && severities.contains(&it.2.as_str())
        })
    };
    let lacking: Vec<String> =
        case["problems"].as_array().into_iter().flatten().filter(|it| !is_reported(it)).map(Json::to_string).collect();
    (!is_right || !lacking.is_empty())
        .then(|| format!("{} ({}): lacks {lacking:?}, found {found:?}", text(&case["name"]), text(&case["why"])))
}

#[test]
fn the_cases_agree() {
    let Some(folder) = corpus("openchoreo-v1") else { return };
    let mut differences = Vec::new();
    for name in ["admission", "beside", "cel-context", "cel-right", "cel-wrong", "crd", "reconcile", "values"] {
        let file = read_json(&folder.join(name).with_extension("json"));
        let bases: Vec<BTreeSet<Reported>> =
            file["bases"].as_array().into_iter().flatten().map(|base| reported(&files_of(base))).collect();
        let nothing = BTreeSet::new();
        let cases: Vec<&Json> =
            file["cases"].as_array().unwrap().iter().filter(|case| case["name"] != WRONG_CASE).collect();
        let base = |case: &Json| case["base"].as_u64().and_then(|index| bases.get(usize::try_from(index).ok()?));
        let before = differences.len();
        let found = cases.iter().filter_map(|case| difference(case, base(case).unwrap_or(&nothing)));
        differences.extend(found.map(|difference| format!("{name}: {difference}")));
        println!("{name}: {} cases compared, {} differences", cases.len(), differences.len() - before);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn nothing_is_said_of_the_platforms_own_files() {
    let Some(folder) = corpus("openchoreo-v1") else { return };
    let mut loud = Vec::new();
    let entries = read_json(&folder.join("upstream.json"));
    let entries = entries.as_array().unwrap();
    for entry in entries {
        let paths = entry["with"].as_array().into_iter().flatten().chain([&entry["file"]]).map(text);
        let read = |path: &str| (path.to_owned(), fs::read_to_string(folder.join("upstream").join(path)).unwrap());
        let mut found = reported(&paths.map(read).collect());
        found.retain(|it| it.0 == text(&entry["file"]));
        if !found.is_empty() {
            loud.push(format!("{}: {found:?}", text(&entry["file"])));
        }
    }
    println!("{} files compared, {} with problems", entries.len(), loud.len());
    assert!(loud.is_empty(), "{}", loud.join("\n"));
}
