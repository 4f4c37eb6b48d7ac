//! What anchors name: aliases and merge keys repeat it as it is written, without code and annotations, which belong to
//! the lines where they stand.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::literal;
use crate::template::fragment::{AttachedAnnotation, Collection, Fragment, FragmentContent, Holder};
use crate::template::unevaluated::Entries;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::{ValueKind, from_yaml};
use crate::yaml::{CollectionStyle, Comment, Mapping, Node, NodeKind, Placed, Sequence, compose};

/// How many nodes aliases and merge keys may bring into one document before they are given up.
const MOST: usize = 100_000;

/// How deep nodes are followed.
const DEEPEST: usize = 500;

/// The anchors of a document so far.
pub(super) struct Aliases {
    file: FileId,
    anchors: FxHashMap<SmolStr, (FragmentContent, usize)>,
    repeated: usize,
    depth: usize,
    keeps_annotations: bool,
}

impl Aliases {
    pub(super) fn new(file: FileId) -> Self {
        Self { file, anchors: FxHashMap::default(), repeated: 0, depth: 0, keeps_annotations: false }
    }

    pub(super) fn begin_document(&mut self) {
        self.anchors.clear();
    }

    /// What a node means as it is written.
    pub(super) fn content(&mut self, node: Placed<'_, Node>) -> FragmentContent {
        if self.depth >= DEEPEST {
            return FragmentContent::Unknown;
        }
        self.depth += 1;
        let content = match &node.get().kind {
            NodeKind::Broken => FragmentContent::Unknown,
            NodeKind::Alias(name) => self.alias(name),
            NodeKind::Empty | NodeKind::Scalar(_) => scalar(node.get()),
            NodeKind::Mapping(_) => node.mapping().map_or(FragmentContent::Unknown, |mapping| self.mapping(mapping)),
            NodeKind::Sequence(_) => {
                node.sequence().map_or(FragmentContent::Unknown, |sequence| self.sequence(sequence))
            }
        };
        self.depth -= 1;
        if let Some(anchor) = node.get().anchor() {
            let size = size_of(&content);
            self.anchors.insert(anchor.clone(), (content.clone(), size));
        }
        content
    }

    /// The same with the annotations in it, which are literals. Nothing in it may have an anchor then.
    pub(super) fn annotated(&mut self, node: Placed<'_, Node>) -> FragmentContent {
        self.keeps_annotations = true;
        let content = self.content(node);
        self.keeps_annotations = false;
        content
    }

    fn alias(&mut self, name: &SmolStr) -> FragmentContent {
        let Some((content, size)) = self.anchors.get(name) else { return FragmentContent::Unknown };
        self.repeated = self.repeated.saturating_add(*size);
        if self.repeated > MOST { FragmentContent::Unknown } else { content.clone() }
    }

    fn mapping(&mut self, mapping: Placed<'_, Mapping>) -> FragmentContent {
        let mut entries = Entries::default();
        for entry in mapping.entries() {
            let content = self.content(entry.value());
            if compose::is_merge(entry.get()) {
                entries.merge(content);
                continue;
            }
            let holder = Holder::Entry(from_yaml::key(&entry.get().key));
            let fragment = self.fragment(holder, entry.key().range(), entry.value(), content);
            let annotations = self.annotations(entry.comments(), entry.base);
            entries.put(Fragment { annotations, ..fragment });
        }
        FragmentContent::Mapping(Arc::new(entries.collection))
    }

    fn sequence(&mut self, sequence: Placed<'_, Sequence>) -> FragmentContent {
        let is_block = sequence.style == CollectionStyle::Block;
        let mut collection = Collection::default();
        for item in sequence.items() {
            let dash = TextRange::at(item.range().start(), TextSize::new(1).min(item.range().len()));
            let token = if is_block { dash } else { item.value().range() };
            let content = self.content(item.value());
            let fragment = self.fragment(Holder::Item, token, item.value(), content);
            let annotations = self.annotations(item.comments(), item.base);
            collection.children.push(Fragment { annotations, ..fragment });
        }
        FragmentContent::Sequence(Arc::new(collection))
    }

    fn annotations(&self, comments: &[Comment], base: TextSize) -> Arc<[AttachedAnnotation]> {
        let kept = if self.keeps_annotations { comments } else { &[] };
        literal::annotations(kept, base, self.file).unwrap_or_default().into()
    }

    fn fragment(
        &self,
        holder: Holder,
        token: TextRange,
        value: Placed<'_, Node>,
        content: FragmentContent,
    ) -> Fragment {
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
fn scalar(node: &Node) -> FragmentContent {
    match from_yaml::scalar_kind(node) {
        None | Some(ValueKind::Unknown) => FragmentContent::Unknown,
        Some(kind) => FragmentContent::Scalar(kind),
    }
}

/// How many nodes a walk through the content meets.
fn size_of(content: &FragmentContent) -> usize {
    let (FragmentContent::Mapping(collection) | FragmentContent::Sequence(collection)) = content else { return 1 };
    collection.children.iter().map(|child| size_of(&child.content)).sum::<usize>() + 1
}
