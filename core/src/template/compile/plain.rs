//! Which parts of a template hold no code and no annotations: their value is known at once, node by node or whole.

use rustc_hash::FxHashSet;

use crate::values::from_yaml;
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{At, Comment, Mapping, Node, NodeKind, Sequence, compose};

/// Whether a node and all that it holds are as they are written. `is_templated` says that strings may hold code.
///
/// Maps in which a key repeats or is brought in from elsewhere are not plain: whether that may be, evaluation decides.
pub(super) fn is_plain(node: At<'_, Node>, is_templated: bool) -> bool {
    match &node.get().kind {
        NodeKind::Mapping(_) => node.mapping().is_some_and(|mapping| is_plain_mapping(mapping, is_templated)),
        NodeKind::Sequence(_) => node.sequence().is_some_and(|sequence| is_plain_sequence(sequence, is_templated)),
        NodeKind::Scalar(scalar) => !is_templated || !scalar.text.contains("(@"),
        NodeKind::Empty | NodeKind::Alias(_) => true,
        NodeKind::Broken => false,
    }
}

fn is_plain_mapping(mapping: At<'_, Mapping>, is_templated: bool) -> bool {
    let mut keys = FxHashSet::default();
    mapping.entries().all(|entry| {
        is_silent(entry.comments())
            && !compose::is_merge(entry.get())
            && keys.insert(from_yaml::key(&entry.get().key))
            && is_plain(entry.key(), is_templated)
            && is_plain(entry.value(), is_templated)
    })
}

fn is_plain_sequence(sequence: At<'_, Sequence>, is_templated: bool) -> bool {
    sequence.items().all(|item| is_silent(item.comments()) && is_plain(item.value(), is_templated))
}

/// Whether no comment is code or an annotation.
fn is_silent(comments: &[Comment]) -> bool {
    comments.iter().all(|comment| matches!(classify(comment), CommentKind::Ignored | CommentKind::Plain))
}
