//! The JSON Schema of `sayl.toml`, for editors that check TOML against one. `docs/sayl.schema.json` is made of it.

use serde_json::{Map, Value, json};

use super::settings::{LEVELS, SECTIONS, Setting, SettingType, SettingsSection};
use crate::template::job::YttVersion;

/// The JSON Schema, draft 7, which tools for TOML read.
pub fn json_schema() -> String {
    let sections = SECTIONS.iter().map(|section| (section.name.to_owned(), of_section(section)));
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "sayl.toml",
        "description": "The configuration of sayl",
        "type": "object",
        "properties": sections.collect::<Map<_, _>>(),
        "additionalProperties": false,
    });
    format!("{schema:#}\n")
}

fn of_section(section: &SettingsSection) -> Value {
    let settings = section.settings();
    let properties: Map<_, _> = settings.iter().map(|setting| (setting.name.to_owned(), of_setting(setting))).collect();
    let table = json!({"type": "object", "properties": properties, "additionalProperties": false});
    let mut schema = if section.is_repeated { json!({"type": "array", "items": table}) } else { table };
    schema["description"] = section.documentation.into();
    schema
}

fn of_setting(setting: &Setting) -> Value {
    let mut schema = match &setting.takes {
        SettingType::Text => json!({"type": "string"}),
        SettingType::Paths => json!({"type": "array", "items": {"type": "string"}}),
        SettingType::Names => json!({"type": "array", "items": {"type": "string", "pattern": "^[A-Za-z]+/"}}),
        SettingType::YttVersion => {
            let minors: Vec<String> = YttVersion::KNOWN.map(|minor| minor.to_string()).collect();
            json!({"type": "string", "pattern": format!(r"^0\.({})(\.[0-9]+)?$", minors.join("|"))})
        }
        SettingType::Switch => json!({"type": "boolean"}),
        SettingType::Number(range) => json!({"type": "integer", "minimum": range.start(), "maximum": range.end()}),
        SettingType::Level => json!({"enum": LEVELS}),
    };
    schema["description"] = setting.documentation.into();
    // Defaults of settings are written alike in TOML and JSON.
    if let Some(default) = setting.default.as_deref().and_then(|default| serde_json::from_str(default).ok()) {
        schema["default"] = default;
    }
    schema
}
