//! Fields of the shorthand as keywords of JSON Schema.

use std::sync::Arc;

use super::comments::CommentIndex;
use super::layout::WrittenEntry;
use super::{FORM, is_together};
use crate::constraint::Constraint;
use crate::document::TextDocument;
use crate::schema::lookup::{Step, child};
use crate::schema::sections::inside::types_schema;
use crate::schema::sections::{CompiledSection, SchemaSection, Sections};
use crate::schema::shorthand::markers::{MarkerInfo, MarkerKind, find};
use crate::schema::shorthand::values::number_kind;
use crate::schema::shorthand::{Marker, ShorthandDialect, TypeExpression, TypeKind, parse};
use crate::schema::{Presence, RuleKind, Schema, SchemaNode, Type};
use crate::text::{Place, TextRange};
use crate::values::flow::plain_or_quoted;
use crate::values::fragment::Fragment;
use crate::values::print::{JsonStyle, styled_json};
use crate::values::{MappingValue, Value, ValueKind};

/// Writes the sections of a resource anew.
pub(super) struct FieldWriter<'a> {
    document: &'a TextDocument,
    sections: &'a Sections<'a>,
    compiled: &'a [CompiledSection],
    comments: &'a mut CommentIndex,
}

impl<'a> FieldWriter<'a> {
    pub(super) fn new(
        document: &'a TextDocument,
        sections: &'a Sections<'a>,
        compiled: &'a [CompiledSection],
        comments: &'a mut CommentIndex,
    ) -> Self {
        Self { document, sections, compiled, comments }
    }

    /// A section under its name in the newer form; `None` for one that has that form already.
    pub(super) fn section(&mut self, index: usize) -> Option<WrittenEntry> {
        let section = self.sections.sections.get(index).filter(|section| section.is_shorthand)?;
        let compiled = self.compiled.iter().find(|compiled| compiled.name == section.name)?;
        let definitions = self.definitions(section, index);
        let fields = section.value.mapping();
        let empty = || vec![WrittenEntry::flow("type", "object")];
        let mut keywords = fields.map_or_else(empty, |fields| self.object(fields, &compiled.schema.root));
        if !definitions.is_empty() {
            keywords.insert(1.min(keywords.len()), WrittenEntry::block("$defs", definitions));
        }
        let name = if section.name == "envOverrides" { "environmentConfigs" } else { section.name };
        let form = WrittenEntry::block(FORM, keywords);
        let written = WrittenEntry::block(name, vec![form]);
        Some(if is_together(self.sections) { self.with_comments(section.key, written) } else { written })
    }

    /// The custom types that a section uses, those that nothing uses in the first section.
    fn definitions(&mut self, section: &SchemaSection<'a>, index: usize) -> Vec<WrittenEntry> {
        let Some(types) = self.sections.types.or_else(|| section.own_types()) else { return Vec::new() };
        let Some(schema) = types_schema(self.document, types, ShorthandDialect::OpenChoreo) else { return Vec::new() };
        let used = used_types(types, section.value);
        let others = self.sections.sections.iter().filter(|other| other.is_shorthand && self.sections.types.is_some());
        let everywhere: Vec<String> = others.flat_map(|other| used_types(types, other.value)).collect();
        let is_wanted = |entry: &&Fragment| {
            let name = entry.entry_key().to_string();
            used.contains(&name) || (index == 0 && !everywhere.contains(&name))
        };
        types.kind.children().filter(is_wanted).filter_map(|entry| self.definition(entry, &schema)).collect()
    }

    fn definition(&mut self, entry: &Fragment, schema: &Schema) -> Option<WrittenEntry> {
        let node = child(&schema.root, &Step::Key(entry.entry_key().clone()))?;
        if matches!(node.ty, Type::Unknown) {
            return None;
        }
        let written = WrittenEntry::block(&entry.entry_key().to_string(), self.field(&entry.value, node));
        Some(self.with_comments(entry.place, written))
    }

    /// An entry with the comments that attach to its key in the old text.
    fn with_comments(&mut self, key: Place, written: WrittenEntry) -> WrittenEntry {
        let Some(start) = self.document.resolve(key).map(TextRange::start) else { return written };
        let (above, behind) = self.comments.take(start);
        WrittenEntry { above, behind, ..written }
    }

    fn field(&mut self, value: &Value, node: &SchemaNode) -> Vec<WrittenEntry> {
        match &value.kind {
            ValueKind::String(text) => expression(text, node),
            ValueKind::Mapping(fields) => self.object(fields, node),
            _ => Vec::new(),
        }
    }

    fn object(&mut self, fields: &MappingValue, node: &SchemaNode) -> Vec<WrittenEntry> {
        let mut keywords = vec![WrittenEntry::flow("type", "object")];
        let mut properties = Vec::new();
        let mut required = Vec::new();
        for entry in &fields.entries {
            let name = entry.entry_key().to_string();
            if name == "$default" {
                let default = node.written_default.as_ref().unwrap_or(&entry.value);
                let written = WrittenEntry::flow("default", scalar(default));
                keywords.push(self.with_comments(entry.place, written));
                continue;
            }
            let Some(field) = child(node, &Step::Key(crate::values::Key::String(name.as_str().into()))) else {
                continue;
            };
            if field.presence == Presence::Required {
                required.push(plain_or_quoted(&name));
            }
            let written = WrittenEntry::block(&name, self.field(&entry.value, field));
            properties.push(self.with_comments(entry.place, written));
        }
        if !required.is_empty() {
            keywords.push(WrittenEntry::flow("required", format!("[{}]", required.join(", "))));
        }
        if !properties.is_empty() {
            keywords.push(WrittenEntry::block("properties", properties));
        }
        keywords
    }
}

/// The names of the types that a section uses, directly or through others.
fn used_types(types: &Value, section: &Value) -> Vec<String> {
    let mut used = Vec::new();
    let mut waiting = vec![section];
    while let Some(value) = waiting.pop() {
        match &value.kind {
            ValueKind::String(text) => {
                let Some(name) = parse(text, ShorthandDialect::OpenChoreo).ty.named().map(|(name, _)| name.to_string())
                else {
                    continue;
                };
                let defined = types.kind.children().find(|entry| entry.entry_key().to_string() == name);
                if let Some(defined) = defined.filter(|_| !used.contains(&name)) {
                    used.push(name);
                    waiting.push(&defined.value);
                }
            }
            ValueKind::Mapping(mapping) => {
                let is_field =
                    |entry: &&Fragment| !matches!(entry.entry_key().to_string().as_str(), "$default" | "$types");
                waiting.extend(mapping.entries.iter().filter(is_field).map(|entry| &entry.value));
            }
            _ => {}
        }
    }
    used
}

/// The keywords of a shorthand whose schema is `node`.
fn expression(text: &str, node: &SchemaNode) -> Vec<WrittenEntry> {
    let expression = parse(text, ShorthandDialect::OpenChoreo);
    let mut keywords = ty(&expression.ty);
    let mut written: Vec<&MarkerInfo> = Vec::new();
    let extensions = expression.markers.iter().filter_map(Marker::extension);
    keywords.extend(extensions.map(|(name, value)| WrittenEntry::flow(&name, scalar(&value))));
    for marker in expression.markers.iter().filter(|marker| marker.value.is_some()) {
        let info = find(&marker.name.text, ShorthandDialect::OpenChoreo)
            .filter(|info| !written.iter().any(|other| other.name == info.name));
        if let Some((info, value)) = info.and_then(|info| Some((info, keyword(info.kind, node)?))) {
            written.push(info);
            keywords.push(WrittenEntry::flow(info.name, scalar(&value)));
        }
    }
    keywords
}

fn ty(ty: &TypeExpression) -> Vec<WrittenEntry> {
    match &ty.kind {
        TypeKind::Primitive(primitive) => vec![WrittenEntry::flow("type", primitive.name())],
        TypeKind::Array(item) => {
            vec![WrittenEntry::flow("type", "array"), WrittenEntry::block("items", self::ty(item))]
        }
        TypeKind::Map { value, .. } => {
            vec![WrittenEntry::flow("type", "object"), WrittenEntry::block("additionalProperties", self::ty(value))]
        }
        TypeKind::Named(name) => vec![WrittenEntry::flow("$ref", plain_or_quoted(&format!("#/$defs/{name}")))],
        TypeKind::Missing | TypeKind::Object | TypeKind::TooDeep => Vec::new(),
    }
}

/// The value of the keyword that a marker stands for.
fn keyword(kind: MarkerKind, node: &SchemaNode) -> Option<Value> {
    let text = |text: &Option<String>| text.as_deref().map(|text| unwritten(ValueKind::String(text.into())));
    let constraints = node.rules.iter().filter_map(|rule| match &rule.kind {
        RuleKind::Constraint(constraint) => Some(constraint),
        _ => None,
    });
    match kind {
        MarkerKind::Default => Some(node.written_default.as_ref().unwrap_or(&node.default).clone()),
        MarkerKind::Enum => node.rules.iter().find_map(|rule| match &rule.kind {
            RuleKind::OneOf(values) => Some(unwritten(ValueKind::Sequence(Arc::new(values.iter().cloned().collect())))),
            _ => None,
        }),
        MarkerKind::Title => text(&node.title),
        MarkerKind::Description => text(&node.description),
        MarkerKind::Example => node.examples.first().map(|example| example.value.clone()),
        _ => constraints.into_iter().find_map(|constraint| argument(kind, constraint)),
    }
}

/// What a constraint says, if it is the one of a marker.
fn argument(kind: MarkerKind, constraint: &Constraint) -> Option<Value> {
    let value = match (kind, constraint) {
        (MarkerKind::Bound(side), Constraint::Bound(bound)) if bound.side == side => number_kind(bound.number),
        (MarkerKind::Exclusive(side), Constraint::Bound(bound)) if bound.side == side => {
            ValueKind::Bool(bound.is_exclusive)
        }
        (MarkerKind::MultipleOf, Constraint::MultipleOf(factor)) => number_kind(*factor),
        (MarkerKind::Count(of, side), Constraint::Count(count)) if (count.of, count.side) == (of, side) => {
            ValueKind::int(count.count)
        }
        (MarkerKind::Pattern, Constraint::Pattern(pattern)) => ValueKind::String(pattern.text().clone()),
        (MarkerKind::Format, Constraint::Format(format)) => ValueKind::String(format.clone()),
        _ => return None,
    };
    Some(unwritten(value))
}

fn unwritten(kind: ValueKind) -> Value {
    Value::unwritten(kind)
}

/// A value on one line, text without quotes where it needs none.
fn scalar(value: &Value) -> String {
    match &value.kind {
        ValueKind::String(text) => plain_or_quoted(text),
        // JSON leaves no doubt about which keys are text.
        _ => styled_json(value, JsonStyle { indent: 0, escapes_html: false, ..JsonStyle::default() }),
    }
}
