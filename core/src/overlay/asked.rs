//! What functions say about laying one value over another: how many matches are right, what becomes of a value, whether
//! it is as it should be.

use super::OverlaySubject;
use super::directives::Directive;
use super::fill::unknown;
use super::items::Judged;
use super::merge::Merge;
use super::report::overlay_mismatch;

use crate::template::overlay::annotations::Via;
use crate::template::overlay::matching::{Matched, Matching};
use crate::template::overlay::part::{Held, holds};
use crate::template::overlay::{calls, report};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::function::Function;
use crate::values::{Value, ValueKind};

impl Merge<'_> {
    /// Whether so many matches are right, `None` if that is not known; what is wrong is reported.
    pub(super) fn judge(&mut self, matching: &Matching, count: usize, node: impl FnOnce() -> Judged) -> Option<bool> {
        let wrong = match matching.check(count, self.functions) {
            Matched::Right => return Some(true),
            Matched::Skipped => return Some(false),
            Matched::Unknown => return None,
            wrong => wrong,
        };
        let Judged { subject, place, matched, all, unmatched, adds } = node();
        let subject = subject.to_string();
        self.problems.extend(match wrong {
            Matched::Wrong(expected) if matched.is_empty() => {
                Some(report::no_counterpart(&subject, place, &expected, all, unmatched.as_ref(), adds))
            }
            Matched::Wrong(expected) => Some(report::wrong_count(&subject, place, &expected, &matched, all)),
            Matched::Contradiction(one, other) => Some(report::contradiction(place, one, other)),
            Matched::Refused(refusal, keyword) => Some(refusal.problem(place, keyword)),
            Matched::Right | Matched::Skipped | Matched::Unknown => None,
        });
        Some(false)
    }

    /// The new value of a node: the one above, or with `via=` what the function makes of it and the one below.
    pub(super) fn made(&mut self, below: Option<&Value>, above: &Value, directive: Option<&Directive>) -> Value {
        let function = match directive.and_then(|directive| directive.said.via.as_ref()) {
            None => return above.clone(),
            Some(Via::Unknown) => return unknown(above.origin),
            Some(Via::Function(function)) => function,
        };
        match calls::call(self.functions, function, arguments(below, above, directive)) {
            None => unknown(above.origin),
            Some(Ok(kind)) => placed(&Value { origin: above.origin, kind }, above.origin),
            Some(Err(failure)) => {
                let place = directive.and_then(|directive| directive.place).unwrap_or(above.origin);
                self.problems.push(calls::failed(place, "via=", failure));
                unknown(above.origin)
            }
        }
    }

    /// Whether what is below is as `@overlay/assert` wants it, as far as that is known. `subject` is what holds them, for
    /// sentences, and `holder` the token of the node above.
    pub(super) fn assert(
        &mut self,
        below: &Value,
        above: &Value,
        directive: &Directive,
        (subject, holder): (&OverlaySubject, Place),
    ) -> bool {
        let problem = match &directive.said.via {
            Some(Via::Unknown) => None,
            Some(Via::Function(function)) => self
                .refusal(function, below, above, directive, holder)
                .or_else(|| is_merged_into_null(below, above).then(|| overlay_mismatch(below, above, subject))),
            None => match holds(&below.kind, above) {
                Held::Yes | Held::Unknown => None,
                Held::No(missing) => {
                    let place = if missing.origin == above.origin { holder } else { missing.origin };
                    Some(report::assertion_failed(place, missing))
                }
            },
        };
        let is_fine = problem.is_none();
        self.problems.extend(problem.map(|problem| report::related(problem, below.origin, "this is below")));
        is_fine
    }

    fn refusal(
        &mut self,
        function: &Function,
        below: &Value,
        above: &Value,
        directive: &Directive,
        holder: Place,
    ) -> Option<crate::problem::Problem> {
        match calls::call(self.functions, function, arguments(Some(below), above, Some(directive)))? {
            Ok(content) => report::refusal(holder, &content),
            Err(failure) => Some(calls::failed(holder, "via=", failure)),
        }
    }
}

/// Whether a map or an array that is merged once it is asserted would meet null, which it cannot.
fn is_merged_into_null(below: &Value, above: &Value) -> bool {
    matches!(below.kind, ValueKind::Null) && above.kind.is_collection()
}

/// What is below and what is above, as the function of `via=` is given them.
fn arguments(below: Option<&Value>, above: &Value, directive: Option<&Directive>) -> Vec<Value> {
    let below = below.cloned().unwrap_or(Value::unwritten(ValueKind::Null));
    let content = directive.and_then(|directive| directive.content.clone());
    vec![below, content.map_or_else(|| above.clone(), |kind| Value { kind, ..above.clone() })]
}

/// The value; what in it has no place is placed where its function is asked for.
fn placed(value: &Value, origin: Place) -> Value {
    let at = |place: Place| if place == Place::NOWHERE { origin } else { place };
    let kind = value.kind.with_children(|child| {
        let place = at(child.place);
        Fragment { place, value: placed(&child.value, place), ..child.clone() }
    });
    Value { origin: at(value.origin), kind }
}
