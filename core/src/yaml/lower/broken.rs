//! Texts that tree-sitter gave up on as a whole.

use tree_sitter::Node as Syntax;

use super::{Lowering, children, range};
use crate::text::TextRange;
use crate::yaml::{Chunks, CollectionStyle, Document, Entry, Item, Mapping, Node, NodeKind, Sequence};

/// Entries or items found in a text that is broken as a whole.
#[derive(Default)]
struct Saved {
    entries: Vec<Entry>,
    items: Vec<Item>,
}

impl Lowering<'_> {
    /// What can be saved of a text that tree-sitter gave up on: the entries, or the items, that it completed.
    pub(super) fn broken_stream(&mut self, syntax: Syntax<'_>) -> Option<Document> {
        self.errors.push(range(syntax));
        let mut saved = Saved::default();
        self.save(syntax, &mut saved);
        let start = saved.entries.first().map(|it| it.range.start());
        let start = start.or(saved.items.first().map(|it| it.range.start()))?;
        let style = CollectionStyle::Block;
        let (end, kind) = if let Some(entry) = saved.entries.last() {
            let end = entry.range.end();
            (end, NodeKind::Mapping(Mapping { style, entries: Chunks::Here(saved.entries.into()) }))
        } else {
            let end = saved.items.last().map_or(start, |item| item.range.end());
            (end, NodeKind::Sequence(Sequence { style, items: Chunks::Here(saved.items.into()) }))
        };
        let range = TextRange::new(start, end);
        let root = Node { range, properties: None, kind };
        Some(Document {
            range,
            marker: None,
            comments: Box::default(),
            root,
            anchors: std::mem::take(&mut self.anchors).into(),
        })
    }

    fn save(&mut self, syntax: Syntax<'_>, saved: &mut Saved) {
        for child in children(syntax) {
            match child.kind() {
                "block_mapping_pair" if saved.items.is_empty() => saved.entries.push(self.entry(child)),
                "block_sequence_item" if saved.entries.is_empty() => saved.items.push(self.item(child)),
                "comment" => self.other(child),
                "document" | "block_node" | "block_mapping" | "block_sequence" | "ERROR" => self.save(child, saved),
                _ => self.comments_below(child),
            }
        }
    }
}
