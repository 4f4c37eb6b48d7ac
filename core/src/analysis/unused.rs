//! What is of no use: names that are loaded and not used, anchors that no alias uses, values that are what they would
//! be without them, and declared values that no template reads. All are hints, and where anything is not known, nothing
//! is said.

use super::world::{File, World};
use crate::problem::{Problem, Severity};

mod anchors;
mod loads;
mod redundant;
mod values;

/// Everything in a file that is of no use, given what else is wrong with it: what has errors will be another text.
pub(super) fn problems(world: &World, source: File<'_>, others: &[Problem]) -> Vec<Problem> {
    if others.iter().any(|problem| problem.severity == Severity::Error) {
        return Vec::new();
    }
    let mut problems = loads::problems(world, source);
    problems.extend_from_slice(&anchors::problems(world, source));
    problems.extend_from_slice(&redundant::problems(world, source));
    problems.extend(values::problems(world, source));
    problems
}
