//! The keys that a map may still get, with what follows them.

use super::context::{Context, Slot};
use super::required::required;
use super::values::quoted_rest;
use super::{CompletionItem, CompletionKind};
use crate::analysis::Analysis;
use crate::ide::schema_markdown;
use crate::schema::describe::type_words;
use crate::schema::{MappingType, SchemaNode, Type};
use crate::text::TextRange;
use crate::values::Key;
use crate::values::flow::{key_text, plain_or_quoted};
use crate::values::from_yaml;
use crate::yaml::{At, Mapping};

/// The declared keys that are not there yet; deprecated ones last. The key under the cursor counts as not there,
/// unless this is the schema itself, where it would only repeat what is typed.
pub(super) fn keys(
    analysis: &Analysis,
    context: &Context<'_>,
    ty: &MappingType,
    is_schema: bool,
) -> Vec<CompletionItem> {
    let present: Vec<Key> = context
        .mapping
        .and_then(At::mapping)
        .into_iter()
        .flat_map(At::<Mapping>::entries)
        .filter(|entry| is_schema || !is_touched(entry.key().range(), context.token))
        .map(|entry| from_yaml::key(entry.key().get()))
        .chain(context.siblings.iter().cloned())
        .collect();
    let present: rustc_hash::FxHashSet<&Key> = present.iter().collect();
    let missing = ty.fields.iter().enumerate().filter(|(_, (key, _))| !present.contains(key));
    missing.map(|(index, (key, node))| item(analysis, context, index, key, node)).collect()
}

fn is_touched(key: TextRange, token: TextRange) -> bool {
    key.contains_inclusive(token.start())
}

fn item(analysis: &Analysis, context: &Context<'_>, index: usize, key: &Key, node: &SchemaNode) -> CompletionItem {
    let label = key_text(key);
    let insert = inserted(context, key, node);
    CompletionItem {
        kind: CompletionKind::Key,
        detail: Some(type_words(node)),
        documentation: Some(schema_markdown::markdown(analysis, &label, node)),
        replace: context.token,
        insert: insert.snippet,
        is_snippet: insert.is_snippet,
        insert_plain: insert.plain,
        sort: format!("{}{index:05}", if node.deprecated.is_some() { 'z' } else { 'a' }),
        deprecated: node.deprecated.is_some(),
        label,
    }
}

/// What is inserted, for clients with and without snippets.
struct Inserted {
    snippet: String,
    is_snippet: bool,
    plain: String,
}

fn inserted(context: &Context<'_>, key: &Key, node: &SchemaNode) -> Inserted {
    let name = name_text(context, key);
    let is_dashless = context.slot == Slot::Dashless;
    let name = if is_dashless { format!("- {name}") } else { format!("{}{name}", context.lead) };
    if context.has_colon {
        return Inserted { snippet: name.clone(), is_snippet: false, plain: name };
    }
    let (opening, below) = match &node.ty {
        Type::Mapping(_) if context.is_flow => return in_brackets(&name, '{', '}'),
        Type::Sequence(_) if context.is_flow => return in_brackets(&name, '[', ']'),
        Type::Mapping(_) => ("", context.width),
        Type::Sequence(_) => ("- ", 0),
        _ => {
            let plain = format!("{name}: ");
            return Inserted { snippet: plain.clone(), is_snippet: false, plain };
        }
    };
    // The key's column, and below it the children's. A snippet's lines are indented by the client as the line is.
    let column = context.column + if is_dashless { 2 } else { context.lead.len() } + below;
    let relative = column.saturating_sub(context.indentation);
    if let Some(required) = node.ty.mapping().and_then(|ty| required(ty, context.width, relative, column)) {
        return Inserted {
            snippet: format!("{}:{}$0", escaped(&name), required.snippet),
            is_snippet: true,
            plain: format!("{name}:{}", required.plain),
        };
    }
    Inserted {
        snippet: format!("{}:\n{}{opening}$0", escaped(&name), " ".repeat(relative)),
        is_snippet: true,
        plain: format!("{name}:\n{}{opening}", " ".repeat(column)),
    }
}

fn in_brackets(name: &str, open: char, close: char) -> Inserted {
    // In a snippet `}` and `$` stand for themselves only behind a backslash.
    let closed = if close == '}' { "\\}".to_owned() } else { close.to_string() };
    Inserted {
        snippet: format!("{}: {open}$0{closed}", escaped(name)),
        is_snippet: true,
        plain: format!("{name}: {open}{close}"),
    }
}

/// Text that stands for itself in a snippet.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

/// The key as it is written, inside the quotes that are there.
fn name_text(context: &Context<'_>, key: &Key) -> String {
    let text = key_text(key);
    match (context.quote, key) {
        (Some(quote), _) => quoted_rest(&text, quote),
        (None, Key::String(text)) => plain_or_quoted(text),
        (None, _) => text,
    }
}
