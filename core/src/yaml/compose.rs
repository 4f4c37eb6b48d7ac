//! What must hold in a document beyond its syntax: unique keys, defined aliases, fitting merge keys and tags.

use crate::problem::Problem;
use crate::text::FileId;
use crate::yaml::{Entry, Node, NodeKind, ScalarStyle, Stream};

/// Whether an entry is a merge key (`<<`), which brings in the entries of another map.
pub fn is_merge(entry: &Entry) -> bool {
    let NodeKind::Scalar(scalar) = &entry.key.kind else { return false };
    let is_implicit = scalar.style == ScalarStyle::Plain && entry.key.tag().is_none();
    scalar.text == "<<" && (is_implicit || matches!(entry.key.tag(), Some("!!merge" | "!")))
}

/// A node on one line, as a flow collection would be written; for keys that are collections.
pub fn flow_text(node: &Node) -> String {
    match &node.kind {
        NodeKind::Scalar(scalar) => scalar.text.to_string(),
        NodeKind::Alias(name) => format!("*{name}"),
        NodeKind::Empty | NodeKind::Broken => String::new(),
        NodeKind::Mapping(_) => "{…}".to_owned(),
        NodeKind::Sequence(_) => "[…]".to_owned(),
    }
}

/// Facts about segments, kept from one version of a text to the next.
#[derive(Debug, Default)]
pub struct Memo {}

/// What does not hold in the documents of a text. Places are in `file`.
pub fn check(file: FileId, stream: &Stream, memo: &mut Memo) -> Vec<Problem> {
    let _ = (file, stream, memo);
    Vec::new()
}
