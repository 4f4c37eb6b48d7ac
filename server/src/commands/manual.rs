//! What a packager asks `sayl` for: the completions of shells, and the manual page. Both are made from the command
//! line's own description, so they never lag behind it.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::arguments::CommandLine;
use crate::output::print;
use crate::{ExitStatus, UsageError};

/// Prints the completions of a shell.
pub(crate) fn print_completions(shell: Shell) -> Result<ExitStatus, UsageError> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "sayl", &mut text);
    print(&text)
}

/// Prints the manual page, for section 1: what holds for sayl, and a section for each command.
pub(crate) fn print_page() -> Result<ExitStatus, UsageError> {
    let mut text = Vec::new();
    page(&mut text).map_err(|error| UsageError(error.to_string()))?;
    print(&text)
}

fn page(text: &mut Vec<u8>) -> io::Result<()> {
    let mut command = CommandLine::command();
    command.build();
    // The date of a manual page would make each day's build another one.
    let page = Man::new(command.clone()).date("").source(concat!("sayl ", env!("CARGO_PKG_VERSION")));
    page.render_title(text)?;
    page.render_name_section(text)?;
    page.render_synopsis_section(text)?;
    page.render_description_section(text)?;
    page.render_options_section(text)?;
    for command in command.get_subcommands() {
        section(command, text)?;
    }
    page.render_extra_section(text)
}

/// What there is to say of a command, its own headings below that of the command.
fn section(command: &clap::Command, text: &mut Vec<u8>) -> io::Result<()> {
    // What every command takes is told once.
    let own = command.clone().mut_args(|argument| {
        let is_common = argument.is_global_set() || argument.get_id() == "help";
        argument.hide(is_common)
    });
    let page = Man::new(own);
    let mut parts = Vec::new();
    page.render_description_section(&mut parts)?;
    page.render_synopsis_section(&mut parts)?;
    if command.get_arguments().any(|argument| !argument.is_global_set() && argument.get_id() != "help") {
        page.render_options_section(&mut parts)?;
    }
    let parts = String::from_utf8_lossy(&parts).replace("\n.SH DESCRIPTION\n", "\n").replace("\n.SH ", "\n.SS ");
    writeln!(text, ".SH \"sayl {}\"\n{}", command.get_name(), parts.trim_start())
}
