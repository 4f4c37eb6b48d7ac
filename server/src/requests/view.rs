//! Views of a document: final data values, the documentation of schemas and rendered output, asked for as data, as the
//! content of a URI, or to be shown.

use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::rendered;
use sayl_core::render::request::LaidOutSources;
use sayl_core::vfs::Vfs;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    ExecuteCommandParams, GotoDefinitionResponse, Location, Position, Range, ShowDocumentParams, Uri,
};

use super::DocumentRequest;
use crate::evaluation::{Evaluation, GRACE};
use crate::lsp::uri;
use crate::lsp::view_uri::{View, ViewKind};
use crate::services::Services;
use crate::state::Snapshot;
use crate::views::content::{ViewContent, ViewState, fingerprint};
use crate::views::{Channel, Views};
use crate::worker::{CancelHandle, Worker};

/// A view as it is now.
pub(crate) struct Seen {
    view: View,
    snapshot: Snapshot,
    content: Option<ViewContent>,
    /// What it shows, as a number.
    fingerprint: u64,
    /// The changes that were counted before.
    changes: u64,
    request: DocumentRequest,
}

/// So long whoever asks for a view waits for the first content that it has.
const PATIENCE: Duration = Duration::from_secs(3);

/// Computes a view, waiting a moment for template code that is being evaluated. `changes` are those that were counted
/// before the world was looked at.
pub(crate) fn see(
    mut request: DocumentRequest,
    view: View,
    changes: u64,
    evaluation: &Evaluation,
    cancel: &CancelToken,
) -> std::result::Result<Seen, Cancelled> {
    let began = Instant::now();
    loop {
        let snapshot = request.snapshot(cancel)?;
        let ViewState { content, is_waiting } = ViewState::at(&snapshot, view.kind, request.file);
        evaluation.request(&snapshot);
        let patience = match content {
            None => PATIENCE,
            Some(_) if evaluation.is_quick() => GRACE,
            Some(_) => Duration::ZERO,
        };
        if !is_waiting || began.elapsed() >= patience {
            return Ok(Seen::new(request, view, changes, snapshot, content));
        }
        // Not longer, so that it is noticed when nobody wants it any more.
        if evaluation.wait(GRACE) {
            // It may have ended without an answer, because the text was changed meanwhile.
            std::thread::sleep(Duration::from_millis(1));
        }
        request = request.anew();
    }
}

/// What a document is rendered to as it was saved last. It is asked for seldom, so a process of its own renders it, and
/// those that are busy with what is typed are left alone.
pub(crate) fn saved(
    request: &DocumentRequest,
    disk: &dyn Vfs,
    cancel: &CancelToken,
) -> std::result::Result<Option<Value>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(render) = snapshot.analysis.saved_preview(request.file, disk) else { return Ok(None) };
    let time = Duration::from_millis(render.milliseconds());
    let reply = Worker::default().answer(&render, &LaidOutSources::default(), time, &CancelHandle::default());
    let text = reply.ok().and_then(|reply| rendered::saved(&reply, request.file));
    Ok(text.map(|text| json!({ "text": text })))
}

impl Seen {
    fn new(
        request: DocumentRequest,
        view: View,
        changes: u64,
        snapshot: Snapshot,
        content: Option<ViewContent>,
    ) -> Self {
        let fingerprint = fingerprint(content.as_ref(), &snapshot, request.file);
        Self { view, snapshot, content, fingerprint, changes, request }
    }

    /// As the answer to a request of ours, which is told when it becomes another.
    pub(crate) fn answer(&self, views: &Views) -> Option<Value> {
        let answer = self.content.as_ref()?.answer(&self.snapshot, &self.view.uri()?);
        views.shown(self.view.clone(), Channel::Request, self.fingerprint, self.changes);
        Some(answer)
    }

    /// As the content of its URI: there is always one.
    pub(crate) fn text(&self, views: &Views) -> String {
        views.shown(self.view.clone(), Channel::Content, self.fingerprint, self.changes);
        let content = self.content.as_ref();
        content.map(|content| content.text(&self.snapshot, self.request.file)).unwrap_or_default()
    }

    /// Where what stands on a line of it was written.
    pub(crate) fn origin(&self, position: Position) -> Option<GotoDefinitionResponse> {
        self.content.as_ref()?.origin(&self.snapshot, position.line).map(GotoDefinitionResponse::Scalar)
    }

    /// Every place that a line of it comes from.
    pub(crate) fn sources(&self, position: Position) -> Vec<Location> {
        let content = self.content.as_ref();
        content.map(|content| content.sources(&self.snapshot, position.line)).unwrap_or_default()
    }

    /// Shows it: under its own URI where the client reads such, else as a file; at what comes from a line of its
    /// document, if one is named.
    pub(crate) fn show(&self, line: Option<u32>, services: &Services) -> Result<Option<Value>> {
        let content = self.content.as_ref().ok_or_else(|| nothing_to_show(&self.view))?;
        let reads_contents = services.views.reads_contents.load(Ordering::Relaxed);
        let uri = if reads_contents { self.view.uri() } else { self.write(content, services) };
        let uri = uri.ok_or_else(|| failed("sayl cannot write a file to show this".to_owned()))?;
        let line = line.and_then(|line| content.line_from(&self.snapshot, self.request.file, line));
        present(services, &uri, line);
        Ok(Some(content.answer(&self.snapshot, &uri)))
    }

    fn write(&self, content: &ViewContent, services: &Services) -> Option<Uri> {
        let path = services.views.write(&self.view, &content.text(&self.snapshot, self.request.file)).ok()?;
        services.views.shown(self.view.clone(), Channel::File, self.fingerprint, self.changes);
        uri::uri_of(&path)
    }
}

/// Asks the client to show a document at a line, or tells where it is one that cannot be asked.
pub(super) fn present(services: &Services, uri: &Uri, line: Option<u32>) {
    if services.state.features().shows_documents {
        let start = line.map(|line| Position::new(line, 0));
        let selection = start.map(|start| Range::new(start, start));
        let params = ShowDocumentParams { uri: uri.clone(), external: None, take_focus: Some(true), selection };
        // A client that does not show it has the answer still, and one that takes its time keeps nobody waiting.
        let client = services.client.requests().clone();
        services.client.spawn(async move { drop(client.show_document(params).await) });
    } else {
        services.client.show_info(format!("sayl shows this in {}", uri::path_of(uri).display()));
    }
}

/// The view that a command is to show: of the document among its arguments, as a URI or as `{"uri": …}`, else of the
/// document that the client spoke of last. And the line of the document that is asked about, if there is a `"line"`.
pub(crate) fn requested_view(params: &ExecuteCommandParams, views: &Views) -> Result<(View, Option<u32>)> {
    let kind = ViewKind::of_command(&params.command)
        .ok_or_else(|| Error::invalid_params(format!("sayl does not know the command {}", params.command)))?;
    let named = params.arguments.first().map(|argument| {
        let uri = argument.as_str().or_else(|| argument["uri"].as_str()).and_then(|uri| Uri::from_str(uri).ok());
        uri.ok_or_else(|| Error::invalid_params(format!("{} takes the URI of a document", params.command)))
    });
    let source = named.transpose()?.or_else(|| views.last_spoken_of());
    let source = source.ok_or_else(|| Error::invalid_params("no document is open".to_owned()))?;
    let line = params.arguments.first().and_then(|argument| u32::try_from(argument["line"].as_u64()?).ok());
    Ok((View { kind, source }, line))
}

fn nothing_to_show(view: &View) -> Error {
    let path = uri::path_of(&view.source);
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    failed(match view.kind {
        ViewKind::DataValues => {
            format!("{name} leads to no values: no schema governs it, and it holds no resource with values")
        }
        ViewKind::SchemaDocs => format!("{name} has no schema, and none governs it"),
        ViewKind::Graph => format!("{name} holds no ResourceGraphDefinition"),
        ViewKind::Rendered => {
            format!("{name} is rendered to nothing: it belongs to no bundle with output, or something in it is wrong")
        }
    })
}

/// `RequestFailed` of the protocol.
pub(super) fn failed(message: String) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: message.into(), data: None }
}
