//! Which parts of a template hold no code, annotations that are no literals included: their value is known at once, node
//! by node or whole.

use rustc_hash::FxHashSet;

use super::{literal, text};
use crate::values::from_yaml;
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Comment, Mapping, Node, NodeKind, Placed, Sequence, compose};

/// Whether a node and all that it holds are as they are written. `is_templated` says that strings may hold code.
///
/// Maps in which a key repeats or is brought in from elsewhere are not plain: whether that may be, evaluation decides.
/// Neither is what has both annotations and anchors, for an alias repeats only the values.
pub(super) fn is_plain(node: Placed<'_, Node>, is_templated: bool) -> bool {
    let mut walk = PlainWalk { is_templated, is_annotated: false, is_anchored: false };
    walk.node(node) && !(walk.is_annotated && walk.is_anchored)
}

/// A walk through nodes up to the first that is not plain: each method says whether it goes on. Notes what was there.
struct PlainWalk {
    is_templated: bool,
    is_annotated: bool,
    is_anchored: bool,
}

impl PlainWalk {
    fn node(&mut self, node: Placed<'_, Node>) -> bool {
        self.is_anchored |= node.get().anchor().is_some();
        match &node.get().kind {
            NodeKind::Mapping(_) => node.mapping().is_some_and(|mapping| self.mapping(mapping)),
            NodeKind::Sequence(_) => node.sequence().is_some_and(|sequence| self.sequence(sequence)),
            NodeKind::Scalar(scalar) => !self.is_templated || !text::is_template(&scalar.text),
            NodeKind::Empty | NodeKind::Alias(_) => true,
            NodeKind::Broken => false,
        }
    }

    fn mapping(&mut self, mapping: Placed<'_, Mapping>) -> bool {
        let mut keys = FxHashSet::default();
        mapping.entries().all(|entry| {
            self.comments(entry.comments())
                && !compose::is_merge(entry.get())
                && keys.insert(from_yaml::key(&entry.get().key))
                && self.node(entry.key())
                && self.node(entry.value())
        })
    }

    fn sequence(&mut self, sequence: Placed<'_, Sequence>) -> bool {
        sequence.items().all(|item| self.comments(item.comments()) && self.node(item.value()))
    }

    /// No comment may be code, or say how the nodes are read.
    fn comments(&mut self, comments: &[Comment]) -> bool {
        let is_silent = |comment: &Comment| match classify(comment) {
            CommentKind::Ignored | CommentKind::Plain => true,
            CommentKind::Code(_) => false,
            CommentKind::Annotation(annotation) => {
                self.is_annotated = true;
                !annotation.name.starts_with("template/") && !annotation.name.starts_with("yaml/")
            }
        };
        comments.iter().all(is_silent) && literal::are_literals(comments)
    }
}
