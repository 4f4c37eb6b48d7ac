//! Values as released ytt judges them: every case of its suites that needs no template code, on the engine's own
//! functions. Runs where `../shared/corpus` is; says so where it is not.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases has failed")]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sayl_core::check::{CheckMemo, check};
use sayl_core::data_values::{Above, FlagLayer, Layer, Overlaid, OverlayMemo, OverlayStyle, overlay, overlay_flag};
use sayl_core::document::TextDocument;
use sayl_core::problem::{Code, Problem, Severity};
use sayl_core::schema::from_annotations::{SchemaEvaluation, SchemaInput, compile};
use sayl_core::schema::headers::{self, DocumentRole};
use sayl_core::template::function::NoFunctions;
use sayl_core::text::{FileId, Place, SegmentId, TextRange};
use sayl_core::values::{Value, ValueKind, print};
use sayl_tests::corpus::corpus;
use serde_json::Value as Json;

#[test]
fn verdict_place_and_output_are_ytts() {
    let Some(folder) = corpus("ytt") else { return };
    let (mut compared, mut differences) = (0, String::new());
    for name in ["validations.json", "data-values.json", "schema.json"] {
        let cases: Vec<Json> = serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap();
        for case in cases.iter().filter(|case| is_comparable(case)) {
            compared += 1;
            if let Some(difference) = difference(case) {
                let _ = writeln!(differences, "{name}: {}: {difference}", text(&case["name"]));
            }
        }
    }
    println!("{compared} cases compared");
    assert!(differences.is_empty(), "\n{differences}");
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

type PathAndText = (String, String);

/// The files of a case: those given with `-f`, then the plain values files in order.
fn files(case: &Json) -> (Vec<PathAndText>, Vec<PathAndText>) {
    let given = case["files"].as_object().into_iter().flatten();
    let given = given.map(|(path, content)| (path.clone(), text(content).to_owned())).collect();
    let plain = case["data_values_files"].as_object().into_iter().flatten().flat_map(|(_, files)| {
        let files = files.as_array().cloned().unwrap_or_default();
        files.into_iter().map(|file| (text(&file["path"]).to_owned(), text(&file["content"]).to_owned()))
    });
    (given, plain.filter(|(path, _)| path.ends_with("yml") || path.ends_with("yaml")).collect())
}

/// Whether a case is about values or schemas alone, and no code decides it.
fn is_comparable(case: &Json) -> bool {
    let tags = case["tags"].to_string();
    let arguments = case["args"].to_string();
    let (given, _) = files(case);
    let has_code = |content: &str| {
        let is_values = content.contains("@data/values");
        let code = content.lines().any(|line| line.contains("#@ ") && !line.contains("load(\"@ytt:overlay\""));
        let needs_evaluation =
            ["lambda", "overlay.", "assert.", "struct.", "_("].iter().any(|word| content.contains(word));
        is_values && (code || needs_evaluation)
    };
    let other_modes =
        ["--strict", "openapi", "--data-values-env", "schema-inspect", "-o", "disable-validation", "toml"];
    let is_templated = text(&case["stderr"]).contains("Evaluating") || tags.contains("library");
    !is_templated
        && !other_modes.iter().any(|mode| arguments.contains(mode))
        && !given.iter().any(|(_, content)| has_code(content) || content.contains("library"))
}

fn difference(case: &Json) -> Option<String> {
    let run = Run::of(case);
    let is_refused = case["exit"] != 0;
    let errors: Vec<&Problem> = run.problems.iter().filter(|it| it.severity == Severity::Error).collect();
    if is_refused == errors.is_empty() {
        let found: Vec<String> = errors.iter().map(|problem| problem.text()).collect();
        return Some(format!("refused: {is_refused}, but found {found:?}; {}", text(&case["stderr"])));
    }
    let lines = run.lines();
    let flagged = case["flagged"].as_array().into_iter().flatten();
    let missed: Vec<String> = flagged
        .map(|place| (text(&place[0]).to_owned(), place[1].as_u64().unwrap_or_default() as usize))
        .filter(|place| !lines.contains(place) && !place.0.starts_with('('))
        .map(|(file, line)| format!("{file}:{line}"))
        .collect();
    if !missed.is_empty() {
        return Some(format!("nothing at {missed:?}, only at {lines:?}"));
    }
    let inspects = case["args"].to_string().contains("data-values-inspect");
    let printed = print::yaml(&run.value);
    (inspects && !is_refused && printed != text(&case["stdout"]))
        .then(|| format!("printed {printed:?} instead of {:?}", text(&case["stdout"])))
}

/// What the engine makes of a case.
struct Run {
    files: Vec<(String, TextDocument)>,
    value: Value,
    problems: Vec<Problem>,
}

impl Run {
    fn of(case: &Json) -> Self {
        let (given, plain) = files(case);
        let first_plain = given.len();
        let read = |(index, (path, content)): (usize, (String, String))| {
            (path, TextDocument::new(FileId(index as u32), &content))
        };
        let files: Vec<_> = given.into_iter().chain(plain).enumerate().map(read).collect();
        let mut run = Self { files, value: Value::unwritten(ValueKind::Null), problems: Vec::new() };
        run.compute(first_plain, case);
        run
    }

    fn compute(&mut self, first_plain: usize, case: &Json) {
        let files = std::mem::take(&mut self.files);
        let roles: Vec<Vec<DocumentRole>> = files.iter().map(|(_, file)| roles(file)).collect();
        let schemas: Vec<Vec<usize>> =
            roles.iter().map(|roles| indexes(roles, |it| matches!(it, DocumentRole::Schema(_)))).collect();
        for (index, (_, file)) in files.iter().enumerate() {
            self.problems.extend(file.stream().problems.iter().cloned());
            self.problems.extend(headers::problems(FileId(index as u32), file.stream()));
        }
        let inputs: Vec<SchemaInput> = (files.iter().zip(&schemas).enumerate())
            .filter(|(_, (_, documents))| !documents.is_empty())
            .map(|(index, ((_, file), documents))| SchemaInput {
                file: FileId(index as u32),
                stream: file.stream(),
                documents,
                incomplete: &[],
                evaluation: SchemaEvaluation::Unavailable,
                is_extended: false,
            })
            .collect();
        let compiled = compile(&inputs, &NoFunctions);
        self.problems.extend(compiled.problems);
        let root = compiled.schema.as_ref().map(|schema| &schema.root);
        self.value = root.map_or(Value::unwritten(ValueKind::Null), |root| root.default.clone());
        let mut own_rules = Vec::new();
        for (index, ((_, file), roles)) in files.iter().zip(&roles).enumerate() {
            let style = if index < first_plain { OverlayStyle::Template } else { OverlayStyle::Plain };
            for (document, role) in file.stream().documents.iter().zip(roles) {
                if style == OverlayStyle::Template && *role != DocumentRole::DataValues {
                    continue;
                }
                let layer = Layer { file: FileId(index as u32), document: Above::Written(document), style };
                let overlaid =
                    overlay(&self.value, &own_rules, &layer, root, &mut OverlayMemo::default(), &NoFunctions);
                own_rules.extend(self.take(overlaid));
            }
        }
        for (flag, argument) in flags(case) {
            let (key, value) = argument.split_once('=').unwrap_or((argument, ""));
            let (_, plain) = self::files(case);
            let content = plain.iter().find(|(path, _)| path == value).map_or(value, |(_, content)| content);
            let text = if flag == "--data-value-file" { content } else { value };
            let place = Place { file: FileId::NONE, segment: SegmentId::DOCUMENT, range: TextRange::default() };
            if key.contains(':') {
                // The command line refuses it before the engine is asked.
                let message = "a colon in a key separates a library";
                self.problems.push(Problem::new(Code::InvalidFlag, place, message));
                continue;
            }
            let keys: Vec<String> = key.split('.').map(str::to_owned).collect();
            let layer = FlagLayer { flag, keys: &keys, text, is_yaml: flag == "--data-value-yaml", place };
            own_rules.extend(self.take(overlay_flag(&self.value, &layer, root)));
        }
        let violations = check(&self.value, root, &own_rules, None, &NoFunctions, &mut CheckMemo::default());
        self.problems.extend(violations.problems);
        self.files = files;
    }

    fn take(&mut self, overlaid: Overlaid) -> Vec<sayl_core::data_values::OwnRules> {
        self.value = overlaid.value;
        self.problems.extend(overlaid.problems);
        overlaid.own_rules
    }

    /// Every line that a problem names, directly or as a related place; lines from 1.
    fn lines(&self) -> BTreeSet<(String, usize)> {
        let places = self.problems.iter().flat_map(|problem| {
            std::iter::once(problem.place).chain(problem.related.iter().map(|related| related.place))
        });
        places
            .filter_map(|place| {
                let (path, file) = self.files.get(place.file.0 as usize)?;
                Some((path.clone(), file.line_of(file.resolve(place)?.start()) + 1))
            })
            .collect()
    }
}

fn roles(file: &TextDocument) -> Vec<DocumentRole> {
    file.stream().documents.iter().map(|document| headers::classify(document).role).collect()
}

fn indexes(roles: &[DocumentRole], is_wanted: impl Fn(&DocumentRole) -> bool) -> Vec<usize> {
    roles.iter().enumerate().filter(|(_, role)| is_wanted(role)).map(|(index, _)| index).collect()
}

/// The flags that set values, in the order in which they apply.
fn flags(case: &Json) -> Vec<(&str, &str)> {
    let arguments: Vec<&str> = case["args"].as_array().into_iter().flatten().map(text).collect();
    let order = ["--data-value", "--data-value-yaml", "--data-value-file"];
    let pairs = |flag: &'static str| {
        let pairs = arguments.windows(2).filter(move |pair| pair[0] == flag);
        pairs.map(move |pair| (flag, pair[1])).collect::<Vec<_>>()
    };
    order.into_iter().flat_map(pairs).collect()
}
