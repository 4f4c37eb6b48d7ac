//! Templates as programs against ytt's own cases: what ytt renders has no mistakes, mistakes stand where ytt names
//! them, and every name has its place and its meaning.
//!
//! The cases live beside the repository in `../shared/corpus`; without that folder there is nothing to compare.

use std::fs;

use sayl_core::document::TextDocument;
use sayl_core::template::compile::{Program, compile_starlark, compile_text, compile_yaml};
use sayl_core::template::names::Names;
use sayl_core::text::{FileId, Place, TextRange};
use sayl_tests::corpus::corpus;
use serde_json::Value as Json;

const SETS: [&str; 6] = ["templates", "schema", "validations", "data-values", "library", "overlays-and-other"];

/// Every file of every case that is a template, with its program.
fn programs(each: &mut dyn FnMut(&Json, &str, &str, Program)) {
    let Some(folder) = corpus("ytt") else { return };
    for set in SETS {
        let text = fs::read_to_string(folder.join(format!("{set}.json"))).expect("the corpus is readable");
        let cases: Json = serde_json::from_str(&text).expect("the corpus is JSON");
        for case in cases.as_array().expect("cases") {
            for (path, text) in case["files"].as_object().into_iter().flatten() {
                let text = text.as_str().unwrap_or_default();
                if let Some(program) = program(path, text) {
                    each(case, path, text, program);
                }
            }
        }
    }
}

fn program(path: &str, text: &str) -> Option<Program> {
    let file = FileId(0);
    match path.rsplit_once('.')?.1 {
        "yml" | "yaml" => {
            let document = TextDocument::new(file, text);
            let stream = document.stream();
            let is_read = stream.problems.is_empty() && stream.is_template;
            is_read.then(|| compile_yaml(file, text, stream))
        }
        "star" => Some(compile_starlark(file, text)),
        "txt" => Some(compile_text(file, text)),
        _ => None,
    }
}

/// The line of a place, from 1.
fn line(text: &str, place: Place) -> u64 {
    text.get(..place.range.start().into()).map_or(0, |before| before.matches('\n').count() as u64 + 1)
}

#[test]
fn code_has_mistakes_only_where_ytt_finds_them() {
    let mut differences = Vec::new();
    let mut compared = 0;
    programs(&mut |case, path, text, program| {
        compared += 1;
        for problem in &program.problems {
            let places = std::iter::once(problem.place).chain(problem.related.iter().map(|it| it.place));
            let lines: Vec<u64> = places.map(|place| line(text, place)).collect();
            let flagged: Vec<u64> =
                case["flagged"].as_array().into_iter().flatten().filter_map(|it| it[1].as_u64()).collect();
            let is_named = flagged.is_empty() || flagged.iter().any(|it| lines.contains(it));
            if case["exit"] == 0 || !is_named {
                differences.push(format!("{} {path}: {lines:?}, ytt {flagged:?}: {}", case["name"], problem.text()));
            }
        }
    });
    println!("{compared} programs, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// The lines of the template, from 1, that the lines of a program stand for; 0 for empty ones.
fn origins(text: &str, program: &Program) -> Vec<u64> {
    let mut start = 0;
    let lines = program.code.split_inclusive('\n').map(|code| {
        let first = start + code.len() - code.trim_start().len();
        start += code.len();
        if code.trim().is_empty() { 0 } else { line(text, program.map.place_of(first..first + 1)) }
    });
    lines.collect()
}

#[test]
fn each_line_of_a_program_stands_for_its_line_of_the_template() {
    let mut differences = Vec::new();
    programs(&mut |case, path, text, program| {
        let mut expected = 0;
        let mut last = 0;
        for origin in origins(text, &program) {
            // A line becomes several only where a block begins in its midst.
            expected += u64::from(origin == 0 || origin != last);
            if origin != 0 && origin != expected {
                differences.push(format!("{} {path}: line {expected} comes from {origin}", case["name"]));
            }
            last = if origin == 0 { expected } else { origin };
        }
    });
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// What code may name without defining it.
const BUILT_IN: [&str; 28] = [
    "None",
    "True",
    "False",
    "all",
    "any",
    "bool",
    "dict",
    "dir",
    "enumerate",
    "fail",
    "float",
    "getattr",
    "hasattr",
    "hash",
    "int",
    "len",
    "list",
    "max",
    "min",
    "print",
    "range",
    "repr",
    "reversed",
    "set",
    "sorted",
    "str",
    "tuple",
    "type",
];

/// Every name that code writes, with its place.
fn written(names: &Names) -> Vec<(&str, TextRange)> {
    let uses = names.uses.iter().map(|used| (&*used.name, used.range));
    let defined = names
        .bindings
        .iter()
        .flat_map(|binding| binding.definitions.iter().map(|definition| (&*binding.name, definition.range)));
    let parts = names.chains.iter().flat_map(|chain| &chain.parts);
    let parts = parts.filter_map(|part| Some((part.name()?, part.range()?)));
    uses.chain(defined).chain(parts).collect()
}

#[test]
fn every_name_stands_where_it_is_written() {
    let mut differences = Vec::new();
    let mut compared = 0;
    programs(&mut |case, path, text, program| {
        for (name, range) in written(&Names::of(&program, text)) {
            compared += 1;
            let found = text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default();
            if found != name {
                differences.push(format!("{} {path}: `{name}` at `{found}`", case["name"]));
            }
        }
    });
    println!("{compared} names");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn what_ytt_renders_has_no_name_without_a_definition() {
    let mut unknown = Vec::new();
    programs(&mut |case, path, text, program| {
        let names = Names::of(&program, text);
        let undefined = names.uses.iter().filter(|used| used.binding.is_none() && case["exit"] == 0);
        let undefined = undefined.map(|used| &*used.name).filter(|name| !BUILT_IN.contains(name));
        unknown.extend(undefined.map(|name| format!("{} {path}: {name}", case["name"])));
    });
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

#[test]
fn real_schemas_have_no_mistakes_in_their_code() {
    let Some(real) = corpus("real") else { return };
    let text = fs::read_to_string(real.join("expected-openapi.json")).expect("the corpus is readable");
    let files: Json = serde_json::from_str(&text).expect("the corpus is JSON");
    for path in files.as_array().expect("files").iter().filter_map(|entry| entry["file"].as_str()) {
        let text = fs::read_to_string(real.join(path)).expect("the corpus is readable");
        let problems = program("x.yml", &text).map(|program| program.problems).unwrap_or_default();
        assert_eq!(problems, [], "{path}");
    }
}
