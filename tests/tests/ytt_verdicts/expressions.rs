//! What expressions of template code give: their type and how they are written, or that they fail.

use std::path::Path;
use std::process::Command;

use rayon::prelude::*;
use sayl_tests::binary;
use sayl_tests::recorded::{bytes, entries, recorded};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

/// Expressions that differ, and why.
const EXCEPTIONS: &[(&[&str], &str)] = &[
    (
        &[r#""é"[::3]"#, r#""İ"[:-1]"#, r#"base64.decode("/+8=")"#, r#"base64.decode("gICA")"#],
        "text is UTF-8, and other bytes are no values",
    ),
    (
        &[r#"ip.parse_cidr("::1/128")"#, r#"ip.parse_cidr("10.1.2.3/8")"#],
        "addresses inside a tuple are written as they are elsewhere, not as functions of ytt's",
    ),
    (
        &["assert.try_to(lambda x: x)", "assert.try_to(fail)", "assert.try_to(len)"],
        "what goes wrong is said in other words",
    ),
    (
        &[
            "y2()[1:]",
            r#"y10({"a": 18446744073709551616, "name": False})["v"]"#,
            r#"type(y10({"a": 18446744073709551616, "name": -1})["v"])"#,
            r#"y10({"a": "017", "c": set([0, 0.1, 18446744073709551616, "1.5"]), "name": [0.1]})["v"]"#,
            r#"y10(struct.make(a=100000000000000000000))["v"]"#,
        ],
        "a failure that ytt cannot catch is caught",
    ),
    (
        &["template.replace(y1())", "type(template.replace(y1()))"],
        "documents are replaced where it is called, as it works elsewhere",
    ),
    (
        &["data.values.e.append(1)", "data.values.m.yy.append(1)"],
        "data values are not changed by the code that reads them",
    ),
];

/// How many expressions are evaluated in one bundle, as long as none of them makes it fail.
const TOGETHER: usize = 20;

#[test]
fn modules_and_builtins() {
    let Some(file) = recorded("modules.json") else { return };
    let preamble = file["preamble"].as_str().unwrap();
    let extra: Vec<_> =
        entries(&file["extra_files"]).map(|(path, content)| (path.to_owned(), bytes(content))).collect();
    check(&file, |_, expressions| {
        let line = |(index, expression): (usize, &&str)| format!("k{index}: #@ t(lambda: {expression})\n");
        let lines: String = expressions.iter().enumerate().map(line).collect();
        let values = format!("{preamble}#@data/values\n---\na: 1\n{lines}");
        let files = [vec![("v.yml".to_owned(), values.into_bytes())], extra.clone()].concat();
        outcomes(&files, &["values", "-o", "json", "-f", "."], expressions.len())
    });
}

#[test]
fn data_values() {
    let Some(file) = recorded("data-values-expressions.json") else { return };
    let text = |path: &str| file[path].as_str().unwrap().to_owned();
    check(&file, |case, expressions| {
        let line = |(index, expression): (usize, &&str)| format!("k{index}: #@ str(t(lambda: {expression}))\n");
        let lines: String = expressions.iter().enumerate().map(line).collect();
        let mut files = vec![
            ("t.yml".to_owned(), format!("{}---\n{lines}", text("t.yml")).into_bytes()),
            ("v.yml".to_owned(), text("v.yml").into_bytes()),
        ];
        if case["schema"] == true {
            files.push(("s.yml".to_owned(), text("s.yml").into_bytes()));
        }
        outcomes(&files, &["render", "-o", "json", "-f", "."], expressions.len())
    });
}

/// Compares what expressions give; `None` of a bundle means that it is refused.
fn check(file: &Json, give: impl Fn(&Json, &[&str]) -> Option<Vec<Json>> + Sync) {
    let mut cases: Vec<&Json> = file["cases"].as_array().unwrap().iter().collect();
    cases.sort_by_key(|case| case["schema"] == true);
    let groups = cases.chunk_by(|one, other| one["schema"] == other["schema"]).flat_map(|group| group.chunks(TOGETHER));
    let groups: Vec<&[&Json]> = groups.collect();
    let wrong: Vec<String> = groups.par_iter().flat_map(|group| differences(group, &give)).collect();
    assert!(wrong.is_empty(), "{} of {} expressions:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

fn differences(group: &[&Json], give: &(impl Fn(&Json, &[&str]) -> Option<Vec<Json>> + Sync)) -> Vec<String> {
    let [first, rest @ ..] = group else { return Vec::new() };
    let expressions: Vec<&str> = group.iter().filter_map(|case| case["expr"].as_str()).collect();
    let Some(given) = give(first, &expressions) else {
        if rest.is_empty() {
            return difference(first, &json!({ "fails": true })).into_iter().collect();
        }
        let (before, behind) = group.split_at(group.len() / 2);
        return [before, behind].into_iter().flat_map(|half| differences(half, give)).collect();
    };
    group.iter().zip(&given).filter_map(|(case, given)| difference(case, given)).collect()
}

fn difference(case: &Json, given: &Json) -> Option<String> {
    let (outcome, expression) = (&case["outcome"], case["expr"].as_str().unwrap());
    let is_known = EXCEPTIONS.iter().any(|(expressions, _)| expressions.contains(&expression));
    let is_same = outcome == given || outcome.is_object() && (given.is_object() || !outcome["panic"].is_null());
    if is_known && is_same {
        println!("{expression} agrees by now");
    }
    (!is_same && !is_known).then(|| format!("{expression}: ytt {outcome}, here {given}"))
}

/// What a bundle gives for each expression; `None` if it is refused.
fn outcomes(files: &[(String, Vec<u8>)], command: &[&str], number: usize) -> Option<Vec<Json>> {
    let folder = TempDir::new().unwrap();
    for (path, content) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).unwrap();
        std::fs::write(path, content).unwrap();
    }
    let output = Command::new(binary::sayl()).current_dir(folder.path()).args(command).output().unwrap();
    let printed: Json = serde_json::from_slice(&output.stdout).ok().filter(|_| output.status.success())?;
    Some((0..number).map(|index| printed[format!("k{index}")].clone()).collect())
}
