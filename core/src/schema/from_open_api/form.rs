//! What a schema of this form may hold, as a schema: for completion and hover while one is written.

use std::sync::{Arc, LazyLock};

use super::{DEEPEST, entry};
use crate::document::TextDocument;
use crate::schema::{Example, MappingType, Others, Presence, SchemaNode, Type};
use crate::text::{FileId, Place};
use crate::values::from_yaml::from_plain_yaml;
use crate::values::{Key, Value, ValueKind};

/// The keywords, with nothing below those that hold schemas.
static KEYWORDS: LazyLock<SchemaNode> = LazyLock::new(|| {
    let document = TextDocument::new(FileId::NONE, include_str!("form.yml"));
    let value = document.stream().documents.first().map(|root| from_plain_yaml(FileId::NONE, root).value);
    let schema = super::compile(&value.unwrap_or_else(|| Value::unwritten(ValueKind::Null))).0;
    SchemaNode { presence: Presence::Optional, ..SchemaNode::clone(&schema.root) }
});

/// Formats that the platform checks, or hands on as what they are.
const FORMATS: &[&str] = &[
    "byte",
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "int32",
    "int64",
    "ipv4",
    "ipv6",
    "password",
    "uri",
    "uuid",
];

/// What a section may hold, as deep as it is written.
pub fn form(section: &Value) -> Arc<SchemaNode> {
    let definitions = names(&[section], "$defs").map(|name| format!("#/$defs/{name}")).collect();
    let form = MetaSchemaBuilder { definitions };
    let mut node = form.schema(&[section], 0);
    if let Type::Mapping(ty) = &mut node.ty {
        let description = Some("Schemas by name, for `$ref`".to_owned());
        let definitions = SchemaNode { description, ..form.named(&values(&[section], "$defs"), 1) };
        ty.fields.insert(Key::String("$defs".into()), Arc::new(definitions));
    }
    Arc::new(node)
}

struct MetaSchemaBuilder {
    /// What `$ref` may be.
    definitions: Vec<String>,
}

impl MetaSchemaBuilder {
    /// What may stand where all of these values do.
    fn schema(&self, written: &[&Value], depth: usize) -> SchemaNode {
        let mut node = KEYWORDS.clone();
        let Type::Mapping(ty) = &mut node.ty else { return node };
        examples(ty, "$ref", &self.definitions);
        examples(ty, "format", FORMATS);
        ty.fields.change(&key("required"), |required| {
            let item = SchemaNode { examples: names(written, "properties").map(example).collect(), ..text() };
            Arc::new(SchemaNode { ty: Type::Sequence(Arc::new(item)), ..SchemaNode::clone(required) })
        });
        if depth < DEEPEST && !written.is_empty() {
            self.fill_keywords(ty, written, depth);
        }
        node
    }

    /// Puts schemas below the keywords that hold some.
    fn fill_keywords(&self, ty: &mut MappingType, written: &[&Value], depth: usize) {
        let below = |name: &str| values(written, name);
        for name in ["items", "not"] {
            fill(ty, name, || self.schema(&below(name), depth + 1));
        }
        let others = below("additionalProperties");
        if others.iter().any(|value| !matches!(value.kind, ValueKind::Bool(_))) {
            fill(ty, "additionalProperties", || self.schema(&others, depth + 1));
        }
        for name in ["oneOf", "anyOf", "allOf"] {
            let items: Vec<&Value> =
                below(name).into_iter().filter_map(Value::sequence).flat_map(|items| items.iter()).collect();
            let list = || SchemaNode { ty: Type::Sequence(Arc::new(self.schema(&items, depth + 1))), ..text() };
            fill(ty, name, list);
        }
        fill(ty, "properties", || self.named(&below("properties"), depth + 1));
    }

    /// A map of schemas by name.
    fn named(&self, written: &[&Value], depth: usize) -> SchemaNode {
        let entries = written.iter().filter_map(|value| value.mapping()).flat_map(|mapping| &mapping.entries);
        let description = || Some("The schema of what stands under this name".to_owned());
        let schema =
            |value: &Value| Arc::new(SchemaNode { description: description(), ..self.schema(&[value], depth + 1) });
        let fields = entries.map(|entry| (entry.entry_key().clone(), schema(&entry.value))).collect();
        let others = Others::Kept(Arc::new(self.schema(&[], depth + 1)));
        SchemaNode { ty: Type::Mapping(MappingType { fields, others, ..MappingType::default() }), ..text() }
    }
}

/// Puts what a keyword holds in its place; its words stay.
fn fill(ty: &mut MappingType, name: &str, node: impl FnOnce() -> SchemaNode) {
    ty.fields.change(&key(name), |field| {
        let description = field.description.clone();
        Arc::new(SchemaNode { description, ..node() })
    });
}

fn examples(ty: &mut MappingType, name: &str, texts: &[impl AsRef<str>]) {
    ty.fields.change(&key(name), |field| {
        let examples = texts.iter().map(example).collect();
        Arc::new(SchemaNode { examples, ..SchemaNode::clone(field) })
    });
}

fn example(text: impl AsRef<str>) -> Example {
    let value = Value::unwritten(ValueKind::String(text.as_ref().into()));
    Example { description: String::new(), value }
}

/// What some values hold below a key.
fn values<'v>(written: &[&'v Value], name: &str) -> Vec<&'v Value> {
    written.iter().filter_map(|value| entry(value, name)).map(|entry| &entry.value).collect()
}

/// The keys of the maps that some values hold below a key.
fn names(written: &[&Value], name: &str) -> impl Iterator<Item = String> {
    let maps = values(written, name).into_iter().filter_map(Value::mapping);
    let keys: Vec<String> =
        maps.flat_map(|mapping| &mapping.entries).map(|entry| entry.entry_key().to_string()).collect();
    keys.into_iter()
}

fn text() -> SchemaNode {
    let presence = Presence::Optional;
    SchemaNode { ty: Type::String, nullable: false, presence, ..SchemaNode::unknown(Place::NOWHERE) }
}

fn key(name: &str) -> Key {
    Key::String(name.into())
}
