//! What the schema and the document of values demand where ytt's rules lay one node over others.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Merge, unknown};
use crate::data_values::directives::Directive;
use crate::data_values::target::MergedMap;
use crate::data_values::{OverlaySubject, report};
use crate::problem::Problem;
use crate::schema::SchemaNode;
use crate::template::function::Functions;
use crate::template::overlay::annotations::OverlayAnnotations;
use crate::template::overlay::lay::{Guard, lay, new_node, report_wrong};
use crate::template::overlay::matching::Matching;
use crate::template::overlay::nodes::Nodes;
use crate::text::Place;
use crate::values::fragment::{Annotations, Fragment};
use crate::values::{SequenceValue, Value, ValueKind};

/// Lays nodes of values over others, which a schema governs.
pub(super) struct SchemaGuard<'m, 'a, 's> {
    /// The pass.
    pub(super) merge: &'m mut Merge<'a>,
    /// What the nodes are.
    pub(super) nodes: GuardedNodes<'m, 's>,
}

/// Which nodes are laid over others, and what governs them.
pub(super) enum GuardedNodes<'m, 's> {
    /// A document with this schema.
    Document(Option<&'s Arc<SchemaNode>>),
    /// The entries of a map.
    Entries(&'m mut MergedMap<'s>),
    /// Items.
    Items(GuardedItems<'m, 's>),
}

/// The items of an array while a document is laid over them. As in ytt, what the document adds has no defaults before all
/// of it is laid: a later item that matches a new one cannot set a key that the new one leaves out.
pub(super) struct GuardedItems<'m, 's> {
    schema: Option<&'s Arc<SchemaNode>>,
    /// Where the items stand that are new and still without defaults.
    added: &'m mut FxHashSet<Place>,
}

impl GuardedItems<'_, '_> {
    /// Notes that an item is new. Says whether it gets its defaults later: a collection of the right type does.
    fn note_new(&mut self, place: Place, value: &Value) -> bool {
        let has_type = |node: &Arc<SchemaNode>| node.ty.member_for(&value.kind).is_some();
        let is_later = value.kind.is_collection() && self.schema.is_some_and(has_type);
        if is_later {
            self.added.insert(place);
        }
        is_later
    }
}

impl<'a, 's> SchemaGuard<'_, 'a, 's> {
    fn directive(&self, above: &Fragment) -> Option<&'a Directive> {
        match self.nodes {
            GuardedNodes::Document(_) => self.merge.directives.document.as_ref(),
            GuardedNodes::Entries(_) => self.merge.directives.entry(above),
            GuardedNodes::Items(_) => self.merge.directives.item(above),
        }
    }

    /// The schema of a node.
    fn schema(&self, node: &Fragment) -> Option<&'s Arc<SchemaNode>> {
        match &self.nodes {
            GuardedNodes::Document(schema) => *schema,
            GuardedNodes::Items(items) => items.schema,
            GuardedNodes::Entries(map) => map.field(node.entry_key(), self.merge.functions),
        }
    }

    fn subject_of(&self, node: &Fragment) -> OverlaySubject {
        match self.nodes {
            GuardedNodes::Document(_) => OverlaySubject::Document,
            GuardedNodes::Entries(_) => OverlaySubject::Key(node.entry_key().clone()),
            GuardedNodes::Items(_) => self.merge.subject().item(),
        }
    }
}

impl Guard for SchemaGuard<'_, '_, '_> {
    fn functions(&self) -> &dyn Functions {
        self.merge.functions
    }

    fn report(&mut self, problem: Problem) {
        self.merge.problems.push(problem);
    }

    fn annotations(&self, above: &Fragment) -> OverlayAnnotations {
        self.directive(above).map(|directive| directive.overlay.clone()).unwrap_or_default()
    }

    fn subject(&self, above: &Fragment) -> String {
        self.subject_of(above).to_string()
    }

    fn fresh(&mut self, above: &Fragment, value: Value) -> Fragment {
        self.merge.note_own_rules(self.directive(above), &above.value);
        if let GuardedNodes::Items(items) = &mut self.nodes
            && items.note_new(above.place, &value)
        {
            return Fragment { annotations: Annotations::default(), ..above.with(value) };
        }
        let (subject, schema) = (self.subject_of(above), self.schema(above));
        let value = self.merge.within(subject, |merge| merge.fresh(&value, schema));
        Fragment { annotations: Annotations::default(), ..above.with(value) }
    }

    fn merge(&mut self, below: &mut Fragment, above: &Fragment, children: &Matching) {
        let (directive, schema) = (self.directive(above), self.schema(below));
        if let GuardedNodes::Items(items) = &mut self.nodes
            && items.added.contains(&below.place)
        {
            items.added.insert(above.place);
        }
        below.place = above.place;
        below.value = if let GuardedNodes::Document(_) = self.nodes {
            self.merge.whole(&below.value, &above.value, schema, (directive, children))
        } else {
            self.merge.drop_own_rules(directive);
            let subject = self.subject_of(below);
            self.merge.within(subject, |merge| merge.value(&below.value, &above.value, schema, children))
        };
    }

    fn admits(&mut self, above: &Fragment) -> bool {
        match &mut self.nodes {
            GuardedNodes::Entries(map) => self.merge.admits(map, above, true),
            GuardedNodes::Document(_) | GuardedNodes::Items(_) => true,
        }
    }

    fn mismatch(&self, below: &Fragment, above: &Fragment) -> Problem {
        report::overlay_mismatch(&below.value, &above.value, &self.subject_of(above))
    }

    fn doubt(&mut self, nodes: &mut Nodes, above: &Fragment, found: &[usize]) {
        let is_by = self.directive(above).is_some_and(|directive| directive.overlay.by.is_some());
        self.doubt_all(nodes, above, found.first().copied().filter(|_| !is_by));
    }

    /// An entry keeps to its key; any other node could be anything.
    fn doubt_all(&mut self, nodes: &mut Nodes, above: &Fragment, found: Option<usize>) {
        let below = found.filter(|_| matches!(self.nodes, GuardedNodes::Entries(_)));
        match below.and_then(|position| nodes.get_mut(position)) {
            Some(below) => {
                *below = Fragment { place: above.place, ..below.with(unknown(above.value.origin)) };
            }
            None => nodes.is_unknown = true,
        }
    }

    fn wrong(
        &mut self,
        nodes: &mut Nodes,
        above: &Fragment,
        annotations: &OverlayAnnotations,
        expected: &str,
        found: &[usize],
    ) {
        match &mut self.nodes {
            // A key that is not there: what the schema says of it comes first.
            GuardedNodes::Entries(map) if found.is_empty() && annotations.by.is_none() => {
                let is_default = annotations.matching.or(map.matching) == Matching::default();
                if self.merge.admits(map, above, self.merge.is_permissive && is_default) {
                    nodes.push(new_node(self, above, annotations, None));
                }
            }
            _ => report_wrong(self, nodes, above, annotations, expected, found),
        }
    }
}

impl Merge<'_> {
    /// Items over an array, one after the other. What an unknown annotation does makes the array unknown.
    pub(super) fn directed_items(
        &mut self,
        below: &SequenceValue,
        above: &SequenceValue,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> ValueKind {
        let mut nodes = Nodes::of_runs(&below.runs, below.is_open, Place::NOWHERE);
        let mut added = FxHashSet::default();
        for item in above.items() {
            let mut items = GuardedItems { schema, added: &mut added };
            if self.directives.item(item).is_none() {
                let is_later = items.note_new(item.place, &item.value);
                nodes.push(if is_later { item.clone() } else { self.fresh_item(item, schema) });
                continue;
            }
            let mut guard = SchemaGuard { merge: &mut *self, nodes: GuardedNodes::Items(items) };
            lay(&mut guard, &mut nodes, item, matching);
            if nodes.is_unknown {
                guard.request_ahead(&mut nodes, item, matching);
            }
        }
        nodes.change(|node| added.contains(&node.place), |node| *node = self.fresh_item(node, schema));
        let runs = nodes.finish(None);
        runs.map_or(ValueKind::Unknown, |runs| ValueKind::Sequence(SequenceValue::default().with_runs(runs).into()))
    }
}

impl SchemaGuard<'_, '_, '_> {
    /// Lays an item over what is known of the array only to ask functions: otherwise each answer would have to come
    /// before the next one is asked.
    fn request_ahead(&mut self, nodes: &mut Nodes, item: &Fragment, matching: &Matching) {
        nodes.retain_known();
        nodes.is_unknown = false;
        let (problems, own_rules) = (self.merge.problems.len(), self.merge.own_rules.len());
        lay(self, nodes, item, matching);
        self.merge.problems.truncate(problems);
        self.merge.own_rules.truncate(own_rules);
        nodes.is_unknown = true;
    }
}
