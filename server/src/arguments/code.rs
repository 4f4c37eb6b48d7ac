//! Codes of problems as arguments: a misspelt one is told which was meant, and shells complete them.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use sayl_core::problem::{Code, nearest};
use sayl_core::workspace::config::Level;

/// Takes the name of a code.
#[derive(Clone)]
pub(super) struct CodeParser;

impl TypedValueParser for CodeParser {
    type Value = Code;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &std::ffi::OsStr) -> Result<Code, Error> {
        let name = value.to_string_lossy();
        Code::from_name(&name)
            .ok_or_else(|| Error::raw(ErrorKind::InvalidValue, format!("{}\n", unknown_code(&name))).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Code::ALL.iter().map(|code| PossibleValue::new(code.name()))))
    }
}

/// What is said of a code that there is not.
fn unknown_code(name: &str) -> String {
    let words = format!("there is no problem `{name}`");
    match nearest(name, Code::ALL.iter().map(|code| code.name())) {
        Some(near) => format!("{words}; did you mean `{near}`?"),
        None => format!("{words}; `sayl explain` lists them all"),
    }
}

/// `CODE=LEVEL`
pub(super) fn level(text: &str) -> Result<(Code, Level), String> {
    let (name, level) = text.split_once('=').ok_or("a severity is given as CODE=LEVEL, such as unknown-key=warning")?;
    let code = Code::from_name(name).ok_or_else(|| unknown_code(name))?;
    let level = Level::from_name(level)
        .ok_or_else(|| format!("`{level}` is not a severity: error, warning, information, hint or off"))?;
    Ok((code, level))
}
