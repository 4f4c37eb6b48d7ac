//! The command line as people type it: the commands with their flags. What a flag means is decided by the module that
//! acts on it; other spellings of commands are in [`spelling`].

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use sayl_core::problem::Code;
use sayl_core::values::print;
use sayl_core::workspace::config::Level;

mod code;
mod options;
pub(crate) mod spelling;

use code::CodeParser;
pub(crate) use options::{
    BaselineArguments, BundleArguments, Color, ConversionTarget, Deny, FolderArguments, InputArguments, LinkArguments,
    OutputType, PictureType, ReadingArguments, RenderType, ReportFormat,
};

const STYLES: Styles =
    Styles::styled().header(AnsiColor::Green.on_default().bold()).literal(AnsiColor::Cyan.on_default().bold());

const EXAMPLES: &str = "\
Examples:
  sayl check                                   check everything below this folder
  sayl check -f config/ --data-value port=80   check one bundle, given exactly as to ytt
  sayl render -f config/                       print what ytt prints
  sayl values -f config/                       print the final data values
  sayl schema -f config/ -o html               print the schema's documentation as a page
  sayl explain unknown-key                     say what a problem means, and what to do

`sayl PATH…` is `sayl check PATH…`. Flags in place of commands (`sayl --check`, `sayl --render`) work too.
Exit status: 0 no errors, 1 problems of error severity, 2 wrong usage, unreadable input or configuration.";

/// What needs `-f`. With PATH it would have no effect: clap asks for nothing that a flag `requires` where that conflicts
/// with what is there.
const OF_A_BUNDLE: [&str; 17] = [
    "files",
    "file_marks",
    "allowed",
    "allows_all",
    "output_files",
    "dangerous_emptied_output_directory",
    "debug",
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
#[command(arg_required_else_help = true, args_override_self = true, disable_help_subcommand = true)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Colours: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true, global = true)]
    pub(crate) color: Color,
    /// Print nothing but results and problems: no summary, no progress
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

/// What sayl does.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report the problems of files and folders
    Check(Box<CheckArguments>),
    /// Print what ytt prints of a bundle, or write the files that it writes
    Render(Box<RenderArguments>),
    /// Print the final data values of a bundle, or what the values of OpenChoreo resources come to
    Values(Box<InspectArguments>),
    /// Print schemas: their documentation, as JSON Schema or OpenAPI, or as a values file
    Schema(Box<SchemaArguments>),
    /// Write OpenChoreo resources in another form: openchoreo-v1, or openapi-v3 for their schemas alone
    Convert(ConvertArguments),
    /// Write ytt schemas of older editions as released ytt has them
    Migrate(EditArguments),
    /// Print a ytt schema for a JSON Schema, a schema of OpenAPI, or values
    Import(ImportArguments),
    /// Say what a change of a schema breaks
    Diff(DiffArguments),
    /// Draw the graph of resources of kro's `ResourceGraphDefinition`s
    Graph(GraphArguments),
    /// Lay files out: indentation, blanks and blank lines
    Fmt(EditArguments),
    /// Apply the fixes that are obvious
    Fix(EditArguments),
    /// Write a `sayl.toml` that declares what belongs together here, or print a new OpenChoreo resource of a type
    Init(InitArguments),
    /// Say what a problem means, and what to do
    Explain {
        /// The code of the problem; without it, all codes are listed
        #[arg(value_name = "CODE", value_parser = CodeParser, hide_possible_values = true)]
        code: Option<Code>,
    },
    /// Make one report of several
    Merge(MergeArguments),
    /// Serve an editor over stdio
    Server {
        /// The only way that there is
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
    /// Print the JSON Schema of `sayl.toml`, for editors of TOML
    ConfigSchema,
}

/// What is looked at.
#[derive(Debug, Default, Args)]
pub(crate) struct SessionArguments {
    /// Files and folders to work on (default: this folder); `-` reads a document from standard input
    #[arg(value_name = "PATH", conflicts_with_all = OF_A_BUNDLE)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) bundle: BundleArguments,
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// How bad problems are, whatever `sayl.toml` says: error, warning, information, hint or off (repeatable)
    #[arg(long = "severity", value_name = "CODE=LEVEL", value_parser = code::level, help_heading = "Problems")]
    pub(crate) severities: Vec<(Code, Level)>,
    /// Texts that take the place of what files hold.
    #[arg(skip)]
    pub(crate) texts: Vec<(PathBuf, String)>,
    /// How the output of the bundle is printed, where it is wanted.
    #[arg(skip)]
    pub(crate) print: Option<print::PrintFormat>,
    /// Whether it is measured what each line of template code takes.
    #[arg(skip)]
    pub(crate) is_profiled: bool,
}

/// `sayl check`
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) looked_at: SessionArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
    #[command(flatten)]
    pub(crate) baseline: BaselineArguments,
    /// Check only what ytt looks at for its inspection of the data values: no templates
    #[arg(long, requires = "files", conflicts_with = "paths", help_heading = "Bundle")]
    pub(crate) data_values_inspect: bool,
    /// Check only what ytt looks at for its inspection of the schema: neither values nor templates
    #[arg(long, requires = "files", conflicts_with = "paths", help_heading = "Bundle")]
    pub(crate) data_values_schema_inspect: bool,
    /// What ytt prints, which a check does not.
    #[arg(short, long, requires = "files", value_delimiter = ',', hide = true)]
    #[arg(value_parser = ["yaml", "json", "pos", "openapi-v3"])]
    pub(crate) output: Vec<String>,
    /// Check again whenever files change, until Ctrl-C
    #[arg(long, help_heading = "Output")]
    pub(crate) watch: bool,
}

/// How and where a report is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReportArguments {
    /// How problems are printed
    #[arg(long, default_value = "human")]
    pub(crate) format: ReportFormat,
    /// Write to this file instead of standard output; it is written whole or not at all
    #[arg(long, value_name = "FILE")]
    pub(crate) output_file: Option<PathBuf>,
    /// Let problems of this severity fail the check too
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) deny: Option<Deny>,
}

/// `sayl render`
#[derive(Debug, Args)]
pub(crate) struct RenderArguments {
    #[command(flatten)]
    pub(crate) looked_at: SessionArguments,
    /// How documents are printed: yaml, json or pos, where each line says where it came from; of several the first counts
    #[arg(
        short,
        long,
        value_name = "TYPE",
        value_delimiter = ',',
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(crate) output: Vec<RenderType>,
    /// Print the paths of the files that count, and render nothing
    #[arg(long, help_heading = "Output")]
    pub(crate) files_inspect: bool,
    /// Say where the time goes: own and total time and steps of each line of template code, as a table on standard error
    /// or in FILE; FILE.svg becomes a flame graph
    #[arg(long, value_name = "FILE", num_args = 0..=1, help_heading = "Output")]
    #[expect(clippy::option_option, reason = "the flag may stand without a file")]
    pub(crate) profile: Option<Option<PathBuf>>,
}

/// `sayl values`, and what `sayl schema` has in common with it.
#[derive(Debug, Args)]
pub(crate) struct InspectArguments {
    #[command(flatten)]
    pub(crate) looked_at: SessionArguments,
    /// What is printed. Values: yaml, json or schema-file. Schemas: yaml, json, html, markdown, values-file, json-schema or
    /// openapi-v3. Repeat it to combine, as in `-o openapi-v3 -o json`
    #[arg(
        short,
        long,
        value_name = "TYPE",
        value_delimiter = ',',
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(crate) output: Vec<OutputType>,
    /// Write to this file instead of standard output; it is written whole or not at all
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output_file: Option<PathBuf>,
}

/// `sayl schema`
#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    #[command(flatten)]
    pub(crate) inspect: InspectArguments,
    /// Let -o openapi-v3 say what rules demand (minimum, maxLength, enum, …), as ytt 0.49 and later do
    #[arg(long, help_heading = "Output")]
    pub(crate) openapi_validations: bool,
    /// The schema of data values, as ytt calls it.
    #[arg(long, hide = true)]
    pub(crate) data_values_schema_inspect: bool,
}

/// `sayl convert`
#[derive(Debug, Args)]
#[command(override_usage = "sayl convert FORM [PATH]... [--check|--diff]\n       sayl convert --to FORM FILE")]
pub(crate) struct ConvertArguments {
    /// Print one file in this form, and write nothing
    #[arg(long, value_name = "FORM", conflicts_with_all = ["check", "diff"])]
    pub(crate) to: Option<ConversionTarget>,
    #[command(flatten)]
    pub(crate) edit: EditArguments,
    /// Write to this file instead of standard output; it is written whole or not at all
    #[arg(long, value_name = "FILE", requires = "to")]
    pub(crate) output_file: Option<PathBuf>,
}

/// `sayl import`
#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// A JSON Schema (draft 4 to 2020-12), such as a chart's `values.schema.json`, an OpenAPI document, or values, as
    /// JSON or YAML; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The schema to take, of several in an OpenAPI document or among the definitions of a JSON Schema
    #[arg(long, value_name = "NAME")]
    pub(crate) schema: Option<String>,
    /// Plain file of values that are the defaults, such as a chart's `values.yaml`
    #[arg(long, value_name = "FILE")]
    pub(crate) values: Option<PathBuf>,
    /// Write to this file instead of standard output; it is written whole or not at all
    #[arg(long, value_name = "FILE")]
    pub(crate) output_file: Option<PathBuf>,
}

/// `sayl init`
#[derive(Debug, Args)]
#[command(override_usage = "sayl init [FOLDER]\n       sayl init component|resource|project TYPE [NAME]")]
pub(crate) struct InitArguments {
    /// The folder that gets a `sayl.toml`; or component, resource or project
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The type of the new resource, such as `service` or `deployment/service`
    #[arg(value_name = "TYPE")]
    pub(crate) of_type: Option<String>,
    /// What the new resource is called
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Write the new resource to this file, which must not be there yet, instead of standard output
    #[arg(long, value_name = "FILE", requires = "of_type")]
    pub(crate) output_file: Option<PathBuf>,
}

/// `sayl graph`
#[derive(Debug, Args)]
pub(crate) struct GraphArguments {
    /// Files and folders with `ResourceGraphDefinition`s; this folder if none is named
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// What is printed: svg (an image), dot (for Graphviz) or mermaid
    #[arg(short, long, value_name = "TYPE", default_value = "mermaid", hide_possible_values = true)]
    pub(crate) output: PictureType,
    /// Write to this file instead of standard output; it is written whole or not at all
    #[arg(long, value_name = "FILE")]
    pub(crate) output_file: Option<PathBuf>,
}

/// `sayl diff`
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The old schema: a file, a folder, or `REV:PATH` of git
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The new schema: a file, a folder, or `REV:PATH` of git
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Read OLD and NEW as ytt reads what is given with -f, whatever `sayl.toml` and folders say
    #[arg(short = 'f', long = "bundle")]
    pub(crate) is_bundle: bool,
    /// Values or resources that are in use, or a folder of them: where none is refused, nothing breaks; the others are
    /// named (repeatable)
    #[arg(long = "values", value_name = "PATH")]
    pub(crate) values: Vec<PathBuf>,
    /// The version of the old schema
    #[arg(long, value_name = "VERSION")]
    pub(crate) released: Option<semver::Version>,
    /// A file that says the version of the new schema: the first word of it that is one
    #[arg(long, value_name = "FILE", requires = "released")]
    pub(crate) version_file: Option<PathBuf>,
    /// Print a section of a changelog, in Markdown, instead of a report
    #[arg(long, conflicts_with_all = ["format", "deny"])]
    pub(crate) changelog: bool,
    /// How bad changes are, whatever `sayl.toml` says: error, warning, information, hint or off (repeatable)
    #[arg(long = "severity", value_name = "CODE=LEVEL", value_parser = code::level, help_heading = "Problems")]
    pub(crate) severities: Vec<(Code, Level)>,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

/// `sayl fmt` and `sayl fix`
#[derive(Debug, Args)]
pub(crate) struct EditArguments {
    #[command(flatten)]
    pub(crate) files: FileArguments,
    /// Write nothing: name the files that would change, and fail if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing: print what would change
    #[arg(long)]
    pub(crate) diff: bool,
}

/// What is looked at by commands that take no bundle.
#[derive(Clone, Debug, Args)]
pub(crate) struct FileArguments {
    /// Files and folders to work on (default: this folder); `-` reads a document from standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) input: InputArguments,
}

/// `sayl merge`
#[derive(Debug, Args)]
pub(crate) struct MergeArguments {
    /// Reports that several runs of `sayl check` with the same --format wrote
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

impl From<FileArguments> for SessionArguments {
    fn from(FileArguments { paths, input }: FileArguments) -> Self {
        Self { paths, input, ..Self::default() }
    }
}

impl SessionArguments {
    /// The files and folders that are named.
    pub(crate) fn named(&self) -> impl Iterator<Item = &PathBuf> {
        self.paths.iter().chain(&self.bundle.files).chain(&self.bundle.data_values_files)
    }
}
