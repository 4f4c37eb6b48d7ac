//! The fields of a resource of v1 against what its kind has: unknown and missing ones, types, values, and the rules of
//! the API server.

use crate::choreo::generation::Former;
use crate::choreo::{Resource, ResourceKind, fields};
use crate::kubernetes::judge::{self, Judged};
use crate::problem::{Code, Problem, Severity};
use crate::schema::instance::{InstanceViolation, ViolationKind};
use crate::schema::lookup::Step;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// Everything wrong with the fields of a resource; of one that is not there as a whole, nothing of what it lacks.
pub(super) fn problems(resource: &Resource, is_partial: bool) -> Vec<Problem> {
    of_value(resource.kind, &resource.value, is_partial)
}

/// The same of a resource that stands in no file, such as one that a template makes.
pub fn of_value(kind: ResourceKind, resource: &Value, is_partial: bool) -> Vec<Problem> {
    let Some(node) = fields::of_v1(kind) else { return Vec::new() };
    let value = begun(resource);
    let former = resource.field(&["spec"]).map(|spec| Former::of(kind, spec)).unwrap_or_default();
    let judged = Judged {
        kind: kind.name(),
        kind_place: resource.field(&["kind"]).map_or(resource.origin, |kind| kind.origin),
        value: &value,
        node,
        is_partial,
        has_placeholders: false,
        words,
    };
    judge::problems(&judged, &|violation| special_problem(&judged, violation, &former))
}

/// The value of a resource. A `spec:` with nothing behind it is one, of which nothing more is known.
fn begun(value: &Value) -> Value {
    let is_begun = |entry: &Fragment| {
        matches!(entry.entry_key(), Key::String(key) if key == "spec") && matches!(entry.value.kind, ValueKind::Null)
    };
    if !value.kind.children().any(is_begun) {
        return value.clone();
    }
    let unknown = |entry: &Fragment| Value { kind: ValueKind::Unknown, ..entry.value.clone() };
    let kind = value.kind.with_children(|it| if is_begun(it) { it.with(unknown(it)) } else { it.clone() });
    Value { origin: value.origin, kind }
}

/// What is said of a violation in the place of what is said of most.
fn special_problem(
    judged: &Judged<'_>,
    violation: &InstanceViolation,
    former: &[(&Fragment, &Former)],
) -> Option<Problem> {
    let kind = judged.kind;
    match violation.kind {
        ViolationKind::Undeclared => {
            let known = former.iter().find(|(entry, _)| entry.place == violation.place);
            known.and_then(|(_, former)| unknown(judged, violation, former))
        }
        // An installation before v1.2 has no types of projects.
        ViolationKind::Missing if kind == "Project" && way(&violation.path) == ["spec", "type"] => {
            Some(Problem { severity: Severity::Warning, ..judge::problem(judged, violation) })
        }
        _ => None,
    }
}

/// A field that the kind does not have, and an older generation had.
fn unknown(judged: &Judged<'_>, violation: &InstanceViolation, former: &Former) -> Option<Problem> {
    let Some(Step::Key(name)) = violation.path.last() else { return None };
    let place = violation.place;
    let problem = Problem::new(Code::UnknownField, place, format!("{} has no field `{name}` here", judged.kind));
    Some(match former.now() {
        Some(now) => {
            let problem = problem.hint(format!("before v1 it was called so; v1 calls it `{now}`"));
            problem.fix(format!("Change to `{now}`"), place, now)
        }
        None => problem.hint("it was there before v1; remove it"),
    })
}

fn way(path: &[Step]) -> Vec<&str> {
    let keys = path.iter().map(|step| match step {
        Step::Key(Key::String(key)) => key.as_str(),
        _ => "",
    });
    keys.collect()
}

/// What a rule demands.
fn words(expression: &str) -> Option<&'static str> {
    const WORDS: &[(&str, &str)] = &[
        (
            "self.resources.exists(r, r.id == self.workloadType)",
            "One of the resources must have the workload type as its `id`",
        ),
        (
            "size(self.preRenderValidations) > 0",
            "`validations` and `preRenderValidations` are the same, so only one of them may be there",
        ),
        ("!has(self.forEach) || has(self.var)", "`forEach` needs `var`, the name of an item in expressions"),
        (
            "(has(self.value)?1:0) + (has(self.secretKeyRef)?1:0)",
            "An output has exactly one of `value`, `secretKeyRef` and `configMapKeyRef`",
        ),
        ("!(has(self.value) && has(self.valueFrom))", "`value` and `valueFrom` exclude each other"),
        ("has(self.value) != has(self.valueFrom)", "Exactly one of `value` and `valueFrom` must be there"),
        ("self.all(k, k.size() > 0 && self[k].size() > 0)", "Neither keys nor values may be empty here"),
        ("!has(self.scope.resource) || has(self.scope.project)", "A scope with `resource` needs `project`"),
        ("!has(self.scope.component) || !has(self.scope.resource)", "A scope has `component` or `resource`, not both"),
        (
            "has(self.scope.namespace)",
            "A scope with `project` needs `namespace`, and one with `component` needs `project`",
        ),
        ("!has(self.scope.component) || has(self.scope.project)", "A scope with `component` needs `project`"),
        ("m.roleRef.kind == 'ClusterAuthzRole'", "A ClusterAuthzRoleBinding refers to ClusterAuthzRoles only"),
        ("self.triggerAiRca == true", "`triggerAiRca` needs `enabled: true` beside it"),
        ("has(self.actions.incident) && ", "`triggerAiCostAnalysis` needs `source.type: budget`"),
        ("self.triggerAiCostAnalysis == true", "`triggerAiCostAnalysis` needs `enabled: true` beside it"),
        ("has(self.emailConfig)", "A channel of the type `email` needs `emailConfig`"),
        ("has(self.webhookConfig)", "A channel of the type `webhook` needs `webhookConfig`"),
        ("has(self.componentName) && has(self.resourceName)", "`componentName` and `resourceName` exclude each other"),
        (
            "self.kind == 'ClusterObservabilityPlane'",
            "What belongs to no namespace refers to a ClusterObservabilityPlane",
        ),
    ];
    WORDS.iter().find(|(part, _)| expression.contains(part)).map(|(_, words)| *words)
}
