//! `sayl values` and `sayl schema`: what a bundle comes to, and what its schema says, printed as ytt prints it or for
//! people.
//!
//! Problems go to standard error. While there are errors nothing of a bundle is printed, for it would not be what ytt
//! prints; resources, which have nothing to do with each other, are printed as far as they go.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use console::Term;
use sayl_core::analysis::{BlockingProblems, Inspected};
use sayl_core::choreo::inspect::inspect;
use sayl_core::problem::{Code, Problem, Severity};
use sayl_core::render::PrintedOutput;
use sayl_core::schema::export::{self, Validations, schema_file::schema_file};
use sayl_core::template::job::YttVersion;
use sayl_core::text::FileId;
use sayl_core::values::print::{self, PrintFormat};
use sayl_core::values::{Value, ValueKind};

use super::output_folder::OutputFolder;
use crate::arguments::{InspectArguments, SchemaArguments};
use crate::output::{OutputWriter, look_of};
use crate::report::{Finding, Report, human};
use crate::schemas::Schemas;
use crate::session::{Purpose, Session};
use crate::{ExitStatus, UsageError};

mod form;
pub(super) mod schemas;

use form::{InspectedForm, Notation};
use schemas::files;

/// Prints final data values.
pub(crate) fn values(arguments: &InspectArguments) -> Result<ExitStatus, UsageError> {
    run(arguments, InspectedForm::of_values(arguments)?)
}

/// Prints schemas.
pub(crate) fn schema(arguments: &SchemaArguments) -> Result<ExitStatus, UsageError> {
    run(&arguments.inspect, InspectedForm::of_schema(arguments)?)
}

fn run(arguments: &InspectArguments, form: InspectedForm) -> Result<ExitStatus, UsageError> {
    let mut output = OutputWriter::open(arguments.output_file.as_deref())?;
    let looked_at = &arguments.looked_at;
    let (session, report) = Session::start(looked_at, Purpose::Questions)?;
    if !looked_at.bundle.is_given() && !report.is_unreadable() {
        refuse_nothing(&session, form, looked_at.paths.is_empty())?;
    }
    let inspected = if form.is_schema() { Inspected::Schema } else { Inspected::Values };
    let blocking = BlockingFindings::of(&session, &report, inspected);
    let blocking: Vec<&Finding> = errors(&report).filter(|finding| blocking.contains(finding)).collect();
    print_problems(&blocking)?;
    let status = if blocking.is_empty() { ExitStatus::Fine } else { status_of(&report) };
    let Some(text) = text(&session, form, status == ExitStatus::Fine)? else { return Ok(status) };
    if let Some(folder) = OutputFolder::of(&looked_at.bundle.folders)? {
        // As ytt has it: there are no files in it.
        return folder.write(&PrintedOutput::default());
    }
    let printed = output.write_all(text.as_bytes());
    output.finish(printed)?;
    Ok(status)
}

/// Where nothing is found, something else was meant. `is_here`: nothing was named, so it is about this folder.
fn refuse_nothing(session: &Session, form: InspectedForm, is_here: bool) -> Result<(), UsageError> {
    let place = if is_here { "below this folder" } else { "in what is named" };
    let refuse = |what: &str| Err(UsageError(format!("{what} {place}")));
    let files = files(session);
    match form {
        InspectedForm::ResourceValues(_) if files.iter().all(|file| session.analysis.resources(*file).is_empty()) => {
            refuse("the files of a ytt bundle are given with -f, and there are no OpenChoreo resources")
        }
        InspectedForm::Schemas(_) if is_here && Schemas::all(&session.analysis, &files).is_empty() => {
            refuse("there is no schema")
        }
        InspectedForm::OpenApi(..) => match Schemas::of_bundles(&session.analysis, &files).bundles.len() {
            0 => refuse("there is no schema of data values"),
            1 => Ok(()),
            _ => refuse("-o openapi-v3 prints one schema, and there are several"),
        },
        _ => Ok(()),
    }
}

/// The result; `None` where problems stand against it.
fn text(session: &Session, form: InspectedForm, is_fine: bool) -> Result<Option<String>, UsageError> {
    let schemas = match form {
        InspectedForm::Values(notation) => {
            return is_fine.then(|| notation.print_as_ytt(&final_values(session))).transpose();
        }
        InspectedForm::SchemaFile => return if is_fine { schema_of_values(session) } else { Ok(None) },
        InspectedForm::ResourceValues(notation) => return notation.print(&resource_values(session)).map(Some),
        InspectedForm::OpenApi(notation, validations) => {
            let files = files(session);
            let ytt = files.iter().find_map(|file| session.analysis.ytt_version(*file));
            let exports_rules = ytt.is_some_and(YttVersion::exports_rules);
            let validations = if exports_rules { Validations::Included } else { validations };
            let schemas = Schemas::of_bundles(&session.analysis, &files);
            return is_fine.then(|| notation.print_as_ytt(&export::openapi(schemas.first(), validations))).transpose();
        }
        InspectedForm::BundleSchema(_) => Schemas::of_bundles(&session.analysis, &files(session)),
        InspectedForm::Schemas(_) => Schemas::all(&session.analysis, &files(session)),
    };
    let (InspectedForm::BundleSchema(form) | InspectedForm::Schemas(form)) = form else { return Ok(None) };
    Ok((is_fine || schemas.holds_resources()).then(|| schemas.print(form, session)))
}

/// Which findings of a report stand against an inspection.
pub(super) struct BlockingFindings<'s> {
    /// By file; all of a file where there is `None`, for the schemas of resources have no other reader.
    of_files: HashMap<FileId, Option<BlockingProblems<'s>>>,
}

impl<'s> BlockingFindings<'s> {
    pub(super) fn of(session: &'s Session, report: &Report, inspected: Inspected) -> Self {
        let mut of_files = HashMap::new();
        for file in report.findings.iter().map(|finding| finding.problem.place.file) {
            of_files.entry(file).or_insert_with(|| {
                let is_bundle = !schemas::holds_resource_schemas(session, file);
                is_bundle.then(|| session.analysis.blocking_problems(file, inspected))
            });
        }
        Self { of_files }
    }

    pub(super) fn contains(&self, finding: &Finding) -> bool {
        let problem = &finding.problem;
        let of_file = self.of_files.get(&problem.place.file);
        of_file.is_some_and(|it| it.as_ref().is_none_or(|blocking| blocking.contains(problem)))
    }
}

/// The findings because of which there may be no result to print: errors, and code that was not evaluated.
pub(super) fn errors(report: &Report) -> impl Iterator<Item = &Finding> {
    let is_serious = |problem: &Problem| problem.severity == Severity::Error || problem.code == Code::NotEvaluated;
    report.findings.iter().filter(move |finding| is_serious(&finding.problem))
}

/// How a run ends that printed such problems instead of a result.
pub(super) fn status_of(report: &Report) -> ExitStatus {
    if report.is_unreadable() { ExitStatus::Unusable } else { ExitStatus::Problems }
}

/// Prints findings for people, to standard error.
pub(crate) fn print_problems(findings: &[&Finding]) -> Result<(), UsageError> {
    let mut stderr = std::io::stderr().lock();
    let look = look_of(&Term::stderr());
    let printed = findings.iter().try_for_each(|finding| human::print_finding(finding, look, &mut stderr));
    printed.map_err(|error| UsageError(format!("standard error: {error}")))
}

/// The final data values.
fn final_values(session: &Session) -> Value {
    let files = session.analysis.files();
    let value = files.iter().find_map(|file| session.analysis.final_values(*file));
    value.unwrap_or_else(|| Value::unwritten(ValueKind::Null))
}

/// Whether ytt prints nothing for data values.
fn are_none(values: &Value) -> bool {
    matches!(values.kind, ValueKind::Null) || values.is_empty_collection()
}

/// A schema for the final data values; there is none for nothing.
fn schema_of_values(session: &Session) -> Result<Option<String>, UsageError> {
    let values = final_values(session);
    if are_none(&values) {
        return Err(UsageError("there are no data values, so there is no schema for them".to_owned()));
    }
    Ok(schema_file(&values))
}

/// What the values of each resource come to, in the order of files and documents.
fn resource_values(session: &Session) -> Value {
    let resources = files(session).into_iter().flat_map(|file| session.analysis.resources(file));
    let values = resources.filter_map(|(_, resource)| inspect(resource, &session.analysis.catalog(resource.file)));
    Value::unwritten(ValueKind::Sequence(Arc::new(values.collect())))
}

impl Notation {
    /// The same byte for byte as ytt: nothing for nothing, and JSON with sorted keys and without a line break at its end.
    fn print_as_ytt(self, value: &Value) -> Result<String, UsageError> {
        self.print(value)?;
        let document = (!are_none(value)).then(|| value.clone());
        Ok(print::documents(
            document.into_iter(),
            if self == Self::Json { PrintFormat::Json } else { PrintFormat::Yaml },
        ))
    }

    /// An error where it cannot say what the value holds.
    fn print(self, value: &Value) -> Result<String, UsageError> {
        match self {
            Self::Yaml => Ok(print::yaml(value)),
            Self::Json if print::is_beyond_json(value) => {
                let message =
                    "JSON has no numbers such as .inf and .nan, which the result holds: print it with -o yaml";
                Err(UsageError(message.to_owned()))
            }
            Self::Json => Ok(print::json(value) + "\n"),
        }
    }
}
