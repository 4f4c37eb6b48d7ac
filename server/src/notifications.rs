//! What the client tells: documents opened, changed and closed, files and folders changed. Each applies its change at
//! once, in the order of the messages, and leaves everything slow to the background.

use std::path::PathBuf;

use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, Uri,
};

use crate::loading::Task;
use crate::lsp::uri;
use crate::services::Services;

pub(crate) fn did_open(services: &Services, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let Some(file) = services.state.open(&document) else { return };
    let path = uri::path_of(&document.uri);
    if services.state.neighbourhoods().is_loading(file) {
        services.loading.around(file, path, &document.text);
    } else {
        services.diagnostics.opened(file);
    }
}

pub(crate) fn did_change(services: &Services, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    match services.state.edit(&document.uri, params.content_changes, document.version) {
        Some(file) => services.diagnostics.changed(file),
        None => complain_not_open(services, &document.uri, "changed"),
    }
}

pub(crate) fn did_close(services: &Services, params: &DidCloseTextDocumentParams) {
    let uri = &params.text_document.uri;
    let Some(file) = services.state.close(uri) else { return complain_not_open(services, uri, "closed") };
    services.diagnostics.closed(file);
    // The text on disk counts again, and may be another one than was read before.
    services.loading.add(Task::Files(vec![uri::path_of(uri)]));
}

/// Saving changes nothing that an open document does not say; other tools may have changed the file just before.
pub(crate) fn did_save(services: &Services, params: &DidSaveTextDocumentParams) {
    services.loading.add(Task::Files(vec![uri::path_of(&params.text_document.uri)]));
}

pub(crate) fn did_change_watched_files(services: &Services, params: &DidChangeWatchedFilesParams) {
    let paths = params.changes.iter().filter(|change| uri::is_file(&change.uri));
    services.loading.add(Task::Files(paths.map(|change| uri::path_of(&change.uri)).collect()));
}

pub(crate) fn did_change_workspace_folders(services: &Services, params: &DidChangeWorkspaceFoldersParams) {
    let paths = |folders: &[tower_lsp::ls_types::WorkspaceFolder]| -> Vec<PathBuf> {
        folders.iter().map(|folder| uri::path_of(&folder.uri)).collect()
    };
    let (added, removed) = (paths(&params.event.added), paths(&params.event.removed));
    let mut folders = services.state.folders();
    folders.retain(|folder| !removed.contains(folder));
    folders.extend(added.iter().cloned());
    services.state.set_folders(folders);
    services.file_watcher.add(&added);
    services.loading.add(Task::Forget(removed));
    services.loading.add(Task::Scan(added));
}

fn complain_not_open(services: &Services, uri: &Uri, what: &str) {
    services.client.log_warning(&format!("The client {what} a document that is not open: {}", uri.as_str()));
}
