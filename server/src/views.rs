//! Views: texts that nobody wrote, computed from a document: the final data values that it leads to, the documentation
//! of its schemas, what it is rendered to, its graph; and the explanations of problems. Here is what they are called, and who reads them and is told when they change (`docs/protocol.md`).
//!
//! # Design
//!
//! A view is a text that nobody wrote: final data values with the origin of each line (`ide::data_values`), the
//! documentation of schemas (`ide::schema_docs`), or rendered output (`ide::rendered`). It has a URI of its own and is computed when somebody asks, from the
//! snapshot of that moment; nothing of it is kept but a number for its content. `server/src/views.rs` knows who looks
//! at what, and `view_updates` compares on a thread of its own, after problems have been told, so that views cost a
//! keystroke nothing. What was shown is followed by at most one message until somebody asks again
//! (`docs/protocol.md`). Clients that cannot read the contents of foreign URIs are shown files in a temporary folder;
//! `textDocumentContent` is registered dynamically, for the types of the protocol crate do not know it yet.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::problem::Code;
use serde_json::Value;
use tokio::sync::Notify;
use tower_lsp::ls_types::Uri;

use crate::lsp::uri;
use crate::lsp::view_uri::View;

pub(crate) mod content;
mod folder;

use folder::ViewFolder;
pub(crate) use folder::remove_abandoned;

/// For so long changes are gathered at least. Comparing costs what the views are long: where that takes longer, changes
/// are gathered for as long, so that half of a processor is left to others.
const PAUSE: Duration = Duration::from_millis(5);

/// How a client got to see a view, and how it is told of another content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Channel {
    /// It asked with a request of ours, and gets a notification of ours.
    Request,
    /// It reads the contents of our URIs, and is asked to read anew.
    Content,
    /// It opened a file that we wrote, and that is written again.
    File,
}

/// The views that clients look at.
pub(crate) struct Views {
    state: Mutex<ViewsState>,
    /// Notified when a view that was just shown is to be compared.
    work: Arc<Notify>,
    /// The client reads the contents of URIs of schemes that a server announces.
    pub(crate) reads_contents: AtomicBool,
}

#[derive(Default)]
struct ViewsState {
    /// What was last shown of each view: a number for its content.
    shown: HashMap<(View, Channel), u64>,
    /// Where views are written for clients that can only open files.
    folder: ViewFolder,
    /// The document that the client spoke of last.
    spoken_of: Option<Uri>,
    /// How often something may have changed.
    changes: u64,
    /// When they are to be compared, if something may have changed.
    due: Option<Instant>,
    /// How long comparing them took last.
    took: Duration,
}

impl ViewsState {
    fn compare_soon(&mut self, now: Instant) {
        let due = now + self.took.max(PAUSE);
        self.due.get_or_insert(due);
    }
}

impl Views {
    /// Nobody looks at any yet.
    pub(crate) fn new(work: Arc<Notify>) -> Self {
        Self { state: Mutex::default(), work, reads_contents: AtomicBool::new(false) }
    }

    /// Reads of the parameters of `initialize` what `ls-types` does not know yet.
    pub(crate) fn meet(&self, initialize: Option<&Value>) {
        let announced = initialize.and_then(|params| params.pointer("/capabilities/workspace/textDocumentContent"));
        let can_register = announced.is_some_and(|announced| announced["dynamicRegistration"] == true);
        self.reads_contents.store(can_register, Ordering::Relaxed);
    }

    /// The client spoke of a document; commands without arguments are about the last one.
    pub(crate) fn spoken_of(&self, document: &Uri) {
        let mut state = self.state();
        if View::of_uri(document).or_else(|| state.folder.view(document)).is_none() {
            state.spoken_of = Some(document.clone());
        }
    }

    /// The document that the client spoke of last.
    pub(crate) fn last_spoken_of(&self) -> Option<Uri> {
        self.state().spoken_of.clone()
    }

    /// The view that a document is, by its URI or as a file that was written for it.
    pub(crate) fn view(&self, document: &Uri) -> Option<View> {
        View::of_uri(document).or_else(|| self.state().folder.view(document))
    }

    /// How often something may have changed by now: to be asked before a view is computed.
    pub(crate) fn changes(&self) -> u64 {
        self.state().changes
    }

    /// A client has got the content with this number, and wants to hear once it is another one: at once where something
    /// has changed since `changes` were counted.
    pub(crate) fn shown(&self, view: View, channel: Channel, content: u64, changes: u64) {
        let mut state = self.state();
        state.shown.insert((view, channel), content);
        if state.changes != changes {
            state.compare_soon(Instant::now());
            self.work.notify_one();
        }
    }

    /// Writes a view to a file and gives its path.
    pub(crate) fn write(&self, view: &View, text: &str) -> std::io::Result<PathBuf> {
        self.state().folder.write(view, text)
    }

    /// Writes the page that explains a code to a file and gives its URI.
    pub(crate) fn write_explanation(&self, code: Code, text: &str) -> Option<Uri> {
        uri::uri_of(&self.state().folder.write_explanation(code, text).ok()?)
    }

    /// Something may have changed.
    pub(crate) fn may_differ(&self, now: Instant) {
        let mut state = self.state();
        state.changes += 1;
        if !state.shown.is_empty() {
            state.compare_soon(now);
        }
    }

    /// Comparing them took so long.
    pub(crate) fn took(&self, took: Duration) {
        self.state().took = took;
    }

    /// When they are to be compared.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.state().due
    }

    /// Whether they are to be compared now.
    pub(crate) fn next(&self, now: Instant) -> Option<()> {
        self.state().due.take_if(|due| *due <= now).map(drop)
    }

    /// The client closed a document. One that was a file for a view is not written any more.
    pub(crate) fn closed(&self, document: &Uri) {
        let mut state = self.state();
        if let Some(view) = state.folder.view(document) {
            state.shown.remove(&(view, Channel::File));
        }
    }

    /// Nobody looks at views any more.
    pub(crate) fn close(&self) {
        self.state().folder = ViewFolder::default();
    }

    fn state(&self) -> MutexGuard<'_, ViewsState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What clients look at.
    pub(crate) fn all_shown(&self) -> Vec<((View, Channel), u64)> {
        self.state().shown.iter().map(|(key, content)| (key.clone(), *content)).collect()
    }

    /// A client no longer knows what it got.
    pub(crate) fn forget(&self, view: &View, channel: Channel) {
        self.state().shown.remove(&(view.clone(), channel));
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;
    use crate::lsp::view_uri::ViewKind;

    #[test]
    fn what_changes_while_a_view_is_computed_is_compared_once_it_is_shown() {
        let views = Views::new(Arc::default());
        let view = View { kind: ViewKind::Rendered, source: Uri::from_str("file:///a.yml").unwrap() };
        let changes = views.changes();
        views.may_differ(Instant::now());
        assert_eq!(views.due(), None, "nobody looks at it yet");
        views.shown(view.clone(), Channel::Content, 1, changes);
        assert!(views.due().is_some());
        assert_eq!(views.next(Instant::now() + PAUSE), Some(()));
        views.shown(view, Channel::Content, 1, views.changes());
        assert_eq!(views.due(), None, "it is what there is");
    }
}
