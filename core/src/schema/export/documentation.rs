//! The documentation of a schema as data, one entry for every key. The printers below make YAML, Markdown or a page
//! of it; what is shown, and in which order, is decided here for all of them.

use std::fmt::Write as _;

use smol_str::SmolStr;

use crate::schema::combination::Combination;
use crate::schema::describe::{documented_functions, key_in_words, rule_words, type_words};
use crate::schema::map_keys::AllowedKeys;
use crate::schema::{MappingType, Others, Presence, Schema, SchemaNode, Type, When};
use crate::values::flow::{flow, quoted};
use crate::values::{Key, Value, ValueKind};

pub mod html;
pub mod markdown;
mod prose;
#[cfg(test)]
mod tests;
pub mod yaml;

/// The documentation of one schema.
#[derive(Clone, Debug)]
pub struct SchemaDoc {
    /// The kind of the resource that holds it; `None` for a schema of data values.
    pub kind: Option<String>,
    /// The name of the resource, or `data/values`.
    pub name: String,
    /// The section of the resource.
    pub section: Option<String>,
    /// The document; its keys are those at the top.
    pub root: KeyDoc,
}

/// The documentation of a key, of an array's items, or of the document.
#[derive(Clone, Debug)]
pub struct KeyDoc {
    /// The keys that lead there, with a dot behind them where one is due, such as `databases[].`.
    pub parents: String,
    /// The key as the last step of a path: `[]` for items, `*` for keys that are not declared one by one, `{1}` for
    /// the first of alternatives; empty for the document.
    pub step: String,
    /// The key itself, or the step.
    pub key: Key,
    /// Which keys are meant and how many, where they are not declared one by one.
    pub matching: Option<String>,
    /// What it is called, if the schema says so.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The type in words.
    pub type_words: String,
    /// The value where none is given; `None` where there is none, and for maps, whose keys have their own.
    pub default: Option<Value>,
    /// What holds where no value is given.
    pub presence: Presence,
    /// Each the end of the sentence "It must be …".
    pub rules: Vec<String>,
    /// The functions that judge it, by their names, each with what it says about itself.
    pub functions: Vec<(SmolStr, String)>,
    /// Values with what they show, which may be empty.
    pub examples: Vec<(String, Value)>,
    /// What the schema says for other tools.
    pub extensions: Vec<(SmolStr, Value)>,
    /// The notice, if setting the key is deprecated; it may be empty.
    pub deprecated: Option<String>,
    /// What to do instead, if the key may no longer be set; it may be empty.
    pub removed: Option<String>,
    /// The keys below it, those of items and of alternatives too.
    pub keys: Vec<KeyDoc>,
}

impl SchemaDoc {
    /// The documentation of the schema of data values.
    pub fn of_data_values(schema: &Schema) -> Self {
        Self { kind: None, name: "data/values".to_owned(), section: None, root: document(schema) }
    }

    /// The documentation of a section of a resource.
    pub fn of_section(kind: &str, name: &str, section: &str, schema: &Schema) -> Self {
        let (kind, section) = (Some(kind.to_owned()), Some(section.to_owned()));
        Self { kind, name: name.to_owned(), section, root: document(schema) }
    }

    /// What people call it: `data/values`, `ComponentType web: parameters`.
    pub fn heading(&self) -> String {
        match (&self.kind, &self.section) {
            (Some(kind), Some(section)) => format!("{kind} {}: {section}", self.name),
            _ => self.name.clone(),
        }
    }

    /// What a path is called on a page; the names of several schemas differ.
    fn anchor(&self, path: &str) -> String {
        let prefix = match (&self.kind, &self.section) {
            (Some(kind), Some(section)) => format!("{kind}/{}/{section}", self.name),
            _ => String::new(),
        };
        let separator = if prefix.is_empty() || path.is_empty() { "" } else { "." };
        format!("{prefix}{separator}{path}").replace(char::is_whitespace, "_")
    }

    /// The anchor of a path as the target of a link.
    fn link(&self, path: &str) -> String {
        let mut link = "#".to_owned();
        for byte in self.anchor(path).bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~/:*".contains(&byte) {
                link.push(byte.into());
            } else {
                let _ = write!(link, "%{byte:02X}");
            }
        }
        link
    }
}

impl KeyDoc {
    /// The keys that lead there, and the key: `databases[].port`; empty for the document.
    pub fn path(&self) -> String {
        format!("{}{}", self.parents, self.step)
    }

    /// What the schema says for other tools, each as it is written.
    pub(crate) fn extensions(&self) -> impl Iterator<Item = String> {
        self.extensions.iter().map(|(name, value)| format!("{name}: {}", flow(value)))
    }

    /// What it is called: the title, else the key in words.
    pub fn title(&self) -> String {
        self.title.clone().unwrap_or_else(|| key_in_words(&self.key.to_string()))
    }
}

fn document(schema: &Schema) -> KeyDoc {
    KeyDoc { default: None, ..describe("", String::new(), Key::String("".into()), &schema.root) }
}

/// The documentation of a node; `path` leads to what it is a part of.
fn describe(path: &str, step: String, key: Key, node: &SchemaNode) -> KeyDoc {
    let text = |text: &Option<String>| text.as_deref().map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned);
    let separator = if path.is_empty() || step.starts_with(['[', '{']) { "" } else { "." };
    KeyDoc {
        keys: keys_below(&format!("{path}{separator}{step}"), node),
        parents: format!("{path}{separator}"),
        step,
        key,
        matching: None,
        title: text(&node.title),
        description: text(&node.description),
        type_words: type_words(node),
        default: default(node),
        presence: node.presence,
        rules: rules(node),
        functions: documented_functions(node)
            .into_iter()
            .map(|(name, description)| (name.clone(), description.to_string()))
            .collect(),
        examples: node.examples.iter().map(|example| (example.description.clone(), example.value.clone())).collect(),
        extensions: node.extensions.clone(),
        deprecated: node.deprecated.clone(),
        removed: node.removed.clone(),
    }
}

/// The documentation of a part that no key names.
fn describe_unnamed(path: &str, step: &str, node: &SchemaNode) -> KeyDoc {
    describe(path, step.to_owned(), Key::String(step.into()), node)
}

fn default(node: &SchemaNode) -> Option<Value> {
    match (&node.default.kind, &node.ty) {
        (ValueKind::Unknown, _) => None,
        _ if node.removed.is_some() || !node.is_defaulted() => None,
        (ValueKind::Mapping(_), Type::Mapping(ty)) if !ty.fields.is_empty() => node.written_default.clone(),
        _ => Some(node.default.clone()),
    }
}

fn rules(node: &SchemaNode) -> Vec<String> {
    let words = node.rules.iter().filter_map(|rule| {
        let words = rule_words(&rule.kind)?;
        Some(if matches!(rule.when, When::Always) { words } else { format!("{words} (under a condition)") })
    });
    words.collect()
}

fn keys_below(path: &str, node: &SchemaNode) -> Vec<KeyDoc> {
    if let Type::Combined(combination) = &node.ty {
        return alternatives(path, combination);
    }
    let fields = node.ty.mapping().into_iter().flat_map(|ty| fields(path, ty));
    let items = node.ty.item().into_iter().flat_map(|item| items(path, item));
    fields.chain(items).collect()
}

fn items(path: &str, item: &SchemaNode) -> Vec<KeyDoc> {
    if speaks_for_itself(item) {
        vec![describe_unnamed(path, "[]", item)]
    } else {
        keys_below(&format!("{path}[]"), item)
    }
}

fn alternatives(path: &str, combination: &Combination) -> Vec<KeyDoc> {
    let alternatives = combination.alternatives.iter().enumerate().map(|(index, node)| {
        let doc = describe_unnamed(path, &format!("{{{}}}", index + 1), node);
        let title = doc.title.unwrap_or_else(|| format!("Alternative {}", index + 1));
        KeyDoc { title: Some(title), default: None, ..doc }
    });
    alternatives.collect()
}

fn fields(path: &str, ty: &MappingType) -> Vec<KeyDoc> {
    let mut docs: Vec<KeyDoc> =
        ty.fields.iter().map(|(key, field)| describe(path, step(key), key.clone(), field)).collect();
    for (index, pattern) in ty.patterns.iter().enumerate() {
        // A second pattern is another entry.
        let step = if index == 0 { "*".to_owned() } else { format!("*{}", index + 1) };
        let matching = Some(format!("{}; {}", allowed_words(&pattern.allowed), pattern.expected_count()));
        docs.push(KeyDoc { matching, default: None, ..describe_unnamed(path, &step, &pattern.value) });
    }
    if let Others::Kept(node) = &ty.others {
        let matching = Some(if docs.is_empty() { "any key" } else { "any other key" }.to_owned());
        docs.push(KeyDoc { matching, default: None, ..describe_unnamed(path, "*", node) });
    }
    docs
}

fn allowed_words(allowed: &AllowedKeys) -> String {
    match allowed {
        AllowedKeys::Any => "any key".to_owned(),
        AllowedKeys::Matching(_, pattern) => format!("keys that match `{pattern}`"),
        AllowedKeys::Accepted(_) | AllowedKeys::Unknown => "keys that a function accepts".to_owned(),
    }
}

/// Whether more is said of an array's items than their type and keys.
fn speaks_for_itself(item: &SchemaNode) -> bool {
    let is_described = item.title.is_some() || item.description.is_some() || item.deprecated.is_some();
    is_described || !item.rules.is_empty() || !item.examples.is_empty()
}

/// A key as a step of a path: in brackets where dots would be read otherwise.
fn step(key: &Key) -> String {
    let is_plain = |text: &str| {
        let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-');
        !text.is_empty() && text.chars().all(is_part)
    };
    match key {
        Key::String(text) if is_plain(text) => text.to_string(),
        Key::String(text) => format!("[{}]", quoted(text)),
        other => format!("[{other}]"),
    }
}
