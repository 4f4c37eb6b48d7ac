//! `@schema/any-of`, `all-of` and `one-of`: schemas that are given as YAML fragments and decide together.

use std::sync::Arc;

use super::super::ReadContext;
use super::super::dialect::AnnotationKind;
use crate::problem::{Code, Problem};
use crate::schema::combination::{Combination, Combinator};
use crate::schema::{SchemaNode, Type};
use crate::text::Place;
use crate::values::arguments::{Argument, ArgumentKind};
use crate::values::fragment::{AttachedAnnotation, Fragment};
use crate::values::{Value, ValueKind};

const COMBINATORS: &[(AnnotationKind, Combinator)] = &[
    (AnnotationKind::AnyOf, Combinator::AnyOf),
    (AnnotationKind::AllOf, Combinator::AllOf),
    (AnnotationKind::OneOf, Combinator::OneOf),
];

/// The combination that annotations of a fragment declare.
pub(super) fn declared(fragment: &Fragment, context: &mut ReadContext<'_>) -> Option<Type> {
    let dialect = context.dialect;
    let mut found = COMBINATORS.iter().filter_map(|(kind, it)| Some((dialect.annotation(fragment, *kind)?, *it)));
    let (attached, combinator) = found.next()?;
    let others = found.map(|(other, _)| other).chain(dialect.annotation(fragment, AnnotationKind::Type));
    for other in others {
        let message = format!("`@{}` cannot be combined with `@{}`", other.name, attached.name);
        let problem = Problem::new(Code::MisplacedAnnotation, other.name_place, message);
        context.report(fragment, problem.related(attached.name_place, "the schemas are combined here"));
    }
    for keyword in &attached.arguments.keywords {
        refuse(fragment, attached, keyword.name_range, &format!("`{}=`", keyword.name), context);
    }
    if attached.arguments.positional.is_empty() && !attached.arguments.is_open {
        let message = format!("`@{}` names no schema", attached.name);
        let problem = Problem::new(Code::AnnotationArguments, attached.name_place, message).found("no arguments");
        context.report(fragment, problem.expected("YAML fragments, such as what functions return"));
    }
    let arguments = &attached.arguments.positional;
    let alternatives: Vec<_> =
        arguments.iter().map(|it| Arc::new(alternative(fragment, attached, it, context))).collect();
    let is_known = !alternatives.is_empty() && !attached.arguments.is_open;
    Some(if is_known { Type::Combined(Combination { combinator, alternatives }) } else { Type::Unknown })
}

fn refuse(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    range: crate::text::TextRange,
    found: &str,
    context: &mut ReadContext<'_>,
) {
    let message = format!("`@{}` takes schemas", attached.name);
    let problem = Problem::new(Code::AnnotationArguments, attached.place(range), message).found(found);
    context.report(fragment, problem.expected("YAML fragments, such as what functions return"));
}

/// The schema that one argument gives.
fn alternative(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    argument: &Argument,
    context: &mut ReadContext<'_>,
) -> SchemaNode {
    let place = attached.place(argument.range);
    let shown = match &argument.kind {
        ArgumentKind::Fragment(shown) => shown.clone(),
        ArgumentKind::Literal(Value { kind: ValueKind::Null, .. }) => {
            return SchemaNode { ty: Type::Null, ..SchemaNode::any(place) };
        }
        ArgumentKind::Literal(value) => written(&value.kind, place),
        ArgumentKind::Expression => return SchemaNode::unknown(place),
        ArgumentKind::Function(function) => {
            refuse(fragment, attached, argument.range, &format!("the function `{}` itself", function.name), context);
            return SchemaNode::unknown(place);
        }
        _ => {
            refuse(fragment, attached, argument.range, &argument.word(), context);
            return SchemaNode::unknown(place);
        }
    };
    super::node(&Fragment::new(fragment.holder.clone(), Value { origin: place, kind: shown }), context)
}

/// A literal as if it were written as YAML; everything in it stands where the argument stands.
fn written(kind: &ValueKind, place: Place) -> ValueKind {
    kind.with_children(|child| {
        let kind = written(&child.value.kind, place);
        Fragment::new(child.holder.clone(), Value { origin: place, kind })
    })
}
