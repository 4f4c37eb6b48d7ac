//! The keys that a map may still get, with what follows them.

use super::context::{CompletionContext, CompletionSlot};
use super::required::required;
use super::values::quoted_rest;
use super::{CompletionItem, CompletionKind, escaped};
use crate::analysis::Analysis;
use crate::ide::schema_markdown;
use crate::schema::describe::type_words;
use crate::schema::map_keys::KeyDeclaration;
use crate::schema::{MappingType, Others, Presence, SchemaNode, Type};
use crate::template::function::Functions;
use crate::text::{TextRange, TextSize};
use crate::values::Key;
use crate::values::flow::{key_text, plain_or_quoted};
use crate::values::from_yaml;
use crate::yaml::{Mapping, Placed};

/// The declared keys that are not there yet; deprecated ones last, removed ones not at all. The key under the cursor counts as not there,
/// unless this is the schema itself, where it would only repeat what is typed.
pub(super) fn keys(
    analysis: &Analysis,
    context: &CompletionContext<'_>,
    ty: &MappingType,
    is_schema: bool,
) -> Vec<CompletionItem> {
    let context = &out_of_quotes(context);
    let present = present(context, is_schema);
    let present: rustc_hash::FxHashSet<&Key> = present.iter().collect();
    let is_offered = |key: &Key, node: &SchemaNode| !present.contains(key) && node.removed.is_none();
    let missing = ty.fields.iter().enumerate().filter(|(_, (key, node))| is_offered(key, node));
    let named = missing.map(|(index, (key, node))| item(analysis, context, index, key, node));
    let free = free_keys(ty).into_iter().filter(|_| !is_schema && !context.has_colon && context.quote.is_none());
    named.chain(free.map(|(name, node)| placeholder(analysis, context, name, node))).collect()
}

/// The colon of a key belongs behind its closing quote, so a quote that is there already is written anew.
fn out_of_quotes<'a>(context: &CompletionContext<'a>) -> CompletionContext<'a> {
    let mut context = context.clone();
    if let Some(quote) = context.quote.as_mut().filter(|quote| quote.is_closed && !context.has_colon) {
        quote.is_closed = false;
        context.token = TextRange::new(context.token.start(), context.token.end() + TextSize::of(quote.mark));
    }
    context
}

/// Whether a schema allows every key that is there besides the one that is typed.
pub(super) fn fits(context: &CompletionContext<'_>, node: &SchemaNode, functions: &dyn Functions) -> bool {
    let declares = |ty: &MappingType, key: &Key| !matches!(ty.declared(key, functions), KeyDeclaration::Not);
    let present = present(context, false);
    match node.ty.mapping() {
        Some(ty) => present.iter().all(|key| declares(ty, key)),
        None => present.is_empty(),
    }
}

/// The keys that are there. The key under the cursor counts only in a schema.
fn present(context: &CompletionContext<'_>, is_schema: bool) -> Vec<Key> {
    let entries = context.mapping.and_then(Placed::mapping).into_iter().flat_map(Placed::<Mapping>::entries);
    let others = entries.filter(|entry| is_schema || !is_touched(entry.key().range(), context.token));
    others.map(|entry| from_yaml::key(entry.key().get())).chain(context.siblings.iter().cloned()).collect()
}

/// What stands for keys that a map does not name: a name to show, and the schema of their values.
fn free_keys(ty: &MappingType) -> Vec<(String, &SchemaNode)> {
    let name = |key: &Key| Some(key_text(key)).filter(|name| name != "_").unwrap_or_else(|| "key".to_owned());
    let patterns = ty.patterns.iter().map(|pattern| (name(&pattern.name), &*pattern.value));
    let others = match &ty.others {
        Others::Kept(node) => Some(("key".to_owned(), &**node)),
        Others::Refused | Others::Dropped => None,
    };
    patterns.chain(others).collect()
}

/// A key whose name is still to be chosen.
fn placeholder(
    analysis: &Analysis,
    context: &CompletionContext<'_>,
    name: String,
    node: &SchemaNode,
) -> CompletionItem {
    let key = Key::String(name.as_str().into());
    let mut item = item(analysis, context, 0, &key, node);
    if let Some((before, after)) = item.insert.split_once(&name) {
        item.insert = format!("{before}${{1:{}}}{after}", escaped(&name));
        item.is_snippet = true;
    }
    let detail = format!("a key of your own: {}", type_words(node));
    CompletionItem { detail: Some(detail), sort: "y".to_owned(), ..item }
}

fn is_touched(key: TextRange, token: TextRange) -> bool {
    key.contains_inclusive(token.start())
}

fn item(
    analysis: &Analysis,
    context: &CompletionContext<'_>,
    index: usize,
    key: &Key,
    node: &SchemaNode,
) -> CompletionItem {
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
        sort: format!("{}{index:05}", rank(node)),
        deprecated: node.deprecated.is_some(),
        also: None,
        label,
    }
}

/// Required keys come first, deprecated ones last.
fn rank(node: &SchemaNode) -> char {
    match (&node.deprecated, node.presence) {
        (Some(_), _) => 'z',
        (None, Presence::Required) => '0',
        (None, _) => 'a',
    }
}

/// What is inserted, for clients with and without snippets.
struct Inserted {
    snippet: String,
    is_snippet: bool,
    plain: String,
}

fn inserted(context: &CompletionContext<'_>, key: &Key, node: &SchemaNode) -> Inserted {
    let name = name_text(context, key);
    let is_dashless = context.slot == CompletionSlot::Dashless;
    let name = if is_dashless { format!("- {name}") } else { format!("{}{name}", context.lead) };
    if context.has_colon {
        return Inserted { snippet: name.clone(), is_snippet: false, plain: name };
    }
    let (opening, below, children) = match &node.ty {
        Type::Mapping(_) if context.is_flow => return in_brackets(&name, '{', '}'),
        Type::Sequence(_) if context.is_flow => return in_brackets(&name, '[', ']'),
        Type::Mapping(ty) => ("", context.width, Some(ty)),
        Type::Sequence(item) => ("- ", context.dash, item.ty.mapping()),
        _ => {
            let plain = format!("{name}: ");
            return Inserted { snippet: plain.clone(), is_snippet: false, plain };
        }
    };
    // The key's column, and below it the children's. A snippet's lines are indented by the client as the line is.
    let column = context.column + if is_dashless { 2 } else { context.lead.len() } + below;
    let relative = column.saturating_sub(context.indentation);
    if let Some(required) = children.and_then(|ty| required(ty, opening, context.width, relative, column)) {
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

/// The key as it is written, inside the quotes that are there.
fn name_text(context: &CompletionContext<'_>, key: &Key) -> String {
    let text = key_text(key);
    match (context.quote, key) {
        (Some(quote), _) => quoted_rest(&text, quote),
        (None, Key::String(text)) => plain_or_quoted(text),
        (None, _) => text,
    }
}
