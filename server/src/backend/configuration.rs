//! Settings of the editor: asked for where it can be asked, else taken as it sends them.

use sayl_core::ide::settings::EditorSettings;
use serde_json::Value;
use tower_lsp::ls_types::ConfigurationItem;

use super::Backend;
use crate::loading::Task;

impl Backend {
    /// `workspace/didChangeConfiguration`
    pub(super) async fn configuration_changed(&self, settings: &Value) {
        if self.services.state.features().configuration {
            self.request_configuration().await;
        } else {
            self.reconfigure(settings);
        }
    }

    /// Takes new settings; says whether they differ.
    pub(super) fn configure(&self, settings: &Value) -> bool {
        let (config, complaints) = EditorSettings::read(settings);
        for complaint in complaints {
            self.services.client.log_warning(&complaint);
        }
        let differs = self.services.state.set_config(config);
        if differs {
            self.services.diagnostics.everything();
        }
        differs
    }

    /// Takes settings that the client tells while the session goes on: what it was answered before may be others now.
    fn reconfigure(&self, settings: &Value) {
        let state = &self.services.state;
        let was_trusting = state.config().is_trusting;
        if self.configure(settings) {
            if state.config().is_trusting && !was_trusting {
                // What was left out for lack of trust can be read now.
                self.services.loading.add(Task::Scan(state.folders()));
            }
            self.services.refresh.after_settings();
        }
    }

    /// Asks for the settings, where the client can be asked.
    pub(super) async fn request_configuration(&self) {
        if !self.services.state.features().configuration {
            return;
        }
        let item = ConfigurationItem { scope_uri: None, section: Some("sayl".to_owned()) };
        if let Ok(answers) = self.services.client.requests().configuration(vec![item]).await
            && let Some(settings) = answers.first().filter(|settings| !settings.is_null())
        {
            self.reconfigure(settings);
        }
    }
}
