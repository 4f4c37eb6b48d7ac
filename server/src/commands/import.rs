//! `sayl import`: a ytt schema for what other tools have.

use std::io::Write as _;
use std::path::Path;

use sayl_core::document::TextDocument;
use sayl_core::problem::{Severity, nearest};
use sayl_core::schema::export::schema_file::schema_file;
use sayl_core::schema::import::{ImportSource, Imported, import, json, source};
use sayl_core::text::FileId;
use sayl_core::values::Value;
use sayl_core::values::from_yaml::from_plain_yaml;

use crate::arguments::ImportArguments;
use crate::disk::{MOST_GIVEN, read_all, read_given_text};
use crate::output::OutputWriter;
use crate::{ExitStatus, UsageError};

/// Prints the schema, and says on standard error what it does not say.
pub(crate) fn run(arguments: &ImportArguments) -> Result<ExitStatus, UsageError> {
    let document = read(&arguments.file)?;
    let defaults = arguments.values.as_deref().map(read).transpose()?;
    let text = match source(&document, arguments.schema.as_deref()) {
        ImportSource::Schema(schema) => {
            let Imported { text, losses } = import(&schema, &document, defaults.as_ref());
            for loss in losses {
                let path = if loss.path.is_empty() { "the root" } else { &loss.path };
                eprintln!("sayl: {path}: not kept: {}", loss.what);
            }
            text
        }
        ImportSource::Values => {
            if arguments.schema.is_some() || defaults.is_some() {
                let message = format!("{}: these are values, not a schema", arguments.file.display());
                return Err(UsageError(message));
            }
            schema_file(&document).unwrap_or_default()
        }
        ImportSource::OneOf(names) => {
            let names = names.join(", ");
            return Err(UsageError(format!("which schema? --schema names one of {names}")));
        }
        ImportSource::Unknown(names) => {
            let name = arguments.schema.as_deref().unwrap_or_default();
            let near = nearest(name, names.iter().map(String::as_str)).map(|near| format!("; did you mean `{near}`?"));
            return Err(UsageError(format!("there is no schema `{name}`{}", near.unwrap_or_default())));
        }
    };
    let mut output = OutputWriter::open(arguments.output_file.as_deref())?;
    let printed = output.write_all(text.as_bytes());
    output.finish(printed)?;
    Ok(ExitStatus::Fine)
}

/// The one document of a file of JSON or YAML.
fn read(path: &Path) -> Result<Value, UsageError> {
    let failed = |why: String| UsageError(format!("{}: {why}", path.display()));
    let text = if path == Path::new("-") {
        let bytes = read_all(std::io::stdin().lock(), 0, MOST_GIVEN);
        bytes
            .ok()
            .and_then(|bytes| String::from_utf8(bytes.to_vec()).ok())
            .ok_or_else(|| failed("it is not UTF-8 text".into()))?
    } else {
        read_given_text(path).map_err(|error| failed(crate::given::describe(&error)))?
    };
    if let Some(value) = json(&text) {
        return Ok(value);
    }
    let document = TextDocument::new(FileId::NONE, &text);
    let stream = document.stream();
    if let Some(problem) = stream.problems.iter().find(|problem| problem.severity == Severity::Error) {
        let at = document.resolve(problem.place).map_or(0, |range| usize::from(range.start()));
        let line = document.rope().byte_to_line(at.min(document.len())) + 1;
        return Err(failed(format!("line {line}: {}", problem.message)));
    }
    match stream.documents.as_slice() {
        [document] => Ok(from_plain_yaml(FileId::NONE, document).value),
        documents => Err(failed(format!("it holds {} documents, not one", documents.len()))),
    }
}
