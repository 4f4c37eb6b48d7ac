//! What the client asks. Each answer converts the question, asks the engine once, and converts back; what it knows of
//! YAML is in `core::ide`.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use ropey::Rope;
use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::{definition, document_symbol, folding_range, hover};
use sayl_core::text::{FileId, TextSize};
use tower_lsp::ls_types::{
    Diagnostic, DocumentDiagnosticReport, DocumentDiagnosticReportResult, DocumentSymbolResponse, FoldingRange,
    FullDocumentDiagnosticReport, GotoDefinitionResponse, Hover, HoverContents, Position, PreviousResultId,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
    Uri, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::diagnostics::convert;
use crate::evaluation::Evaluation;
use crate::lsp::{from_proto, to_proto};
use crate::state::{Snapshot, State};

pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod completion;
pub(crate) mod document_link;
mod edit;
pub(crate) mod formatting;
pub(crate) mod inlay_hint;
pub(crate) mod later;
pub(crate) mod linked_editing_range;
pub(crate) mod selection_range;
pub(crate) mod semantic_tokens;
pub(crate) mod signature_help;
pub(crate) mod status;
pub(crate) mod symbol;
pub(crate) mod type_definition;
pub(crate) mod view;
pub(crate) mod workspace_symbol;

/// A question about a document: the world when it was asked, or a little later if the files around the document were
/// still being read.
pub(crate) struct Asked {
    state: Arc<State>,
    snapshot: Snapshot,
    file: FileId,
    was_loading: bool,
}

impl Asked {
    pub(crate) fn new(state: Arc<State>, file: FileId) -> Self {
        let was_loading = state.neighbourhoods().is_loading(file);
        Self { snapshot: state.snapshot(), state, file, was_loading }
    }

    /// The same question once more, if evaluations were lacking to answer it and have come to an end since.
    pub(crate) fn settled(&self, evaluation: &Evaluation) -> Option<Self> {
        let snapshot = self.state.snapshot();
        let is_settled = evaluation.settle(&snapshot, self.file);
        is_settled.then(|| Self::new(self.state.clone(), self.file))
    }

    /// The world to answer from.
    fn snapshot(&self, cancel: &CancelToken) -> Result<Snapshot, Cancelled> {
        if self.was_loading {
            self.state.neighbourhoods().wait(self.file, cancel)?;
            return Ok(self.state.snapshot());
        }
        Ok(self.snapshot.clone())
    }
}

fn offset(snapshot: &Snapshot, rope: &Rope, position: Position) -> TextSize {
    from_proto::offset(rope, position, snapshot.features.encoding)
}

pub(crate) fn hover(asked: &Asked, position: Position, cancel: &CancelToken) -> Result<Option<Hover>, Cancelled> {
    let snapshot = asked.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(None) };
    let rope = document.rope();
    let found = hover::hover(&snapshot.analysis, asked.file, offset(&snapshot, rope, position));
    Ok(found.map(|hover| Hover {
        contents: HoverContents::Markup(to_proto::markup(&hover.markdown, snapshot.features.hover_markdown)),
        range: Some(to_proto::range(rope, hover.range, snapshot.features.encoding)),
    }))
}

pub(crate) fn definition(
    asked: &Asked,
    position: Position,
    cancel: &CancelToken,
) -> Result<Option<GotoDefinitionResponse>, Cancelled> {
    let snapshot = asked.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let found = definition::definition(&snapshot.analysis, asked.file, offset);
    let uri_of = |file| snapshot.uri_of(file);
    let has_links = snapshot.features.definition_links;
    Ok(to_proto::definitions(&snapshot.analysis, asked.file, &found, has_links, snapshot.features.encoding, uri_of))
}

pub(crate) fn document_symbol(
    asked: &Asked,
    uri: &Uri,
    cancel: &CancelToken,
) -> Result<Option<DocumentSymbolResponse>, Cancelled> {
    cancel.check()?;
    let snapshot = &asked.snapshot;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(None) };
    let symbols = document_symbol::document_symbols(&snapshot.analysis, asked.file);
    Ok(Some(to_proto::document_symbols(document.rope(), symbols, &snapshot.features, uri)))
}

pub(crate) fn folding_range(asked: &Asked, cancel: &CancelToken) -> Result<Option<Vec<FoldingRange>>, Cancelled> {
    cancel.check()?;
    let snapshot = &asked.snapshot;
    let Some(document) = snapshot.analysis.document(asked.file) else { return Ok(None) };
    let folds = folding_range::folding_ranges(&snapshot.analysis, asked.file);
    Ok(Some(to_proto::folding_ranges(document.rope(), &folds, &snapshot.features)))
}

pub(crate) fn diagnostic(
    asked: &Asked,
    previous: Option<&str>,
    cancel: &CancelToken,
) -> Result<DocumentDiagnosticReportResult, Cancelled> {
    let snapshot = asked.snapshot(cancel)?;
    let (result_id, items) = report(&snapshot, asked.file, cancel)?;
    let report = if previous == Some(&result_id) {
        DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        })
    } else {
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
        })
    };
    Ok(DocumentDiagnosticReportResult::Report(report))
}

/// The result of a file that is no more, told once.
const GONE: &str = "gone";

/// The problems of every file; a file that is gone since the last time has none.
pub(crate) fn workspace_diagnostic(
    snapshot: &Snapshot,
    previous: Vec<PreviousResultId>,
    cancel: &CancelToken,
) -> Result<WorkspaceDiagnosticReportResult, Cancelled> {
    let mut previous: HashMap<Uri, String> = previous.into_iter().map(|result| (result.uri, result.value)).collect();
    let files: BTreeSet<FileId> = snapshot.analysis.files().into_iter().chain(snapshot.open_files()).collect();
    let mut items = Vec::new();
    for file in files {
        let Some(uri) = snapshot.uri_of(file) else { continue };
        let (result_id, diagnostics) = report(snapshot, file, cancel)?;
        let version = snapshot.open_document(file).map(|document| i64::from(document.version));
        let is_unchanged = previous.remove(&uri).is_some_and(|previous| previous == result_id);
        items.push(workspace_report(uri, version, result_id, (!is_unchanged).then_some(diagnostics)));
    }
    let gone = previous.into_iter().filter(|(_, result_id)| result_id != GONE);
    items.extend(gone.map(|(uri, _)| workspace_report(uri, None, GONE.to_owned(), Some(Vec::new()))));
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}

fn workspace_report(
    uri: Uri,
    version: Option<i64>,
    result_id: String,
    items: Option<Vec<Diagnostic>>,
) -> WorkspaceDocumentDiagnosticReport {
    match items {
        Some(items) => WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
            uri,
            version,
            full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
        }),
        None => WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
            uri,
            version,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        }),
    }
}

/// The problems of a file, and a name for exactly this list.
fn report(snapshot: &Snapshot, file: FileId, cancel: &CancelToken) -> Result<(String, Vec<Diagnostic>), Cancelled> {
    let problems = snapshot.analysis.problems(file, cancel)?;
    let diagnostics = convert(snapshot, file, &problems);
    let mut hasher = DefaultHasher::new();
    // What the client would see is what counts; only a type that fails to serialise gives an error.
    serde_json::to_vec(&diagnostics).unwrap_or_default().hash(&mut hasher);
    Ok((format!("{:016x}", hasher.finish()), diagnostics))
}
