//! The extension of Zed: which program it starts for YAML, and what it tells it.

use zed_extension_api::serde_json::{Value, json};
use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, LanguageServerInstallationStatus, Result, Worktree};

/// The package of npm that brings the program, and the script of it that starts the program.
const PACKAGE: &str = "sayl";
const SCRIPT: &str = "node_modules/sayl/sayl.js";

struct Sayl;

impl zed::Extension for Sayl {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = settings(worktree).and_then(|settings| settings.binary);
        let (path, arguments) = binary.map_or((None, None), |binary| (binary.path, binary.arguments));
        let args = arguments.unwrap_or_else(|| vec!["server".to_owned()]);
        if let Some(command) = path.or_else(|| worktree.which("sayl")) {
            return Ok(Command { command, args, env: worktree.shell_env() });
        }
        install(id)?;
        let script = std::env::current_dir().map_err(|error| error.to_string())?.join(SCRIPT);
        let args = std::iter::once(script.display().to_string()).chain(args).collect();
        Ok(Command { command: zed::node_binary_path()?, args, env: Vec::new() })
    }

    fn language_server_initialization_options(
        &mut self,
        _: &LanguageServerId,
        tree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(settings(tree).and_then(|settings| settings.initialization_options.or(settings.settings)))
    }

    fn language_server_workspace_configuration(
        &mut self,
        _: &LanguageServerId,
        tree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(settings(tree).and_then(|settings| settings.settings).map(|settings| json!({ "sayl": settings })))
    }
}

/// What the user says below `lsp.sayl`.
fn settings(worktree: &Worktree) -> Option<LspSettings> {
    LspSettings::for_worktree("sayl", worktree).ok()
}

/// Brings the newest release from npm, unless it is there.
fn install(id: &LanguageServerId) -> Result<()> {
    zed::set_language_server_installation_status(id, &LanguageServerInstallationStatus::CheckingForUpdate);
    let installed = zed::npm_package_installed_version(PACKAGE)?;
    // Without a network what is there serves.
    let Ok(latest) = zed::npm_package_latest_version(PACKAGE) else {
        return installed.map(|_| ()).ok_or_else(|| "sayl is not on PATH, and npm cannot be reached".to_owned());
    };
    if installed.as_deref() != Some(latest.as_str()) {
        zed::set_language_server_installation_status(id, &LanguageServerInstallationStatus::Downloading);
        zed::npm_install_package(PACKAGE, &latest)?;
    }
    Ok(())
}

zed::register_extension!(Sayl);
