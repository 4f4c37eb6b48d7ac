//! The protocol's methods, each handed on at once: to `notifications` where something changes, to `requests` where
//! something is asked. A request takes its picture of the world before it first waits, and computes beside the loop.

use std::sync::Arc;

use sayl_core::ide::formatting::Unsafe;
use serde_json::Value;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::request::{GotoTypeDefinitionParams, GotoTypeDefinitionResponse};
use tower_lsp::ls_types::{
    CodeAction, CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, CompletionItem, CompletionParams,
    CompletionResponse, DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReportResult, DocumentFormattingParams, DocumentHighlight,
    DocumentHighlightParams, DocumentLink, DocumentLinkParams, DocumentOnTypeFormattingParams,
    DocumentRangeFormattingParams, DocumentSymbolParams, DocumentSymbolResponse, ExecuteCommandParams, FoldingRange,
    FoldingRangeParams, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams, InitializeParams,
    InitializeResult, InitializedParams, InlayHint, InlayHintParams, LinkedEditingRangeParams, LinkedEditingRanges,
    Location, PrepareRenameResponse, ReferenceParams, RenameParams, SelectionRange, SelectionRangeParams,
    SemanticTokensDeltaParams, SemanticTokensFullDeltaResult, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult, SignatureHelp, SignatureHelpParams, TextDocumentPositionParams,
    TextEdit, Uri, WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult, WorkspaceEdit, WorkspaceSymbol,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};

use crate::lsp::commands::{APPLY_EDIT, EXPLAIN};
use crate::lsp::view_uri::View;
use crate::notifications;
use crate::requests::completion::{self, Offered};
use crate::requests::document_symbol::TruncatedOutlines;
use crate::requests::resolve_data::ResolveData;
use crate::requests::semantic_tokens::SentTokensByFile;
use crate::requests::type_definition::type_definition;
use crate::requests::{
    DocumentRequest, code_action, code_lens, definition, diagnostic, document_link, document_symbol, explain,
    folding_range, formatting, hover, inlay_hint, linked_editing_range, selection_range, semantic_tokens,
    signature_help, symbol, view, workspace_symbol,
};
use crate::services::Services;

mod compute;
mod configuration;
mod lifecycle;
mod other_methods;

pub(crate) use compute::internal_error;
use compute::{compute, refused};

/// The server as `tower-lsp` sees it.
pub(crate) struct Backend {
    services: Services,
    /// The semantic tokens that the client was last told.
    tokens: Arc<SentTokensByFile>,
    /// The documentation of the completions that it was offered last.
    offered: Arc<Offered>,
    /// The documents whose outline was larger than it was told.
    cut: Arc<TruncatedOutlines>,
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        Ok(self.meet(&params))
    }

    async fn initialized(&self, _: InitializedParams) {
        self.begin().await;
    }

    async fn shutdown(&self) -> Result<()> {
        self.end();
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.services.views.spoken_of(&params.text_document.uri);
        notifications::did_open(&self.services, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        notifications::did_change(&self.services, params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        notifications::did_save(&self.services, &params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        if let Some(file) = self.services.state.file(&params.text_document.uri) {
            self.tokens.forget(file);
        }
        self.services.views.closed(&params.text_document.uri);
        notifications::did_close(&self.services, &params);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        notifications::did_change_watched_files(&self.services, &params);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        notifications::did_change_workspace_folders(&self.services, &params);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        self.configuration_changed(&params.settings).await;
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        let request = self.request(&at.text_document.uri)?;
        compute(move |cancel| hover::hover(&request, at.position, cancel)).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        let request = self.request(&at.text_document.uri)?;
        let offered = self.offered.clone();
        compute(move |cancel| completion::completion(&request, at.position, &offered, cancel)).await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(self.offered.resolve(item))
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        if let Some(view) = self.services.views.view(&at.text_document.uri) {
            return Ok(self.see(view).await?.origin(at.position));
        }
        let request = self.request(&at.text_document.uri)?;
        compute(move |cancel| definition::definition(&request, at.position, cancel)).await
    }

    async fn goto_type_definition(
        &self,
        params: GotoTypeDefinitionParams,
    ) -> Result<Option<GotoTypeDefinitionResponse>> {
        let at = params.text_document_position_params;
        let request = self.request(&at.text_document.uri)?;
        compute(move |cancel| type_definition(&request, at.position, cancel)).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        let with_declarations = params.context.include_declaration;
        if let Some(view) = self.services.views.view(&at.text_document.uri) {
            return Ok(Some(self.see(view).await?.sources(at.position)));
        }
        let (services, request) = (self.services.clone(), self.request(&at.text_document.uri)?);
        compute(move |cancel| symbol::references(&services, &request, at.position, with_declarations, cancel)).await
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        let request = self.request(&at.text_document.uri)?;
        compute(move |cancel| symbol::document_highlight(&request, at.position, cancel)).await
    }

    async fn prepare_rename(&self, at: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        let request = self.request(&at.text_document.uri)?;
        compute(move |cancel| symbol::prepare_rename(&request, at.position, cancel)).await?.map_err(refused)
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let at = params.text_document_position;
        let (services, request) = (self.services.clone(), self.request(&at.text_document.uri)?);
        let name = params.new_name;
        compute(move |cancel| symbol::rename(&services, &request, at.position, &name, cancel)).await?.map_err(refused)
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let at = params.text_document_position_params;
        let request = self.request(&at.text_document.uri)?;
        compute(move |cancel| signature_help::signature_help(&request, at.position, cancel)).await
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        let (request, tokens) = (self.request(&params.text_document.uri)?, self.tokens.clone());
        compute(move |cancel| semantic_tokens::full(&request, &tokens, cancel)).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        let (request, tokens) = (self.request(&params.text_document.uri)?, self.tokens.clone());
        compute(move |cancel| semantic_tokens::delta(&request, &params.previous_result_id, &tokens, cancel)).await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let request = self.request(&params.text_document.uri)?;
        compute(move |cancel| semantic_tokens::range(&request, params.range, cancel)).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        let uri = params.text_document.uri;
        let request = self.request(&uri)?;
        let (cut, services) = (self.cut.clone(), self.services.clone());
        let log = move |message: &str| services.client.log_warning(message);
        compute(move |cancel| Ok(document_symbol::document_symbol(&request, &uri, &cut, log, cancel))).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        let request = self.request(&params.text_document.uri)?;
        compute(move |cancel| Ok(folding_range::folding_range(&request, cancel))).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        let request = self.request(&params.text_document.uri)?;
        compute(move |cancel| selection_range::selection_range(&request, &params.positions, cancel)).await
    }

    async fn linked_editing_range(&self, params: LinkedEditingRangeParams) -> Result<Option<LinkedEditingRanges>> {
        let at = params.text_document_position_params;
        let request = self.request(&at.text_document.uri)?;
        compute(move |cancel| linked_editing_range::linked_editing_range(&request, at.position, cancel)).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let request = self.request(&params.text_document.uri)?;
        compute(move |cancel| document_link::document_link(&request, cancel)).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        let state = self.services.state.clone();
        compute(move |cancel| {
            let snapshot = state.snapshot_of_all(cancel)?;
            Ok(Some(workspace_symbol::workspace_symbol(&snapshot, &params.query)))
        })
        .await
    }

    async fn symbol_resolve(&self, symbol: WorkspaceSymbol) -> Result<WorkspaceSymbol> {
        let state = self.services.state.clone();
        compute(move |cancel| Ok(workspace_symbol::resolve(&state, symbol, cancel))).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let request = self.request(&params.text_document.uri)?;
        compute(move |cancel| inlay_hint::inlay_hint(&request, params.range, cancel)).await
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        let Some((request, resolve_data)) = self.request_to_resolve(hint.data.as_ref()) else { return Ok(hint) };
        compute(move |cancel| inlay_hint::resolve(&request, resolve_data.position, hint, cancel)).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let uri = params.text_document.uri;
        let request = self.request(&uri)?;
        compute(move |cancel| code_lens::code_lens(&request, &uri, cancel)).await
    }

    async fn code_lens_resolve(&self, lens: CodeLens) -> Result<CodeLens> {
        let Some((request, resolve_data)) = self.request_to_resolve(lens.data.as_ref()) else { return Ok(lens) };
        compute(move |cancel| code_lens::resolve(&request, &resolve_data, lens, cancel)).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let request = self.request(&params.text_document.uri)?;
        let answer = compute(move |cancel| Ok(formatting::formatting(&request, None, &params.options, cancel))).await?;
        Ok(self.formatted(answer))
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let request = self.request(&params.text_document.uri)?;
        let range = Some(params.range);
        let answer =
            compute(move |cancel| Ok(formatting::formatting(&request, range, &params.options, cancel))).await?;
        Ok(self.formatted(answer))
    }

    async fn on_type_formatting(&self, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let at = params.text_document_position;
        let request = self.request(&at.text_document.uri)?;
        compute(move |cancel| Ok(formatting::on_type_formatting(&request, at.position, &params.options, cancel)))
            .await
            .map(Some)
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let request = self.request(&params.text_document.uri)?;
        compute(move |cancel| code_action::code_action(&request, &params, cancel)).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        let Some(uri) = code_action::document_of(&action) else { return Ok(action) };
        let request = self.request(&uri)?;
        let resolved = compute(move |cancel| code_action::resolve(&request, action, cancel)).await?;
        resolved.ok_or_else(Error::content_modified)
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        if params.command == APPLY_EDIT {
            let edit = params.arguments.into_iter().next().and_then(|edit| serde_json::from_value(edit).ok());
            let edit = edit.ok_or_else(|| Error::invalid_params(format!("{} takes an edit", params.command)))?;
            self.services.client.requests().apply_edit(edit).await?;
            return Ok(None);
        }
        if params.command == EXPLAIN {
            return explain::show(&params, &self.services);
        }
        let (view, line) = view::requested_view(&params, &self.services.views)?;
        self.see(view).await?.show(line, &self.services)
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let request = self.background_request(&params.text_document.uri)?;
        let previous = params.previous_result_id;
        let (evaluation, file) = (self.services.evaluation.clone(), request.file);
        let report = compute(move |cancel| {
            let report = diagnostic::diagnostic(&request, previous.as_deref(), cancel)?;
            match request.after_evaluation(&evaluation) {
                Some(request) => diagnostic::diagnostic(&request, previous.as_deref(), cancel),
                None => Ok(report),
            }
        })
        .await?;
        self.services.diagnostics.document_is_pulled(file);
        Ok(report)
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        self.services.diagnostics.workspace_is_pulled();
        let state = self.services.state.clone();
        let evaluation = self.services.evaluation.clone();
        compute(move |cancel| {
            let snapshot = state.snapshot_of_all(cancel)?;
            let report = diagnostic::workspace_diagnostic(&snapshot, params.previous_result_ids);
            evaluation.request(&snapshot);
            Ok(report)
        })
        .await
    }
}

impl Backend {
    pub(crate) fn new(services: Services) -> Self {
        Self { services, tokens: Arc::default(), offered: Arc::default(), cut: Arc::default() }
    }

    pub(crate) fn services(&self) -> &Services {
        &self.services
    }

    /// Computes a view.
    async fn see(&self, view: View) -> Result<view::Seen> {
        let changes = self.services.views.changes();
        let request = self.request(&view.source)?;
        let evaluation = self.services.evaluation.clone();
        compute(move |cancel| view::see(request, view, changes, &evaluation, cancel)).await
    }

    /// What a request about a document works on: the world as it is now.
    fn request(&self, uri: &Uri) -> Result<DocumentRequest> {
        self.services.views.spoken_of(uri);
        self.background_request(uri)
    }

    /// The same for what clients ask of every open document, whichever somebody works on.
    fn background_request(&self, uri: &Uri) -> Result<DocumentRequest> {
        let state = &self.services.state;
        let file = state.file(uri);
        let Some(file) = file else {
            return Err(Error::invalid_params(format!("sayl does not know the document {}", uri.as_str())));
        };
        Ok(DocumentRequest::new(state.clone(), file))
    }

    /// What the rest of an earlier answer works on; `None` if it was not ours, or its document is gone.
    fn request_to_resolve(&self, data: Option<&Value>) -> Option<(DocumentRequest, ResolveData)> {
        let resolve_data = ResolveData::of_data(data)?;
        Some((self.request(resolve_data.uri.as_ref()?).ok()?, resolve_data))
    }

    /// The edits of a formatted text. One that would not mean the same stays as it is, and the log says why.
    fn formatted(&self, answer: std::result::Result<Vec<TextEdit>, Unsafe>) -> Option<Vec<TextEdit>> {
        let log = |Unsafe(difference)| {
            self.services.client.log_warning(&format!("Not formatted, for this would have changed: {difference}"));
        };
        answer.map_err(log).ok()
    }
}
