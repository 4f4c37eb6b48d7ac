//! Anchors that no alias uses. An anchor counts until its name is given anew, in its own document.

use rustc_hash::FxHashMap;

use crate::analysis::world::File;
use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::yaml::{Document, NodeKind, path};

pub(super) fn problems(source: File<'_>) -> Vec<Problem> {
    let documents = source.document().map(|document| document.stream().documents.as_slice()).unwrap_or_default();
    let anchored = documents.iter().filter(|document| !document.anchors.is_empty());
    anchored.flat_map(|document| in_document(source.id, document)).collect()
}

fn in_document(file: FileId, document: &Document) -> Vec<Problem> {
    let mut unused: FxHashMap<TextSize, Problem> = FxHashMap::default();
    let mut latest: FxHashMap<&str, TextSize> = FxHashMap::default();
    for node in path::nodes(document.root()) {
        if let Some((name, range)) = node.get().properties.as_ref().and_then(|properties| properties.anchor.as_ref()) {
            let range = node.absolute(*range);
            latest.insert(name, range.start());
            unused.insert(range.start(), problem(file, name, range, node.range()));
        }
        if let NodeKind::Alias(name) = &node.get().kind
            && let Some(anchor) = latest.get(name.as_str())
        {
            unused.remove(anchor);
        }
    }
    unused.into_values().collect()
}

fn problem(file: FileId, name: &str, range: TextRange, node: TextRange) -> Problem {
    let place = Place::absolute(file, range);
    // With the blank behind it, where the node goes on there.
    let is_followed = node.start() == range.end() + TextSize::of(' ');
    let end = if is_followed { node.start() } else { range.end() };
    let removed = Place::absolute(file, TextRange::new(range.start(), end));
    Problem::new(Code::UnusedAnchor, place, format!("No alias uses the anchor `&{name}`")).fix(
        format!("Remove `&{name}`"),
        removed,
        "",
    )
}
