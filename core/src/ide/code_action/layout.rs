//! What is no YAML for want of quotes or blanks: values that need quotes, lines that tabs indent.

use super::{CodeAction, ProblemSite};
use crate::ide::line::{LineAt, line_at, line_start};
use crate::text::Place;
use crate::values::flow::quoted;

/// A tab stands for so many blanks.
const BLANKS: &str = "  ";

/// So many lines are mended at once. Each may have a problem of its own, with this as its fix.
const MOST_LINES: usize = 50;

/// What makes YAML of the line of a problem.
pub(super) fn mend(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let line = line_at(site.document.rope(), site.problem.place.range.start());
    if blanks(&line).contains('\t') {
        return without_tabs(site).into_iter().collect();
    }
    let needs_quotes = site.problem.hints.iter().any(|hint| hint.starts_with("quote the value"));
    in_quotes(site, &line).filter(|_| needs_quotes).into_iter().collect()
}

/// What a line begins with.
fn blanks(line: &LineAt) -> &str {
    let text = line.text.trim_start_matches([' ', '\t']);
    &line.text[..line.text.len() - text.len()]
}

/// The lines from that of the problem on that tabs indent, indented by blanks: where one is, there are mostly more.
fn without_tabs(site: &ProblemSite<'_>) -> Option<CodeAction> {
    let rope = site.document.rope();
    let mut edits: Vec<(Place, String)> = Vec::new();
    let mut next = Some(line_start(rope, site.problem.place.range.start()));
    for _ in 0..MOST_LINES {
        let Some(line) = next.map(|start| line_at(rope, start)) else { break };
        let old = blanks(&line);
        if old.contains('\t') {
            edits.push((site.place(line.range(0, old.len())), old.replace('\t', BLANKS)));
        }
        next = line.next;
    }
    let title = "Indent with blanks instead of tabs".to_owned();
    (!edits.is_empty()).then(|| CodeAction { title, edits, ..CodeAction::default() })
}

/// The rest of the line, its comment aside, in quotes.
fn in_quotes(site: &ProblemSite<'_>, line: &LineAt) -> Option<CodeAction> {
    let start = line.column(site.problem.place.range.start());
    let rest = line.text.get(start..)?;
    let value = rest.split_once(" #").map_or(rest, |(value, _)| value).trim_end();
    let is_value = line.text[..start].trim_end().ends_with([':', '-']) && !value.is_empty();
    let text = quoted(value);
    let range = line.range(start, start + value.len());
    is_value.then(|| CodeAction::new(format!("Put it in quotes: `{text}`"), site.place(range), text).preferred(true))
}
