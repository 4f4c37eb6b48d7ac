//! ytt's rules of overlays: which of its siblings below a node matches, whether that many are right, and what becomes
//! of each. What else must be true of what is laid over what, a [`Guard`] says.

use super::annotations::{By, Operation, OverlayAnnotations, Via};
use super::calls;
use super::matching::{Matched, Matching};
use super::nodes::Nodes;
use super::part::{Containment, holds};
use super::report;
use crate::problem::Problem;
use crate::template::function::Functions;
use crate::text::Place;
use crate::values::fragment::{Fragment, Holder};
use crate::values::matcher::Matcher;
use crate::values::{Value, ValueKind};

/// Who lays nodes over others: what the rules of overlays do not say.
pub(crate) trait Guard {
    /// Who runs functions.
    fn functions(&self) -> &dyn Functions;

    /// Takes in what is wrong.
    fn report(&mut self, problem: Problem);

    /// What is said about a node above.
    fn annotations(&self, above: &Fragment) -> OverlayAnnotations;

    /// A node above, as the start of a sentence.
    fn subject(&self, above: &Fragment) -> String;

    /// A node above that is new below, with this value.
    fn fresh(&mut self, above: &Fragment, value: Value) -> Fragment;

    /// Puts the value of a node above into one below; `children` is how many matches the nodes inside must have.
    fn merge(&mut self, below: &mut Fragment, above: &Fragment, children: &Matching);

    /// Whether a node above may be among those below; if not, that is reported.
    fn admits(&mut self, _above: &Fragment) -> bool {
        true
    }

    /// A collection over something that it cannot be laid over.
    fn mismatch(&self, below: &Fragment, above: &Fragment) -> Problem {
        report::another_kind(below, above)
    }

    /// It is not known what becomes of these nodes, nor whether a new one comes.
    fn doubt(&mut self, nodes: &mut Nodes, _above: &Fragment, found: &[usize]) {
        nodes.is_open = true;
        for position in found {
            if let Some(below) = nodes.get_mut(*position) {
                below.value.kind = ValueKind::Unknown;
            }
        }
    }

    /// It is not known what is said about a node. `found` is the one below that has its key.
    fn doubt_all(&mut self, nodes: &mut Nodes, _above: &Fragment, _found: Option<usize>) {
        nodes.is_unknown = true;
    }

    /// So many matches are not right.
    fn wrong(
        &mut self,
        nodes: &mut Nodes,
        above: &Fragment,
        annotations: &OverlayAnnotations,
        expected: &str,
        found: &[usize],
    ) {
        report_wrong(self, nodes, above, annotations, expected, found);
    }
}

/// Says that so many matches are not right.
pub(crate) fn report_wrong<G: Guard + ?Sized>(
    guard: &mut G,
    nodes: &Nodes,
    above: &Fragment,
    annotations: &OverlayAnnotations,
    expected: &str,
    found: &[usize],
) {
    let subject = guard.subject(above);
    guard.report(wrong_count(nodes, (above, &subject), annotations, expected, found));
}

/// What is to be done with the nodes that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchVerdict {
    /// What the overlay says.
    Right,
    /// Nothing.
    Leave,
    /// That is not known.
    Unknown,
}

/// Lays a document, an entry or an item over those below. `around` is what the nodes around say about matching.
pub(crate) fn lay<G: Guard>(guard: &mut G, nodes: &mut Nodes, above: &Fragment, around: &Matching) {
    if nodes.is_unknown {
        return;
    }
    let annotations = guard.annotations(above);
    let mistakes = annotations.mistakes_on(&above.holder);
    if !mistakes.is_empty() {
        for mistake in mistakes {
            guard.report(mistake);
        }
        return;
    }
    if annotations.is_unknown() {
        let found = above.key().filter(|_| annotations.by.is_none()).and_then(|key| nodes.position(key));
        guard.doubt_all(nodes, above, found);
    } else if annotations.operation == Operation::Append {
        nodes.push(new_node(guard, above, &annotations, None));
    } else if annotations.by.is_none() && !matches!(above.holder, Holder::Entry(_)) {
        lay_without_match(guard, nodes, above, &annotations);
    } else if let Some(found) = find(guard, nodes, above, &annotations) {
        match judge(guard, nodes, above, &annotations, around, &found) {
            MatchVerdict::Right => apply_operation(guard, nodes, above, &annotations, &found, around),
            MatchVerdict::Leave => {}
            MatchVerdict::Unknown => guard.doubt(nodes, above, &found),
        }
    }
}

/// Lays a document over exactly one, whatever its `by=` says.
pub(crate) fn lay_alone<G: Guard>(guard: &mut G, below: &mut Fragment, above: &Fragment, around: &Matching) {
    let annotations = guard.annotations(above);
    let mistakes = annotations.lone_mistakes();
    if !mistakes.is_empty() {
        for mistake in mistakes {
            guard.report(mistake);
        }
        return;
    }
    let is_known = !annotations.is_operation_unknown();
    match if is_known { judge_alone(guard, above, &annotations, below) } else { MatchVerdict::Unknown } {
        MatchVerdict::Unknown => below.value = Value { origin: above.value.origin, kind: ValueKind::Unknown },
        MatchVerdict::Leave => {}
        MatchVerdict::Right => match annotations.operation {
            // Of the two documents that this gives the first one counts.
            Operation::Insert { before: true, .. } => *below = new_node(guard, above, &annotations, Some(below)),
            Operation::Remove => {
                guard.report(report::no_document_left(annotations.operation_place().unwrap_or(above.place)));
            }
            Operation::Append | Operation::Insert { .. } => {}
            _ => change(guard, below, above, &annotations, around),
        },
    }
}

/// An item that says nothing about matching is appended; a document has to say something.
fn lay_without_match<G: Guard>(guard: &mut G, nodes: &mut Nodes, above: &Fragment, annotations: &OverlayAnnotations) {
    if above.holder == Holder::Document {
        guard.report(report::no_match(above));
    } else if annotations.operation.adds() {
        nodes.push(new_node(guard, above, annotations, None));
    } else {
        guard.report(report::no_effect(above.place, annotations.operation.annotation()));
    }
}

/// The positions of the nodes that match; `None` if that is not known or went wrong.
fn find<G: Guard>(
    guard: &mut G,
    nodes: &mut Nodes,
    above: &Fragment,
    annotations: &OverlayAnnotations,
) -> Option<Vec<usize>> {
    let found = match (&annotations.by, &above.holder) {
        (Some(By::Matcher(matcher)), _) => find_by(matcher, nodes, above, guard.functions()),
        (None, Holder::Entry(key)) => Ok(Some(nodes.position(key).into_iter().collect())),
        _ => Ok(None),
    };
    match found {
        Ok(Some(found)) => return Some(found),
        Ok(None) => nodes.is_unknown = true,
        Err(problem) => guard.report(*problem),
    }
    None
}

/// The positions of the nodes that match what `by=` says, of which only those are looked at that may do so.
fn find_by(
    matcher: &Matcher,
    nodes: &mut Nodes,
    above: &Fragment,
    functions: &dyn Functions,
) -> Result<Option<Vec<usize>>, Box<Problem>> {
    if let Some((key, scalar)) = matcher.compared(above)
        && let Some(candidates) = nodes.candidates_with(&key, scalar)
    {
        return matcher.find(candidates, above, functions);
    }
    matcher.find(nodes.candidates(), above, functions)
}

/// Whether so many matches are right; what is wrong is reported.
fn judge<G: Guard>(
    guard: &mut G,
    nodes: &mut Nodes,
    above: &Fragment,
    annotations: &OverlayAnnotations,
    around: &Matching,
    found: &[usize],
) -> MatchVerdict {
    let matched = annotations.matching.or(around).check(found.len(), guard.functions());
    // What template code may add could match as well.
    if nodes.is_open && matches!(matched, Matched::Wrong(_)) {
        return MatchVerdict::Unknown;
    }
    verdict(guard, matched, above, |guard, expected| guard.wrong(nodes, above, annotations, expected, found))
}

/// The same for a document that is about exactly one.
fn judge_alone<G: Guard>(
    guard: &mut G,
    above: &Fragment,
    annotations: &OverlayAnnotations,
    below: &Fragment,
) -> MatchVerdict {
    let matched = annotations.matching.check(1, guard.functions());
    verdict(guard, matched, above, |guard, expected| {
        let subject = guard.subject(above);
        guard.report(report::wrong_count(&subject, above.place, expected, &[below.place], 1));
    })
}

fn verdict<G: Guard>(
    guard: &mut G,
    matched: Matched,
    above: &Fragment,
    wrong: impl FnOnce(&mut G, &str),
) -> MatchVerdict {
    match matched {
        Matched::Right => return MatchVerdict::Right,
        Matched::Skipped => {}
        Matched::Unknown => return MatchVerdict::Unknown,
        Matched::Wrong(expected) => wrong(guard, &expected),
        Matched::Contradiction(one, other) => guard.report(report::contradiction(above.place, one, other)),
        Matched::Refused(refusal, keyword) => guard.report(refusal.problem(above.place, keyword)),
    }
    MatchVerdict::Leave
}

fn apply_operation<G: Guard>(
    guard: &mut G,
    nodes: &mut Nodes,
    above: &Fragment,
    annotations: &OverlayAnnotations,
    found: &[usize],
    around: &Matching,
) {
    match annotations.operation {
        _ if found.is_empty() => {
            if adds(above, annotations) && !report_duplicate_key(guard, nodes, above, found) && guard.admits(above) {
                nodes.push(new_node(guard, above, annotations, None));
            }
        }
        Operation::Remove => found.iter().for_each(|position| nodes.remove(*position)),
        Operation::Insert { before, after } => insert(guard, nodes, above, annotations, found, (before, after)),
        Operation::Replace { .. } if report_duplicate_key(guard, nodes, above, found) => {}
        Operation::Replace { .. } if is_renamed(nodes, above, found) && !guard.admits(above) => {
            for position in found {
                nodes.remove(*position);
            }
        }
        _ => {
            for position in found {
                if let Some(below) = nodes.get_mut(*position) {
                    change(guard, below, above, annotations, around);
                }
            }
        }
    }
}

/// Whether an entry that replaces another one brings another key.
fn is_renamed(nodes: &Nodes, above: &Fragment, found: &[usize]) -> bool {
    let below = found.first().and_then(|position| nodes.get(*position)).and_then(Fragment::key);
    above.key().is_some() && above.key() != below
}

/// Whether the key that an entry brings to its map is there already, which is reported: what replaces the node that
/// `by=` found has its own key and not that of the node.
fn report_duplicate_key<G: Guard>(guard: &mut G, nodes: &mut Nodes, above: &Fragment, found: &[usize]) -> bool {
    let Holder::Entry(key) = &above.holder else { return false };
    let others = nodes.position(key).into_iter().chain(found.iter().copied().skip(1));
    let other = others.into_iter().find(|position| found.first() != Some(position));
    if let Some(other) = other {
        let place = nodes.get(other).map_or(Place::NOWHERE, |other| other.place);
        guard.report(report::duplicate_key(above.place, key, place));
    } else if let Some(position) = found.first() {
        nodes.rename(*position, key);
    }
    other.is_some()
}

fn insert<G: Guard>(
    guard: &mut G,
    nodes: &mut Nodes,
    above: &Fragment,
    annotations: &OverlayAnnotations,
    found: &[usize],
    (before, after): (bool, bool),
) {
    // From the last to the first, so that positions stay true.
    for position in found.iter().rev().copied() {
        let new = new_node(guard, above, annotations, nodes.get(position));
        if after {
            nodes.insert(position + 1, new.clone());
        }
        if before {
            nodes.insert(position, new);
        }
    }
}

/// Does to one node below what is said.
fn change<G: Guard>(
    guard: &mut G,
    below: &mut Fragment,
    above: &Fragment,
    annotations: &OverlayAnnotations,
    around: &Matching,
) {
    let children = annotations.children.or(around);
    match annotations.operation {
        Operation::Replace { .. } => *below = new_node(guard, above, annotations, Some(below)),
        Operation::Assert => {
            if assert(guard, below, above, annotations) && above.value.kind.is_collection() {
                guard.merge(below, above, &children);
            }
        }
        _ => guard.merge(below, above, &children),
    }
}

/// The node above as a new one; with `via=` its value is what the function makes of it and the one below.
pub(crate) fn new_node<G: Guard>(
    guard: &mut G,
    above: &Fragment,
    annotations: &OverlayAnnotations,
    below: Option<&Fragment>,
) -> Fragment {
    let value = match &annotations.via {
        None => above.value.clone(),
        Some(Via::Unknown) => Value { origin: above.value.origin, kind: ValueKind::Unknown },
        Some(Via::Function(function)) => {
            let left = below.map_or_else(|| Value::unwritten(ValueKind::Null), |below| below.value.clone());
            let kind = match calls::call(guard.functions(), function, vec![left, above.value.clone()]) {
                Some(Ok(kind)) => kind,
                None => ValueKind::Unknown,
                Some(Err(failure)) => {
                    guard.report(calls::failed(above.place, "via=", failure));
                    ValueKind::Unknown
                }
            };
            let origin = above.value.origin;
            match given_back(&kind, [Some(above), below]) {
                Some(kind) => Value { origin, kind },
                None => placed(&Value { origin, kind }, origin),
            }
        }
    };
    let new = guard.fresh(above, value);
    match below {
        // It goes to the file of the document that it stands for or beside.
        Some(below) if below.holder == Holder::Document => Fragment { place: below.place, ..new },
        _ => new,
    }
}

/// The content that a function gave back as it was given it, with its places: it may come back without them.
fn given_back(kind: &ValueKind, given: [Option<&Fragment>; 2]) -> Option<ValueKind> {
    kind.children().next().filter(|child| child.place == Place::NOWHERE)?;
    let same = given.into_iter().flatten().find(|node| node.value.kind.hash() == kind.hash());
    same.map(|node| node.value.kind.clone())
}

/// The value; what in it has no place is placed where its function is asked for.
fn placed(value: &Value, origin: Place) -> Value {
    let at = |place: Place| if place == Place::NOWHERE { origin } else { place };
    let kind = value.kind.with_children(|child| {
        let place = at(child.place);
        Fragment { place, ..child.with(placed(&child.value, place)) }
    });
    Value { origin: at(value.origin), kind }
}

/// Whether what is below is as `@overlay/assert` wants it, as far as that is known.
fn assert<G: Guard>(guard: &mut G, below: &Fragment, above: &Fragment, annotations: &OverlayAnnotations) -> bool {
    let problem = match &annotations.via {
        Some(Via::Unknown) => None,
        None => match holds(&below.value.kind, &above.value) {
            Containment::Yes | Containment::Unknown => None,
            Containment::No(missing) => Some(report::assertion_failed(missing.origin, missing)),
        },
        Some(Via::Function(function)) => {
            match calls::call(guard.functions(), function, vec![below.value.clone(), above.value.clone()]) {
                None => None,
                Some(Err(failure)) => Some(calls::failed(above.place, "via=", failure)),
                // What is merged once it is asserted cannot be laid over null.
                Some(Ok(answer)) => report::refusal(above.place, &answer).or_else(|| {
                    let is_null = matches!(below.value.kind, ValueKind::Null);
                    (is_null && above.value.kind.is_collection()).then(|| guard.mismatch(below, above))
                }),
            }
        }
    };
    let is_fine = problem.is_none();
    if let Some(problem) = problem {
        guard.report(report::related(problem, below.place, "this is below"));
    }
    is_fine
}

/// Whether a node that matches nothing, and may do so, is added. A document that is merged is not.
fn adds(above: &Fragment, annotations: &OverlayAnnotations) -> bool {
    let is_merged_document = above.holder == Holder::Document && annotations.operation == Operation::Merge;
    annotations.operation.adds() && !is_merged_document
}

/// A number of matches that is not right, with what was there.
fn wrong_count(
    nodes: &Nodes,
    (above, subject): (&Fragment, &str),
    annotations: &OverlayAnnotations,
    expected: &str,
    found: &[usize],
) -> Problem {
    if !found.is_empty() {
        let places: Vec<Place> = found.iter().filter_map(|position| Some(nodes.get(*position)?.place)).collect();
        return report::wrong_count(subject, above.place, expected, &places, nodes.count());
    }
    let adds = adds(above, annotations);
    match (&annotations.by, &above.holder) {
        (None, Holder::Entry(key)) => report::missing_key(above, key, &nodes.keys(), nodes.holder, adds),
        (by, _) => {
            let Some(By::Matcher(matcher)) = by else { return report::no_match(above) };
            let unmatched = matcher.unmatched(nodes.candidates(), above);
            report::no_counterpart(subject, above.place, expected, nodes.count(), unmatched.as_ref(), adds)
        }
    }
}
