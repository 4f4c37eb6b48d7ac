//! What anchors name: aliases and merge keys repeat it as it is written, without code and annotations, which belong to
//! the lines where they stand.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::template::fragment::{Collection, Content, Fragment, Holder};
use crate::template::unevaluated::Entries;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::{ValueKind, from_yaml};
use crate::yaml::{At, CollectionStyle, Mapping, Node, NodeKind, Sequence, compose};

/// How many nodes aliases and merge keys may bring into one document before they are given up.
const MOST: usize = 100_000;

/// How deep nodes are followed.
const DEEPEST: usize = 500;

/// The anchors of a document so far.
pub(super) struct Aliases {
    file: FileId,
    anchors: FxHashMap<SmolStr, (Content, usize)>,
    repeated: usize,
    depth: usize,
}

impl Aliases {
    pub(super) fn new(file: FileId) -> Self {
        Self { file, anchors: FxHashMap::default(), repeated: 0, depth: 0 }
    }

    pub(super) fn begin_document(&mut self) {
        self.anchors.clear();
    }

    /// What a node means as it is written.
    pub(super) fn content(&mut self, node: At<'_, Node>) -> Content {
        if self.depth >= DEEPEST {
            return Content::Unknown;
        }
        self.depth += 1;
        let content = match &node.get().kind {
            NodeKind::Broken => Content::Unknown,
            NodeKind::Alias(name) => self.alias(name),
            NodeKind::Empty | NodeKind::Scalar(_) => scalar(node.get()),
            NodeKind::Mapping(_) => node.mapping().map_or(Content::Unknown, |mapping| self.mapping(mapping)),
            NodeKind::Sequence(_) => node.sequence().map_or(Content::Unknown, |sequence| self.sequence(sequence)),
        };
        self.depth -= 1;
        if let Some(anchor) = node.get().anchor() {
            let size = size_of(&content);
            self.anchors.insert(anchor.clone(), (content.clone(), size));
        }
        content
    }

    fn alias(&mut self, name: &SmolStr) -> Content {
        let Some((content, size)) = self.anchors.get(name) else { return Content::Unknown };
        self.repeated = self.repeated.saturating_add(*size);
        if self.repeated > MOST { Content::Unknown } else { content.clone() }
    }

    fn mapping(&mut self, mapping: At<'_, Mapping>) -> Content {
        let mut entries = Entries::default();
        for entry in mapping.entries() {
            let content = self.content(entry.value());
            if compose::is_merge(entry.get()) {
                entries.merge(content);
                continue;
            }
            let holder = Holder::Entry(from_yaml::key(&entry.get().key));
            entries.put(self.fragment(holder, entry.key().range(), entry.value(), content));
        }
        Content::Mapping(Arc::new(entries.collection))
    }

    fn sequence(&mut self, sequence: At<'_, Sequence>) -> Content {
        let is_block = sequence.style == CollectionStyle::Block;
        let mut collection = Collection::default();
        for item in sequence.items() {
            let dash = TextRange::at(item.range().start(), TextSize::new(1).min(item.range().len()));
            let token = if is_block { dash } else { item.value().range() };
            let content = self.content(item.value());
            collection.children.push(self.fragment(Holder::Item, token, item.value(), content));
        }
        Content::Sequence(Arc::new(collection))
    }

    fn fragment(&self, holder: Holder, token: TextRange, value: At<'_, Node>, content: Content) -> Fragment {
        let value_range = if value.range().is_empty() { token } else { value.range() };
        Fragment {
            holder,
            place: Place::absolute(self.file, token),
            annotations: Arc::default(),
            value_place: Place::absolute(self.file, value_range),
            content,
        }
    }
}

/// What a scalar or empty node means; unknown for a tag that the text does not fit, which is reported elsewhere.
fn scalar(node: &Node) -> Content {
    match from_yaml::scalar_kind(node) {
        None | Some(ValueKind::Unknown) => Content::Unknown,
        Some(kind) => Content::Scalar(kind),
    }
}

/// How many nodes a walk through the content meets.
fn size_of(content: &Content) -> usize {
    let (Content::Mapping(collection) | Content::Sequence(collection)) = content else { return 1 };
    collection.children.iter().map(|child| size_of(&child.content)).sum::<usize>() + 1
}
