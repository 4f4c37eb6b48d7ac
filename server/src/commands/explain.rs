//! `sayl explain`: what problems mean and what to do about them.

use std::io::{self, Write};

use sayl_core::problem::{Code, Explanation};

use crate::output::OutputWriter;
use crate::{ExitStatus, UsageError};

/// Prints the explanation of a code.
pub(crate) fn print_one(code: Code) -> Result<ExitStatus, UsageError> {
    print(|out| print_explanation(code, out))
}

/// Prints every code with what it means, a line each.
pub(crate) fn print_all() -> Result<ExitStatus, UsageError> {
    let width = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
    print(|out| {
        Code::ALL.iter().try_for_each(|code| {
            let meaning = code.explanation().meaning;
            let sentence = meaning.split_inclusive(". ").next().unwrap_or(meaning).trim_end();
            writeln!(out, "{:width$}  {:11}  {sentence}", code.name(), code.severity().name())
        })
    })
}

fn print(text: impl Fn(&mut dyn Write) -> io::Result<()>) -> Result<ExitStatus, UsageError> {
    let mut output = OutputWriter::open(None)?;
    let printed = text(&mut output);
    output.finish(printed)?;
    Ok(ExitStatus::Fine)
}

fn print_explanation(code: Code, out: &mut dyn Write) -> io::Result<()> {
    let Explanation { meaning, example, remedy, .. } = code.explanation();
    writeln!(out, "{}[{}]: {meaning}\n", code.severity().name(), code.name())?;
    for line in example.lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "\n{remedy}")
}
