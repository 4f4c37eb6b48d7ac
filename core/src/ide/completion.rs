//! Completion: keys and values that the schema allows at the cursor, annotation names and keywords in comments.

use std::sync::Arc;

use self::context::{CompactItem, CompletionContext, CompletionSlot};
use ropey::Rope;

use crate::analysis::Analysis;
use crate::ide::cursor::{AnnotationAt, Cursor, CursorTarget};
use crate::ide::line::line_at;
use crate::schema::headers;
use crate::schema::lookup::{alternatives, governing};
use crate::schema::{Schema, SchemaNode};
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::Document;

mod aliases;
mod annotations;
mod below;
mod broken;
mod code;
mod config;
mod context;
mod directives;
mod expression;
mod keys;
mod required;
mod shorthand;
mod typed;
mod values;

/// What kind of thing a completion inserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A key of a map.
    Key,
    /// A value.
    Value,
    /// One of a fixed set of values.
    EnumMember,
    /// A variable of an expression.
    Variable,
    /// A function or macro of an expression.
    Function,
    /// An annotation's name.
    Annotation,
    /// A keyword argument of an annotation, or a marker of a shorthand.
    Keyword,
    /// A type of a shorthand.
    Type,
    /// A module of template code.
    Module,
    /// A parameter of a function, given by its name.
    Parameter,
    /// The path of a file.
    File,
}

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionItem {
    /// The bare name.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A short text beside the label, such as the type.
    pub detail: Option<String>,
    /// Markdown.
    pub documentation: Option<String>,
    /// The range that `insert` replaces: from the start of what is typed to the cursor, or the whole token.
    pub replace: TextRange,
    /// The text to insert; with `$1`, `${1:x}` and `$0` if `is_snippet`.
    pub insert: String,
    /// Whether `insert` is an LSP snippet.
    pub is_snippet: bool,
    /// The same as plain text, for clients without snippets.
    pub insert_plain: String,
    /// Items are shown in the order of this text.
    pub sort: String,
    /// Whether setting it is deprecated.
    pub deprecated: bool,
    /// What is written elsewhere besides: a line at an empty range.
    pub also: Option<(TextRange, String)>,
}

impl CompletionItem {
    /// What a client compares with the text it would replace: the label, behind whatever sign stands there already, such
    /// as an opening quote.
    pub fn filter_text(&self, rope: &Rope, offset: TextSize) -> Option<String> {
        let end = usize::from(offset).min(rope.len_bytes());
        let start = usize::from(self.replace.start());
        let typed = rope.get_byte_slice(start..end.max(start))?;
        let sign: String =
            typed.chars().take_while(|character| !character.is_alphanumeric() && *character != '_').collect();
        let sign = sign.trim_end();
        (!sign.is_empty() && !self.label.starts_with(sign)).then(|| format!("{sign}{}", self.label))
    }

    /// Text that is inserted as it stands, and shown in the order of its label.
    fn plain(label: String, kind: CompletionKind, replace: TextRange, insert: String) -> Self {
        Self {
            sort: label.clone(),
            label,
            kind,
            detail: None,
            documentation: None,
            replace,
            insert_plain: insert.clone(),
            insert,
            is_snippet: false,
            deprecated: false,
            also: None,
        }
    }
}

/// Completions at a byte offset.
///
/// Text that stands for itself in a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

/// Lines after the first of an insertion: in `insert` (a snippet) they are indented relative to the line that the
/// cursor is on, since clients add that line's own indentation when they expand a snippet (LSP's
/// `InsertTextMode.adjustIndentation`); in `insert_plain` they are indented in full (`asIs`).
pub fn completion(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<CompletionItem> {
    let Some(cursor) = Cursor::typing(analysis, file, offset) else { return Vec::new() };
    match &cursor.target {
        CursorTarget::Expression(at) => expression::completions(analysis, cursor.document, at).unwrap_or_default(),
        CursorTarget::Config { text, spot } => config::completions(analysis, file, text, spot, offset),
        CursorTarget::Code(code) => code::completions(analysis, file, offset, code),
        CursorTarget::Annotation(annotation) => in_annotation(&cursor, annotation),
        CursorTarget::Comment(comment) => directives::completions(analysis, file, comment)
            .unwrap_or_else(|| annotations::in_comment(cursor.document, comment)),
        _ if cursor.is_yaml() => among_nodes(&cursor),
        _ => Vec::new(),
    }
}

/// Names and keywords of annotations, and what can be said in arguments that are code.
fn in_annotation(cursor: &Cursor<'_>, annotation: &AnnotationAt) -> Vec<CompletionItem> {
    let Cursor { analysis, file, offset, .. } = *cursor;
    let mut items = annotations::in_comment(cursor.document, &annotation.comment);
    let is_switch = items.first().is_some_and(|item| item.kind == CompletionKind::Value);
    let code = annotation.arguments.as_ref().filter(|_| !is_switch);
    items.extend(code.into_iter().flat_map(|code| code::completions(analysis, file, offset, code)));
    items
}

/// Keys and values, or what may stand in them. What is half typed is no node yet, so the line is read as text, too.
fn among_nodes(cursor: &Cursor<'_>) -> Vec<CompletionItem> {
    let Cursor { analysis, file, document, offset, .. } = *cursor;
    let (stream, rope) = (document.stream(), document.rope());
    let line = line_at(rope, offset);
    let half_typed = broken::completions(cursor, &line);
    if let Some(items) = half_typed.or_else(|| aliases::completions(cursor, &line)) {
        return items;
    }
    let context = context::context(stream, rope, offset);
    if let Some(items) = shorthand::completions(cursor, context.as_ref()) {
        return items;
    }
    let Some(context) = context else { return Vec::new() };
    if stream.documents.is_empty() {
        let is_start = line.text.trim().is_empty() && usize::from(line.start) == 0;
        return if is_start { annotations::headers(&line, line.column(offset)) } else { Vec::new() };
    }
    let is_schema = stream.documents.get(context.document).is_some_and(is_schema);
    let mut items = in_context(analysis, file, offset, &context, is_schema);
    let compact = context::compact_item(stream, rope, offset).filter(|_| !is_schema && !context.is_flow);
    items.extend(compact.into_iter().flat_map(|item| new_items(analysis, file, offset, &item)));
    items
}

/// What suits a place, each label once.
fn in_context(
    analysis: &Analysis,
    file: FileId,
    offset: TextSize,
    context: &CompletionContext<'_>,
    is_schema: bool,
) -> Vec<CompletionItem> {
    let current = analysis.schema_at(file, context.document, offset);
    let last_good = analysis.last_good_schema(file, context.document).filter(|_| !is_schema);
    let mut items: Vec<CompletionItem> = Vec::new();
    for schema in current.iter().chain(&last_good) {
        for item in node_items(analysis, context, schema, is_schema) {
            if !items.iter().any(|earlier| earlier.label == item.label) {
                items.push(item);
            }
        }
    }
    items
}

/// What a new item of a list may begin with, where its dash stands below the key: before all keys while the list is
/// empty, else behind them.
fn new_items(analysis: &Analysis, file: FileId, offset: TextSize, item: &CompactItem<'_>) -> Vec<CompletionItem> {
    let mut items = in_context(analysis, file, offset, &item.context, false);
    for new in &mut items {
        new.sort.insert(0, if item.is_first { '-' } else { 'x' });
        new.detail = Some(new.detail.as_ref().map_or("new item".to_owned(), |detail| format!("new item: {detail}")));
    }
    items
}

fn is_schema(document: &Document) -> bool {
    matches!(headers::classify(document).role, headers::DocumentRole::Schema(_))
}

/// What suits the node that is being typed: keys of a map, an item of an array, or a value. Of combined schemas, what
/// each offers that still allows the keys that are there.
fn node_items(
    analysis: &Analysis,
    context: &CompletionContext<'_>,
    schema: &Schema,
    is_schema: bool,
) -> Vec<CompletionItem> {
    let functions = analysis.known_functions();
    let found = governing(schema, &context.path, &functions);
    let nodes: Vec<&Arc<SchemaNode>> = found.into_iter().flat_map(alternatives).collect();
    let possible: Vec<_> = nodes.iter().filter(|node| keys::fits(context, node, &functions)).collect();
    let nodes = if possible.is_empty() { nodes.iter().collect() } else { possible };
    nodes.into_iter().flat_map(|node| items_of(analysis, context.clone(), node, is_schema)).collect()
}

fn items_of(
    analysis: &Analysis,
    mut context: CompletionContext<'_>,
    node: &Arc<SchemaNode>,
    is_schema: bool,
) -> Vec<CompletionItem> {
    let is_node = context.slot != CompletionSlot::Value;
    if let Some(item) = node.ty.item().filter(|_| is_node && !context.is_flow && node.ty.mapping().is_none()) {
        // A line of its own below `key:`: the dash comes with the completion.
        context.slot = CompletionSlot::Dashless;
        context.mapping = None;
        let below = |node: &Arc<SchemaNode>| own_items(analysis, &context, node, is_schema);
        return alternatives(item).into_iter().flat_map(below).collect();
    }
    own_items(analysis, &context, node, is_schema)
}

fn own_items(
    analysis: &Analysis,
    context: &CompletionContext<'_>,
    node: &SchemaNode,
    is_schema: bool,
) -> Vec<CompletionItem> {
    match node.ty.mapping() {
        Some(ty) if context.slot != CompletionSlot::Value => keys::keys(analysis, context, ty, is_schema),
        // A schema's own values say what the schema is: offering them back would only repeat them.
        _ if context.has_colon || is_schema => Vec::new(),
        _ => below::items(analysis, context, node).into_iter().chain(values::values(context, node)).collect(),
    }
}

#[cfg(test)]
mod tests;
