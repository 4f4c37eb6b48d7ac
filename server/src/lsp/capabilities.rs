//! What the client can do, boiled down to what is asked of it, and what this server offers.
//!
//! # Problems and who asks
//!
//! Problems of open documents are asked for by clients that can be told to ask again; everything else is pushed, also
//! to clients that ask but cannot be told: they would not see what an edit of a schema changes in values. To ask for
//! all files is offered only where nothing can be pushed (`lsp::capabilities`): where it is offered, Neovim 0.12 does
//! not ask anew for its open documents, and VS Code asks every other second. An answer that needs every file of a
//! folder (a rename, references, names of the workspace, problems of all files) waits until what was unread when it
//! was asked has been read; a list of completions from before then is marked incomplete.

use std::path::PathBuf;

use sayl_core::ide::semantic_tokens::TokenKind;
use tower_lsp::ls_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DiagnosticOptions, DiagnosticServerCapabilities, DiagnosticTag, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, InsertTextMode, MarkupKind, OneOf,
    PositionEncodingKind, RenameOptions, ResourceOperationKind, SaveOptions, SemanticTokenType,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions, SemanticTokensServerCapabilities,
    ServerCapabilities, SignatureHelpOptions, TextDocumentClientCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, TypeDefinitionProviderCapability,
    WindowClientCapabilities, WorkDoneProgressOptions, WorkspaceClientCapabilities, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::commands::{APPLY_EDIT, EXPLAIN, FIX_ALL};
use super::uri;
use super::view_uri::ViewKind;

mod beside;

use beside::BesideFeatures;

/// In which units a client counts the characters of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PositionEncoding {
    /// Bytes.
    Utf8,
    /// What the protocol means where nothing was agreed on.
    #[default]
    Utf16,
    /// Unicode characters.
    Utf32,
}

/// What the client can do.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub(crate) struct ClientFeatures {
    pub(crate) encoding: PositionEncoding,
    /// It asks for problems of open documents, so they are not pushed: where it can be told to ask again, for else it
    /// would not see what an edit of one document changes in others.
    pub(crate) pulls_diagnostics: bool,
    /// It asks for the problems of all other files too, since none can be pushed to it. Whoever takes pushed ones is not
    /// offered this: Neovim 0.12 then forgets its open documents when it is told to ask again, and VS Code asks every
    /// other second.
    pub(crate) pulls_workspace: bool,
    pub(crate) diagnostic_refresh: bool,
    pub(crate) related_information: bool,
    pub(crate) code_description: bool,
    /// It reads the contents of our URIs.
    pub(crate) reads_contents: bool,
    pub(crate) diagnostic_tags: Vec<DiagnosticTag>,
    pub(crate) hover_markdown: bool,
    pub(crate) completion: CompletionFeatures,
    pub(crate) code_action: CodeActionFeatures,
    pub(crate) signature_markdown: bool,
    pub(crate) semantic_tokens: bool,
    pub(crate) definition_links: bool,
    /// The same for type definitions.
    pub(crate) type_definition_links: bool,
    pub(crate) prepares_rename: bool,
    pub(crate) hierarchical_symbols: bool,
    pub(crate) whole_line_folds: bool,
    pub(crate) fold_limit: Option<usize>,
    pub(crate) versioned_edits: bool,
    pub(crate) configuration: bool,
    pub(crate) watches_files: bool,
    pub(crate) registers_configuration: bool,
    pub(crate) progress: bool,
    pub(crate) beside: BesideFeatures,
    pub(crate) shows_documents: bool,
}

/// What the client can do with completions.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub(crate) struct CompletionFeatures {
    pub(crate) snippets: bool,
    pub(crate) markdown: bool,
    pub(crate) deprecated_tag: bool,
    /// It asks for the documentation of an item once it is looked at.
    pub(crate) resolves_documentation: bool,
    /// It can be told whether to indent lines that are inserted, or to leave them as they are.
    pub(crate) insert_text_mode: bool,
}

/// What the client can do with code actions and edits.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub(crate) struct CodeActionFeatures {
    /// It knows code actions; else it is given commands.
    pub(crate) literals: bool,
    /// It looks at which action is preferred.
    pub(crate) preferred: bool,
    /// It asks for the edit of an action that was chosen.
    pub(crate) resolves_edits: bool,
    /// It makes the edits that the server asks for.
    pub(crate) applies_edits: bool,
    /// Its edits can create files.
    pub(crate) creates_files: bool,
}

impl ClientFeatures {
    /// Reads what a client announced.
    pub(crate) fn new(capabilities: &ClientCapabilities) -> Self {
        let beside = BesideFeatures::new(capabilities);
        let mut features = Self { encoding: encoding(capabilities), beside, ..Self::default() };
        if let Some(text_document) = &capabilities.text_document {
            features.read_text_document(text_document);
        }
        if let Some(workspace) = &capabilities.workspace {
            features.read_workspace(workspace);
        }
        let is_asking = capabilities.text_document.as_ref().is_some_and(|announced| announced.diagnostic.is_some());
        let is_reported = capabilities.text_document.as_ref().is_some_and(|it| it.publish_diagnostics.is_some());
        features.pulls_diagnostics = is_asking && (features.diagnostic_refresh || !is_reported);
        features.pulls_workspace = is_asking && !is_reported;
        features.progress =
            matches!(&capabilities.window, Some(WindowClientCapabilities { work_done_progress: Some(true), .. }));
        let show_document = capabilities.window.as_ref().and_then(|window| window.show_document.as_ref());
        features.shows_documents = show_document.is_some_and(|show_document| show_document.support);
        features
    }

    fn read_text_document(&mut self, announced: &TextDocumentClientCapabilities) {
        if let Some(publish) = &announced.publish_diagnostics {
            self.related_information = publish.related_information.unwrap_or_default();
            self.code_description = publish.code_description_support.unwrap_or_default();
            self.diagnostic_tags = publish.tag_support.as_ref().map(|tags| tags.value_set.clone()).unwrap_or_default();
        }
        let hover_formats = announced.hover.as_ref().and_then(|hover| hover.content_format.as_deref());
        self.hover_markdown = prefers_markdown(hover_formats);
        self.completion = completion_features(announced);
        if let Some(code_action) = &announced.code_action {
            let resolved = code_action.resolve_support.as_ref().map(|it| it.properties.as_slice()).unwrap_or_default();
            self.code_action.literals = code_action.code_action_literal_support.is_some();
            self.code_action.preferred = code_action.is_preferred_support.unwrap_or_default();
            self.code_action.resolves_edits =
                code_action.data_support.unwrap_or_default() && resolved.iter().any(|property| property == "edit");
        }
        let signature = announced.signature_help.as_ref().and_then(|help| help.signature_information.as_ref());
        let formats = signature.and_then(|signature| signature.documentation_format.as_deref());
        self.signature_markdown = prefers_markdown(formats);
        self.semantic_tokens = announced.semantic_tokens.is_some();
        self.definition_links =
            announced.definition.as_ref().and_then(|definition| definition.link_support).unwrap_or_default();
        self.type_definition_links =
            announced.type_definition.as_ref().and_then(|definition| definition.link_support).unwrap_or_default();
        self.prepares_rename = announced.rename.as_ref().and_then(|it| it.prepare_support).unwrap_or_default();
        self.hierarchical_symbols = announced
            .document_symbol
            .as_ref()
            .and_then(|symbols| symbols.hierarchical_document_symbol_support)
            .unwrap_or_default();
        if let Some(folding) = &announced.folding_range {
            self.whole_line_folds = folding.line_folding_only.unwrap_or_default();
            self.fold_limit = folding.range_limit.map(|limit| limit as usize);
        }
    }

    fn read_workspace(&mut self, announced: &WorkspaceClientCapabilities) {
        self.configuration = announced.configuration.unwrap_or_default();
        self.diagnostic_refresh = announced.diagnostics.as_ref().and_then(|it| it.refresh_support).unwrap_or_default();
        self.versioned_edits =
            announced.workspace_edit.as_ref().and_then(|edit| edit.document_changes).unwrap_or_default();
        self.code_action.applies_edits = announced.apply_edit.unwrap_or_default();
        let operations = announced.workspace_edit.as_ref().and_then(|edit| edit.resource_operations.as_deref());
        self.code_action.creates_files = operations.unwrap_or_default().contains(&ResourceOperationKind::Create);
        self.watches_files = announced
            .did_change_watched_files
            .as_ref()
            .and_then(|watched| watched.dynamic_registration)
            .unwrap_or_default();
        self.registers_configuration = announced
            .did_change_configuration
            .as_ref()
            .and_then(|changed| changed.dynamic_registration)
            .unwrap_or_default();
    }
}

fn completion_features(announced: &TextDocumentClientCapabilities) -> CompletionFeatures {
    let Some(item) = announced.completion.as_ref().and_then(|completion| completion.completion_item.as_ref()) else {
        return CompletionFeatures::default();
    };
    let lazy = item.resolve_support.as_ref().map(|resolve| resolve.properties.as_slice()).unwrap_or_default();
    let modes = item.insert_text_mode_support.as_ref().map(|modes| modes.value_set.as_slice()).unwrap_or_default();
    CompletionFeatures {
        snippets: item.snippet_support.unwrap_or_default(),
        markdown: prefers_markdown(item.documentation_format.as_deref()),
        deprecated_tag: item.tag_support.is_some(),
        resolves_documentation: lazy.iter().any(|property| property == "documentation"),
        insert_text_mode: [InsertTextMode::AS_IS, InsertTextMode::ADJUST_INDENTATION]
            .iter()
            .all(|mode| modes.contains(mode)),
    }
}

/// A client that names no format is given plain text, as the protocol says.
fn prefers_markdown(formats: Option<&[MarkupKind]>) -> bool {
    formats.is_some_and(|formats| formats.first() == Some(&MarkupKind::Markdown))
}

/// The client names encodings in the order it likes them; the first that is known counts.
fn encoding(capabilities: &ClientCapabilities) -> PositionEncoding {
    let offered = capabilities.general.as_ref().and_then(|general| general.position_encodings.as_deref());
    let known = |kind: &PositionEncodingKind| match kind.as_str() {
        "utf-8" => Some(PositionEncoding::Utf8),
        "utf-16" => Some(PositionEncoding::Utf16),
        "utf-32" => Some(PositionEncoding::Utf32),
        _ => None,
    };
    offered.unwrap_or_default().iter().find_map(known).unwrap_or_default()
}

/// The folders that a client works in.
pub(crate) fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    if let Some(folders) = &params.workspace_folders {
        return folders.iter().map(|folder| uri::path_of(&folder.uri)).collect();
    }
    #[expect(deprecated, reason = "older clients give their folder only here")]
    let root = params.root_uri.as_ref().map(uri::path_of).or_else(|| params.root_path.as_ref().map(PathBuf::from));
    root.into_iter().collect()
}

/// A client may be told of `prepareRename` only if it knows that request.
fn rename(features: &ClientFeatures) -> OneOf<bool, RenameOptions> {
    let work_done_progress_options = WorkDoneProgressOptions::default();
    let options = RenameOptions { prepare_provider: Some(true), work_done_progress_options };
    if features.prepares_rename { OneOf::Right(options) } else { OneOf::Left(true) }
}

fn semantic_tokens() -> SemanticTokensServerCapabilities {
    let token_types = TokenKind::ALL.map(|kind| SemanticTokenType::new(kind.name())).to_vec();
    SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
        legend: SemanticTokensLegend { token_types, token_modifiers: Vec::new() },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}

/// A client that knows no code actions knows no kinds of them either.
fn code_actions(features: &ClientFeatures) -> CodeActionProviderCapability {
    if !features.code_action.literals {
        return CodeActionProviderCapability::Simple(features.code_action.applies_edits);
    }
    CodeActionProviderCapability::Options(CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR_REWRITE, FIX_ALL]),
        resolve_provider: Some(features.code_action.resolves_edits),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}

/// Views and explanations for everybody; edits only for clients that know code actions as commands alone.
fn commands(features: &ClientFeatures) -> ExecuteCommandOptions {
    let takes_edits = !features.code_action.literals && features.code_action.applies_edits;
    let edits = takes_edits.then_some(APPLY_EDIT);
    let others = std::iter::once(EXPLAIN).chain(edits).map(str::to_owned);
    let commands = ViewKind::commands().into_iter().chain(others).collect();
    ExecuteCommandOptions { commands, ..ExecuteCommandOptions::default() }
}

fn diagnostics(features: &ClientFeatures) -> DiagnosticServerCapabilities {
    DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some("sayl".to_owned()),
        inter_file_dependencies: true,
        workspace_diagnostics: features.pulls_workspace,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}

/// What this server offers to such a client.
pub(crate) fn server_capabilities(features: &ClientFeatures) -> ServerCapabilities {
    let mut capabilities = ServerCapabilities {
        position_encoding: Some(match features.encoding {
            PositionEncoding::Utf8 => PositionEncodingKind::UTF8,
            PositionEncoding::Utf16 => PositionEncodingKind::UTF16,
            PositionEncoding::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(
                [":", " ", "-", "@", "/", "\"", "'", "|", "=", "<", ",", ".", "(", "[", "{", "*"]
                    .map(str::to_owned)
                    .to_vec(),
            ),
            resolve_provider: features.completion.resolves_documentation.then_some(true),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(rename(features)),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["=", "(", ","].map(str::to_owned).to_vec()),
            retrigger_characters: Some([" "].map(str::to_owned).to_vec()),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        semantic_tokens_provider: features.semantic_tokens.then(semantic_tokens),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        code_action_provider: Some(code_actions(features)),
        diagnostic_provider: features.pulls_diagnostics.then(|| diagnostics(features)),
        execute_command_provider: Some(commands(features)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            ..WorkspaceServerCapabilities::default()
        }),
        ..ServerCapabilities::default()
    };
    features.beside.offer(&mut capabilities);
    capabilities
}
