//! The one walk from an offset to the node there, shared by every editor feature. Costs O(depth · log children).
//! Knows no schema: it gives the way through the nodes, and others read keys from it.

use crate::text::{TextRange, TextSize};
use crate::yaml::{Chunk, Chunks, Document, Entry, Item, Mapping, Node, NodeKind, Placed, Stream};

/// One step of the way from a document's root to a node.
#[derive(Clone, Copy, Debug)]
pub enum NodeStep<'a> {
    /// Into an entry of a mapping.
    Entry(Placed<'a, Entry>),
    /// Into an item of a sequence.
    Item(Placed<'a, Item>),
}

/// Where an offset is among the nodes.
#[derive(Clone, Debug)]
pub struct NodeLocation<'a> {
    /// Index of the document in its stream.
    pub document: usize,
    /// From the root to the innermost entry or item whose text touches the offset.
    pub steps: Vec<NodeStep<'a>>,
    /// What of the last step the offset touches.
    pub part: Part<'a>,
}

/// The part of an entry, an item or a root that an offset touches. A touch includes the end.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// The key of the last step.
    Key(Placed<'a, Node>),
    /// The dash of the last step.
    Dash(TextRange),
    /// The value: a scalar, an alias, or a collection of which no child is touched.
    Value(Placed<'a, Node>),
    /// None of them: the colon, a comment or blanks between.
    Between,
}

/// What is open at an offset: the children that start before it, one in the other.
#[derive(Clone, Debug)]
pub struct OpenNodes<'a> {
    /// Each collection with the last of its children that starts before the offset.
    pub levels: Vec<(Placed<'a, Node>, NodeStep<'a>)>,
    /// The value of the innermost of these children (the root if there are none): no child of it starts before the
    /// offset. It may itself start after it.
    pub node: Placed<'a, Node>,
}

impl<'a> NodeStep<'a> {
    /// Absolute byte range, from the key or dash to the value's end.
    pub fn range(self) -> TextRange {
        match self {
            Self::Entry(entry) => entry.range(),
            Self::Item(item) => item.range(),
        }
    }

    /// The value.
    pub fn value(self) -> Placed<'a, Node> {
        match self {
            Self::Entry(entry) => entry.value(),
            Self::Item(item) => item.value(),
        }
    }
}

/// The index of the document that holds an offset; blanks and comments between documents belong to the one above.
pub fn document_at(stream: &Stream, offset: TextSize) -> Option<usize> {
    let started = stream.documents.partition_point(|document| document.range.start() <= offset);
    if stream.documents.is_empty() { None } else { Some(started.saturating_sub(1)) }
}

/// Finds what an offset touches; `None` where there is no document.
pub fn locate(stream: &Stream, offset: TextSize) -> Option<NodeLocation<'_>> {
    let document = document_at(stream, offset)?;
    let root = stream.documents.get(document)?.root();
    let mut steps = Vec::new();
    let part = walk(root, offset, &mut steps);
    Some(NodeLocation { document, steps, part })
}

/// Walks from a node to what an offset touches below it, adding the steps taken.
pub fn walk<'a>(root: Placed<'a, Node>, offset: TextSize, steps: &mut Vec<NodeStep<'a>>) -> Part<'a> {
    let mut node = root;
    loop {
        if !node.range().contains_inclusive(offset) {
            return Part::Between;
        }
        let Some(step) = last_child(node, offset, true) else { return Part::Value(node) };
        if !step.range().contains_inclusive(offset) {
            return Part::Value(node);
        }
        steps.push(step);
        match step {
            NodeStep::Entry(entry) if entry.key().range().contains_inclusive(offset) => return Part::Key(entry.key()),
            NodeStep::Item(item) if is_on_dash(item, offset) => {
                return Part::Dash(TextRange::at(item.range().start(), TextSize::of('-')));
            }
            _ => node = step.value(),
        }
    }
}

fn is_on_dash(item: Placed<'_, Item>, offset: TextSize) -> bool {
    let start = item.range().start();
    start < item.value().range().start() && offset <= start + TextSize::of('-')
}

/// Finds what is open just before an offset, such as the start of a line.
pub fn open_before(document: &Document, offset: TextSize) -> OpenNodes<'_> {
    let mut open = OpenNodes { levels: Vec::new(), node: document.root() };
    while let Some(step) = last_child(open.node, offset, false) {
        open.levels.push((open.node, step));
        open.node = step.value();
    }
    open
}

/// The children of a collection that touch a range, in order. Costs O(log children) and what it gives.
pub fn children_in(node: Placed<'_, Node>, range: TextRange) -> Vec<NodeStep<'_>> {
    match &node.get().kind {
        NodeKind::Mapping(mapping) => {
            let entries = touching(node, &mapping.entries, |entry| entry.range, range);
            entries.into_iter().map(NodeStep::Entry).collect()
        }
        NodeKind::Sequence(sequence) => {
            let items = touching(node, &sequence.items, |item| item.range, range);
            items.into_iter().map(NodeStep::Item).collect()
        }
        _ => Vec::new(),
    }
}

fn touching<'a, T>(
    parent: Placed<'a, Node>,
    chunks: &'a Chunks<T>,
    range_of: impl Fn(&T) -> TextRange,
    range: TextRange,
) -> Vec<Placed<'a, T>> {
    let (here, spread): (&[T], &[Chunk<T>]) = match chunks {
        Chunks::Here(children) => (children, &[]),
        Chunks::Spread(chunks) => (&[], chunks),
    };
    let start = |chunk: &Chunk<T>| {
        let first = chunk.children.first().map_or(TextSize::new(0), |it| range_of(it).start());
        parent.base + chunk.offset + first
    };
    let before = spread.partition_point(|chunk| start(chunk) < range.start()).saturating_sub(1);
    let reached = spread[before..].iter().take_while(|chunk| start(chunk) <= range.end());
    let own = std::iter::once((parent.base, parent.segment, here));
    let mut found = Vec::new();
    for (base, segment, children) in
        own.chain(reached.map(|chunk| (parent.base + chunk.offset, chunk.segment, &*chunk.children)))
    {
        let first = children.partition_point(|it| range_of(it).end() + base < range.start());
        let touched = children[first..].iter().take_while(|it| range_of(it).start() + base <= range.end());
        found.extend(touched.map(|it| Placed { base, segment, it }));
    }
    found
}

/// The last child of a collection that starts before `offset`, or exactly there if `at` is set.
fn last_child(node: Placed<'_, Node>, offset: TextSize, at: bool) -> Option<NodeStep<'_>> {
    let is_started = |start: TextSize| start < offset || at && start == offset;
    match &node.get().kind {
        NodeKind::Mapping(mapping) => {
            last_started(node, &mapping.entries, |entry| entry.range.start(), is_started).map(NodeStep::Entry)
        }
        NodeKind::Sequence(sequence) => {
            last_started(node, &sequence.items, |item| item.range.start(), is_started).map(NodeStep::Item)
        }
        _ => None,
    }
}

/// The entry of a mapping before the one that starts at an offset.
pub fn entry_before(mapping: Placed<'_, Mapping>, start: TextSize) -> Option<Placed<'_, Entry>> {
    last_started(mapping, &mapping.get().entries, |entry| entry.range.start(), |other| other < start)
}

fn last_started<'a, T, C>(
    parent: Placed<'a, C>,
    chunks: &'a Chunks<T>,
    start: impl Fn(&T) -> TextSize,
    is_started: impl Fn(TextSize) -> bool,
) -> Option<Placed<'a, T>> {
    let (base, segment, children) = match chunks {
        Chunks::Here(children) => (parent.base, parent.segment, &**children),
        Chunks::Spread(chunks) => {
            let is_chunk_started =
                |base: TextSize, children: &[T]| is_started(base + children.first().map_or(TextSize::new(0), &start));
            let started = chunks.partition_point(|chunk| is_chunk_started(parent.base + chunk.offset, &chunk.children));
            let chunk = chunks.get(started.checked_sub(1)?)?;
            (parent.base + chunk.offset, chunk.segment, &*chunk.children)
        }
    };
    let started = children.partition_point(|child| is_started(base + start(child)));
    let it = children.get(started.checked_sub(1)?)?;
    Some(Placed { base, segment, it })
}

/// Every node from `root` down, itself first, keys before their values: in the order of the text.
pub fn nodes(root: Placed<'_, Node>) -> impl Iterator<Item = Placed<'_, Node>> {
    let mut waiting = vec![root];
    std::iter::from_fn(move || {
        let node = waiting.pop()?;
        let first = waiting.len();
        if let Some(mapping) = node.mapping() {
            waiting.extend(mapping.entries().flat_map(|entry| [entry.key(), entry.value()]));
        } else if let Some(sequence) = node.sequence() {
            waiting.extend(sequence.items().map(Placed::<Item>::value));
        }
        waiting[first..].reverse();
        Some(node)
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::yaml::lower::lower;

    fn shown(steps: &[NodeStep<'_>], text: &str) -> String {
        let names = steps.iter().map(|step| match step {
            NodeStep::Entry(entry) => format!(".{}", &text[entry.key().range()]),
            NodeStep::Item(_) => "[]".to_owned(),
        });
        names.collect()
    }

    #[track_caller]
    fn check(marked: &str, expected: &Expect) {
        let offset = marked.find("$0").unwrap();
        let text = marked.replacen("$0", "", 1);
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&tree_sitter_yaml::LANGUAGE.into()).unwrap();
        let documents = lower(&text, &parser.parse(&text, None).unwrap()).documents;
        let stream = Stream { documents, ..Stream::default() };
        let offset = TextSize::new(offset as u32);
        let location = locate(&stream, offset).unwrap();
        let part = match location.part {
            Part::Key(key) => format!("key {}", &text[key.range()]),
            Part::Dash(_) => "dash".to_owned(),
            Part::Value(value) => format!("value {:?}", &text[value.range()]),
            Part::Between => "between".to_owned(),
        };
        let open = open_before(&stream.documents[location.document], offset);
        let steps: Vec<_> = open.levels.iter().map(|(_, step)| *step).collect();
        expected.assert_eq(&format!(
            "{}: {part}; open: {} {:?}",
            shown(&location.steps, &text),
            shown(&steps, &text),
            &text[open.node.range()]
        ));
    }

    #[test]
    fn an_offset_leads_to_a_key_a_value_or_a_dash() {
        check("a: 1\nb:\n  cd$0: x\n", &expect![[r#".b.cd: key cd; open: .b.cd "x""#]]);
        check("a: 1\nb:\n  cd: $0x\n", &expect![[r#".b.cd: value "x"; open: .b.cd "x""#]]);
        check("a: 1\nb:\n  cd:$0 x\n", &expect![[r#".b.cd: between; open: .b.cd "x""#]]);
        check("a:\n- $0x\n- y\n", &expect![[r#".a[]: value "x"; open: .a[] "x""#]]);
        check("a:\n-$0 x\n- y\n", &expect![[r#".a[]: dash; open: .a[] "x""#]]);
        check("a: {b: 1,$0 c: 2}\n", &expect![[r#".a: value "{b: 1, c: 2}"; open: .a.b "1""#]]);
        check("---\n$0a: 1\n---\nb: 2\n", &expect![[r#".a: key a; open:  "a: 1""#]]);
        check("---\na: 1\n---\nb: 2$0\n", &expect![[r#".b: value "2"; open: .b "2""#]]);
    }

    #[test]
    fn children_are_found_by_what_they_touch() {
        for count in [1, 50, 1000] {
            let lines: Vec<String> = (0..count).map(|index| format!("k{index}: {{a: 1}}\n")).collect();
            let text = lines.concat();
            let document = crate::document::TextDocument::new(crate::text::FileId(0), &text);
            let root = document.stream().documents[0].root();
            let all: Vec<TextRange> =
                children_in(root, TextRange::up_to(TextSize::of(&*text))).iter().map(|it| it.range()).collect();
            assert_eq!(all.len(), count);
            for (from, to) in [(0, 0), (5, 20), (300, 310), (text.len() - 1, text.len())] {
                let range = TextRange::new(TextSize::new(from as u32), TextSize::new(to.max(from) as u32));
                let expected: Vec<TextRange> = all.iter().copied().filter(|it| it.intersect(range).is_some()).collect();
                let found: Vec<TextRange> = children_in(root, range).iter().map(|it| it.range()).collect();
                assert_eq!(found, expected, "{count} {range:?}");
            }
        }
    }

    #[test]
    fn what_is_open_are_the_last_children_before_the_offset() {
        check("a:\n  b: 1\n$0  c: 2\n", &expect![[r#".a: value "b: 1\n  c: 2"; open: .a.b "1""#]]);
        check("a:\n$0  b: 1\n", &expect![[r#".a: between; open: .a "b: 1""#]]);
        check("a:\n- x: 1\n$0- y: 2\n", &expect![[r#".a[]: dash; open: .a[].x "1""#]]);
    }
}
