//! Reports of `--format json`.

use std::collections::HashSet;

use sayl_core::problem::Severity;
use serde_json::{Value, json};

use super::{MergeVerdict, MergedReport, ReportInput};
use crate::UsageError;

pub(super) fn merge(inputs: &[ReportInput]) -> Result<MergedReport, UsageError> {
    let (mut files, mut known, mut counts) = (0, None, serde_json::Map::new());
    let mut problems = Vec::new();
    for input in inputs {
        let mut report: Value = serde_json::from_str(&input.text).map_err(|_| input.refused("json"))?;
        let found = report.get_mut("problems").and_then(Value::as_array_mut).map(std::mem::take);
        let (Some(found), Some(number), Some(1)) = (found, report["files"].as_u64(), report["version"].as_u64()) else {
            return Err(input.refused("json"));
        };
        files += number;
        for (name, count) in report["counts"].as_object().into_iter().flatten() {
            let sum = counts.get(name).and_then(Value::as_u64).unwrap_or(0) + count.as_u64().unwrap_or(0);
            counts.insert(name.clone(), json!(sum));
        }
        known = report["known"].as_u64().map(|more| known.unwrap_or(0) + more).or(known);
        problems.extend(found);
    }
    let mut seen = HashSet::new();
    problems.retain(|problem| seen.insert(problem.to_string()));
    problems.sort_by_cached_key(order);
    let verdicts = problems.iter().map(verdict).collect();
    let mut report = json!({ "version": 1, "files": files, "counts": counts });
    if let Some(known) = known {
        report["known"] = json!(known);
    }
    report["problems"] = Value::Array(problems);
    Ok(MergedReport { text: format!("{report}\n").into_bytes(), verdicts })
}

/// As one run sorts them.
fn order(problem: &Value) -> (String, [u64; 4], String, String) {
    let text = |name: &str| problem[name].as_str().unwrap_or_default().to_owned();
    let (start, end) = (&problem["range"]["start"], &problem["range"]["end"]);
    let position = [&start["line"], &start["column"], &end["line"], &end["column"]];
    (text("file"), position.map(|number| number.as_u64().unwrap_or(0)), text("code"), text("message"))
}

fn verdict(problem: &Value) -> MergeVerdict {
    let severity = problem["severity"].as_str().and_then(Severity::from_name);
    MergeVerdict::new(severity.unwrap_or(Severity::Information), problem["code"].as_str())
}
