//! Whether an empty value means that nothing is set, and whether that may be: `@schema/allow-empty`, and what rules
//! say of empty values.

use super::super::ReadContext;
use crate::constraint::{Bound, BoundSide, ConstrainedKind, Constraint, CountBound, Counted};
use crate::problem::{Code, Problem};
use crate::schema::from_annotations::dialect::AnnotationKind;
use crate::schema::{Emptiness, RuleKind, SchemaNode};
use crate::values::fragment::Fragment;
use crate::values::{Integer, Value, ValueKind};

/// What holds of the empty values of a node whose type and rules are known; `None` where they are values like others.
pub(super) fn of_fragment(
    fragment: &Fragment,
    node: &SchemaNode,
    kinds: Option<&[ConstrainedKind]>,
    context: &mut ReadContext<'_>,
) -> Option<Emptiness> {
    let is_allowed = read_allow_empty(fragment, context);
    let must_be_set = context.dialect.must_be_set?;
    // Nobody is asked to set what is on its way out.
    let is_required = !is_allowed && node.deprecated.is_none() && node.removed.is_none();
    let is_refused = |kind: &ConstrainedKind| {
        is_required && must_be_set.contains(kind) && !node.rules.iter().any(|rule| lifts(&rule.kind, *kind))
    };
    let refused = kinds.unwrap_or_default().iter().copied().filter(is_refused).collect();
    Some(Emptiness { refused, is_allowed })
}

/// Whether `@schema/allow-empty` stands at the fragment.
fn read_allow_empty(fragment: &Fragment, context: &mut ReadContext<'_>) -> bool {
    let Some(attached) = context.annotation(fragment, AnnotationKind::AllowEmpty) else { return false };
    let arguments = &attached.arguments;
    let positional = arguments.positional.iter().map(|argument| argument.range);
    let given = positional.chain(arguments.keywords.iter().map(|keyword| keyword.name_range)).next();
    if let Some(range) = given {
        let message = "`@schema/allow-empty` takes no arguments";
        let problem = Problem::new(Code::AnnotationArguments, attached.place(range), message);
        context.report(fragment, problem.expected("no arguments"));
    }
    true
}

/// Whether a rule says that an empty value of a kind is valid.
fn lifts(rule: &RuleKind, kind: ConstrainedKind) -> bool {
    match rule {
        RuleKind::Constraint(Constraint::Bound(Bound { side: BoundSide::Least, number, .. })) => {
            kind == ConstrainedKind::Number && *number <= 0.0
        }
        RuleKind::Constraint(Constraint::Count(CountBound { of, side: BoundSide::Least, count: 0 })) => {
            matches!(
                (of, kind),
                (Counted::Characters, ConstrainedKind::Text) | (Counted::Items, ConstrainedKind::Sequence)
            )
        }
        RuleKind::OneOf(values) => values.iter().any(|value| is_empty(value, kind)),
        _ => false,
    }
}

fn is_empty(value: &Value, kind: ConstrainedKind) -> bool {
    match (&value.kind, kind) {
        (ValueKind::String(text), ConstrainedKind::Text) => text.is_empty(),
        (ValueKind::Sequence(items), ConstrainedKind::Sequence) => items.is_empty(),
        (ValueKind::Int(number), ConstrainedKind::Number) => *number == Integer::ZERO,
        (ValueKind::Float(number), ConstrainedKind::Number) => *number == 0.0,
        _ => false,
    }
}
