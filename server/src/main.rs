//! The binary `sayl`: a language server over stdio, and the same checks without an editor.
//!
//! Here it is only decided who runs. The modules in reading order; a module uses only those above it:
//!
//! 1. `background`, `paths`, `process`, `interruption`, `waiting_bar`: threads, paths as people see them, the editor's
//!    process, Ctrl-C, the bar of a long check.
//! 2. `arguments`, `disk`, `watched_folders`, `revision`, `given`, `listed`: what the command line and the disk's
//!    settings say.
//! 3. `problem_page`, `report`, `output`: what problems mean, how they are reported, where to.
//! 4. `worker`: the process that runs template code.
//! 5. `session`, `schemas`, `comparison`, `baseline`: a run without an editor, and what it is asked about schemas.
//! 6. `transport`, `message`, `client`, `lsp`: frames, messages, whom they go to, and the border to the protocol's types.
//! 7. `state`: what the server knows.
//! 8. `evaluation`, `progress`, `refresh`, `diagnostics`, `loading`, `file_watcher`, `views`, `changes_since`: what is done
//!    beside the loop, and in which order.
//! 9. `services`: all of that, for handlers.
//! 10. `view_updates`, `notifications`, `requests`, `backend`: the handlers.
//! 11. `main_loop`: the server: one loop that shows everything that can wake it.
//! 12. `commands`: one file for each command.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

mod arguments;
mod backend;
mod background;
mod baseline;
mod changes_since;
mod client;
mod commands;
mod comparison;
mod diagnostics;
mod disk;
mod evaluation;
mod file_watcher;
mod given;
mod interruption;
mod listed;
mod loading;
mod lsp;
mod main_loop;
mod message;
mod notifications;
mod output;
mod paths;
mod problem_page;
mod process;
mod progress;
mod refresh;
mod report;
mod requests;
mod revision;
mod schemas;
mod services;
mod session;
mod state;
mod transport;
mod view_updates;
mod views;
mod waiting_bar;
mod watched_folders;
mod worker;

use arguments::{CommandLine, spelling};

/// That of musl, which the packages for Linux are built with, takes several times as long, and threads wait for each other.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a headless run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
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
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // No part of the command line that people are told about.
    if arguments.iter().eq([worker::EVALUATE]) {
        return worker::child::serve();
    }
    // An editor connects a pipe; a terminal is somebody who typed `sayl`, and sees the help.
    if arguments.is_empty() && !std::io::stdin().is_terminal() {
        return main_loop::serve();
    }
    match command_line(arguments).and_then(commands::run) {
        Ok(code) => code,
        Err(UsageError(message)) => {
            eprintln!("sayl: {message}");
            ExitCode::from(ExitStatus::Unusable as u8)
        }
    }
}

/// Reads the command line. What is wrong with it ends the process here, as does `--help`.
fn command_line(arguments: Vec<OsString>) -> Result<CommandLine, UsageError> {
    if arguments.is_empty() {
        let _ = CommandLine::command().print_help();
        std::process::exit(ExitStatus::Fine as i32);
    }
    let arguments = spelling::with_command(arguments)?;
    let line = CommandLine::parse_from([vec![OsString::from("sayl")], arguments].concat());
    output::choose_color(line.color);
    if line.quiet {
        waiting_bar::silence();
    }
    Ok(line)
}
