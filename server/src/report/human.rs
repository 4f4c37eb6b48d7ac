//! Problems for people: the sentence, the line in question with the token marked, what was found and expected, the
//! places that explain it, and a summary.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use sayl_core::problem::Severity;

use super::source::{Source, character_end, character_start};
use super::{Finding, Location, Report};

/// A line with more bytes is cut around the marked token: laying it out would take time. (The renderer trims what does
/// not fit on the screen.)
const MAX_LINE: usize = 4096;
/// How much of a long line is shown on each side of the token, in bytes.
const AROUND: usize = 80;

/// Prints every problem and the summary.
pub(crate) fn print(report: &Report, is_coloured: bool, out: &mut dyn Write) -> io::Result<()> {
    for finding in &report.findings {
        print_finding(finding, is_coloured, out)?;
    }
    writeln!(out, "{}", summary(report))
}

/// Prints one problem, followed by an empty line.
pub(crate) fn print_finding(finding: &Finding, is_coloured: bool, out: &mut dyn Write) -> io::Result<()> {
    let renderer = if is_coloured { Renderer::styled() } else { Renderer::plain() };
    let problem = &finding.problem;
    let title = level(problem.severity).primary_title(visible(&problem.message)).id(problem.code.name());
    let mut group = excerpt(Group::with_title(title), &finding.location, AnnotationKind::Primary, None);
    for (location, message) in &finding.related {
        group = excerpt(group, location, AnnotationKind::Context, Some(message));
    }
    let facts = [("found", &problem.found), ("expected", &problem.expected)];
    let facts = facts.into_iter().filter_map(|(name, fact)| Some((name, fact.as_ref()?)));
    for (name, fact) in facts.chain(problem.hints.iter().map(|hint| ("hint", hint))) {
        group = group.element(Level::NOTE.with_name(name).message(visible(fact)));
    }
    writeln!(out, "{}\n", renderer.render(&[group]))
}

/// How many problems of which severity in how many files.
fn summary(report: &Report) -> String {
    let mut paths: Vec<&str> = report.findings.iter().map(|finding| finding.location.source.path.as_str()).collect();
    paths.dedup();
    let kinds = [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Information, "informational", "informational"),
        (Severity::Hint, "hint", "hints"),
    ];
    let counts: Vec<String> = kinds
        .into_iter()
        .map(|(severity, one, many)| (report.count(severity), one, many))
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| counted(count, one, many))
        .collect();
    let found = if counts.is_empty() {
        format!("No problems in {}", counted(report.files, "file", "files"))
    } else {
        format!("{} in {}", counts.join(", "), counted(paths.len(), "file", "files"))
    };
    match report.known {
        Some(known) if known > 0 => {
            format!("{found}, besides {} in the baseline", counted(known, "problem", "problems"))
        }
        _ => found,
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information => Level::INFO.with_name("information"),
        Severity::Hint => Level::HELP.with_name("hint"),
    }
}

fn excerpt<'a>(group: Group<'a>, location: &'a Location, kind: AnnotationKind, label: Option<&'a str>) -> Group<'a> {
    let Location { source, range } = location;
    if source.text.is_none() {
        return if source.path.is_empty() { group } else { group.element(Origin::path(source.path.as_str())) };
    }
    let line = source.line_of(range.start);
    let (text, span) = line_excerpt(source, line, range);
    let mut annotation: Annotation<'a> = kind.span(span);
    if let Some(label) = label {
        annotation = annotation.label(visible(label));
    }
    let is_cut = matches!(text, Cow::Owned(_));
    let snippet = Snippet::source(text).line_start(line + 1).annotation(annotation);
    if is_cut {
        // The column cannot be counted in the excerpt.
        let column = source.position(range.start).column;
        return group.element(Origin::path(source.path.as_str()).line(line + 1).char_column(column)).element(snippet);
    }
    group.element(snippet.path(source.path.as_str()))
}

/// The line with the span of the marked token in it. A token of several lines is marked on its first; a long line is
/// cut.
fn line_excerpt<'a>(source: &'a Source, line: usize, range: &Range<usize>) -> (Cow<'a, str>, Range<usize>) {
    let whole = source.line_range(line);
    let text = source.text.as_deref().and_then(|text| text.get(whole.clone())).unwrap_or_default();
    let start = range.start.saturating_sub(whole.start).min(text.len());
    let end = range.end.saturating_sub(whole.start).clamp(start, text.len());
    if text.len() <= MAX_LINE {
        return (Cow::Borrowed(text), start..end);
    }
    let from = character_start(text, start.saturating_sub(AROUND));
    let to = character_end(text, end.min(start + AROUND) + AROUND);
    let end = character_start(text, end.min(to)).max(start);
    let before = if from > 0 { "…" } else { "" };
    let after = if to < text.len() { "…" } else { "" };
    let shift = |offset: usize| offset - from + before.len();
    let window = text.get(from..to).unwrap_or_default();
    (Cow::Owned(format!("{before}{window}{after}")), shift(start)..shift(end))
}

/// Text from a file as it can be shown: a terminal must not obey what somebody wrote into a key.
fn visible(text: &str) -> Cow<'_, str> {
    let is_dangerous = |character: char| character.is_control() && character != '\n' && character != '\t';
    if text.contains(is_dangerous) {
        let shown = |character: char| match character {
            character if is_dangerous(character) => character.escape_default().to_string(),
            character => character.to_string(),
        };
        return Cow::Owned(text.chars().map(shown).collect());
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests;
