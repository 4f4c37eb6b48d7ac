//! The one place that decides which command a command line means, for there are several ways to say it: the command
//! (`sayl check config`), a flag in its place (`sayl --check config`), or only what is to be checked (`sayl config`).

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory;
use sayl_core::problem::nearest;

use super::CommandLine;
use crate::UsageError;

/// Flags in place of commands: the flag, the command, and what stands where the flag stood.
const FLAGS: [(&str, &str, Option<&str>); 12] = [
    ("--check", "check", None),
    ("--render", "render", None),
    ("--data-values-inspect", "values", None),
    ("--schema-inspect", "schema", None),
    ("--data-values-schema-inspect", "schema", Some("--data-values-schema-inspect")),
    ("--convert", "convert", Some("--to")),
    ("--merge", "merge", None),
    ("--explain", "explain", None),
    ("--stdio", "server", Some("--stdio")),
    ("--completions", "completions", None),
    ("--man", "man", None),
    ("--config-schema", "config-schema", None),
];

/// What a line begins with that is about sayl itself.
const ABOUT_SAYL: [&str; 4] = ["-h", "--help", "-V", "--version"];

/// Flags of ytt that may be given with a value: `--strict=false` is none.
const SWITCHES: [&str; 9] = [
    "-s",
    "--dangerous-allow-all-symlink-destinations",
    "--dangerous-data-values-disable-validation",
    "--data-values-inspect",
    "--data-values-schema-inspect",
    "--debug",
    "--ignore-unknown-comments",
    "--implicit-map-key-overrides",
    "--strict",
];

/// What ytt prints instead of the output when it is asked to.
const INSPECTIONS: [&str; 2] = ["--data-values-schema-inspect", "--data-values-inspect"];

/// Flags that every command takes.
const COMMON: [&str; 4] = ["color", "quiet", "help", "version"];

/// The arguments with the command that they mean in front; none stay none.
pub(crate) fn with_command(arguments: Vec<OsString>) -> Result<Vec<OsString>, UsageError> {
    let arguments = one_of_ytts(without_switched_off(arguments));
    let Some(first) = first_own(&arguments) else { return Ok(arguments) };
    if is_command(first) || ABOUT_SAYL.iter().any(|flag| first == *flag) {
        return Ok(arguments);
    }
    if let Some((command, rest)) = of_flag(&arguments)? {
        return Ok([vec![command.into()], rest].concat());
    }
    if is_misspelt_command(first) {
        return Ok(arguments);
    }
    refuse_misspelt_flag(&arguments)?;
    Ok([vec!["check".into()], arguments].concat())
}

/// `--strict=true` is `--strict`, and `--strict=false` is nothing.
fn without_switched_off(arguments: Vec<OsString>) -> Vec<OsString> {
    let switched = |argument: OsString| {
        let flag = argument.to_str().and_then(|text| text.split_once('=')).filter(|(flag, _)| SWITCHES.contains(flag));
        match flag {
            Some((_, "false")) => None,
            Some((flag, "true")) => Some(flag.into()),
            _ => Some(argument),
        }
    };
    arguments.into_iter().filter_map(switched).collect()
}

/// Of what ytt can be asked for at once, what it prints: an inspection instead of output, the schema instead of values.
/// A check takes both as they are, and looks at what they look at.
fn one_of_ytts(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_inspection = INSPECTIONS.iter().any(|flag| arguments.iter().any(|argument| argument == *flag));
    let check = arguments.iter().take_while(|it| *it != "--").position(|argument| argument == "--check");
    if let Some(check) = check.filter(|_| is_inspection) {
        arguments.remove(check);
        arguments.insert(0, "check".into());
    }
    let command = first_own(&arguments).filter(|first| *first == "render");
    let command = command.and_then(|_| arguments.iter().position(|argument| argument == "render"));
    let render = command.or_else(|| arguments.iter().position(|argument| argument == "--render"));
    let printed = INSPECTIONS.iter().find(|flag| arguments.iter().any(|argument| argument == *flag));
    if let (Some(render), Some(printed)) = (render, printed) {
        arguments.remove(render);
        arguments.retain(|argument| argument == printed || !INSPECTIONS.iter().any(|flag| argument == flag));
    }
    arguments
}

/// The first argument behind those that every command takes.
fn first_own(arguments: &[OsString]) -> Option<&OsStr> {
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--color") => drop(arguments.next()),
            Some("-q" | "--quiet") => {}
            Some(text) if text.starts_with("--color=") => {}
            _ => return Some(argument),
        }
    }
    None
}

/// The command that a flag means, and the arguments without it.
fn of_flag(arguments: &[OsString]) -> Result<Option<(&'static str, Vec<OsString>)>, UsageError> {
    let (mut found, mut rest) = (None, Vec::new());
    let mut own = arguments.iter().take_while(|argument| *argument != "--");
    for argument in &mut own {
        let text = argument.to_str().unwrap_or_default();
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let Some((flag, command, instead)) = FLAGS.iter().find(|(flag, ..)| *flag == name) else {
            rest.push(argument.clone());
            continue;
        };
        match found {
            Some((other, _)) if other != *flag => {
                return Err(UsageError(format!("{other} and {flag} cannot be used together")));
            }
            _ => found = Some((*flag, *command)),
        }
        rest.extend(instead.map(OsString::from));
        rest.extend(value.map(OsString::from));
    }
    rest.extend(arguments.iter().skip_while(|argument| *argument != "--").cloned());
    Ok(found.map(|(_, command)| (command, rest)))
}

fn is_command(word: &OsStr) -> bool {
    CommandLine::command().get_subcommands().any(|command| word == command.get_name())
}

/// Whether a word is meant as a command, and none: there is no file of that name, and a command has nearly the same.
fn is_misspelt_command(word: &OsStr) -> bool {
    let Some(name) = word.to_str().filter(|name| !name.contains(['/', '.'])) else { return false };
    let command = CommandLine::command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    !name.starts_with('-') && !Path::new(name).exists() && nearest(name, names).is_some()
}

/// A flag that is meant as a command, and none, would be looked for among those of `check`.
fn refuse_misspelt_flag(arguments: &[OsString]) -> Result<(), UsageError> {
    let command = CommandLine::command();
    let check = command.find_subcommand("check");
    let is_known = |name: &str| check.is_some_and(|check| check.get_arguments().any(|it| it.get_long() == Some(name)));
    let own = arguments.iter().take_while(|argument| *argument != "--").filter_map(|argument| argument.to_str());
    for flag in own.filter_map(|flag| flag.strip_prefix("--")) {
        let name = flag.split_once('=').map_or(flag, |(name, _)| name);
        let commands = FLAGS.iter().map(|(flag, ..)| flag.trim_start_matches('-'));
        let near = nearest(name, commands).filter(|_| !is_known(name) && !COMMON.contains(&name));
        if let Some(near) = near {
            return Err(UsageError(format!("there is no flag --{name}; did you mean --{near}?")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let words = line.split_whitespace().map(OsString::from).collect();
        let found = with_command(words).unwrap_or_else(|UsageError(message)| vec![message.into()]);
        assert_eq!(found.join(OsStr::new(" ")), OsString::from(expected));
    }

    #[test]
    fn a_command_stands_for_itself() {
        check("check a.yml", "check a.yml");
        check("fmt --check a", "fmt --check a");
        check("--color never -q check a", "--color never -q check a");
        check("--help", "--help");
        check("", "");
    }

    #[test]
    fn a_flag_stands_for_a_command() {
        check("-f a --check --deny warnings", "check -f a --deny warnings");
        check("--data-values-schema-inspect -f a", "schema --data-values-schema-inspect -f a");
        check("a.yml --convert openapi-v3", "convert a.yml --to openapi-v3");
        check("--explain=unknown-key", "explain unknown-key");
        check("--stdio", "server --stdio");
    }

    #[test]
    fn what_is_no_command_is_checked() {
        check("a.yml b.yml", "check a.yml b.yml");
        check("-f config --strict", "check -f config --strict");
        check("-- --check", "check -- --check");
        check("--color=always a", "check --color=always a");
    }

    #[test]
    fn an_inspection_takes_the_place_of_output() {
        check("render -f a --data-values-inspect", "values -f a");
        check("--render --data-values-inspect=true -f a", "values -f a");
        check("render -f a --data-values-inspect=false --strict=false", "render -f a");
    }

    #[test]
    fn an_inspection_may_be_checked() {
        check("-f a --check --data-values-inspect", "check -f a --data-values-inspect");
        check("check -f a --data-values-schema-inspect", "check -f a --data-values-schema-inspect");
    }

    #[test]
    fn two_commands_are_refused() {
        check("--check --stdio", "--check and --stdio cannot be used together");
    }

    #[test]
    fn a_misspelt_flag_is_told_which_was_meant() {
        check("--chek a.yml", "there is no flag --chek; did you mean --check?");
        check("--formt json", "check --formt json");
    }

    #[test]
    fn a_misspelt_command_is_none() {
        check("chek a.yml", "chek a.yml");
        check("envs", "check envs");
    }
}
