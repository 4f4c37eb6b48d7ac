//! Values that nobody set, in editions where something must be set: what is asked of them, and where that is told.

use super::CheckWalk;
use crate::constraint::ConstrainedKind;
use crate::data_values::OverlaySubject;
use crate::problem::{Code, Problem};
use crate::schema::conform::type_word;
use crate::schema::{Emptiness, SchemaNode};
use crate::text::{FileId, Place};
use crate::values::flow::flow;
use crate::values::{Value, ValueKind};

/// Where it is told that a value is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unset {
    /// The last document of values, or the last flag.
    pub place: Place,
    /// The only file in which a map or an array is a better place; `None` for any file.
    pub file: Option<FileId>,
}

/// What becomes of the rules of a node.
pub(super) enum RuleState {
    /// They are asked, and told at the value.
    Here,
    /// They are asked, and told where the value could be set.
    At(Place),
    /// The value is empty, and nothing else is said about it; told here.
    Empty(Place),
    /// They wait until something is set.
    Later,
}

impl CheckWalk<'_> {
    /// What becomes of the rules of a node, given what they are asked of.
    pub(super) fn rule_state(&self, emptiness: &Emptiness, value: &Value) -> RuleState {
        let empty = ConstrainedKind::of_empty(&value.kind);
        let is_refused = empty.is_some_and(|kind| emptiness.refused.contains(&kind));
        let place = if self.is_given { Some(value.origin) } else { self.unset.map(|unset| unset.place) };
        match (place, empty) {
            (Some(place), _) if is_refused => RuleState::Empty(place),
            (None, _) if is_refused => RuleState::Later,
            (_, Some(_)) if emptiness.is_allowed => RuleState::Later,
            (Some(_), _) if self.is_given => RuleState::Here,
            (_, Some(ConstrainedKind::Text)) => RuleState::Later,
            (place, _) if is_waiting(&value.kind) => place.map_or(RuleState::Later, RuleState::At),
            _ => RuleState::Here,
        }
    }

    /// Goes on with what a key or an item holds.
    pub(super) fn enter(&mut self, is_given: bool, place: Place) -> (bool, Option<Unset>) {
        let outer = (self.is_given, self.unset);
        self.is_given &= is_given;
        let is_better = |unset: &&mut Unset| self.is_given && unset.file.is_none_or(|file| file == place.file);
        if let Some(unset) = self.unset.as_mut().filter(is_better) {
            unset.place = place;
        }
        outer
    }

    /// Comes back from it.
    pub(super) fn leave(&mut self, (is_given, unset): (bool, Option<Unset>)) {
        (self.is_given, self.unset) = (is_given, unset);
    }
}

/// Whether the example of a schema is no value of its own: values are meant to come.
fn is_waiting(kind: &ValueKind) -> bool {
    match kind {
        ValueKind::Null | ValueKind::Mapping(_) => true,
        ValueKind::Sequence(items) => items.is_empty(),
        _ => false,
    }
}

/// The problem of an empty value.
pub(super) fn empty_value(subject: &OverlaySubject, value: &Value, schema: &SchemaNode, place: Place) -> Problem {
    let is_given = place == value.origin;
    let message = match value.kind {
        _ if !is_given => format!("{subject} must be set"),
        ValueKind::Int(_) | ValueKind::Float(_) => format!("{subject} must not be zero"),
        _ => format!("{subject} must not be empty"),
    };
    let problem = Problem::new(Code::EmptyValue, place, message).found(flow(value));
    let problem = problem.expected(type_word(&schema.ty));
    let problem = problem.hint("to allow an empty value, annotate the key in the schema with `#@schema/allow-empty`");
    problem.related(
        schema.declared,
        if is_given { "the schema declares it here" } else { "the schema leaves it empty here" },
    )
}

/// A broken rule of a value that nobody set, told where it could be set.
pub(super) fn moved_to(problem: Problem, place: Place) -> Problem {
    let unset = problem.place;
    let mut problem = Problem { place, ..problem };
    problem.related.retain(|related| related.place != unset);
    problem.related(unset, "no values document sets it, so this default applies")
}
