//! Keeps views in step with the documents that they are computed from: whoever looks at one is told when its content is
//! another. Whoever is told asks again, so each answer is followed by at most one message.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::runtime::Handle;
use tower_lsp::ls_types::request::Request;

use super::content::{Content, fingerprint};
use super::folder::remove_abandoned;
use super::{Channel, View};
use crate::run::Services;
use crate::state::Snapshot;

/// For so long changes are gathered: a view is read, not typed, and computing one costs what its values are long.
const PAUSE: Duration = Duration::from_millis(50);

/// Follows changes until nobody looks at views any more. What servers before left behind is removed first.
pub(crate) fn follow(services: &Services, runtime: &Handle) {
    remove_abandoned(&std::env::temp_dir());
    while services.views.wait() {
        std::thread::sleep(PAUSE);
        let snapshot = services.state.snapshot();
        for ((view, channel), known) in services.views.all_shown() {
            compare(services, runtime, &snapshot, &view, channel, known);
        }
        services.evaluation.request(&snapshot);
    }
}

fn compare(services: &Services, runtime: &Handle, snapshot: &Snapshot, view: &View, channel: Channel, known: u64) {
    let Some(file) = services.state.file(&view.source) else { return };
    let content = Content::of(snapshot, view.kind, file);
    let now = fingerprint(content.as_ref(), snapshot, file);
    // While code is being evaluated values are not what they will be in a moment.
    if now == known || snapshot.analysis.is_waiting(file) {
        return;
    }
    let Some(uri) = view.uri() else { return };
    if channel != Channel::File {
        services.views.forget(view, channel);
    }
    match channel {
        Channel::Request => services.outbox.notify("sayl/viewChanged", json!({ "uri": uri })),
        Channel::Content => {
            let client = services.client.clone();
            runtime.spawn(async move { client.send_request::<Refresh>(json!({ "uri": uri })).await });
        }
        Channel::File => {
            let text = content.map(|content| content.text(snapshot, file)).unwrap_or_default();
            if services.views.write(view, &text).is_ok() {
                services.views.shown(view.clone(), channel, now);
            }
        }
    }
}

/// `workspace/textDocumentContent/refresh` of LSP 3.18.
enum Refresh {}

impl Request for Refresh {
    type Params = Value;
    type Result = ();
    const METHOD: &'static str = "workspace/textDocumentContent/refresh";
}
