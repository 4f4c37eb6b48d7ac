//! How a session begins and ends: what the client says of itself, and what it is asked for where it takes such requests.

use std::sync::atomic::Ordering;

use serde_json::json;
use tower_lsp::ls_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, InitializeParams, InitializeResult,
    Registration, ServerInfo,
};

use super::Backend;
use crate::loading::Task;
use crate::lsp::capabilities::{self, ClientFeatures};
use crate::lsp::view_uri;
use crate::process;

impl Backend {
    /// Learns what the client can do and where it works, and says what it is offered.
    pub(super) fn meet(&self, params: &InitializeParams) -> InitializeResult {
        let reads_contents = self.services.views.reads_contents.load(Ordering::Relaxed);
        let features = ClientFeatures { reads_contents, ..ClientFeatures::new(&params.capabilities) };
        let capabilities = capabilities::server_capabilities(&features);
        let state = &self.services.state;
        state.set_features(features);
        state.set_folders(capabilities::folders(params));
        if let Some(options) = &params.initialization_options {
            self.configure(options);
        }
        if let Some(id) = params.process_id {
            process::exit_with(id);
        }
        let server_info = ServerInfo { name: "sayl".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
        InitializeResult { capabilities, server_info: Some(server_info), offset_encoding: None }
    }

    /// The client is ready to be asked.
    pub(super) async fn begin(&self) {
        let services = &self.services;
        let folders = services.state.folders();
        if !services.state.features().watches_files {
            services.file_watcher.start(services.loading.clone(), services.client.clone());
            services.file_watcher.add(&folders);
        }
        services.loading.add(Task::Scan(folders));
        self.register().await;
        self.request_configuration().await;
    }

    /// The client is done; its `exit` is still to come.
    pub(super) fn end(&self) {
        self.services.shut_down();
    }

    /// Asks to be told of changed files and settings, where the client takes such requests.
    async fn register(&self) {
        let features = self.services.state.features();
        let mut registrations = Vec::new();
        if features.watches_files {
            registrations.push(watched_files());
        }
        if features.registers_configuration {
            registrations.push(Registration {
                id: "sayl/configuration".to_owned(),
                method: "workspace/didChangeConfiguration".to_owned(),
                register_options: Some(json!({"section": "sayl"})),
            });
        }
        if self.services.views.reads_contents.load(Ordering::Relaxed) {
            registrations.push(Registration {
                id: "sayl/views".to_owned(),
                method: "workspace/textDocumentContent".to_owned(),
                register_options: Some(json!({"schemes": [view_uri::SCHEME]})),
            });
        }
        if registrations.is_empty() {
            return;
        }
        if let Err(error) = self.services.client.requests().register_capability(registrations).await {
            self.services.client.log_warning(&format!("The client does not watch files: {}", error.message));
        }
    }
}

fn watched_files() -> Registration {
    let watcher = |glob: &str| FileSystemWatcher { glob_pattern: GlobPattern::String(glob.to_owned()), kind: None };
    let watchers = vec![watcher("**/*.{yml,yaml,star,txt}"), watcher("**/sayl.toml")];
    Registration {
        id: "sayl/files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(DidChangeWatchedFilesRegistrationOptions { watchers }).ok(),
    }
}
