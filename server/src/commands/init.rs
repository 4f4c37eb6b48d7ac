//! `sayl init`: writes a `sayl.toml` for what is in a folder. It changes no file that is there.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use sayl_core::analysis::AnalysisHost;
use sayl_core::cancel::CancelToken;
use sayl_core::workspace::CONFIG_NAME;
use sayl_core::workspace::discovery::normalized;
use sayl_core::workspace::load::load;
use sayl_core::workspace::proposal::proposal;

use crate::disk::{DEFAULT_LIMIT, Disk};
use crate::{Status, UsageError};

/// Writes the file and says what it declares.
pub(crate) fn run(folder: &Path) -> Result<Status, UsageError> {
    let failed = |error: std::io::Error| UsageError(format!("{}: {error}", folder.display()));
    let absolute = normalized(&std::env::current_dir().map_err(failed)?.join(folder));
    if !absolute.is_dir() {
        return Err(UsageError(format!("{}: there is no such folder", folder.display())));
    }
    let disk = Disk::discovering(DEFAULT_LIMIT);
    let files = load(&disk, std::slice::from_ref(&absolute), &|_| {}, &CancelToken::new()).unwrap_or_default();
    let mut host = AnalysisHost::new(std::sync::Arc::new(disk));
    host.load(files);
    let analysis = host.analysis();
    let text = proposal(analysis.layout(), &|file| analysis.path(file), &absolute);
    write_new(&absolute.join(CONFIG_NAME), &text)?;
    let bundles = text.matches("[[bundle]]").count();
    let bundles = if bundles == 1 { "1 bundle".to_owned() } else { format!("{bundles} bundles") };
    println!("Wrote {} with {bundles}.", folder.join(CONFIG_NAME).display());
    Ok(Status::Fine)
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str) -> Result<(), UsageError> {
    let written = OpenOptions::new().write(true).create_new(true).open(path);
    written.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => UsageError(format!("{} is there already; nothing was changed", path.display())),
        _ => UsageError(format!("{} cannot be written: {error}", path.display())),
    })
}
