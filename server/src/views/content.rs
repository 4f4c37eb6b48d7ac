//! What a view shows, in the forms in which clients take it.

use std::hash::{DefaultHasher, Hash, Hasher};

use sayl_core::ide::data_values::data_values;
use sayl_core::ide::graph::{GraphView, graph_view};
use sayl_core::ide::mapped_text::{MappedText, TokenOrigin};
use sayl_core::ide::rendered::{RenderedOutput, rendered};
use sayl_core::ide::schema_docs::{SchemaDocs, schema_docs};
use sayl_core::schema::export::documentation::{html, markdown};
use sayl_core::text::FileId;
use serde_json::{Value, json};
use tower_lsp::ls_types::{Location, Uri};

use crate::lsp::to_proto;
use crate::lsp::view_uri::ViewKind;
use crate::state::Snapshot;

/// The content of a view.
pub(crate) enum ViewContent {
    DataValues(MappedText),
    SchemaDocs(SchemaDocs),
    Rendered(RenderedOutput),
    Graph(GraphView),
}

/// What a view shows at one moment.
pub(crate) struct ViewState {
    /// Its content; `None` where there is nothing of the kind.
    pub(crate) content: Option<ViewContent>,
    /// Whether it will be another one in a moment, when what is being evaluated is known.
    pub(crate) is_waiting: bool,
}

impl ViewState {
    /// What a view of this kind shows of a file.
    pub(crate) fn at(snapshot: &Snapshot, kind: ViewKind, file: FileId) -> Self {
        let analysis = &snapshot.analysis;
        let content = match kind {
            ViewKind::DataValues => data_values(analysis, file).map(ViewContent::DataValues),
            ViewKind::SchemaDocs => schema_docs(analysis, file).map(ViewContent::SchemaDocs),
            ViewKind::Graph => graph_view(analysis, file).map(ViewContent::Graph),
            ViewKind::Rendered => {
                let rendered = rendered(analysis, file);
                return Self { content: rendered.output.map(ViewContent::Rendered), is_waiting: rendered.is_waiting };
            }
        };
        Self { content, is_waiting: analysis.is_waiting(file) }
    }
}

impl ViewContent {
    /// As a document to read.
    pub(crate) fn text(&self, snapshot: &Snapshot, file: FileId) -> String {
        match self {
            Self::DataValues(values) => values.with_comments(&snapshot.analysis, file),
            Self::SchemaDocs(docs) => markdown::markdown(&docs.schemas),
            Self::Rendered(rendered) => rendered.output.text.clone(),
            Self::Graph(graph) => graph.outline.text.clone(),
        }
    }

    /// As the answer to a request of ours; `uri` names it.
    pub(crate) fn answer(&self, snapshot: &Snapshot, uri: &Uri) -> Value {
        match self {
            Self::DataValues(values) => {
                json!({"uri": uri, "languageId": "yaml", "text": values.text, "origins": origins(values, snapshot)})
            }
            Self::Rendered(rendered) => json!({
                "uri": uri,
                "languageId": if rendered.is_text { "plaintext" } else { "yaml" },
                "text": rendered.output.text,
                "isCurrent": rendered.is_current,
                "origins": origins(&rendered.output, snapshot),
            }),
            Self::Graph(graph) => json!({
                "uri": uri,
                "languageId": "markdown",
                "markdown": graph.outline.text,
                "html": graph.page,
                "origins": origins(&graph.outline, snapshot),
            }),
            Self::SchemaDocs(docs) => {
                let (html, markdown) = (html::html(&docs.title, &docs.schemas), markdown::markdown(&docs.schemas));
                json!({"uri": uri, "languageId": "markdown", "markdown": markdown, "html": html})
            }
        }
    }

    /// The text whose lines know where they come from.
    fn mapped(&self) -> Option<&MappedText> {
        match self {
            Self::DataValues(values) => Some(values),
            Self::Rendered(rendered) => Some(&rendered.output),
            Self::Graph(graph) => Some(&graph.outline),
            Self::SchemaDocs(_) => None,
        }
    }

    /// Where what stands on a line was written, lines counted from 0.
    pub(crate) fn origin(&self, snapshot: &Snapshot, line: u32) -> Option<Location> {
        location(snapshot, (*self.mapped()?.origins.get(line as usize)?)?)
    }

    /// Every place that a line comes from: where it was written, and the data values that it shows.
    pub(crate) fn sources(&self, snapshot: &Snapshot, line: u32) -> Vec<Location> {
        match self {
            Self::Rendered(rendered) => {
                let sources = rendered.sources(&snapshot.analysis, line as usize).into_iter();
                sources.filter_map(|source| location(snapshot, source)).collect()
            }
            _ => self.origin(snapshot, line).into_iter().collect(),
        }
    }

    /// The line that comes from a line of a file, else from the nearest one above it; both counted from 0.
    pub(crate) fn line_from(&self, snapshot: &Snapshot, file: FileId, line: u32) -> Option<u32> {
        let origins = self.mapped()?.origins.iter().zip(0..);
        let own = origins.filter_map(|(origin, at)| Some(((*origin).filter(|origin| origin.file == file)?, at)));
        let lines = own.filter_map(|(origin, at)| Some((location(snapshot, origin)?.range.start.line, at)));
        // Of several lines from one, the first.
        lines.filter(|(from, _)| *from <= line).min_by_key(|(from, at)| (line - from, *at)).map(|(_, at)| at)
    }
}

fn origins(text: &MappedText, snapshot: &Snapshot) -> Vec<Value> {
    let origins = text.origins.iter().enumerate();
    let known =
        origins.filter_map(|(line, origin)| Some(json!({"line": line, "location": location(snapshot, (*origin)?)?})));
    known.collect()
}

/// A number that two contents share only if a reader could not tell them apart. `None` is no content.
pub(crate) fn fingerprint(content: Option<&ViewContent>, snapshot: &Snapshot, file: FileId) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.is_some().hash(&mut hasher);
    if let Some(ViewContent::Rendered(rendered)) = content {
        rendered.is_current.hash(&mut hasher);
    }
    match (content, content.and_then(ViewContent::mapped)) {
        (_, Some(text)) => {
            text.text.hash(&mut hasher);
            let place = |location: Location| (location.uri.as_str().to_owned(), location.range.start.line);
            let place_of = |origin: &Option<TokenOrigin>| location(snapshot, (*origin)?).map(place);
            text.origins.iter().for_each(|origin| place_of(origin).hash(&mut hasher));
        }
        (Some(docs), None) => docs.text(snapshot, file).hash(&mut hasher),
        (None, None) => {}
    }
    hasher.finish()
}

fn location(snapshot: &Snapshot, origin: TokenOrigin) -> Option<Location> {
    let range = to_proto::file_range(&snapshot.analysis, origin.file, origin.range, snapshot.features.encoding);
    Some(Location { uri: snapshot.uri_of(origin.file)?, range })
}
