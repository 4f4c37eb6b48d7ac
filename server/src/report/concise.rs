//! Problems as one line each, `file:line:column: severity[code] message`, for editors, `grep` and people in a hurry.

use std::io::{self, Write};

use super::{Finding, Report, visible};

/// Prints a line for each problem.
pub(crate) fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    report.findings.iter().try_for_each(|finding| writeln!(out, "{}", line(finding)))
}

fn line(finding: &Finding) -> String {
    let (problem, source) = (&finding.problem, &finding.location.source);
    let start = source.position(finding.location.range.start);
    let place = if source.path.is_empty() {
        String::new()
    } else {
        format!("{}:{}:{}: ", visible::line(&source.path), start.line, start.column)
    };
    let message = problem.message.replace(char::is_control, " ");
    format!("{place}{}[{}] {message}", problem.severity.name(), problem.code.name())
}
