//! What the flags of an inspection ask for, all `-o` together.

use sayl_core::schema::export::Validations;

use crate::UsageError;
use crate::arguments::{Arguments, OutputType};

/// What is printed, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The final data values.
    Values(Notation),
    /// A schema that accepts the final data values.
    SchemaFile,
    /// The values of every resource that holds some.
    ResourceValues(Notation),
    /// The schema of the data values, as ytt prints it.
    OpenApi(Notation, Validations),
    /// The schema of the data values.
    BundleSchema(SchemaForm),
    /// Every schema there is.
    Schemas(SchemaForm),
}

/// How data is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    Yaml,
    Json,
}

/// What is printed of a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SchemaForm {
    JsonSchema(Notation),
    Documentation(Notation),
    Html,
    Markdown,
    ValuesFile,
}

impl Form {
    /// What the command line asks for, if it asks for one thing.
    pub(super) fn of(arguments: &Arguments) -> Result<Self, UsageError> {
        let types = &arguments.output.output;
        let kind = kind(types)?;
        let notation = types.iter().rev().find_map(|output| match output {
            OutputType::Yaml => Some(Notation::Yaml),
            OutputType::Json => Some(Notation::Json),
            _ => None,
        });
        let json_schema = SchemaForm::JsonSchema(notation.unwrap_or(Notation::Json));
        let notation = notation.unwrap_or(Notation::Yaml);
        let validations =
            if arguments.output.openapi_validations { Validations::Included } else { Validations::Omitted };
        let (inspection, form) = if arguments.data_values_inspect {
            let is_given = !arguments.bundle.files.is_empty();
            let form = if is_given { Self::Values(notation) } else { Self::ResourceValues(notation) };
            let form = match kind {
                None => Some(form),
                Some(OutputType::SchemaFile) if is_given => Some(Self::SchemaFile),
                Some(_) => None,
            };
            ("--data-values-inspect", form)
        } else if arguments.data_values_schema_inspect {
            let form = match kind {
                Some(OutputType::OpenapiV3) => Some(Self::OpenApi(notation, validations)),
                Some(OutputType::JsonSchema) => Some(Self::BundleSchema(json_schema)),
                _ => None,
            };
            ("--data-values-schema-inspect", form)
        } else {
            ("--schema-inspect", schema_form(kind, notation, json_schema).map(Self::Schemas))
        };
        form.ok_or_else(|| UsageError(format!("{inspection} prints {}", offered(inspection))))
    }
}

/// What is asked for besides a notation.
fn kind(types: &[OutputType]) -> Result<Option<OutputType>, UsageError> {
    let mut kinds = types.iter().copied().filter(|kind| !matches!(kind, OutputType::Yaml | OutputType::Json));
    let kind = kinds.next();
    if kinds.any(|other| Some(other) != kind) {
        return Err(UsageError("-o asks for two things at once: only yaml and json combine with others".to_owned()));
    }
    Ok(kind)
}

fn schema_form(kind: Option<OutputType>, notation: Notation, json_schema: SchemaForm) -> Option<SchemaForm> {
    match kind {
        None => Some(SchemaForm::Documentation(notation)),
        Some(OutputType::JsonSchema) => Some(json_schema),
        Some(OutputType::Html) => Some(SchemaForm::Html),
        Some(OutputType::Markdown) => Some(SchemaForm::Markdown),
        Some(OutputType::ValuesFile) => Some(SchemaForm::ValuesFile),
        Some(_) => None,
    }
}

/// What an inspection prints, in words.
fn offered(inspection: &str) -> &'static str {
    match inspection {
        "--data-values-inspect" => {
            "values: as -o yaml or -o json; or, of a bundle given with -f, a schema for them: -o schema-file"
        }
        "--data-values-schema-inspect" => "a schema: add -o openapi-v3 or -o json-schema",
        _ => "documentation: as -o yaml, json, html, markdown or json-schema; or every default: -o values-file",
    }
}
