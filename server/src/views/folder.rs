//! A folder for views that are shown as files, for clients that can open nothing else. It is only for this user, and
//! gone when the server ends.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tower_lsp::ls_types::Uri;

use super::{Kind, View};
use crate::lsp::uri;

/// The files written so far.
#[derive(Default)]
pub(super) struct Folder {
    folder: Option<TempDir>,
    paths: HashMap<View, PathBuf>,
}

impl Folder {
    /// Writes a view to its file, and gives its path.
    pub(super) fn write(&mut self, view: &View, text: &str) -> io::Result<PathBuf> {
        let path = match self.paths.get(view) {
            Some(path) => path.clone(),
            None => self.path_for(view)?,
        };
        std::fs::write(&path, text)?;
        self.paths.insert(view.clone(), path.clone());
        Ok(path)
    }

    /// A path of its own, called after the document: `2/dev.values.yml`.
    fn path_for(&mut self, view: &View) -> io::Result<PathBuf> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => tempfile::Builder::new().prefix("sayl-").tempdir()?,
        };
        let own = folder.path().join(self.paths.len().to_string());
        self.folder = Some(folder);
        std::fs::create_dir_all(&own)?;
        let source = uri::path_of(&view.source);
        let stem = source.file_stem().unwrap_or_default().to_string_lossy().replace([':', '/', '\\'], "-");
        Ok(own.join(match view.kind {
            Kind::DataValues => format!("{stem}.values.yml"),
            Kind::SchemaDocs => format!("{stem}.schema.md"),
        }))
    }

    /// The view that a document of the client is.
    pub(super) fn view(&self, document: &Uri) -> Option<View> {
        let folder = self.folder.as_ref()?.path();
        let path = uri::path_of(document);
        let is_it = |written: &Path| written == path || is_same_file(written, &path, folder);
        self.paths.iter().find(|(_, written)| is_it(written)).map(|(view, _)| view.clone())
    }
}

/// Editors resolve links, and temporary folders often stand behind one.
fn is_same_file(written: &Path, path: &Path, folder: &Path) -> bool {
    let below = written.strip_prefix(folder).ok();
    let name = folder.file_name().map(Path::new);
    name.zip(below).is_some_and(|(name, below)| path.ends_with(name.join(below)))
}
