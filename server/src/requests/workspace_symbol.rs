//! Workspace symbols. Where a symbol stands in its file is told later, to clients that can wait for it.

use sayl_core::analysis::declared::DeclaredKind;
use sayl_core::cancel::CancelToken;
use sayl_core::ide::workspace_symbol::{self, WorkspaceSymbol};
use sayl_core::text::FileId;
use tower_lsp::ls_types::{
    self as lsp, Location, OneOf, Range, SymbolKind, WorkspaceLocation, WorkspaceSymbolResponse,
};

use crate::lsp::to_proto;
use crate::state::{Snapshot, State};

pub(crate) fn workspace_symbol(snapshot: &Snapshot, query: &str) -> WorkspaceSymbolResponse {
    let found = workspace_symbol::workspace_symbols(&snapshot.analysis, query);
    let symbols = found.iter().filter_map(|symbol| in_lsp(snapshot, symbol));
    WorkspaceSymbolResponse::Nested(symbols.collect())
}

fn in_lsp(snapshot: &Snapshot, symbol: &WorkspaceSymbol) -> Option<lsp::WorkspaceSymbol> {
    let uri = snapshot.uri_of(symbol.file)?;
    let location = if snapshot.features.beside.resolves_symbols {
        OneOf::Right(WorkspaceLocation { uri })
    } else {
        let range = to_proto::file_range(&snapshot.analysis, symbol.file, symbol.range, snapshot.features.encoding);
        OneOf::Left(Location { uri, range })
    };
    Some(lsp::WorkspaceSymbol {
        name: to_proto::symbol_name(symbol.name.to_string()),
        kind: kind(symbol.kind),
        tags: None,
        container_name: Some(symbol.container.clone()),
        location,
        data: snapshot.features.beside.resolves_symbols.then(|| symbol.name.as_str().into()),
    })
}

/// Kinds that every client knows.
fn kind(kind: DeclaredKind) -> SymbolKind {
    match kind {
        DeclaredKind::Key => SymbolKind::PROPERTY,
        DeclaredKind::Function => SymbolKind::FUNCTION,
        DeclaredKind::Resource => SymbolKind::MODULE,
        DeclaredKind::Type => SymbolKind::CLASS,
    }
}

/// The same symbol with its range; the start of its file if it is gone.
pub(crate) fn resolve(state: &State, symbol: lsp::WorkspaceSymbol, cancel: &CancelToken) -> lsp::WorkspaceSymbol {
    let OneOf::Right(WorkspaceLocation { uri }) = symbol.location else { return symbol };
    let snapshot = state.snapshot().with_cancellation(cancel);
    let file = state.file(&uri);
    let range = file.and_then(|file| range_of(&snapshot, file, symbol.data.as_ref(), symbol.container_name.as_deref()));
    let location = OneOf::Left(Location { uri, range: range.unwrap_or_default() });
    lsp::WorkspaceSymbol { location, data: None, ..symbol }
}

fn range_of(
    snapshot: &Snapshot,
    file: FileId,
    data: Option<&serde_json::Value>,
    container: Option<&str>,
) -> Option<Range> {
    let name = data?.as_str()?;
    let range = workspace_symbol::resolve(&snapshot.analysis, file, name, container.unwrap_or_default())?;
    Some(to_proto::file_range(&snapshot.analysis, file, range, snapshot.features.encoding))
}
