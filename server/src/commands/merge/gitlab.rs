//! Reports of `--format gitlab`.

use std::collections::HashSet;

use sayl_core::problem::Severity;
use serde_json::Value;

use super::{MergeVerdict, MergedReport, ReportInput};
use crate::UsageError;

pub(super) fn merge(inputs: &[ReportInput]) -> Result<MergedReport, UsageError> {
    let mut issues: Vec<Value> = Vec::new();
    for input in inputs {
        issues.extend(serde_json::from_str::<Vec<Value>>(&input.text).map_err(|_| input.refused("gitlab"))?);
    }
    let mut seen = HashSet::new();
    issues.retain(|issue| seen.insert(issue["fingerprint"].to_string()));
    // There are no columns here: on one line, problems stay in the order of their report.
    issues.sort_by_cached_key(|issue| {
        let place = &issue["location"];
        (place["path"].as_str().unwrap_or_default().to_owned(), place["lines"]["begin"].as_u64())
    });
    let verdicts = issues.iter().map(verdict).collect();
    Ok(MergedReport { text: format!("{:#}\n", Value::Array(issues)).into_bytes(), verdicts })
}

fn verdict(issue: &Value) -> MergeVerdict {
    let severity = match issue["severity"].as_str() {
        Some("critical") => Severity::Error,
        Some("minor") => Severity::Warning,
        _ => Severity::Information,
    };
    MergeVerdict::new(severity, issue["check_name"].as_str())
}
