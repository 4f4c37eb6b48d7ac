//! Problems as one JSON object for programs: `{"version":1,"files":N,"counts":{…},"problems":[…]}`.
//!
//! Lines and columns count from 1, columns in Unicode characters; the end of a range is the position after it.

use std::io::{self, Write};

use serde::Serialize;

use super::counts::Counts;
use super::source::SourcePosition;
use super::{Finding, Location, Report, visible};

/// Prints the report as one line of JSON.
pub(crate) fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let problems = report.findings.iter().map(problem).collect();
    let object = ReportObject { version: 1, files: report.files, counts: report.counts, known: report.known, problems };
    writeln!(out, "{}", visible::json(&serde_json::to_string(&object)?))
}

fn problem(finding: &Finding) -> ProblemObject<'_> {
    let related = finding.related.iter();
    let fixes = finding.fixes.iter();
    ProblemObject {
        file: &finding.location.source.path,
        range: range(&finding.location),
        severity: finding.problem.severity.name(),
        code: finding.problem.code.name(),
        message: finding.problem.text(),
        related: related
            .map(|(location, message)| RelatedObject { file: &location.source.path, range: range(location), message })
            .collect(),
        fixes: fixes.map(|(title, edits)| FixObject { title, edits: edits.iter().map(edit).collect() }).collect(),
    }
}

fn edit((location, text): &(Location, String)) -> EditObject<'_> {
    EditObject { file: &location.source.path, range: range(location), text }
}

fn range(location: &Location) -> Range {
    let position = |offset| {
        let SourcePosition { line, column } = location.source.position(offset);
        JsonPosition { line, column }
    };
    Range { start: position(location.range.start), end: position(location.range.end) }
}

#[derive(Serialize)]
struct ReportObject<'a> {
    version: u32,
    files: usize,
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<usize>,
    problems: Vec<ProblemObject<'a>>,
}

#[derive(Serialize)]
struct ProblemObject<'a> {
    file: &'a str,
    range: Range,
    severity: &'static str,
    code: &'static str,
    message: String,
    related: Vec<RelatedObject<'a>>,
    fixes: Vec<FixObject<'a>>,
}

#[derive(Serialize)]
struct RelatedObject<'a> {
    file: &'a str,
    range: Range,
    message: &'a str,
}

#[derive(Serialize)]
struct FixObject<'a> {
    title: &'a str,
    edits: Vec<EditObject<'a>>,
}

#[derive(Serialize)]
struct EditObject<'a> {
    file: &'a str,
    range: Range,
    text: &'a str,
}

#[derive(Serialize)]
struct Range {
    start: JsonPosition,
    end: JsonPosition,
}

#[derive(Serialize)]
struct JsonPosition {
    line: usize,
    column: usize,
}
