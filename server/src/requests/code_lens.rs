//! Code lenses, as far as the settings want them. What one says is looked for when it is shown.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::code_lens::{self, LensAnswer, LensKind, code_lenses};
use sayl_core::text::{FileId, TextRange};
use serde_json::json;
use tower_lsp::ls_types::{CodeLens, Command, Location, Uri};

use super::resolve_data::ResolveData;
use super::{DocumentRequest, offset};
use crate::lsp::commands::SHOW_REFERENCES;
use crate::lsp::to_proto;
use crate::state::Snapshot;

pub(crate) fn code_lens(
    request: &DocumentRequest,
    uri: &Uri,
    cancel: &CancelToken,
) -> Result<Option<Vec<CodeLens>>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let mut wanted = snapshot.config.code_lenses;
    // Who else uses what such a file declares is not known, and a number that may be too small misleads.
    wanted.references &= !request.state.is_outside(request.file);
    let found = code_lenses(&snapshot.analysis, request.file, wanted);
    let lens = |lens: &code_lens::CodeLens| {
        let range = to_proto::range(document.rope(), lens.range, snapshot.features.encoding);
        let kind = Some(lens.kind.name().to_owned());
        let resolve_data = ResolveData { uri: Some(uri.clone()), position: range.start, kind };
        CodeLens { range, command: None, data: resolve_data.into_data() }
    };
    Ok(Some(found.iter().map(lens).collect()))
}

/// The same lens with what it says.
pub(crate) fn resolve(
    request: &DocumentRequest,
    resolve_data: &ResolveData,
    lens: CodeLens,
    cancel: &CancelToken,
) -> Result<CodeLens, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let answer = snapshot.analysis.own_document(request.file).and_then(|document| {
        let kind = LensKind::ALL.into_iter().find(|kind| Some(kind.name()) == resolve_data.kind.as_deref())?;
        let offset = offset(&snapshot, document.rope(), resolve_data.position);
        code_lens::resolve(&snapshot.analysis, request.file, offset, kind)
    });
    let title = |title: &str| Command { title: title.to_owned(), command: String::new(), arguments: None };
    // What a lens was about may be gone by now; a lens without a command would be asked for again and again.
    let command = answer.map_or_else(|| title(""), |answer| command(&snapshot, resolve_data, &answer, title));
    Ok(CodeLens { command: Some(command), data: None, ..lens })
}

/// Words that lead to places, where the client can show them; else words.
fn command(
    snapshot: &Snapshot,
    resolve_data: &ResolveData,
    answer: &LensAnswer,
    title: impl Fn(&str) -> Command,
) -> Command {
    let locations: Vec<Location> = answer.places.iter().filter_map(|place| location(snapshot, *place)).collect();
    if locations.is_empty() || !snapshot.features.beside.shows_references {
        return title(&answer.title);
    }
    let arguments = vec![json!(resolve_data.uri), json!(resolve_data.position), json!(locations)];
    Command { command: SHOW_REFERENCES.to_owned(), arguments: Some(arguments), ..title(&answer.title) }
}

fn location(snapshot: &Snapshot, (file, range): (FileId, TextRange)) -> Option<Location> {
    let range = to_proto::file_range(&snapshot.analysis, file, range, snapshot.features.encoding);
    Some(Location { uri: snapshot.uri_of(file)?, range })
}
