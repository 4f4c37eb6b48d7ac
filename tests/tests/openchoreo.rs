//! Shorthand schemas against what OpenChoreo's own extractor and validator did with them: the cases of its suite, and
//! probes written for this project.
//!
//! The cases live beside the repository in `../shared/corpus`; without that folder there is nothing to compare.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sayl_core::document::TextDocument;
use sayl_core::problem::{Problem, Severity};
use sayl_core::schema::export::json_schema::json_schema;
use sayl_core::schema::from_shorthand::{SectionsInput, compile};
use sayl_core::schema::lookup::Step;
use sayl_core::schema::shorthand::{Word, split_items};
use sayl_core::schema::to_open_api::convert;
use sayl_core::schema::{Others, Schema, instance, sections};
use sayl_core::text::{FileId, TextRange, TextSize};
use sayl_core::values::from_yaml::{ValueMemo, from_yaml};
use sayl_core::values::{Key, Value, print};
use sayl_tests::corpus::corpus;
use serde_json::{Map, Value as Json, json};

fn read_json(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).expect("the corpus is readable")).expect("the corpus is JSON")
}

/// A section with its types, as one document.
struct Section {
    schema: std::sync::Arc<Schema>,
    problems: Vec<Problem>,
}

fn value_of(document: &TextDocument) -> Value {
    document.stream().documents.first().map_or_else(
        || Value::unwritten(sayl_core::values::ValueKind::Null),
        |root| from_yaml(FileId(0), root, &mut ValueMemo::default()).value,
    )
}

/// The line with a key `y` in quotes: the library that the cases were read with takes it for text. The platform, and so
/// sayl, takes it for a boolean.
fn with_quoted_y(line: &str) -> String {
    let mut quoted = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("y:") {
        let is_key = rest[..at].chars().next_back().is_none_or(|before| " {,".contains(before));
        quoted.extend([&rest[..at], if is_key { "'y':" } else { "y:" }]);
        rest = &rest[at + 2..];
    }
    quoted + rest
}

/// Texts as the values of keys of one document.
fn document(parts: &[(&str, &str)]) -> TextDocument {
    let mut text = String::new();
    for (key, part) in parts {
        text.extend([*key, ":\n"]);
        for line in part.lines() {
            text.extend(["  ", &with_quoted_y(line), "\n"]);
        }
    }
    TextDocument::new(FileId(0), &text)
}

fn compile_section(types: &str, schema: &str, others: Others) -> Section {
    let parts = [("types", types), ("schema", schema)];
    let document = document(&parts);
    let root = value_of(&document);
    let part = |key: &str| root.mapping().and_then(|root| root.get(&Key::String(key.into()))).cloned();
    let section = part("schema").expect("the section was written");
    let types = part("types").filter(|_| !types.trim().is_empty());
    let input =
        SectionsInput { document: &document, types: types.as_ref(), sections: &[("parameters", &section)], others };
    let compiled = compile(&input);
    let mut problems = document.stream().problems.clone();
    problems.extend(compiled.problems);
    Section { schema: compiled.schemas.into_iter().next().expect("one section, one schema"), problems }
}

impl Section {
    fn is_refused(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    fn json_schema(&self) -> Json {
        serde_json::from_str(&print::json(&json_schema(&self.schema))).expect("it prints JSON")
    }

    fn messages(&self) -> String {
        let messages = self.problems.iter().map(|problem| format!("{:?} {}", problem.severity, problem.text()));
        messages.collect::<Vec<_>>().join("; ")
    }
}

/// A schema in the original's dialect (draft 4) as JSON Schema 2020-12 says the same.
fn modern(schema: &Json) -> Json {
    let Json::Object(schema) = schema else { return schema.clone() };
    let mut modern = Map::new();
    for (keyword, argument) in schema {
        match keyword.as_str() {
            "properties" => {
                let properties = argument.as_object().into_iter().flatten();
                let properties = properties.map(|(name, property)| (name.clone(), self::modern(property)));
                modern.insert(keyword.clone(), Json::Object(properties.collect()));
            }
            "items" | "additionalProperties" => {
                modern.insert(keyword.clone(), self::modern(argument));
            }
            "example" => {
                modern.insert("examples".to_owned(), json!([argument]));
            }
            "exclusiveMinimum" | "exclusiveMaximum" => {
                let bound = if keyword == "exclusiveMinimum" { "minimum" } else { "maximum" };
                modern.extend(schema.get(bound).map(|bound| (keyword.clone(), bound.clone())));
            }
            "minimum" if schema.contains_key("exclusiveMinimum") => {}
            "maximum" if schema.contains_key("exclusiveMaximum") => {}
            _ => {
                modern.insert(keyword.clone(), argument.clone());
            }
        }
    }
    Json::Object(modern)
}

/// JSON with every number as a float: 1 is 1.0.
fn loose(json: &Json) -> Json {
    match json {
        Json::Number(number) => json!(number.as_f64()),
        Json::Array(items) => items.iter().map(loose).collect(),
        Json::Object(object) => Json::Object(object.iter().map(|(key, value)| (key.clone(), loose(value))).collect()),
        other => other.clone(),
    }
}

/// JSON Schema without what is for other tools: sayl keeps it, the original drops it.
fn without_extensions(json: &Json) -> Json {
    match json {
        Json::Array(items) => items.iter().map(without_extensions).collect(),
        Json::Object(object) => {
            let kept = object.iter().filter(|(keyword, _)| !keyword.starts_with("x-oc:"));
            Json::Object(kept.map(|(keyword, value)| (keyword.clone(), without_extensions(value))).collect())
        }
        other => other.clone(),
    }
}

/// Compares a section with what the original made of it: its JSON Schema, or `None` for a refusal.
fn compare(name: &str, section: &Section, expected: Option<&Json>, differences: &mut Vec<String>) {
    if section.is_refused() == expected.is_some() {
        let verdict = if expected.is_some() { "takes" } else { "refuses" };
        return differences.push(format!("{name}: the original {verdict} it; here: {}", section.messages()));
    }
    let Some(expected) = expected else { return };
    let (found, expected) = (loose(&without_extensions(&section.json_schema())), loose(&modern(expected)));
    if found != expected {
        differences.push(format!("{name}: expected {expected}, found {found}"));
    }
}

fn text<'a>(case: &'a Json, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_default()
}

#[test]
fn the_cases_of_the_original_agree() {
    let Some(folder) = corpus("openchoreo") else { return };
    let cases = read_json(&folder.join("upstream.json"));
    let (mut compared, mut differences) = (0, Vec::new());
    for case in cases.as_array().into_iter().flatten() {
        compared += 1;
        let name = text(case, "name");
        if text(case, "kind") == "split" {
            let input = text(case, "input");
            let word = Word { text: input.into(), range: TextRange::up_to(TextSize::of(input)) };
            let items: Vec<String> = split_items(&word).into_iter().map(|item| item.text.to_string()).collect();
            if json!(items) != case["expected"] {
                differences.push(format!("{name}: expected {}, found {items:?}", case["expected"]));
            }
            continue;
        }
        let is_closed = case["options"]["additionalPropertiesFalse"] == true;
        let others = if is_closed { Others::Refused } else { Others::Dropped };
        let one = vec![case["schema"].clone()];
        for schema in case["schemas"].as_array().unwrap_or(&one) {
            let section = compile_section(text(case, "types"), schema.as_str().unwrap_or_default(), others.clone());
            compare(name, &section, case["oracle"].get("schema"), &mut differences);
        }
    }
    println!("{compared} cases of the original compared, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn probes_of_the_original_agree() {
    let Some(folder) = corpus("openchoreo") else { return };
    let probes = read_json(&folder.join("probes.json"));
    let (mut compared, mut with_values, mut differences) = (0, 0, Vec::new());
    for case in probes["cases"].as_array().into_iter().flatten() {
        compared += 1;
        let (types, schema) = (text(case, "types_yaml"), text(case, "schema_yaml"));
        let section = compile_section(types, schema, Others::Dropped);
        let expected = case.get("schema").filter(|_| case["ok"] == true);
        compare(schema, &section, expected, &mut differences);
        if let Some(values) = case["values_yaml"].as_str() {
            with_values += 1;
            compare_values(values, &section.schema, case, &mut differences);
        }
    }
    println!("{compared} probes compared, {with_values} with values, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// A resource with a section, its types beside it.
fn resource(types: &str, schema: &str) -> TextDocument {
    let indented = |text: &str| {
        let lines: Vec<String> = text.lines().map(|line| format!("      {}\n", with_quoted_y(line))).collect();
        lines.concat()
    };
    let types = if types.trim().is_empty() { String::new() } else { format!("    types:\n{}", indented(types)) };
    let text = format!("kind: Trait\nspec:\n  schema:\n{types}    parameters:\n{}", indented(schema));
    TextDocument::new(FileId(0), &text)
}

/// The JSON Schema of the parameters of a resource; `None` if they are refused.
fn parameters_of(document: &TextDocument) -> Option<Json> {
    let resource = value_of(document);
    let (compiled, problems) = sections::compile(document, &sections::of_resource(&resource)?);
    let is_refused = problems.iter().any(|problem| problem.severity == Severity::Error);
    let schema = compiled.first().filter(|_| !is_refused)?;
    serde_json::from_str(&print::json(&json_schema(&schema.schema))).ok()
}

/// The same text with its schemas as `openAPIV3Schema`.
fn converted(document: &TextDocument) -> TextDocument {
    let mut edits = convert(document, 0, &value_of(document)).expect("what is taken can be converted");
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start()));
    edits.iter().fold(document.clone(), |document, (range, text)| document.edit(*range, text))
}

#[test]
fn what_is_converted_to_openapi_means_the_same() {
    let Some(folder) = corpus("openchoreo") else { return };
    let upstream = read_json(&folder.join("upstream.json"));
    let probes = read_json(&folder.join("probes.json"));
    let upstream = upstream.as_array().into_iter().flatten().map(|case| (text(case, "types"), text(case, "schema")));
    let probes = probes["cases"].as_array().into_iter().flatten();
    let probes = probes.map(|case| (text(case, "types_yaml"), text(case, "schema_yaml")));
    let (mut compared, mut differences) = (0, Vec::new());
    for (types, schema) in upstream.chain(probes) {
        let document = resource(types, schema);
        let Some(expected) = parameters_of(&document) else { continue };
        compared += 1;
        let converted = converted(&document);
        let found = parameters_of(&converted);
        if found.as_ref() != Some(&expected) {
            differences.push(format!("{}expected {expected}, found {found:?}\n{}", document.rope(), converted.rope()));
        }
    }
    println!("{compared} conversions compared, {} differences", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Values with their defaults, and the paths of what is wrong with them.
fn compare_values(values: &str, schema: &Schema, case: &Json, differences: &mut Vec<String>) {
    let given = value_of(&TextDocument::new(FileId(0), values));
    let pruned = instance::pruned(&instance::with_text_keys(&given), &schema.root);
    let filled = instance::filled(&pruned, &schema.root);
    let found: Json = serde_json::from_str(&print::json(&filled)).expect("it prints JSON");
    if loose(&found) != loose(&case["defaulted"]) {
        differences.push(format!("{values}: expected {}, found {found}", case["defaulted"]));
    }
    let violations = instance::violations(&filled, &schema.root);
    let found: BTreeSet<String> = violations.iter().map(|violation| path(&violation.path)).collect();
    let errors = case["valueErrors"].as_array().into_iter().flatten().filter_map(Json::as_str);
    // Each starts with the path of the value.
    let expected: BTreeSet<String> =
        errors.map(|error| error.split(' ').next().unwrap_or_default().trim_start_matches('.').to_owned()).collect();
    if found != expected {
        differences.push(format!("{values}: expected errors at {expected:?}, found {found:?}"));
    }
}

fn path(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) if text.is_empty() => text.push_str(&key.to_string()),
            Step::Key(key) => text.extend([".", &key.to_string()]),
            Step::Item(index) => text.extend(["[", &index.to_string(), "]"]),
        }
    }
    text
}
