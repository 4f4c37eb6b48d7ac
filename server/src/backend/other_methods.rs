//! Methods that the protocol crate does not know: of newer versions of the protocol, and our own (`docs/protocol.md`).

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{TextDocumentIdentifier, WorkDoneProgressCancelParams};

use super::Backend;
use super::compute::compute;
use crate::lsp::problem_uri;
use crate::lsp::view_uri::{View, ViewKind};
use crate::problem_page;
use crate::requests::status::{self, StatusResult};
use crate::requests::view;

/// The parameters of requests of ours: which document is asked about.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AboutDocument {
    text_document: TextDocumentIdentifier,
}

impl Backend {
    /// `window/workDoneProgress/cancel`
    #[expect(clippy::unused_async, reason = "`tower-lsp` takes handlers that are async")]
    pub(crate) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.services.progress.cancel(&params.token);
    }

    /// `sayl/status`
    pub(crate) async fn status(&self, params: AboutDocument) -> Result<StatusResult> {
        let request = self.request(&params.text_document.uri)?;
        compute(move |cancel| status::status(&request, cancel)).await
    }

    /// `sayl/dataValues`
    pub(crate) async fn data_values(&self, params: AboutDocument) -> Result<Option<Value>> {
        self.answer_view(ViewKind::DataValues, params).await
    }

    /// `sayl/schemaDocs`
    pub(crate) async fn schema_docs(&self, params: AboutDocument) -> Result<Option<Value>> {
        self.answer_view(ViewKind::SchemaDocs, params).await
    }

    /// `sayl/rendered`
    pub(crate) async fn rendered(&self, params: AboutDocument) -> Result<Option<Value>> {
        self.answer_view(ViewKind::Rendered, params).await
    }

    /// `sayl/graph`
    pub(crate) async fn graph(&self, params: AboutDocument) -> Result<Option<Value>> {
        self.answer_view(ViewKind::Graph, params).await
    }

    /// `sayl/renderedSaved`
    pub(crate) async fn rendered_saved(&self, params: AboutDocument) -> Result<Option<Value>> {
        let (request, state) = (self.request(&params.text_document.uri)?, self.services.state.clone());
        compute(move |cancel| view::saved(&request, &*state.disk(), cancel)).await
    }

    async fn answer_view(&self, kind: ViewKind, params: AboutDocument) -> Result<Option<Value>> {
        let view = View { kind, source: params.text_document.uri };
        Ok(self.see(view).await?.answer(&self.services.views))
    }

    /// `workspace/textDocumentContent` of LSP 3.18
    pub(crate) async fn text_document_content(&self, params: TextDocumentIdentifier) -> Result<Value> {
        if let Some(code) = problem_uri::code_of(&params.uri) {
            return Ok(json!({ "text": problem_page::markdown(code) }));
        }
        let no_view = || Error::invalid_params(format!("{} names no view", params.uri.as_str()));
        let view = View::of_uri(&params.uri).ok_or_else(no_view)?;
        Ok(json!({ "text": self.see(view).await?.text(&self.services.views) }))
    }
}
