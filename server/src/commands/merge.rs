//! `sayl merge`: the reports of several runs made into one, as if one run had looked at all of it. So whatever starts
//! many checks (a build system, a matrix of jobs) needs nothing else to bring their results together.
//!
//! What several runs have seen, such as a schema that each of them needed, stands in the result once. The status is
//! that of one run over everything.

use std::io::Write;
use std::path::{Path, PathBuf};

use sayl_core::problem::{Code, Severity};

use super::check::is_failure;
use crate::arguments::{MergeArguments, ReportFormat};
use crate::disk::read_given_text;
use crate::given::describe;
use crate::output::OutputWriter;
use crate::report::is_about_reading;
use crate::{ExitStatus, UsageError};

mod gitlab;
mod json;
mod junit;
mod sarif;

/// A report made of several.
struct MergedReport {
    text: Vec<u8>,
    /// Every problem of it.
    verdicts: Vec<MergeVerdict>,
}

/// What a problem means for the status.
struct MergeVerdict {
    severity: Severity,
    code: Option<Code>,
}

/// A report that was read.
struct ReportInput {
    path: PathBuf,
    text: String,
}

/// Merges the reports and prints the result.
pub(crate) fn run(arguments: &MergeArguments) -> Result<ExitStatus, UsageError> {
    let format = arguments.report.format;
    let inputs = arguments.paths.iter().map(|path| ReportInput::read(path)).collect::<Result<Vec<_>, _>>()?;
    let merged = match format {
        ReportFormat::Json => json::merge(&inputs)?,
        ReportFormat::Sarif => sarif::merge(&inputs)?,
        ReportFormat::Gitlab => gitlab::merge(&inputs)?,
        ReportFormat::Junit => junit::merge(&inputs)?,
        ReportFormat::Human
        | ReportFormat::Concise
        | ReportFormat::Github
        | ReportFormat::Markdown
        | ReportFormat::Html => {
            return Err(UsageError("merge needs --format json, sarif, gitlab or junit".to_owned()));
        }
    };
    let mut output = OutputWriter::open(arguments.report.output_file.as_deref())?;
    let printed = output.write_all(&merged.text);
    output.finish(printed)?;
    Ok(merged.status(arguments))
}

impl MergedReport {
    fn status(&self, arguments: &MergeArguments) -> ExitStatus {
        let failures = || self.verdicts.iter().filter(|it| is_failure(it.severity, arguments.report.deny));
        let is_error = |verdict: &&MergeVerdict| verdict.severity == Severity::Error;
        if failures().filter(is_error).any(|verdict| verdict.code.is_some_and(is_about_reading)) {
            return ExitStatus::Unusable;
        }
        if failures().next().is_some() { ExitStatus::Problems } else { ExitStatus::Fine }
    }
}

impl MergeVerdict {
    fn new(severity: Severity, code: Option<&str>) -> Self {
        Self { severity, code: code.and_then(Code::from_name) }
    }
}

impl ReportInput {
    fn read(path: &Path) -> Result<Self, UsageError> {
        let failed = |error| UsageError(format!("the report {}: {}", path.display(), describe(&error)));
        let text = read_given_text(path).map_err(failed)?;
        Ok(Self { path: path.to_path_buf(), text })
    }

    /// What is said of a text that is no such report.
    fn refused(&self, format: &str) -> UsageError {
        UsageError(format!("the report {} is none that --format {format} writes", self.path.display()))
    }
}
