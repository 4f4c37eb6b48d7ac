//! Problems that a client asks for: those of a document, or of every file, each list under a name so that the same one
//! is sent once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::text::FileId;
use tower_lsp::ls_types::{
    Diagnostic, DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    PreviousResultId, RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::DocumentRequest;
use crate::state::Snapshot;

pub(crate) fn diagnostic(
    request: &DocumentRequest,
    previous: Option<&str>,
    cancel: &CancelToken,
) -> Result<DocumentDiagnosticReportResult, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let (result_id, items) = report(&snapshot, request.file);
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
) -> WorkspaceDiagnosticReportResult {
    let mut previous: HashMap<Uri, String> = previous.into_iter().map(|result| (result.uri, result.value)).collect();
    let mut items = Vec::new();
    for file in snapshot.reported() {
        let Some(uri) = snapshot.uri_of(file) else { continue };
        let (result_id, diagnostics) = report(snapshot, file);
        let version = snapshot.open_document(file).map(|document| i64::from(document.version));
        let is_unchanged = previous.remove(&uri).is_some_and(|previous| previous == result_id);
        items.push(workspace_report(uri, version, result_id, (!is_unchanged).then_some(diagnostics)));
    }
    let gone = previous.into_iter().filter(|(_, result_id)| result_id != GONE);
    items.extend(gone.map(|(uri, _)| workspace_report(uri, None, GONE.to_owned(), Some(Vec::new()))));
    WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items })
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
fn report(snapshot: &Snapshot, file: FileId) -> (String, Vec<Diagnostic>) {
    let problems = snapshot.analysis.problems(file);
    let diagnostics = snapshot.diagnostics(file, &problems);
    let mut hasher = DefaultHasher::new();
    // What the client would see is what counts; only a type that fails to serialise gives an error.
    serde_json::to_vec(&diagnostics).unwrap_or_default().hash(&mut hasher);
    (format!("{:016x}", hasher.finish()), diagnostics)
}
