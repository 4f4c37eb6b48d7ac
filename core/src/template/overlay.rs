//! Laying documents over each other by ytt's rules: schemas, `overlay.apply`, output.
//!
//! A plain merge keeps the annotations of the node below and takes the value of the node above. What an overlay could
//! touch whose matching is not known, because a function is not evaluated yet, becomes unknown, so that nothing is
//! called wrong by mistake. The rules stand in `lay`; documents of data values go by them, too, with a guard that knows
//! their schema (`core::data_values`).

pub(crate) mod annotations;
pub(crate) mod calls;
#[cfg(test)]
pub(crate) mod fake;
mod field_index;
mod fragments;
pub(crate) mod keys;
pub(crate) mod lay;
pub mod matcher;
pub(crate) mod matching;
pub(crate) mod nodes;
pub(crate) mod part;
pub(crate) mod patch;
pub(crate) mod report;
#[cfg(test)]
mod tests;

use crate::problem::Problem;
use crate::template::function::Functions;
use crate::template::overlay::calls::UntilStopped;
use crate::template::overlay::fragments::Fragments;
use crate::template::overlay::lay::{Guard, lay, lay_alone};
use crate::template::overlay::matching::Matching;
use crate::template::overlay::nodes::Nodes;
use crate::text::Place;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Value, ValueKind};

/// Lays the document `above` over the document `below`, as documents of schemas are: it is about that one document,
/// whatever its `by=` says.
pub fn overlay(below: Fragment, above: &Fragment, functions: &dyn Functions, problems: &mut Vec<Problem>) -> Fragment {
    let functions = UntilStopped::new(functions);
    let mut result = below;
    lay_alone(
        &mut Fragments { functions: &functions, problems, moves: false },
        &mut result,
        above,
        &Matching::default(),
    );
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
    let mut nodes = Nodes::of_documents(documents);
    let functions = UntilStopped::new(functions);
    let mut guard = Fragments { functions: &functions, problems, moves: true };
    for overlay in overlays {
        lay(&mut guard, &mut nodes, overlay, &Matching::default());
    }
    let is_known = !nodes.is_unknown;
    nodes.is_unknown = false;
    let runs = nodes.finish(None).unwrap_or_default();
    let mut documents: Vec<Fragment> = runs.iter().flat_map(|run| run.iter().cloned()).collect();
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
            Fragments { functions: &functions, problems, moves: true }.merge(&mut below, &above, &Matching::default());
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
