//! Code actions: what could be done about the text at hand.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::code_action;
use sayl_core::problem::{Fix, Problem};
use sayl_core::text::{FileId, TextRange};
use tower_lsp::ls_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse};

use super::Asked;
use super::edit::workspace_edit;
use crate::diagnostics::convert;
use crate::lsp::from_proto;
use crate::state::Snapshot;

/// Quick fixes of the problems that the range touches, and other ways to write what stands there.
pub(crate) fn code_action(
    asked: &Asked,
    params: &CodeActionParams,
    cancel: &CancelToken,
) -> Result<Option<CodeActionResponse>, Cancelled> {
    let wanted = params.context.only.as_deref();
    // A kind stands for all kinds below it: `refactor` for `refactor.rewrite`.
    let covers = |wanted: &CodeActionKind, kind: &CodeActionKind| {
        let below = kind.as_str().strip_prefix(wanted.as_str());
        wanted.as_str().is_empty() || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let is_wanted = |kind: &CodeActionKind| wanted.is_none_or(|all| all.iter().any(|wanted| covers(wanted, kind)));
    let (fixes, rewritings) = (is_wanted(&CodeActionKind::QUICKFIX), is_wanted(&CodeActionKind::REFACTOR_REWRITE));
    if !fixes && !rewritings {
        return Ok(Some(Vec::new()));
    }
    let snapshot = asked.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(None) };
    let range = from_proto::range(document.rope(), params.range, snapshot.features.encoding);
    let mut actions = Vec::new();
    if fixes {
        let problems = snapshot.analysis.problems(asked.file, cancel)?;
        let touched = problems.iter().filter(|problem| touches(problem.place.range, range));
        actions.extend(touched.flat_map(|problem| quick_fixes(&snapshot, asked.file, problem)));
    }
    if rewritings {
        let found = code_action::rewritings(&snapshot.analysis, asked.file, range);
        actions.extend(found.iter().map(|action| rewriting(&snapshot, action)));
    }
    Ok(Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
}

fn rewriting(snapshot: &Snapshot, action: &code_action::CodeAction) -> CodeAction {
    CodeAction {
        title: action.title.clone(),
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        edit: Some(workspace_edit(snapshot, &action.edits)),
        ..CodeAction::default()
    }
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
