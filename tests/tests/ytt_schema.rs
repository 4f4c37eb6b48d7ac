//! Schemas against what ytt 0.48 did with them: its own cases, and schema files of real projects.
//!
//! The cases live beside the repository in `../shared/corpus`; without that folder there is nothing to compare.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use sayl_core::document::TextDocument;
use sayl_core::problem::{Problem, Severity};
use sayl_core::schema::from_annotations::{Evaluation, SchemaInput, compile};
use sayl_core::schema::headers::{self, DocumentRole};
use sayl_core::schema::{Schema, attached, export};
use sayl_core::template::function::NoFunctions;
use sayl_core::text::{FileId, Place};
use sayl_core::values::print;
use sayl_tests::binary;
use sayl_tests::corpus::corpus;
use serde_json::Value as Json;

fn read_json(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).expect("the corpus is readable")).expect("the corpus is JSON")
}

/// Files with their nodes, and what they compile to.
struct Compiled {
    files: Vec<(String, TextDocument)>,
    problems: Vec<Problem>,
    schema: Option<std::sync::Arc<Schema>>,
}

fn compile_files(files: &BTreeMap<String, String>) -> Compiled {
    let files: Vec<(String, TextDocument)> = files
        .iter()
        .enumerate()
        .map(|(index, (path, text))| (path.clone(), TextDocument::new(FileId(index as u32), text)))
        .collect();
    let mut problems = Vec::new();
    let mut schemas = Vec::new();
    for (index, (_, document)) in files.iter().enumerate() {
        let (file, stream) = (FileId(index as u32), document.stream());
        problems.extend(stream.problems.iter().cloned());
        problems.extend(headers::problems(file, stream));
        problems.extend(attached::problems(file, stream, &mut attached::Memo::default()));
        problems.extend(stream.documents.iter().filter_map(|document| headers::unused_library(file, document)));
        let is_schema = |document: &&sayl_core::yaml::Document| {
            let header = headers::classify(document);
            matches!(header.role, DocumentRole::Schema(_)) && header.library.is_none()
        };
        let documents = stream.documents.iter().enumerate().filter(|(_, document)| is_schema(document));
        schemas.push(documents.map(|(index, _)| index).collect::<Vec<_>>());
    }
    let inputs: Vec<SchemaInput<'_>> = files
        .iter()
        .zip(&schemas)
        .enumerate()
        .map(|(index, ((_, document), documents))| SchemaInput {
            file: FileId(index as u32),
            stream: document.stream(),
            documents,
            torn: &[],
            evaluation: Evaluation::Unavailable,
        })
        .collect();
    let compiled = compile(&inputs, &NoFunctions);
    problems.extend(compiled.problems);
    Compiled { files, problems, schema: compiled.schema }
}

impl Compiled {
    fn errors(&self) -> Vec<&Problem> {
        self.problems.iter().filter(|problem| problem.severity == Severity::Error).collect()
    }

    /// The file and line, from 1, of a place.
    fn line(&self, place: Place) -> Option<(String, u64)> {
        let (path, document) = self.files.get(place.file.0 as usize)?;
        let range = document.resolve(place)?;
        let line = document.rope().byte_to_line(range.start().into());
        Some((path.clone(), line as u64 + 1))
    }

    /// Every line that a problem points at, itself or by what explains it.
    fn lines(&self, problem: &Problem) -> Vec<(String, u64)> {
        let places = std::iter::once(problem.place).chain(problem.related.iter().map(|related| related.place));
        places.filter_map(|place| self.line(place)).collect()
    }

    fn openapi(&self) -> String {
        print::yaml(&export::openapi(self.schema.as_deref()))
    }
}

fn files_of(case: &Json) -> BTreeMap<String, String> {
    let files = case["files"].as_object().into_iter().flatten();
    files.map(|(path, text)| (path.clone(), text.as_str().unwrap_or_default().to_owned())).collect()
}

/// Whether a case is about schemas alone: no code, no data values, no flags but those that print the schema.
fn is_about_schemas(case: &Json) -> bool {
    let texts = files_of(case);
    let has_flags = case["args"].as_array().into_iter().flatten().any(|argument| argument == "--data-values-inspect");
    let is_inspect =
        case["args"].as_array().into_iter().flatten().any(|argument| argument == "--data-values-schema-inspect");
    let stderr = case["stderr"].as_str().unwrap_or_default();
    let is_refused_flag = stderr.contains("openapi-v3") || stderr.contains("Output type");
    let only_schemas = texts.values().all(|text| !text.contains("#@ ") && text.contains("#@data/values-schema"));
    let has_values = case["data_values_files"].as_object().is_some_and(|files| !files.is_empty());
    only_schemas && !has_flags && !is_refused_flag && (!has_values || is_inspect)
}

#[test]
fn schemas_agree_with_ytt_in_verdict_place_and_export() {
    let Some(folder) = corpus("ytt") else { return };
    let cases = read_json(&folder.join("schema.json"));
    let mut differences = Vec::new();
    let mut compared = 0;
    for case in cases.as_array().expect("cases").iter().filter(|case| is_about_schemas(case)) {
        compared += 1;
        let name = case["name"].as_str().unwrap_or_default();
        let compiled = compile_files(&files_of(case));
        let errors = compiled.errors();
        if errors.is_empty() != (case["exit"] == 0) {
            differences.push(format!("{name}: ytt exits {}, errors {errors:#?}", case["exit"]));
            continue;
        }
        for flagged in case["flagged"].as_array().into_iter().flatten() {
            let wanted = (flagged[0].as_str().unwrap_or_default().to_owned(), flagged[1].as_u64().unwrap_or_default());
            if !errors.iter().any(|error| compiled.lines(error).contains(&wanted)) {
                differences.push(format!("{name}: ytt names {wanted:?}, errors {errors:#?}"));
            }
        }
        let wanted = case["stdout"].as_str().unwrap_or_default();
        if wanted.starts_with("openapi:") && compiled.openapi() != wanted {
            differences.push(format!("{name}: export\n{}\nwanted\n{wanted}", compiled.openapi()));
        }
    }
    println!("{compared} cases compared, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn real_schemas_have_no_errors_and_export_as_ytt_exports_them() {
    let Some(real) = corpus("real") else { return };
    let mut differences = Vec::new();
    let (mut compared, mut exported) = (0, 0);
    for entry in read_json(&real.join("expected-openapi.json")).as_array().expect("files") {
        let path = entry["file"].as_str().unwrap_or_default();
        let text = fs::read_to_string(real.join(path)).expect("the corpus is readable");
        let has_code = text.contains("#@ ");
        let compiled = compile_files(&BTreeMap::from([(path.to_owned(), text)]));
        compared += 1;
        let errors = compiled.errors();
        if errors.is_empty() == entry["openapi"].is_null() && !has_code {
            differences.push(format!("{path}: ytt's verdict is another; errors {errors:#?}"));
        }
        if has_code && !errors.is_empty() {
            differences.push(format!("{path}: errors {errors:#?}"));
        }
        if !has_code && !entry["openapi"].is_null() {
            exported += 1;
            let ours: Json =
                serde_json::from_str(&print::json(&export::openapi(compiled.schema.as_deref()))).expect("JSON");
            if ours != entry["openapi"] {
                differences.push(format!("{path}: export\n{ours}\nwanted\n{}", entry["openapi"]));
            }
        }
    }
    println!("{compared} files compared, {exported} exports, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Writes the files of a case where ytt saw them, and runs the binary there with the same arguments.
fn run_check(case: &Json) -> (Option<i32>, Json) {
    let folder = tempfile::tempdir().expect("a folder for the case");
    for (path, text) in files_of(case) {
        write(&folder.path().join("in").join(path), &text);
    }
    for file in
        case["data_values_files"].as_object().into_iter().flatten().filter_map(|(_, files)| files.as_array()).flatten()
    {
        write(
            &folder.path().join(file["path"].as_str().unwrap_or_default()),
            file["content"].as_str().unwrap_or_default(),
        );
    }
    let given = case["args"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let arguments = given.filter(|argument| !argument.contains("inspect") && !["-o", "openapi-v3"].contains(argument));
    let output = Command::new(binary::sayl())
        .current_dir(folder.path())
        .args(["--check", "--format", "json"])
        .args(arguments.map(|argument| argument.replace("{IN}", "in")))
        .output()
        .expect("the binary starts");
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_default())
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be made");
    fs::write(path, text).expect("the file can be written");
}

/// Every line that the errors of a report point at, by themselves or by what explains them.
fn lines_of(report: &Json) -> Vec<(String, u64)> {
    let errors = report["problems"].as_array().into_iter().flatten().filter(|problem| problem["severity"] == "error");
    let related = |problem: &Json| problem["related"].as_array().cloned().unwrap_or_default();
    let places = errors.flat_map(|problem| std::iter::once(problem.clone()).chain(related(problem)));
    places
        .map(|place| {
            let file = place["file"].as_str().unwrap_or_default();
            let line = place["range"]["start"]["line"].as_u64().unwrap_or_default();
            (file.strip_prefix("in/").unwrap_or(file).to_owned(), line)
        })
        .collect()
}

/// Whether ytt's verdict hangs on a function, which is not evaluated.
fn needs_evaluation(case: &Json) -> bool {
    let is_lambda_called = !case["flagged"].as_array().is_none_or(Vec::is_empty);
    files_of(case).values().any(|text| text.contains("#@ ") || (text.contains("lambda") && is_lambda_called))
}

#[test]
fn checks_agree_with_ytt_in_verdict_and_place() {
    let Some(folder) = corpus("ytt") else { return };
    let mut differences = Vec::new();
    let mut compared = 0;
    for cases in ["schema.json", "validations.json"].map(|name| read_json(&folder.join(name))) {
        for case in cases.as_array().into_iter().flatten().filter(|case| !needs_evaluation(case)) {
            // What only the export refuses is no problem of the files.
            if case["stderr"]
                .as_str()
                .is_some_and(|stderr| stderr.contains("openapi-v3") || stderr.contains("Output type"))
            {
                continue;
            }
            compared += 1;
            let name = case["name"].as_str().unwrap_or_default();
            let (status, report) = run_check(case);
            if status.map(i64::from) != case["exit"].as_i64() {
                differences.push(format!("{name}: ytt exits {}, sayl {status:?} with {report:#}", case["exit"]));
                continue;
            }
            let lines = lines_of(&report);
            for flagged in case["flagged"].as_array().into_iter().flatten() {
                let wanted =
                    (flagged[0].as_str().unwrap_or_default().to_owned(), flagged[1].as_u64().unwrap_or_default());
                if !lines.contains(&wanted) {
                    differences.push(format!("{name}: ytt names {wanted:?}, sayl {lines:?}"));
                }
            }
        }
    }
    println!("{compared} cases compared, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
