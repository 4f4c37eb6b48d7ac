//! Hover on the name of a property in an `openAPIV3Schema`: what its keywords, `$ref` included, come to.

use crate::choreo::Resource;
use crate::ide::cursor::{Cursor, Touched};
use crate::ide::schema_markdown;
use crate::schema::{Others, SchemaNode, Type};
use crate::text::Place;
use crate::values::Key;

/// What is said of a property; `None` for what is none.
pub(super) fn markdown(cursor: &Cursor<'_>, at: &Touched<'_>) -> Option<String> {
    let mut resources = cursor.analysis.resources(cursor.file).iter();
    let (_, resource) = resources.find(|(index, _)| *index == at.location.document)?;
    let is_here = |place: Place| place.file == cursor.file && cursor.document.resolve(place) == Some(at.range);
    let (key, node) = declared(resource, &is_here)?;
    Some(schema_markdown::markdown(cursor.analysis, &key.to_string(), &node))
}

/// The property of a resource's sections that is declared at a place.
fn declared(resource: &Resource, is_here: &dyn Fn(Place) -> bool) -> Option<(Key, SchemaNode)> {
    let sections = resource.named_sections().flat_map(|(_, sections)| sections);
    let mut waiting: Vec<&SchemaNode> = sections.map(|section| &*section.schema.root).collect();
    while let Some(node) = waiting.pop() {
        match &node.ty {
            Type::Mapping(ty) => {
                if let Some((key, field)) = ty.fields.iter().find(|(_, field)| is_here(field.declared)) {
                    return Some((key.clone(), SchemaNode::clone(field)));
                }
                waiting.extend(ty.fields.values().map(|field| &**field));
                waiting.extend(match &ty.others {
                    Others::Kept(value) => Some(&**value),
                    _ => None,
                });
            }
            Type::Sequence(item) => waiting.push(item),
            Type::Combined(combination) => waiting.extend(combination.alternatives.iter().map(|it| &**it)),
            _ => {}
        }
    }
    None
}
