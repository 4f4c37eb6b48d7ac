//! `@schema/title`, `desc`, `examples` and `deprecated`.

use super::Context;
use super::dialect::Meaning;
use super::types::argument_word;
use crate::problem::{Code, Problem};
use crate::schema::{Example, SchemaNode, conform};
use crate::template::arguments::{Argument, ArgumentKind, Site};
use crate::template::fragment::{Attached, Fragment, Holder};

/// The one text that an annotation takes.
pub(super) fn text(fragment: &Fragment, meaning: Meaning, context: &mut Context<'_>) -> Option<String> {
    let attached = context.annotation(fragment, meaning)?;
    let argument = only_argument(fragment, attached, "one text", context)?;
    if argument.text().is_none() && !matches!(argument.kind, ArgumentKind::Expression) {
        let message = format!("`@{}` takes a text", attached.name);
        let problem = Problem::new(Code::AnnotationArguments, attached.place(argument.range), message);
        context.report(fragment, problem.found(argument_word(argument)).expected("a text in quotes"));
    }
    argument.text().map(str::to_owned)
}

/// The notice of `@schema/deprecated`, which cannot stand on a document.
pub(super) fn deprecated(fragment: &Fragment, context: &mut Context<'_>) -> Option<String> {
    let attached = context.annotation(fragment, Meaning::Deprecated)?;
    if fragment.holder == Holder::Document {
        let message = "`@schema/deprecated` cannot stand on a document";
        let problem = Problem::new(Code::MisplacedAnnotation, attached.name_place, message);
        context.report(fragment, problem.hint("deprecate the keys of the document one by one"));
        return None;
    }
    text(fragment, Meaning::Deprecated, context)
}

/// The examples, each of the type of the node.
pub(super) fn examples(fragment: &Fragment, node: &SchemaNode, context: &mut Context<'_>) -> Vec<Example> {
    let Some(attached) = context.annotation(fragment, Meaning::Examples) else { return Vec::new() };
    refuse_keywords(fragment, attached, EXAMPLE, context);
    let arguments = &attached.arguments;
    if arguments.positional.is_empty() && arguments.keywords.is_empty() && !arguments.is_open {
        report_missing(fragment, attached, EXAMPLE, context);
    }
    arguments.positional.iter().filter_map(|argument| example(fragment, attached, argument, node, context)).collect()
}

/// What an example looks like.
const EXAMPLE: &str = "examples such as `(\"what it shows\", value)`";

fn example(
    fragment: &Fragment,
    attached: &Attached,
    argument: &Argument,
    node: &SchemaNode,
    context: &mut Context<'_>,
) -> Option<Example> {
    let parts = match &argument.kind {
        ArgumentKind::Expression => return None,
        ArgumentKind::Tuple(parts) => parts.as_slice(),
        _ => &[],
    };
    let [description, value] = parts else {
        report_example(fragment, attached, argument, context);
        return None;
    };
    if description.text().is_none() && !matches!(description.kind, ArgumentKind::Expression) {
        report_example(fragment, attached, description, context);
        return None;
    }
    let message = format!("An example of {} does not have its type", fragment.holder.words());
    if value.is_no_yaml() {
        let problem = Problem::new(Code::SchemaExampleType, attached.place(value.range), message);
        context.report(fragment, problem.found(argument_word(value)).expected(conform::type_word(&node.ty)));
        return None;
    }
    let value = value.value(Site::of(attached.name_place))?;
    let mismatches = conform::mismatches(&value, node, context.functions);
    let is_wrong = !mismatches.is_empty();
    for mismatch in mismatches {
        context.report(fragment, mismatch.problem(Code::SchemaExampleType, &message));
    }
    let description = description.text()?.to_owned();
    (!is_wrong).then_some(Example { description, value })
}

fn report_example(fragment: &Fragment, attached: &Attached, argument: &Argument, context: &mut Context<'_>) {
    let message = "An example is a pair of a text and a value";
    let problem = Problem::new(Code::AnnotationArguments, attached.place(argument.range), message);
    context.report(fragment, problem.found(argument_word(argument)).expected(EXAMPLE));
}

/// The only argument of an annotation that takes just one.
pub(super) fn only_argument<'a>(
    fragment: &Fragment,
    attached: &'a Attached,
    expected: &str,
    context: &mut Context<'_>,
) -> Option<&'a Argument> {
    refuse_keywords(fragment, attached, expected, context);
    let arguments = &attached.arguments;
    match arguments.positional.as_slice() {
        [] if arguments.is_open || !arguments.keywords.is_empty() => None,
        [] => {
            report_missing(fragment, attached, expected, context);
            None
        }
        [only] => Some(only),
        [_, second, ..] => {
            let message = format!("`@{}` takes one argument only", attached.name);
            let problem = Problem::new(Code::AnnotationArguments, attached.place(second.range), message);
            let found = format!("{} arguments", arguments.positional.len());
            context.report(fragment, problem.found(found).expected(expected));
            None
        }
    }
}

fn refuse_keywords(fragment: &Fragment, attached: &Attached, expected: &str, context: &mut Context<'_>) {
    for keyword in &attached.arguments.keywords {
        let message = format!("`@{}` takes no named arguments", attached.name);
        let problem = Problem::new(Code::AnnotationArguments, attached.place(keyword.name_range), message);
        context.report(fragment, problem.found(format!("`{}=`", keyword.name)).expected(expected));
    }
}

fn report_missing(fragment: &Fragment, attached: &Attached, expected: &str, context: &mut Context<'_>) {
    let message = format!("`@{}` needs an argument", attached.name);
    let problem = Problem::new(Code::AnnotationArguments, attached.name_place, message);
    context.report(fragment, problem.found("no argument").expected(expected));
}
