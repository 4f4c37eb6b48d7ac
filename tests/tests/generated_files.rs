//! Files that are made of others, over every fixture and what is beside the project: a values file is right by the
//! schema that it comes from, and a schema accepts the values that it comes from.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read has failed the test")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sayl_core::analysis::Analysis;
use sayl_core::problem::{Problem, Severity};
use sayl_core::schema::export::schema_file::schema_file;
use sayl_core::schema::export::values_file::values_file;
use sayl_core::schema::{Edition, Schema};
use sayl_core::test_support::{Fixture, FixtureFile};
use sayl_core::values::{Value, ValueKind, print};
use sayl_tests::binary::workspace_root;
use sayl_tests::cases;
use sayl_tests::corpus::corpus;

/// Every world that there is: the cases of the fixtures, the examples, and the corpora.
fn worlds() -> Vec<(String, Fixture)> {
    let mut worlds = Vec::new();
    for path in files_below(&workspace_root().join("tests/fixtures"), "md") {
        for case in cases::read(&std::fs::read_to_string(&path).unwrap()).unwrap() {
            worlds.push((format!("{}: {}", path.display(), case.name), Fixture::parse(&case.fixture())));
        }
    }
    let folders = [Some(workspace_root().join("examples")), corpus("real")];
    for folder in folders.into_iter().flatten() {
        for path in files_below(&folder, "yml").into_iter().chain(files_below(&folder, "yaml")) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let file = FixtureFile { path: "/main.yml".into(), text, ..FixtureFile::default() };
            worlds.push((path.display().to_string(), Fixture { files: vec![file], ..Fixture::default() }));
        }
    }
    worlds
}

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn problems(analysis: &Analysis) -> Vec<Problem> {
    let of = |file| analysis.problems(file).to_vec();
    analysis.files().into_iter().flat_map(of).filter(|problem| problem.severity <= Severity::Warning).collect()
}

/// What is wrong in a world of these files.
fn wrong(files: &[FixtureFile]) -> Vec<String> {
    let fixture = Fixture { files: files.to_vec(), ..Fixture::default() };
    problems(&fixture.analysis()).iter().map(|problem| format!("{}: {}", problem.code.name(), problem.text())).collect()
}

fn file(path: &str, text: &str) -> FixtureFile {
    FixtureFile { path: path.into(), text: text.to_owned(), ..FixtureFile::default() }
}

/// The bundle's schema, if nothing is wrong with it and it is the only one, and the files that it is made of.
fn right_schema(fixture: &Fixture) -> Option<(std::sync::Arc<Schema>, Vec<FixtureFile>)> {
    let is_source = |file: &&FixtureFile| {
        let is_schema = file.text.contains("@data/values-schema") || file.text.contains("@schema");
        is_schema && !file.text.contains("#@data/values\n") || file.path.extension().is_some_and(|it| it == "star")
    };
    let sources: Vec<FixtureFile> = fixture.files.iter().filter(is_source).cloned().collect();
    let schemas = Fixture { files: sources.clone(), ..Fixture::default() };
    let analysis = schemas.analysis();
    let files = analysis.files();
    let mut found = files.iter().filter_map(|file| {
        let documents = analysis.document(*file)?.stream().documents.len();
        (0..documents).find_map(|document| analysis.schema(*file, document))
    });
    let schema = found.next().filter(|schema| schema.edition != Edition::OpenChoreo)?;
    (analysis.layout().bundles.len() == 1 && problems(&analysis).is_empty()).then_some((schema, sources))
}

/// Whether only a function can judge it, several schemas must accept it at once, or keys are asked for without a name.
fn is_left_to_people(problem: &str) -> bool {
    let by_function = [
        " is not valid: ",
        " breaks a rule",
        " says neither that a value is valid",
        " does not fit each of ",
        "The function of `when=` ",
    ];
    problem.starts_with("key-count: ") || by_function.iter().any(|words| problem.contains(words))
}

/// Cases whose rules no value meets that could be proposed: none is between two floats, none exists at all, or only a
/// function says that the rule counts.
const NOT_MET: [&str; 6] = [
    "/ A rule with when, and a key that must not be null",
    "/ Whole numbers and floats are compared exactly",
    "/ What is not a number has no order",
    "/ No value meets a rule that YAML cannot hold",
    "/ The parameters of when= are counted",
    "/ A document is its own root",
];

#[test]
fn a_values_file_is_right_by_its_schema() {
    let (mut count, mut report) = (0, String::new());
    for (name, fixture) in worlds() {
        if NOT_MET.iter().any(|case| name.ends_with(case)) {
            continue;
        }
        let Some((schema, mut files)) = right_schema(&fixture) else { continue };
        let text = values_file(&schema);
        files.push(file("/zz-values.yml", &text));
        let mut wrong = wrong(&files);
        wrong.retain(|problem| !is_left_to_people(problem));
        count += 1;
        if !wrong.is_empty() {
            let _ = writeln!(report, "{name}\n{wrong:#?}\n{text}");
        }
    }
    assert!(count > 50, "only {count} schemas");
    assert!(report.is_empty(), "{report}");
}

/// What is wrong with values by the schema that is made of them; `None` for values of which none is made.
fn refused(values: &Value) -> Option<(Vec<String>, String)> {
    let schema = schema_file(values)?;
    let values = format!("#@data/values\n---\n{}", print::yaml(values));
    let wrong = wrong(&[file("/schema.yml", &schema), file("/values.yml", &values)]);
    Some((wrong, format!("{schema}{values}")))
}

#[test]
fn a_schema_accepts_the_values_that_it_comes_from() {
    let (mut count, mut report) = (0, String::new());
    for (name, fixture) in worlds() {
        let analysis = fixture.analysis();
        for path in fixture.files.iter().map(|file| &file.path) {
            let values = analysis.file(path).and_then(|file| analysis.final_values(file));
            let Some(values) = values.filter(|values| values.mapping().is_some_and(|it| !it.entries.is_empty())) else {
                continue;
            };
            let Some((wrong, text)) = refused(&values) else { continue };
            count += 1;
            if !wrong.is_empty() {
                let _ = writeln!(report, "{name}\n{wrong:#?}\n{text}");
            }
        }
    }
    assert!(count > 50, "only {count} values");
    assert!(report.is_empty(), "{report}");
}

/// Values of every kind, nested.
fn any_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i32>().prop_map(Into::into),
        (-100.0..100.0_f64).prop_map(Into::into),
        "[a-z #:|\\n]{0,8}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::Array),
            proptest::collection::hash_map("[a-z]{1,3}", inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_schema_accepts_any_values_that_it_comes_from(json in any_value()) {
        let text = serde_json::json!({"a": json}).to_string();
        let document = sayl_core::document::TextDocument::new(sayl_core::text::FileId(0), &text);
        let values = sayl_core::values::from_yaml::from_plain_yaml(sayl_core::text::FileId(0), &document.stream().documents[0]).value;
        prop_assume!(!matches!(values.kind, ValueKind::Null));
        let (wrong, text) = refused(&values).unwrap();
        prop_assert!(wrong.is_empty(), "{wrong:#?}\n{text}");
    }
}
