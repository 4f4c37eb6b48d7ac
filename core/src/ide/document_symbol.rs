//! Document symbols: the outline of documents, maps and arrays, and of Starlark files.

use rustc_hash::FxHashSet;

use crate::analysis::Analysis;
use crate::choreo::Resource;
use crate::document::TextDocument;
use crate::ide::position::value_step;
use crate::ide::schema_markdown::shortened;
use crate::kro::CheckedGraph;
use crate::schema::SchemaNode;
use crate::schema::lookup::{self, child};
use crate::schema::sections::inside::all;
use crate::text::{FileId, TextRange, TextSize};
use crate::values::flow::key_text;
use crate::values::{Value, ValueKind, from_yaml};
use crate::workspace::is_starlark;
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::path::NodeStep;
use crate::yaml::{Document, Entry, Item, Node, NodeKind, Placed};

mod code;
mod outermost;

use outermost::Room;

/// Keys whose value names an item, the best first.
const IDENTIFYING_KEYS: [&str; 4] = ["name", "id", "key", "title"];

/// How many keys of an item are searched for its name.
const MOST_KEYS: usize = 16;

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentSymbolKind {
    /// A YAML document.
    Document,
    /// A type that a resource defines for its schemas.
    Type,
    /// A function of template code.
    Function,
    /// A variable of template code.
    Variable,
    /// A map.
    Mapping,
    /// An array.
    Sequence,
    /// Text.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// `null`.
    Null,
}

/// A node of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// The key, or the index of an item.
    pub name: String,
    /// A short text beside it, such as a scalar's value.
    pub detail: Option<String>,
    /// What it is.
    pub kind: DocumentSymbolKind,
    /// The whole node.
    pub range: TextRange,
    /// The part to select, inside `range`.
    pub selection: TextRange,
    /// Whether setting it is deprecated.
    pub deprecated: bool,
    /// What is inside.
    pub children: Vec<DocumentSymbol>,
}

/// The outline of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// What stands at the top. The keys of a lone document do; several documents, and resources, each have a symbol.
    pub symbols: Vec<DocumentSymbol>,
    /// How many symbols the whole outline would have, if it has more than were wanted.
    pub all: Option<usize>,
}

/// The outline of a file, with at most `limit` symbols: of a larger one, the outermost.
pub fn document_symbols(analysis: &Analysis, file: FileId, limit: usize) -> Outline {
    let (mut symbols, left_out) = if is_starlark(analysis.path(file)) {
        (code::symbols(analysis, file), 0)
    } else {
        let nodes = analysis.document(file).map(|text| symbols_of(analysis, file, text, limit));
        let (symbols, left_out) = nodes.unwrap_or_default();
        (code::with_functions(analysis, file, symbols), left_out)
    };
    let all = left_out + outermost::keep_outermost(&mut symbols, limit);
    Outline { symbols, all: (all > limit).then_some(all) }
}

/// The symbols of the nodes of a text, at most so many, and how many have no room.
fn symbols_of(analysis: &Analysis, file: FileId, text: &TextDocument, limit: usize) -> (Vec<DocumentSymbol>, usize) {
    let documents = text.stream().documents.as_slice();
    let (resources, graphs) = (analysis.resources(file), analysis.graphs(file));
    let is_lone = matches!(documents, [lone] if holds_nodes(lone)) && resources.is_empty() && graphs.is_empty();
    let room = Room::of(documents, !is_lone, limit);
    let all = room.all;
    let mut nodes = NodeSymbols { analysis, room };
    let shown = if is_lone { 1 } else { nodes.room.take(0, documents.len()) };
    let symbols = documents.iter().take(shown).enumerate().map(|(index, document)| {
        let schema = analysis.schema(file, index);
        let schema = schema.as_ref().map(|schema| &*schema.root);
        let symbol = nodes.document(document, index, schema, usize::from(!is_lone));
        let graph = graphs.iter().find(|(document, _)| *document == index);
        match (resources.iter().find(|(document, _)| *document == index), graph) {
            (Some((_, resource)), _) => resource_symbol(symbol, text, resource),
            (None, Some((_, graph))) => graph_symbol(symbol, text, graph),
            (None, None) => symbol,
        }
    });
    let mut symbols: Vec<DocumentSymbol> = symbols.collect();
    if is_lone {
        symbols = symbols.into_iter().flat_map(|document| document.children).collect();
    }
    let left_out = all - outermost::count(&symbols);
    (symbols, left_out)
}

/// Whether there is anything below the document itself.
fn holds_nodes(document: &Document) -> bool {
    let root = document.root();
    root.mapping().is_some_and(|it| !it.entries.is_empty()) || root.sequence().is_some_and(|it| !it.items.is_empty())
}

/// A graph goes by the kind that it defines; each of its resources says what it is, and on whom it depends.
fn graph_symbol(symbol: DocumentSymbol, text: &TextDocument, graph: &CheckedGraph) -> DocumentSymbol {
    let kind = graph.graph.defines.as_ref().map(|of| format!(" {}", of.kind)).unwrap_or_default();
    let mut symbol = DocumentSymbol { name: format!("ResourceGraphDefinition{kind}"), ..symbol };
    for (index, resource) in graph.graph.resources.iter().enumerate() {
        let Some(place) = text.resolve(resource.id.place) else { continue };
        let kind = resource.of().map_or("", |of| of.kind.as_str());
        let id = |other: usize| graph.graph.resources[other].id.name.to_string();
        let needs: Vec<String> = graph.needs(index).into_iter().map(id).collect();
        let detail = if needs.is_empty() { kind.to_owned() } else { format!("{kind} ← {}", needs.join(", ")) };
        describe_item(&mut symbol, &resource.id.name, place, &detail);
    }
    symbol
}

/// Gives the item that holds an id a short text beside it.
fn describe_item(symbol: &mut DocumentSymbol, id: &str, place: TextRange, detail: &str) {
    if symbol.name == id && symbol.kind == DocumentSymbolKind::Mapping {
        symbol.detail = Some(detail.to_owned());
        return;
    }
    let inner = symbol.children.iter_mut().find(|child| child.range.contains_range(place));
    if let Some(inner) = inner {
        describe_item(inner, id, place, detail);
    }
}

/// A resource goes by its kind and name, and its custom types are types.
fn resource_symbol(symbol: DocumentSymbol, text: &TextDocument, resource: &Resource) -> DocumentSymbol {
    let name = resource.name.as_ref().map(|name| format!(" {}", name.name)).unwrap_or_default();
    let all = all(&resource.value);
    let sections = all.iter().flat_map(|group| group.types.into_iter().chain(group.own_types()));
    let types = sections.filter_map(Value::mapping).flat_map(|types| &types.entries);
    let types: FxHashSet<TextRange> = types.filter_map(|entry| text.resolve(entry.place)).collect();
    let mut symbol = DocumentSymbol { name: format!("{}{name}", resource.kind.name()), ..symbol };
    mark_types(&mut symbol.children, &types);
    symbol
}

fn mark_types(symbols: &mut [DocumentSymbol], types: &FxHashSet<TextRange>) {
    for symbol in symbols {
        if types.contains(&symbol.selection) {
            symbol.kind = DocumentSymbolKind::Type;
        }
        mark_types(&mut symbol.children, types);
    }
}

/// Makes symbols of nodes, as far as there is room for them.
struct NodeSymbols<'a> {
    analysis: &'a Analysis,
    room: Room,
}

impl NodeSymbols<'_> {
    /// A document, the children of which are on a level.
    fn document(
        &mut self,
        document: &Document,
        index: usize,
        schema: Option<&SchemaNode>,
        level: usize,
    ) -> DocumentSymbol {
        let root = document.root();
        let header = document.comments.iter().find_map(|comment| match classify(comment) {
            CommentKind::Annotation(annotation) => Some(annotation.name.to_owned()),
            _ => None,
        });
        let (kind, detail) = kind_of(root);
        let is_collection = matches!(kind, DocumentSymbolKind::Mapping | DocumentSymbolKind::Sequence);
        DocumentSymbol {
            name: format!("document {}", index + 1),
            detail: header.or(detail),
            kind: if is_collection || matches!(root.kind, NodeKind::Empty) {
                DocumentSymbolKind::Document
            } else {
                kind
            },
            range: document.range.cover(root.range()),
            selection: document.marker.unwrap_or(TextRange::empty(root.range().start())),
            deprecated: false,
            children: self.children(root, schema, level),
        }
    }

    /// The symbols of what a collection holds. Nodes nest less deep than the stack allows: `yaml::lower` sees to it.
    fn children(&mut self, node: Placed<'_, Node>, schema: Option<&SchemaNode>, level: usize) -> Vec<DocumentSymbol> {
        if let Some(mapping) = node.mapping() {
            let shown = self.room.take(level, mapping.entries.len());
            return mapping.entries().take(shown).map(|entry| self.entry(entry, schema, level + 1)).collect();
        }
        let Some(sequence) = node.sequence() else { return Vec::new() };
        let shown = self.room.take(level, sequence.items.len());
        let items = sequence.items().take(shown).enumerate();
        items.map(|(index, item)| self.item(item, index, schema, level + 1)).collect()
    }

    fn entry(&mut self, entry: Placed<'_, Entry>, schema: Option<&SchemaNode>, level: usize) -> DocumentSymbol {
        self.analysis.unwind_if_cancelled();
        let step = value_step(NodeStep::Entry(entry));
        // A merge key's content belongs to the map itself.
        let schema = match &step {
            Some(step) => schema.and_then(|schema| child(schema, step)).map(|node| &**node),
            None => schema,
        };
        let name = match &step {
            Some(lookup::Step::Key(key)) => key_text(key),
            _ => "<<".to_owned(),
        };
        let name = if name.is_empty() { "\"\"".to_owned() } else { name };
        let (kind, detail) = kind_of(entry.value());
        DocumentSymbol {
            name,
            detail,
            kind,
            range: entry.range(),
            selection: entry.key().range(),
            deprecated: step.is_some() && schema.is_some_and(|schema| schema.deprecated.is_some()),
            children: self.children(entry.value(), schema, level),
        }
    }

    fn item(
        &mut self,
        item: Placed<'_, Item>,
        index: usize,
        schema: Option<&SchemaNode>,
        level: usize,
    ) -> DocumentSymbol {
        self.analysis.unwind_if_cancelled();
        let schema = schema.and_then(|schema| child(schema, &lookup::Step::Item(index))).map(|node| &**node);
        let (kind, detail) = kind_of(item.value());
        let dash = TextRange::at(item.range().start(), TextSize::new(1));
        DocumentSymbol {
            name: item_name(item.value()).unwrap_or_else(|| index.to_string()),
            detail,
            kind,
            range: item.range(),
            selection: if item.range().contains_range(dash) { dash } else { item.range() },
            deprecated: schema.is_some_and(|schema| schema.deprecated.is_some()),
            children: self.children(item.value(), schema, level),
        }
    }
}

/// What people call an item: its name, or what else identifies it.
fn item_name(item: Placed<'_, Node>) -> Option<String> {
    IDENTIFYING_KEYS.iter().find_map(|identifying| short_text(value_of(item, identifying)?))
}

/// The value of one of the first keys of a map.
fn value_of<'a>(node: Placed<'a, Node>, name: &str) -> Option<Placed<'a, Node>> {
    let mut first = node.mapping()?.entries().take(MOST_KEYS);
    first.find(|entry| entry.key().scalar().is_some_and(|key| key.text == name)).map(Placed::<Entry>::value)
}

/// Text of one line, cut if it is long.
fn short_text(node: Placed<'_, Node>) -> Option<String> {
    let text = &node.scalar()?.text;
    (!text.is_empty() && !text.contains('\n')).then(|| shortened(text))
}

fn kind_of(node: Placed<'_, Node>) -> (DocumentSymbolKind, Option<String>) {
    match &node.get().kind {
        NodeKind::Mapping(_) => (DocumentSymbolKind::Mapping, None),
        NodeKind::Sequence(_) => (DocumentSymbolKind::Sequence, None),
        NodeKind::Alias(name) => (DocumentSymbolKind::String, Some(format!("*{name}"))),
        NodeKind::Empty | NodeKind::Broken => (DocumentSymbolKind::Null, None),
        NodeKind::Scalar(scalar) => {
            let kind = match from_yaml::scalar_kind(node.get()) {
                Some(ValueKind::Null) => DocumentSymbolKind::Null,
                Some(ValueKind::Bool(_)) => DocumentSymbolKind::Boolean,
                Some(ValueKind::Int(_) | ValueKind::Float(_)) => DocumentSymbolKind::Number,
                _ => DocumentSymbolKind::String,
            };
            (kind, Some(shortened(scalar.text.lines().next().unwrap_or_default())))
        }
    }
}

#[cfg(test)]
mod tests;
