//! Problems as a code quality report of GitLab, which shows them in a merge request: a JSON array, lines from 1.

use std::collections::HashMap;
use std::io::{self, Write};

use sayl_core::problem::Severity;
use serde::Serialize;

use super::{Finding, Report, fingerprint, visible};

/// Prints the report as one array.
pub(crate) fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut seen = HashMap::new();
    let issues: Vec<Issue<'_>> = report.findings.iter().map(|finding| issue(finding, &mut seen)).collect();
    writeln!(out, "{}", visible::json(&serde_json::to_string_pretty(&issues)?))
}

fn issue<'a>(finding: &'a Finding, seen: &mut HashMap<String, usize>) -> Issue<'a> {
    let (source, range) = (&finding.location.source, &finding.location.range);
    Issue {
        description: finding.text(),
        check_name: finding.problem.code.name(),
        fingerprint: fingerprint::unique(finding, seen),
        severity: match finding.problem.severity {
            Severity::Error => "critical",
            Severity::Warning => "minor",
            Severity::Information | Severity::Hint => "info",
        },
        location: GitlabLocation {
            path: source.path.strip_prefix("./").unwrap_or(&source.path),
            lines: GitlabLines { begin: source.position(range.start).line, end: source.position(range.end).line },
        },
    }
}

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: GitlabLocation<'a>,
}

#[derive(Serialize)]
struct GitlabLocation<'a> {
    path: &'a str,
    lines: GitlabLines,
}

#[derive(Serialize)]
struct GitlabLines {
    begin: usize,
    end: usize,
}
