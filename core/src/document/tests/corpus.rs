//! The corpora beside the project, when they are there: one parse of the whole is what segments must join to.

#![expect(clippy::disallowed_methods, reason = "the corpora are read from the disk")]

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::half_typed::costs;
use super::{TextDocument, dump_stream, dump_whole};
use crate::text::FileId;
use crate::yaml::syntax::{DocumentsExtent, refusal};

/// Suite cases in which tree-sitter counts an empty document too many after `...`; and those in which to ytt the name of
/// an anchor or alias ends at a colon, `?` in brackets always marks a key, or a colon there ends one before blanks alone.
const READ_OTHERWISE: [&str; 8] = ["HWV9/0", "M7A3/0", "QT73/0", "2SXE/0", "4ABK/0", "652Z/0", "HM87/1", "Y2GN/0"];

fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    if !path.exists() {
        // A test that passes has what it prints withheld, but not what it writes itself.
        let _ = writeln!(std::io::stderr(), "not compared: there is no corpus beside the project");
        return None;
    }
    Some(path)
}

/// The valid cases of the YAML test suite: name and text.
fn suite() -> Vec<(String, String)> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let mut cases = Vec::new();
    let mut files: Vec<_> =
        std::fs::read_dir(corpus.join("yaml-test-suite")).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|it| it.extension().is_some_and(|it| it == "yaml")) {
        let text = std::fs::read_to_string(file).unwrap();
        let document = TextDocument::new(FileId(0), &text);
        let root = document.stream().documents[0].root();
        let mut yaml = String::new();
        for (index, item) in root.sequence().unwrap().items().enumerate() {
            let field = |name: &str| {
                let entries = item.value().mapping().unwrap();
                let entry = entries.entries().find(|entry| entry.key().scalar().unwrap().text == name);
                entry.and_then(|entry| entry.value().scalar().map(|it| it.text.to_string()))
            };
            if let Some(text) = field("yaml") {
                yaml = unescaped(&text);
            }
            if field("fail").is_none() {
                cases.push((format!("{}/{index}", file.file_stem().unwrap().to_string_lossy()), yaml.clone()));
            }
        }
    }
    cases
}

/// The suite's marks for characters that one cannot see.
fn unescaped(text: &str) -> String {
    let text = text.replace('␣', " ").replace('⇔', "\u{feff}").replace('↵', "").replace('←', "\r");
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '—' => {}
            '»' => out.push('\t'),
            _ => out.push(character),
        }
    }
    match out.strip_suffix("∎\n") {
        Some(out) => out.to_owned(),
        None => out,
    }
}

#[track_caller]
fn joins_to_whole(name: &str, text: &str, failures: &mut Vec<String>) -> bool {
    if READ_OTHERWISE.contains(&name) {
        return true;
    }
    let Some(whole) = dump_whole(text) else { return false };
    let loads = refusal(text, DocumentsExtent::Documents).is_none();
    for cap in [1, 3, 10, 200] {
        let document = TextDocument::with_cap(FileId(0), text, cap);
        let joined = dump_stream(document.stream());
        if joined != whole || loads && !document.stream().problems.is_empty() {
            let problems: Vec<_> = document.stream().problems.iter().map(|it| (&it.message, it.place.range)).collect();
            failures
                .push(format!("=== {name} cap {cap}\n{text}\n--- whole\n{whole}\n--- joined\n{joined}\n{problems:?}"));
            break;
        }
    }
    true
}

#[test]
fn the_segments_of_every_valid_suite_case_join_to_one_parse_of_the_whole() {
    let mut failures = Vec::new();
    let cases = suite();
    let compared = cases.iter().filter(|(name, text)| joins_to_whole(name, text, &mut failures)).count();
    println!("{compared} of {} cases compared, {} differ", cases.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Every YAML file below a folder.
fn yaml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
        if path.is_dir() {
            yaml_files(&path, found);
        } else if path.extension().is_some_and(|it| it == "yaml" || it == "yml") {
            found.push(path);
        }
    }
}

#[test]
fn the_segments_of_every_file_of_the_corpora_join_to_one_parse_of_the_whole() {
    let Some(corpus) = corpus() else { return };
    let mut files = Vec::new();
    yaml_files(&corpus, &mut files);
    files.sort();
    let mut failures = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        joins_to_whole(&file.display().to_string(), &text, &mut failures);
    }
    println!("{} files compared, {} differ", files.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The states of `half-typed.json`: a name, the text before, the range to replace and what to replace it by.
fn half_typed() -> Vec<(String, String, Range<usize>, String)> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(corpus.join("half-typed.json")).unwrap()).unwrap();
    let text = json["text"].as_str().unwrap();
    let anchor = text.find("service10:").unwrap();
    let states = json["edits"].as_array().unwrap().iter().map(|edit| {
        let find = edit["find"].as_str().unwrap();
        let number = |key: &str| usize::try_from(edit[key].as_u64().unwrap()).unwrap();
        let start = anchor + text[anchor..].find(find).unwrap() + number("offset");
        let word = |key: &str| edit[key].as_str().unwrap().to_owned();
        (word("name"), text.to_owned(), start..start + number("delete"), word("insert"))
    });
    states.collect()
}

#[test]
fn every_half_typed_state_of_the_corpora_costs_its_line_only() {
    let mut failures = Vec::new();
    for (name, text, range, insert) in half_typed() {
        for cap in [1, 10, 100, 1000] {
            let costs = costs(&text, range.clone(), &insert, cap);
            failures.extend(costs.map(|costs| format!("{name} cap {cap}: {costs}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
