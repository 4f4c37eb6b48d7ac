//! `sayl check`: the same analysis as in the editor, over files instead of keystrokes, printed once.

use std::io;

use sayl_core::analysis::Inspected;
use sayl_core::problem::Severity;

use super::inspect::BlockingFindings;
use super::output_folder::OutputFolder;
use crate::arguments::{CheckArguments, Deny, ReportArguments, ReportFormat};
use crate::output::OutputWriter;
use crate::report::{Details, Report, concise, github, gitlab, html, human, json, junit, markdown, sarif};
use crate::session::{Purpose, Session};
use crate::{ExitStatus, UsageError, baseline};

/// Runs the check and prints its report.
pub(crate) fn run(arguments: &CheckArguments, is_quiet: bool) -> Result<ExitStatus, UsageError> {
    let (session, status) = check(arguments, is_quiet)?;
    // The process ends soon, and to take everything apart takes longer than a small check.
    std::mem::forget(session);
    Ok(status)
}

/// The same, and what was looked at.
pub(super) fn check(arguments: &CheckArguments, is_quiet: bool) -> Result<(Session, ExitStatus), UsageError> {
    let CheckArguments { looked_at, report: report_arguments, baseline, .. } = arguments;
    let output = OutputWriter::open(report_arguments.output_file.as_deref())?;
    let known = baseline::read(baseline)?;
    let folder = OutputFolder::of(&looked_at.bundle.folders)?;
    let (inspected, details) = (inspected(arguments)?, details(report_arguments.format));
    let purpose = if inspected.is_some() { Purpose::Inspection(details) } else { Purpose::Report(details) };
    let (session, mut report) = Session::start(looked_at, purpose)?;
    if let Some(inspected) = inspected {
        let blocking = BlockingFindings::of(&session, &report, inspected);
        report.findings.retain(|finding| blocking.contains(finding));
    }
    baseline::apply(baseline, known, &session, &mut report)?;
    print(&report, report_arguments, is_quiet, output)?;
    if let (Some(folder), Some(printed)) = (folder, session.analysis.printed().filter(|_| inspected.is_none())) {
        folder.check(&printed)?;
    }
    Ok((session, status(&report, report_arguments.deny)))
}

/// What ytt would print instead of output, the schema before the values: nothing else is judged then.
fn inspected(arguments: &CheckArguments) -> Result<Option<Inspected>, UsageError> {
    if arguments.data_values_schema_inspect {
        return Ok(Some(Inspected::Schema));
    }
    if arguments.output.iter().any(|output| output == "openapi-v3") {
        return Err(UsageError("-o openapi-v3 prints a schema, so it needs --data-values-schema-inspect".to_owned()));
    }
    Ok(arguments.data_values_inspect.then_some(Inspected::Values))
}

/// Prints a report in the form that is asked for.
pub(super) fn print(
    report: &Report,
    report_arguments: &ReportArguments,
    is_quiet: bool,
    mut output: OutputWriter,
) -> Result<(), UsageError> {
    let (look, deny) = (output.look(), report_arguments.deny);
    let printed = match report_arguments.format {
        ReportFormat::Human => human::print(report, look, is_quiet, &mut output),
        ReportFormat::Concise => concise::print(report, &mut output),
        ReportFormat::Json => json::print(report, &mut output),
        ReportFormat::Sarif => sarif::print(report, &mut output),
        ReportFormat::Github => github::print(report, &mut output),
        ReportFormat::Gitlab => gitlab::print(report, &mut output),
        ReportFormat::Junit => junit::print(report, &|severity| is_failure(severity, deny), &mut output),
        ReportFormat::Markdown => markdown::print(report, &mut output),
        ReportFormat::Html => html::print(report, &mut output),
    };
    output.finish(printed)?;
    if report_arguments.format == ReportFormat::Concise && !is_quiet {
        // Beside the lines, each of which is a problem.
        let _ = human::print_summary(report, &mut io::stderr());
    }
    Ok(())
}

/// What a format shows beside the problems themselves.
pub(super) fn details(format: ReportFormat) -> Details {
    Details {
        fixes: matches!(format, ReportFormat::Json | ReportFormat::Sarif),
        paths: matches!(
            format,
            ReportFormat::Github
                | ReportFormat::Gitlab
                | ReportFormat::Junit
                | ReportFormat::Markdown
                | ReportFormat::Html
        ),
    }
}

/// What the report means for whoever started the check.
pub(super) fn status(report: &Report, deny: Option<Deny>) -> ExitStatus {
    if report.is_unreadable() {
        return ExitStatus::Unusable;
    }
    let mut severities = report.findings.iter().map(|finding| finding.problem.severity);
    if severities.any(|severity| is_failure(severity, deny)) { ExitStatus::Problems } else { ExitStatus::Fine }
}

/// Whether a problem of this severity fails the check.
pub(super) fn is_failure(severity: Severity, deny: Option<Deny>) -> bool {
    severity == Severity::Error || severity == Severity::Warning && deny == Some(Deny::Warnings)
}
