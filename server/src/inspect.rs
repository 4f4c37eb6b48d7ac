//! `sayl --data-values-inspect` and `--data-values-schema-inspect`: what a bundle comes to, printed as ytt prints it.
//!
//! Problems go to standard error; while there are errors nothing is printed, for it would not be what ytt prints.

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use sayl_core::problem::{Code, Severity};
use sayl_core::schema::headers::{DocumentRole, classify};
use sayl_core::schema::{Schema, export};
use sayl_core::values::{Value, ValueKind, print};

use crate::arguments::{Arguments, OutputType};
use crate::output::{Output, wants_colour};
use crate::report::{Finding, Report, human};
use crate::session::Session;
use crate::{Status, UsageError};

/// Runs the inspection and prints its result.
pub(crate) fn run(arguments: &Arguments) -> Result<Status, UsageError> {
    let style = Style::of(arguments)?;
    let mut output = Output::open(arguments.output.output_file.as_deref())?;
    let session = Session::start(arguments)?;
    let report = session.report();
    let hindrances = hindrances(&session, &report, arguments.data_values_schema_inspect);
    if !hindrances.is_empty() {
        print_problems(&hindrances)?;
        return Ok(if report.is_unreadable() { Status::Unusable } else { Status::Problems });
    }
    let text = if arguments.data_values_schema_inspect { schema(&session, style) } else { values(&session, style) };
    let printed = output.write_all(text.as_bytes());
    output.finish(printed)?;
    Ok(Status::Fine)
}

/// The notation of the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Yaml,
    Json,
}

impl Style {
    /// What all `-o` together ask for. A schema must be asked for as OpenAPI, and nothing else can be.
    fn of(arguments: &Arguments) -> Result<Self, UsageError> {
        let types = &arguments.output.output;
        let is_openapi = types.contains(&OutputType::OpenapiV3);
        if arguments.data_values_schema_inspect && !is_openapi {
            return Err(UsageError("--data-values-schema-inspect prints OpenAPI: add -o openapi-v3".to_owned()));
        }
        if is_openapi && !arguments.data_values_schema_inspect {
            let message = "-o openapi-v3 prints a schema: use it with --data-values-schema-inspect";
            return Err(UsageError(message.to_owned()));
        }
        let style = types.iter().rev().find(|kind| **kind != OutputType::OpenapiV3);
        Ok(if style == Some(&OutputType::Json) { Self::Json } else { Self::Yaml })
    }
}

/// The problems because of which there is no result to print: errors, and code that was not evaluated.
///
/// A schema is not concerned with what is wrong in values.
fn hindrances<'a>(session: &Session, report: &'a Report, is_schema: bool) -> Vec<&'a Finding> {
    let hinders = |finding: &&Finding| {
        let problem = &finding.problem;
        let is_serious = problem.severity == Severity::Error || problem.code == Code::NotEvaluated;
        is_serious && !(is_schema && is_about_values(session, finding))
    };
    report.findings.iter().filter(hinders).collect()
}

/// Whether the problem is one of values, in a file that holds no schema.
fn is_about_values(session: &Session, finding: &Finding) -> bool {
    let is_readable = !matches!(
        finding.problem.code,
        Code::SyntaxError | Code::InvalidEncoding | Code::TooDeep | Code::FileTooLarge | Code::UnreadableFile
    );
    let document = session.analysis.document(finding.problem.place.file);
    let has_schema = document.is_some_and(|document| {
        let mut documents = document.stream().documents.iter();
        documents.any(|document| matches!(classify(document).role, DocumentRole::Schema(_)))
    });
    is_readable && !has_schema
}

fn print_problems(findings: &[&Finding]) -> Result<(), UsageError> {
    let mut stderr = std::io::stderr().lock();
    let is_coloured = stderr.is_terminal() && wants_colour();
    let printed = findings.iter().try_for_each(|finding| human::print_finding(finding, is_coloured, &mut stderr));
    printed.map_err(|error| UsageError(format!("standard error: {error}")))
}

/// The final data values. Only a schema can say that they are null; without one, no values are an empty map.
fn values(session: &Session, style: Style) -> String {
    let files = session.analysis.files();
    let value = files.iter().find_map(|file| session.analysis.final_values(*file));
    let value = value.filter(|value| !matches!(value.kind, ValueKind::Null) || the_schema(session).is_some());
    let value = value.unwrap_or_else(|| Value::unwritten(ValueKind::Mapping(Arc::default())));
    print_value(&value, style)
}

/// The schema as an OpenAPI document.
fn schema(session: &Session, style: Style) -> String {
    print_value(&export::openapi(the_schema(session).as_deref()), style)
}

fn the_schema(session: &Session) -> Option<Arc<Schema>> {
    session.analysis.files().into_iter().find_map(|file| {
        let documents = session.analysis.document(file).map_or(0, |document| document.stream().documents.len());
        (0..documents).find_map(|document| session.analysis.schema(file, document))
    })
}

fn print_value(value: &Value, style: Style) -> String {
    match style {
        Style::Yaml => print::yaml(value),
        Style::Json => print::json(value) + "\n",
    }
}
