//! Problems as SARIF 2.1.0, which code scanning of several systems reads. Lines and columns count from 1, columns in
//! Unicode characters.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};

use sayl_core::problem::{Code, Severity};
use serde_json::{Value, json};

use super::{Finding, Location, Report, fingerprint, visible};
use crate::problem_page;

/// Prints the report as one run.
pub(crate) fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    // Every code that occurs, in the order of the documentation.
    let codes: Vec<Code> =
        report.findings.iter().map(|finding| finding.problem.code).collect::<BTreeSet<_>>().into_iter().collect();
    let mut seen = HashMap::new();
    let results: Vec<Value> = report.findings.iter().map(|finding| result(finding, &codes, &mut seen)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "sayl",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(*code)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    writeln!(out, "{}", visible::json(&serde_json::to_string_pretty(&log)?))
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

fn rule(code: Code) -> Value {
    let explanation = code.explanation();
    let mut rule = json!({
        "id": code.name(),
        "shortDescription": { "text": explanation.meaning },
        // GitHub requires it, and shows it above the help.
        "fullDescription": { "text": explanation.meaning },
        "help": { "text": explanation.remedy, "markdown": problem_page::markdown(code) },
        "defaultConfiguration": { "level": level(code.severity()) },
    });
    if let Some(address) = problem_page::address(None, code) {
        rule["helpUri"] = address.into();
    }
    rule
}

fn result(finding: &Finding, codes: &[Code], seen: &mut HashMap<String, usize>) -> Value {
    let problem = &finding.problem;
    let related = finding.related.iter().enumerate().map(|(index, (place, message))| {
        let mut related = location(place);
        related["id"] = json!(index + 1);
        related["message"] = json!({ "text": message });
        related
    });
    // GitHub refuses a report with a result that is nowhere: of a flag it shows what refuses its value.
    let has_file = !finding.location.source.path.is_empty();
    let place = if has_file { Some(&finding.location) } else { finding.related.first().map(|(place, _)| place) };
    let mut result = json!({
        "ruleId": problem.code.name(),
        "ruleIndex": codes.iter().position(|code| *code == problem.code),
        "level": level(problem.severity),
        "message": { "text": problem.text() },
        "locations": place.map(location).into_iter().collect::<Vec<_>>(),
        "relatedLocations": related.collect::<Vec<_>>(),
        "partialFingerprints": { "sayl/v1": fingerprint::unique(finding, seen) },
    });
    if !finding.fixes.is_empty() {
        result["fixes"] = finding.fixes.iter().map(|(title, edits)| fix(title, edits)).collect();
    }
    result
}

fn fix(title: &str, edits: &[(Location, String)]) -> Value {
    let changes = edits.iter().map(|(place, text)| {
        json!({
            "artifactLocation": { "uri": uri(&place.source.path) },
            "replacements": [{ "deletedRegion": region(place), "insertedContent": { "text": text } }],
        })
    });
    json!({ "description": { "text": title }, "artifactChanges": changes.collect::<Vec<_>>() })
}

fn location(place: &Location) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&place.source.path) }, "region": region(place) } })
}

fn region(place: &Location) -> Value {
    let (start, end) = (place.source.position(place.range.start), place.source.position(place.range.end));
    json!({ "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column })
}

/// A path as a URI reference (RFC 3986): relative ones stay relative.
fn uri(path: &str) -> String {
    let slashes = path.replace('\\', "/");
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    let encoded: String = slashes
        .bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    if slashes.starts_with('/') { format!("file://{encoded}") } else { encoded }
}
