//! Flags that several commands have, and the values that flags take.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What is read, and how much at a time.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArguments {
    /// Read no other files than those listed in FILE (or in `-`), one path on each line, or before each NUL byte; without
    /// PATH or -f all of them are checked
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,
    /// What `-` is called: decides which bundle it belongs to and how problems name it
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// Use this `sayl.toml` instead of those found above the files
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// How many files to check at the same time (default: one per processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

/// One bundle, given exactly as to ytt.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "One bundle, given as to ytt")]
#[group(id = "bundle", multiple = true)]
pub(crate) struct BundleArguments {
    /// File or folder of templates, schemas and data values; `-` is standard input (repeatable)
    #[arg(short, long = "file", value_name = "PATH")]
    pub(crate) files: Vec<PathBuf>,
    /// Plain YAML file of data values, or a folder of such files; `-` is standard input, `@library:PATH` is for a library
    /// (repeatable)
    #[arg(long = "data-values-file", value_name = "PATH")]
    pub(crate) data_values_files: Vec<PathBuf>,
    /// Take data values, as text, from environment variables that start with PREFIX and `_` (repeatable)
    #[arg(long = "data-values-env", value_name = "PREFIX")]
    pub(crate) data_values_env: Vec<String>,
    /// Take data values, as YAML, from environment variables that start with PREFIX and `_` (repeatable)
    #[arg(long = "data-values-env-yaml", value_name = "PREFIX")]
    pub(crate) data_values_env_yaml: Vec<String>,
    /// Data value as text (repeatable)
    #[arg(short = 'v', long = "data-value", value_name = "KEY=VALUE")]
    pub(crate) data_value: Vec<String>,
    /// Data value as YAML (repeatable)
    #[arg(long = "data-value-yaml", value_name = "KEY=YAML")]
    pub(crate) data_value_yaml: Vec<String>,
    /// Data value whose text is the content of a file; `-` is standard input (repeatable)
    #[arg(long = "data-value-file", value_name = "KEY=PATH")]
    pub(crate) data_value_file: Vec<String>,
    /// Take a file for something else than its name says, call it otherwise, or leave it out; KEY is path, type, exclude,
    /// for-output or exclusive-for-output, and `*` and `**/*` stand for parts of paths (repeatable)
    #[arg(long = "file-mark", value_name = "PATH:KEY=VALUE", requires = "files")]
    pub(crate) file_marks: Vec<String>,
    #[command(flatten)]
    pub(crate) links: LinkArguments,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) folders: FolderArguments,
}

/// Which symbolic links are followed.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LinkArguments {
    /// Follow symbolic links that lead to PATH or below it (repeatable)
    #[arg(long = "allow-symlink-destination", value_name = "PATH", value_delimiter = ',', requires = "files")]
    pub(crate) allowed: Vec<PathBuf>,
    /// Follow every symbolic link
    #[arg(long = "dangerous-allow-all-symlink-destinations", requires = "files")]
    pub(crate) allows_all: bool,
}

/// Where output goes instead of standard output.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct FolderArguments {
    /// With `sayl render`: write each file of the output below DIR, text templates included
    #[arg(long, value_name = "DIR", requires = "files")]
    pub(crate) output_files: Option<PathBuf>,
    /// The same, and remove DIR with all that is in it before
    #[arg(long, value_name = "DIR", requires = "files")]
    pub(crate) dangerous_emptied_output_directory: Option<PathBuf>,
}

impl BundleArguments {
    /// Whether a bundle is given: files, or data values alone.
    pub(crate) fn is_given(&self) -> bool {
        let texts = [
            &self.data_values_env,
            &self.data_values_env_yaml,
            &self.data_value,
            &self.data_value_yaml,
            &self.data_value_file,
        ];
        let paths = [&self.files, &self.data_values_files];
        paths.iter().any(|paths| !paths.is_empty()) || texts.iter().any(|texts| !texts.is_empty())
    }
}

/// How ytt is told to read what it is given.
#[derive(Clone, Debug, Default, Args)]
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
    /// Say nothing more than otherwise: what ytt tells of its steps is not told
    #[arg(long, requires = "files", hide = true)]
    pub(crate) debug: bool,
}

/// Problems that are known.
#[derive(Debug, Args)]
#[command(next_help_heading = "Gradual adoption")]
pub(crate) struct BaselineArguments {
    /// Do not report the problems that FILE lists
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// List what is found in FILE; with --baseline, only what is known already
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
}

/// What rendering prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderType {
    /// YAML (the default)
    Yaml,
    /// JSON, one document after the other
    Json,
    /// A line for each node, with its place before it
    Pos,
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
pub(crate) enum ConversionTarget {
    /// Resources as OpenChoreo v1 has them: schemas, fields, kinds and expressions.
    OpenchoreoV1,
    /// `openAPIV3Schema`, with `$defs` for custom types
    #[value(name = "openapi-v3")]
    OpenapiV3,
}

/// How problems are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people: the lines in question, marked
    Human,
    /// One line for each problem: `file:line:column: severity[code] message`
    Concise,
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
    /// For comments on a change: a list below headings
    Markdown,
    /// For people without a terminal: a page
    Html,
}

/// Which severity fails the check besides errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings fail it too
    Warnings,
}

/// When there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureType {
    Svg,
    Dot,
    Mermaid,
}
