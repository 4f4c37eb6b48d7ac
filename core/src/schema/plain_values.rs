//! Plain files of data values: what a template may hold and they may not.

use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, TextRange};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{At, Comment, Node, Stream};

/// A plain values file is refused by ytt at its first `#@`.
pub fn annotation(file: FileId, stream: &Stream) -> Option<Problem> {
    let in_documents = stream.documents.iter().find_map(|document| {
        template_comment(At::document(document), &document.comments).or_else(|| template_comment_below(document.root()))
    });
    let dangling = || stream.dangling.iter().find(|comment| is_template(comment)).map(|comment| comment.range);
    let range = in_documents.or_else(dangling).unwrap_or_default();
    stream.is_template.then(|| {
        let message = "A plain data values file holds no annotations or template code";
        Problem::new(Code::AnnotationInPlainValues, Place::absolute(file, range), message)
            .hint("remove the comments that start with `#@`, or pass the file as a template")
    })
}

fn is_template(comment: &Comment) -> bool {
    matches!(classify(comment), CommentKind::Annotation(_) | CommentKind::Code(_))
}

/// The absolute range of the first `#@` among the comments of a node.
fn template_comment<T>(node: At<'_, T>, comments: &[Comment]) -> Option<TextRange> {
    comments.iter().find(|comment| is_template(comment)).map(|comment| node.absolute(comment.range))
}

/// The same for what stands below a node; nesting is bounded by the document.
fn template_comment_below(node: At<'_, Node>) -> Option<TextRange> {
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
