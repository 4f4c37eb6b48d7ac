//! What `sayl values` and `sayl schema` are asked for, all `-o` together.

use sayl_core::schema::export::Validations;

use crate::UsageError;
use crate::arguments::{InspectArguments, OutputType, SchemaArguments};

/// What is printed, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InspectedForm {
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

impl InspectedForm {
    /// Whether it is about schemas, and not about values.
    pub(super) fn is_schema(self) -> bool {
        matches!(self, Self::OpenApi(..) | Self::BundleSchema(_) | Self::Schemas(_))
    }

    /// What `sayl values` is asked for, if it is one thing.
    pub(super) fn of_values(arguments: &InspectArguments) -> Result<Self, UsageError> {
        let is_given = arguments.looked_at.bundle.is_given();
        let notation = notation(&arguments.output).unwrap_or(Notation::Yaml);
        match kind(&arguments.output)? {
            None if is_given => Ok(Self::Values(notation)),
            None => Ok(Self::ResourceValues(notation)),
            Some(OutputType::SchemaFile) if is_given => Ok(Self::SchemaFile),
            Some(_) => Err(UsageError(VALUES_OFFERED.to_owned())),
        }
    }

    /// What `sayl schema` is asked for, if it is one thing.
    pub(super) fn of_schema(arguments: &SchemaArguments) -> Result<Self, UsageError> {
        let types = &arguments.inspect.output;
        let (kind, notation) = (kind(types)?, notation(types));
        let json_schema = SchemaForm::JsonSchema(notation.unwrap_or(Notation::Json));
        let notation = notation.unwrap_or(Notation::Yaml);
        if arguments.openapi_validations && kind != Some(OutputType::OpenapiV3) {
            return Err(UsageError("--openapi-validations is for -o openapi-v3".to_owned()));
        }
        let validations = if arguments.openapi_validations { Validations::Included } else { Validations::Omitted };
        if arguments.data_values_schema_inspect {
            return match kind {
                Some(OutputType::OpenapiV3) => Ok(Self::OpenApi(notation, validations)),
                Some(OutputType::JsonSchema) => Ok(Self::BundleSchema(json_schema)),
                _ => Err(UsageError(DATA_VALUES_SCHEMA_OFFERED.to_owned())),
            };
        }
        Ok(match kind {
            None => Self::Schemas(SchemaForm::Documentation(notation)),
            Some(OutputType::OpenapiV3) => Self::OpenApi(notation, validations),
            Some(OutputType::JsonSchema) => Self::Schemas(json_schema),
            Some(OutputType::Html) => Self::Schemas(SchemaForm::Html),
            Some(OutputType::Markdown) => Self::Schemas(SchemaForm::Markdown),
            Some(OutputType::ValuesFile) => Self::Schemas(SchemaForm::ValuesFile),
            Some(_) => return Err(UsageError(SCHEMA_OFFERED.to_owned())),
        })
    }
}

const VALUES_OFFERED: &str = "`sayl values` prints values: as -o yaml or -o json; or, of a bundle given with -f, a schema \
                              for them: -o schema-file";
const DATA_VALUES_SCHEMA_OFFERED: &str =
    "--data-values-schema-inspect prints a schema: add -o openapi-v3 or -o json-schema";
const SCHEMA_OFFERED: &str = "`sayl schema` prints documentation: as -o yaml, json, html or markdown; the schema: as \
                              -o json-schema or openapi-v3; or every default: -o values-file";

/// How data is to be written, if that is said.
fn notation(types: &[OutputType]) -> Option<Notation> {
    types.iter().rev().find_map(|output| match output {
        OutputType::Yaml => Some(Notation::Yaml),
        OutputType::Json => Some(Notation::Json),
        _ => None,
    })
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
