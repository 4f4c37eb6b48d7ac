//! What `sayl render` prints and writes, held to what released ytt did: whole examples, random bundles, flags, scalars of
//! every sort and the modules of template code.
//!
//! The cases lie beside the project (`../shared/corpus/ytt-recorded`); without them this says so and checks nothing.
//! What differs is listed with its reason ([`EXCEPTIONS`]).

#![allow(clippy::unwrap_used, reason = "a test whose files cannot be written or process not run has failed")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use rayon::prelude::*;
use sayl_tests::binary;
use sayl_tests::corpus::corpus;
use serde_json::Value as Json;
use tempfile::TempDir;

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
    ("render-scalars.json", &["nk1001-39", "nk1001-40"], "null as a key is refused everywhere"),
    ("modules-rendered.json", &["yaml.decode(\"{1: a, true: b, 1.5: c, null: d}\")"], "the same"),
    (
        "render-scalars.json",
        &[
            "c1001-40",
            "c1001-200",
            "c1001-204",
            "c1001-260",
            "c1001-292",
            "c1001-304",
            "c1001-452",
            "c1001-488",
            "c1001-540",
        ],
        "escapes such as \\u0085 in code are characters, and text for ytt",
    ),
    ("modules-rendered.json", &["\"\\U0001F600x\""], "the same"),
    (
        "render-bundles.json",
        &["a1101-187", "a1102-208", "a1105-36", "a1105-341"],
        "how code is evaluated and values are laid over each other, not how they are printed",
    ),
    (
        "modules-rendered.json",
        &[
            "yaml.decode(\"a: 1\\na: 2\")",
            "math.asinh(1.5e300)",
            "struct.decode(y1())",
            "bool(struct.make())",
            "type(module.make(\"m\", a=1))",
            "struct.encode(y1()).a",
            "struct.encode(y1())",
            "assert.try_to(len)",
            "version.require_at_least(\"0.48.1-rc.1\")",
            "y9()",
            "yaml.encode(y9())",
            "type(y10({})[\"v\"])",
            "overlay.map_key(\"name\")(0, {\"name\": (\"{0}-{1}\", 123456789.123, \"b\", )}, {\"name\": \"\"})",
            "overlay.map_key(\"name\")(0, {\"name\": False}, {\"name\": \"no\"})",
            "overlay.map_key(\"name\")(0, {\"name\": 1}, {\"name\": [\"yes\", \"a,b,c\"]})",
            "overlay.map_key(\"name\")(0, {\"name\": \"é\"}, {\"name\": \"a=1;b=2\"})",
            "data.list(\"sub/\")",
            "data.list(\"<a>&b\")",
            "data.list(\"/sub\")",
        ],
        "how code is evaluated, not how its values are printed",
    ),
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
    let Some(folder) = corpus("ytt-recorded") else { return };
    let file: Json = serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let wrong: Vec<String> = cases.par_iter().filter_map(|case| surprise(name, &Case::of(case, &file))).collect();
    println!("{name}: {} cases", cases.len());
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// A difference that is not known. Of those that are known the test says where there is none any more.
fn surprise(file: &str, case: &Case) -> Option<String> {
    let known = EXCEPTIONS.iter().any(|(of, names, _)| *of == file && names.contains(&&*case.name));
    let difference = case.difference();
    if known && difference.is_none() {
        println!("{file}: {} agrees by now", case.name);
    }
    difference.filter(|_| !known).map(|difference| format!("{}: {difference}", case.name))
}

/// What ytt was given and what it did.
struct Case<'a> {
    name: String,
    files: Vec<(&'a str, Vec<u8>)>,
    links: Vec<(&'a str, &'a str)>,
    arguments: Vec<&'a str>,
    environment: Vec<(&'a str, &'a str)>,
    stdin: &'a str,
    rendered: &'a Json,
}

impl<'a> Case<'a> {
    fn of(case: &'a Json, file: &'a Json) -> Self {
        let own = |key: &str| if case[key].is_null() { &file[key] } else { &case[key] };
        let mut files: Vec<_> = entries(own("files")).map(|(path, content)| (path, bytes(content))).collect();
        let mut arguments: Vec<&str> = case["args"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let expression = case["expr"].as_str();
        if let Some(expression) = expression {
            let preamble = file["preamble"].as_str().unwrap();
            files.extend(entries(&file["extra_files"]).map(|(path, content)| (path, bytes(content))));
            files.push(("t.yml", format!("{preamble}---\nk: #@ {expression}\n").into_bytes()));
            arguments = "-f t.yml -f f.txt -f sub -f s.star".split(' ').collect();
        }
        Self {
            name: expression.or(case["id"].as_str()).unwrap_or_default().to_owned(),
            files,
            links: texts(&case["links"]),
            arguments,
            environment: texts(own("env")),
            stdin: case["stdin"].as_str().unwrap_or_default(),
            rendered: &case["render"],
        }
    }

    fn difference(&self) -> Option<String> {
        if !self.rendered["panic"].is_null() {
            return None;
        }
        let folder = self.folder();
        let output = self.render(folder.path());
        let is_accepted = self.rendered["exit"] == 0;
        if output.status.success() != is_accepted {
            let said = String::from_utf8_lossy(&output.stderr);
            return Some(format!("ytt accepts: {is_accepted} {}\n{said}", self.rendered["error"]));
        }
        let (stdout, expected) = (String::from_utf8_lossy(&output.stdout), bytes(&self.rendered["stdout"]));
        if is_accepted && output.stdout != expected {
            return Some(format!("ytt printed:\n{}\nhere:\n{stdout}", String::from_utf8_lossy(&expected)));
        }
        let written = entries(&self.rendered["written"]).find(|(path, content)| {
            let path = folder.path().join(path);
            if content.is_null() { !path.is_dir() } else { std::fs::read(path).ok() != Some(bytes(content)) }
        });
        let removed = self.rendered["removed"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let left = removed.into_iter().find(|path| folder.path().join(path).exists());
        written.map(|(path, _)| path).or(left).map(|path| format!("{path} is not what ytt left"))
    }

    fn folder(&self) -> TempDir {
        let folder = TempDir::new().unwrap();
        let place = |path: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            path
        };
        for (path, content) in &self.files {
            std::fs::write(place(path), content).unwrap();
        }
        #[cfg(unix)]
        for (path, target) in &self.links {
            std::os::unix::fs::symlink(target, place(path)).unwrap();
        }
        folder
    }

    fn render(&self, folder: &Path) -> Output {
        let mut command = Command::new(binary::sayl());
        command.current_dir(folder).arg("render").args(&self.arguments).envs(self.environment.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Whoever reads nothing may be gone by now.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), self.stdin.as_bytes());
        child.wait_with_output().unwrap()
    }
}

fn entries(object: &Json) -> impl Iterator<Item = (&str, &Json)> {
    object.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn texts(object: &Json) -> Vec<(&str, &str)> {
    entries(object).filter_map(|(key, value)| Some((key, value.as_str()?))).collect()
}

/// Text as it stands; what is no UTF-8 is given in base64.
fn bytes(content: &Json) -> Vec<u8> {
    match content["base64"].as_str() {
        Some(encoded) => decoded(encoded),
        None => content.as_str().unwrap_or_default().as_bytes().to_vec(),
    }
}

fn decoded(base64: &str) -> Vec<u8> {
    let digit = |byte: u8| {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|it| *it == byte)
    };
    let digits: Vec<usize> = base64.bytes().filter_map(digit).collect();
    let group = |group: &[usize]| {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - group.len()));
        bits.to_be_bytes()[usize::BITS as usize / 8 - 3..][..group.len() - 1].to_vec()
    };
    digits.chunks(4).filter(|digits| digits.len() > 1).flat_map(group).collect()
}
