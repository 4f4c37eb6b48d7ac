//! A comment that silences a problem where it is.

use super::{CodeAction, ProblemSite};
use crate::analysis::Analysis;
use crate::ide::line::{LineAt, line_at};
use crate::ide::position::is_inside_text;
use crate::problem::Problem;
use crate::problem::suppression::{Suppression, comment, starts};
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template, modeline};

/// Silences a problem; `None` where that cannot be.
pub fn suppression(analysis: &Analysis, file: FileId, problem: &Problem) -> Option<CodeAction> {
    let document = analysis.document(file).filter(|_| problem.code.can_be_silenced())?;
    let path = analysis.path(file);
    let site = ProblemSite { analysis, file, document, problem };
    let start = problem.place.range.start();
    let line = line_at(document.rope(), start);
    let is_module = is_starlark(path);
    let is_in_text = !is_module && is_inside_text(document.stream(), line.start, start);
    if is_in_text || is_text_template(path) || modeline::schema_of(&line.text).is_some() {
        return None;
    }
    let title = format!("Ignore `{}` here", problem.code.name());
    if let Some((range, text)) = joined(&site, &line) {
        return Some(CodeAction::new(title, site.place(range), text));
    }
    let indent = " ".repeat(line.indentation());
    let comment = comment(problem.code, document.stream().is_template && !is_module);
    let text = format!("{indent}{comment}{}", if line.text.len() + 1 < line_length(&line) { "\r\n" } else { "\n" });
    Some(CodeAction::new(title, site.place(TextRange::empty(line.start)), text))
}

/// How long a line is with its end.
fn line_length(line: &LineAt) -> usize {
    line.next.map_or(line.text.len() + 1, |next| usize::from(next - line.start))
}

/// The code in the list of a comment that stands above already.
fn joined(site: &ProblemSite<'_>, line: &LineAt) -> Option<(TextRange, String)> {
    let above = line_at(site.document.rope(), line.start.checked_sub(TextSize::from(1))?);
    let start = starts(&above.text).next().filter(|start| above.indentation() == *start)?;
    let codes = Suppression::at(&above.text, start).codes;
    let (start, code) = codes.last()?;
    let end = start + code.len();
    Some((above.range(end, end), format!(", {}", site.problem.code.name())))
}
