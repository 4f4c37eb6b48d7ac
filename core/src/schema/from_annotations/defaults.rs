//! The default of a node: `@schema/default` before null of a nullable node before what the schema shows.

use std::sync::Arc;

use super::ReadContext;
use super::dialect::AnnotationKind;
use super::documentation::only_argument;
use super::keys;
use crate::constraint::is_equal;
use crate::problem::{Code, Problem};
use crate::schema::{MappingType, Others, SchemaNode, Type, conform};
use crate::values::arguments::AnnotationSite;
use crate::values::entries::Entries;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{MappingValue, SequenceValue, Value, ValueKind};

/// The default without regard to `@schema/default`: null where that is said, else what the example shows.
pub(super) fn implied(fragment: &Fragment, node: &SchemaNode, is_null: bool) -> Value {
    if is_null {
        return Value { origin: fragment.place, kind: ValueKind::Null };
    }
    let kind = match (&fragment.value.kind, node.ty.mapping(), node.ty.item()) {
        (ValueKind::Mapping(_), Some(ty), _) => ValueKind::Mapping(Arc::new(default_mapping(fragment, ty))),
        (ValueKind::Sequence(_), _, Some(_)) => ValueKind::Sequence(Arc::new(SequenceValue::default())),
        _ => return fragment.value.clone(),
    };
    Value { origin: fragment.place, kind }
}

/// The defaults of declared keys; of an example whose keys are not declared, the example itself.
fn default_mapping(fragment: &Fragment, ty: &MappingType) -> MappingValue {
    let is_undeclared = ty.fields.is_empty() && ty.patterns.is_empty();
    if let (true, Others::Kept(node), ValueKind::Mapping(example)) = (is_undeclared, &ty.others, &fragment.value.kind)
        && matches!(node.ty, Type::Any)
        && node.declared == fragment.place
    {
        return MappingValue::clone(example);
    }
    let entries = Entries::of_runs(ty.fields.runs().iter().map(|run| run.defaults().clone()));
    MappingValue { entries, ..MappingValue::default() }
}

/// Where defaults are to be spelt out exactly where they surprise: one that is repeated, or not said.
pub(super) fn judge(fragment: &Fragment, node: &SchemaNode, context: &mut ReadContext<'_>) {
    if !context.dialect.is_strict_about_defaults || node.nullable {
        return;
    }
    let explicit = context.annotation(fragment, AnnotationKind::Default);
    let problem = match (&node.ty, explicit) {
        (Type::Bool | Type::Int | Type::Float | Type::String, Some(attached)) => {
            let repeated =
                attached.arguments.positional.first().and_then(|it| it.value(AnnotationSite::of(attached.name_place)));
            let is_repeated = repeated.is_some_and(|value| is_equal(&value, &fragment.value));
            let message = format!("{} has this default by its example value", fragment.holder.subject());
            let problem = Problem::new(Code::RedundantDefault, attached.name_place, message);
            is_repeated.then(|| problem.hint("remove the annotation"))
        }
        (Type::Sequence(_), None) if fragment.holder != Holder::Item && !keys::is_given_only(fragment, context) => {
            let message = format!("{} is empty by default, which is not said", fragment.holder.subject());
            Some(Problem::new(Code::UnstatedDefault, fragment.place, message).hint("add `#@schema/default []`"))
        }
        _ => None,
    };
    if let Some(problem) = problem {
        context.report(fragment, problem);
    }
}

/// What `@schema/default` gives, if it is of the node's type.
pub(super) fn explicit(fragment: &Fragment, node: &SchemaNode, context: &mut ReadContext<'_>) -> Option<Value> {
    let attached = context.annotation(fragment, AnnotationKind::Default)?;
    if fragment.holder == Holder::Item {
        let message = "`@schema/default` cannot be used on an array item";
        let problem = Problem::new(Code::MisplacedAnnotation, attached.name_place, message);
        context.report(fragment, problem.hint("to give the array a default, annotate the key that holds it"));
        return None;
    }
    let expected = format!("one value: {}", conform::type_word(&node.ty));
    let argument = only_argument(fragment, attached, &expected, context)?;
    let message = format!("The default of {} does not have its type", fragment.holder.words());
    if argument.is_no_yaml() {
        let problem = Problem::new(Code::SchemaDefaultType, attached.place(argument.range), message);
        context.report(fragment, problem.found(argument.word()).expected(conform::type_word(&node.ty)));
        return None;
    }
    let value = argument.value(AnnotationSite::of(attached.name_place))?;
    let mismatches = conform::mismatches(&value, node, context.functions);
    let is_right = mismatches.is_empty();
    for mismatch in mismatches {
        context.report(fragment, mismatch.problem(Code::SchemaDefaultType, &message));
    }
    is_right.then(|| conform::filled(&value, node, false, context.functions))
}
