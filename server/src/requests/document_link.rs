//! Document links. A link to a place in a file is its URI with the line and character, as editors write them.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::document_link::{DocumentLink, LinkTarget, document_links};
use tower_lsp::ls_types::{self as lsp, Uri};

use super::DocumentRequest;
use crate::lsp::to_proto;
use crate::state::Snapshot;

pub(crate) fn document_link(
    request: &DocumentRequest,
    cancel: &CancelToken,
) -> Result<Option<Vec<lsp::DocumentLink>>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let found = document_links(&snapshot.analysis, request.file);
    let link = |link: &DocumentLink| lsp::DocumentLink {
        range: to_proto::range(document.rope(), link.range, snapshot.features.encoding),
        target: uri(&snapshot, &link.target),
        tooltip: tooltip(&snapshot, &link.target),
        data: None,
    };
    Ok(Some(found.iter().map(link).filter(|link| link.target.is_some()).collect()))
}

fn uri(snapshot: &Snapshot, target: &LinkTarget) -> Option<Uri> {
    match target {
        LinkTarget::File(file) => snapshot.uri_of(*file),
        LinkTarget::Url(url) => encoded(url).parse().ok(),
        LinkTarget::Place(file, range) => {
            let place = to_proto::file_range(&snapshot.analysis, *file, *range, snapshot.features.encoding).start;
            let uri = snapshot.uri_of(*file)?;
            format!("{}#L{},{}", uri.as_str(), place.line + 1, place.character + 1).parse().ok()
        }
    }
}

/// An address as URIs are written: in ASCII.
fn encoded(url: &str) -> String {
    url.bytes()
        .map(|byte| if byte.is_ascii() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// The name of the file, where the client shows more than the address.
fn tooltip(snapshot: &Snapshot, target: &LinkTarget) -> Option<String> {
    let (LinkTarget::File(file) | LinkTarget::Place(file, _)) = target else { return None };
    let name = snapshot.analysis.path(*file).file_name()?.to_string_lossy();
    snapshot.features.beside.link_tooltips.then(|| format!("Open {name}"))
}
