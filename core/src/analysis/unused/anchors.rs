//! Anchors that no alias uses. An anchor counts until its name is given anew, in its own document.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::analysis::subject::Subject;
use crate::analysis::world::{File, Query, World};
use crate::memo;
use crate::problem::{Code, Problem};
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::{Chunk, Chunks, ContentId, Document, Entry, Item, Node, NodeKind, Placed};

/// The problems of a file.
pub(super) struct UnusedAnchors;

/// What stands in chunks, so that a version costs what is new in it.
pub(super) type NamesMemo = memo::Memo<ContentId, Arc<[NamedNode]>>;

/// What names stand in a text, in order.
#[derive(Clone)]
pub(super) enum NamedNode {
    /// An anchor, and what to say where nothing uses it.
    Anchor(SmolStr, Problem),
    Alias(SmolStr),
}

pub(super) fn problems(world: &World, source: File<'_>) -> Arc<Vec<Problem>> {
    world.get::<UnusedAnchors>(Subject::of_file(source.id))
}

impl Query for UnusedAnchors {
    type Output = Vec<Problem>;
    type IncrementalState = NamesMemo;

    fn compute(world: &World, subject: Subject, _: Option<&Vec<Problem>>, memo: &mut NamesMemo) -> Vec<Problem> {
        let Some(source) = subject.file_id().and_then(|file| world.file(file)) else { return Vec::new() };
        memo.begin_pass();
        let documents = source.document().map(|document| document.stream().documents.as_slice()).unwrap_or_default();
        let anchored = documents.iter().filter(|document| !document.anchors.is_empty());
        anchored.flat_map(|document| in_document(source.id, document, memo)).collect()
    }
}

fn in_document(file: FileId, document: &Document, memo: &mut NamesMemo) -> Vec<Problem> {
    let mut walk = NamesWalk { file, memo, found: Vec::new() };
    walk.node(document.root());
    let mut unused: Vec<Option<Problem>> = Vec::new();
    let mut latest: FxHashMap<SmolStr, usize> = FxHashMap::default();
    for named in walk.found {
        match named {
            NamedNode::Anchor(name, problem) => {
                latest.insert(name, unused.len());
                unused.push(Some(problem));
            }
            NamedNode::Alias(name) => {
                if let Some(anchor) = latest.get(&name).and_then(|anchor| unused.get_mut(*anchor)) {
                    *anchor = None;
                }
            }
        }
    }
    unused.into_iter().flatten().collect()
}

struct NamesWalk<'m> {
    file: FileId,
    memo: &'m mut NamesMemo,
    found: Vec<NamedNode>,
}

impl NamesWalk<'_> {
    fn node(&mut self, node: Placed<'_, Node>) {
        if let Some((name, range)) = node.get().properties.as_ref().and_then(|properties| properties.anchor.as_ref()) {
            self.found.push(NamedNode::Anchor(name.clone(), problem(self.file, name, *range, node)));
        }
        match &node.get().kind {
            NodeKind::Alias(name) => self.found.push(NamedNode::Alias(name.clone())),
            NodeKind::Mapping(mapping) => match &mapping.entries {
                Chunks::Here(_) => node.mapping().into_iter().flat_map(Placed::entries).for_each(|it| self.entry(it)),
                Chunks::Spread(chunks) => node.chunks(chunks).for_each(|chunk| self.chunk(chunk, Self::entry)),
            },
            NodeKind::Sequence(sequence) => match &sequence.items {
                Chunks::Here(_) => node.sequence().into_iter().flat_map(Placed::items).for_each(|it| self.item(it)),
                Chunks::Spread(chunks) => node.chunks(chunks).for_each(|chunk| self.chunk(chunk, Self::item)),
            },
            NodeKind::Empty | NodeKind::Scalar(_) | NodeKind::Broken => {}
        }
    }

    fn entry(&mut self, entry: Placed<'_, Entry>) {
        self.node(entry.key());
        self.node(entry.value());
    }

    fn item(&mut self, item: Placed<'_, Item>) {
        self.node(item.value());
    }

    fn chunk<T>(&mut self, chunk: Placed<'_, Chunk<T>>, child: fn(&mut Self, Placed<'_, T>)) {
        if let Some(results) = self.memo.get(&chunk.content) {
            return self.found.extend_from_slice(results);
        }
        let start = self.found.len();
        chunk.iter().for_each(|it| child(self, it));
        self.memo.keep(chunk.content, self.found.get(start..).unwrap_or_default().into());
    }
}

fn problem(file: FileId, name: &str, range: TextRange, node: Placed<'_, Node>) -> Problem {
    let start = node.get().range.start();
    // With the blank behind it, where the node goes on there.
    let is_followed = start == range.end() + TextSize::of(' ');
    let removed = TextRange::new(range.start(), if is_followed { start } else { range.end() });
    let problem =
        Problem::new(Code::UnusedAnchor, node.place(file, range), format!("No alias uses the anchor `&{name}`"));
    problem.fix(format!("Remove `&{name}`"), node.place(file, removed), "")
}
