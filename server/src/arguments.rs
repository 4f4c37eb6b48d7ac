//! The command line as people type it. What a flag means is decided by the module that acts on it.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{ArgGroup, Parser, ValueEnum};
use clap_complete::Shell;
use sayl_core::problem::Code;

const STYLES: Styles =
    Styles::styled().header(AnsiColor::Green.on_default().bold()).literal(AnsiColor::Cyan.on_default().bold());

const EXAMPLES: &str = "\
Examples:
  sayl --check                                   check everything below this folder
  sayl --check -f config/ --data-value port=80   check one bundle, given exactly as to ytt
  sayl --data-values-inspect -f config/          print the final data values
  sayl --schema-inspect -f config/ -o html       print the schema's documentation as a page
  sayl --explain unknown-key                     say what a problem means, and what to do

Exit status: 0 no errors, 1 problems of error severity, 2 wrong usage, unreadable input or configuration.";

/// What needs `-f`. With PATH it would have no effect: clap asks for nothing that a flag `requires` where that conflicts
/// with what is there.
const OF_A_BUNDLE: [&str; 11] = [
    "files",
    "data_values_files",
    "data_values_env",
    "data_values_env_yaml",
    "data_value",
    "data_value_yaml",
    "data_value_file",
    "ignore_unknown_comments",
    "implicit_map_key_overrides",
    "strict",
    "dangerous_data_values_disable_validation",
];

/// Language server and CI checker for schema-annotated YAML.
///
/// Without arguments it is a language server over stdio, to be started by an editor.
#[derive(Debug, Parser)]
#[command(name = "sayl", version = env!("SAYL_VERSION"), styles = STYLES, after_help = EXAMPLES, max_term_width = 100)]
#[command(group = ArgGroup::new("mode").args(["stdio", "check", "merge", "data_values_inspect", "data_values_schema_inspect", "schema_inspect", "convert"]))]
#[command(group = ArgGroup::new("bundle_mode").args(["check", "data_values_inspect", "data_values_schema_inspect", "schema_inspect", "convert"]).multiple(true))]
#[command(group = ArgGroup::new("path_mode").args(["check", "merge", "data_values_inspect", "schema_inspect", "convert"]).multiple(true))]
#[command(group = ArgGroup::new("report_mode").args(["check", "merge"]).multiple(true))]
#[command(group = ArgGroup::new("printing_mode").args(["check", "merge", "data_values_inspect", "data_values_schema_inspect", "schema_inspect", "convert"]).multiple(true))]
#[command(group = ArgGroup::new("inspection").args(["data_values_inspect", "data_values_schema_inspect", "schema_inspect"]).multiple(true))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that people type")]
pub(crate) struct Arguments {
    /// Serve an editor over stdio (also what happens without any argument)
    #[arg(long, help_heading = "Modes")]
    pub(crate) stdio: bool,
    /// Check files and report problems: everything below PATH… (default: this folder), or one bundle with -f
    #[arg(long, help_heading = "Modes")]
    pub(crate) check: bool,
    /// Make one report of the reports PATH…, which several runs of --check with the same --format wrote
    #[arg(long, help_heading = "Modes", requires = "paths", conflicts_with = "files")]
    pub(crate) merge: bool,
    /// Print the final data values of the bundle, or the values that OpenChoreo components in PATH… come to
    #[arg(long, help_heading = "Modes")]
    pub(crate) data_values_inspect: bool,
    /// Print the schema of the bundle's data values (with -o openapi-v3 or -o json-schema)
    #[arg(long, help_heading = "Modes", requires = "files")]
    pub(crate) data_values_schema_inspect: bool,
    /// Print the documentation of the schemas in PATH…, or of one bundle with -f (-o yaml, json, html, markdown, json-schema)
    #[arg(long, help_heading = "Modes")]
    pub(crate) schema_inspect: bool,
    /// Print the file PATH with its OpenChoreo schemas written in FORM, and all the rest as it is
    #[arg(long, value_name = "FORM", help_heading = "Modes", requires = "paths")]
    pub(crate) convert: Option<Form>,

    /// Explain a problem by its code: what it means, an example, and what to do
    #[arg(long, value_name = "CODE", value_parser = codes(), hide_possible_values = true, help_heading = "Modes", exclusive = true)]
    pub(crate) explain: Option<String>,
    /// Print the completions of a shell
    #[arg(long, value_name = "SHELL", help_heading = "Modes", exclusive = true)]
    pub(crate) completions: Option<Shell>,
    /// Print the manual page
    #[arg(long, help_heading = "Modes", exclusive = true)]
    pub(crate) man: bool,
    /// Print the JSON Schema of `sayl.toml`, for editors of TOML
    #[arg(long, help_heading = "Modes", exclusive = true)]
    pub(crate) config_schema: bool,

    /// Files and folders to work on; `-` reads a document from standard input
    #[arg(value_name = "PATH", requires = "path_mode", conflicts_with_all = OF_A_BUNDLE)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) bundle: BundleArguments,

    #[command(flatten)]
    pub(crate) output: OutputArguments,

    #[command(flatten)]
    pub(crate) baseline: BaselineArguments,

    #[command(flatten)]
    pub(crate) input: InputArguments,
}

/// The codes of problems, as what a flag takes: so they are completed, and a misspelt one is told which was meant.
fn codes() -> PossibleValuesParser {
    Code::ALL.iter().map(|code| code.name()).collect::<Vec<_>>().into()
}

/// What is read, and how much at a time.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArguments {
    /// Read no other files than those listed in FILE (or in `-`), one path on each line, or before each NUL byte; without
    /// PATH or -f all of them are checked
    #[arg(long, value_name = "FILE", requires = "bundle_mode")]
    pub(crate) files_from: Option<PathBuf>,
    /// What `-` is called: decides which bundle it belongs to and how problems name it
    #[arg(long, value_name = "FILE", requires = "bundle_mode")]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// Use this `sayl.toml` instead of those found above the files
    #[arg(long, value_name = "FILE", requires = "bundle_mode")]
    pub(crate) config: Option<PathBuf>,
    /// How many files to check at the same time (default: one per processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), requires = "bundle_mode")]
    pub(crate) jobs: Option<u16>,
}

/// One bundle, given exactly as to ytt.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "One bundle, given as to ytt")]
#[group(id = "bundle", multiple = true)]
pub(crate) struct BundleArguments {
    /// File or folder of templates, schemas and data values; `-` is standard input (repeatable)
    #[arg(short, long = "file", value_name = "PATH", requires = "bundle_mode")]
    pub(crate) files: Vec<PathBuf>,
    /// Plain YAML file of data values, or a folder of such files; `-` is standard input, `@library:PATH` is for a library
    /// (repeatable)
    #[arg(long = "data-values-file", value_name = "PATH", requires = "files")]
    pub(crate) data_values_files: Vec<PathBuf>,
    /// Take data values, as text, from environment variables that start with PREFIX and `_` (repeatable)
    #[arg(long = "data-values-env", value_name = "PREFIX", requires = "files")]
    pub(crate) data_values_env: Vec<String>,
    /// Take data values, as YAML, from environment variables that start with PREFIX and `_` (repeatable)
    #[arg(long = "data-values-env-yaml", value_name = "PREFIX", requires = "files")]
    pub(crate) data_values_env_yaml: Vec<String>,
    /// Data value as text (repeatable)
    #[arg(short = 'v', long = "data-value", value_name = "KEY=VALUE", requires = "files")]
    pub(crate) data_value: Vec<String>,
    /// Data value as YAML (repeatable)
    #[arg(long = "data-value-yaml", value_name = "KEY=YAML", requires = "files")]
    pub(crate) data_value_yaml: Vec<String>,
    /// Data value whose text is the content of a file; `-` is standard input (repeatable)
    #[arg(long = "data-value-file", value_name = "KEY=PATH", requires = "files")]
    pub(crate) data_value_file: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// How ytt is told to read what it is given.
#[derive(Clone, Debug, Default, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of ytt's")]
pub(crate) struct ReadingArguments {
    /// Take comments of templates that start neither with `#@` nor `#!` for comments for people
    #[arg(long, requires = "files")]
    pub(crate) ignore_unknown_comments: bool,
    /// Let a key take the place of an earlier one without `@yaml/map-key-override`
    #[arg(long, requires = "files")]
    pub(crate) implicit_map_key_overrides: bool,
    /// Refuse scalars that YAML 1.1 takes for something else than a text, such as `yes`
    #[arg(short, long, requires = "files")]
    pub(crate) strict: bool,
    /// Do not run the rules of the schema and of data values
    #[arg(long, requires = "files")]
    pub(crate) dangerous_data_values_disable_validation: bool,
}

/// How and where to print.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArguments {
    /// What an inspection prints; repeat it to combine, as in `-o openapi-v3 -o json`
    #[arg(short, long, value_name = "TYPE", requires = "inspection", conflicts_with = "check")]
    pub(crate) output: Vec<OutputType>,
    /// Let -o openapi-v3 say what rules demand (minimum, maxLength, enum, …), as ytt 0.49 and later do
    #[arg(long, requires = "data_values_schema_inspect")]
    pub(crate) openapi_validations: bool,
    /// How problems are printed
    #[arg(long, default_value = "human", requires = "report_mode", conflicts_with_all = ["stdio", "data_values_inspect", "data_values_schema_inspect", "schema_inspect"])]
    pub(crate) format: Format,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", requires = "printing_mode")]
    pub(crate) output_file: Option<PathBuf>,
    /// Let problems of this severity fail the check too
    #[arg(long, value_name = "SEVERITY", requires = "report_mode", conflicts_with_all = ["stdio", "data_values_inspect", "data_values_schema_inspect", "schema_inspect"])]
    pub(crate) deny: Option<Deny>,
}

/// Problems that are known.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Gradual adoption")]
pub(crate) struct BaselineArguments {
    /// Do not report the problems that FILE lists
    #[arg(long, value_name = "FILE", requires = "check")]
    pub(crate) baseline: Option<PathBuf>,
    /// List what is found in FILE; with --baseline, only what is known already
    #[arg(long, value_name = "FILE", requires = "check")]
    pub(crate) write_baseline: Option<PathBuf>,
}

/// What an inspection prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputType {
    /// YAML text (the default)
    Yaml,
    /// JSON text
    Json,
    /// An OpenAPI 3.0 document of the schema
    #[value(name = "openapi-v3")]
    OpenapiV3,
    /// JSON Schema 2020-12
    JsonSchema,
    /// The documentation as a page for browsers
    Html,
    /// The documentation as Markdown
    Markdown,
    /// A values file with every default
    ValuesFile,
    /// A ytt schema that accepts the values
    SchemaFile,
}

/// A form of schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// `openAPIV3Schema`, with `$defs` for custom types
    #[value(name = "openapi-v3")]
    OpenapiV3,
}

/// How problems are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: the lines in question, marked
    Human,
    /// For programs: one JSON object
    Json,
    /// For code scanning: SARIF 2.1.0
    Sarif,
    /// For GitHub Actions: annotations of the changed lines
    Github,
    /// For GitLab: a code quality report
    Gitlab,
    /// For systems that show test results: JUnit's XML
    Junit,
}

/// Which severity fails the check besides errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings fail it too
    Warnings,
}
