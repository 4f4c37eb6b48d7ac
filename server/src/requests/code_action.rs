//! Code actions: what could be done about the text at hand, and explanations of what is wrong with it. An edit that takes time to make is made when the client asks
//! for it; a client that knows no code actions is given commands, which `workspace/executeCommand` carries out.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::code_action::{self, CodeAction as Action};
use sayl_core::problem::Problem;
use sayl_core::text::TextRange;
use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Command, Diagnostic,
    Position, Range, Uri,
};

use super::edit::workspace_edit;
use super::{DocumentRequest, explain};
use crate::lsp::commands::{APPLY_EDIT, FIX_ALL};
use crate::lsp::from_proto;
use crate::state::Snapshot;

/// What an action is known by until its edit is asked for.
#[derive(Debug, Serialize, Deserialize)]
struct PendingAction {
    uri: Uri,
    range: Range,
}

/// A code action in the making.
struct CodeActionDraft {
    action: Action,
    kind: CodeActionKind,
    diagnostics: Option<Vec<Diagnostic>>,
}

/// Quick fixes of the problems that the range touches (a cursor touches all of its line), other ways to write what stands there, and, if the client asks
/// for it by name, all that is obvious.
pub(crate) fn code_action(
    request: &DocumentRequest,
    params: &CodeActionParams,
    cancel: &CancelToken,
) -> Result<Option<CodeActionResponse>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let only = params.context.only.as_deref();
    let Some(offers) = offers(request, &snapshot, params.range, only) else { return Ok(None) };
    let pending = PendingAction { uri: params.text_document.uri.clone(), range: params.range };
    let shown = offers.into_iter().filter_map(|offer| shown(&snapshot, offer, &pending));
    let mut shown: CodeActionResponse = shown.collect();
    if is_requested(only, &CodeActionKind::QUICKFIX) {
        let problems = snapshot.analysis.problems(request.file);
        let touched = touched(request, &snapshot, &problems, params.range);
        shown.extend(explain::offers(&snapshot, touched.into_iter()));
    }
    Ok(Some(shown))
}

/// An action that was offered, with its edit; `None` if it is not offered any more.
pub(crate) fn resolve(
    request: &DocumentRequest,
    action: CodeAction,
    cancel: &CancelToken,
) -> Result<Option<CodeAction>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let (Some(pending), Some(kind)) = (pending(&action), action.kind.clone()) else { return Ok(Some(action)) };
    let offers = offers(request, &snapshot, pending.range, Some(&[kind])).unwrap_or_default();
    let offer = offers.into_iter().find(|offer| offer.action.title == action.title);
    let edit = offer.and_then(|offer| workspace_edit(&snapshot, &offer.action.edits, offer.action.new_file.as_ref()));
    Ok(edit.map(|edit| CodeAction { edit: Some(edit), ..action }))
}

/// The document that an action was offered for.
pub(crate) fn document_of(action: &CodeAction) -> Option<Uri> {
    pending(action).map(|pending| pending.uri)
}

fn pending(action: &CodeAction) -> Option<PendingAction> {
    serde_json::from_value(action.data.clone()?).ok()
}

/// What is offered of the kinds that are wanted; `None` for a document that cannot be read.
fn offers(
    request: &DocumentRequest,
    snapshot: &Snapshot,
    requested_range: Range,
    only: Option<&[CodeActionKind]>,
) -> Option<Vec<CodeActionDraft>> {
    let document = snapshot.analysis.document(request.file)?;
    // Of a file that is not sayl's there may be a problem all the same: that nothing governs it.
    let is_ours = snapshot.analysis.own_document(request.file).is_some();
    let range = from_proto::range(document.rope(), requested_range, snapshot.features.encoding);
    let mut offers = Vec::new();
    if is_requested(only, &CodeActionKind::QUICKFIX) {
        let problems = snapshot.analysis.problems(request.file);
        let touched = touched(request, snapshot, &problems, requested_range);
        for offer in touched.into_iter().flat_map(|problem| quick_fixes(request, snapshot, problem)) {
            add(&mut offers, offer);
        }
    }
    if is_ours && is_requested(only, &CodeActionKind::REFACTOR_REWRITE) {
        let kind = || CodeActionKind::REFACTOR_REWRITE;
        let found = code_action::rewritings(&snapshot.analysis, request.file, range);
        offers.extend(found.into_iter().map(|action| CodeActionDraft { action, kind: kind(), diagnostics: None }));
    }
    if only.is_some() && is_requested(only, &FIX_ALL) {
        let problems = snapshot.analysis.problems(request.file);
        let found = code_action::fix_all(&snapshot.analysis, request.file, &problems);
        offers.extend(found.map(|action| CodeActionDraft { action, kind: FIX_ALL, diagnostics: None }));
    }
    Some(offers)
}

/// Adds a fix, unless another problem has the same: then it mends both.
fn add(drafts: &mut Vec<CodeActionDraft>, draft: CodeActionDraft) {
    let is_same = |other: &&mut CodeActionDraft| {
        other.action.title == draft.action.title && other.action.edits == draft.action.edits
    };
    match drafts.iter_mut().find(is_same) {
        Some(other) => other.diagnostics.get_or_insert_default().extend(draft.diagnostics.into_iter().flatten()),
        None => drafts.push(draft),
    }
}

/// A kind stands for all kinds below it: `refactor` for `refactor.rewrite`.
fn is_requested(only: Option<&[CodeActionKind]>, kind: &CodeActionKind) -> bool {
    let covers = |wanted: &CodeActionKind| {
        let below = kind.as_str().strip_prefix(wanted.as_str());
        wanted.as_str().is_empty() || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    only.is_none_or(|only| only.iter().any(covers))
}

/// The problems of the range, or of the line that a cursor is on; those that it stands in come first.
fn touched<'a>(
    request: &DocumentRequest,
    snapshot: &Snapshot,
    problems: &'a [Problem],
    range: Range,
) -> Vec<&'a Problem> {
    let Some(document) = snapshot.analysis.document(request.file) else { return Vec::new() };
    let read = |range| from_proto::range(document.rope(), range, snapshot.features.encoding);
    let line = |character| Position { character, ..range.start };
    let whole = if range.start == range.end { Range { start: line(0), end: line(u32::MAX) } } else { range };
    let (exact, whole) = (read(range), read(whole));
    let mut touched: Vec<&Problem> = problems.iter().filter(|problem| touches(problem.place.range, whole)).collect();
    touched.sort_by_key(|problem| !touches(problem.place.range, exact));
    touched
}

fn touches(one: TextRange, other: TextRange) -> bool {
    one.intersect(other).is_some()
}

/// The fixes of a problem that the client sees, and a comment that silences it.
fn quick_fixes(request: &DocumentRequest, snapshot: &Snapshot, problem: &Problem) -> Vec<CodeActionDraft> {
    let (analysis, file) = (&snapshot.analysis, request.file);
    let diagnostics = snapshot.diagnostics(file, std::slice::from_ref(problem));
    if diagnostics.is_empty() {
        return Vec::new();
    }
    let fixes = code_action::fixes(analysis, file, problem).into_iter();
    let silenced = code_action::suppression(analysis, file, problem);
    let offer =
        |action| CodeActionDraft { action, kind: CodeActionKind::QUICKFIX, diagnostics: Some(diagnostics.clone()) };
    fixes.chain(silenced).map(offer).collect()
}

/// An action as the client can take it; `None` if it cannot.
fn shown(snapshot: &Snapshot, offer: CodeActionDraft, pending: &PendingAction) -> Option<CodeActionOrCommand> {
    let CodeActionDraft { action, kind, diagnostics } = offer;
    let features = &snapshot.features.code_action;
    let edit = workspace_edit(snapshot, &action.edits, action.new_file.as_ref())?;
    if !features.literals {
        let edit = serde_json::to_value(edit).ok().filter(|_| features.applies_edits)?;
        let command = Command { title: action.title, command: APPLY_EDIT.to_owned(), arguments: Some(vec![edit]) };
        return Some(CodeActionOrCommand::Command(command));
    }
    // Of a rewriting only one is chosen, if any; so the others need not be sent.
    let is_later = features.resolves_edits && kind != CodeActionKind::QUICKFIX;
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: action.title,
        kind: Some(kind),
        diagnostics,
        edit: (!is_later).then_some(edit),
        is_preferred: (action.is_preferred && features.preferred).then_some(true),
        data: is_later.then(|| serde_json::to_value(pending).ok()).flatten(),
        ..CodeAction::default()
    }))
}
