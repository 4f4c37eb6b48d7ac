//! The YAML test suite: structure, scalars, tags and anchors of every valid case, and a verdict on every case that
//! agrees with what ytt loads. Its files lie outside the repository; without them it says so and checks nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases has failed")]
#![allow(clippy::format_push_string, reason = "events are short, and so is what puts them together")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sayl_core::document::TextDocument;
use sayl_core::problem::{Problem, Severity};
use sayl_core::text::FileId;
use sayl_core::values::from_yaml::{ValueMemo, from_yaml};
use sayl_core::values::{Key, MappingValue, Value, ValueKind};
use sayl_core::yaml::{Node, NodeKind, Placed, ScalarStyle, compose};
use sayl_tests::corpus::corpus;

/// Valid YAML that ytt refuses and that no rule tells apart yet. All but the first hold null as a key, which ytt takes in
/// a template and not in data values.
const NOT_TOLD_APART: &[&str] = &["C4HZ", "DFF7", "FH7J", "PW8X"];

/// Valid YAML that means something else to ytt: inside brackets only a blank makes a colon the end of a key, the name of
/// an anchor ends at a colon, `?` in brackets always marks a key, and blanks at the end of a text end no line.
const READ_OTHERWISE: &[&str] = &["4ABK", "652Z", "HM87/01", "JEF9/02", "L24T/01", "Y2GN"];

struct Case {
    id: String,
    text: String,
    tree: Option<String>,
    is_invalid: bool,
    /// The suite asks no parser to agree on it.
    is_skipped: bool,
    ytt_accepts: bool,
}

fn cases(folder: &Path) -> Vec<Case> {
    let verdicts = fs::read_to_string(folder.join("ytt-verdicts.json")).unwrap();
    let verdicts: serde_json::Value = serde_json::from_str(&verdicts).unwrap();
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "yaml")) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        read_file(name, &fs::read_to_string(file).unwrap(), &verdicts, &mut cases);
    }
    cases
}

/// The cases of one file, read by the reader under test; what a case leaves out is that of the case before it.
fn read_file(name: &str, text: &str, verdicts: &serde_json::Value, cases: &mut Vec<Case>) {
    let document = TextDocument::new(FileId(0), text);
    let value = from_yaml(FileId(0), &document.stream().documents[0], &mut ValueMemo::default()).value;
    let items = items(&value);
    let mut fields = BTreeMap::new();
    for (index, item) in items.iter().enumerate() {
        for entry in &mapping(item).entries {
            if let (Key::String(key), ValueKind::String(text)) = (entry.entry_key(), &entry.value.kind) {
                fields.insert(key.to_string(), text.to_string());
            }
        }
        let is_invalid = mapping(item).entries.iter().any(|entry| *entry.entry_key() == Key::String("fail".into()));
        let id = match items.len() {
            1 => name.to_owned(),
            _ => format!("{name}/{index:02}"),
        };
        let verdict = &verdicts[&id];
        if verdict.is_null() {
            continue;
        }
        cases.push(Case {
            text: unescaped(&fields["yaml"]),
            tree: fields.get("tree").cloned(),
            is_invalid,
            is_skipped: mapping(&items[0]).entries.iter().any(|entry| *entry.entry_key() == Key::String("skip".into())),
            ytt_accepts: verdict["ytt"] == "accepts",
            id,
        });
    }
}

fn items(value: &Value) -> Vec<Value> {
    let ValueKind::Sequence(sequence) = &value.kind else { panic!("no list: {value:?}") };
    sequence.iter().cloned().collect()
}

fn mapping(value: &Value) -> &MappingValue {
    let ValueKind::Mapping(mapping) = &value.kind else { panic!("no map: {value:?}") };
    mapping
}

/// The text of a case: the suite writes invisible characters as visible ones.
fn unescaped(text: &str) -> String {
    let text = text.replace('␣', " ").replace("↵", "").replace('⇔', "\u{feff}").replace('←', "\r");
    let mut tabs = String::new();
    for letter in text.chars() {
        match letter {
            '—' => {}
            '»' => tabs.push('\t'),
            other => tabs.push(other),
        }
    }
    tabs.strip_suffix("∎\n").map_or(tabs.clone(), str::to_owned)
}

/// The events of a text in the suite's notation, without marks for how documents and collections are written.
fn events(text: &str) -> String {
    let document = TextDocument::new(FileId(0), text);
    let mut events = String::from("+STR\n");
    for document in &document.stream().documents {
        events += "+DOC\n";
        push_node(document.root(), &handles(&text[document.range]), &mut events);
        events += "-DOC\n";
    }
    events + "-STR\n"
}

/// The tag handles of a document, given its text.
fn handles(text: &str) -> BTreeMap<String, String> {
    let mut handles = BTreeMap::from([("!!".to_owned(), "tag:yaml.org,2002:".to_owned())]);
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["%TAG", handle, prefix, ..] = *words {
            handles.insert(handle.to_owned(), prefix.to_owned());
        }
    }
    handles
}

fn push_node(node: Placed<'_, Node>, handles: &BTreeMap<String, String>, events: &mut String) {
    let properties = properties(node.get(), handles);
    match &node.get().kind {
        NodeKind::Empty => *events += &format!("=VAL{properties} :\n"),
        NodeKind::Broken => *events += "BROKEN\n",
        NodeKind::Alias(name) => *events += &format!("=ALI *{name}\n"),
        NodeKind::Scalar(scalar) => {
            let style = match scalar.style {
                ScalarStyle::Plain => ':',
                ScalarStyle::SingleQuoted => '\'',
                ScalarStyle::DoubleQuoted => '"',
                ScalarStyle::Literal => '|',
                ScalarStyle::Folded => '>',
            };
            *events += &format!("=VAL{properties} {style}{}\n", escaped(&scalar.text));
        }
        NodeKind::Mapping(_) => {
            *events += &format!("+MAP{properties}\n");
            for entry in node.mapping().unwrap().entries() {
                push_node(entry.key(), handles, events);
                push_node(entry.value(), handles, events);
            }
            *events += "-MAP\n";
        }
        NodeKind::Sequence(_) => {
            *events += &format!("+SEQ{properties}\n");
            for item in node.sequence().unwrap().items() {
                push_node(item.value(), handles, events);
            }
            *events += "-SEQ\n";
        }
    }
}

fn properties(node: &Node, handles: &BTreeMap<String, String>) -> String {
    let anchor = node.anchor().map_or(String::new(), |name| format!(" &{name}"));
    let tag = node.tag().map_or(String::new(), |tag| format!(" <{}>", expanded(tag, handles)));
    anchor + &tag
}

fn expanded(tag: &str, handles: &BTreeMap<String, String>) -> String {
    if let Some(verbatim) = tag.strip_prefix("!<").and_then(|tag| tag.strip_suffix('>')) {
        return verbatim.replace("%21", "!");
    }
    let after_handle = tag[1..].find('!').map_or(1, |at| at + 2);
    let (handle, suffix) = tag.split_at(after_handle);
    let suffix = suffix.replace("%21", "!");
    handles.get(handle).map_or_else(|| tag.to_owned(), |prefix| format!("{prefix}{suffix}"))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => escaped += "\\\\",
            '\n' => escaped += "\\n",
            '\t' => escaped += "\\t",
            '\r' => escaped += "\\r",
            '\u{8}' => escaped += "\\b",
            '\0' => escaped += "\\0",
            other => escaped.push(other),
        }
    }
    escaped
}

/// The suite's events without marks for how documents and collections are written.
fn expected_events(tree: &str) -> String {
    let mut expected = String::new();
    for line in tree.lines() {
        let line = unescaped_tree(line);
        let words: Vec<&str> = line.split(' ').collect();
        let kept = match words.first() {
            Some(&("+DOC" | "-DOC")) => words[0].to_owned(),
            Some(&("+MAP" | "+SEQ")) => {
                words.iter().filter(|word| !matches!(**word, "{}" | "[]")).copied().collect::<Vec<_>>().join(" ")
            }
            _ => line.clone(),
        };
        expected += &kept;
        expected.push('\n');
    }
    expected
}

fn unescaped_tree(line: &str) -> String {
    line.trim_start_matches(' ').replace('␣', " ").replace("∎", "")
}

#[test]
fn valid_cases_have_the_structure_scalars_tags_and_anchors_of_the_suite() {
    let Some(folder) = corpus("yaml-test-suite") else { return };
    let mut equal = 0;
    let mut different = Vec::new();
    let cases = cases(&folder);
    let valid = || cases.iter().filter(|case| !case.is_invalid && !case.is_skipped);
    for case in valid() {
        let expected = expected_events(case.tree.as_deref().unwrap());
        let found = events(&case.text);
        if found == expected {
            equal += 1;
        } else {
            different.push(case.id.as_str());
            if std::env::var("SHOW").is_ok_and(|id| case.id.starts_with(&id)) {
                println!("== {}\n{:?}\n-- expected\n{expected}-- found\n{found}", case.id, case.text);
            }
        }
    }
    println!("{equal} of {} valid cases are equal", valid().count());
    assert_eq!(different, READ_OTHERWISE);
}

fn errors(text: &str) -> Vec<Problem> {
    let document = TextDocument::new(FileId(0), text);
    let stream = document.stream();
    let problems = stream.problems.iter().cloned();
    let composed = compose::check(FileId(0), stream, &mut compose::ComposeMemo::default());
    problems.chain(composed).filter(|problem| problem.severity == Severity::Error).collect()
}

#[test]
fn every_case_is_refused_exactly_if_ytt_refuses_it() {
    let Some(folder) = corpus("yaml-test-suite") else { return };
    let (mut wrongly_refused, mut wrongly_accepted, mut not_told_apart) = (Vec::new(), Vec::new(), Vec::new());
    let cases = cases(&folder);
    for case in &cases {
        let errors = errors(&case.text);
        if std::env::var("SHOW").is_ok_and(|id| case.id.starts_with(&id)) {
            println!("== {}\n{:?}\n{errors:#?}", case.id, case.text);
        }
        match (errors.is_empty(), case.ytt_accepts, case.is_invalid) {
            (false, true, _) => wrongly_refused.push(case.id.as_str()),
            (true, false, true) => wrongly_accepted.push(case.id.as_str()),
            (true, false, false) => not_told_apart.push(case.id.as_str()),
            _ => {}
        }
    }
    let refused_valid = cases.iter().filter(|case| !case.is_invalid && !case.ytt_accepts).count();
    let unambiguous = refused_valid - not_told_apart.len();
    println!("{unambiguous} of {refused_valid} valid cases that ytt refuses are told apart");
    assert_eq!((wrongly_refused, wrongly_accepted), (Vec::new(), Vec::new()));
    assert_eq!(not_told_apart, NOT_TOLD_APART);
}
