//! `@schema/examples` and `@schema/example`: values that have the type of their node.

use super::ReadContext;
use super::dialect::AnnotationKind;
use super::documentation::{only_argument, refuse_keywords, report_missing};
use crate::problem::{Code, Problem};
use crate::schema::{Example, SchemaNode, conform};
use crate::text::Place;
use crate::values::arguments::{AnnotationSite, Argument, ArgumentKind};
use crate::values::fragment::{AttachedAnnotation, Fragment};
use crate::values::{Value, ValueKind};

/// The examples of a fragment, each of the type of the node.
pub(super) fn of_fragment(fragment: &Fragment, node: &SchemaNode, context: &mut ReadContext<'_>) -> Vec<Example> {
    let one = one(fragment, node, context);
    let Some(attached) = context.annotation(fragment, AnnotationKind::Examples) else {
        return one.into_iter().collect();
    };
    refuse_keywords(fragment, attached, EXAMPLE, context);
    let arguments = &attached.arguments;
    if arguments.positional.is_empty() && arguments.keywords.is_empty() && !arguments.is_open {
        report_missing(fragment, attached, EXAMPLE, context);
    }
    let listed = listed(fragment, attached, node, context);
    let pairs = arguments.positional.iter().filter(|_| listed.is_none());
    let pairs: Vec<Example> = pairs.filter_map(|argument| pair(fragment, attached, argument, node, context)).collect();
    one.into_iter().chain(listed.unwrap_or_default()).chain(pairs).collect()
}

/// What an example looks like.
const EXAMPLE: &str = "examples such as `(\"what it shows\", value)`";

/// The one value of `@schema/example`.
fn one(fragment: &Fragment, node: &SchemaNode, context: &mut ReadContext<'_>) -> Option<Example> {
    let attached = context.annotation(fragment, AnnotationKind::Example)?;
    let argument = only_argument(fragment, attached, "one value", context)?;
    let value = typed(fragment, attached, argument, node, context)?;
    Some(Example { description: String::new(), value })
}

/// The older editions take a list of pairs, too; `None` if the arguments are no such list.
fn listed(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    node: &SchemaNode,
    context: &mut ReadContext<'_>,
) -> Option<Vec<Example>> {
    let [argument] = attached.arguments.positional.as_slice() else { return None };
    let items = match &argument.kind {
        ArgumentKind::Literal(Value { kind: ValueKind::Sequence(items), .. }) if context.dialect.has_older => items,
        _ => return None,
    };
    let mut examples = Vec::new();
    for item in items.iter() {
        if let Some((description, value)) = described(item) {
            examples.extend(of_type(fragment, value, node, context).map(|value| Example { description, value }));
        } else {
            let is_here = item.origin.file == attached.name_place.file;
            let place = if is_here { item.origin } else { attached.name_place };
            report(fragment, place, item.kind.type_name().to_owned(), context);
        }
    }
    Some(examples)
}

/// The text and the value of a pair in a list.
fn described(item: &Value) -> Option<(String, Value)> {
    let ValueKind::Sequence(parts) = &item.kind else { return None };
    let mut parts = parts.iter();
    match (parts.next(), parts.next(), parts.next()) {
        (Some(Value { kind: ValueKind::String(text), .. }), Some(value), None) => {
            Some((text.to_string(), value.clone()))
        }
        _ => None,
    }
}

fn pair(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    argument: &Argument,
    node: &SchemaNode,
    context: &mut ReadContext<'_>,
) -> Option<Example> {
    let parts = match &argument.kind {
        ArgumentKind::Expression => return None,
        ArgumentKind::Tuple(parts) => parts.as_slice(),
        _ => &[],
    };
    let wrong = match parts {
        [description, _] if description.text().is_some() => None,
        [description, _] if matches!(description.kind, ArgumentKind::Expression) => None,
        [description, _] => Some(description),
        _ => Some(argument),
    };
    if let Some(wrong) = wrong {
        report(fragment, attached.place(wrong.range), wrong.word(), context);
        return None;
    }
    let [description, value] = parts else { return None };
    let value = typed(fragment, attached, value, node, context)?;
    Some(Example { description: description.text()?.to_owned(), value })
}

fn report(fragment: &Fragment, place: Place, found: String, context: &mut ReadContext<'_>) {
    let problem = Problem::new(Code::AnnotationArguments, place, "An example is a pair of a text and a value");
    context.report(fragment, problem.found(found).expected(EXAMPLE));
}

/// The value of an argument, if it is of the type of the node.
fn typed(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    argument: &Argument,
    node: &SchemaNode,
    context: &mut ReadContext<'_>,
) -> Option<Value> {
    if argument.is_no_yaml() {
        let problem = Problem::new(Code::SchemaExampleType, attached.place(argument.range), message(fragment));
        context.report(fragment, problem.found(argument.word()).expected(conform::type_word(&node.ty)));
        return None;
    }
    of_type(fragment, argument.value(AnnotationSite::of(attached.name_place))?, node, context)
}

/// The value, if it is of the type of the node.
fn of_type(fragment: &Fragment, value: Value, node: &SchemaNode, context: &mut ReadContext<'_>) -> Option<Value> {
    let mismatches = conform::mismatches(&value, node, context.functions);
    let is_wrong = !mismatches.is_empty();
    for mismatch in mismatches {
        context.report(fragment, mismatch.problem(Code::SchemaExampleType, &message(fragment)));
    }
    (!is_wrong).then_some(value)
}

fn message(fragment: &Fragment) -> String {
    format!("An example of {} does not have its type", fragment.holder.words())
}
