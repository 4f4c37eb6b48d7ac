//! Definitions of resources, and the resources that they govern, against what the API server takes and refuses.
//!
//! The cases live beside the repository in `../shared/corpus`; without that folder there is nothing to compare, and the
//! cases of `tests/fixtures/kubernetes.md` stand for them.

#![allow(clippy::unwrap_used, reason = "a case that cannot be read has failed the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use sayl_tests::corpus::corpus;
use sayl_tests::reported::{Reported, reported};
use serde_json::Value as Json;

fn cases(path: &Path) -> Vec<Json> {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

/// Why a case does not agree; `None` if it does.
fn difference(case: &Json) -> Option<String> {
    let files = case["files"].as_object().into_iter().flatten();
    let files: BTreeMap<String, String> = files.map(|(path, it)| (path.clone(), text(it).to_owned())).collect();
    let mut errors: BTreeSet<Reported> = reported(&files);
    errors.retain(|it| it.2 == "error");
    let lines: Vec<u64> = case["lines"].as_array().into_iter().flatten().filter_map(Json::as_u64).collect();
    let flag_in = case["flag_in"].as_str();
    let is_reported =
        |it: &Reported| flag_in.is_none_or(|file| it.0 == file) && (lines.is_empty() || lines.contains(&it.1));
    let is_right = match text(&case["expect"]) {
        "error" => errors.iter().any(is_reported),
        _ => errors.is_empty(),
    };
    (!is_right).then(|| format!("{}: {} {lines:?}, found {errors:#?}", text(&case["id"]), text(&case["expect"])))
}

#[test]
fn definitions_and_what_they_govern_agree() {
    let Some(folder) = corpus("kro") else { return };
    let cases = cases(&folder.join("crds.json"));
    let differences: Vec<String> = cases.iter().filter_map(difference).collect();
    println!("{} cases compared, {} differences", cases.len(), differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
