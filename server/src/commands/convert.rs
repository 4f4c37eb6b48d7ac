//! `sayl convert`: a file with its schemas written in another form, the rest of it as it is.

use std::io::Write as _;

use sayl_core::ide::code_action::to_open_api;
use sayl_core::problem::Severity;
use sayl_core::schema::to_open_api::Hindrance;
use sayl_core::text::FileId;

use super::inspect::print_problems;
use crate::arguments::{Arguments, ConvertArguments, Form};
use crate::output::Output;
use crate::session::{Purpose, Session};
use crate::{Status, UsageError};

/// Converts the one file that the command line names, and prints it.
pub(crate) fn run(arguments: ConvertArguments) -> Result<Status, UsageError> {
    let ConvertArguments { to: Form::OpenapiV3, files, output_file } = arguments;
    let [path] = files.paths.as_slice() else {
        return Err(UsageError("convert takes one file".to_owned()));
    };
    let (session, report) = Session::start(&Arguments::from(files.clone()), Purpose::Questions)?;
    let is_given = |file: &FileId| session.paths.is_given(session.analysis.path(*file));
    let mut given = session.analysis.files().into_iter().filter(is_given);
    let file = given.next().or_else(|| session.analysis.file(&session.paths.absolute(path)));
    if given.next().is_some() {
        return Err(UsageError(format!("{} is a folder; convert takes one file", path.display())));
    }
    if report.is_unreadable() {
        let errors = report.findings.iter().filter(|finding| finding.problem.severity == Severity::Error);
        print_problems(&errors.collect::<Vec<_>>())?;
        return Ok(Status::Unusable);
    }
    let file = file.ok_or_else(|| UsageError(format!("{}: there is no such file", path.display())))?;
    match to_open_api(&session.analysis, file) {
        Ok(text) => {
            // The file may be the one that is read, so it is opened only now.
            let mut output = Output::open(output_file.as_deref())?;
            let printed = output.write_all(text.as_bytes());
            output.finish(printed)?;
            Ok(Status::Fine)
        }
        Err(Hindrance::Misfit(why)) => {
            eprintln!("sayl: {}: {why}", path.display());
            Ok(Status::Problems)
        }
        Err(Hindrance::Mistakes(_)) => {
            let errors = report.findings.iter().filter(|finding| finding.problem.severity == Severity::Error);
            print_problems(&errors.collect::<Vec<_>>())?;
            Ok(Status::Problems)
        }
    }
}
