//! `sayl convert` and `sayl migrate`: resources and schemas written in another form, the rest of their files as it is.

use std::cell::RefCell;
use std::io::Write as _;
use std::path::Path;

use clap::ValueEnum as _;
use sayl_core::document::TextDocument;
use sayl_core::ide::code_action::{to_open_api, to_released, to_v1};
use sayl_core::problem::{Problem, Severity};
use sayl_core::rewrite::RewrittenText;
use sayl_core::schema::to_open_api::Hindrance;
use sayl_core::text::{FileId, TextRange, TextSize};

use super::edit;
use super::inspect::print_problems;
use crate::arguments::{ConversionTarget, ConvertArguments, EditArguments, FileArguments, SessionArguments};
use crate::output::OutputWriter;
use crate::report::{Details, Findings};
use crate::session::{Purpose, Session};
use crate::{ExitStatus, UsageError};

/// Converts files in place, or prints the one that `--to` is given.
pub(crate) fn run(arguments: ConvertArguments, is_quiet: bool) -> Result<ExitStatus, UsageError> {
    let ConvertArguments { to, mut edit, output_file } = arguments;
    if let Some(target) = to {
        return print(target, &edit.files, output_file.as_deref());
    }
    let named = (!edit.files.paths.is_empty()).then(|| edit.files.paths.remove(0));
    let target = named.as_deref().and_then(Path::to_str).and_then(|name| ConversionTarget::from_str(name, false).ok());
    let target = target.ok_or_else(|| {
        let targets: Vec<String> = ConversionTarget::value_variants().iter().filter_map(|it| name(*it)).collect();
        UsageError(format!("convert needs a form: {}", targets.join(" or ")))
    })?;
    in_place(&|session, file| converted(session, file, target), edit, is_quiet)
}

/// Writes schemas of older editions as released ytt has them.
pub(crate) fn migrate(edit: EditArguments, is_quiet: bool) -> Result<ExitStatus, UsageError> {
    in_place(&|session, file| Ok(to_released(&session.analysis, file)), edit, is_quiet)
}

fn name(target: ConversionTarget) -> Option<String> {
    target.to_possible_value().map(|value| value.get_name().to_owned())
}

/// Writes files in another form, and says what is lost.
fn in_place(
    converted: &dyn Fn(&Session, FileId) -> Result<RewrittenText, Hindrance>,
    edit: EditArguments,
    is_quiet: bool,
) -> Result<ExitStatus, UsageError> {
    let has_failed = RefCell::new(false);
    let convert = |session: &Session, file: FileId| match converted(session, file) {
        Ok(RewrittenText { text, problems }) => {
            let printed = print_notes(session, &problems);
            *has_failed.borrow_mut() |= printed.is_err();
            let length = session.analysis.document(file).map_or(0, TextDocument::len);
            vec![(TextRange::up_to(TextSize::new(length as u32)), text)]
        }
        Err(hindrance) => {
            *has_failed.borrow_mut() = true;
            let path = session.paths.shown(session.analysis.path(file));
            let _ = match hindrance {
                Hindrance::Mistakes(problems) => print_notes(session, &problems),
                Hindrance::Misfit(why) => {
                    eprintln!("sayl: {path}: {why}");
                    Ok(())
                }
            };
            Vec::new()
        }
    };
    let status = edit::convert(edit, &convert, is_quiet)?;
    Ok(if has_failed.into_inner() && status == ExitStatus::Fine { ExitStatus::Problems } else { status })
}

fn converted(session: &Session, file: FileId, target: ConversionTarget) -> Result<RewrittenText, Hindrance> {
    match target {
        ConversionTarget::OpenchoreoV1 => to_v1(&session.analysis, file),
        ConversionTarget::OpenapiV3 => {
            to_open_api(&session.analysis, file).map(|text| RewrittenText { text, ..RewrittenText::default() })
        }
    }
}

/// Prints what is said about a conversion.
fn print_notes(session: &Session, problems: &[Problem]) -> Result<(), UsageError> {
    let mut findings = Findings::new(Details::default());
    let notes = problems.iter().map(|problem| findings.finding(&session.analysis, &session.paths, problem));
    let notes: Vec<_> = notes.collect();
    print_problems(&notes.iter().collect::<Vec<_>>())
}

/// Prints the one file that the command line names.
fn print(
    target: ConversionTarget,
    files: &FileArguments,
    output_file: Option<&Path>,
) -> Result<ExitStatus, UsageError> {
    let [path] = files.paths.as_slice() else {
        return Err(UsageError("convert takes one file".to_owned()));
    };
    let (session, report) = Session::start(&SessionArguments::from(files.clone()), Purpose::Questions)?;
    let is_given = |file: &FileId| session.paths.is_given(session.analysis.path(*file));
    let mut given = session.analysis.files().into_iter().filter(is_given);
    let file = given.next().or_else(|| session.analysis.file(&session.paths.absolute(path)));
    if given.next().is_some() {
        return Err(UsageError(format!("{} is a folder; convert takes one file", path.display())));
    }
    if report.is_unreadable() {
        let errors = report.findings.iter().filter(|finding| finding.problem.severity == Severity::Error);
        print_problems(&errors.collect::<Vec<_>>())?;
        return Ok(ExitStatus::Unusable);
    }
    let file = file.ok_or_else(|| UsageError(format!("{}: there is no such file", path.display())))?;
    match converted(&session, file, target) {
        Ok(RewrittenText { text, problems }) => {
            print_notes(&session, &problems)?;
            // The file may be the one that is read, so it is opened only now.
            let mut output = OutputWriter::open(output_file)?;
            let printed = output.write_all(text.as_bytes());
            output.finish(printed)?;
            Ok(ExitStatus::Fine)
        }
        Err(Hindrance::Misfit(why)) => {
            eprintln!("sayl: {}: {why}", path.display());
            Ok(ExitStatus::Problems)
        }
        Err(Hindrance::Mistakes(_)) => {
            let errors = report.findings.iter().filter(|finding| finding.problem.severity == Severity::Error);
            print_problems(&errors.collect::<Vec<_>>())?;
            Ok(ExitStatus::Problems)
        }
    }
}
