//! Keys that a schema declares, and everything that writes them: values, other documents of the schema, templates,
//! template code. A field is known by the place of its declaration, whichever family its schema is of.

use std::sync::Arc;

use super::{Occurrence, Reach, Symbol, SymbolKind, written};
use crate::analysis::Analysis;
use crate::analysis::names::ReadingsCollector;
use crate::cel::Templates;
use crate::cel::resolve::{Meaning, ResolvedName};
use crate::choreo::Resource;
use crate::choreo::sites::sites;
use crate::ide::cursor::{Cursor, Touched};
use crate::ide::expression;
use crate::ide::position::exact_path;
use crate::schema::lookup::{Step, lookup};
use crate::schema::sections::inside::Inside;
use crate::schema::{Schema, SchemaNode};
use crate::template::job::LIBRARIES;
use crate::text::{FileId, Place, TextRange};
use crate::values::flow::{key_text, plain_or_quoted};
use crate::values::{Key, Value};
use crate::yaml::path::NodeLocation;

mod obstacles;
mod search;
pub(in crate::ide) mod trail;

use obstacles::obstacle;
use search::{FieldMatch, search};

use trail::Trail;

/// A schema, and the way from the root of a document to what it governs.
pub(in crate::ide) type SchemaAtPath = (Vec<Step>, Arc<Schema>);

/// What declares a field.
struct FieldDeclaration {
    name: String,
    place: Place,
    /// The names of its map.
    siblings: Vec<String>,
    /// Whether a default of its map gives it a value.
    is_in_default: bool,
}

/// The field that template code names.
pub(super) fn in_code(cursor: &Cursor<'_>, reach: Reach) -> Option<Symbol> {
    let Cursor { analysis, file, offset, .. } = *cursor;
    let reading = ReadingsCollector::new(analysis).reading_at(file, offset)?;
    let named = reading.named().find(|named| named.range.contains_inclusive(offset))?;
    Some(symbol(cursor, declaration(named.parent, &named.key)?, named.range, reach))
}

/// The field that a key sets or declares.
pub(super) fn of_key(
    cursor: &Cursor<'_>,
    at: &Touched<'_>,
    inside: Option<&Inside<'_>>,
    reach: Reach,
) -> Option<Symbol> {
    let range = written(cursor.file, at.node)?.range;
    Some(symbol(cursor, declaration_of_key(cursor, &at.location, inside)?, range, reach))
}

/// The field that a name in an expression means.
pub(super) fn in_expression(cursor: &Cursor<'_>, at: &expression::ExpressionAt, reach: Reach) -> Option<Symbol> {
    let name = at.name()?;
    let Meaning::Field(node) = &name.meaning else { return None };
    let found = at.roots.iter().find_map(|root| find_declaration(root, node.declared))?;
    let range = at.source(cursor.document, name.range)?;
    (name.name == found.name).then(|| symbol(cursor, found, range, reach))
}

fn symbol(cursor: &Cursor<'_>, declaration: FieldDeclaration, range: TextRange, reach: Reach) -> Symbol {
    let (analysis, file) = (cursor.analysis, cursor.file);
    let mut files = reach.files(analysis, declaration.place.file, file);
    if reach == Reach::Workspace {
        files.extend(analysis.files_with_code(declaration.place.file));
        files.sort_unstable();
        files.dedup();
    }
    let FieldMatch { occurrences, is_in_code } = search(analysis, &files, &declaration);
    let is_ours = analysis.resources(declaration.place.file).is_empty();
    let obstacle = || obstacle(analysis, &files, &declaration).filter(|_| is_ours);
    let fixed = fixed(analysis, &declaration, &occurrences);
    let fixed = fixed.or_else(|| if reach == Reach::Workspace { obstacle() } else { None });
    let FieldDeclaration { name, siblings: taken, .. } = declaration;
    Symbol { kind: SymbolKind::Field { is_in_code }, name, range, occurrences, taken, fixed }
}

/// Why a field keeps its name: what writes it cannot all be changed.
fn fixed(analysis: &Analysis, declaration: &FieldDeclaration, occurrences: &[Occurrence]) -> Option<String> {
    let is_library = |file: FileId| analysis.path(file).iter().any(|part| part == LIBRARIES);
    if occurrences.iter().any(|occurrence| is_library(occurrence.file)) {
        return Some(format!("`{}` belongs to a library, which is not changed from here", declaration.name));
    }
    let name = &declaration.name;
    if declaration.place.file == FileId::BUILT_IN {
        return Some(format!("`{name}` belongs to what comes with every installation of OpenChoreo"));
    }
    if plain_or_quoted(name) != *name {
        return Some(format!("`{name}` is no text without quotes, so a rename could not be taken back"));
    }
    let is_given = declaration.is_in_default;
    is_given.then(|| format!("A default gives `{}` a value, and is not changed with it", declaration.name))
}

/// The declaration of the key under the cursor.
fn declaration_of_key(
    cursor: &Cursor<'_>,
    location: &NodeLocation<'_>,
    inside: Option<&Inside<'_>>,
) -> Option<FieldDeclaration> {
    let root = cursor.document.stream().documents.get(location.document)?.root();
    let path = exact_path(root, &location.steps);
    let (last, parents) = path.split_last()?;
    let Step::Key(key) = last else { return None };
    let governed = governed(cursor.analysis, cursor.file, location.document);
    let found = governed.iter().find_map(|(prefix, schema)| {
        let inner = parents.strip_prefix(prefix.as_slice())?;
        declaration(lookup(schema, inner)?, key)
    });
    found.or_else(|| {
        let mut parent = inside?.clone();
        let Step::Key(key) = parent.path.pop()? else { return None };
        declaration(&*parent.schema(cursor.document)?, &key)
    })
}

/// The declaration of a key in a map.
fn declaration(parent: &SchemaNode, key: &Key) -> Option<FieldDeclaration> {
    let ty = parent.ty.mapping()?;
    let field = ty.fields.get(key)?;
    let siblings = ty.fields.keys().map(key_text).collect();
    let default = parent.written_default.as_ref().and_then(Value::mapping);
    let is_in_default = default.is_some_and(|default| default.entry(key).is_some());
    Some(FieldDeclaration { name: key_text(key), place: field.declared, siblings, is_in_default })
}

/// The schemas that govern a document or parts of it.
pub(in crate::ide) fn governed(analysis: &Analysis, file: FileId, document: usize) -> Vec<SchemaAtPath> {
    let whole = analysis.schema(file, document).map(|schema| (Vec::new(), schema));
    let resource = resource(analysis, file, document);
    let sites = resource.into_iter().flat_map(|resource| sites(resource, &analysis.catalog(file)));
    let parts = sites.filter_map(|site| Some((site.path, site.schemas.section(site.section)?.schema.clone())));
    whole.into_iter().chain(parts).collect()
}

fn resource(analysis: &Analysis, file: FileId, document: usize) -> Option<&Arc<Resource>> {
    analysis.resources(file).iter().find(|(index, _)| *index == document).map(|(_, resource)| resource)
}

/// The field of a schema that is declared at a place.
fn find_declaration(node: &SchemaNode, place: Place) -> Option<FieldDeclaration> {
    let trail = Trail::to(node, place)?;
    let (parent, Step::Key(key)) = trail.last()? else { return None };
    declaration(parent, key)
}

/// Every name in templates that means a field, or a part of one that has no declaration of its own,
/// such as the `value` of an entry; with its place.
fn template_names(templates: &Templates) -> impl Iterator<Item = (Place, &ResolvedName, &Arc<SchemaNode>)> {
    let segments = templates.names();
    segments.filter_map(|(text, segment)| match &segment.meaning {
        Meaning::Field(node) if !segment.range.is_empty() => Some((text.site.place(segment.range), segment, node)),
        _ => None,
    })
}
