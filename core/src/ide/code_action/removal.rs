//! Lines that go: a key with its value and its comments, or a comment.

use super::{CodeAction, ProblemSite};
use crate::document::TextDocument;
use crate::ide::line::{LineAt, comment_column, line_at};
use crate::text::{TextRange, TextSize};
use crate::workspace::modeline;
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::path::{self, NodeStep, Part};
use crate::yaml::{CollectionStyle, Comment, Entry, Mapping, Placed};

/// Removes the key of the problem with its value.
pub(super) fn key(site: &ProblemSite<'_>, is_preferred: bool) -> Vec<CodeAction> {
    let Some(location) = site.location() else { return Vec::new() };
    let (Part::Key(key), Some(NodeStep::Entry(entry))) = (location.part, location.steps.last()) else {
        return Vec::new();
    };
    let Some(mapping) = site.mapping_of(&location) else { return Vec::new() };
    let title = format!("Remove `{}`", site.document.slice(key.range()));
    let (range, text) = removed(site.document, mapping, *entry);
    vec![CodeAction::new(title, site.place(range), text).preferred(is_preferred)]
}

/// What goes, and what comes in its place: of the only entry of a map `{}` is left.
fn removed(
    document: &TextDocument,
    mapping: Placed<'_, Mapping>,
    entry: Placed<'_, Entry>,
) -> (TextRange, &'static str) {
    let start = entry.range().start();
    let before = path::entry_before(mapping, start);
    let after = mapping.entries().nth(1).filter(|_| before.is_none());
    let line = line_at(document.rope(), start);
    let is_first_on_line = line.column(start) == line.indentation();
    match (before, after) {
        (None, None) if mapping.style == CollectionStyle::Flow => (entry.range(), ""),
        (None, None) => (entry.range(), "{}"),
        (Some(before), _) if mapping.style == CollectionStyle::Flow => {
            (TextRange::new(before.range().end(), entry.range().end()), "")
        }
        (None, Some(after)) if mapping.style == CollectionStyle::Flow || !is_first_on_line => {
            (TextRange::new(start, after.range().start()), "")
        }
        _ => (whole_lines(document, &line, entry.range()), ""),
    }
}

/// The lines of an entry, with the comments right above it that speak of it.
fn whole_lines(document: &TextDocument, line: &LineAt, range: TextRange) -> TextRange {
    let mut start = line.start;
    while let Some(above) = start.checked_sub(TextSize::from(1)).map(|end| line_at(document.rope(), end)) {
        if !is_about_next(&above) {
            break;
        }
        start = above.start;
    }
    let mut end = lines_end(document, range);
    let is_blank = |line: LineAt| line.text.trim().is_empty();
    let above = start.checked_sub(TextSize::from(1)).map(|end| line_at(document.rope(), end));
    let below = line_at(document.rope(), end);
    let next = below.next;
    if let Some(next) = next.filter(|_| above.is_some_and(is_blank) && is_blank(below)) {
        // One blank line is enough.
        end = next;
    }
    TextRange::new(start, end)
}

/// Where the line after a range starts. What ends with a line break, as a block scalar does, ends there.
fn lines_end(document: &TextDocument, range: TextRange) -> TextSize {
    let trailing = document.slice(range).chars().rev().take_while(|it| it.is_whitespace()).count();
    let last = line_at(document.rope(), range.end() - TextSize::from(trailing as u32));
    last.next.unwrap_or_else(|| last.range(0, last.text.len()).end())
}

/// Whether a line is nothing but a comment that belongs to what is below it: template code does not.
fn is_about_next(line: &LineAt) -> bool {
    let Some(text) = line.text.trim_start().strip_prefix('#') else { return false };
    let range = line.range(line.indentation(), line.text.len());
    let comment = Comment { range, text: text.trim_end().into(), trailing: false };
    modeline::schema_of(&line.text).is_none() && !matches!(classify(&comment), CommentKind::Code(_))
}

/// Removes the comment that the problem stands in.
pub(super) fn comment(site: &ProblemSite<'_>, is_preferred: bool) -> Vec<CodeAction> {
    let line = line_at(site.document.rope(), site.problem.place.range.start());
    let Some(column) = comment_column(&line.text) else { return Vec::new() };
    let before = line.text.get(..column).unwrap_or_default().trim_end();
    let range = match line.next {
        Some(next) if before.is_empty() => TextRange::new(line.start, next),
        _ => line.range(before.len(), line.text.len()),
    };
    vec![CodeAction::new("Remove the annotation", site.place(range), "").preferred(is_preferred)]
}
