//! What sayl does without an editor, one file for each command.

use std::process::ExitCode;

use sayl_core::workspace::config::json_schema::json_schema;

use crate::arguments::{Command, CommandLine};
use crate::output::print;
use crate::{UsageError, main_loop};

mod check;
mod convert;
mod diff;
mod edit;
mod explain;
mod graph;
mod import;
mod init;
mod inspect;
mod manual;
mod merge;
mod output_folder;
mod render;
mod watch;

/// Runs the command.
pub(crate) fn run(line: CommandLine) -> Result<ExitCode, UsageError> {
    let CommandLine { command, quiet, .. } = line;
    let status = match command {
        Command::Check(arguments) if arguments.watch => watch::run(&arguments, quiet),
        Command::Check(arguments) => check::run(&arguments, quiet),
        Command::Render(arguments) => render::run(*arguments),
        Command::Values(arguments) => inspect::values(&arguments),
        Command::Schema(arguments) => inspect::schema(&arguments),
        Command::Convert(arguments) => convert::run(arguments, quiet),
        Command::Migrate(arguments) => convert::migrate(arguments, quiet),
        Command::Import(arguments) => import::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments, quiet),
        Command::Graph(arguments) => graph::run(&arguments),
        Command::Fmt(arguments) => edit::fmt(arguments, quiet),
        Command::Fix(arguments) => edit::fix(arguments, quiet),
        Command::Init(arguments) => init::run(&arguments),
        Command::Explain { code: Some(code) } => explain::print_one(code),
        Command::Explain { code: None } => explain::print_all(),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Completions { shell } => manual::print_completions(shell),
        Command::Man => manual::print_page(),
        Command::ConfigSchema => print(json_schema().as_bytes()),
        Command::Server { .. } => return Ok(main_loop::serve()),
    }?;
    // The process ends here, so nothing needs to be taken apart before.
    std::process::exit(status as i32)
}
