//! What anchors name: aliases and merge keys repeat it as it is written, without code and annotations, which belong to
//! the lines where they stand.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::literal;
use crate::template::unevaluated::{MapBuilder, scalar_content, size_of};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::fragment::{Annotations, Fragment, Holder};
use crate::values::{Value, ValueKind, from_yaml};
use crate::yaml::{CollectionStyle, Comment, Mapping, Node, NodeKind, Placed, Sequence, compose};

/// How many nodes aliases and merge keys may bring into one document before they are given up.
const MOST: usize = 100_000;

/// How deep nodes are followed.
const DEEPEST: usize = 500;

/// The anchors of a document so far.
pub(super) struct Aliases {
    file: FileId,
    anchors: FxHashMap<SmolStr, (ValueKind, usize)>,
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
    pub(super) fn content(&mut self, node: Placed<'_, Node>) -> ValueKind {
        if self.depth >= DEEPEST {
            return ValueKind::Unknown;
        }
        self.depth += 1;
        let content = match &node.get().kind {
            NodeKind::Broken => ValueKind::Unknown,
            NodeKind::Alias(name) => self.alias(name),
            NodeKind::Empty | NodeKind::Scalar(_) => scalar_content(node.get()),
            NodeKind::Mapping(_) => node.mapping().map_or(ValueKind::Unknown, |mapping| self.mapping(mapping)),
            NodeKind::Sequence(_) => node.sequence().map_or(ValueKind::Unknown, |sequence| self.sequence(sequence)),
        };
        self.depth -= 1;
        if let Some(anchor) = node.get().anchor() {
            let size = size_of(&content);
            self.anchors.insert(anchor.clone(), (content.clone(), size));
        }
        content
    }

    /// The same with the annotations in it, which are literals. Nothing in it may have an anchor then.
    pub(super) fn annotated(&mut self, node: Placed<'_, Node>) -> ValueKind {
        self.keeps_annotations = true;
        let content = self.content(node);
        self.keeps_annotations = false;
        content
    }

    fn alias(&mut self, name: &SmolStr) -> ValueKind {
        let Some((content, size)) = self.anchors.get(name) else { return ValueKind::Unknown };
        self.repeated = self.repeated.saturating_add(*size);
        if self.repeated > MOST { ValueKind::Unknown } else { content.clone() }
    }

    fn mapping(&mut self, mapping: Placed<'_, Mapping>) -> ValueKind {
        let mut entries = MapBuilder::default();
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
        entries.finish()
    }

    fn sequence(&mut self, sequence: Placed<'_, Sequence>) -> ValueKind {
        let is_block = sequence.style == CollectionStyle::Block;
        let mut items = Vec::new();
        for item in sequence.items() {
            let dash = TextRange::at(item.range().start(), TextSize::new(1).min(item.range().len()));
            let token = if is_block { dash } else { item.value().range() };
            let content = self.content(item.value());
            let fragment = self.fragment(Holder::Item, token, item.value(), content);
            let annotations = self.annotations(item.comments(), item.base);
            items.push(Fragment { annotations, ..fragment });
        }
        ValueKind::array(items)
    }

    fn annotations(&self, comments: &[Comment], base: TextSize) -> Annotations {
        let kept = if self.keeps_annotations { comments } else { &[] };
        literal::annotations(kept, base, self.file).unwrap_or_default().into()
    }

    fn fragment(&self, holder: Holder, token: TextRange, value: Placed<'_, Node>, content: ValueKind) -> Fragment {
        let is_token = content.is_collection() || value.range().is_empty();
        let origin = Place::absolute(self.file, if is_token { token } else { value.range() });
        let fragment = Fragment::new(holder, Value { origin, kind: content });
        Fragment { place: Place::absolute(self.file, token), ..fragment }
    }
}
