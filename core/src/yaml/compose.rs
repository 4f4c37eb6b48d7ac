//! What must hold in a document beyond its syntax: unique keys, defined aliases, fitting merge keys and tags.
//!
//! Each segment is looked at once and its facts are kept; what segments say together, such as a key in two of them,
//! is asked anew of these facts in every version.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::memo;
use crate::problem::{Code, Problem, nearest};
use crate::text::{FileId, Place, SegmentId, TextRange, TextSize};
use crate::yaml::{
    Chunk, Chunks, ContentId, Document, Entry, Item, Mapping, Node, NodeKind, Placed, ScalarStyle, Sequence, Stream,
};

mod distinct_keys;
mod facts;
mod keys;
#[cfg(test)]
mod tests;

pub(crate) use distinct_keys::{DistinctKeys, KeyHashes};
use facts::{AliasUse, MergeKey, SegmentFacts};
use keys::Keys;

/// Facts about segments, kept from one version of a text to the next.
#[derive(Debug, Default)]
pub struct ComposeMemo {
    segments: memo::Memo<SegmentId, Arc<SegmentFacts>>,
    /// What is wrong in the further segments of a split entry.
    inside: memo::Memo<ContentId, Arc<[Problem]>>,
    keys: DistinctKeys,
    options: ComposeOptions,
}

/// How a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ComposeOptions {
    is_template: bool,
    /// Whether plain scalars must be what they seem to be (`--strict`).
    is_strict: bool,
    keys: RepeatedKeys,
}

/// What becomes of a key that a map has twice in a text without template code; in templates ytt refuses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepeatedKeys {
    /// That is no problem of the text: what comes of it is known where the map is used.
    #[default]
    Taken,
    /// Nobody takes it, as in resources.
    Refused,
}

impl ComposeOptions {
    fn refuses_repeated_keys(self) -> bool {
        self.is_template || self.keys == RepeatedKeys::Refused
    }
}

impl ComposeMemo {
    /// For texts that are read strictly.
    #[must_use]
    pub fn strict(mut self, is_strict: bool) -> Self {
        self.set_reading(is_strict, self.options.keys);
        self
    }

    /// Says how the text is read from now on: strictly, and with which keys.
    pub fn set_reading(&mut self, is_strict: bool, keys: RepeatedKeys) {
        self.begin_reading(ComposeOptions { is_strict, keys, ..self.options });
    }

    fn begin_reading(&mut self, options: ComposeOptions) {
        if std::mem::replace(&mut self.options, options) != options {
            self.segments.clear();
            self.inside.clear();
        }
    }

    fn begin_version(&mut self, is_template: bool) {
        self.begin_reading(ComposeOptions { is_template, ..self.options });
        self.segments.begin_pass();
        self.inside.begin_pass();
    }

    fn facts(&mut self, segment: SegmentId, gather: impl FnOnce() -> SegmentFacts) -> Arc<SegmentFacts> {
        if let Some(facts) = self.segments.get(&segment) {
            return facts.clone();
        }
        let facts = Arc::new(gather());
        self.segments.keep(segment, facts.clone());
        facts
    }
}

/// Whether an entry is a merge key (`<<`), which brings in the entries of another map.
pub fn is_merge(entry: &Entry) -> bool {
    let NodeKind::Scalar(scalar) = &entry.key.kind else { return false };
    let is_implicit = scalar.style == ScalarStyle::Plain && entry.key.tag().is_none();
    scalar.text == "<<" && (is_implicit || matches!(entry.key.tag(), Some("!!merge" | "!")))
}

/// A node in one word, for keys that are collections.
pub fn flow_text(node: &Node) -> String {
    match &node.kind {
        NodeKind::Scalar(scalar) => scalar.text.to_string(),
        NodeKind::Alias(name) => format!("*{name}"),
        NodeKind::Empty | NodeKind::Broken => String::new(),
        NodeKind::Mapping(_) => "{…}".to_owned(),
        NodeKind::Sequence(_) => "[…]".to_owned(),
    }
}

/// What does not hold in the documents of a text. Places are in `file`.
pub fn check(file: FileId, stream: &Stream, memo: &mut ComposeMemo) -> Vec<Problem> {
    memo.begin_version(stream.is_template);
    let mut problems = Vec::new();
    for (index, document) in stream.documents.iter().enumerate() {
        if index > 0 && document.marker.is_none() && !matches!(document.root.kind, NodeKind::Empty) {
            problems.push(without_marker(file, document));
        }
        check_document(file, document, memo, &mut problems);
    }
    problems
}

fn without_marker(file: FileId, document: &Document) -> Problem {
    let start = TextRange::empty(document.root.range.start());
    Problem::new(Code::SyntaxError, Place::absolute(file, start), "ytt needs a `---` line before each further document")
        .hint("add `---` above it")
}

fn check_document(file: FileId, document: &Document, memo: &mut ComposeMemo, problems: &mut Vec<Problem>) {
    let mut uses = Vec::new();
    let mut facts = SegmentFacts::new(file, memo.options);
    spread(document.root(), &mut facts, memo, &mut uses, problems);
    problems.append(&mut facts.problems);
    uses.extend(facts.uses.into_iter().map(|it| (document.root().base, it)));
    uses.sort_by_key(|(base, it)| *base + it.place.range.start());
    let anchors = anchor_starts(document);
    let mut targets = FxHashMap::default();
    for (base, it) in &uses {
        let at = *base + it.place.range.start();
        let above = anchors.get(&it.name).and_then(|starts| starts.range(..at).next_back());
        let Some(start) = above else {
            problems.push(undefined(it, &anchors));
            continue;
        };
        if let Some(merge) = &it.merge {
            let target = targets.entry(*start).or_insert_with(|| anchored(document.root(), &it.name, *start));
            // That a map cannot bring in itself, `values::from_yaml` says.
            let target = target.filter(|target| !target.range().contains(at));
            let found = target.map(|target| check_merge(file, &it.name, target, merge, memo.options));
            problems.extend(found.unwrap_or_default());
        }
    }
}

/// Whether a merge key has a map behind it, and brings in no key that stands beside it.
fn check_merge(
    file: FileId,
    name: &SmolStr,
    target: Placed<'_, Node>,
    merge: &MergeKey,
    options: ComposeOptions,
) -> Vec<Problem> {
    let Some(mapping) = target.mapping() else {
        let message = format!("The merge key `<<` needs a map, and `*{name}` is none");
        return vec![Problem::new(Code::SyntaxError, merge.place, message)];
    };
    let mut problems = Vec::new();
    for entry in mapping.entries() {
        let Some(identity) = keys::identity(&entry.get().key) else { continue };
        let is_it = |key: &&keys::MappingKey| key.identity == identity;
        let origin = entry.place(file, entry.get().key.range);
        if let Some(key) = merge.after.iter().find(is_it).filter(|key| !key.overrides) {
            problems.push(keys::repetition(key, origin, options));
        } else if let Some(key) = merge.before.iter().find(is_it) {
            let merged = keys::MappingKey { place: merge.place, ..key.clone() };
            let problem = keys::repetition(&merged, key.place, options);
            problems.push(problem.related(origin, "the merge key brings it in from here"));
        }
    }
    problems
}

/// The node with an anchor, given where it starts.
fn anchored<'a>(root: Placed<'a, Node>, name: &SmolStr, start: TextSize) -> Option<Placed<'a, Node>> {
    let mut node = root;
    loop {
        if node.range().start() == start && node.get().anchor() == Some(name) {
            return Some(node);
        }
        let child = node.mapping().and_then(|mapping| {
            let entry = mapping.entries().find(|entry| entry.range().contains_inclusive(start))?;
            let is_in_key =
                entry.key().range().contains(start) && entry.key().range().start() < entry.value().range().start();
            Some(if is_in_key { entry.key() } else { entry.value() })
        });
        let item =
            || node.sequence()?.items().find(|item| item.range().contains_inclusive(start)).map(Placed::<Item>::value);
        node = child.or_else(item)?;
    }
}

/// A document with more anchors than this gets no hints at other names.
const MANY_ANCHORS: usize = 500;

type Starts<'a> = FxHashMap<&'a SmolStr, BTreeSet<TextSize>>;

/// Where each name is an anchor.
fn anchor_starts(document: &Document) -> Starts<'_> {
    let mut starts = Starts::default();
    for (name, start) in &document.anchors {
        starts.entry(name).or_default().insert(*start);
    }
    starts
}

fn undefined(alias: &AliasUse, anchors: &Starts<'_>) -> Problem {
    let name = &alias.name;
    let problem =
        Problem::new(Code::UndefinedAlias, alias.place, format!("No anchor `&{name}` is defined above this alias"));
    if anchors.contains_key(name) {
        return problem.hint("define the anchor above the alias");
    }
    // Among so many names, comparing each with each takes longer than the hint is worth.
    let names = anchors.keys().take_while(|_| anchors.len() <= MANY_ANCHORS);
    match nearest(name, names) {
        Some(anchor) => problem.hint(format!("did you mean `*{anchor}`?")),
        None => problem,
    }
}

/// Goes through the collections whose children are segments of their own.
fn spread(
    node: Placed<'_, Node>,
    facts: &mut SegmentFacts,
    memo: &mut ComposeMemo,
    uses: &mut Vec<(TextSize, AliasUse)>,
    problems: &mut Vec<Problem>,
) {
    let (file, options) = (facts.file, facts.options);
    let mut take = |base, facts: &SegmentFacts| {
        problems.extend_from_slice(&facts.problems);
        uses.extend(facts.uses.iter().map(|it| (base, it.clone())));
    };
    match &node.get().kind {
        NodeKind::Mapping(Mapping { entries: Chunks::Spread(chunks), .. }) => {
            let mut keys: Vec<Keys> = Vec::new();
            for chunk in node.chunks(chunks) {
                let facts = memo.facts(chunk.segment, || SegmentFacts::of_entries(file, options, chunk));
                take(chunk.base, &facts);
                keys.extend(facts.keys.clone());
            }
            if options.refuses_repeated_keys() {
                problems.extend(keys::across(&keys, options, &mut memo.keys));
            }
            for chunk in node.chunks(chunks).filter(|chunk| chunk.is_split) {
                spread_inside(chunk, Placed::<Entry>::value, facts, memo, uses, problems);
            }
        }
        NodeKind::Sequence(Sequence { items: Chunks::Spread(chunks), .. }) => {
            for chunk in node.chunks(chunks) {
                take(chunk.base, &memo.facts(chunk.segment, || SegmentFacts::of_items(file, options, chunk)));
            }
            for chunk in node.chunks(chunks).filter(|chunk| chunk.is_split) {
                spread_inside(chunk, Placed::<Item>::value, facts, memo, uses, problems);
            }
        }
        _ => facts.node(node),
    }
}

/// The same for the children of a split entry or item. Without aliases they say the same wherever they stand.
fn spread_inside<'a, T>(
    chunk: Placed<'a, Chunk<T>>,
    value: fn(Placed<'a, T>) -> Placed<'a, Node>,
    facts: &mut SegmentFacts,
    memo: &mut ComposeMemo,
    uses: &mut Vec<(TextSize, AliasUse)>,
    problems: &mut Vec<Problem>,
) {
    if let Some(known) = memo.inside.get(&chunk.content).filter(|_| !chunk.has_alias) {
        problems.extend(known.iter().cloned());
        return;
    }
    let start = problems.len();
    for node in chunk.iter().map(value).filter(|node| is_spread(node.get())) {
        spread(node, facts, memo, uses, problems);
    }
    if !chunk.has_alias {
        memo.inside.keep(chunk.content, problems.get(start..).unwrap_or_default().into());
    }
}

/// Whether the children of a collection are segments of their own.
fn is_spread(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Mapping(mapping) => matches!(mapping.entries, Chunks::Spread(_)),
        NodeKind::Sequence(sequence) => matches!(sequence.items, Chunks::Spread(_)),
        _ => false,
    }
}
