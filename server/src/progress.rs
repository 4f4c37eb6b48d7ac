//! Work-done progress: long work in the background, shown to people and cancelled by them.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayl_core::cancel::CancelToken;
use tower_lsp::ls_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport, request::WorkDoneProgressCreate,
};

use crate::client::Client;

/// Shows one piece of work at a time.
#[derive(Clone)]
pub(crate) struct Progress {
    client: Client,
    current: Arc<Mutex<Option<Current>>>,
    counter: Arc<AtomicU32>,
}

struct Current {
    token: ProgressToken,
    cancel: CancelToken,
    /// Whether the client has agreed to show it.
    is_shown: bool,
}

impl Progress {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, current: Arc::default(), counter: Arc::default() }
    }

    /// Starts to show work, where `is_supported` says that the client can. The work is to stop when the token says so.
    ///
    /// It does not wait for the client: work that is done before the client agrees is never shown.
    pub(crate) fn begin(&self, title: &str, is_supported: bool) -> CancelToken {
        let cancel = CancelToken::new();
        let number = self.counter.fetch_add(1, Ordering::Relaxed);
        let token = NumberOrString::String(format!("sayl/{number}"));
        *self.current() = Some(Current { token: token.clone(), cancel: cancel.clone(), is_shown: false });
        if is_supported {
            let (progress, title) = (self.clone(), title.to_owned());
            self.client.spawn(async move {
                let params = WorkDoneProgressCreateParams { token: token.clone() };
                if progress.client.requests().send_request::<WorkDoneProgressCreate>(params).await.is_ok() {
                    progress.show(&token, title);
                }
            });
        }
        cancel
    }

    fn show(&self, token: &ProgressToken, title: String) {
        let mut current = self.current();
        if let Some(current) = current.as_mut().filter(|current| current.token == *token) {
            current.is_shown = true;
            let (message, percentage) = (None, None);
            let begin = WorkDoneProgressBegin { title, cancellable: Some(true), message, percentage };
            self.send(current, WorkDoneProgress::Begin(begin));
        }
    }

    /// Says how far the work is.
    pub(crate) fn report(&self, message: &str) {
        if let Some(current) = &*self.current() {
            let message = Some(message.to_owned());
            let report = WorkDoneProgressReport { cancellable: Some(true), message, percentage: None };
            self.send(current, WorkDoneProgress::Report(report));
        }
    }

    /// The work is over.
    pub(crate) fn end(&self) {
        if let Some(current) = self.current().take() {
            self.send(&current, WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
        }
    }

    /// People cancelled what is shown under this token.
    pub(crate) fn cancel(&self, token: &ProgressToken) {
        if let Some(current) = self.current().as_ref().filter(|current| current.token == *token) {
            current.cancel.cancel();
        }
    }

    fn send(&self, current: &Current, progress: WorkDoneProgress) {
        if current.is_shown {
            let value = ProgressParamsValue::WorkDone(progress);
            self.client.notify("$/progress", ProgressParams { token: current.token.clone(), value });
        }
    }

    fn current(&self) -> MutexGuard<'_, Option<Current>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
