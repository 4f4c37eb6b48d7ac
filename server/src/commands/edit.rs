//! `sayl fmt`, `sayl fix` and `sayl convert`: what the editor's formatting, its fixing of all that is obvious and its
//! conversions would make of files.
//!
//! New texts are laid over the disk and looked at again, and files are written when nothing changes any more: each of
//! them whole, or not at all.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use console::Style;
use sayl_core::ide::code_action;
use sayl_core::ide::formatting::{self, FormattingOptions};
use sayl_core::problem::Severity;
use sayl_core::text::{Edits, FileId};
use similar::TextDiff;

use super::inspect::print_problems;
use crate::arguments::{EditArguments, SessionArguments};
use crate::output::{OutputWriter, write_whole};
use crate::report::{Finding, Report, is_about_reading};
use crate::session::{Purpose, Session};
use crate::{ExitStatus, UsageError};

/// What one fix makes possible another one mends, so files are looked at again; so often at most.
const MOST_ROUNDS: usize = 10;

/// Lays files out.
pub(crate) fn fmt(arguments: EditArguments, is_quiet: bool) -> Result<ExitStatus, UsageError> {
    let format = |session: &Session, file| {
        let found = formatting::formatting(&session.analysis, file, None, &FormattingOptions::default());
        found.unwrap_or_default()
    };
    run(arguments, &Work { rounds: 1, verb: "laid out", edits: &format }, is_quiet)
}

/// Applies the fixes that are obvious.
pub(crate) fn fix(arguments: EditArguments, is_quiet: bool) -> Result<ExitStatus, UsageError> {
    let fix = |session: &Session, file| {
        let problems = session.analysis.problems(file);
        let action = code_action::fix_all(&session.analysis, file, &problems);
        let edits = action.into_iter().flat_map(|action| action.edits);
        edits.map(|(place, text)| (place.range, text)).collect()
    };
    run(arguments, &Work { rounds: MOST_ROUNDS, verb: "fixed", edits: &fix }, is_quiet)
}

/// Writes files in another form.
pub(super) fn convert(
    arguments: EditArguments,
    edits: &dyn Fn(&Session, FileId) -> Edits,
    is_quiet: bool,
) -> Result<ExitStatus, UsageError> {
    run(arguments, &Work { rounds: 1, verb: "converted", edits }, is_quiet)
}

/// What is done with files.
struct Work<'a> {
    rounds: usize,
    /// What a file is when it is done.
    verb: &'static str,
    edits: &'a dyn Fn(&Session, FileId) -> Edits,
}

/// A file with its text before and after.
struct Edited {
    path: PathBuf,
    /// The path as it is printed.
    shown: String,
    before: String,
    after: String,
}

fn run(arguments: EditArguments, work: &Work<'_>, is_quiet: bool) -> Result<ExitStatus, UsageError> {
    let EditArguments { files, check, diff } = arguments;
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    if files.paths.len() > 1 && files.paths.iter().any(is_stdin) {
        return Err(UsageError("`-` stands alone: what becomes of it is printed".to_owned()));
    }
    let prints_text = files.paths.iter().any(is_stdin) && !check && !diff;
    let (edited, report) = edit(&mut SessionArguments::from(files), work)?;
    let unread = report.findings.iter().filter(|finding| is_unread(finding)).collect::<Vec<_>>();
    print_problems(&unread)?;
    let changed: Vec<&Edited> = edited.iter().filter(|file| file.before != file.after).collect();
    let mut output = OutputWriter::open(None)?;
    let printed = if prints_text {
        edited.iter().try_for_each(|file| output.write_all(file.after.as_bytes()))
    } else if diff {
        let is_coloured = output.look().is_coloured;
        changed.iter().try_for_each(|file| output.write_all(difference(file, is_coloured).as_bytes()))
    } else {
        changed.iter().try_for_each(|file| writeln!(output, "{}", file.shown))
    };
    if !prints_text && !check && !diff {
        changed.iter().try_for_each(|file| write(file))?;
    }
    output.finish(printed)?;
    if !is_quiet && !prints_text {
        eprintln!("{}", summary(changed.len(), edited.len(), work.verb, check || diff));
    }
    Ok(match () {
        () if report.is_unreadable() => ExitStatus::Unusable,
        () if check && !changed.is_empty() => ExitStatus::Problems,
        () => ExitStatus::Fine,
    })
}

/// Looks at files and edits their texts until nothing changes, or for as many rounds as there may be.
fn edit(arguments: &mut SessionArguments, work: &Work<'_>) -> Result<(Vec<Edited>, Report), UsageError> {
    let mut edited: BTreeMap<PathBuf, Edited> = BTreeMap::new();
    let mut rounds = 0;
    loop {
        rounds += 1;
        let (session, report) = Session::start(arguments, Purpose::Questions)?;
        let is_given = |file: &FileId| *file != FileId::NONE && session.paths.is_given(session.analysis.path(*file));
        let mut has_changed = false;
        for file in session.requested.iter().copied().filter(is_given) {
            let Some(document) = session.analysis.own_document(file) else { continue };
            let (path, text) = (session.analysis.path(file).to_path_buf(), document.rope().to_string());
            let after = applied(&text, (work.edits)(&session, file));
            has_changed |= after != text;
            let shown = session.paths.shown(&path);
            let new = || Edited { path: path.clone(), shown, before: text, after: String::new() };
            edited.entry(path.clone()).or_insert_with(new).after = after;
        }
        if !has_changed || rounds == work.rounds {
            return Ok((edited.into_values().collect(), report));
        }
        arguments.texts = edited.values().map(|file| (file.path.clone(), file.after.clone())).collect();
    }
}

/// A text with edits applied.
fn applied(text: &str, mut edits: Edits) -> String {
    edits.sort_by_key(|(range, _)| range.start());
    let mut text = text.to_owned();
    for (range, new) in edits.iter().rev() {
        text.replace_range(std::ops::Range::<usize>::from(*range), new);
    }
    text
}

fn write(file: &Edited) -> Result<(), UsageError> {
    let written = write_whole(&file.path, file.after.as_bytes());
    written.map_err(|error| UsageError(format!("{} cannot be written: {error}", file.shown)))
}

/// Whether it says why a file could not be looked at.
fn is_unread(finding: &Finding) -> bool {
    finding.problem.severity == Severity::Error && is_about_reading(finding.problem.code)
}

/// What changes in a file, as `diff -u` shows it.
fn difference(file: &Edited, is_coloured: bool) -> String {
    let diff = TextDiff::from_lines(&file.before, &file.after);
    let mut unified = diff.unified_diff();
    let text = unified.context_radius(3).header(&format!("a/{}", file.shown), &format!("b/{}", file.shown)).to_string();
    if !is_coloured {
        return text;
    }
    let coloured = |line: &str| {
        let style = Style::new().force_styling(true);
        match line.chars().next() {
            Some('+') => style.green().apply_to(line).to_string(),
            Some('-') => style.red().apply_to(line).to_string(),
            Some('@') => style.cyan().apply_to(line).to_string(),
            _ => line.to_owned(),
        }
    };
    text.lines().map(|line| coloured(line) + "\n").collect()
}

/// How many files have changed, or would.
fn summary(changed: usize, all: usize, verb: &str, is_dry: bool) -> String {
    let files = |count: usize| if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
    let would = if is_dry { " would be" } else { "" };
    format!("{}{would} {verb}, {} unchanged", files(changed), files(all - changed))
}
