//! Views: texts that nobody wrote, computed from a document: the final data values that it leads to, the documentation
//! of its schemas; and the explanations of problems. Here is what they are called, and who reads them and is told when they change (`docs/protocol.md`).
//!
//! # Design
//!
//! A view is a text that nobody wrote: final data values with the origin of each line (`ide::data_values`), or the
//! documentation of schemas (`ide::schema_docs`). It has a URI of its own and is computed when somebody asks, from the
//! snapshot of that moment; nothing of it is kept but a number for its content. `server/src/views.rs` knows who looks
//! at what, and `views::follow` compares on a thread of its own, after problems have been told, so that views cost a
//! keystroke nothing. What was shown is followed by at most one message until somebody asks again
//! (`docs/protocol.md`). Clients that cannot read the contents of foreign URIs are shown files in a temporary folder;
//! `textDocumentContent` is registered dynamically, for the types of the protocol crate do not know it yet.

use std::collections::HashMap;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use sayl_core::problem::Code;
use serde_json::Value;
use tower_lsp::ls_types::Uri;

use crate::lsp::uri;

pub(crate) mod content;
pub(crate) mod explanation;
mod folder;
mod follow;

use folder::Folder;
pub(crate) use follow::follow;

/// The scheme of the URIs of views.
pub(crate) const SCHEME: &str = "sayl";

/// What a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The final data values, or what the values of resources come to.
    DataValues,
    /// The documentation of the schema.
    SchemaDocs,
}

impl Kind {
    const ALL: [Self; 2] = [Self::DataValues, Self::SchemaDocs];

    /// The command that shows it.
    pub(crate) fn command(self) -> &'static str {
        match self {
            Self::DataValues => "sayl.showDataValues",
            Self::SchemaDocs => "sayl.showSchemaDocs",
        }
    }

    /// The commands of all kinds.
    pub(crate) fn commands() -> Vec<String> {
        Self::ALL.map(|kind| kind.command().to_owned()).to_vec()
    }

    /// What that command shows.
    pub(crate) fn of_command(command: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.command() == command)
    }

    /// What a URI says before the path of the document, and what it says behind it.
    fn affixes(self) -> (&'static str, &'static str) {
        match self {
            Self::DataValues => ("/data-values/", ".values.yml"),
            Self::SchemaDocs => ("/schema-docs/", ".md"),
        }
    }
}

/// A view of a document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    pub(crate) kind: Kind,
    /// The document that it is computed from.
    pub(crate) source: Uri,
}

impl View {
    /// What the view is called: `sayl:///data-values/home/me/app/dev.yml.values.yml` for the file `/home/me/app/dev.yml`.
    /// Its name is not that of the document, so that tabs differ.
    pub(crate) fn uri(&self) -> Option<Uri> {
        let (before, behind) = self.kind.affixes();
        let source = if uri::is_file(&self.source) {
            self.source.path().as_str().trim_start_matches('/')
        } else {
            self.source.as_str()
        };
        Uri::from_str(&format!("{SCHEME}://{before}{source}{behind}")).ok()
    }

    /// The view that a URI names.
    pub(crate) fn of_uri(uri: &Uri) -> Option<Self> {
        if !uri.scheme().as_str().eq_ignore_ascii_case(SCHEME) {
            return None;
        }
        let path = uri.path().as_str();
        Kind::ALL.into_iter().find_map(|kind| {
            let (before, behind) = kind.affixes();
            let source = path.strip_prefix(before)?.strip_suffix(behind)?;
            // A drive has one letter, a scheme has more.
            let has_scheme = source.split('/').next()?.find(':').is_some_and(|colon| colon > 1);
            let source = if has_scheme { source.to_owned() } else { format!("file:///{source}") };
            Some(Self { kind, source: Uri::from_str(&source).ok()? })
        })
    }
}

/// How a client got to see a view, and how it is told of another content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Channel {
    /// It asked with a request of ours, and gets a notification of ours.
    Request,
    /// It reads the contents of our URIs, and is asked to read anew.
    Content,
    /// It opened a file that we wrote, and that is written again.
    File,
}

/// The views that clients look at.
#[derive(Default)]
pub(crate) struct Views {
    inner: Mutex<Inner>,
    changed: Condvar,
    /// The client reads the contents of URIs of schemes that a server announces.
    pub(crate) reads_contents: AtomicBool,
}

#[derive(Default)]
struct Inner {
    /// What was last shown of each view: a number for its content.
    shown: HashMap<(View, Channel), u64>,
    /// Where views are written for clients that can only open files.
    folder: Folder,
    /// The document that the client spoke of last.
    spoken_of: Option<Uri>,
    may_differ: bool,
    is_closed: bool,
}

impl Views {
    /// Reads of the parameters of `initialize` what `ls-types` does not know yet.
    pub(crate) fn meet(&self, initialize: Option<&Value>) {
        let announced = initialize.and_then(|params| params.pointer("/capabilities/workspace/textDocumentContent"));
        let can_register = announced.is_some_and(|announced| announced["dynamicRegistration"] == true);
        self.reads_contents.store(can_register, Ordering::Relaxed);
    }

    /// The client spoke of a document; commands without arguments are about the last one.
    pub(crate) fn spoken_of(&self, document: &Uri) {
        let mut inner = self.inner();
        if View::of_uri(document).or_else(|| inner.folder.view(document)).is_none() {
            inner.spoken_of = Some(document.clone());
        }
    }

    /// The document that the client spoke of last.
    pub(crate) fn last_spoken_of(&self) -> Option<Uri> {
        self.inner().spoken_of.clone()
    }

    /// The view that a document is, by its URI or as a file that was written for it.
    pub(crate) fn view(&self, document: &Uri) -> Option<View> {
        View::of_uri(document).or_else(|| self.inner().folder.view(document))
    }

    /// A client has got the content with this number, and wants to hear once it is another one.
    pub(crate) fn shown(&self, view: View, channel: Channel, content: u64) {
        self.inner().shown.insert((view, channel), content);
    }

    /// Writes a view to a file and gives its path.
    pub(crate) fn write(&self, view: &View, text: &str) -> std::io::Result<PathBuf> {
        self.inner().folder.write(view, text)
    }

    /// Writes the page that explains a code to a file and gives its URI.
    pub(crate) fn write_explanation(&self, code: Code, text: &str) -> Option<Uri> {
        uri::uri_of(&self.inner().folder.write_explanation(code, text).ok()?)
    }

    /// Something may have changed.
    pub(crate) fn wake(&self) {
        let mut inner = self.inner();
        if !inner.shown.is_empty() {
            inner.may_differ = true;
            self.changed.notify_all();
        }
    }

    /// Nobody looks at views any more.
    pub(crate) fn close(&self) {
        let mut inner = self.inner();
        inner.is_closed = true;
        inner.folder = Folder::default();
        self.changed.notify_all();
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something may have changed; `false` once closed.
    fn wait(&self) -> bool {
        let is_idle = |inner: &mut Inner| !inner.may_differ && !inner.is_closed;
        let waited = self.changed.wait_while(self.inner(), is_idle);
        let mut inner = waited.unwrap_or_else(PoisonError::into_inner);
        inner.may_differ = false;
        !inner.is_closed
    }

    /// What clients look at.
    fn all_shown(&self) -> Vec<((View, Channel), u64)> {
        self.inner().shown.iter().map(|(key, content)| (key.clone(), *content)).collect()
    }

    /// A client no longer knows what it got.
    fn forget(&self, view: &View, channel: Channel) {
        self.inner().shown.remove(&(view.clone(), channel));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Kind, source: &str, expected: &str) {
        let view = View { kind, source: Uri::from_str(source).unwrap() };
        let uri = view.uri().unwrap();
        assert_eq!((uri.as_str(), View::of_uri(&uri)), (expected, Some(view)));
    }

    #[test]
    fn a_view_is_called_by_its_kind_and_its_document() {
        check(Kind::DataValues, "file:///app/a%20b.yml", "sayl:///data-values/app/a%20b.yml.values.yml");
        check(Kind::SchemaDocs, "file:///app/schema.yml", "sayl:///schema-docs/app/schema.yml.md");
        check(Kind::DataValues, "file:///c:/app/x.yml", "sayl:///data-values/c:/app/x.yml.values.yml");
        check(Kind::SchemaDocs, "untitled:Untitled-1", "sayl:///schema-docs/untitled:Untitled-1.md");
    }

    #[test]
    fn other_documents_are_no_views() {
        for uri in ["file:///data-values/x.yml", "sayl:///schema-docs/x.yml", "sayl:///other/x.yml"] {
            assert_eq!(View::of_uri(&Uri::from_str(uri).unwrap()), None, "{uri}");
        }
    }
}
