//! One node laid over its siblings below: which of them it matches, whether that many are right, and what becomes of
//! each.

use std::sync::Arc;

use super::annotations::{By, Operation, OverlaySaid, Via};
use super::calls;
use super::matching::{Matched, Matching};
use super::nodes::Nodes;
use super::part::{Held, holds};
use super::report;
use crate::problem::Problem;
use crate::template::function::Functions;
use crate::text::Place;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{MappingValue, SequenceValue, Value, ValueKind};

/// Lays nodes over others and collects what is wrong.
pub(super) struct Overlaying<'a> {
    pub(super) functions: &'a dyn Functions,
    pub(super) problems: &'a mut Vec<Problem>,
}

/// What is to be done with the nodes that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MatchVerdict {
    /// What the overlay says.
    Right,
    /// Nothing.
    Leave,
    /// That is not known.
    Unknown,
}

impl Overlaying<'_> {
    /// Lays a document, an entry or an item over those below. `around` is what the nodes around say about matching.
    pub(super) fn lay(&mut self, nodes: &mut Nodes, above: &Fragment, around: &Matching) {
        if nodes.is_unknown {
            return;
        }
        let said = OverlaySaid::of(above);
        let mistakes = said.mistakes_on(&above.holder);
        if !mistakes.is_empty() {
            self.problems.extend(mistakes);
        } else if said.is_unknown() {
            nodes.is_unknown = true;
        } else if said.operation == Operation::Append {
            nodes.push(self.new_node(above, &said, None));
        } else if said.by.is_none() && !matches!(above.holder, Holder::Entry(_)) {
            self.lay_without_match(nodes, above, &said);
        } else if let Some(found) = self.find(nodes, above, &said) {
            match self.judge(nodes, above, &said, around, &found) {
                MatchVerdict::Right => self.do_as_said(nodes, above, &said, &found, around),
                MatchVerdict::Leave => {}
                MatchVerdict::Unknown => become_unknown(nodes, &found),
            }
        }
    }

    /// An item that says nothing about matching is appended; a document has to say something.
    fn lay_without_match(&mut self, nodes: &mut Nodes, above: &Fragment, said: &OverlaySaid) {
        if above.holder == Holder::Document {
            self.problems.push(report::no_match(above));
        } else if said.operation.adds() {
            nodes.push(self.new_node(above, said, None));
        } else {
            self.problems.push(report::no_effect(above.place, said.operation.annotation()));
        }
    }

    /// The positions of the nodes that match; `None` if that is not known or went wrong.
    fn find(&mut self, nodes: &mut Nodes, above: &Fragment, said: &OverlaySaid) -> Option<Vec<usize>> {
        let found = match (&said.by, &above.holder) {
            (Some(By::Matcher(matcher)), _) => matcher.find(nodes.candidates(), above, self.functions),
            (None, Holder::Entry(key)) => Ok(Some(nodes.position(key).into_iter().collect())),
            _ => Ok(None),
        };
        match found {
            Ok(Some(found)) => return Some(found),
            Ok(None) => nodes.is_unknown = true,
            Err(problem) => self.problems.push(*problem),
        }
        None
    }

    /// Whether so many matches are right; what is wrong is reported.
    fn judge(
        &mut self,
        nodes: &Nodes,
        above: &Fragment,
        said: &OverlaySaid,
        around: &Matching,
        found: &[usize],
    ) -> MatchVerdict {
        let problem = match said.matching.or(around).check(found.len(), self.functions) {
            Matched::Right => return MatchVerdict::Right,
            Matched::Skipped => return MatchVerdict::Leave,
            Matched::Unknown => return MatchVerdict::Unknown,
            // What template code may add could match as well.
            Matched::Wrong(_) if nodes.is_open => return MatchVerdict::Unknown,
            Matched::Wrong(expected) => wrong_count(nodes, above, said, &expected, found),
            Matched::Contradiction(one, other) => report::contradiction(above.place, one, other),
            Matched::Refused(refusal, keyword) => refusal.problem(above.place, keyword),
        };
        self.problems.push(problem);
        MatchVerdict::Leave
    }

    /// The same for a document that is about exactly one.
    pub(super) fn judge_alone(&mut self, above: &Fragment, said: &OverlaySaid, below: &Fragment) -> MatchVerdict {
        let problem = match said.matching.check(1, self.functions) {
            Matched::Right => return MatchVerdict::Right,
            Matched::Skipped => return MatchVerdict::Leave,
            Matched::Unknown => return MatchVerdict::Unknown,
            Matched::Wrong(expected) => {
                let subject = report::subject(&above.holder);
                report::wrong_count(&subject, above.place, &expected, &[below.place], 1)
            }
            Matched::Contradiction(one, other) => report::contradiction(above.place, one, other),
            Matched::Refused(refusal, keyword) => refusal.problem(above.place, keyword),
        };
        self.problems.push(problem);
        MatchVerdict::Leave
    }

    fn do_as_said(
        &mut self,
        nodes: &mut Nodes,
        above: &Fragment,
        said: &OverlaySaid,
        found: &[usize],
        around: &Matching,
    ) {
        if found.is_empty() && adds(above, said) && !self.is_taken(nodes, above, found) {
            nodes.push(self.new_node(above, said, None));
        }
        match said.operation {
            Operation::Remove => found.iter().for_each(|position| nodes.remove(*position)),
            Operation::Insert { before, after } => self.insert(nodes, above, said, found, (before, after)),
            Operation::Replace { .. } if !found.is_empty() && self.is_taken(nodes, above, found) => {}
            _ => {
                for position in found {
                    if let Some(below) = nodes.get_mut(*position) {
                        self.change(below, above, said, around);
                    }
                }
            }
        }
    }

    /// Whether the key that an entry brings to its map is there already, which is reported: what replaces the node that
    /// `by=` found has its own key and not that of the node.
    fn is_taken(&mut self, nodes: &mut Nodes, above: &Fragment, found: &[usize]) -> bool {
        let Holder::Entry(key) = &above.holder else { return false };
        let others = nodes.position(key).into_iter().chain(found.iter().copied().skip(1));
        let other = others.into_iter().find(|position| found.first() != Some(position));
        if let Some(other) = other {
            let place = nodes.get(other).map_or(Place::NOWHERE, |other| other.place);
            self.problems.push(report::key_taken(above.place, key, place));
        } else if let Some(position) = found.first() {
            nodes.rename(*position, key);
        }
        other.is_some()
    }

    fn insert(
        &mut self,
        nodes: &mut Nodes,
        above: &Fragment,
        said: &OverlaySaid,
        found: &[usize],
        (before, after): (bool, bool),
    ) {
        // From the last to the first, so that positions stay true.
        for position in found.iter().rev().copied() {
            let new = self.new_node(above, said, nodes.get(position));
            if after {
                nodes.insert(position + 1, new.clone());
            }
            if before {
                nodes.insert(position, new);
            }
        }
    }

    /// Does to one node below what is said.
    pub(super) fn change(&mut self, below: &mut Fragment, above: &Fragment, said: &OverlaySaid, around: &Matching) {
        let children = said.children.or(around);
        match said.operation {
            Operation::Replace { .. } => {
                *below = self.new_node(above, said, Some(below));
            }
            Operation::Assert => {
                if self.assert(below, above, said) && above.value.kind.is_collection() {
                    self.merge(below, above, &children);
                }
            }
            _ => self.merge(below, above, &children),
        }
    }

    /// The node above as a new one; with `via=` its value is what the function makes of it and the one below.
    pub(super) fn new_node(&mut self, above: &Fragment, said: &OverlaySaid, below: Option<&Fragment>) -> Fragment {
        let mut new = above.clone();
        if let Some(below) = below.filter(|below| below.holder == Holder::Document) {
            // It goes to the file of the document that it stands for or beside.
            new.place = below.place;
        }
        let function = match &said.via {
            None => return new,
            Some(Via::Unknown) => {
                new.value.kind = ValueKind::Unknown;
                return new;
            }
            Some(Via::Function(function)) => function,
        };
        let left = below.map_or_else(|| Value::unwritten(ValueKind::Null), |below| below.value.clone());
        let arguments = vec![left, above.value.clone()];
        new.value.kind = match calls::call(self.functions, function, arguments) {
            Some(Ok(content)) => content,
            None => ValueKind::Unknown,
            Some(Err(failure)) => {
                self.problems.push(calls::failed(above.place, "via=", failure));
                ValueKind::Unknown
            }
        };
        new
    }

    /// Whether what is below is as `@overlay/assert` wants it, as far as that is known.
    fn assert(&mut self, below: &Fragment, above: &Fragment, said: &OverlaySaid) -> bool {
        let problem = match &said.via {
            None => match holds(&below.value.kind, &above.value) {
                Held::Yes | Held::Unknown => return true,
                Held::No(missing) => report::assertion_failed(missing.origin, missing),
            },
            Some(Via::Unknown) => return true,
            Some(Via::Function(function)) => {
                let arguments = vec![below.value.clone(), above.value.clone()];
                match calls::call(self.functions, function, arguments) {
                    None => return true,
                    Some(Err(failure)) => calls::failed(above.place, "via=", failure),
                    Some(Ok(content)) => match report::refusal(above.place, &content) {
                        // What is merged once it is asserted cannot be laid over null.
                        None if matches!(below.value.kind, ValueKind::Null) && above.value.kind.is_collection() => {
                            report::another_kind(below, above)
                        }
                        None => return true,
                        Some(problem) => problem,
                    },
                }
            }
        };
        self.problems.push(report::related(problem, below.place, "this is below"));
        false
    }

    /// Puts the value of `above` into `below`; `children` is how many matches the nodes inside must have.
    pub(super) fn merge(&mut self, below: &mut Fragment, above: &Fragment, children: &Matching) {
        let holder = below.place;
        match (&mut below.value.kind, &above.value.kind) {
            (ValueKind::Mapping(left), ValueKind::Mapping(_)) => {
                let left = Arc::make_mut(left);
                let mut nodes = Nodes::of(std::mem::take(&mut left.entries), left.is_open, holder);
                self.lay_children(&mut nodes, above, children);
                let (is_open, is_computed) = (nodes.is_open, left.is_computed);
                below.value.kind = match nodes.finish() {
                    None => ValueKind::Unknown,
                    Some(entries) => {
                        let mapping = MappingValue { entries, is_open, is_computed, ..MappingValue::default() };
                        ValueKind::Mapping(mapping.into())
                    }
                };
            }
            (ValueKind::Sequence(left), ValueKind::Sequence(_)) => {
                let mut nodes = Nodes::of(left.items().cloned().collect(), left.is_open, holder);
                self.lay_children(&mut nodes, above, children);
                let (is_open, is_computed) = (nodes.is_open, left.is_computed);
                below.value.kind = match nodes.finish() {
                    None => ValueKind::Unknown,
                    Some(items) => {
                        ValueKind::Sequence(SequenceValue { is_open, is_computed, ..SequenceValue::of(items) }.into())
                    }
                };
            }
            (ValueKind::Unknown, over) if over.is_collection() => {}
            (content, over) if !over.is_collection() || matches!(content, ValueKind::Null) => {
                let is_held = over.is_collection();
                let origin = if is_held { holder } else { above.value.origin };
                below.value = Value { origin, kind: over.clone() };
            }
            _ => self.problems.push(report::another_kind(below, above)),
        }
    }

    fn lay_children(&mut self, nodes: &mut Nodes, above: &Fragment, children: &Matching) {
        above.children().for_each(|child| self.lay(nodes, child, children));
        nodes.is_open |= above.value.kind.is_open();
    }
}

/// Whether a node that matches nothing, and may do so, is added. A document that is merged is not.
fn adds(above: &Fragment, said: &OverlaySaid) -> bool {
    let is_merged_document = above.holder == Holder::Document && said.operation == Operation::Merge;
    said.operation.adds() && !is_merged_document
}

/// A number of matches that is not right, with what was there.
fn wrong_count(nodes: &Nodes, above: &Fragment, said: &OverlaySaid, expected: &str, found: &[usize]) -> Problem {
    let subject = report::subject(&above.holder);
    if !found.is_empty() {
        let places: Vec<Place> = found.iter().filter_map(|position| Some(nodes.get(*position)?.place)).collect();
        return report::wrong_count(&subject, above.place, expected, &places, nodes.count());
    }
    let adds = adds(above, said);
    match (&said.by, &above.holder) {
        (None, Holder::Entry(key)) => report::missing_key(above, key, &nodes.keys(), nodes.holder, adds),
        (by, _) => {
            let Some(By::Matcher(matcher)) = by else { return report::no_match(above) };
            let unmatched = matcher.unmatched(nodes.candidates(), above);
            report::no_counterpart(&subject, above.place, expected, nodes.count(), unmatched.as_ref(), adds)
        }
    }
}

/// It is not known what becomes of these nodes, nor whether a new one comes.
fn become_unknown(nodes: &mut Nodes, found: &[usize]) {
    nodes.is_open = true;
    for position in found {
        if let Some(below) = nodes.get_mut(*position) {
            below.value.kind = ValueKind::Unknown;
        }
    }
}
