//! What editor features ask about a position: the path of values there, the schema for it, anchors, plain text.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::line::{LineAt, comment_column};
use crate::schema::lookup::{self, governing};
use crate::schema::{Schema, SchemaNode};
use crate::text::{FileId, TextSize};
use crate::values::from_yaml;
use crate::yaml::path::{self, NodeLocation, NodeStep, Part};
use crate::yaml::{Document, Entry, Item, Node, Placed, Scalar, ScalarStyle, Stream};

/// The path of values that steps through nodes take. A merge key is no step: its content belongs to the map itself.
pub(super) fn value_path(steps: &[NodeStep<'_>]) -> Vec<lookup::Step> {
    steps.iter().filter_map(|step| value_step(*step)).collect()
}

/// The path of values with the real index of every item, from the root that the steps begin at.
pub(super) fn exact_path(root: Placed<'_, Node>, steps: &[NodeStep<'_>]) -> Vec<lookup::Step> {
    let parents = std::iter::once(root).chain(steps.iter().map(|step| step.value()));
    let exact = |(parent, step): (Placed<'_, Node>, &NodeStep<'_>)| match step {
        NodeStep::Item(item) => {
            let mut items = parent.sequence()?.items();
            items.position(|other| other.range() == item.range()).map(lookup::Step::Item)
        }
        NodeStep::Entry(_) => value_step(*step),
    };
    parents.zip(steps).filter_map(exact).collect()
}

/// The node at the end of a path.
pub(super) fn node_at<'a>(root: Placed<'a, Node>, path: &[lookup::Step]) -> Option<Placed<'a, Node>> {
    path.iter().try_fold(root, |node, step| match step {
        lookup::Step::Key(key) => {
            let mut entries = node.mapping()?.entries();
            entries
                .find(|entry: &Placed<'_, Entry>| from_yaml::key(entry.key().get()) == *key)
                .map(Placed::<Entry>::value)
        }
        lookup::Step::Item(index) => node.sequence()?.items().nth(*index).map(Placed::<Item>::value),
    })
}

/// The step through values that a step through nodes takes; `None` for a merge key.
pub(super) fn value_step(step: NodeStep<'_>) -> Option<lookup::Step> {
    match step {
        NodeStep::Entry(entry) if entry.key().scalar().is_some_and(is_merge) => None,
        NodeStep::Entry(entry) => Some(lookup::Step::Key(from_yaml::key(entry.key().get()))),
        NodeStep::Item(_) => Some(lookup::Step::Item(0)),
    }
}

/// Whether a key is `<<`.
pub(super) fn is_merge(key: &Scalar) -> bool {
    key.style == ScalarStyle::Plain && key.text == "<<"
}

/// The schema of what stands at a location; `None` where nothing is declared.
pub(super) fn schema_at(analysis: &Analysis, file: FileId, location: &NodeLocation<'_>) -> Option<Arc<SchemaNode>> {
    let path = value_path(&location.steps);
    let functions = analysis.known_functions();
    let found = |schema: Option<Arc<Schema>>| governing(&*schema?, &path, &functions).first().copied().cloned();
    let offset = location.steps.last().map_or(TextSize::new(0), |step| step.range().start());
    let current = found(analysis.schema_at(file, location.document, offset));
    current.or_else(|| found(analysis.last_good_schema(file, location.document)))
}

/// Whether an offset is inside a quoted or block scalar that began on a line before, where nothing of YAML is typed.
pub(super) fn is_inside_text(stream: &Stream, line_start: TextSize, offset: TextSize) -> bool {
    let Some(location) = path::locate(stream, offset) else { return false };
    let Part::Value(node) = location.part else { return false };
    let is_text = node.scalar().is_some_and(|scalar| scalar.style != ScalarStyle::Plain);
    is_text && node.range().start() < line_start && node.range().end() > line_start
}

/// The column at which the comment of a line begins, if it has one.
pub(super) fn comment_in(document: &TextDocument, line: &LineAt) -> Option<usize> {
    let column = comment_column(&line.text)?;
    let start = line.range(column, column).start();
    (!is_inside_text(document.stream(), line.start, start)).then_some(column)
}

/// The node that an alias at `offset` stands for: the last one above it with that anchor.
pub(super) fn anchored<'a>(document: &'a Document, name: &str, offset: TextSize) -> Option<Placed<'a, Node>> {
    let mut named = document.anchors.iter().filter(|(anchor, start)| anchor == name && *start < offset);
    let (_, start) = named.next_back()?;
    let mut found = is_anchored(document.root(), name).then(|| document.root());
    let mut steps = Vec::new();
    path::walk(document.root(), *start, &mut steps);
    for step in steps {
        if let NodeStep::Entry(entry) = step
            && is_anchored(entry.key(), name)
        {
            found = Some(entry.key());
        }
        if is_anchored(step.value(), name) {
            found = Some(step.value());
        }
    }
    found
}

fn is_anchored(node: Placed<'_, Node>, name: &str) -> bool {
    let anchor = node.get().properties.as_ref().and_then(|properties| properties.anchor.as_ref());
    anchor.is_some_and(|(anchor, _)| anchor == name)
}
