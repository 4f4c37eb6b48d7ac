//! Problems as workflow commands of GitHub Actions: `::error file=…,line=…::…`, which become annotations of a pull
//! request. Lines and columns count from 1.

use std::io::{self, Write};

use sayl_core::problem::Severity;

use super::{Finding, Report, visible};

/// Prints one command for each problem.
pub(crate) fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    report.findings.iter().try_for_each(|finding| writeln!(out, "{}", command(finding)))
}

fn command(finding: &Finding) -> String {
    let level = match finding.problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "notice",
    };
    let title = property(&format!("sayl: {}", finding.problem.code.name()));
    format!("::{level} {}title={title}::{}", place(finding), data(&finding.text()))
}

/// Where it is. A range over several lines has no columns, for GitHub refuses it then.
fn place(finding: &Finding) -> String {
    let (source, range) = (&finding.location.source, &finding.location.range);
    if source.path.is_empty() {
        return String::new();
    }
    let (start, end) = (source.position(range.start), source.position(range.end));
    let columns =
        if start.line == end.line { format!(",col={},endColumn={}", start.column, end.column) } else { String::new() };
    format!("file={},line={},endLine={}{columns},", property(&visible::line(&source.path)), start.line, end.line)
}

/// The text of a message, on one line.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which ends at a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
