//! Annotation names and their keywords, inside comments; the header of a text that has none yet.

use super::{CompletionItem, CompletionKind, escaped};
use crate::document::TextDocument;
use crate::ide::annotation_docs::{AnnotationDoc, Editions, Family, KeywordDoc, Sites, annotation_doc, annotations};
use crate::ide::cursor::CommentAt;
use crate::ide::line::{LineAt, last_argument, line_at};
use crate::schema::Edition;
use crate::schema::headers::{DocumentRole, classify};
use crate::text::{TextRange, TextSize};
use crate::values::flow::key_text;
use crate::values::from_yaml;
use crate::yaml::path::{NodeStep, document_at, locate};
use crate::yaml::{Mapping, NodeKind, Placed, Stream};
use ropey::Rope;

mod texts;

/// How many lines below a comment are read to find the node that it attaches to.
const FARTHEST_NODE: usize = 200;

/// The kind of node that a comment attaches to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttachmentSite {
    Document,
    Entry,
    Item,
}

/// What an annotation takes.
struct AnnotationParameters {
    annotation: &'static AnnotationDoc,
    keywords: Vec<&'static KeywordDoc>,
    /// The keys of the item below.
    item_keys: Vec<String>,
}

/// What a comment is about.
struct CommentContext {
    role: DocumentRole,
    site: AttachmentSite,
    /// Whether no document marker follows yet, so that a header brings its own.
    lacks_marker: bool,
}

/// Completions in a comment.
pub(super) fn in_comment(document: &TextDocument, comment: &CommentAt) -> Vec<CompletionItem> {
    let (stream, rope) = (document.stream(), document.rope());
    let (line, cursor, before) = (&comment.line, comment.cursor, comment.typed());
    let context = comment_context(stream, rope, line, comment.start);
    if before == "#" {
        return names(&context, line.range(cursor, name_end(line, cursor)), "@");
    }
    let Some(typed) = before.strip_prefix("#@") else { return Vec::new() };
    if typed.is_empty() && line.text[cursor..].starts_with(' ') {
        return Vec::new();
    }
    let Some((name, arguments)) = typed.split_once(' ') else {
        let end = name_end(line, cursor);
        let mut names = names(&context, line.range(cursor - typed.len(), end), "");
        if line.text[end..].starts_with(' ') {
            names.iter_mut().for_each(without_arguments);
        }
        return names;
    };
    let Some(annotation) = annotation_doc(name) else { return Vec::new() };
    let keywords = keywords_in(annotation, context.role);
    let parameters = AnnotationParameters { annotation, keywords, item_keys: keys_of_item(stream, rope, line) };
    let in_text = texts::in_text(&parameters, arguments, line, cursor);
    in_text.unwrap_or_else(|| in_arguments(&parameters, arguments, line, cursor))
}

/// The keys of the item that a comment attaches to, by one of which overlays find it.
fn keys_of_item(stream: &Stream, rope: &Rope, line: &LineAt) -> Vec<String> {
    let (content, start) = node_below(rope, line);
    let at = start + TextSize::new((content.len() - content.trim_start().len()) as u32);
    let steps = locate(stream, at).map(|location| location.steps).unwrap_or_default();
    let item = steps.into_iter().find(|step| matches!(step, NodeStep::Item(_)) && step.range().start() == at);
    let entries = item.and_then(|item| item.value().mapping()).into_iter().flat_map(Placed::<Mapping>::entries);
    entries.map(|entry| key_text(&from_yaml::key(entry.key().get()))).collect()
}

/// The keywords that an annotation takes in a document.
fn keywords_in(annotation: &AnnotationDoc, role: DocumentRole) -> Vec<&'static KeywordDoc> {
    let older = if is_older(role) { annotation.older_keywords } else { &[] };
    annotation.keywords.iter().chain(older).collect()
}

fn is_older(role: DocumentRole) -> bool {
    matches!(role, DocumentRole::Schema(edition) if edition != Edition::Released)
}

/// Headers for a text without documents, where nothing is typed yet.
pub(super) fn headers(line: &LineAt, cursor: usize) -> Vec<CompletionItem> {
    let context = CommentContext { role: DocumentRole::Other, site: AttachmentSite::Document, lacks_marker: true };
    let main = names(&context, line.range(cursor, cursor), "#@").into_iter();
    main.filter(|item| item.label.starts_with("data/")).collect()
}

fn name_end(line: &LineAt, cursor: usize) -> usize {
    cursor + line.text[cursor..].find(' ').unwrap_or(line.text.len() - cursor)
}

fn names(context: &CommentContext, replace: TextRange, lead: &str) -> Vec<CompletionItem> {
    let offered = annotations().enumerate().filter_map(|(index, annotation)| {
        let rank = rank(annotation, context)?;
        Some(name(annotation, context, replace, lead, format!("{rank}{index:03}")))
    });
    offered.collect()
}

/// Leaves only the name: the arguments are there already.
fn without_arguments(item: &mut CompletionItem) {
    item.insert.clone_from(&item.label);
    item.insert_plain.clone_from(&item.label);
    item.is_snippet = false;
}

/// How well an annotation suits, from 0; `None` if it cannot stand there.
fn rank(annotation: &AnnotationDoc, context: &CommentContext) -> Option<u8> {
    let fits = match annotation.sites {
        Sites::All => true,
        Sites::Document => context.site == AttachmentSite::Document,
        Sites::Node => context.site != AttachmentSite::Document,
        Sites::NoItem => context.site != AttachmentSite::Item,
        Sites::Entry => context.site == AttachmentSite::Entry,
    };
    let is_known = is_older(context.role) || annotation.editions == Editions::All;
    let rank = match (context.role, annotation.family) {
        (_, Family::Header) => u8::from(context.role != DocumentRole::Other),
        (DocumentRole::Schema(_), Family::Schema)
        | (DocumentRole::DataValues | DocumentRole::Other, Family::Overlay) => 0,
        (DocumentRole::Schema(_), Family::Overlay) => 2,
        (_, Family::Template) => 3,
        (DocumentRole::DataValues, Family::Schema) => return None,
        (DocumentRole::Other, Family::Schema) => 4,
    };
    (fits && is_known).then_some(rank)
}

fn name(
    annotation: &AnnotationDoc,
    context: &CommentContext,
    replace: TextRange,
    lead: &str,
    sort: String,
) -> CompletionItem {
    let marker = if annotation.family == Family::Header && context.lacks_marker { "\n---\n" } else { "" };
    let plain =
        if annotation.snippet.is_empty() { annotation.name.to_owned() } else { format!("{} ", annotation.name) };
    CompletionItem {
        label: annotation.name.to_owned(),
        kind: CompletionKind::Annotation,
        detail: (!annotation.form.is_empty()).then(|| annotation.form.to_owned()),
        documentation: Some(annotation.markdown()),
        replace,
        insert: format!("{lead}{}{}{marker}", escaped(annotation.name), annotation.snippet),
        is_snippet: !annotation.snippet.is_empty(),
        insert_plain: format!("{lead}{plain}{marker}"),
        sort,
        deprecated: false,
        also: None,
    }
}

/// Keywords between the arguments, and behind one what it takes.
fn in_arguments(
    parameters: &AnnotationParameters,
    arguments: &str,
    line: &LineAt,
    cursor: usize,
) -> Vec<CompletionItem> {
    let Some(typed) = last_argument(arguments) else { return Vec::new() };
    let word = typed.trim_start();
    if let Some((keyword, value)) = word.split_once('=') {
        let Some(keyword) = parameters.keywords.iter().find(|it| it.name == keyword.trim()) else { return Vec::new() };
        let replace = line.range(cursor - value.trim_start().len(), cursor);
        let values = texts::values_of(parameters, keyword).into_iter().enumerate();
        return values.map(|(index, value)| argument(value, replace, index)).collect();
    }
    if !word.chars().all(|character| character.is_alphanumeric() || character == '_') {
        return Vec::new();
    }
    let rest = &line.text[cursor..];
    let end =
        cursor + rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
    let has_value = line.text[end..].trim_start().starts_with('=');
    let replace = line.range(cursor - word.len(), end);
    let is_missing = |keyword: &&KeywordDoc| {
        let before = &arguments[..arguments.len() - word.len()];
        !before.split(',').any(|argument| argument.trim_start().starts_with(&format!("{}=", keyword.name)))
    };
    let offered = parameters.keywords.iter().copied().filter(is_missing).enumerate();
    offered.map(|(index, keyword)| keyword_item(parameters.annotation, keyword, has_value, replace, index)).collect()
}

fn keyword_item(
    annotation: &AnnotationDoc,
    keyword: &KeywordDoc,
    has_value: bool,
    replace: TextRange,
    index: usize,
) -> CompletionItem {
    let snippet = if has_value { keyword.name.to_owned() } else { format!("{}={}", keyword.name, keyword.snippet) };
    CompletionItem {
        label: keyword.name.to_owned(),
        kind: CompletionKind::Keyword,
        detail: None,
        documentation: Some(keyword.markdown(annotation.name)),
        replace,
        insert: snippet,
        is_snippet: !has_value,
        insert_plain: if has_value { keyword.name.to_owned() } else { format!("{}=", keyword.name) },
        sort: format!("{index:03}"),
        deprecated: false,
        also: None,
    }
}

fn argument(value: String, replace: TextRange, index: usize) -> CompletionItem {
    let item = CompletionItem::plain(value.clone(), CompletionKind::Value, replace, value);
    CompletionItem { sort: format!("{index:03}"), ..item }
}

/// Finds out which document and which kind of node a comment is about.
fn comment_context(stream: &Stream, rope: &Rope, line: &LineAt, comment: usize) -> CommentContext {
    let (content, at) =
        if line.text[..comment].trim().is_empty() { node_below(rope, line) } else { (line.text.clone(), line.start) };
    let content = content.trim_start();
    let is_marker = content.starts_with("---");
    let index = document_at(stream, at);
    let document = index.and_then(|index| stream.documents.get(index));
    let has_content =
        document.is_some_and(|document| document.marker.is_some() || !matches!(document.root.kind, NodeKind::Empty));
    let site = match content {
        _ if is_marker || !has_content => AttachmentSite::Document,
        _ if content.starts_with("- ") || content == "-" => AttachmentSite::Item,
        _ => AttachmentSite::Entry,
    };
    CommentContext {
        role: document.map_or(DocumentRole::Other, |document| classify(document).role),
        site,
        lacks_marker: site == AttachmentSite::Document && !is_marker,
    }
}

/// The next line that holds more than a comment, and where it starts.
fn node_below(rope: &Rope, line: &LineAt) -> (String, TextSize) {
    let mut next = line.next;
    for _ in 0..FARTHEST_NODE {
        let Some(start) = next else { break };
        let below = line_at(rope, start);
        let content = below.text.trim_start();
        if !content.is_empty() && !content.starts_with('#') {
            return (below.text, below.start);
        }
        next = below.next;
    }
    (String::new(), line.start)
}
