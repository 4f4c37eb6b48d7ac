//! Keeps views in step with the documents that they are computed from: whoever looks at one is told when its content is
//! another. Whoever is told asks again, so each answer is followed by at most one message.

use std::time::Instant;

use serde_json::{Value, json};
use tower_lsp::ls_types::request::Request;

use crate::lsp::view_uri::View;
use crate::services::Services;
use crate::state::Snapshot;
use crate::views::Channel;
use crate::views::content::{ViewState, fingerprint};

/// Tells whoever looks at a view whose content is another now.
pub(crate) fn send(services: &Services) {
    let began = Instant::now();
    let changes = services.views.changes();
    let snapshot = services.state.snapshot();
    for ((view, channel), known) in services.views.all_shown() {
        compare(services, &snapshot, changes, &view, channel, known);
    }
    services.evaluation.request(&snapshot);
    services.views.took(began.elapsed());
}

fn compare(services: &Services, snapshot: &Snapshot, changes: u64, view: &View, channel: Channel, known: u64) {
    let Some(file) = services.state.file(&view.source) else { return };
    let ViewState { content, is_waiting } = ViewState::at(snapshot, view.kind, file);
    // While code is being evaluated values are not what they will be in a moment.
    if is_waiting {
        return;
    }
    let now = fingerprint(content.as_ref(), snapshot, file);
    if now == known {
        return;
    }
    let Some(uri) = view.uri() else { return };
    if channel != Channel::File {
        services.views.forget(view, channel);
    }
    match channel {
        Channel::Request => services.client.notify("sayl/viewChanged", json!({ "uri": uri })),
        Channel::Content => {
            let client = services.client.requests().clone();
            services.client.spawn(async move {
                drop(client.send_request::<TextDocumentContentRefresh>(json!({ "uri": uri })).await);
            });
        }
        Channel::File => {
            let text = content.map(|content| content.text(snapshot, file)).unwrap_or_default();
            if services.views.write(view, &text).is_ok() {
                services.views.shown(view.clone(), channel, now, changes);
            }
        }
    }
}

/// `workspace/textDocumentContent/refresh` of LSP 3.18.
enum TextDocumentContentRefresh {}

impl Request for TextDocumentContentRefresh {
    type Params = Value;
    type Result = ();
    const METHOD: &'static str = "workspace/textDocumentContent/refresh";
}
