//! The binary `sayl`: a language server over stdio, and the same checks without an editor.
//!
//! Here it is only decided who runs; `check` and `inspect` are the headless side, `run` is the server.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use sayl_core::workspace::config::json_schema::json_schema;

mod arguments;
mod backend;
mod baseline;
mod check;
mod config;
mod convert;
mod diagnostics;
mod disk;
mod evaluation;
mod given;
mod inspect;
mod listed;
mod loading;
mod lsp;
mod manual;
mod merge;
mod notifications;
mod output;
mod paths;
mod problem_page;
mod process;
mod progress;
mod refresh;
mod report;
mod requests;
mod run;
mod session;
mod state;
mod transport;
mod views;
mod waiting_bar;
mod worker;

use arguments::Arguments;
use output::Output;

/// How a headless run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// No errors.
    Fine = 0,
    /// Problems of error severity.
    Problems = 1,
    /// Unreadable input or configuration. Wrong usage ends the same way, as a [`UsageError`].
    Unusable = 2,
}

/// What was wrong with the command line or with what it names, for people.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

fn main() -> ExitCode {
    // No part of the command line that people are told about.
    if std::env::args_os().skip(1).eq([worker::EVALUATE]) {
        return worker::child::serve();
    }
    let arguments = Arguments::parse();
    let result = if arguments.config_schema {
        print_config_schema()
    } else if arguments.check {
        check::run(&arguments)
    } else if arguments.merge {
        merge::run(&arguments)
    } else if let Some(code) = &arguments.explain {
        problem_page::print(code)
    } else if let Some(shell) = arguments.completions {
        manual::print_completions(shell)
    } else if arguments.man {
        manual::print_page()
    } else if arguments.convert.is_some() {
        convert::run(&arguments)
    } else if arguments.data_values_inspect || arguments.data_values_schema_inspect || arguments.schema_inspect {
        inspect::run(&arguments)
    } else if !arguments.stdio && std::io::stdin().is_terminal() {
        // Somebody typed `sayl`: an editor would have connected a pipe.
        Arguments::command().print_help().map(|()| Status::Fine).map_err(|error| UsageError(error.to_string()))
    } else {
        return run::serve();
    };
    match result {
        // The process ends here, so nothing needs to be taken apart before.
        Ok(status) => std::process::exit(status as i32),
        Err(UsageError(message)) => {
            eprintln!("sayl: {message}");
            ExitCode::from(Status::Unusable as u8)
        }
    }
}

fn print_config_schema() -> Result<Status, UsageError> {
    let mut output = Output::open(None)?;
    let printed = output.write_all(json_schema().as_bytes());
    output.finish(printed)?;
    Ok(Status::Fine)
}
