//! The folder that output is written to, as ytt's flags name it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use sayl_core::render::PrintedOutput;
use sayl_core::workspace::discovery::normalized;

use crate::arguments::FolderArguments;
use crate::output::{print, unwritten, write_folder};
use crate::{ExitStatus, UsageError};

/// Where files go.
pub(super) struct OutputFolder {
    path: PathBuf,
    is_emptied: bool,
}

impl OutputFolder {
    /// The folder that is named, if any; an empty name names none.
    pub(super) fn of(arguments: &FolderArguments) -> Result<Option<Self>, UsageError> {
        let named = |path: &Option<PathBuf>| path.clone().filter(|path| !path.as_os_str().is_empty());
        let Some(path) = named(&arguments.dangerous_emptied_output_directory) else {
            return Ok(named(&arguments.output_files).map(|path| Self { path, is_emptied: false }));
        };
        if ["/", ".", "./"].iter().any(|name| path.as_os_str() == *name) {
            let message =
                format!("--dangerous-emptied-output-directory {}: this folder is not emptied", path.display());
            return Err(UsageError(message));
        }
        Ok(Some(Self { path, is_emptied: true }))
    }

    /// Refuses files of the same name in a folder that is emptied; elsewhere the last one stays.
    pub(super) fn check(&self, printed: &PrintedOutput) -> Result<(), UsageError> {
        let mut seen = HashSet::new();
        match printed.files.iter().find(|(path, _)| self.is_emptied && !seen.insert(path)) {
            Some((path, _)) => Err(UsageError(format!("several files of the output are called {path}"))),
            None => Ok(()),
        }
    }

    /// Writes the files, and says which.
    pub(super) fn write(&self, printed: &PrintedOutput) -> Result<ExitStatus, UsageError> {
        self.check(printed)?;
        let placed = |path: &str| normalized(&self.path.join(path.trim_start_matches('/')));
        let files: Vec<(PathBuf, &str)> = printed.files.iter().map(|(path, text)| (placed(path), &**text)).collect();
        let failed = |error| unwritten(&self.path.display().to_string(), &error);
        write_folder(&self.path, self.is_emptied, &files).map_err(failed)?;
        let lines: String = files.iter().map(|(path, _)| creating(path)).collect();
        print(lines.as_bytes())
    }
}

fn creating(path: &Path) -> String {
    format!("creating: {}\n", path.display())
}
