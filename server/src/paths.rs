//! Paths as people gave them. The engine works with absolute ones; what is printed is spelt as it was given.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use sayl_core::workspace::discovery::normalized;

/// The working directory, and which absolute path stands for which spelling.
pub(crate) struct Paths {
    working_directory: PathBuf,
    /// Absolute paths, and how they were spelt.
    given: HashMap<PathBuf, PathBuf>,
    /// The folder or file that all of those given are, or lie below: most other paths differ from it in the first bytes.
    common: Option<PathBuf>,
    /// Absolute paths, and what is printed for them.
    aliases: HashMap<PathBuf, PathBuf>,
}

impl Paths {
    /// No path given yet.
    pub(crate) fn new(working_directory: PathBuf) -> Self {
        Self { working_directory, given: HashMap::new(), common: None, aliases: HashMap::new() }
    }

    /// The absolute path of one that was given. Of several spellings the first one stays.
    pub(crate) fn add(&mut self, path: &Path) -> PathBuf {
        let absolute = self.absolute(path);
        self.given.entry(absolute.clone()).or_insert_with(|| path.to_path_buf());
        self.widen(&absolute);
        absolute
    }

    /// All below this folder, given by its absolute path, is asked for; it is printed relative to the working directory.
    pub(crate) fn add_folder(&mut self, folder: &Path) -> PathBuf {
        self.given.insert(folder.to_path_buf(), self.relative(folder));
        self.widen(folder);
        folder.to_path_buf()
    }

    fn widen(&mut self, given: &Path) {
        let common = self.common.as_deref().unwrap_or(given);
        let common = common.ancestors().find(|ancestor| given.starts_with(ancestor)).map(Path::to_path_buf);
        self.common = Some(common.unwrap_or_default());
    }

    /// The absolute path of one that is printed as it was spelt, though nobody asked for it.
    pub(crate) fn add_spelling(&mut self, path: &Path) -> PathBuf {
        let absolute = self.absolute(path);
        self.aliases.entry(absolute.clone()).or_insert_with(|| path.to_path_buf());
        absolute
    }

    /// Prints a file under another path than its own.
    pub(crate) fn add_alias(&mut self, absolute: &Path, shown: &Path) {
        self.aliases.insert(absolute.to_path_buf(), shown.to_path_buf());
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
        let common = self.common.as_ref().map(|common| common.as_os_str().as_encoded_bytes());
        let may_be_given = common.is_some_and(|common| absolute.as_os_str().as_encoded_bytes().starts_with(common));
        may_be_given && absolute.ancestors().any(|folder| self.given.contains_key(folder))
    }

    /// How a file is printed: as it was given; else relative to the working directory where it lies below, with `/`.
    pub(crate) fn shown(&self, absolute: &Path) -> String {
        let spelling = |folder: &'_ Path| self.aliases.get(folder).or_else(|| self.given.get(folder));
        let spelt = absolute.ancestors().find_map(|folder| Some((folder, spelling(folder)?)));
        let spelt = spelt.map(|(folder, spelling)| {
            let rest = absolute.strip_prefix(folder).unwrap_or(absolute);
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
