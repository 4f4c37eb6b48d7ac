//! Plain files of data values: what a template may hold and they may not.

use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, TextRange};
use crate::values::{ValueKind, from_yaml};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Comment, Node, NodeKind, Placed, Stream};

/// A plain values file is refused by ytt at its first `#@`. Documents that are null are passed over, with all that
/// stands above them, and so is what stands behind the last one.
pub fn annotation(file: FileId, stream: &Stream) -> Option<Problem> {
    let mut documents = stream.documents.iter().filter(|document| !is_null(&document.root));
    let range = documents.find_map(|document| {
        template_comment(Placed::document(document), &document.comments)
            .or_else(|| template_comment_below(document.root()))
    })?;
    let message = "A plain data values file cannot contain annotations or template code";
    let problem = Problem::new(Code::AnnotationInPlainValues, Place::absolute(file, range), message);
    Some(problem.hint("remove the comments that start with `#@`, or pass the file as a template"))
}

fn is_null(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Empty) || matches!(from_yaml::scalar_kind(node), Some(ValueKind::Null))
}

fn is_template(comment: &Comment) -> bool {
    matches!(classify(comment), CommentKind::Annotation(_) | CommentKind::Code(_))
}

/// The absolute range of the first `#@` among the comments of a node.
fn template_comment<T>(node: Placed<'_, T>, comments: &[Comment]) -> Option<TextRange> {
    comments.iter().find(|comment| is_template(comment)).map(|comment| node.absolute(comment.range))
}

/// The same for what stands below a node; nesting is bounded by the document.
fn template_comment_below(node: Placed<'_, Node>) -> Option<TextRange> {
    let entries = node.mapping().and_then(|mapping| {
        mapping.entries().find_map(|entry| {
            template_comment(entry, entry.comments()).or_else(|| template_comment_below(entry.value()))
        })
    });
    let items = || {
        let mut items = node.sequence()?.items();
        items.find_map(|item| template_comment(item, item.comments()).or_else(|| template_comment_below(item.value())))
    };
    entries.or_else(items)
}
