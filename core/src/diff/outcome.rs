//! What comes of a document of values under a schema.

use crate::check::{CheckMemo, Unset, check};
use crate::constraint::holds_unknown;
use crate::data_values::{Above, Layer, OverlayMemo, OverlayStyle, overlay};
use crate::document::TextDocument;
use crate::problem::{Problem, Severity};
use crate::schema::instance::InstanceViolation;
use crate::schema::{Edition, Others, Rule, RuleKind, Schema, SchemaNode, Type, instance};
use crate::template::function::Functions;
use crate::text::FileId;
use crate::values::print::yaml;
use crate::values::{Value, ValueKind};

/// What a schema makes of a document of values.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It is accepted, with this final value.
    Accepted(Value),
    /// It is refused; what is said first.
    Refused(String),
    /// That depends on template code.
    Unknown,
}

/// Puts a plain document of values to a schema, as the tool that the schema is for does it.
pub fn outcome(values: &Value, schema: &Schema, functions: &dyn Functions) -> Outcome {
    match schema.edition {
        Edition::OpenChoreo => {
            let taken = instance::take(values, &schema.root);
            return outcome_of(taken.value, &taken.problems, true);
        }
        // Nothing stands in before values are judged.
        Edition::JsonSchema => {
            let problems: Vec<Problem> =
                instance::violations(values, &schema.root).iter().map(InstanceViolation::problem).collect();
            return outcome_of(
                instance::filled(values, &schema.root),
                &problems,
                !reaches_unread(values, &schema.root),
            );
        }
        Edition::Released | Edition::Draft | Edition::Proposal | Edition::Early => {}
    }
    let document = TextDocument::new(FileId::NONE, &yaml(values));
    let Some(written) = document.stream().documents.first() else { return Outcome::Unknown };
    let layer = Layer { file: FileId::NONE, document: Above::Written(written), style: OverlayStyle::Plain };
    let root = &schema.root;
    let laid = overlay(&root.default, &[], &layer, Some(root), &mut OverlayMemo::default(), functions);
    if laid.problems.iter().any(is_error) {
        return outcome_of(laid.value, &laid.problems, true);
    }
    let unset = Some(Unset { place: layer.place(), file: None });
    let checked = check(&laid.value, Some(root), &[], unset, functions, &mut CheckMemo::default());
    outcome_of(checked.value, &checked.problems, checked.is_settled)
}

/// Whether a value holds something of which the schema says what is not read.
fn reaches_unread(value: &Value, node: &SchemaNode) -> bool {
    let is_unread = |rule: &Rule| match &rule.kind {
        RuleKind::Unevaluated(_) => true,
        RuleKind::Composition(composition) => composition.schemas.iter().any(|schema| reaches_unread(value, schema)),
        _ => false,
    };
    let ty = node.ty.member_for(&value.kind).unwrap_or(&node.ty);
    node.rules.iter().any(is_unread)
        || match (&value.kind, ty) {
            (ValueKind::Mapping(mapping), Type::Mapping(ty)) => mapping.entries.iter().any(|entry| {
                let others = || match &ty.others {
                    Others::Kept(node) => Some(&**node),
                    Others::Refused | Others::Dropped => None,
                };
                let field = ty.fields.get(entry.entry_key()).map(|field| &**field).or_else(others);
                field.is_some_and(|field| reaches_unread(&entry.value, field))
            }),
            (ValueKind::Sequence(items), Type::Sequence(item)) => items.iter().any(|it| reaches_unread(it, item)),
            _ => false,
        }
}

fn outcome_of(value: Value, problems: &[Problem], is_settled: bool) -> Outcome {
    match problems.iter().find(|problem| is_error(problem)) {
        Some(problem) => Outcome::Refused(problem.message.clone()),
        None if !is_settled || holds_unknown(&value) => Outcome::Unknown,
        None => Outcome::Accepted(value),
    }
}

fn is_error(problem: &Problem) -> bool {
    problem.severity == Severity::Error
}
