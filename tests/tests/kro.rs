//! kro's graphs against what kro, and the API server behind it, take and refuse.
//!
//! The cases live beside the repository in `../shared/corpus`; without that folder there is nothing to compare, and the
//! cases of `tests/fixtures/kro.md` stand for them.

#![allow(clippy::unwrap_used, reason = "a case that cannot be read has failed the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use sayl_core::kro::compat::{Change, CompatibilityReport, compare, compare_schemas};
use sayl_core::kro::{CheckedGraph, Graph};
use sayl_core::test_support::{Fixture, FixtureFile};
use sayl_core::text::{FileId, Place};
use sayl_core::values::from_yaml::from_plain_yaml;
use sayl_core::values::{Value, ValueKind};
use sayl_tests::corpus::corpus;
use sayl_tests::reported::{Reported, reported};
use serde_json::{Value as Json, json};

fn cases(name: &str) -> Option<Vec<Json>> {
    let path = corpus("kro")?.join(name);
    Some(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

/// The types that cases need which ask for those of every cluster.
const CLUSTER: &str = include_str!("../fixtures/cluster.yml");

fn files_of(case: &Json) -> BTreeMap<String, String> {
    let files = case["files"].as_object().into_iter().flatten();
    let mut files: BTreeMap<_, _> = files.map(|(path, content)| (path.clone(), text(content).to_owned())).collect();
    if text(&case["needs"]) == "core-schemas" {
        files.insert("schemas/cluster.yml".to_owned(), CLUSTER.to_owned());
        files.insert("sayl.toml".to_owned(), "[kubernetes]\nschemas = [\"schemas\"]\n".to_owned());
    }
    files
}

fn errors(files: &BTreeMap<String, String>) -> BTreeSet<Reported> {
    let mut found = reported(files);
    found.retain(|it| it.2 == "error");
    found
}

/// Why a case does not agree; `None` if it does.
fn difference(case: &Json, files: &BTreeMap<String, String>, expect: &str) -> Option<String> {
    let found = errors(files);
    let lines: Vec<u64> = case["lines"].as_array().into_iter().flatten().filter_map(Json::as_u64).collect();
    let is_reported = |it: &Reported| lines.is_empty() || lines.contains(&it.1);
    let is_right = match expect {
        "error" | "refused" => found.iter().any(is_reported),
        _ => found.is_empty(),
    };
    (!is_right).then(|| format!("{}: {expect} {lines:?} {}, found {found:#?}", text(&case["id"]), text(&case["error"])))
}

fn compare_all(name: &str, is_judged: impl Fn(&Json) -> bool) -> Vec<String> {
    let Some(cases) = cases(name) else { return Vec::new() };
    let judged: Vec<&Json> = cases.iter().filter(|case| is_judged(case)).collect();
    let differences: Vec<String> =
        judged.iter().filter_map(|case| difference(case, &files_of(case), text(&case["expect"]))).collect();
    println!("{name}: {} cases compared, {} differences", judged.len(), differences.len());
    differences
}

/// The graphs of files, as they are checked.
fn graphs(files: &BTreeMap<String, String>) -> Vec<std::sync::Arc<CheckedGraph>> {
    let file = |(path, text): (&String, &String)| FixtureFile {
        path: Path::new("/project").join(path),
        text: text.clone(),
        marks: Vec::new(),
    };
    let mut fixture: Vec<FixtureFile> = files.iter().map(file).collect();
    let head = FixtureFile { path: Path::new("/project/.git/HEAD").into(), text: String::new(), marks: Vec::new() };
    fixture.push(head);
    let analysis = Fixture { files: fixture, cursor: None }.analysis();
    let graphs =
        analysis.files().into_iter().flat_map(|file| analysis.graphs(file).iter().cloned().collect::<Vec<_>>());
    graphs.map(|(_, graph)| graph).collect()
}

fn graph(text: &str) -> std::sync::Arc<CheckedGraph> {
    graphs(&BTreeMap::from([("rgd.yaml".to_owned(), text.to_owned())])).pop().unwrap()
}

fn to_json(value: &Value) -> Json {
    match &value.kind {
        ValueKind::Null | ValueKind::Unknown => Json::Null,
        ValueKind::Bool(it) => json!(it),
        ValueKind::Int(it) => json!(i64::try_from(it.get()).unwrap()),
        ValueKind::Float(it) => json!(it),
        ValueKind::String(it) => json!(it.as_str()),
        ValueKind::Sequence(items) => Json::Array(items.iter().map(to_json).collect()),
        ValueKind::Mapping(mapping) => Json::Object(
            mapping.entries.iter().map(|entry| (entry.entry_key().to_string(), to_json(&entry.value))).collect(),
        ),
    }
}

/// A schema in which neither the order of what is required counts, nor how often it is.
fn normalised(json: &Json) -> Json {
    match json {
        Json::Object(entries) => Json::Object(
            entries
                .iter()
                .map(|(key, value)| match (key.as_str(), value) {
                    ("required", Json::Array(names)) if names.iter().all(Json::is_string) => {
                        let names: BTreeSet<&str> = names.iter().map(text).collect();
                        (key.clone(), json!(names))
                    }
                    _ => (key.clone(), normalised(value)),
                })
                .collect(),
        ),
        Json::Array(items) => Json::Array(items.iter().map(normalised).collect()),
        Json::Number(number) => json!(number.as_f64()),
        other => other.clone(),
    }
}

/// A case whose file has a key `y`, which is `true` to kro's reader of YAML, and whose schema was made of the letter.
const WRONG_CASE: &str = "schema/struct-req-child-default";

#[test]
fn fields_become_the_schema_that_kro_writes() {
    let Some(cases) = cases("schema.json") else { return };
    let mut differences = Vec::new();
    for case in &cases {
        let files = BTreeMap::from([("rgd.yaml".to_owned(), text(&case["rgd"]).to_owned())]);
        let expect = text(&case["expect"]);
        differences.extend(difference(case, &files, expect));
        if expect == "schema" && text(&case["id"]) != WRONG_CASE {
            let schema = to_json(&graphs(&files).pop().unwrap().graph.fields);
            if normalised(&schema) != normalised(&case["schema"]) {
                differences.push(format!("{}: {schema}\n  expected {}", text(&case["id"]), case["schema"]));
            }
        }
    }
    println!("schema.json: {} cases compared, {} differences", cases.len(), differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Cases that can be told without asking a cluster.
fn is_of_workspace(case: &Json) -> bool {
    text(&case["needs"]) != "cluster"
}

#[test]
fn what_is_wrong_with_a_graph_is_told_at_its_line() {
    let differences = compare_all("rgd-checked.json", is_of_workspace);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn graphs_of_kros_own_tests_agree() {
    let differences = compare_all("graph-upstream.json", is_of_workspace);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn instances_are_judged_by_what_their_graph_defines() {
    let differences = compare_all("instances.json", |_| true);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn nothing_is_said_of_graphs_that_kro_takes() {
    let Some(cases) = cases("rgd-accepted.json") else { return };
    let mut differences = Vec::new();
    for case in &cases {
        let id = text(&case["id"]);
        let files = files_of(case);
        differences.extend(difference(case, &files, "ok"));
        let Some(checked) = graphs(&files).into_iter().next() else {
            differences.push(format!("{id}: no graph"));
            continue;
        };
        if let Some(difference) = reading(&checked, case) {
            differences.push(format!("{id}: {difference}"));
        }
    }
    println!("rgd-accepted.json: {} cases compared, {} differences", cases.len(), differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// What a graph is read as, where it is read otherwise by kro.
fn reading(checked: &CheckedGraph, case: &Json) -> Option<String> {
    let ids = |indexes: &[usize]| -> Vec<String> {
        indexes.iter().map(|index| checked.graph.resources[*index].id.name.to_string()).collect()
    };
    let order = json!(ids(&checked.order));
    let needs = |index: usize| ids(&checked.needs(index)).into_iter().collect::<BTreeSet<_>>();
    let needs: BTreeMap<String, BTreeSet<String>> =
        (0..checked.graph.resources.len()).map(|index| (ids(&[index]).remove(0), needs(index))).collect();
    let expected: BTreeMap<String, BTreeSet<String>> = match case["dependencies"].as_object() {
        Some(all) => all
            .iter()
            .map(|(id, needs)| {
                let needs = needs.as_array().into_iter().flatten().map(|it| text(it).to_owned());
                (id.clone(), needs.filter(|it| it != "schema").collect())
            })
            .collect(),
        None => needs.clone(),
    };
    let needs: BTreeMap<_, _> = needs.into_iter().filter(|(id, _)| expected.contains_key(id)).collect();
    let expected: BTreeMap<_, _> = expected.into_iter().filter(|(id, _)| needs.contains_key(id)).collect();
    let schema = normalised(&to_json(&checked.graph.fields));
    let name = checked.graph.definition_name().unwrap_or_default();
    if order != case["order"] && case["order"].is_array() {
        Some(format!("order {order}, expected {}", case["order"]))
    } else if needs != expected {
        Some(format!("dependencies {needs:?}, expected {expected:?}"))
    } else if schema != normalised(&case["spec_schema"]) && case["spec_schema"].is_object() {
        Some(format!("schema {schema}\n  expected {}", case["spec_schema"]))
    } else if case["status_schema"].is_object() && !is_as_inferred(&checked.status, &case["status_schema"]) {
        Some(format!("status {}, expected {}", to_json(&checked.status), case["status_schema"]))
    } else if case["crd"].is_string() && name != text(&case["crd"]) {
        Some(format!("defines {name}, expected {}", case["crd"]))
    } else {
        None
    }
}

/// Whether a schema of the status is the one that kro infers. It knows every kind of its cluster: what depends on one
/// whose schema is not at hand is unknown here. kro adds `conditions` and `state`.
fn is_as_inferred(found: &Value, expected: &Json) -> bool {
    match (&found.kind, expected) {
        (ValueKind::Unknown, _) => true,
        (ValueKind::Mapping(found), Json::Object(expected)) => {
            let are_in = found.entries.iter().all(|entry| {
                let expected = expected.get(entry.entry_key().to_string().as_str());
                expected.is_some_and(|expected| is_as_inferred(&entry.value, expected))
            });
            let is_found = |key: &String| found.entries.iter().any(|entry| entry.entry_key().to_string() == *key);
            are_in
                && expected
                    .keys()
                    .all(|key| is_found(key) || matches!(key.as_str(), "conditions" | "state" | "properties"))
        }
        _ => to_json(found) == *expected,
    }
}

#[test]
fn changes_of_a_schema_are_judged_as_kro_does() {
    let Some(cases) = cases("compat.json") else { return };
    let mut differences = Vec::new();
    for case in &cases {
        let comparison = match text(&case["form"]) {
            "rgd" => compare(&read(&case["old"]), &read(&case["new"])),
            _ => compare_schemas(&from_json(&case["old"]), &from_json(&case["new"])),
        };
        let CompatibilityReport { breaking, compatible, .. } = comparison;
        let found = [&breaking, &compatible].map(|changes| changes.iter().map(named).collect::<BTreeSet<_>>());
        let expected = ["breaking", "non_breaking"].map(|name| {
            let changes = case[name].as_array().into_iter().flatten();
            changes.map(|it| (text(&it["path"]).to_owned(), text(&it["kind"]).to_owned())).collect::<BTreeSet<_>>()
        });
        if found != expected {
            differences.push(format!("{}: {found:?}\n  expected {expected:?}", text(&case["id"])));
        }
    }
    println!("compat.json: {} cases compared, {} differences", cases.len(), differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn named(change: &Change) -> (String, String) {
    (change.path.clone(), change.kind.clone())
}

fn read(rgd: &Json) -> std::sync::Arc<Graph> {
    graph(text(rgd)).graph.clone()
}

fn from_json(json: &Json) -> Value {
    let document = sayl_core::document::TextDocument::new(FileId::NONE, &json.to_string());
    let root = document.stream().documents.first().unwrap();
    Value { origin: Place::NOWHERE, ..from_plain_yaml(FileId::NONE, root).value }
}
