//! What ytt refuses or ignores about a node although each annotation is right in itself.

use super::ReadContext;
use super::dialect::AnnotationKind;
use crate::problem::{Code, Problem};
use crate::text::Place;
use crate::values::fragment::Fragment;

/// Annotations that ytt refuses below `any=True`; the others it ignores there.
const REFUSED: &[&str] = &["schema/type", "schema/nullable", "schema/default"];

/// Names that any Starlark code may use.
const BUILT_IN: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "bytes",
    "chr",
    "dict",
    "dir",
    "enumerate",
    "fail",
    "float",
    "getattr",
    "hasattr",
    "hash",
    "int",
    "len",
    "list",
    "max",
    "min",
    "ord",
    "print",
    "range",
    "repr",
    "reversed",
    "set",
    "sorted",
    "str",
    "tuple",
    "type",
    "zip",
];

/// Reports the annotations below a node with `@schema/type any=True`.
pub(super) fn below_any(fragment: &Fragment, context: &mut ReadContext<'_>) {
    let any = context.annotation(fragment, AnnotationKind::Type).map_or(fragment.place, |attached| attached.name_place);
    fragment.children().for_each(|child| inside_any(child, any, context));
}

fn inside_any(fragment: &Fragment, any: Place, context: &mut ReadContext<'_>) {
    for attached in fragment.annotations.iter().filter(|attached| attached.name.starts_with("schema/")) {
        let problem = if REFUSED.contains(&attached.name.as_str()) {
            let message = format!("`@{}` cannot be used below a node that allows any value", attached.name);
            Problem::new(Code::MisplacedAnnotation, attached.name_place, message)
        } else {
            let message = format!("`@{}` has no effect below a node that allows any value", attached.name);
            Problem::new(Code::IgnoredAnnotation, attached.name_place, message)
        };
        context.report(fragment, problem.related(any, "any value is allowed here and below"));
    }
    fragment.children().for_each(|child| inside_any(child, any, context));
}

/// A name that no code can have defined, since there is none.
pub(super) fn undefined_name(name: &str, place: Place) -> Option<Problem> {
    if BUILT_IN.contains(&name) {
        return None;
    }
    let problem = Problem::new(Code::AnnotationArguments, place, format!("`{name}` is not defined"));
    Some(match name {
        "true" => problem.hint("true is written `True`").fix("Change to `True`", place, "True"),
        "false" => problem.hint("false is written `False`").fix("Change to `False`", place, "False"),
        "null" | "nil" | "none" => problem.hint("null is written `None`").fix("Change to `None`", place, "None"),
        _ => problem.hint("put text in quotes; define other names in `#@` code or `load` them above"),
    })
}
