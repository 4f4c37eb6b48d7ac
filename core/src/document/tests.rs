//! Segments joined are one parse of the whole; edits end where a fresh reading does.

mod properties;

use std::fmt::Write;
use std::path::Path;

use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::lower::lower;
use crate::yaml::syntax::{Extent, refusal};
use crate::yaml::{At, Comment, Document, Node, NodeKind, Stream};

use super::TextDocument;
use super::piece::parse_tree;

/// Every node, range, text and comment of a stream, one per line.
fn dump(documents: &[Document], dangling: &[Comment]) -> String {
    let mut out = String::new();
    for document in documents {
        writeln!(out, "document marker={:?}", document.marker).unwrap();
        dump_comments(&mut out, &document.comments, TextSize::new(0), 1);
        writeln!(out, " anchors={:?}", document.anchors).unwrap();
        dump_node(&mut out, document.root(), 1);
    }
    dump_comments(&mut out, dangling, TextSize::new(0), 0);
    out
}

fn dump_comments(out: &mut String, comments: &[Comment], base: TextSize, depth: usize) {
    for comment in comments {
        let trailing = if comment.trailing { " trailing" } else { "" };
        writeln!(out, "{:depth$}#{} {:?}{trailing}", "", comment.text, comment.range + base).unwrap();
    }
}

fn dump_node(out: &mut String, node: At<'_, Node>, depth: usize) {
    let range = node.range();
    if let Some(properties) = &node.properties {
        let at = |it: &Option<(smol_str::SmolStr, TextRange)>| {
            it.as_ref().map(|(name, range)| (name.clone(), *range + node.base))
        };
        writeln!(out, "{:depth$}tag={:?} anchor={:?}", "", at(&properties.tag), at(&properties.anchor)).unwrap();
    }
    match &node.get().kind {
        NodeKind::Scalar(scalar) => {
            writeln!(out, "{:depth$}{:?} {:?} {range:?}", "", scalar.style, scalar.text).unwrap()
        }
        NodeKind::Mapping(mapping) => writeln!(out, "{:depth$}{:?} mapping {range:?}", "", mapping.style).unwrap(),
        NodeKind::Sequence(sequence) => writeln!(out, "{:depth$}{:?} sequence {range:?}", "", sequence.style).unwrap(),
        other => writeln!(out, "{:depth$}{other:?} {range:?}", "").unwrap(),
    }
    for entry in node.mapping().into_iter().flat_map(At::entries) {
        writeln!(out, "{:depth$} entry {:?}", "", entry.range()).unwrap();
        dump_comments(out, entry.comments(), entry.base, depth + 2);
        dump_node(out, entry.key(), depth + 2);
        dump_node(out, entry.value(), depth + 2);
    }
    for item in node.sequence().into_iter().flat_map(At::items) {
        writeln!(out, "{:depth$} item {:?}", "", item.range()).unwrap();
        dump_comments(out, item.comments(), item.base, depth + 2);
        dump_node(out, item.value(), depth + 2);
    }
}

fn dump_stream(stream: &Stream) -> String {
    dump(&stream.documents, &stream.dangling)
}

/// One parse of the whole text; `None` if that fails.
fn dump_whole(text: &str) -> Option<String> {
    let lowered = lower(text, &parse_tree(text)?);
    lowered.errors.is_empty().then(|| dump(&lowered.documents, &lowered.dangling))
}

/// Suite cases in which tree-sitter counts an empty document too many after `...`.
const MISCOUNTED: [&str; 3] = ["HWV9/0", "M7A3/0", "QT73/0"];

fn corpus() -> Option<std::path::PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    if !path.exists() {
        println!("no corpus at {}: nothing compared", path.display());
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
fn assert_joined_equals_whole(name: &str, text: &str, failures: &mut Vec<String>) -> bool {
    if MISCOUNTED.contains(&name) {
        return true;
    }
    let Some(whole) = dump_whole(text) else { return false };
    let loads = refusal(text, Extent::Documents).is_none();
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
    let compared = cases.iter().filter(|(name, text)| assert_joined_equals_whole(name, text, &mut failures)).count();
    println!("{compared} of {} cases compared, {} differ", cases.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Every YAML file below a folder.
fn yaml_files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
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
        assert_joined_equals_whole(&file.display().to_string(), &text, &mut failures);
    }
    println!("{} files compared, {} differ", files.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

struct HalfTyped {
    name: String,
    before: String,
    after: String,
    edit: (usize, usize, String),
}

/// The states of `half-typed.json`.
fn half_typed() -> Vec<HalfTyped> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(corpus.join("half-typed.json")).unwrap()).unwrap();
    let text = json["text"].as_str().unwrap();
    let anchor = text.find("service10:").unwrap();
    let states = json["edits"].as_array().unwrap().iter().map(|edit| {
        let find = edit["find"].as_str().unwrap();
        let number = |key: &str| usize::try_from(edit[key].as_u64().unwrap()).unwrap();
        let start = anchor + text[anchor..].find(find).unwrap() + number("offset");
        let end = start + number("delete");
        let insert = edit["insert"].as_str().unwrap().to_owned();
        HalfTyped {
            name: edit["name"].as_str().unwrap().to_owned(),
            before: text.to_owned(),
            after: format!("{}{insert}{}", &text[..start], &text[end..]),
            edit: (start, end, insert),
        }
    });
    states.collect()
}

/// The keys of every entry and the texts of every comment, with the text of scalar values, in order of their lines.
fn facts(stream: &Stream, text: &str) -> Vec<(usize, String)> {
    let dump = dump_stream(stream);
    let mut facts = Vec::new();
    for line in dump.lines() {
        let Some((what, range)) = line.trim().rsplit_once(' ') else { continue };
        let Some((start, _)) = range.split_once("..") else { continue };
        let Ok(start) = start.parse::<usize>() else { continue };
        if what.starts_with('#') || what.starts_with("Plain") || what.ends_with('"') {
            facts.push((text[..start].matches('\n').count(), what.to_owned()));
        }
    }
    facts
}

#[test]
fn a_half_typed_line_costs_nothing_but_itself() {
    let mut failures = Vec::new();
    for cap in [1, 10, 100, 1000] {
        for state in half_typed() {
            let before = TextDocument::with_cap(FileId(0), &state.before, cap);
            let (start, end, insert) = state.edit.clone();
            let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
            let after = before.edit(range, &insert);
            let fresh = TextDocument::with_cap(FileId(0), &state.after, cap);
            if dump_stream(after.stream()) != dump_stream(fresh.stream()) {
                failures.push(format!("{} cap {cap}: the edit ends elsewhere than a fresh reading", state.name));
            }
            let count = |text: &str| text.matches('\n').count();
            let edited = count(&state.before[..start]);
            let removed = count(&state.before[start..end]);
            let kept = facts(after.stream(), &state.after);
            let mut lost = facts(before.stream(), &state.before);
            lost.retain(|(line, fact)| {
                let inserted = if *line > edited + removed { count(&insert) } else { 0 };
                let moved = if insert.ends_with('\n') && *line == edited {
                    line + 1
                } else {
                    line + inserted - if inserted == 0 { 0 } else { removed }
                };
                !kept.contains(&(moved, fact.clone()))
                    && (insert.ends_with('\n') || !(edited..=edited + removed).contains(line))
            });
            if !lost.is_empty() {
                failures.push(format!("{} cap {cap}: lost {lost:?}, edited line {edited}", state.name));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The problems of a text: code, line from 0, and what they are about.
fn problems(document: &TextDocument) -> String {
    let mut out = String::new();
    for problem in &document.stream().problems {
        let range = document.resolve(problem.place).unwrap();
        let line = document.line_of(range.start());
        let token: String = document.slice(range).chars().take(20).collect();
        writeln!(out, "{}:{line} {token:?} {}", problem.code.name(), problem.message).unwrap();
    }
    out
}

#[test]
fn nesting_of_any_kind_and_depth_is_refused_once_and_costs_nothing_else() {
    let nested_keys: String = (0..3000).map(|depth| format!("{:depth$}k:\n", "")).collect();
    let kinds = [
        ("dashes", "- ".repeat(100_000)),
        ("questions", "? ".repeat(100_000)),
        ("open brackets", "[".repeat(100_000)),
        ("open braces", "{".repeat(100_000)),
        ("open braces with keys", "{a: ".repeat(100_000)),
        ("brackets", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))),
        ("braces", format!("{}{}", "{a: ".repeat(100_000), "}".repeat(100_000))),
        ("dashes and keys", "- a:\n".to_owned()),
        ("300 dashes", format!("{}x", "- ".repeat(300))),
        ("300 questions", format!("{}x", "? ".repeat(300))),
        ("300 brackets", format!("{}{}", "[".repeat(300), "]".repeat(300))),
        ("explicit", "? - ".repeat(300)),
        ("colons", ": ".repeat(300)),
        ("keys", nested_keys),
    ];
    let mut failures = Vec::new();
    for (name, deep) in kinds {
        let indented: String = deep.lines().map(|line| format!("  {line}\n")).collect();
        for text in [
            format!("above: 1\ndeep:\n{indented}below: 2\n"),
            format!("above: 1\ndeep:\n  inner: {deep}\nbelow: 2\n"),
            format!("--- {deep}\n---\nabove: 1\nbelow: 2\n"),
            format!("{deep}\n---\nabove: 1\nbelow: 2\n"),
        ] {
            let document = TextDocument::new(FileId(0), &text);
            let dump = dump_stream(document.stream());
            let kept = dump.contains("\"above\"") && dump.contains("\"below\"");
            let deeps = document.stream().problems.iter().filter(|it| it.code.name() == "too-deep").count();
            if !kept || deeps > 1 {
                let head: String = text.chars().take(60).collect();
                failures.push(format!("{name} {head:?}: kept={kept}\n{}", problems(&document)));
            }
            let edited = document.edit(TextRange::empty(TextSize::new(0)), "# x\n");
            drop((document, edited));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
