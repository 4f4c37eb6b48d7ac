//! Texts that tree-sitter gave up on as a whole.

use tree_sitter::Node as Syntax;

use super::{Lowering, children, empty, range};
use crate::text::TextRange;
use crate::yaml::{Chunks, CollectionStyle, Document, Entry, Item, Mapping, Node, NodeKind, Sequence};

/// What was found of a document in a text that is broken as a whole: entries, or items.
#[derive(Default)]
struct Saved {
    marker: Option<TextRange>,
    entries: Vec<Entry>,
    items: Vec<Item>,
}

impl Lowering<'_> {
    /// What can be saved of a text that tree-sitter gave up on: the markers of documents, and the entries, or the items,
    /// that it completed.
    pub(super) fn broken_stream(&mut self, syntax: Syntax<'_>) -> Vec<Document> {
        self.errors.push(range(syntax));
        let mut documents = Vec::new();
        let mut saved = Saved::default();
        self.save(syntax, &mut saved, &mut documents);
        documents.extend(self.saved_document(saved));
        documents
    }

    fn saved_document(&mut self, Saved { marker, entries, items }: Saved) -> Option<Document> {
        let style = CollectionStyle::Block;
        let first = entries.first().map(|it| it.range.start()).or(items.first().map(|it| it.range.start()));
        let root = match first {
            Some(start) if entries.is_empty() => {
                let end = items.last().map_or(start, |item| item.range.end());
                let kind = NodeKind::Sequence(Sequence { style, items: Chunks::Here(items.into()) });
                Node { range: TextRange::new(start, end), properties: None, kind }
            }
            Some(start) => {
                let end = entries.last().map_or(start, |entry| entry.range.end());
                let kind = NodeKind::Mapping(Mapping { style, entries: Chunks::Here(entries.into()) });
                Node { range: TextRange::new(start, end), properties: None, kind }
            }
            None => empty(marker?.end()),
        };
        let start = marker.map_or(root.range.start(), TextRange::start);
        Some(Document {
            range: TextRange::new(start, root.range.end()),
            marker,
            comments: Box::default(),
            root,
            anchors: std::mem::take(&mut self.anchors).into(),
        })
    }

    fn save(&mut self, syntax: Syntax<'_>, saved: &mut Saved, documents: &mut Vec<Document>) {
        for child in children(syntax) {
            match child.kind() {
                "---" => {
                    let before = std::mem::take(saved);
                    documents.extend(self.saved_document(before));
                    saved.marker = Some(range(child));
                    self.lines.push(child.start_position().row);
                }
                "block_mapping_pair" if saved.items.is_empty() => saved.entries.push(self.entry(child)),
                "block_sequence_item" if saved.entries.is_empty() => saved.items.push(self.item(child)),
                "comment" => self.other(child),
                "document" | "block_node" | "block_mapping" | "block_sequence" | "ERROR" => {
                    self.save(child, saved, documents);
                }
                _ => self.comments_below(child),
            }
        }
    }
}
