//! What a packager asks `sayl` for: the completions of shells, and the manual page. Both are made from the command
//! line's own description, so they never lag behind it.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::output::Output;
use crate::{Status, UsageError};

/// Prints the completions of a shell.
pub(crate) fn print_completions(shell: Shell) -> Result<Status, UsageError> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "sayl", &mut text);
    print(&text)
}

/// Prints the manual page, for section 1.
pub(crate) fn print_page() -> Result<Status, UsageError> {
    let mut text = Vec::new();
    let rendered = page().render(&mut text);
    rendered.map_err(|error: io::Error| UsageError(error.to_string()))?;
    print(&text)
}

/// The date of a manual page would make each day's build another one.
fn page() -> clap_mangen::Man {
    clap_mangen::Man::new(Arguments::command()).date("").source(concat!("sayl ", env!("CARGO_PKG_VERSION")))
}

fn print(text: &[u8]) -> Result<Status, UsageError> {
    let mut output = Output::open(None)?;
    let printed = output.write_all(text);
    output.finish(printed)?;
    Ok(Status::Fine)
}
