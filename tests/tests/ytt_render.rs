//! What `sayl render` prints and writes, held to what released ytt did: whole examples, random bundles, flags, scalars of
//! every sort and the modules of template code.
//!
//! The cases lie beside the project (`../shared/corpus/ytt-recorded`); without them this says so and checks nothing.
//! What differs is listed with its reason ([`EXCEPTIONS`]).

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be written or process not run has failed")]

use rayon::prelude::*;
use sayl_tests::recorded::{Case, bytes, entries, recorded};
use serde_json::Value as Json;

/// Cases that differ: the file, their names or expressions, and why.
const EXCEPTIONS: &[(&str, &[&str], &str)] = &[
    ("render-flags.json", &["f180", "f182"], "what is meant for programs that start ytt is left out"),
    (
        "render-scalars.json",
        &["nk1001-57", "nk1001-58", "nk1001-59", "nk1001-60", "nk1001-61", "nk1001-62"],
        "maps and arrays as keys, of which ytt prints its own inner nodes, are refused",
    ),
    ("render-scalars.json", &["n1001-45", "nk1001-45"], "text is UTF-8, and other bytes are no values"),
    ("modules-rendered.json", &["base64.decode(\"gICA\")", "base64.decode(\"/+8=\")"], "the same"),
    ("modules-rendered.json", &["[x for x in \"日本語\".elems()]"], "the same: ytt takes the bytes apart"),
    ("modules-rendered.json", &["math.asinh(1.5e300)"], "the last digit"),
    ("modules-rendered.json", &["assert.try_to(len)"], "what goes wrong is said in other words"),
];

#[test]
fn examples_and_file_tests_are_rendered_alike() {
    check("render.json");
}

#[test]
fn bundles_are_rendered_alike() {
    check("render-bundles.json");
}

#[test]
fn flags_mean_the_same() {
    check("render-flags.json");
}

#[test]
fn scalars_are_printed_alike() {
    check("render-scalars.json");
}

#[test]
fn modules_give_the_same() {
    check("modules-rendered.json");
}

fn check(name: &str) {
    let Some(file) = recorded(name) else { return };
    let cases = file["cases"].as_array().unwrap();
    let wrong: Vec<String> = cases.par_iter().filter_map(|case| surprise(name, &Case::of(case, &file))).collect();
    println!("{name}: {} cases", cases.len());
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// A difference that is not known. Of those that are known the test says where there is none any more.
fn surprise(file: &str, case: &Case) -> Option<String> {
    let known = EXCEPTIONS.iter().any(|(of, names, _)| *of == file && names.contains(&&*case.name));
    let difference = difference(case);
    if known && difference.is_none() {
        println!("{file}: {} agrees by now", case.name);
    }
    difference.filter(|_| !known).map(|difference| format!("{}: {difference}", case.name))
}

fn difference(case: &Case) -> Option<String> {
    if !case.rendered["panic"].is_null() {
        return None;
    }
    let folder = case.folder();
    let command = [&["render"], case.arguments.as_slice()].concat();
    let output = case.run(&command, folder.path());
    let is_accepted = case.rendered["exit"] == 0;
    if output.status.success() != is_accepted {
        let printed = String::from_utf8_lossy(&output.stderr);
        return Some(format!("ytt accepts: {is_accepted} {}\n{printed}", case.rendered["error"]));
    }
    let (stdout, expected) = (String::from_utf8_lossy(&output.stdout), bytes(&case.rendered["stdout"]));
    if is_accepted && output.stdout != expected {
        return Some(format!("ytt printed:\n{}\nhere:\n{stdout}", String::from_utf8_lossy(&expected)));
    }
    let written = entries(&case.rendered["written"]).find(|(path, content)| {
        let path = folder.path().join(path);
        if content.is_null() { !path.is_dir() } else { std::fs::read(path).ok() != Some(bytes(content)) }
    });
    let removed = case.rendered["removed"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let left = removed.into_iter().find(|path| folder.path().join(path).exists());
    written.map(|(path, _)| path).or(left).map(|path| format!("{path} is not what ytt left"))
}
