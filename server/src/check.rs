//! `sayl --check`: the same analysis as in the editor, over files instead of keystrokes, printed once.

use sayl_core::problem::Severity;

use crate::arguments::{Arguments, Deny, Format};
use crate::output::Output;
use crate::report::{Report, human, json};
use crate::session::Session;
use crate::{Status, UsageError};

/// Runs the check and prints its report.
pub(crate) fn run(arguments: &Arguments) -> Result<Status, UsageError> {
    let mut output = Output::open(arguments.output.output_file.as_deref())?;
    let session = Session::start(arguments)?;
    let report = session.report();
    let is_coloured = output.is_coloured();
    let printed = match arguments.output.format {
        Format::Human => human::print(&report, is_coloured, &mut output),
        Format::Json => json::print(&report, &mut output),
    };
    output.finish(printed)?;
    Ok(status(&report, arguments.output.deny))
}

/// What the report means for whoever started the check.
fn status(report: &Report, deny: Option<Deny>) -> Status {
    if report.is_unreadable() {
        return Status::Unusable;
    }
    let is_denied = deny == Some(Deny::Warnings) && report.count(Severity::Warning) > 0;
    if is_denied || report.count(Severity::Error) > 0 { Status::Problems } else { Status::Fine }
}
