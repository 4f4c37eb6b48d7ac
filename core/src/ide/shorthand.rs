//! The shorthand under a cursor: a string of a schema section, what stands around it, and what it means.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::line::character_start;
use crate::ide::position::value_path;
use crate::schema::lookup::Step;
use crate::schema::sections::inside::{Inside, inside, types_schema};
use crate::schema::shorthand::{
    Primitive, ShorthandDialect, ShorthandExpression, ShorthandSite, TypeExpression, TypeKind, parse,
};
use crate::schema::{SchemaNode, Type};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::flow::key_text;
use crate::values::{Key, Value};
use crate::yaml::path::NodeLocation;
use crate::yaml::{Node, Placed};

/// A string of a schema section, with a cursor in it.
pub(super) struct Shorthand {
    /// The text of the string.
    pub(super) text: SmolStr,
    /// Its tree.
    pub(super) expression: ShorthandExpression,
    /// Where the text stands in the file.
    pub(super) site: ShorthandSite,
    /// Where the cursor is in the text.
    pub(super) offset: TextSize,
}

impl Shorthand {
    /// The shorthand that a scalar is, if the cursor is in its text.
    pub(super) fn at(
        file: FileId,
        document: &TextDocument,
        node: Placed<'_, Node>,
        offset: TextSize,
        dialect: ShorthandDialect,
    ) -> Option<Self> {
        let text = node.scalar()?.text.clone();
        let whole = node.range();
        let site = ShorthandSite::new(Place::absolute(file, whole), &document.slice(whole), &text);
        Some(Self::new(text, site, offset.checked_sub(whole.start())?, dialect))
    }

    /// A shorthand, given the cursor's distance from the start of its source.
    pub(super) fn new(text: SmolStr, site: ShorthandSite, offset: TextSize, dialect: ShorthandDialect) -> Self {
        let offset = character_start(&text, site.text_offset(offset));
        Self { expression: parse(&text, dialect), text, site, offset }
    }

    /// The bytes of the file at which a range of the text stands.
    pub(super) fn source(&self, range: TextRange) -> TextRange {
        self.site.place(range).range
    }
}

/// The resource that a document is, if it may hold schemas; `None` for all other documents.
pub(super) fn resource(analysis: &Analysis, file: FileId, document: usize) -> Option<&Value> {
    analysis.with_schemas(file).find(|(index, _)| *index == document).map(|(_, value)| value)
}

/// The place among the schemas of a resource that a location leads to.
pub(super) fn inside_at<'a>(analysis: &'a Analysis, file: FileId, location: &NodeLocation<'_>) -> Option<Inside<'a>> {
    let resource = resource(analysis, file, location.document)?;
    inside(resource, &value_path(&location.steps)).filter(Inside::is_shorthand)
}

/// What people call the field or type that a path leads to.
pub(super) fn name(path: &[Step]) -> String {
    let key = path.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key_text(key)),
        Step::Item(_) => None,
    });
    key.unwrap_or_else(|| "parameters".to_owned())
}

/// The schema of a custom type.
pub(super) fn custom_type(inside: &Inside<'_>, document: &TextDocument, name: &str) -> Option<Arc<SchemaNode>> {
    let schema = types_schema(document, inside.types?, inside.dialect())?;
    crate::schema::lookup::lookup(&schema, &[Step::Key(Key::String(name.into()))]).cloned()
}

/// The type that an expression names, whatever its markers say; unknown where that cannot be told.
pub(super) fn type_of(inside: &Inside<'_>, document: &TextDocument, ty: &TypeExpression) -> Type {
    let item = || Arc::new(SchemaNode::unknown(Place::NOWHERE));
    match &ty.kind {
        TypeKind::Primitive(Primitive::String) => Type::String,
        TypeKind::Primitive(Primitive::Integer) => Type::Int,
        TypeKind::Primitive(Primitive::Number | Primitive::Float) => Type::Float,
        TypeKind::Primitive(Primitive::Boolean) => Type::Bool,
        TypeKind::Array(_) => Type::Sequence(item()),
        TypeKind::Map { .. } => Type::Mapping(crate::schema::MappingType::default()),
        TypeKind::Named(name) => custom_type(inside, document, name).map_or(Type::Unknown, |node| node.ty.clone()),
        TypeKind::Object if inside.dialect() == ShorthandDialect::Kro => {
            Type::Mapping(crate::schema::MappingType::default())
        }
        TypeKind::Missing | TypeKind::Object | TypeKind::TooDeep => Type::Unknown,
    }
}
