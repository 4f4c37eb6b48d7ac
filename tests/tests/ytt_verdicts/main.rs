//! Whether sayl refuses what released ytt refuses, at the line that ytt names, and prints the same final values and
//! the same OpenAPI; and what expressions of template code give.
//!
//! The cases lie beside the project (`../shared/corpus/ytt-recorded`); without them this says so and checks nothing.
//! What differs is listed with its reason ([`EXCEPTIONS`]).

#![allow(clippy::unwrap_used, reason = "a test whose process prints no JSON has failed")]

use std::path::Path;

use rayon::prelude::*;
use sayl_tests::recorded::{Case, bytes, recorded};
use serde_json::Value as Json;

mod expressions;

/// Cases that differ: the file, their names, and why.
const EXCEPTIONS: &[(&str, &[&str], &str)] = &[
    (
        "repros.json",
        &["R4b"],
        "the annotation behind the last node is named, where ytt knows of no line but the first it finds",
    ),
    ("repros.json", &["R7a"], "Starlark finds a value equal to itself without asking it"),
    ("programs.json", &["q32"], "the same"),
    ("repros.json", &["R11b", "R11e"], "text is UTF-8, and other bytes are no values"),
    ("repros.json", &["R16c"], "a `when=` that fails for every value is told of the schema"),
    ("repros.json", &["R18d"], "a tuple as a key is refused"),
    ("programs.json", &["p38"], "the same"),
    ("bundles.json", &["b1002-25"], "a map that an item of `@schema/default` leaves out has the place of its schema"),
    ("repros.json", &["R28"], "nan and infinity are compared as IEEE 754 has it"),
    ("programs.json", &["q26"], "the `return` is named that leaves a node unfinished, not the call"),
    (
        "mutants.json",
        &["m1002-25", "m1005-37", "m1010-46"],
        "the line is named that is wrong, where ytt finds out on a later one",
    ),
    (
        "real-mutants.json",
        &["r1001-2", "r1002-9", "r1005-25", "r1007-17", "r1010-22"],
        "the line is named that is wrong, where ytt finds out on another one",
    ),
];

#[test]
fn smallest_cases_of_known_differences() {
    check("repros.json");
}

#[test]
fn bundles() {
    check("bundles.json");
}

#[test]
fn bundles_with_changed_lines() {
    check("mutants.json");
}

#[test]
fn real_bundles_with_changed_lines() {
    check("real-mutants.json");
}

#[test]
fn programs() {
    check("programs.json");
}

#[test]
fn flags() {
    check("flags.json");
}

fn check(name: &str) {
    let Some(file) = recorded(name) else { return };
    let cases = file["cases"].as_array().unwrap();
    let surprises = cases.par_iter().filter_map(|case| surprise(name, case, &file));
    let wrong: Vec<String> = surprises.collect();
    println!("{name}: {} cases", cases.len());
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// What differs and is not known. Of a known difference the test says when there is none any more.
fn surprise(file: &str, recorded: &Json, all: &Json) -> Option<String> {
    let case = Case::of(recorded, all);
    let known = EXCEPTIONS.iter().any(|(of, names, _)| *of == file && names.contains(&&*case.name));
    let folder = case.folder();
    let compare = Comparison { case: &case, recorded, folder: folder.path() };
    let difference = compare.verdict().or_else(|| compare.values()).or_else(|| compare.open_api());
    if known && difference.is_none() {
        println!("{file}: {} agrees by now", case.name);
    }
    difference.filter(|_| !known).map(|difference| format!("{}: {difference}", case.name))
}

struct Comparison<'a> {
    case: &'a Case<'a>,
    recorded: &'a Json,
    folder: &'a Path,
}

impl Comparison<'_> {
    fn verdict(&self) -> Option<String> {
        let ytt = self.case.rendered;
        if !ytt["panic"].is_null() {
            return None;
        }
        let output = self.case.run(&self.command(&["check", "--format", "json"]), self.folder);
        let report: Json = serde_json::from_slice(&output.stdout).unwrap_or(Json::Null);
        let is_error = |problem: &&Json| problem["severity"] == "error";
        let errors: Vec<&Json> = report["problems"].as_array().into_iter().flatten().filter(is_error).collect();
        if output.status.success() != (ytt["exit"] == 0) {
            let messages: Vec<_> = errors.iter().map(|it| format!("{}: {}", place(it).1, it["message"])).collect();
            return Some(format!("ytt says {}; here {}", ytt["error"], messages.join("; ")));
        }
        let mut places: Vec<(&str, u64)> = errors.iter().map(|problem| place(problem)).collect();
        let related = errors.iter().flat_map(|problem| problem["related"].as_array().into_iter().flatten());
        places.extend(related.map(place));
        let mut named = ytt["lines"].as_array().into_iter().flatten();
        let missing = named.find(|line| !self.is_among(line, &places));
        missing.filter(|_| output.status.code() == Some(1)).map(|line| format!("ytt names {line}; here {places:?}"))
    }

    /// Whether one of the places that are as good for ytt's line is told: that line, or one above it of which it is the
    /// node. Where ytt reads no YAML or code, it counts lines otherwise.
    fn is_among(&self, line: &Json, places: &[(&str, u64)]) -> bool {
        let error = self.case.rendered["error"].as_str().unwrap_or_default();
        let is_about = error.contains("yaml: ") || error.contains("got ");
        line.as_array().into_iter().flatten().any(|alternative| {
            let (file, line) = (alternative[0].as_str().unwrap(), alternative[1].as_u64().unwrap());
            places.iter().any(|(reported, at)| {
                is_same_file(reported, file)
                    && (*at == line
                        || is_about && at.abs_diff(line) <= 1
                        || *at < line && self.is_above(reported, *at, line))
            })
        })
    }

    /// Whether nothing but comments stands from a line to another one.
    fn is_above(&self, file: &str, from: u64, to: u64) -> bool {
        let Ok(text) = std::fs::read(self.folder.join(file)) else { return false };
        let text = String::from_utf8_lossy(&text);
        let [from, to] = [from.saturating_sub(1), to.saturating_sub(1)].map(|line| line as usize);
        let mut between = text.split('\n').take(to).skip(from).map(str::trim);
        between.all(|line| line.is_empty() || line.starts_with('#'))
    }

    fn values(&self) -> Option<String> {
        self.printed("values", &["--data-values-inspect"])
    }

    fn open_api(&self) -> Option<String> {
        self.printed("openapi", &["--data-values-schema-inspect", "-o", "openapi-v3"])
    }

    fn printed(&self, what: &str, flags: &[&str]) -> Option<String> {
        let ytt = if self.recorded[what]["same"].is_null() { &self.recorded[what] } else { self.case.rendered };
        if ytt.is_null() || !ytt["panic"].is_null() {
            return None;
        }
        let output = self.case.run(&self.command(flags), self.folder);
        let is_printed = output.status.success();
        let is_same = is_printed == (ytt["exit"] == 0) && (!is_printed || output.stdout == bytes(&ytt["stdout"]));
        let [printed, messages] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
        (!is_same).then(|| format!("{what}: ytt {} {}; here {printed}{messages}", ytt["stdout"], ytt["error"]))
    }

    fn command<'c>(&'c self, flags: &[&'c str]) -> Vec<&'c str> {
        [flags, self.case.arguments.as_slice()].concat()
    }
}

fn place(problem: &Json) -> (&str, u64) {
    let line = problem["range"]["start"]["line"].as_u64().unwrap_or_default();
    (problem["file"].as_str().unwrap_or_default(), line)
}

/// ytt names files as they are called below what it was given.
fn is_same_file(reported: &str, named: &str) -> bool {
    let [reported, named] = [reported, named].map(|path| Path::new(path.trim_start_matches("./")));
    reported.ends_with(named) || named.ends_with(reported)
}
