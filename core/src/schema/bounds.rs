//! Bounds that no value meets, and patterns that cannot be matched. The platform takes them without a word.

use crate::constraint::{Bound, BoundSide, Constraint, CountBound, Pattern};
use crate::problem::{Code, Problem};
use crate::schema::{Rule, RuleKind};

/// What is wrong with the rules of a node, each at the rule that came last.
pub(crate) fn problems(rules: &[Rule]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, rule) in rules.iter().enumerate() {
        let RuleKind::Constraint(constraint) = &rule.kind else { continue };
        problems.extend(alone(constraint).map(|(code, message)| Problem::new(code, rule.declared, message)));
        for earlier in rules.iter().take(index) {
            let RuleKind::Constraint(other) = &earlier.kind else { continue };
            if let Some(message) = contradiction(constraint, other) {
                let problem = Problem::new(Code::ImpossibleBounds, rule.declared, message);
                problems.push(problem.related(earlier.declared, "the other bound"));
            }
        }
    }
    problems
}

/// What is wrong with a constraint by itself.
fn alone(constraint: &Constraint) -> Option<(Code, String)> {
    let keyword = constraint.keyword();
    match constraint {
        Constraint::Count(CountBound { count: ..0, .. }) => {
            Some((Code::ImpossibleBounds, format!("`{keyword}` counts, so it cannot be negative")))
        }
        Constraint::MultipleOf(factor) if *factor <= 0.0 => {
            Some((Code::ImpossibleBounds, format!("`{keyword}` must be greater than 0")))
        }
        Constraint::Pattern(pattern) if !pattern.is_valid() => Some((Code::InvalidPattern, invalid_pattern(pattern))),
        _ => None,
    }
}

fn invalid_pattern(pattern: &Pattern) -> String {
    format!("`{}` is not a regular expression that the platform supports", pattern.text())
}

/// Why two constraints cannot both hold.
fn contradiction(one: &Constraint, other: &Constraint) -> Option<String> {
    let (least, most) = (one.keyword(), other.keyword());
    match (one, other) {
        (
            Constraint::Bound(Bound { side: BoundSide::Most, .. }),
            Constraint::Bound(Bound { side: BoundSide::Least, .. }),
        )
        | (
            Constraint::Count(CountBound { side: BoundSide::Most, .. }),
            Constraint::Count(CountBound { side: BoundSide::Least, .. }),
        ) => contradiction(other, one),
        (Constraint::Bound(one), Constraint::Bound(other)) if one.side != other.side => {
            let is_empty =
                one.number > other.number || ((one.is_exclusive || other.is_exclusive) && one.number >= other.number);
            is_empty.then(|| format!("No number satisfies both `{least}` {} and `{most}` {}", one.number, other.number))
        }
        (Constraint::Count(one), Constraint::Count(other)) if one.of == other.of && one.side != other.side => {
            (one.count > other.count).then(|| format!("`{least}` {} is above `{most}` {}", one.count, other.count))
        }
        _ => None,
    }
}
