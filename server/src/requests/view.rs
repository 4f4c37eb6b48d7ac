//! Views of a document: final data values and the documentation of schemas, asked for as data, as the content of a URI,
//! or to be shown.

use std::str::FromStr;
use std::sync::atomic::Ordering;

use sayl_core::cancel::{CancelToken, Cancelled};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, GotoDefinitionResponse, Position, ShowDocumentParams, Uri};

use super::Asked;
use crate::evaluation::Evaluation;
use crate::lsp::uri;
use crate::lsp::view_uri::{Kind, View};
use crate::services::Services;
use crate::state::Snapshot;
use crate::views::content::{Content, fingerprint};
use crate::views::{Channel, Views};

/// A view as it is now.
pub(crate) struct Seen {
    view: View,
    snapshot: Snapshot,
    content: Option<Content>,
    /// What it shows, as a number.
    fingerprint: u64,
    asked: Asked,
}

/// Computes a view, waiting a moment for template code that is being evaluated.
pub(crate) fn see(
    asked: Asked,
    view: View,
    evaluation: &Evaluation,
    cancel: &CancelToken,
) -> std::result::Result<Seen, Cancelled> {
    let snapshot = asked.snapshot(cancel)?;
    let content = Content::of(&snapshot, view.kind, asked.file);
    if let Some(settled) = asked.settled(evaluation) {
        let snapshot = settled.snapshot(cancel)?;
        let content = Content::of(&snapshot, view.kind, settled.file);
        return Ok(Seen::new(settled, view, snapshot, content));
    }
    Ok(Seen::new(asked, view, snapshot, content))
}

impl Seen {
    fn new(asked: Asked, view: View, snapshot: Snapshot, content: Option<Content>) -> Self {
        let fingerprint = fingerprint(content.as_ref(), &snapshot, asked.file);
        Self { view, snapshot, content, fingerprint, asked }
    }

    /// As the answer to a request of ours, which is told when it becomes another.
    pub(crate) fn answer(&self, views: &Views) -> Option<Value> {
        let answer = self.content.as_ref()?.answer(&self.snapshot, &self.view.uri()?);
        views.shown(self.view.clone(), Channel::Request, self.fingerprint);
        Some(answer)
    }

    /// As the content of its URI: there is always one.
    pub(crate) fn text(&self, views: &Views) -> String {
        views.shown(self.view.clone(), Channel::Content, self.fingerprint);
        let content = self.content.as_ref();
        content.map(|content| content.text(&self.snapshot, self.asked.file)).unwrap_or_default()
    }

    /// Where what stands on a line of it was written.
    pub(crate) fn origin(&self, position: Position) -> Option<GotoDefinitionResponse> {
        self.content.as_ref()?.origin(&self.snapshot, position.line).map(GotoDefinitionResponse::Scalar)
    }

    /// Shows it: under its own URI where the client reads such, else as a file.
    pub(crate) fn show(&self, services: &Services) -> Result<Option<Value>> {
        let content = self.content.as_ref().ok_or_else(|| nothing_to_show(&self.view))?;
        let reads_contents = services.views.reads_contents.load(Ordering::Relaxed);
        let uri = if reads_contents { self.view.uri() } else { self.write(content, services) };
        let uri = uri.ok_or_else(|| failed("sayl cannot write a file to show this".to_owned()))?;
        present(services, &uri);
        Ok(Some(content.answer(&self.snapshot, &uri)))
    }

    fn write(&self, content: &Content, services: &Services) -> Option<Uri> {
        let path = services.views.write(&self.view, &content.text(&self.snapshot, self.asked.file)).ok()?;
        services.views.shown(self.view.clone(), Channel::File, self.fingerprint);
        uri::uri_of(&path)
    }
}

/// Asks the client to show a document, or tells where it is one that cannot be asked.
pub(super) fn present(services: &Services, uri: &Uri) {
    if services.state.features().shows_documents {
        let params = ShowDocumentParams { uri: uri.clone(), external: None, take_focus: Some(true), selection: None };
        // A client that does not show it has the answer still, and one that takes its time keeps nobody waiting.
        let client = services.client.requests().clone();
        services.client.spawn(async move { drop(client.show_document(params).await) });
    } else {
        services.client.show_info(format!("sayl shows this in {}", uri::path_of(uri).display()));
    }
}

/// The view that a command is to show: of the document among its arguments, as a URI or as `{"uri": …}`, else of the
/// document that the client spoke of last.
pub(crate) fn wanted(params: &ExecuteCommandParams, views: &Views) -> Result<View> {
    let kind = Kind::of_command(&params.command)
        .ok_or_else(|| Error::invalid_params(format!("sayl does not know the command {}", params.command)))?;
    let named = params.arguments.first().map(|argument| {
        let uri = argument.as_str().or_else(|| argument["uri"].as_str()).and_then(|uri| Uri::from_str(uri).ok());
        uri.ok_or_else(|| Error::invalid_params(format!("{} takes the URI of a document", params.command)))
    });
    let source = named.transpose()?.or_else(|| views.last_spoken_of());
    let source = source.ok_or_else(|| Error::invalid_params("no document is open".to_owned()))?;
    Ok(View { kind, source })
}

fn nothing_to_show(view: &View) -> Error {
    let path = uri::path_of(&view.source);
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    failed(match view.kind {
        Kind::DataValues => {
            format!("{name} leads to no values: no schema governs it, and it holds no resource with values")
        }
        Kind::SchemaDocs => format!("{name} has no schema, and none governs it"),
    })
}

/// `RequestFailed` of the protocol.
pub(super) fn failed(message: String) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: message.into(), data: None }
}
