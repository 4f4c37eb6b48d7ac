//! What the client can do with what stands beside a text: hints, lenses, links, symbols, and being asked to ask again.

use tower_lsp::ls_types::{
    ClientCapabilities, CodeLensOptions, DocumentLinkOptions, DocumentOnTypeFormattingOptions, InlayHintOptions,
    InlayHintServerCapabilities, LinkedEditingRangeServerCapabilities, OneOf, SelectionRangeProviderCapability,
    ServerCapabilities, WorkDoneProgressOptions, WorkspaceSymbolOptions,
};

use crate::lsp::commands::SHOW_REFERENCES;

/// What the client can do.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub(crate) struct BesideFeatures {
    hints: bool,
    linked_editing: bool,
    /// It asks for what a hint says when it is hovered over.
    pub(crate) resolves_hints: bool,
    /// It asks where in its file a symbol stands.
    pub(crate) resolves_symbols: bool,
    pub(crate) link_tooltips: bool,
    pub(crate) fold_summaries: bool,
    /// It has a command that shows some locations.
    pub(crate) shows_references: bool,
    pub(crate) hint_refresh: bool,
    pub(crate) lens_refresh: bool,
    pub(crate) token_refresh: bool,
}

impl BesideFeatures {
    /// Reads what a client announced.
    pub(crate) fn new(capabilities: &ClientCapabilities) -> Self {
        let mut features = Self { shows_references: has_command(capabilities, SHOW_REFERENCES), ..Self::default() };
        if let Some(announced) = &capabilities.text_document {
            let hint = announced.inlay_hint.as_ref();
            let properties = hint.and_then(|it| it.resolve_support.as_ref()).map(|it| it.properties.as_slice());
            features.hints = hint.is_some();
            features.resolves_hints = names(properties, "tooltip");
            features.linked_editing = announced.linked_editing_range.is_some();
            let links = announced.document_link.as_ref();
            features.link_tooltips = links.and_then(|it| it.tooltip_support).unwrap_or_default();
            let folds = announced.folding_range.as_ref().and_then(|it| it.folding_range.as_ref());
            features.fold_summaries = folds.and_then(|it| it.collapsed_text).unwrap_or_default();
        }
        if let Some(announced) = &capabilities.workspace {
            let symbols = announced.symbol.as_ref().and_then(|it| it.resolve_support.as_ref());
            features.resolves_symbols = names(symbols.map(|it| it.properties.as_slice()), "location.range");
            features.hint_refresh = announced.inlay_hint.as_ref().and_then(|it| it.refresh_support).unwrap_or_default();
            features.lens_refresh = announced.code_lens.as_ref().and_then(|it| it.refresh_support).unwrap_or_default();
            features.token_refresh =
                announced.semantic_tokens.as_ref().and_then(|it| it.refresh_support).unwrap_or_default();
        }
        features
    }

    /// Adds what this server offers to such a client.
    pub(super) fn offer(&self, capabilities: &mut ServerCapabilities) {
        let work_done_progress_options = WorkDoneProgressOptions::default();
        capabilities.document_formatting_provider = Some(OneOf::Left(true));
        capabilities.document_range_formatting_provider = Some(OneOf::Left(true));
        capabilities.document_on_type_formatting_provider = Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: None,
        });
        capabilities.selection_range_provider = Some(SelectionRangeProviderCapability::Simple(true));
        capabilities.code_lens_provider = Some(CodeLensOptions { resolve_provider: Some(true) });
        capabilities.document_link_provider =
            Some(DocumentLinkOptions { resolve_provider: None, work_done_progress_options });
        let options = WorkspaceSymbolOptions { resolve_provider: Some(true), work_done_progress_options };
        capabilities.workspace_symbol_provider =
            Some(if self.resolves_symbols { OneOf::Right(options) } else { OneOf::Left(true) });
        if self.hints {
            let resolve_provider = self.resolves_hints.then_some(true);
            let options = InlayHintOptions { resolve_provider, work_done_progress_options };
            capabilities.inlay_hint_provider = Some(OneOf::Right(InlayHintServerCapabilities::Options(options)));
        }
        if self.linked_editing {
            capabilities.linked_editing_range_provider = Some(LinkedEditingRangeServerCapabilities::Simple(true));
        }
    }
}

fn names(properties: Option<&[String]>, name: &str) -> bool {
    properties.is_some_and(|properties| properties.iter().any(|property| property == name))
}

/// Clients announce commands of their own as rust-analyzer's do: `experimental.commands.commands`.
fn has_command(capabilities: &ClientCapabilities, name: &str) -> bool {
    let commands = capabilities.experimental.as_ref().and_then(|it| it.pointer("/commands/commands")?.as_array());
    commands.is_some_and(|commands| commands.iter().any(|command| command == name))
}
