//! Whether two texts mean the same: the same nodes and values, the same comments at the same nodes, the same code.

use crate::document::TextDocument;
use crate::template::compile::{Program, compile_yaml};
use crate::text::FileId;
use crate::yaml::{Comment, Document, Node, NodeKind, Placed};

/// What differs, if anything: a phrase for a log. `program` is the old text as a program, if it holds code.
pub(super) fn difference(
    old: &TextDocument,
    program: Option<&Program>,
    new: &TextDocument,
    file: FileId,
) -> Option<String> {
    if let Some(problem) = new.stream().problems.first() {
        return Some(format!("the text would no longer be read: {}", problem.message));
    }
    let (old_documents, new_documents) = (&old.stream().documents, &new.stream().documents);
    if old_documents.len() != new_documents.len() {
        return Some("the number of documents".to_owned());
    }
    let different = old_documents.iter().zip(new_documents).find(|(old, new)| !is_same_document(old, new));
    if let Some((old_document, _)) = different {
        return Some(format!("the document at line {}", old.line_of(old_document.range.start()) + 1));
    }
    if !are_same_comments(&old.stream().dangling, &new.stream().dangling) {
        return Some("the comments at the end".to_owned());
    }
    let is_other = |old: &Program| {
        let new = compile_yaml(file, &new.rope().to_string(), new.stream());
        !statements(old).eq(statements(&new))
    };
    program.is_some_and(is_other).then(|| "the template code".to_owned())
}

/// The lines of a program that hold code, as they are indented by its blocks.
fn statements(program: &Program) -> impl Iterator<Item = &str> {
    program.code.lines().map(str::trim_end).filter(|line| !line.is_empty())
}

fn is_same_document(old: &Document, new: &Document) -> bool {
    old.marker.is_some() == new.marker.is_some()
        && are_same_comments(&old.comments, &new.comments)
        && old.anchors.iter().map(|(name, _)| name).eq(new.anchors.iter().map(|(name, _)| name))
        && is_same_node(old.root(), new.root())
}

fn are_same_comments(old: &[Comment], new: &[Comment]) -> bool {
    fn content(comment: &Comment) -> (&str, bool) {
        // A tab behind the bare name of an annotation is a part of it; else blanks at the end of a line say nothing.
        let is_name = comment.text.starts_with('@') && !comment.text.contains(' ');
        (if is_name { &comment.text } else { comment.text.trim_end() }, comment.trailing)
    }
    old.iter().map(content).eq(new.iter().map(content))
}

/// Nodes nest less deep than the stack allows: `yaml::lower` sees to it.
fn is_same_node(old: Placed<'_, Node>, new: Placed<'_, Node>) -> bool {
    old.tag() == new.tag() && old.anchor() == new.anchor() && is_same_content(old, new)
}

/// Whether two texts share a child, which stands where nothing was edited.
fn is_shared<T>(old: &T, new: &T) -> bool {
    std::ptr::eq(old, new)
}

fn is_same_content(old: Placed<'_, Node>, new: Placed<'_, Node>) -> bool {
    if let (Some(old), Some(new)) = (old.mapping(), new.mapping()) {
        return old.style == new.style
            && old.entries.len() == new.entries.len()
            && old.entries().zip(new.entries()).all(|(old, new)| {
                is_shared(old.get(), new.get())
                    || are_same_comments(old.comments(), new.comments())
                        && is_same_node(old.key(), new.key())
                        && is_same_node(old.value(), new.value())
            });
    }
    if let (Some(old), Some(new)) = (old.sequence(), new.sequence()) {
        return old.style == new.style
            && old.items.len() == new.items.len()
            && old.items().zip(new.items()).all(|(old, new)| {
                is_shared(old.get(), new.get())
                    || are_same_comments(old.comments(), new.comments()) && is_same_node(old.value(), new.value())
            });
    }
    match (&old.get().kind, &new.get().kind) {
        (NodeKind::Empty, NodeKind::Empty) => true,
        (NodeKind::Scalar(old), NodeKind::Scalar(new)) => old == new,
        (NodeKind::Alias(old), NodeKind::Alias(new)) => old == new,
        _ => false,
    }
}
