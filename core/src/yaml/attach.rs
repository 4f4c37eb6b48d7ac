//! Which node a comment belongs to: decided by line alone, as ytt does; indentation means nothing.
//!
//! A comment goes to the next line, its own included, on which a node starts. On its own line the last node that
//! starts there gets it, on a later line the first. Nodes are documents (at their marker), entries and items.

use crate::yaml::{Chunks, Comment, Comments, Document, Node, NodeKind};

/// A comment and the line it stands on.
#[derive(Debug)]
pub(super) struct LineComment {
    pub(super) line: usize,
    pub(super) comment: Comment,
}

/// Hangs `found` on the nodes of `documents`, whose lines are `lines` in order; gives back what attaches to nothing.
pub(super) fn attach(documents: &mut [Document], lines: &[usize], mut found: Vec<LineComment>) -> Vec<Comment> {
    found.sort_by_key(|found| found.comment.range.start());
    let mut dangling = Vec::new();
    let mut attached: Vec<Option<Vec<Comment>>> = Vec::new();
    attached.resize_with(if found.is_empty() { 0 } else { lines.len() }, || None);
    for LineComment { line, mut comment } in found {
        let first = lines.partition_point(|it| *it < line);
        let after = lines.partition_point(|it| *it <= line);
        comment.trailing = first < after;
        let holder = if comment.trailing { after - 1 } else { first };
        match attached.get_mut(holder) {
            Some(comments) => comments.get_or_insert_default().push(comment),
            None => dangling.push(comment),
        }
    }
    let mut attached = attached.into_iter();
    for document in documents {
        if document.marker.is_some() {
            document.comments = next(&mut attached).unwrap_or_default();
        }
        hang(&mut document.root, &mut attached);
    }
    dangling
}

fn next(attached: &mut impl Iterator<Item = Option<Vec<Comment>>>) -> Comments {
    attached.next().flatten().map(Vec::into_boxed_slice)
}

/// Takes the comments of every entry and item below `node`, in the order in which they were lowered.
fn hang(node: &mut Node, attached: &mut impl Iterator<Item = Option<Vec<Comment>>>) {
    match &mut node.kind {
        NodeKind::Mapping(mapping) => {
            let Chunks::Here(entries) = &mut mapping.entries else { return };
            for entry in entries {
                entry.comments = next(attached);
                hang(&mut entry.key, attached);
                hang(&mut entry.value, attached);
            }
        }
        NodeKind::Sequence(sequence) => {
            let Chunks::Here(items) = &mut sequence.items else { return };
            for item in items {
                item.comments = next(attached);
                hang(&mut item.value, attached);
            }
        }
        _ => {}
    }
}
