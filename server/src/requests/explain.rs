//! The explanation of a problem's code, as a page that the client shows: offered as a code action, run as a command.

use std::sync::atomic::Ordering;

use sayl_core::problem::{Code, Problem};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{CodeAction, CodeActionKind, CodeActionOrCommand, Command, Diagnostic, ExecuteCommandParams};

use super::view::{failed, present};
use crate::lsp::commands::EXPLAIN;
use crate::lsp::problem_uri;
use crate::problem_page;
use crate::services::Services;
use crate::state::Snapshot;

/// An offer to explain each code of these problems that the client sees.
pub(super) fn offers<'a>(snapshot: &Snapshot, problems: impl Iterator<Item = &'a Problem>) -> Vec<CodeActionOrCommand> {
    let mut explained: Vec<(Code, Vec<Diagnostic>)> = Vec::new();
    for problem in problems {
        let seen = snapshot.diagnostics(problem.place.file, std::slice::from_ref(problem));
        match explained.iter_mut().find(|(code, _)| *code == problem.code) {
            Some((_, diagnostics)) => diagnostics.extend(seen),
            None if seen.is_empty() => {}
            None => explained.push((problem.code, seen)),
        }
    }
    let has_literals = snapshot.features.code_action.literals;
    // A client that knows commands alone is offered none that it cannot show anything of.
    if !has_literals && !snapshot.features.shows_documents {
        return Vec::new();
    }
    explained.into_iter().map(|(code, diagnostics)| offer(code, diagnostics, has_literals)).collect()
}

fn offer(code: Code, diagnostics: Vec<Diagnostic>, has_literals: bool) -> CodeActionOrCommand {
    let title = format!("Explain `{}`", code.name());
    let arguments = Some(vec![Value::from(code.name())]);
    let command = Command { title: title.clone(), command: EXPLAIN.to_owned(), arguments };
    if !has_literals {
        return CodeActionOrCommand::Command(command);
    }
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(diagnostics),
        command: Some(command),
        ..CodeAction::default()
    })
}

/// Shows the page of a code: under its own URI where the client reads such, else as a file.
pub(crate) fn show(params: &ExecuteCommandParams, services: &Services) -> Result<Option<Value>> {
    let name = params.arguments.first().and_then(Value::as_str);
    let code = name.and_then(Code::from_name);
    let code = code.ok_or_else(|| Error::invalid_params(format!("{EXPLAIN} takes the code of a problem")))?;
    let text = problem_page::markdown(code);
    let uri = if services.views.reads_contents.load(Ordering::Relaxed) {
        problem_uri::uri(code)
    } else {
        services.views.write_explanation(code, &text)
    };
    let uri = uri.ok_or_else(|| failed("sayl cannot write a file to show this".to_owned()))?;
    present(services, &uri, None);
    Ok(Some(json!({"uri": uri, "languageId": "markdown", "markdown": text})))
}
