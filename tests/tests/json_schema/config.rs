//! The JSON Schema of `sayl.toml`: the meta-schema accepts it, and it is of one mind with the code that reads the file.

use sayl_core::text::FileId;
use sayl_core::workspace::config::json_schema::json_schema;
use sayl_core::workspace::config::parse;
use serde_json::{Value, json};

/// Settings as TOML and as JSON.
fn samples() -> Vec<(&'static str, Value)> {
    vec![
        ("", json!({})),
        (
            "[[bundle]]\nname = 'x'\nfiles = ['a/', 'b.yml']",
            json!({"bundle": [{"name": "x", "files": ["a/", "b.yml"]}]}),
        ),
        ("[bundle]\nname = 'x'", json!({"bundle": {"name": "x"}})),
        ("[[bundle]]\nfile = ['x']", json!({"bundle": [{"file": ["x"]}]})),
        ("[[bundle]]\nfiles = 'x'", json!({"bundle": [{"files": "x"}]})),
        ("[check]\nextended-annotations = true", json!({"check": {"extended-annotations": true}})),
        ("[check]\nextended-annotations = 'yes'", json!({"check": {"extended-annotations": "yes"}})),
        ("[severity]\nunknown-key = 'hint'", json!({"severity": {"unknown-key": "hint"}})),
        ("[severity]\nunknown-key = 'loud'", json!({"severity": {"unknown-key": "loud"}})),
        ("[severity]\nnothing = 'hint'", json!({"severity": {"nothing": "hint"}})),
        ("[limits]\nmax-file-size = 0", json!({"limits": {"max-file-size": 0}})),
        ("[limits]\nmax-file-size = -1", json!({"limits": {"max-file-size": -1}})),
        ("[evaluation]\nmemory-mb = 64", json!({"evaluation": {"memory-mb": 64}})),
        ("[evaluation]\nmemory-mb = 63", json!({"evaluation": {"memory-mb": 63}})),
        ("[evaluation]\ndepth = 100001", json!({"evaluation": {"depth": 100_001}})),
        ("[other]", json!({"other": {}})),
    ]
}

#[test]
fn the_schema_of_sayl_toml_judges_as_its_reader_does() {
    let schema: Value = serde_json::from_str(&json_schema()).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (toml, json) in samples() {
        let is_accepted = parse(FileId(0), toml).1.is_empty();
        assert_eq!(validator.is_valid(&json), is_accepted, "{toml}");
    }
}
