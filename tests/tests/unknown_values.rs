//! Names in template code that are judged without running it: nothing is said of code that ytt accepts.
//!
//! The corpora lie beside the project (`../shared/corpus`); without them only the examples are looked at.

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be read has failed")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sayl_core::problem::Code;
use sayl_core::test_support::{Fixture, FixtureFile};
use sayl_tests::binary::workspace_root;
use sayl_tests::corpus::corpus;
use serde_json::Value as Json;

/// Texts by their paths.
type Files = BTreeMap<String, String>;

/// Every name in these files that is said not to be there.
fn unknown(files: &Files) -> String {
    let file = |(path, text): (&String, &String)| FixtureFile {
        path: Path::new("/bundle").join(path),
        text: text.clone(),
        marks: Vec::new(),
    };
    let analysis = Fixture { files: files.iter().map(file).collect(), cursor: None }.analysis();
    let mut found = String::new();
    for file in analysis.files() {
        for problem in analysis.problems(file).iter() {
            if problem.code == Code::UnknownValue {
                let path = analysis.path(file);
                let text = analysis.document(file).map(|it| it.rope().to_string()).unwrap_or_default();
                let line = text[..problem.place.range.start().into()].matches('\n').count() + 1;
                let _ = writeln!(found, "{}:{line}: {}", path.display(), problem.message);
            }
        }
    }
    found
}

#[track_caller]
fn check(name: &str, worlds: impl Iterator<Item = (String, Files)>) {
    let (mut count, mut claims) = (0, String::new());
    for (world, files) in worlds {
        count += 1;
        let found = unknown(&files);
        if !found.is_empty() {
            let _ = writeln!(claims, "\n## {name} {world}\n{found}");
        }
    }
    println!("{name}: {count} bundles");
    assert!(claims.is_empty(), "{claims}");
}

#[test]
fn nothing_is_said_of_the_examples() {
    let examples = ["web-app", "openchoreo", "monorepo"].into_iter();
    check(
        "examples",
        examples.map(|name| (name.to_owned(), files_below(&workspace_root().join("examples").join(name)))),
    );
}

#[test]
fn nothing_is_said_of_real_projects() {
    let Some(folder) = corpus("real") else { return };
    check("real", std::iter::once(("as a whole".to_owned(), files_below(&folder))));
}

#[test]
fn nothing_is_said_of_what_ytt_accepts_in_its_own_suites() {
    let Some(folder) = corpus("ytt") else { return };
    let names = ["data-values", "library", "overlays-and-other", "schema", "templates", "validations"].into_iter();
    let worlds = names.flat_map(|name| {
        let cases: Vec<Json> = serde_json::from_str(&read(&folder.join(format!("{name}.json")))).unwrap();
        let accepted = cases.into_iter().filter(|case| case["exit"] == 0);
        accepted.map(|case| (text(&case["name"]), files_of(&case["files"])))
    });
    check("ytt", worlds);
}

#[test]
fn nothing_is_said_of_what_ytt_was_recorded_to_accept() {
    let Some(folder) = corpus("ytt-recorded") else { return };
    let names = ["bundles", "mutants", "real-mutants", "programs", "render", "render-bundles", "repros"].into_iter();
    let worlds = names.flat_map(|name| {
        let recorded: Json = serde_json::from_str(&read(&folder.join(format!("{name}.json")))).unwrap();
        let cases = recorded["cases"].as_array().unwrap().iter();
        let accepted = cases.filter(|case| case["render"]["exit"] == 0);
        let worlds: Vec<(String, Files)> =
            accepted.map(|case| (text(&case["id"]), files_of_case(&recorded, case))).collect();
        worlds
    });
    check("ytt-recorded", worlds);
}

#[test]
fn nothing_is_said_of_expressions_that_ytt_evaluates() {
    let Some(folder) = corpus("ytt-recorded") else { return };
    let recorded: Json = serde_json::from_str(&read(&folder.join("data-values-expressions.json"))).unwrap();
    let cases = recorded["cases"].as_array().unwrap().iter();
    let template = text(&recorded["t.yml"]) + &lines(cases.filter(|case| is_evaluated(case)));
    let files = Files::from([("v.yml".to_owned(), text(&recorded["v.yml"])), ("t.yml".to_owned(), template)]);
    check("data values", std::iter::once(("all".to_owned(), files)));
    let recorded: Json = serde_json::from_str(&read(&folder.join("modules.json"))).unwrap();
    let cases = recorded["cases"].as_array().unwrap().iter();
    let accepted = cases.filter(|case| is_evaluated(case));
    let mut files = files_of(&recorded["extra_files"]);
    files.insert("t.yml".to_owned(), text(&recorded["preamble"]) + &lines(accepted));
    check("modules", std::iter::once(("all".to_owned(), files)));
}

/// Whether ytt gives an expression a value: its type comes first then.
fn is_evaluated(case: &Json) -> bool {
    match &case["outcome"] {
        Json::Array(_) => true,
        Json::String(outcome) => outcome.starts_with('['),
        _ => false,
    }
}

/// Each expression as a line of a template.
fn lines<'j>(cases: impl Iterator<Item = &'j Json>) -> String {
    let lines = cases.enumerate().map(|(index, case)| format!("k{index}: #@ {}\n", text(&case["expr"])));
    lines.fold("---\n".to_owned(), |all, line| all + &line)
}

fn files_of_case(recorded: &Json, case: &Json) -> Files {
    let base = case["base"].as_str().map(|base| files_of(&recorded["bases"][base])).unwrap_or_default();
    let own = [&case["files"], &case["replace"]].into_iter().filter(|files| files.is_object()).flat_map(files_of);
    base.into_iter().chain(own).collect()
}

fn files_of(json: &Json) -> Files {
    let files = json.as_object().unwrap().iter();
    files.filter_map(|(path, text)| Some((path.clone(), text.as_str()?.to_owned()))).collect()
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The texts below a folder.
fn files_below(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        let paths: Vec<PathBuf> = std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()).collect();
        for path in paths {
            match std::fs::read_to_string(&path) {
                _ if path.is_dir() => waiting.push(path),
                Ok(text) => {
                    files.insert(path.strip_prefix(folder).unwrap().display().to_string(), text);
                }
                Err(_) => {}
            }
        }
    }
    files
}
