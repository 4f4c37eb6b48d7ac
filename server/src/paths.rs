//! Paths as people gave them. The engine works with absolute ones; what is printed is spelt as it was given.

use std::path::{Component, Path, PathBuf};

use sayl_core::workspace::discovery::normalized;

/// The working directory, and which absolute path stands for which spelling.
pub(crate) struct Paths {
    working_directory: PathBuf,
    /// Absolute path, and how it was spelt.
    given: Vec<(PathBuf, PathBuf)>,
    /// Absolute path, and what is printed for it.
    aliases: Vec<(PathBuf, PathBuf)>,
}

impl Paths {
    /// No path given yet.
    pub(crate) fn new(working_directory: PathBuf) -> Self {
        Self { working_directory, given: Vec::new(), aliases: Vec::new() }
    }

    /// The absolute path of one that was given.
    pub(crate) fn add(&mut self, path: &Path) -> PathBuf {
        let absolute = self.absolute(path);
        if !self.given.iter().any(|(known, _)| *known == absolute) {
            self.given.push((absolute.clone(), path.to_path_buf()));
        }
        absolute
    }

    /// Prints a file under another path than its own.
    pub(crate) fn add_alias(&mut self, absolute: &Path, shown: &Path) {
        self.aliases.push((absolute.to_path_buf(), shown.to_path_buf()));
    }

    /// The absolute folder that relative paths start from.
    pub(crate) fn working_directory(&self) -> &Path {
        &self.working_directory
    }

    /// The absolute path, without `.` and `..`.
    pub(crate) fn absolute(&self, path: &Path) -> PathBuf {
        normalized(&self.working_directory.join(path))
    }

    /// Whether a file is one of those given, or below one.
    pub(crate) fn is_given(&self, absolute: &Path) -> bool {
        self.given.iter().any(|(given, _)| absolute.starts_with(given))
    }

    /// How a file is printed: as it was given; else relative to the working directory where it lies below, with `/`.
    pub(crate) fn shown(&self, absolute: &Path) -> String {
        let longest = self.given.iter().chain(&self.aliases).filter(|(given, _)| absolute.starts_with(given));
        let spelt = longest.max_by_key(|(given, _)| given.components().count()).map(|(given, spelling)| {
            let rest = absolute.strip_prefix(given).unwrap_or(absolute);
            if rest.as_os_str().is_empty() { spelling.clone() } else { spelling.join(rest) }
        });
        let path = spelt.unwrap_or_else(|| self.relative(absolute));
        let without_dot: PathBuf = path.components().filter(|component| *component != Component::CurDir).collect();
        without_dot.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    }

    fn relative(&self, absolute: &Path) -> PathBuf {
        absolute.strip_prefix(&self.working_directory).map_or_else(|_| absolute.to_path_buf(), Path::to_path_buf)
    }
}
