//! Schemas against what ytt 0.48 did with them: its own cases, and schema files of real projects.
//!
//! The cases live beside the repository in `../shared/corpus`; without that folder there is nothing to compare.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::problem::{Problem, Severity};
use sayl_core::render::request::Runner;
use sayl_core::schema::{
    Schema,
    export::{self, Validations},
};
use sayl_core::template::job::Limits;
use sayl_core::test_support::{MemoryVfs, settle};
use sayl_core::text::{FileId, Place};
use sayl_core::values::print;
use sayl_core::workspace::{GivenBundle, is_library_module};
use sayl_tests::corpus::corpus;
use serde_json::Value as Json;

fn read_json(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).expect("the corpus is readable")).expect("the corpus is JSON")
}

/// Files given together, and what they compile to.
struct Compiled {
    analysis: Analysis,
    problems: Vec<Problem>,
    schema: Option<Arc<Schema>>,
}

/// Where the files of a case stand.
const ROOT: &str = "/in";

fn compile_files(files: &BTreeMap<String, String>) -> Compiled {
    let loaded = files.iter().map(|(path, text)| (Path::new(ROOT).join(path), Arc::<[u8]>::from(text.as_bytes())));
    let vfs = MemoryVfs { files: loaded.collect() };
    let mut host = AnalysisHost::new(Arc::new(vfs.clone()));
    host.set_evaluation_limits(Limits::default());
    host.set_given_bundle(GivenBundle { files: vec![ROOT.into()], ..GivenBundle::default() });
    host.load(vfs.files.into_iter().map(|(path, bytes)| (path, Ok(bytes))).collect());
    let analysis = host.analysis();
    settle(&analysis, &mut Runner::new());
    let ids = analysis.files();
    let problems = ids.iter().map(|file| analysis.problems(*file));
    let problems = problems.flat_map(|problems| problems.to_vec()).collect();
    let documents = |file: FileId| 0..analysis.document(file).map_or(0, |document| document.stream().documents.len());
    let mut schemas =
        ids.iter().flat_map(|file| documents(*file).filter_map(|document| analysis.schema(*file, document)));
    let schema = schemas.next();
    drop(schemas);
    Compiled { analysis, problems, schema }
}

impl Compiled {
    fn errors(&self) -> Vec<&Problem> {
        self.problems.iter().filter(|problem| problem.severity == Severity::Error).collect()
    }

    /// The file and line, from 1, of a place.
    fn line(&self, place: Place) -> Option<(String, u64)> {
        let path = self.analysis.path(place.file).strip_prefix(ROOT).ok()?;
        let line = self.analysis.document(place.file)?.line_of(place.range.start());
        Some((path.to_string_lossy().into_owned(), line as u64 + 1))
    }

    /// Every line that a problem points at, itself or by what explains it.
    fn lines(&self, problem: &Problem) -> Vec<(String, u64)> {
        let places = std::iter::once(problem.place).chain(problem.related.iter().map(|related| related.place));
        places.filter_map(|place| self.line(place)).collect()
    }

    fn openapi(&self) -> String {
        print::yaml(&export::openapi(self.schema.as_deref(), Validations::Omitted))
    }
}

fn files_of(case: &Json) -> BTreeMap<String, String> {
    let files = case["files"].as_object().into_iter().flatten();
    files.map(|(path, text)| (path.clone(), text.as_str().unwrap_or_default().to_owned())).collect()
}

/// Whether a case is about schemas alone: no data values, no flags but those that print the schema.
fn is_about_schemas(case: &Json) -> bool {
    let texts = files_of(case);
    let has_flags = case["args"].as_array().into_iter().flatten().any(|argument| argument == "--data-values-inspect");
    let is_inspect =
        case["args"].as_array().into_iter().flatten().any(|argument| argument == "--data-values-schema-inspect");
    let stderr = case["stderr"].as_str().unwrap_or_default();
    let is_refused_flag = stderr.contains("openapi-v3") || stderr.contains("Output type");
    let only_schemas =
        texts.iter().all(|(path, text)| is_library_module(Path::new(path)) || text.contains("#@data/values-schema"));
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
        // Some stand in a library, which is nothing when it is given by itself.
        let compiled = compile_files(&BTreeMap::from([(path.replace('/', "-"), text)]));
        compared += 1;
        let errors = compiled.errors();
        if errors.is_empty() == entry["openapi"].is_null() {
            differences.push(format!("{path}: ytt's verdict is another; errors {errors:#?}"));
        }
        if !entry["openapi"].is_null() {
            exported += 1;
            let ours: Json =
                serde_json::from_str(&print::json(&export::openapi(compiled.schema.as_deref(), Validations::Omitted)))
                    .expect("JSON");
            if ours != entry["openapi"] {
                differences.push(format!("{path}: export\n{ours}\nwanted\n{}", entry["openapi"]));
            }
        }
    }
    println!("{compared} files compared, {exported} exports, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
