//! Laying documents over each other: ytt's overlay rules on fragments, for schemas, for `overlay.apply` and for output.
//!
//! A plain merge keeps the annotations of the node below and takes the value of the node above. What an overlay could
//! touch whose matching is not known, because a function is not evaluated yet, becomes unknown, so that nothing is
//! called wrong by mistake. Documents of data values go by the same annotations (`core::overlay`).

pub(crate) mod annotations;
pub(crate) mod calls;
#[cfg(test)]
pub(crate) mod fake;
pub(crate) mod keys;
mod lay;
pub mod matcher;
pub(crate) mod matching;
mod nodes;
pub(crate) mod part;
pub(crate) mod report;
#[cfg(test)]
mod tests;

use crate::problem::Problem;
use crate::template::function::Functions;
use crate::template::overlay::annotations::{Operation, OverlaySaid};
use crate::template::overlay::calls::UntilStopped;
use crate::template::overlay::lay::{MatchVerdict, Overlaying};
use crate::template::overlay::matching::Matching;
use crate::template::overlay::nodes::Nodes;
use crate::text::Place;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Value, ValueKind};

/// Lays the document `above` over the document `below`, as documents of schemas are: it is about that one document,
/// whatever its `by=` says.
pub fn overlay(below: Fragment, above: &Fragment, functions: &dyn Functions, problems: &mut Vec<Problem>) -> Fragment {
    let said = OverlaySaid::of(above);
    let mistakes = said.lone_mistakes();
    if !mistakes.is_empty() {
        problems.extend(mistakes);
        return below;
    }
    let functions = UntilStopped::new(functions);
    let mut overlaying = Overlaying { functions: &functions, problems };
    let is_known = !said.is_operation_unknown();
    let verdict = if is_known { overlaying.judge_alone(above, &said, &below) } else { MatchVerdict::Unknown };
    let mut result = below;
    match verdict {
        MatchVerdict::Unknown => result.value.kind = ValueKind::Unknown,
        MatchVerdict::Leave => {}
        MatchVerdict::Right => match said.operation {
            // Of the two documents that this gives the first one counts.
            Operation::Insert { before: true, .. } => result = overlaying.new_node(above, &said, Some(&result)),
            Operation::Remove => {
                let place = said.operation_place().unwrap_or(above.place);
                overlaying.problems.push(report::no_document_left(place));
            }
            Operation::Append | Operation::Insert { .. } => {}
            _ => overlaying.change(&mut result, above, &said, &Matching::default()),
        },
    }
    result
}

/// Lays overlays over documents, one after the other: each says by `@overlay/match` which documents it is about. The
/// result carries no `@overlay/…` annotations.
pub fn apply<'a>(
    documents: Vec<Fragment>,
    overlays: impl IntoIterator<Item = &'a Fragment>,
    functions: &dyn Functions,
    problems: &mut Vec<Problem>,
) -> Vec<Fragment> {
    let mut nodes = Nodes::of(documents, false, Place::NOWHERE);
    let functions = UntilStopped::new(functions);
    let mut overlaying = Overlaying { functions: &functions, problems };
    for overlay in overlays {
        overlaying.lay(&mut nodes, overlay, &Matching::default());
    }
    let is_known = !nodes.is_unknown;
    nodes.is_unknown = false;
    let mut documents = nodes.finish().unwrap_or_default();
    for document in &mut documents {
        strip(document);
        if !is_known {
            document.value.kind = ValueKind::Unknown;
        }
    }
    documents
}

/// Lays a map or an array over another, as `overlay.apply` does. The result carries no `@overlay/…` annotations.
pub fn apply_content(
    below: ValueKind,
    above: &ValueKind,
    functions: &dyn Functions,
    problems: &mut Vec<Problem>,
) -> ValueKind {
    let (mut below, above) = (bare(below), bare(above.clone()));
    match (&below.value.kind, &above.value.kind) {
        (_, ValueKind::Unknown) => below.value.kind = ValueKind::Unknown,
        (ValueKind::Mapping(_), ValueKind::Mapping(_)) | (ValueKind::Sequence(_), ValueKind::Sequence(_)) => {
            let functions = UntilStopped::new(functions);
            Overlaying { functions: &functions, problems }.merge(&mut below, &above, &Matching::default());
        }
        // Without a node that holds it, nothing can be replaced.
        (ValueKind::Unknown, _) => {}
        (_, scalar) if !scalar.is_collection() => {}
        _ => problems.push(report::another_content(&below, &above)),
    }
    strip(&mut below);
    below.value.kind
}

/// A node that holds a value of which only the children have places.
fn bare(kind: ValueKind) -> Fragment {
    let origin = kind.children().next().map_or(Place::NOWHERE, |child| child.place);
    Fragment::new(Holder::Document, Value { origin, kind })
}

/// Takes the `@overlay/…` annotations from a fragment and all below it. What has none stays shared.
fn strip(fragment: &mut Fragment) {
    if fragment.annotations.are_of_overlay() {
        let others = fragment.annotations.iter().filter(|attached| !attached.is_of_overlay());
        fragment.annotations = others.cloned().collect::<Vec<_>>().into();
    }
    if fragment.children().any(is_annotated) {
        fragment.value.kind = fragment.value.kind.with_children(|child| {
            let mut child = child.clone();
            strip(&mut child);
            child
        });
    }
}

fn is_annotated(fragment: &Fragment) -> bool {
    fragment.annotations.are_of_overlay() || fragment.children().any(is_annotated)
}
