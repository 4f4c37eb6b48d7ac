//! The nodes of a YAML template become statements, with the code of their comments between them.

use super::LineStarts;
use super::aliases::Aliases;
use super::gather::{ProvidedCall, Statements};
use super::literal;
use super::nodes::{NodeTemplate, TemplateNodeKind};
use super::snippet::Snippet;
use super::statement::OutputKind;
use super::text_literal::quoted;
use super::{plain, text};
use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::ValueKind;
use crate::values::fragment::{Annotations, AttachedAnnotation};
use crate::values::from_yaml;
use crate::yaml::annotation::{Annotation, CommentKind, classify};
use crate::yaml::{
    CollectionStyle, Comment, Document, Entry, Item, Mapping, Node, NodeKind as Yaml, Placed, Stream, compose,
};

/// A template as statements.
pub(super) struct Walked {
    pub(super) statements: Statements,
    pub(super) nodes: Vec<NodeTemplate>,
}

/// How deep nodes are followed one by one.
const DEEPEST: usize = 500;

/// Walks through the documents of a template.
pub(super) fn walk(file: FileId, text: &str, stream: &Stream) -> Walked {
    let mut walker = Walker {
        file,
        text,
        lines: LineStarts::new(text),
        statements: Statements::new(file, true),
        nodes: Vec::new(),
        aliases: Aliases::new(file),
        depth: 0,
    };
    for document in &stream.documents {
        walker.document(document);
    }
    walker.dangling(&stream.dangling);
    Walked { statements: walker.statements, nodes: walker.nodes }
}

struct Walker<'t> {
    file: FileId,
    text: &'t str,
    lines: LineStarts,
    statements: Statements,
    nodes: Vec<NodeTemplate>,
    aliases: Aliases,
    depth: usize,
}

/// What the comments of a node say.
#[derive(Default)]
struct NodeHeader {
    /// The expressions that compute its value; the last one counts.
    values: Vec<(Snippet, u32)>,
    /// Comments that open a block around it.
    wrappers: Vec<TextRange>,
    overrides_key: bool,
    is_templated: bool,
    /// Its annotations, if all of them are literals.
    annotations: Option<Vec<AttachedAnnotation>>,
}

/// A node that begins.
struct Beginning<'a> {
    kind: TemplateNodeKind,
    parent: Option<u32>,
    /// The token that stands for it.
    token: TextRange,
    /// The key, if it has one.
    key: Option<Placed<'a, Node>>,
    header: NodeHeader,
    value: Placed<'a, Node>,
    /// Whether strings in it are text templates.
    is_templated: bool,
}

impl Walker<'_> {
    fn document(&mut self, document: &Document) {
        self.aliases.begin_document();
        let header = self.header(&document.comments, TextSize::new(0), Some(self.next()));
        let token = document.marker.unwrap_or(TextRange::empty(document.range.start()));
        let is_templated = header.is_templated;
        let value = document.root();
        let kind = TemplateNodeKind::Document;
        self.node(Beginning { kind, parent: None, token, key: None, header, value, is_templated });
    }

    /// Comments behind the last node: their code runs, their annotations attach to nothing. A block around the next node
    /// holds the empty document that ytt adds.
    fn dangling(&mut self, comments: &[Comment]) {
        let header = self.header(comments, TextSize::new(0), None);
        self.statements.flush();
        if !header.wrappers.is_empty() {
            self.added_document();
        }
        self.end_wrappers(&header.wrappers);
    }

    /// The empty document behind everything else.
    fn added_document(&mut self) {
        let (index, end) = (self.next(), TextRange::empty(TextSize::of(self.text)));
        let place = self.place(end);
        self.nodes.push(NodeTemplate {
            kind: TemplateNodeKind::Document,
            parent: None,
            place,
            value_place: place,
            annotations: Annotations::default(),
            content: Some(ValueKind::Null),
            overrides_key: false,
        });
        self.statements.made(self.line(end.start()), format!("__node({index})"), end, Some(OutputKind::Yaml));
    }

    /// The index of the next node.
    fn next(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Writes the code and then the annotations of the node with this index, whichever stands first, and gathers the
    /// rest.
    fn header(&mut self, comments: &[Comment], base: TextSize, node: Option<u32>) -> NodeHeader {
        let annotations = node.and_then(|_| literal::annotations(comments, base, self.file));
        let mut header = NodeHeader { annotations, ..NodeHeader::default() };
        for comment in comments {
            match classify(comment) {
                CommentKind::Code(code) => {
                    let at = comment.range.end() - TextSize::of(code) + base;
                    self.code(Snippet::new(code, at), comment.trailing, &mut header);
                }
                CommentKind::Annotation(annotation) if is_code(&annotation) => {
                    let code = Snippet::new(annotation.arguments, annotation.arguments_range.start() + base);
                    self.code(code, annotation.name == "template/value", &mut header);
                }
                CommentKind::Annotation(_) | CommentKind::Ignored | CommentKind::Plain => {}
            }
        }
        for comment in comments {
            let CommentKind::Annotation(annotation) = classify(comment) else { continue };
            header.overrides_key |= annotation.name == "yaml/map-key-override";
            header.is_templated |= annotation.name == "yaml/text-templated-strings";
            if !is_code(&annotation) && header.annotations.is_none() {
                self.annotation(&annotation, base, node);
            }
        }
        header
    }

    fn code(&mut self, code: Snippet, is_value: bool, header: &mut NodeHeader) {
        let range = code.trimmed().range();
        let line = self.line(range.start());
        if is_value {
            header.values.push((code, line));
            return;
        }
        if !header.wrappers.is_empty() {
            let message = "Behind a line with `/end` comes the node that it is about";
            let problem = self.problem(range, message).found("code");
            self.statements.problems.push(problem);
        }
        if is_wrapper(&code.text) {
            header.wrappers.push(range);
        }
        self.statements.code(code, line);
    }

    fn annotation(&mut self, annotation: &Annotation<'_>, base: TextSize, node: Option<u32>) {
        let name = annotation.name_range + base;
        let line = self.line(name.start());
        let arguments = Snippet::new(annotation.arguments, annotation.arguments_range.start() + base);
        let (opening, closing) = match node {
            Some(node) => (format!("__annotation({node}, {}, __arguments(", quoted(annotation.name)), "))"),
            None => ("__arguments(".to_owned(), ")"),
        };
        let (opening, expression) = (opening.as_str(), &arguments);
        let call = ProvidedCall { line, opening, subject: name, expression, closing, is_annotation: true };
        self.statements.call(&call, None);
    }

    /// A document, entry or item with all that it holds.
    fn node(&mut self, beginning: Beginning<'_>) {
        let Beginning { kind, parent, token, key, header, value, is_templated } = beginning;
        let index = self.next();
        let content = self.content(value, &kind, is_templated);
        let value_range = if value.range().is_empty() { token } else { value.range() };
        if let Some(key) = key.filter(|_| is_templated) {
            self.templated(&format!("__key({index}, __text_end())"), key);
        }
        self.nodes.push(NodeTemplate {
            kind,
            parent,
            place: self.place(token),
            value_place: self.place(value_range),
            annotations: header.annotations.clone().unwrap_or_default().into(),
            content: content.clone(),
            overrides_key: header.overrides_key,
        });
        // A document without a marker begins before everything else, whatever code stands above its first node.
        let is_unmarked = parent.is_none() && token.is_empty();
        let token = if is_unmarked { TextRange::default() } else { token };
        let line = self.line(token.start());
        self.statements.made(line, format!("__node({index})"), token, Some(OutputKind::Yaml));
        for (code, line) in &header.values {
            self.value(index, code, *line, token, content.as_ref());
        }
        if header.values.is_empty() && is_templated {
            self.templated(&format!("__value({index}, __text_end())"), value);
        }
        if content.is_none() {
            self.collection(index, line, value, is_templated);
        }
        self.end_wrappers(&header.wrappers);
    }

    /// The value of a node, unless it is a mapping or a sequence with nodes of its own.
    fn content(&mut self, value: Placed<'_, Node>, kind: &TemplateNodeKind, is_templated: bool) -> Option<ValueKind> {
        let is_collection = matches!(value.get().kind, Yaml::Mapping(_) | Yaml::Sequence(_));
        if !is_collection || *kind == TemplateNodeKind::Merge || self.depth >= DEEPEST {
            return Some(self.aliases.content(value));
        }
        if plain::is_plain(value, is_templated) {
            return Some(self.aliases.annotated(value));
        }
        if value.get().anchor().is_some() {
            self.aliases.content(value);
        }
        None
    }

    /// The computed value of a node, which must not have another.
    fn value(&mut self, node: u32, code: &Snippet, line: u32, token: TextRange, content: Option<&ValueKind>) {
        let is_nothing = matches!(content, Some(ValueKind::Null));
        if !is_nothing {
            let place = self.place(code.trimmed().range());
            let problem = self.problem(token, "The value is both written and computed");
            let problem = problem.related(place, "it is computed here").hint("remove one of the two");
            self.statements.problems.push(problem);
        }
        let (opening, closing) = (&format!("__value({node}, ("), "))");
        let subject = code.trimmed().range();
        let call = ProvidedCall { line, opening, subject, expression: code, closing, is_annotation: false };
        self.statements.call(&call, None);
    }

    /// The mapping or sequence that is the value of a node.
    fn collection(&mut self, holder: u32, line: u32, value: Placed<'_, Node>, is_templated: bool) {
        let kind = if value.mapping().is_some() { TemplateNodeKind::Mapping } else { TemplateNodeKind::Sequence };
        let index = self.next();
        let place = self.place(value.range());
        let parent = Some(holder);
        self.nodes.push(NodeTemplate {
            kind,
            parent,
            place,
            value_place: place,
            annotations: Annotations::default(),
            content: None,
            overrides_key: false,
        });
        self.statements.made(line, format!("__node({index})"), value.range(), Some(OutputKind::Yaml));
        self.depth += 1;
        for entry in value.mapping().into_iter().flat_map(Placed::<Mapping>::entries) {
            self.entry(entry, index, is_templated);
        }
        if let Some(sequence) = value.sequence() {
            let is_block = sequence.style == CollectionStyle::Block;
            for item in sequence.items() {
                self.item(item, index, is_block, is_templated);
            }
        }
        self.depth -= 1;
    }

    fn entry(&mut self, entry: Placed<'_, Entry>, parent: u32, is_templated: bool) {
        let header = self.header(entry.comments(), entry.base, Some(self.next()));
        let token = entry.key().range();
        let is_merge = compose::is_merge(entry.get());
        let kind =
            if is_merge { TemplateNodeKind::Merge } else { TemplateNodeKind::Entry(from_yaml::key(&entry.get().key)) };
        let is_templated = is_templated || header.is_templated;
        let key = Some(entry.key()).filter(|_| !is_merge);
        self.node(Beginning { kind, parent: Some(parent), token, key, header, value: entry.value(), is_templated });
    }

    fn item(&mut self, item: Placed<'_, Item>, parent: u32, is_block: bool, is_templated: bool) {
        let header = self.header(item.comments(), item.base, Some(self.next()));
        let dash = TextRange::at(item.range().start(), TextSize::new(1).min(item.range().len()));
        let token = if is_block { dash } else { item.value().range() };
        let is_templated = is_templated || header.is_templated;
        let (kind, value) = (TemplateNodeKind::Item, item.value());
        self.node(Beginning { kind, parent: Some(parent), token, key: None, header, value, is_templated });
    }

    /// Computes the text of a scalar that holds template code, and hands it to a call.
    fn templated(&mut self, call: &str, node: Placed<'_, Node>) {
        let Some(scalar) = node.scalar().filter(|scalar| text::is_template(&scalar.text)) else { return };
        let range = node.range();
        let source = self.text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default();
        let template = text::of_scalar(&scalar.text, source, range.start());
        let lines = &self.lines;
        text::computed(&template, call, &mut self.statements, &|range| lines.line(range.start()));
    }

    /// Closes the blocks that were opened for one node.
    fn end_wrappers(&mut self, wrappers: &[TextRange]) {
        for wrapper in wrappers {
            self.statements.end_of_node(*wrapper);
        }
    }

    fn problem(&self, range: TextRange, message: &str) -> Problem {
        Problem::new(Code::TemplateSyntax, self.place(range), message)
    }

    fn place(&self, range: TextRange) -> Place {
        Place::absolute(self.file, range)
    }

    /// The line of a byte of the template, from 0.
    fn line(&self, at: TextSize) -> u32 {
        self.lines.line(at)
    }
}

/// Whether an annotation is the long form of code.
fn is_code(annotation: &Annotation<'_>) -> bool {
    matches!(annotation.name, "template/code" | "template/value")
}

/// Whether a line of code opens a block around the next node alone.
fn is_wrapper(code: &str) -> bool {
    let code = code.trim_start();
    let rest =
        ["if", "for", "def", "elif", "else"].iter().find_map(|word| code.strip_prefix(word)?.strip_prefix("/end"));
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}
