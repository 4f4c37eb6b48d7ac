//! YAML nodes to values: anchors, merge keys and scalars resolved, every value with the place that wrote it.
//!
//! What an alias repeats is shared, never copied, so reading is linear in the text. Mistakes in the text itself are
//! `yaml::compose`'s to report; here they become [`ValueKind::Unknown`], about which nothing is said later.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::memo;
use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, TextRange};
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::compose::{self, DistinctKeys, KeyHashes};
use crate::yaml::scalar;
use crate::yaml::{
    Chunk, Chunks, Comment, ContentId, Document, Entry, Item, Mapping, Node, NodeKind, Placed, Sequence,
};

mod entries;
use entries::DistinctEntries;
pub(crate) use entries::{EqualKeys, joined, key_hashes};
#[cfg(test)]
mod tests;

/// Values nested deeper than this, aliases included, are `Unknown`: later walks recurse.
const DEEPEST: u32 = 300;

/// The value of a document.
#[derive(Clone, Debug)]
pub struct DocumentValue {
    /// The value; `Unknown` where the text was not understood or is computed by template code.
    pub value: Value,
    /// Aliases that repeat too much, or nest too deeply.
    pub problems: Vec<Problem>,
    /// Whether a map of it says that it has a key more than once ([`MappingValue::repeated`]).
    pub has_repeated_keys: bool,
}

/// Values of segments, kept from one version of a text to the next.
#[derive(Debug, Default)]
pub struct ValueMemo {
    chunks: memo::Memo<ContentId, CachedValues>,
    keys: DistinctKeys,
}

/// What a chunk without aliases gives, wherever it stands.
#[derive(Clone, Debug)]
struct CachedValues {
    children: ChunkChildren,
    /// The anchors that it defines, in order.
    anchors: Arc<[(SmolStr, Measured)]>,
    measure: Measure,
}

/// The children in one chunk.
#[derive(Clone, Debug)]
struct ChunkChildren {
    run: Arc<[Fragment]>,
    /// Of entries the hashes of their keys.
    keys: KeyHashes,
    /// A key that more than one entry had.
    repeated: Option<Key>,
}

/// A value with what bounds its walks.
#[derive(Clone, Debug)]
struct Measured {
    value: Value,
    measure: Measure,
}

#[derive(Clone, Debug)]
enum AnchorState {
    /// Its node is being read: an alias to it would contain itself.
    Open,
    Read(Measured),
}

/// Converts a document. Places are in `file`.
pub fn from_yaml(file: FileId, document: &Document, memo: &mut ValueMemo) -> DocumentValue {
    ValueReader::new(file, memo).document(document)
}

/// Converts a document of a text that is no template: comments say nothing there.
pub fn from_plain_yaml(file: FileId, document: &Document) -> DocumentValue {
    let mut memo = ValueMemo::default();
    ValueReader { is_plain: true, ..ValueReader::new(file, &mut memo) }.document(document)
}

/// Converts a document of data values of a text that is no template, in which ytt keeps each entry of a key.
pub fn from_plain_values(file: FileId, document: &Document, memo: &mut ValueMemo) -> DocumentValue {
    let equal_keys = EqualKeys::Joined;
    ValueReader { is_plain: true, equal_keys, ..ValueReader::new(file, memo) }.document(document)
}

/// The value of a scalar node that stands on its own, such as a key; `None` for other nodes.
pub fn scalar_kind(node: &Node) -> Option<ValueKind> {
    let tag = node.tag();
    match &node.kind {
        NodeKind::Empty if tag.is_none_or(|tag| tag == "!!null") => Some(ValueKind::Null),
        NodeKind::Empty => Some(ValueKind::String(SmolStr::default())),
        NodeKind::Scalar(it) => Some(scalar::resolve(it, tag).map_or(ValueKind::Unknown, ValueKind::from)),
        _ => None,
    }
}

/// The key that a node is; an alias counts by its name.
pub fn key(node: &Node) -> Key {
    match scalar_kind(node) {
        Some(kind) => entries::key_of(&kind),
        None => Key::String(compose::flow_text(node).into()),
    }
}

/// Whether a value is computed by template code behind it: `key: #@ expression`.
pub fn is_computed(value: &Node, comments: &[Comment]) -> bool {
    matches!(value.kind, NodeKind::Empty)
        && comments.iter().any(|comment| comment.trailing && matches!(classify(comment), CommentKind::Code(_)))
}

struct ValueReader<'m> {
    file: FileId,
    /// Whether comments say nothing.
    is_plain: bool,
    /// What becomes of a key that a map has more than once.
    equal_keys: EqualKeys,
    memo: &'m mut ValueMemo,
    anchors: FxHashMap<SmolStr, AnchorState>,
    /// Every anchor read so far, in order.
    defined: Vec<(SmolStr, Measured)>,
    problems: Vec<Problem>,
    /// Nodes read so far, and how many of them through aliases: ytt refuses too high a share.
    read: u64,
    aliased: u64,
}

impl<'m> ValueReader<'m> {
    fn new(file: FileId, memo: &'m mut ValueMemo) -> Self {
        Self {
            file,
            is_plain: false,
            equal_keys: EqualKeys::LastCounts,
            memo,
            anchors: FxHashMap::default(),
            defined: Vec::new(),
            problems: Vec::new(),
            read: 0,
            aliased: 0,
        }
    }

    fn document(mut self, document: &Document) -> DocumentValue {
        self.memo.chunks.begin_pass();
        let holder = document.marker.unwrap_or_else(|| TextRange::empty(document.root.range.start()));
        let holder = Place::absolute(self.file, holder);
        let measured = self.value_of(document.root(), holder, &document.comments);
        let has_repeated_keys = measured.measure.has_repeated_keys;
        DocumentValue { value: measured.value, problems: self.problems, has_repeated_keys }
    }

    /// A value held by an entry, an item or a document with these comments.
    fn value_of(&mut self, node: Placed<'_, Node>, holder: Place, comments: &[Comment]) -> Measured {
        if !self.is_plain && is_computed(node.get(), comments) {
            measured(holder, ValueKind::Unknown)
        } else {
            self.node(node, holder)
        }
    }

    fn node(&mut self, node: Placed<'_, Node>, holder: Place) -> Measured {
        self.read += 1;
        let Some((name, _)) = node.properties.as_ref().and_then(|properties| properties.anchor.as_ref()) else {
            return self.content(node, holder);
        };
        self.anchors.insert(name.clone(), AnchorState::Open);
        let value = self.content(node, holder);
        self.anchors.insert(name.clone(), AnchorState::Read(value.clone()));
        self.defined.push((name.clone(), value.clone()));
        value
    }

    fn content(&mut self, node: Placed<'_, Node>, holder: Place) -> Measured {
        let own = node.place(self.file, node.range);
        match &node.get().kind {
            NodeKind::Mapping(_) => node.mapping().map(|it| self.mapping(it, holder)),
            NodeKind::Sequence(_) => node.sequence().map(|it| self.sequence(it, holder)),
            NodeKind::Alias(name) => Some(self.alias(name, own)),
            NodeKind::Broken => Some(measured(own, ValueKind::Unknown)),
            NodeKind::Empty => scalar_kind(node.get()).map(|kind| measured(holder, kind)),
            NodeKind::Scalar(_) => scalar_kind(node.get()).map(|kind| measured(own, kind)),
        }
        .unwrap_or_else(|| measured(own, ValueKind::Unknown))
    }

    fn alias(&mut self, name: &SmolStr, origin: Place) -> Measured {
        let target = match self.anchors.get(name) {
            Some(AnchorState::Read(target)) => target.clone(),
            Some(AnchorState::Open) => {
                let message = format!("The alias `*{name}` is inside the value that it repeats");
                let hint = "end the value with the anchor above the alias";
                self.problems.push(Problem::new(Code::SyntaxError, origin, message).hint(hint));
                return measured(origin, ValueKind::Unknown);
            }
            None => return measured(origin, ValueKind::Unknown),
        };
        self.read = self.read.saturating_add(target.measure.size);
        self.aliased = self.aliased.saturating_add(target.measure.size);
        if is_excessive(self.read, self.aliased) {
            let message = format!("The alias `*{name}` repeats too much: written out, the document would be huge");
            self.problems.push(Problem::new(Code::TooDeep, origin, message));
            return measured(origin, ValueKind::Unknown);
        }
        Measured { value: Value { origin, kind: target.value.kind }, ..target }
    }

    fn sequence(&mut self, sequence: Placed<'_, Sequence>, holder: Place) -> Measured {
        let mut measure = Measure::default();
        let runs = match &sequence.items {
            Chunks::Here(_) => vec![self.items(sequence.items(), &mut measure)],
            Chunks::Spread(chunks) => {
                sequence.chunks(chunks).map(|chunk| self.item_chunk(chunk, &mut measure)).collect()
            }
        };
        let runs = runs.into_iter().filter(|run| !run.is_empty()).collect();
        self.collection(
            measure,
            holder,
            ValueKind::Sequence(Arc::new(SequenceValue { runs, ..SequenceValue::default() })),
        )
    }

    fn items<'a>(&mut self, items: impl Iterator<Item = Placed<'a, Item>>, measure: &mut Measure) -> Arc<[Fragment]> {
        let values = items.map(|item| {
            let dash = TextRange::at(item.get().range.start(), 1.into());
            let holder = if item.value.range.start() > item.get().range.start() { dash } else { item.value.range };
            let holder = item.place(self.file, holder);
            let value = self.value_of(item.value(), holder, item.comments());
            measure.add(&value);
            let item = Fragment::new(Holder::Item, value.value);
            // Where nothing is evaluated, items stand where evaluation has them: at their dashes.
            if self.is_plain { Fragment { place: holder, ..item } } else { item }
        });
        values.collect()
    }

    fn item_chunk(&mut self, chunk: Placed<'_, Chunk<Item>>, measure: &mut Measure) -> Arc<[Fragment]> {
        if let Some(children) = self.cached(chunk.get(), measure) {
            return children.run;
        }
        let (mut own, defined) = (Measure::default(), self.defined.len());
        let run = self.items(chunk.iter(), &mut own);
        self.keep(chunk.get(), ChunkChildren { run: run.clone(), keys: Arc::default(), repeated: None }, own, defined);
        measure.merge(own);
        run
    }

    fn mapping(&mut self, mapping: Placed<'_, Mapping>, holder: Place) -> Measured {
        let mut measure = Measure::default();
        let (entries, repeated, is_spread) = match &mapping.entries {
            Chunks::Here(_) => {
                let distinct = entries::distinct(self.entries(mapping.entries(), &mut measure), self.equal_keys);
                (distinct.entries.into(), distinct.repeated, false)
            }
            Chunks::Spread(chunks) => {
                let chunks = mapping.chunks(chunks);
                let children: Vec<ChunkChildren> = chunks.map(|chunk| self.entry_chunk(chunk, &mut measure)).collect();
                let runs: Vec<_> = children.iter().map(|it| (&it.run, &it.keys)).collect();
                let (entries, repeated) = joined(&runs, self.equal_keys, &mut self.memo.keys);
                (entries, repeated.or_else(|| children.iter().find_map(|it| it.repeated.clone())), true)
            }
        };
        let repeated = repeated.filter(|_| self.equal_keys == EqualKeys::Joined);
        measure.has_repeated_keys |= repeated.is_some();
        let mapping = MappingValue { entries, is_spread, repeated: repeated.map(Box::new), ..MappingValue::default() };
        self.collection(measure, holder, ValueKind::Mapping(Arc::new(mapping)))
    }

    fn entry_chunk(&mut self, chunk: Placed<'_, Chunk<Entry>>, measure: &mut Measure) -> ChunkChildren {
        if let Some(children) = self.cached(chunk.get(), measure) {
            return children;
        }
        let (mut own, defined) = (Measure::default(), self.defined.len());
        let DistinctEntries { entries, repeated } =
            entries::distinct(self.entries(chunk.iter(), &mut own), self.equal_keys);
        let children = ChunkChildren { keys: key_hashes(&entries), run: entries.into(), repeated };
        self.keep(chunk.get(), children.clone(), own, defined);
        measure.merge(own);
        children
    }

    fn entries<'a>(
        &mut self,
        entries: impl Iterator<Item = Placed<'a, Entry>>,
        measure: &mut Measure,
    ) -> Vec<Fragment> {
        let mut values = Vec::with_capacity(entries.size_hint().0);
        for entry in entries {
            let key_origin =
                entry.place(self.file, if entry.key.range.is_empty() { entry.get().range } else { entry.key.range });
            let key = self.node(entry.key(), key_origin).value.kind;
            let value = self.value_of(entry.value(), key_origin, entry.comments());
            measure.add(&value);
            if compose::is_merge(entry.get()) {
                values.extend(entries::merged(&value.value));
            } else {
                values.push(Fragment::entry(entries::key_of(&key), key_origin, value.value));
            }
        }
        values
    }

    /// What was kept for a segment, its anchors defined anew.
    fn cached<T>(&mut self, chunk: &Chunk<T>, measure: &mut Measure) -> Option<ChunkChildren> {
        if chunk.has_alias {
            return None;
        }
        let CachedValues { children, anchors, measure: kept } = self.memo.chunks.get(&chunk.content)?.clone();
        for (name, value) in anchors.iter() {
            self.anchors.insert(name.clone(), AnchorState::Read(value.clone()));
            self.defined.push((name.clone(), value.clone()));
        }
        self.read = self.read.saturating_add(kept.size);
        measure.merge(kept);
        Some(children)
    }

    fn keep<T>(&mut self, chunk: &Chunk<T>, children: ChunkChildren, measure: Measure, defined: usize) {
        if !chunk.has_alias {
            let anchors = self.defined.get(defined..).unwrap_or_default().into();
            let kept = CachedValues { children, anchors, measure };
            self.memo.chunks.keep(chunk.content, kept);
        }
    }

    fn collection(&mut self, measure: Measure, holder: Place, kind: ValueKind) -> Measured {
        let height = measure.height + 1;
        if height > DEEPEST {
            let problem =
                Problem::new(Code::TooDeep, holder, "The value nests too deeply once its aliases are followed");
            self.problems.push(problem);
            return measured(holder, ValueKind::Unknown);
        }
        let measure = Measure { size: measure.size.saturating_add(1), height, ..measure };
        Measured { value: Value { origin: holder, kind }, measure }
    }
}

/// What bounds the walks of a value, or of children together.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    /// How many nodes it has when every alias is written out.
    size: u64,
    /// How deep it nests when every alias is written out.
    height: u32,
    /// Whether a map of it says that it has a key more than once.
    has_repeated_keys: bool,
}

impl Measure {
    fn add(&mut self, child: &Measured) {
        self.merge(child.measure);
    }

    fn merge(&mut self, other: Self) {
        self.size = self.size.saturating_add(other.size);
        self.height = self.height.max(other.height);
        self.has_repeated_keys |= other.has_repeated_keys;
    }
}

fn measured(origin: Place, kind: ValueKind) -> Measured {
    Measured { value: Value { origin, kind }, measure: Measure { size: 1, height: 1, has_repeated_keys: false } }
}

/// Whether aliases make up more of a document than is plausible: nearly all of a small one, a tenth of a huge one.
fn is_excessive(read: u64, aliased: u64) -> bool {
    const SMALL: u64 = 400_000;
    const HUGE: u64 = 4_000_000;
    let percent = match read {
        ..=SMALL => 99,
        HUGE.. => 10,
        _ => 99 - 89 * (read - SMALL) / (HUGE - SMALL),
    };
    aliased > 100 && read > 1000 && aliased.saturating_mul(100) > read.saturating_mul(percent)
}
