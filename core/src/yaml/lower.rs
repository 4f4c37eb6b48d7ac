//! tree-sitter trees to nodes. Never fails: what is not understood becomes `NodeKind::Broken` and a range in `errors`.
//!
//! It is for pieces of text that do not load: `syntax` gives the nodes of those that do. `document` cuts a text into pieces
//! and joins their nodes.

use std::mem;

use smol_str::{SmolStr, format_smolstr};
use text_size::TextSize;
use tree_sitter::{Node as Syntax, Tree};

use crate::text::TextRange;
use crate::yaml::attach::{LineComment, attach};
use crate::yaml::content;
use crate::yaml::{
    Chunks, CollectionStyle, Comment, Document, Entry, Item, Mapping, Node, NodeKind, Properties, Scalar, ScalarStyle,
    Sequence,
};

mod broken;

#[cfg(test)]
mod tests;

/// Nodes nested deeper than this are `Broken`: walks over nodes recurse.
const DEEPEST: usize = 250;

/// The nodes of one piece of text. Every range, those of documents and comments too, is in bytes from its start.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The documents in order; a piece without content or marker has none.
    pub documents: Vec<Document>,
    /// Comments after the last node of the piece, in order: they belong to the first node of what follows it.
    pub dangling: Vec<Comment>,
    /// What tree-sitter could not make sense of, in order. Empty exactly when the piece parsed cleanly.
    pub errors: Vec<TextRange>,
}

impl Lowered {
    /// What parts hold that stand below each other: siblings of a part of a document.
    pub fn joined(parts: Vec<Self>) -> Self {
        let mut joined = Self::default();
        let mut documents = Vec::with_capacity(parts.len());
        for part in parts {
            joined.dangling.extend(part.dangling);
            joined.errors.extend(part.errors);
            documents.extend(part.documents.into_iter().next());
        }
        joined.documents.extend(Document::joined(documents));
        joined
    }

    /// Given the text as it was before a part of it was blanked: a block node that is empty is broken where its line goes
    /// on with what was blanked.
    pub fn mark_broken(&mut self, text: &str) {
        for document in &mut self.documents {
            document.root.mark_broken(text);
        }
    }
}

impl Document {
    /// The first one, with the anchors and the children of all.
    fn joined(documents: Vec<Self>) -> Option<Self> {
        let mut documents = documents.into_iter();
        let mut joined = documents.next()?;
        let mut anchors = mem::take(&mut joined.anchors).into_vec();
        let mut roots = vec![mem::replace(&mut joined.root.kind, NodeKind::Empty)];
        for document in documents {
            anchors.extend(document.anchors);
            joined.root.range = joined.root.range.cover(document.root.range);
            roots.push(document.root.kind);
        }
        joined.anchors = anchors.into();
        joined.root.kind = NodeKind::joined(roots);
        Some(joined)
    }
}

impl NodeKind {
    /// The first one that is not empty, with the children of the others of its kind.
    fn joined(kinds: Vec<Self>) -> Self {
        let mut kinds = kinds.into_iter().skip_while(|kind| matches!(kind, Self::Empty));
        match kinds.next().unwrap_or(Self::Empty) {
            Self::Mapping(Mapping { style, entries: Chunks::Here(first) }) => {
                let further = kinds.filter_map(|kind| match kind {
                    Self::Mapping(Mapping { entries: Chunks::Here(entries), .. }) => Some(entries),
                    _ => None,
                });
                Self::Mapping(Mapping {
                    style,
                    entries: Chunks::Here(first.into_iter().chain(further.flatten()).collect()),
                })
            }
            Self::Sequence(Sequence { style, items: Chunks::Here(first) }) => {
                let further = kinds.filter_map(|kind| match kind {
                    Self::Sequence(Sequence { items: Chunks::Here(items), .. }) => Some(items),
                    _ => None,
                });
                Self::Sequence(Sequence {
                    style,
                    items: Chunks::Here(first.into_iter().chain(further.flatten()).collect()),
                })
            }
            kind => kind,
        }
    }
}

/// The nodes of `text`, whose tree is `tree`, with comments attached.
///
/// The columns of `text` must be those of the file where block scalars have an indentation indicator.
pub fn lower(text: &str, tree: &Tree) -> Lowered {
    let mut lowering = Lowering { text, ..Lowering::default() };
    let mut documents = Vec::new();
    let root = tree.root_node();
    if root.is_error() {
        documents.extend(lowering.broken_stream(root));
    } else {
        for child in children(root) {
            match child.kind() {
                "document" => documents.extend(lowering.document(child)),
                _ => lowering.other(child),
            }
        }
    }
    let dangling = attach(&mut documents, &lowering.lines, lowering.comments);
    lowering.errors.sort_by_key(|range| range.start());
    Lowered { documents, dangling, errors: lowering.errors }
}

/// What is gathered on the walk.
#[derive(Default)]
struct Lowering<'t> {
    text: &'t str,
    comments: Vec<LineComment>,
    /// The line of every node that can hold comments, in the order in which they are met.
    lines: Vec<usize>,
    errors: Vec<TextRange>,
    anchors: Vec<(SmolStr, TextSize)>,
    /// What `!!` stands for where the document declares it anew.
    secondary_prefix: Option<&'t str>,
    depth: usize,
    /// The column of the innermost block collection.
    column: Option<usize>,
}

/// Children with their field names left out, in order.
fn children(syntax: Syntax<'_>) -> impl Iterator<Item = Syntax<'_>> {
    let mut cursor = syntax.walk();
    let mut is_inside = cursor.goto_first_child();
    std::iter::from_fn(move || {
        let child = is_inside.then(|| cursor.node());
        is_inside = is_inside && cursor.goto_next_sibling();
        child
    })
}

fn range(syntax: Syntax<'_>) -> TextRange {
    TextRange::new(TextSize::new(syntax.start_byte() as u32), TextSize::new(syntax.end_byte() as u32))
}

impl<'t> Lowering<'t> {
    fn source(&self, range: TextRange) -> &'t str {
        self.text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
    }

    /// Takes what may stand between nodes: comments, errors, punctuation.
    fn other(&mut self, syntax: Syntax<'_>) {
        if syntax.kind() == "comment" {
            let comment = Comment::written(self.source(range(syntax)), range(syntax).start());
            self.comments.push(LineComment { line: syntax.start_position().row, comment });
        } else if syntax.is_error() || syntax.is_missing() {
            self.errors.push(range(syntax));
            children(syntax).for_each(|child| self.comments_below(child));
        }
    }

    /// Takes the comments of what is otherwise lost.
    fn comments_below(&mut self, syntax: Syntax<'_>) {
        if syntax.kind() == "comment" {
            self.other(syntax);
        } else {
            children(syntax).for_each(|child| self.comments_below(child));
        }
    }

    /// A document; nothing where `...` ends none.
    fn document(&mut self, syntax: Syntax<'_>) -> Option<Document> {
        self.secondary_prefix = None;
        let mut marker = None;
        let mut root = None;
        let mut end = range(syntax).start();
        for child in children(syntax) {
            match child.kind() {
                "---" => {
                    marker = Some(range(child));
                    self.lines.push(child.start_position().row);
                }
                "block_node" | "flow_node" => root = Some(self.node(child)),
                "tag_directive" => self.tag_directive(child),
                _ => self.other(child),
            }
            end = end.max(match &root {
                Some(root) => root.range.end(),
                None if child.kind() == "comment" => end,
                None => range(child).end(),
            });
        }
        if marker.is_none() && root.is_none() {
            return None;
        }
        let root = root.unwrap_or_else(|| empty(marker.map_or(end, TextRange::end)));
        Some(Document {
            range: TextRange::new(range(syntax).start(), end),
            marker,
            comments: Box::default(),
            root,
            anchors: std::mem::take(&mut self.anchors).into(),
        })
    }

    /// A `block_node` or `flow_node`: properties, then content.
    fn node(&mut self, syntax: Syntax<'_>) -> Node {
        if self.depth >= DEEPEST {
            self.errors.push(range(syntax));
            return Node { range: range(syntax), properties: None, kind: NodeKind::Broken };
        }
        self.depth += 1;
        let mut properties = Properties::default();
        let mut content = None;
        let mut end = range(syntax).start();
        for child in children(syntax) {
            match child.kind() {
                "anchor" => properties.anchor = Some((self.name_after_sigil(child), range(child))),
                "tag" => properties.tag = Some((self.tag(child), range(child))),
                "comment" => self.other(child),
                _ if child.is_named() && !child.is_error() => content = Some(child),
                _ => self.other(child),
            }
            if child.kind() != "comment" {
                end = range(child).end();
            }
        }
        let anchor_index = properties.anchor.as_ref().map(|(name, _)| {
            self.anchors.push((name.clone(), end));
            self.anchors.len() - 1
        });
        let mut node = content.map_or_else(|| empty(end), |content| self.content(content));
        if let Some((_, start)) = anchor_index.and_then(|index| self.anchors.get_mut(index)) {
            *start = node.range.start();
        }
        let has_properties = properties.tag.is_some() || properties.anchor.is_some();
        node.properties = has_properties.then(|| Box::new(properties));
        self.depth -= 1;
        node
    }

    /// A tag as written, or `!<…>` where `!!` does not stand for YAML's own tags.
    fn tag(&self, syntax: Syntax<'_>) -> SmolStr {
        let tag = self.source(range(syntax));
        match tag.strip_prefix("!!").zip(self.secondary_prefix) {
            Some((suffix, prefix)) => format_smolstr!("!<{prefix}{suffix}>"),
            None => SmolStr::new(tag),
        }
    }

    /// `%TAG handle prefix`.
    fn tag_directive(&mut self, syntax: Syntax<'_>) {
        let mut words = self.source(range(syntax)).split_ascii_whitespace().skip(1);
        if words.next() == Some("!!") {
            self.secondary_prefix = words.next();
        }
    }

    /// The name in `&name` or `*name`.
    fn name_after_sigil(&self, syntax: Syntax<'_>) -> SmolStr {
        let source = self.source(range(syntax));
        SmolStr::new(source.get(1..).unwrap_or_default())
    }

    fn content(&mut self, syntax: Syntax<'_>) -> Node {
        let source = self.source(range(syntax));
        let scalar = |style, text| NodeKind::Scalar(Scalar { style, text });
        let kind = match syntax.kind() {
            "plain_scalar" => scalar(ScalarStyle::Plain, content::plain(source)),
            "single_quote_scalar" => scalar(ScalarStyle::SingleQuoted, content::single_quoted(source)),
            "double_quote_scalar" => scalar(ScalarStyle::DoubleQuoted, content::double_quoted(source)),
            "block_scalar" => return self.block_scalar(syntax),
            "alias" => NodeKind::Alias(self.name_after_sigil(syntax)),
            "block_mapping" => return self.block_collection(syntax, Self::block_mapping),
            "block_sequence" => return self.block_collection(syntax, Self::block_sequence),
            "flow_mapping" => self.flow_mapping(syntax),
            "flow_sequence" => self.flow_sequence(syntax),
            _ => {
                self.errors.push(range(syntax));
                NodeKind::Broken
            }
        };
        Node { range: range(syntax), properties: None, kind }
    }

    /// tree-sitter ends a block scalar before or after the blank lines below it, so its end is found anew.
    fn block_scalar(&mut self, syntax: Syntax<'_>) -> Node {
        let start = syntax.start_byte();
        let latest = self.text.get(syntax.end_byte()..).unwrap_or_default();
        let blanks = latest.len() - latest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        // Blanks before text on the last line are that line's indentation.
        let blanks =
            if blanks == latest.len() { blanks } else { latest[..blanks].rfind(['\n', '\r']).map_or(0, |at| at + 1) };
        let source = self.text.get(start..syntax.end_byte() + blanks).unwrap_or_default();
        let style = if source.starts_with('>') { ScalarStyle::Folded } else { ScalarStyle::Literal };
        let (text, length) = content::block(source, self.column);
        let range = TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32));
        Node { range, properties: None, kind: NodeKind::Scalar(Scalar { style, text }) }
    }

    /// A block mapping or sequence, whose column is the indentation that block scalars in it count from.
    fn block_collection(
        &mut self,
        syntax: Syntax<'_>,
        lower: fn(&mut Self, Syntax<'_>) -> (TextSize, NodeKind),
    ) -> Node {
        let column = self.column.replace(syntax.start_position().column);
        let (end, kind) = lower(self, syntax);
        self.column = column;
        // tree-sitter stretches the last collection of a text over what follows it.
        Node { range: TextRange::new(range(syntax).start(), end), properties: None, kind }
    }

    fn block_mapping(&mut self, syntax: Syntax<'_>) -> (TextSize, NodeKind) {
        let mut entries = Vec::new();
        for child in children(syntax) {
            match child.kind() {
                "block_mapping_pair" => entries.push(self.entry(child)),
                _ => self.other(child),
            }
        }
        let end = entries.last().map_or(range(syntax).start(), |entry| entry.range.end());
        let entries = Chunks::Here(entries.into());
        (end, NodeKind::Mapping(Mapping { style: CollectionStyle::Block, entries }))
    }

    fn block_sequence(&mut self, syntax: Syntax<'_>) -> (TextSize, NodeKind) {
        let mut items = Vec::new();
        for child in children(syntax) {
            match child.kind() {
                "block_sequence_item" => items.push(self.item(child)),
                _ => self.other(child),
            }
        }
        let end = items.last().map_or(range(syntax).start(), |item| item.range.end());
        let items = Chunks::Here(items.into());
        (end, NodeKind::Sequence(Sequence { style: CollectionStyle::Block, items }))
    }

    fn flow_mapping(&mut self, syntax: Syntax<'_>) -> NodeKind {
        let mut entries = Vec::new();
        for child in children(syntax) {
            match child.kind() {
                "flow_pair" => entries.push(self.entry(child)),
                "flow_node" => entries.push(self.lone_key(child)),
                _ => self.other(child),
            }
        }
        NodeKind::Mapping(Mapping { style: CollectionStyle::Flow, entries: Chunks::Here(entries.into()) })
    }

    fn flow_sequence(&mut self, syntax: Syntax<'_>) -> NodeKind {
        let mut items = Vec::new();
        for child in children(syntax) {
            if !matches!(child.kind(), "flow_node" | "flow_pair") {
                self.other(child);
                continue;
            }
            self.lines.push(child.start_position().row);
            let value = if child.kind() == "flow_node" { self.node(child) } else { self.pair_mapping(child) };
            items.push(Item { range: range(child), value, comments: None });
        }
        NodeKind::Sequence(Sequence { style: CollectionStyle::Flow, items: Chunks::Here(items.into()) })
    }

    /// The mapping of one entry that `[a: 1]` holds.
    fn pair_mapping(&mut self, syntax: Syntax<'_>) -> Node {
        let entry = self.entry(syntax);
        let entries = Chunks::Here(Box::new([entry]));
        let kind = NodeKind::Mapping(Mapping { style: CollectionStyle::Flow, entries });
        Node { range: range(syntax), properties: None, kind }
    }

    /// `{key}`: a key whose value is empty.
    fn lone_key(&mut self, syntax: Syntax<'_>) -> Entry {
        self.lines.push(syntax.start_position().row);
        let key = self.node(syntax);
        Entry { range: range(syntax), value: empty(range(syntax).end()), key, comments: None }
    }

    /// A `block_mapping_pair` or `flow_pair`.
    fn entry(&mut self, syntax: Syntax<'_>) -> Entry {
        self.lines.push(syntax.start_position().row);
        let start = range(syntax).start();
        let (mut key, mut value, mut end) = (None, None, start);
        let mut cursor = syntax.walk();
        let mut is_inside = cursor.goto_first_child();
        while is_inside {
            let child = cursor.node();
            match cursor.field_name() {
                Some("key") if !child.is_missing() => key = Some(self.node(child)),
                Some("value") if !child.is_missing() => value = Some(self.node(child)),
                _ => self.other(child),
            }
            if child.kind() != "comment" {
                // tree-sitter stretches a last block key over what follows it.
                let node = value.as_ref().or(key.as_ref().filter(|_| cursor.field_name() == Some("key")));
                end = node.map_or(range(child).end(), |node| node.range.end());
            }
            is_inside = cursor.goto_next_sibling();
        }
        let key = key.unwrap_or_else(|| empty(start));
        let is_block = syntax.kind() == "block_mapping_pair";
        let value = value.unwrap_or_else(|| if is_block { self.missing(end) } else { empty(end) });
        Entry { range: TextRange::new(start, end.max(key.range.end())), key, value, comments: None }
    }

    fn item(&mut self, syntax: Syntax<'_>) -> Item {
        self.lines.push(syntax.start_position().row);
        let mut value = None;
        let mut end = range(syntax).start();
        for child in children(syntax) {
            match child.kind() {
                "block_node" | "flow_node" => value = Some(self.node(child)),
                _ => self.other(child),
            }
            if child.kind() != "comment" {
                end = value.as_ref().map_or(range(child).end(), |value| value.range.end());
            }
        }
        let range = TextRange::new(range(syntax).start(), end);
        Item { range, value: value.unwrap_or_else(|| self.missing(end)), comments: None }
    }

    /// The block node that the tree lacks at `at`.
    fn missing(&self, at: TextSize) -> Node {
        let mut node = empty(at);
        node.mark_broken(self.text);
        node
    }
}

impl Node {
    /// See [`Lowered::mark_broken`].
    fn mark_broken(&mut self, text: &str) {
        let is_block = |style| style == CollectionStyle::Block;
        match &mut self.kind {
            NodeKind::Mapping(Mapping { style, entries: Chunks::Here(entries) }) if is_block(*style) => {
                entries.iter_mut().for_each(|entry| entry.value.mark_broken(text));
            }
            NodeKind::Sequence(Sequence { style, items: Chunks::Here(items) }) if is_block(*style) => {
                items.iter_mut().for_each(|item| item.value.mark_broken(text));
            }
            NodeKind::Empty => {
                let line = text.get(usize::from(self.range.end())..).and_then(|rest| rest.lines().next());
                let rest = line.unwrap_or_default().trim_start_matches([' ', '\t']);
                if !rest.is_empty() && !rest.starts_with('#') {
                    self.kind = NodeKind::Broken;
                }
            }
            _ => {}
        }
    }
}

fn empty(at: TextSize) -> Node {
    Node { range: TextRange::empty(at), properties: None, kind: NodeKind::Empty }
}
