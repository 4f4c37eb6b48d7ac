//! Reports of `--format sarif`.

use std::collections::{BTreeMap, HashSet};

use percent_encoding::percent_decode_str;
use sayl_core::problem::{Code, Severity};
use serde_json::{Value, json};

use super::{MergeVerdict, MergedReport, ReportInput};
use crate::UsageError;

/// Where a log of ours has its lists.
const RESULTS: &str = "/runs/0/results";
const RULES: &str = "/runs/0/tool/driver/rules";

pub(super) fn merge(inputs: &[ReportInput]) -> Result<MergedReport, UsageError> {
    let mut merged = None;
    let mut rules = BTreeMap::new();
    let mut results = Vec::new();
    for input in inputs {
        let mut log: Value = serde_json::from_str(&input.text).map_err(|_| input.refused("sarif"))?;
        let of_run = |log: &mut Value, path: &str| log.pointer_mut(path)?.as_array_mut().map(std::mem::take);
        let (Some(found), Some(used)) = (of_run(&mut log, RESULTS), of_run(&mut log, RULES)) else {
            return Err(input.refused("sarif"));
        };
        if !found.iter().all(Value::is_object) {
            return Err(input.refused("sarif"));
        }
        results.extend(found);
        rules.extend(used.into_iter().filter_map(|rule| Some((Code::from_name(rule["id"].as_str()?)?, rule))));
        merged.get_or_insert(log);
    }
    let codes: Vec<Code> = rules.keys().copied().collect();
    for result in &mut results {
        result["ruleIndex"] = json!(codes.iter().position(|code| result["ruleId"] == code.name()));
    }
    let mut seen = HashSet::new();
    results.retain(|result| seen.insert(result.to_string()));
    results.sort_by_cached_key(order);
    let verdicts = results.iter().map(verdict).collect();
    let mut log = merged.unwrap_or_default();
    for (path, list) in [(RULES, rules.into_values().collect()), (RESULTS, results)] {
        if let Some(place) = log.pointer_mut(path) {
            *place = Value::Array(list);
        }
    }
    Ok(MergedReport { text: format!("{log:#}\n").into_bytes(), verdicts })
}

/// As one run sorts them: by path, which is escaped here.
fn order(result: &Value) -> (String, [u64; 4], String, String) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let place = &result["locations"][0]["physicalLocation"];
    let uri = text(&place["artifactLocation"]["uri"]);
    let path = percent_decode_str(uri.strip_prefix("file://").unwrap_or(&uri)).decode_utf8_lossy().into_owned();
    let position = ["startLine", "startColumn", "endLine", "endColumn"];
    let position = position.map(|name| place["region"][name].as_u64().unwrap_or(0));
    (path, position, text(&result["ruleId"]), text(&result["message"]["text"]))
}

fn verdict(result: &Value) -> MergeVerdict {
    let severity = match result["level"].as_str() {
        Some("error") => Severity::Error,
        Some("warning") => Severity::Warning,
        _ => Severity::Information,
    };
    MergeVerdict::new(severity, result["ruleId"].as_str())
}
