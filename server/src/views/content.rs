//! What a view shows, in the forms in which clients take it.

use std::hash::{DefaultHasher, Hash, Hasher};

use sayl_core::ide::data_values::{DataValues, Origin, data_values};
use sayl_core::ide::schema_docs::{SchemaDocs, schema_docs};
use sayl_core::schema::export::documentation::{html, markdown};
use sayl_core::text::FileId;
use serde_json::{Value, json};
use tower_lsp::ls_types::{Location, Uri};

use crate::lsp::to_proto;
use crate::lsp::view_uri::Kind;
use crate::state::Snapshot;

/// The content of a view.
pub(crate) enum Content {
    DataValues(DataValues),
    SchemaDocs(SchemaDocs),
}

impl Content {
    /// What a view of this kind shows of a file; `None` where there is nothing of the kind.
    pub(crate) fn of(snapshot: &Snapshot, kind: Kind, file: FileId) -> Option<Self> {
        match kind {
            Kind::DataValues => data_values(&snapshot.analysis, file).map(Self::DataValues),
            Kind::SchemaDocs => schema_docs(&snapshot.analysis, file).map(Self::SchemaDocs),
        }
    }

    /// As a document to read.
    pub(crate) fn text(&self, snapshot: &Snapshot, file: FileId) -> String {
        match self {
            Self::DataValues(values) => values.with_comments(&snapshot.analysis, file),
            Self::SchemaDocs(docs) => markdown::markdown(&docs.schemas),
        }
    }

    /// As the answer to a request of ours; `uri` names it.
    pub(crate) fn answer(&self, snapshot: &Snapshot, uri: &Uri) -> Value {
        match self {
            Self::DataValues(values) => {
                let origins = values.origins.iter().enumerate().filter_map(|(line, origin)| {
                    Some(json!({"line": line, "location": location(snapshot, (*origin)?)?}))
                });
                let origins: Vec<Value> = origins.collect();
                json!({"uri": uri, "languageId": "yaml", "text": values.text, "origins": origins})
            }
            Self::SchemaDocs(docs) => {
                let (html, markdown) = (html::html(&docs.title, &docs.schemas), markdown::markdown(&docs.schemas));
                json!({"uri": uri, "languageId": "markdown", "markdown": markdown, "html": html})
            }
        }
    }

    /// Where what stands on a line was written, lines counted from 0.
    pub(crate) fn origin(&self, snapshot: &Snapshot, line: u32) -> Option<Location> {
        let Self::DataValues(values) = self else { return None };
        location(snapshot, (*values.origins.get(line as usize)?)?)
    }
}

/// A number that two contents share only if a reader could not tell them apart. `None` is no content.
pub(crate) fn fingerprint(content: Option<&Content>, snapshot: &Snapshot, file: FileId) -> u64 {
    let mut hasher = DefaultHasher::new();
    match content {
        None => false.hash(&mut hasher),
        Some(Content::DataValues(values)) => {
            values.text.hash(&mut hasher);
            let place = |location: Location| (location.uri.as_str().to_owned(), location.range.start.line);
            let place_of = |origin: &Option<Origin>| location(snapshot, (*origin)?).map(place);
            values.origins.iter().for_each(|origin| place_of(origin).hash(&mut hasher));
        }
        Some(docs) => docs.text(snapshot, file).hash(&mut hasher),
    }
    hasher.finish()
}

fn location(snapshot: &Snapshot, origin: Origin) -> Option<Location> {
    let range = to_proto::file_range(&snapshot.analysis, origin.file, origin.range, snapshot.features.encoding);
    Some(Location { uri: snapshot.uri_of(origin.file)?, range })
}
