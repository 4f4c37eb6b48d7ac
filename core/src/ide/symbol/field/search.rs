//! Every place that writes a field: keys of documents that its schema governs, expressions, template code.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::analysis::names::ReadingsCollector;
use crate::ide::position::node_at;
use crate::ide::symbol::{Occurrence, written};
use crate::schema::lookup::{Step, child};
use crate::schema::{Schema, SchemaNode};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::{Key, from_yaml};
use crate::yaml::path::{self, Part, document_at};
use crate::yaml::{Comment, Mapping, Node, Placed, ScalarStyle, Sequence};

use super::trail::Trail;
use super::{FieldDeclaration, governed, template_names};

/// What was found of a field.
#[derive(Default)]
pub(super) struct FieldMatch {
    /// The places, in the order of files and text.
    pub(super) occurrences: Vec<Occurrence>,
    /// Whether expressions or code are among them.
    pub(super) is_in_code: bool,
}

/// Every place in some files that writes a field, its declaration included.
pub(super) fn search(analysis: &Analysis, files: &[FileId], declaration: &FieldDeclaration) -> FieldMatch {
    let declared = declaration.place;
    let mut occurrences: Vec<Occurrence> = declaring_key(analysis, declared).into_iter().collect();
    for file in files.iter().copied() {
        for part in parts(analysis, file) {
            keys(analysis, (file, part.node), &part.schema.root, declared, &mut occurrences);
        }
    }
    occurrences.extend(in_examples(analysis, declaration).unwrap_or_default());
    let in_code = in_code(analysis, files, declaration);
    let is_in_code = !in_code.is_empty();
    occurrences.extend(in_code);
    occurrences.sort_by_key(|occurrence| (occurrence.file, occurrence.range.start(), !occurrence.is_declaration));
    occurrences.dedup_by_key(|occurrence| (occurrence.file, occurrence.range));
    FieldMatch { occurrences, is_in_code }
}

/// The keys of examples in annotations: texts in quotes.
fn in_examples(analysis: &Analysis, declaration: &FieldDeclaration) -> Option<Vec<Occurrence>> {
    let FieldDeclaration { name, place, .. } = declaration;
    let declaring = analysis.document(place.file)?;
    let document = document_at(declaring.stream(), declaring.resolve(*place)?.start())?;
    let schema = analysis.schema(place.file, document)?;
    let occurrence = |place: Place| {
        let text = analysis.document(place.file)?;
        let range = text.resolve(place)?;
        let written = text.slice(range);
        let start = range.start() + TextSize::of('"');
        let is_it = [format!("\"{name}\""), format!("'{name}'")].contains(&written);
        let range = TextRange::at(start, TextSize::of(name.as_str()));
        is_it.then_some(Occurrence { file: place.file, range, is_declaration: false, style: ScalarStyle::Plain })
    };
    Some(Trail::to(&schema.root, *place)?.in_examples().into_iter().filter_map(occurrence).collect())
}

/// Every place in expressions and template code.
fn in_code(analysis: &Analysis, files: &[FileId], declaration: &FieldDeclaration) -> Vec<Occurrence> {
    let declared = declaration.place;
    let mut found = Vec::new();
    let mut reader = ReadingsCollector::new(analysis);
    for file in files.iter().copied() {
        let occurrence = |range| Occurrence { file, range, is_declaration: false, style: ScalarStyle::Plain };
        let graphs = analysis.graphs(file);
        let of_graphs = graphs.iter().map(|(_, graph)| &graph.templates);
        let templates = analysis.resources(file).iter().map(|(_, resource)| &resource.templates).chain(of_graphs);
        for templates in templates {
            let names = template_names(templates)
                .filter(|(_, segment, node)| node.declared == declared && segment.name == declaration.name);
            let ranges = names.filter_map(|(place, ..)| analysis.document(file)?.resolve(place));
            found.extend(ranges.map(occurrence));
        }
        for reading in reader.readings(file) {
            let named = reading.named().filter(|named| is_field(named.parent, &named.key, declared));
            found.extend(named.map(|named| occurrence(named.range)));
        }
    }
    found
}

/// A part of a document that a schema governs.
pub(super) struct GovernedPart<'a> {
    /// The part: a whole document, or what stands at a path in it.
    pub(super) node: Placed<'a, Node>,
    /// The schema.
    pub(super) schema: Arc<Schema>,
    /// The comments of the document.
    pub(super) comments: &'a [Comment],
}

/// Every part of a file that a schema governs.
pub(super) fn parts(analysis: &Analysis, file: FileId) -> Vec<GovernedPart<'_>> {
    let documents = analysis.document(file).map(|text| &*text.stream().documents).unwrap_or_default();
    let mut parts = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        for (path, schema) in governed(analysis, file, index) {
            let node = node_at(document.root(), &path);
            parts.extend(node.map(|node| GovernedPart { node, schema, comments: &document.comments }));
        }
    }
    parts
}

/// Whether a key of a map is the field.
fn is_field(parent: &SchemaNode, key: &Key, declared: Place) -> bool {
    let field = parent.ty.mapping().and_then(|ty| ty.fields.get(key));
    field.is_some_and(|field| field.declared == declared)
}

/// The key that declares a field.
fn declaring_key(analysis: &Analysis, declared: Place) -> Option<Occurrence> {
    let text = analysis.document(declared.file)?;
    let location = path::locate(text.stream(), text.resolve(declared)?.start())?;
    let Part::Key(key) = location.part else { return None };
    Some(Occurrence { is_declaration: true, ..written(declared.file, key)? })
}

/// Adds the keys below a node that mean a field.
fn keys(
    analysis: &Analysis,
    (file, node): (FileId, Placed<'_, Node>),
    schema: &SchemaNode,
    declared: Place,
    found: &mut Vec<Occurrence>,
) {
    analysis.unwind_if_cancelled();
    for entry in node.mapping().into_iter().flat_map(Placed::<Mapping>::entries) {
        let key = from_yaml::key(entry.key().get());
        let is_field = is_field(schema, &key, declared);
        found.extend(is_field.then(|| written(file, entry.key())).flatten());
        if let Some(schema) = child(schema, &Step::Key(key)) {
            keys(analysis, (file, entry.value()), schema, declared, found);
        }
    }
    for item in node.sequence().into_iter().flat_map(Placed::<Sequence>::items) {
        if let Some(schema) = child(schema, &Step::Item(0)) {
            keys(analysis, (file, item.value()), schema, declared, found);
        }
    }
}
