//! What the handlers of messages work with, all of it shared with the threads beside the loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

use crate::changes_since::Comparisons;
use crate::client::Client;
use crate::diagnostics::Diagnostics;
use crate::evaluation::Evaluation;
use crate::file_watcher::FileWatcher;
use crate::loading::Loading;
use crate::progress::Progress;
use crate::refresh::Refresh;
use crate::state::State;
use crate::views::Views;

/// The parts of the server. Clones are the same server.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) state: Arc<State>,
    pub(crate) diagnostics: Arc<Diagnostics>,
    pub(crate) evaluation: Arc<Evaluation>,
    pub(crate) loading: Loading,
    pub(crate) file_watcher: Arc<FileWatcher>,
    pub(crate) progress: Progress,
    pub(crate) views: Arc<Views>,
    pub(crate) refresh: Refresh,
    pub(crate) comparisons: Arc<Comparisons>,
    pub(crate) client: Client,
    is_shut_down: Arc<AtomicBool>,
}

impl Services {
    /// Services of a client. `work` is notified of work that waits.
    pub(crate) fn new(client: Client, work: &Arc<Notify>) -> Self {
        let state = Arc::new(State::new());
        let diagnostics = Arc::new(Diagnostics::new(work.clone()));
        let refresh = Refresh::new(state.clone(), client.clone());
        Self {
            loading: Loading::new(state.clone(), diagnostics.clone(), work.clone()),
            evaluation: Arc::new(Evaluation::new(work.clone())),
            file_watcher: Arc::default(),
            progress: Progress::new(client.clone()),
            comparisons: Arc::new(Comparisons::new(state.clone(), diagnostics.clone(), refresh.clone())),
            refresh,
            views: Arc::new(Views::new(work.clone())),
            is_shut_down: Arc::default(),
            state,
            diagnostics,
            client,
        }
    }

    /// The client has asked for an end: nothing more is begun, and what runs may stop.
    pub(crate) fn shut_down(&self) {
        self.is_shut_down.store(true, Ordering::Relaxed);
        self.diagnostics.cancel();
        self.evaluation.cancel();
    }

    /// The client is gone.
    pub(crate) fn close(&self) {
        self.evaluation.cancel();
        self.views.close();
    }

    /// Whether the client has asked for an end.
    pub(crate) fn is_shut_down(&self) -> bool {
        self.is_shut_down.load(Ordering::Relaxed)
    }
}
