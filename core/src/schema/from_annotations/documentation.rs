//! `@schema/title`, `desc`, `deprecated` and `removed`, and what annotations with one argument have in common.

use super::ReadContext;
use super::dialect::AnnotationKind;
use crate::problem::{Code, Problem};
use crate::values::arguments::{Argument, ArgumentKind};
use crate::values::fragment::{AttachedAnnotation, Fragment, Holder};

/// The one text that an annotation takes.
pub(super) fn text(fragment: &Fragment, kind: AnnotationKind, context: &mut ReadContext<'_>) -> Option<String> {
    let attached = context.annotation(fragment, kind)?;
    let argument = only_argument(fragment, attached, "one text", context)?;
    if argument.text().is_none() && !matches!(argument.kind, ArgumentKind::Expression) {
        let message = format!("`@{}` takes a text", attached.name);
        let problem = Problem::new(Code::AnnotationArguments, attached.place(argument.range), message);
        context.report(fragment, problem.found(argument.word()).expected("a text in quotes"));
    }
    argument.text().map(str::to_owned)
}

/// The notice of `@schema/deprecated`, or the remedy of `@schema/removed`, neither of which can stand on a document.
/// Empty where nothing is said, which the older editions allow.
pub(super) fn notice(fragment: &Fragment, kind: AnnotationKind, context: &mut ReadContext<'_>) -> Option<String> {
    let attached = context.annotation(fragment, kind)?;
    if fragment.holder == Holder::Document {
        let message = format!("`@{}` cannot be used on a document", attached.name);
        let problem = Problem::new(Code::MisplacedAnnotation, attached.name_place, message);
        context.report(fragment, problem.hint("annotate the keys of the document one by one"));
        return None;
    }
    let arguments = &attached.arguments;
    let is_bare = arguments.positional.is_empty() && arguments.keywords.is_empty() && !arguments.is_open;
    if is_bare && context.dialect.has_bare_notices(kind) {
        return Some(String::new());
    }
    text(fragment, kind, context)
}

/// The only argument of an annotation that takes just one.
pub(super) fn only_argument<'a>(
    fragment: &Fragment,
    attached: &'a AttachedAnnotation,
    expected: &str,
    context: &mut ReadContext<'_>,
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

/// Reports named arguments, of which the annotation takes none.
pub(super) fn refuse_keywords(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    expected: &str,
    context: &mut ReadContext<'_>,
) {
    for keyword in &attached.arguments.keywords {
        let message = format!("`@{}` takes no named arguments", attached.name);
        let problem = Problem::new(Code::AnnotationArguments, attached.place(keyword.name_range), message);
        context.report(fragment, problem.found(format!("`{}=`", keyword.name)).expected(expected));
    }
}

/// Reports that an annotation has no argument.
pub(super) fn report_missing(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    expected: &str,
    context: &mut ReadContext<'_>,
) {
    let message = format!("`@{}` needs an argument", attached.name);
    let problem = Problem::new(Code::AnnotationArguments, attached.name_place, message);
    context.report(fragment, problem.found("no argument").expected(expected));
}
