//! Keys that a schema declares, and everything that writes them: values, other documents of the schema, templates.
//! A field is known by the place of its declaration, whichever family its schema is of.

use std::sync::Arc;

use super::{Occurrence, Reach, Symbol, SymbolKind, written};
use crate::analysis::Analysis;
use crate::choreo::Resource;
use crate::choreo::expression::resolve::Meaning;
use crate::choreo::sites::sites;
use crate::ide::position::exact_path;
use crate::ide::shorthand::with_inside;
use crate::schema::lookup::{Step, child, lookup};
use crate::schema::{Schema, SchemaNode, Type};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::flow::key_text;
use crate::values::{Key, Value, from_yaml};
use crate::yaml::path::{self, Location, Part};
use crate::yaml::{At, Entry, Item, Mapping, Node, ScalarStyle, Sequence};

/// A schema, and the way from the root of a document to what it governs.
type Governed = (Vec<Step>, Arc<Schema>);

/// What declares a field.
struct Declaration {
    name: String,
    place: Place,
    /// The names of its map.
    siblings: Vec<String>,
    /// Whether a default of its map gives it a value.
    is_in_default: bool,
}

pub(super) fn symbol(analysis: &Analysis, file: FileId, offset: TextSize, reach: Reach) -> Option<Symbol> {
    let location = path::locate(analysis.document(file)?.stream(), offset)?;
    let (declaration, range) = match location.part {
        Part::Key(key) => (declaration_of_key(analysis, file, &location)?, written(file, key)?.range),
        _ => in_template(analysis, file, location.document, offset)?,
    };
    let files = reach.files(analysis, declaration.place.file, file);
    let (occurrences, is_in_code) = occurrences(analysis, &files, declaration.place);
    let fixed = fixed(analysis, &declaration, &occurrences);
    let Declaration { name, siblings: taken, .. } = declaration;
    Some(Symbol { kind: SymbolKind::Field { is_in_code }, name, range, occurrences, taken, fixed })
}

/// Why a field keeps its name: what writes it cannot all be changed.
fn fixed(analysis: &Analysis, declaration: &Declaration, occurrences: &[Occurrence]) -> Option<String> {
    let is_library = |file: FileId| analysis.path(file).iter().any(|part| part == "_ytt_lib");
    if occurrences.iter().any(|occurrence| is_library(occurrence.file)) {
        return Some(format!("`{}` belongs to a library, which is not changed from here", declaration.name));
    }
    if declaration.is_in_default {
        return Some(format!("A default gives `{}` a value, and is not changed with it", declaration.name));
    }
    let is_ours = !analysis.resources(declaration.place.file).is_empty();
    (!is_ours).then(|| format!("Template code may use `{}`, and is not renamed yet", declaration.name))
}

/// The declaration of the key under the cursor.
fn declaration_of_key(analysis: &Analysis, file: FileId, location: &Location<'_>) -> Option<Declaration> {
    let document = analysis.document(file)?;
    let root = document.stream().documents.get(location.document)?.root();
    let path = exact_path(root, &location.steps);
    let (last, parents) = path.split_last()?;
    let Step::Key(key) = last else { return None };
    let governed = governed(analysis, file, location.document);
    let found = governed.iter().find_map(|(prefix, schema)| {
        let inner = parents.strip_prefix(prefix.as_slice())?;
        declaration(lookup(schema, inner)?, key)
    });
    found.or_else(|| {
        with_inside(analysis, file, location, |inside, document| {
            let mut parent = inside.clone();
            let Step::Key(key) = parent.path.pop()? else { return None };
            declaration(&*parent.schema(document)?, &key)
        })
    })
}

/// The declaration of a key in a map.
fn declaration(parent: &SchemaNode, key: &Key) -> Option<Declaration> {
    let Type::Mapping(ty) = &parent.ty else { return None };
    let field = ty.fields.get(key)?;
    let siblings = ty.fields.keys().map(key_text).collect();
    let default = parent.written_default.as_ref().and_then(Value::mapping);
    let is_in_default = default.is_some_and(|default| default.entry(key).is_some());
    Some(Declaration { name: key_text(key), place: field.declared, siblings, is_in_default })
}

/// The schemas that govern a document or parts of it.
fn governed(analysis: &Analysis, file: FileId, document: usize) -> Vec<Governed> {
    let whole = analysis.schema(file, document).map(|schema| (Vec::new(), schema));
    let resource = resource(analysis, file, document);
    let sites = resource.into_iter().flat_map(|resource| sites(resource, analysis.catalog()));
    let parts = sites.filter_map(|site| Some((site.path, site.schemas.section(site.section)?.schema.clone())));
    whole.into_iter().chain(parts).collect()
}

fn resource(analysis: &Analysis, file: FileId, document: usize) -> Option<&Arc<Resource>> {
    analysis.resources(file).iter().find(|(index, _)| *index == document).map(|(_, resource)| resource)
}

/// The field that a name in a template means, and the place of that name.
fn in_template(
    analysis: &Analysis,
    file: FileId,
    document: usize,
    offset: TextSize,
) -> Option<(Declaration, TextRange)> {
    let text = analysis.document(file)?;
    let resource = resource(analysis, file, document)?;
    let (range, node) = template_names(resource)
        .filter_map(|(place, node)| Some((text.resolve(place)?, node)))
        .find(|(range, _)| range.contains_inclusive(offset))?;
    let roots = resource.sections.iter().map(|section| &section.schema.root);
    let found = roots.into_iter().find_map(|root| find_declaration(root, node.declared))?;
    Some((found, range))
}

/// Searches a schema for the field that is declared at a place.
fn find_declaration(node: &SchemaNode, place: Place) -> Option<Declaration> {
    match &node.ty {
        Type::Mapping(ty) => {
            let own = ty.fields.iter().find(|(_, field)| field.declared == place);
            let own = own.and_then(|(key, _)| declaration(node, key));
            own.or_else(|| ty.fields.values().find_map(|field| find_declaration(field, place)))
        }
        Type::Sequence(item) => find_declaration(item, place),
        _ => None,
    }
}

/// Every field that the templates of a resource name, with the place of the name.
fn template_names(resource: &Resource) -> impl Iterator<Item = (Place, &Arc<SchemaNode>)> {
    let segments = resource.templates.segments();
    segments.filter_map(|(text, segment)| match &segment.meaning {
        Meaning::Field(node) if !segment.range.is_empty() => Some((text.site.place(segment.range), node)),
        _ => None,
    })
}

/// Every place in some files that writes a field, its declaration included; and whether expressions are among them.
fn occurrences(analysis: &Analysis, files: &[FileId], declared: Place) -> (Vec<Occurrence>, bool) {
    let mut found: Vec<Occurrence> = declaring_key(analysis, declared).into_iter().collect();
    let mut is_in_code = false;
    for file in files.iter().copied() {
        let Some(text) = analysis.document(file) else { continue };
        for (index, document) in text.stream().documents.iter().enumerate() {
            for (path, schema) in governed(analysis, file, index) {
                if let Some(node) = node_at(document.root(), &path) {
                    keys(file, node, &schema.root, declared, &mut found);
                }
            }
        }
        for (_, resource) in analysis.resources(file) {
            let names = template_names(resource).filter(|(_, node)| node.declared == declared);
            let before = found.len();
            found.extend(names.filter_map(|(place, _)| {
                Some(Occurrence { file, range: text.resolve(place)?, is_declaration: false, style: ScalarStyle::Plain })
            }));
            is_in_code |= found.len() > before;
        }
    }
    found.sort_by_key(|occurrence| (occurrence.file, occurrence.range.start(), !occurrence.is_declaration));
    found.dedup_by_key(|occurrence| (occurrence.file, occurrence.range));
    (found, is_in_code)
}

/// The key that declares a field.
fn declaring_key(analysis: &Analysis, declared: Place) -> Option<Occurrence> {
    let text = analysis.document(declared.file)?;
    let location = path::locate(text.stream(), text.resolve(declared)?.start())?;
    let Part::Key(key) = location.part else { return None };
    Some(Occurrence { is_declaration: true, ..written(declared.file, key)? })
}

/// Adds the keys below a node that mean a field.
fn keys(file: FileId, node: At<'_, Node>, schema: &SchemaNode, declared: Place, found: &mut Vec<Occurrence>) {
    for entry in node.mapping().into_iter().flat_map(At::<Mapping>::entries) {
        let key = from_yaml::key(entry.key().get());
        let is_field =
            matches!(&schema.ty, Type::Mapping(ty) if ty.fields.get(&key).is_some_and(|it| it.declared == declared));
        found.extend(is_field.then(|| written(file, entry.key())).flatten());
        if let Some(schema) = child(schema, &Step::Key(key)) {
            keys(file, entry.value(), schema, declared, found);
        }
    }
    for item in node.sequence().into_iter().flat_map(At::<Sequence>::items) {
        if let Some(schema) = child(schema, &Step::Item(0)) {
            keys(file, item.value(), schema, declared, found);
        }
    }
}

/// The node at the end of a path.
fn node_at<'a>(root: At<'a, Node>, path: &[Step]) -> Option<At<'a, Node>> {
    path.iter().try_fold(root, |node, step| match step {
        Step::Key(key) => {
            let mut entries = node.mapping()?.entries();
            entries.find(|entry: &At<'_, Entry>| from_yaml::key(entry.key().get()) == *key).map(At::<Entry>::value)
        }
        Step::Item(index) => node.sequence()?.items().nth(*index).map(At::<Item>::value),
    })
}
