//! Problems for people: the sentence, the line in question with the token marked, what was found and expected, the
//! places that explain it, and a summary.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use console::strip_ansi_codes;
use sayl_core::problem::Severity;

use super::source::{SourceText, character_end, character_start};
use super::{Finding, Location, Report, visible};

/// A line with more bytes is cut around the marked token: laying it out would take time. (The renderer trims what does
/// not fit on the screen.)
const MAX_LINE: usize = 4096;
/// How much of a long line is shown on each side of the token, in bytes.
const AROUND: usize = 80;

/// What the place where people read can show.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TerminalStyle {
    /// Whether there are colours.
    pub(crate) is_coloured: bool,
    /// How many columns there are, if that is known.
    pub(crate) columns: Option<u16>,
}

/// An excerpt is not squeezed into fewer columns than this.
const FEWEST_COLUMNS: u16 = 40;

/// Prints every problem and, unless only these are wanted, the summary.
pub(crate) fn print(report: &Report, look: TerminalStyle, is_quiet: bool, out: &mut dyn Write) -> io::Result<()> {
    for finding in &report.findings {
        print_finding(finding, look, out)?;
    }
    if is_quiet {
        return Ok(());
    }
    print_summary(report, out)?;
    match report.findings.first() {
        Some(first) if look.columns.is_some() => {
            writeln!(out, "What a problem means: sayl explain {}", first.problem.code.name())
        }
        _ => Ok(()),
    }
}

/// Prints how many problems there are, and what was looked at.
pub(crate) fn print_summary(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", summary(report))?;
    let sentences = report.counts.sentence().into_iter().chain(report.conclusion.clone());
    sentences.into_iter().try_for_each(|sentence| writeln!(out, "{sentence}"))
}

/// Prints one problem, followed by an empty line.
pub(crate) fn print_finding(finding: &Finding, look: TerminalStyle, out: &mut dyn Write) -> io::Result<()> {
    let renderer = if look.is_coloured { Renderer::styled() } else { Renderer::plain() };
    let renderer = match look.columns {
        Some(columns) => renderer.term_width(columns.max(FEWEST_COLUMNS).into()),
        None => renderer,
    };
    let problem = &finding.problem;
    let title = level(problem.severity).primary_title(problem.message.as_str()).id(problem.code.name());
    let mut group = excerpt(Group::with_title(title), &finding.location, AnnotationKind::Primary, None);
    for (location, message) in &finding.related {
        group = excerpt(group, location, AnnotationKind::Context, Some(message));
    }
    let facts = [("found", &problem.found), ("expected", &problem.expected)];
    let facts = facts.into_iter().filter_map(|(name, fact)| Some((name, fact.as_ref()?)));
    for (name, fact) in facts.chain(problem.hints.iter().map(|hint| ("hint", hint))) {
        group = group.element(Level::NOTE.with_name(name).message(fact.as_str()));
    }
    writeln!(out, "{}\n", without_empty_origins(&renderer.render(&[group])))
}

/// What was rendered, without the lines that the renderer begins an excerpt with whose place stands above it already.
fn without_empty_origins(rendered: &str) -> Cow<'_, str> {
    let is_empty = |line: &&str| line.contains(":::") && strip_ansi_codes(line).trim() == ":::";
    if !rendered.lines().any(|line| is_empty(&line)) {
        return Cow::Borrowed(rendered);
    }
    Cow::Owned(rendered.lines().filter(|line| !is_empty(line)).collect::<Vec<_>>().join("\n"))
}

/// How many problems of which severity in how many files.
pub(super) fn summary(report: &Report) -> String {
    let mut paths: Vec<&str> = report.findings.iter().map(|finding| finding.location.source.path.as_str()).collect();
    paths.dedup();
    let kinds = [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Information, "information", "information"),
        (Severity::Hint, "hint", "hints"),
    ];
    let counts: Vec<String> = kinds
        .into_iter()
        .map(|(severity, one, many)| (report.count(severity), one, many))
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| counted(count, one, many))
        .collect();
    let found = if counts.is_empty() && report.files == 0 {
        "Nothing to check: no ytt schema, data values or template, and no OpenChoreo resource, was found".to_owned()
    } else if counts.is_empty() {
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
        return if source.path.is_empty() { group } else { group.element(Origin::path(visible::line(&source.path))) };
    }
    let line = source.line_of(range.start);
    let Excerpt { text, span, is_cut } = line_excerpt(source, line, range);
    let mut annotation: Annotation<'a> = kind.span(span);
    if let Some(label) = label {
        annotation = annotation.label(label);
    }
    let snippet = Snippet::source(text).line_start(line + 1).annotation(annotation);
    if is_cut {
        // The column cannot be counted in the excerpt.
        let column = source.position(range.start).column;
        return group
            .element(Origin::path(visible::line(&source.path)).line(line + 1).char_column(column))
            .element(snippet);
    }
    group.element(snippet.path(visible::line(&source.path)))
}

/// A line as it is shown.
struct Excerpt<'a> {
    text: Cow<'a, str>,
    /// The marked token in it.
    span: Range<usize>,
    /// Whether it is a part of the line only.
    is_cut: bool,
}

/// The line with the span of the marked token in it. A token of several lines is marked on its first; a long line is
/// cut.
fn line_excerpt<'a>(source: &'a SourceText, line: usize, range: &Range<usize>) -> Excerpt<'a> {
    let whole = source.line_range(line);
    let text = source.text.as_deref().and_then(|text| text.get(whole.clone())).unwrap_or_default();
    let start = range.start.saturating_sub(whole.start).min(text.len());
    let end = range.end.saturating_sub(whole.start).clamp(start, text.len());
    if text.len() <= MAX_LINE {
        let (text, span) = visible::excerpt(text, start..end);
        return Excerpt { text, span, is_cut: false };
    }
    let from = character_start(text, start.saturating_sub(AROUND));
    let to = character_end(text, end.min(start + AROUND) + AROUND);
    let end = character_start(text, end.min(to)).max(start);
    let before = if from > 0 { "…" } else { "" };
    let after = if to < text.len() { "…" } else { "" };
    let (window, span) = visible::excerpt(text.get(from..to).unwrap_or_default(), start - from..end - from);
    let span = span.start + before.len()..span.end + before.len();
    Excerpt { text: Cow::Owned(format!("{before}{window}{after}")), span, is_cut: true }
}

#[cfg(test)]
mod tests;
