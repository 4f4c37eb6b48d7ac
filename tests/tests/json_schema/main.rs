//! JSON Schema of schemas: the meta-schema accepts it, and it judges values as sayl does.
//!
//! Values are made near the schema: right ones, changed in a few places. A sample holds a schema and such values; what
//! JSON Schema cannot say is in no sample.

#![allow(clippy::unwrap_used, reason = "a sample that cannot be read has failed the test")]

use std::cell::{Cell, RefCell};
use std::path::Path;

use jsonschema::Validator;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use sayl_core::analysis::AnalysisHost;
use sayl_core::problem::Severity;
use sayl_core::render::request::Runner;
use sayl_core::schema::export::json_schema::document;
use sayl_core::test_support::{Fixture, settle};
use sayl_core::values::print;
use serde_json::{Map, Value, json};

mod config;
mod diff;
mod import;
mod samples;

/// How many values are judged for each sample.
const VALUES: u32 = 1000;

/// A schema with values that it accepts.
pub(crate) struct Sample {
    schema: &'static str,
    values: &'static [&'static str],
}

/// One change: of which part, how, and with what.
type Change = (Index, u8, Index);

/// What parts of values become.
fn spare() -> Vec<Value> {
    let spare = json!([
        null, true, 0, 1, -1, 3, 70000, 1.5, -0.25, "", "a", "abc", "https://a.example", "10.0.0.1", "a@b.example",
        "10%", "1h30m", "2018-11-13", "key", [], ["a"], [1, 1], {}, {"a": 1}, {"name": "b"}
    ]);
    spare.as_array().unwrap().clone()
}

/// Every part of a value, as a path of JSON pointers.
fn parts(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                parts(value, &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                parts(value, &format!("{path}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// Replaces a part, takes something out of it, or puts something into it.
fn change(value: &mut Value, (part, how, what): &Change) {
    let mut paths = Vec::new();
    parts(value, "", &mut paths);
    // The whole stays a map: what a document of values may be otherwise, no schema says.
    let part = value.pointer_mut(&paths[part.index(paths.len())]).unwrap();
    let spare = spare();
    let spare = spare[what.index(spare.len())].clone();
    match part {
        Value::Object(map) if *how < 2 => {
            map.insert(["a", "name", "port"][what.index(3)].to_owned(), spare);
        }
        Value::Object(map) if *how < 5 && !map.is_empty() => {
            let key = map.keys().nth(what.index(map.len())).unwrap().clone();
            map.remove(&key);
        }
        Value::Array(items) if *how < 2 => items.push(items.first().cloned().unwrap_or(spare)),
        Value::Array(items) if *how < 4 => drop(items.pop()),
        part => *part = spare,
    }
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
}

/// A bundle with a schema and a file of values that are laid over it as they are.
struct Judge {
    host: AnalysisHost,
    runner: Runner,
    version: i32,
}

impl Judge {
    fn new(schema: &str) -> Self {
        let config = "[[bundle]]\nfiles = [\"schema.yml\"]\ndata-values-files = [\"values.yml\"]\n";
        let fixture = format!("#- /sayl.toml\n{config}#- /schema.yml\n{schema}#- /values.yml\n{{}}\n");
        Self { host: Fixture::parse(&fixture).host(), runner: Runner::new(), version: 0 }
    }

    /// What is wrong with values, or with the schema.
    fn errors(&mut self, values: &Value) -> Vec<String> {
        self.version += 1;
        self.host.open(Path::new("/values.yml"), &format!("{values}\n"), self.version, false);
        let analysis = self.host.analysis();
        settle(&analysis, &mut self.runner);
        let problems = |file| analysis.problems(file);
        let problems = analysis.files().into_iter().flat_map(|file| problems(file).to_vec());
        problems.filter(|problem| problem.severity == Severity::Error).map(|problem| problem.text()).collect()
    }

    fn json_schema(&mut self) -> Value {
        let analysis = self.host.analysis();
        settle(&analysis, &mut self.runner);
        let file = analysis.file(Path::new("/schema.yml")).unwrap();
        let documents = analysis.document(file).unwrap().stream().documents.len();
        let schema = (0..documents).find_map(|document| analysis.schema(file, document)).expect("a schema");
        serde_json::from_str(&print::json(&document(Some(&schema)))).unwrap()
    }
}

#[track_caller]
fn check(sample: &Sample) {
    let mut judge = Judge::new(sample.schema);
    let json_schema = judge.json_schema();
    jsonschema::meta::validate(&json_schema).unwrap_or_else(|error| panic!("{error}\n{json_schema:#}"));
    let validator = jsonschema::options().should_validate_formats(true).build(&json_schema).unwrap();
    let values: Vec<Value> = sample.values.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    for value in &values {
        assert_eq!(judge.errors(value), Vec::<String>::new(), "{value}");
    }
    let (refused, accepted) = (Cell::new(0), Cell::new(0));
    let strategy = (any::<Index>(), vec((any::<Index>(), 0u8..8, any::<Index>()), 0..4));
    let strategy = strategy.prop_map(move |(base, changes)| {
        let mut value = values[base.index(values.len())].clone();
        for it in &changes {
            change(&mut value, it);
        }
        value
    });
    let mut runner = TestRunner::new_with_rng(
        Config { cases: VALUES, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let judge = RefCell::new(judge);
    let outcome = runner.run(&strategy, |value| {
        let errors = judge.borrow_mut().errors(&value);
        let count = if errors.is_empty() { &accepted } else { &refused };
        count.set(count.get() + 1);
        agree(&validator, &value, &errors)
    });
    outcome.unwrap_or_else(|error| panic!("{error}\n{json_schema:#}"));
    let (refused, accepted) = (refused.get(), accepted.get());
    // Values that are all right, or all wrong, would show nothing.
    assert!(refused > VALUES / 10 && accepted > VALUES / 20, "{refused} refused, {accepted} accepted");
}

fn agree(validator: &Validator, value: &Value, errors: &[String]) -> Result<(), TestCaseError> {
    let found: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    prop_assert_eq!(found.is_empty(), errors.is_empty(), "{}: JSON Schema: {:?}, sayl: {:?}", value, found, errors);
    Ok(())
}
