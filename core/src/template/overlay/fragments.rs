//! Fragments over fragments, which nothing but ytt's rules governs: schemas, output and `overlay.apply`.

use super::annotations::OverlayAnnotations;
use super::lay::{Guard, lay};
use super::matching::Matching;
use super::nodes::Nodes;
use super::report;
use crate::problem::Problem;
use crate::template::function::Functions;
use crate::values::entries::Entries;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{MappingValue, SequenceValue, Value, ValueKind};

/// Lays fragments over others and collects what is wrong.
pub(super) struct Fragments<'a> {
    pub(super) functions: &'a dyn Functions,
    pub(super) problems: &'a mut Vec<Problem>,
    /// Whether a node below is where it is written last, as output has it, or first, as a declaration.
    pub(super) moves: bool,
}

impl Guard for Fragments<'_> {
    fn functions(&self) -> &dyn Functions {
        self.functions
    }

    fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    fn annotations(&self, above: &Fragment) -> OverlayAnnotations {
        OverlayAnnotations::of(above)
    }

    fn subject(&self, above: &Fragment) -> String {
        report::subject(&above.holder)
    }

    fn fresh(&mut self, above: &Fragment, value: Value) -> Fragment {
        above.with(value)
    }

    fn merge(&mut self, below: &mut Fragment, above: &Fragment, children: &Matching) {
        let holder = below.place;
        match (&below.value.kind, &above.value.kind) {
            (ValueKind::Mapping(left), ValueKind::Mapping(_)) => {
                let mut nodes = Nodes::of_entries(&left.entries, left.is_open, holder);
                self.lay_children(&mut nodes, above, children);
                let (is_open, is_computed) = (nodes.is_open, left.is_computed);
                below.value.kind = match nodes.finish(None) {
                    None => ValueKind::Unknown,
                    Some(runs) => {
                        let entries = Entries::of_runs(runs);
                        let mapping = MappingValue { entries, is_open, is_computed, ..MappingValue::default() };
                        ValueKind::Mapping(mapping.into())
                    }
                };
            }
            (ValueKind::Sequence(left), ValueKind::Sequence(_)) => {
                let mut nodes = Nodes::of_runs(&left.runs, left.is_open, holder);
                self.lay_children(&mut nodes, above, children);
                let (is_open, is_computed) = (nodes.is_open, left.is_computed);
                below.value.kind = match nodes.finish(None) {
                    None => ValueKind::Unknown,
                    Some(runs) => ValueKind::Sequence(
                        SequenceValue { runs, is_open, is_computed, ..SequenceValue::default() }.into(),
                    ),
                };
            }
            (ValueKind::Unknown, over) if over.is_collection() => {}
            (content, over) if !over.is_collection() || matches!(content, ValueKind::Null) => {
                let is_held = over.is_collection();
                let origin = if is_held { holder } else { above.value.origin };
                below.value = Value { origin, kind: over.clone() };
                // The file of a document stays.
                if self.moves && below.holder != Holder::Document {
                    below.place = above.place;
                }
            }
            _ => self.problems.push(report::another_kind(below, above)),
        }
    }
}

impl Fragments<'_> {
    fn lay_children(&mut self, nodes: &mut Nodes, above: &Fragment, children: &Matching) {
        above.children().for_each(|child| lay(self, nodes, child, children));
        nodes.is_open |= above.value.kind.is_open();
    }
}
