//! `sayl --check`: the same analysis as in the editor, over files instead of keystrokes, printed once.

use sayl_core::problem::Severity;

use crate::arguments::{Arguments, Deny, Format};
use crate::baseline;
use crate::output::Output;
use crate::report::{Fixes, Report, github, gitlab, human, json, junit, sarif};
use crate::session::{Purpose, Session};
use crate::{Status, UsageError};

/// Runs the check and prints its report.
pub(crate) fn run(arguments: &Arguments) -> Result<Status, UsageError> {
    let mut output = Output::open(arguments.output.output_file.as_deref())?;
    let known = baseline::read(&arguments.baseline)?;
    let shows_fixes = matches!(arguments.output.format, Format::Json | Format::Sarif);
    let fixes = if shows_fixes { Fixes::Included } else { Fixes::Omitted };
    let (session, mut report) = Session::start(arguments, Purpose::Report(fixes))?;
    baseline::apply(&arguments.baseline, known, &session, &mut report)?;
    let (look, deny) = (output.look(), arguments.output.deny);
    let printed = match arguments.output.format {
        Format::Human => human::print(&report, look, &mut output),
        Format::Json => json::print(&report, &mut output),
        Format::Sarif => sarif::print(&report, &mut output),
        Format::Github => github::print(&report, &mut output),
        Format::Gitlab => gitlab::print(&report, &mut output),
        Format::Junit => junit::print(&report, &|severity| is_failure(severity, deny), &mut output),
    };
    output.finish(printed)?;
    // The process ends soon, and to take everything apart takes longer than a small check.
    std::mem::forget(session);
    Ok(status(&report, deny))
}

/// What the report means for whoever started the check.
fn status(report: &Report, deny: Option<Deny>) -> Status {
    if report.is_unreadable() {
        return Status::Unusable;
    }
    let mut severities = report.findings.iter().map(|finding| finding.problem.severity);
    if severities.any(|severity| is_failure(severity, deny)) { Status::Problems } else { Status::Fine }
}

/// Whether a problem of this severity fails the check.
pub(crate) fn is_failure(severity: Severity, deny: Option<Deny>) -> bool {
    severity == Severity::Error || severity == Severity::Warning && deny == Some(Deny::Warnings)
}
