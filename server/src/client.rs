//! The client: what it is told, and what it is asked where nobody waits for the answer.

use std::sync::Arc;

use serde::Serialize;
use tokio::runtime::Handle;
use tower_lsp::ls_types::{LogMessageParams, MessageType, ShowMessageParams};

use crate::transport::Outbox;

/// Messages to the client. Clones lead to the same one.
#[derive(Clone)]
pub(crate) struct Client {
    requests: tower_lsp::Client,
    outbox: Outbox,
    runtime: Handle,
}

impl Client {
    /// `runtime` is where answers are waited for.
    pub(crate) fn new(requests: tower_lsp::Client, outbox: Outbox, runtime: Handle) -> Self {
        Self { requests, outbox, runtime }
    }

    /// To ask it something and to wait for the answer.
    pub(crate) fn requests(&self) -> &tower_lsp::Client {
        &self.requests
    }

    /// Lets something run that waits for the client, so that whoever starts it does not.
    pub(crate) fn spawn(&self, asking: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(asking);
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        self.outbox.notify(method, params);
    }

    /// Sends a message that makes those before with the same subject worthless. It is given as JSON, in parts.
    pub(crate) fn report(&self, subject: &str, body: Vec<Arc<Vec<u8>>>) {
        self.outbox.report(subject, body);
    }

    /// Tells people something about the server itself.
    pub(crate) fn log_warning(&self, message: &str) {
        let params = LogMessageParams { typ: MessageType::WARNING, message: message.to_owned() };
        self.notify("window/logMessage", params);
    }

    /// Tells people something that they should know before they go on.
    pub(crate) fn show_warning(&self, message: &str) {
        self.show(MessageType::WARNING, message.to_owned());
    }

    /// Tells people where they find what they asked for.
    pub(crate) fn show_info(&self, message: String) {
        self.show(MessageType::INFO, message);
    }

    fn show(&self, typ: MessageType, message: String) {
        self.notify("window/showMessage", ShowMessageParams { typ, message });
    }
}
