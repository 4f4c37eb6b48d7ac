//! Views, and what they are called: each has a URI, and a command that shows it (`docs/protocol.md`).

use std::str::FromStr;

use tower_lsp::ls_types::Uri;

use super::uri;

/// The scheme of the URIs of views.
pub(crate) const SCHEME: &str = "sayl";

/// What a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ViewKind {
    /// The final data values, or what the values of resources come to.
    DataValues,
    /// The documentation of the schema.
    SchemaDocs,
    /// What templates are rendered to.
    Rendered,
    /// The graphs of kro in it.
    Graph,
}

impl ViewKind {
    const ALL: [Self; 4] = [Self::DataValues, Self::SchemaDocs, Self::Rendered, Self::Graph];

    /// The command that shows it.
    pub(crate) fn command(self) -> &'static str {
        match self {
            Self::DataValues => "sayl.showDataValues",
            Self::SchemaDocs => "sayl.showSchemaDocs",
            Self::Rendered => "sayl.showRendered",
            Self::Graph => "sayl.showGraph",
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
            Self::Rendered => ("/rendered/", ".rendered.yml"),
            Self::Graph => ("/graph/", ".graph.md"),
        }
    }
}

/// A view of a document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    pub(crate) kind: ViewKind,
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
        ViewKind::ALL.into_iter().find_map(|kind| {
            let (before, behind) = kind.affixes();
            let source = path.strip_prefix(before)?.strip_suffix(behind)?;
            // A drive has one letter, a scheme has more.
            let has_scheme = source.split('/').next()?.find(':').is_some_and(|colon| colon > 1);
            let source = if has_scheme { source.to_owned() } else { format!("file:///{source}") };
            Some(Self { kind, source: Uri::from_str(&source).ok()? })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: ViewKind, source: &str, expected: &str) {
        let view = View { kind, source: Uri::from_str(source).unwrap() };
        let uri = view.uri().unwrap();
        assert_eq!((uri.as_str(), View::of_uri(&uri)), (expected, Some(view)));
    }

    #[test]
    fn a_view_is_called_by_its_kind_and_its_document() {
        check(ViewKind::DataValues, "file:///app/a%20b.yml", "sayl:///data-values/app/a%20b.yml.values.yml");
        check(ViewKind::SchemaDocs, "file:///app/schema.yml", "sayl:///schema-docs/app/schema.yml.md");
        check(ViewKind::Rendered, "file:///app/app.yml", "sayl:///rendered/app/app.yml.rendered.yml");
        check(ViewKind::Graph, "file:///app/rgd.yml", "sayl:///graph/app/rgd.yml.graph.md");
        check(ViewKind::DataValues, "file:///c:/app/x.yml", "sayl:///data-values/c:/app/x.yml.values.yml");
        check(ViewKind::SchemaDocs, "untitled:Untitled-1", "sayl:///schema-docs/untitled:Untitled-1.md");
    }

    #[test]
    fn other_documents_are_no_views() {
        for uri in ["file:///data-values/x.yml", "sayl:///schema-docs/x.yml", "sayl:///other/x.yml"] {
            assert_eq!(View::of_uri(&Uri::from_str(uri).unwrap()), None, "{uri}");
        }
    }
}
