//! Code actions: what could be done about the text at hand.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::problem::{Fix, Problem};
use sayl_core::text::{FileId, TextRange};
use tower_lsp::ls_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse};

use super::Asked;
use super::edit::workspace_edit;
use crate::diagnostics::convert;
use crate::lsp::from_proto;
use crate::state::Snapshot;

/// Quick fixes of the problems that the range touches.
pub(crate) fn code_action(
    asked: &Asked,
    params: &CodeActionParams,
    cancel: &CancelToken,
) -> Result<Option<CodeActionResponse>, Cancelled> {
    let wanted = params.context.only.as_deref();
    let is_wanted = |kind: &CodeActionKind| kind.as_str().is_empty() || *kind == CodeActionKind::QUICKFIX;
    if wanted.is_some_and(|kinds| !kinds.iter().any(is_wanted)) {
        return Ok(Some(Vec::new()));
    }
    let snapshot = asked.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(None) };
    let range = from_proto::range(document.rope(), params.range, snapshot.features.encoding);
    let problems = snapshot.analysis.problems(asked.file, cancel)?;
    let touched = problems.iter().filter(|problem| touches(problem.place.range, range));
    let actions = touched.flat_map(|problem| quick_fixes(&snapshot, asked.file, problem));
    Ok(Some(actions.map(CodeActionOrCommand::CodeAction).collect()))
}

fn touches(one: TextRange, other: TextRange) -> bool {
    one.intersect(other).is_some()
}

fn quick_fixes(snapshot: &Snapshot, file: FileId, problem: &Problem) -> Vec<CodeAction> {
    if problem.fixes.is_empty() {
        return Vec::new();
    }
    let diagnostics = convert(snapshot, file, std::slice::from_ref(problem));
    if diagnostics.is_empty() {
        return Vec::new();
    }
    let only_one = problem.fixes.len() == 1;
    let action = |fix: &Fix| CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(diagnostics.clone()),
        edit: Some(workspace_edit(snapshot, &fix.edits)),
        is_preferred: only_one.then_some(true),
        ..CodeAction::default()
    };
    problem.fixes.iter().map(action).collect()
}
