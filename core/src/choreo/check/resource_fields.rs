//! The fields of a resource of v1 against what its kind has: unknown and missing ones, types, values, and the rules of
//! the API server.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::cel::evaluate::{Looked, holds};
use crate::choreo::generation::Former;
use crate::choreo::{Resource, fields};
use crate::problem::{Code, Problem, Severity};
use crate::schema::instance::{self, Violation, ViolationKind};
use crate::schema::lookup::Step;
use crate::schema::{Admission, RuleKind, SchemaNode, Type};
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::{EntryValue, Key, MappingValue, SequenceValue, Value, ValueKind};

/// Everything wrong with the fields of a resource; of one that is not there as a whole, nothing of what it lacks.
pub(super) fn problems(resource: &Resource, is_partial: bool) -> Vec<Problem> {
    let Some(node) = fields::of_v1(resource.kind) else { return Vec::new() };
    let value = sent(&resource.value);
    let former = resource.value.field(&["spec"]).map(|spec| Former::of(resource.kind, spec)).unwrap_or_default();
    let violations = instance::violations(&instance::filled(&value, node), node);
    let is_told = |violation: &Violation| !(is_partial && violation.kind == ViolationKind::Missing);
    let mut problems: Vec<Problem> =
        violations.iter().filter(|it| is_told(it)).map(|it| problem(resource, it, &former)).collect();
    let mut walk = FieldWalk { problems: Vec::new() };
    walk.value(&value, node);
    problems.extend(walk.problems);
    problems
}

/// The value as it reaches the platform: keys as text, and nothing that is null.
fn sent(value: &Value) -> Value {
    fn without_null(value: &Value) -> Value {
        let kind = match &value.kind {
            ValueKind::Mapping(mapping) => {
                let entries = mapping.entries.iter().filter(|entry| !matches!(entry.value.kind, ValueKind::Null));
                let entries =
                    entries.map(|entry| EntryValue { value: without_null(&entry.value), ..entry.clone() }).collect();
                ValueKind::Mapping(Arc::new(MappingValue { entries, ..(**mapping).clone() }))
            }
            ValueKind::Sequence(items) => {
                ValueKind::Sequence(Arc::new(items.iter().map(without_null).collect::<SequenceValue>()))
            }
            kind => kind.clone(),
        };
        Value { origin: value.origin, kind }
    }
    let mut sent = without_null(&instance::with_text_keys(value));
    // A `spec:` with nothing behind it is one, of which nothing more is known.
    if let (ValueKind::Mapping(mapping), Some(entry)) = (&mut sent.kind, value.entry("spec"))
        && matches!(entry.value.kind, ValueKind::Null)
    {
        let unknown = Value { origin: entry.value.origin, kind: ValueKind::Unknown };
        Arc::make_mut(mapping).entries.push(EntryValue { value: unknown, ..entry.clone() });
    }
    sent
}

fn problem(resource: &Resource, violation: &Violation, former: &[(&EntryValue, &Former)]) -> Problem {
    let kind = resource.kind.name();
    let name = match violation.path.last() {
        Some(Step::Key(key)) => key.to_string(),
        _ => String::new(),
    };
    let place = violation.place;
    match violation.kind {
        ViolationKind::Undeclared => {
            let known = former.iter().find(|(entry, _)| entry.key_origin == place).map(|(_, former)| *former);
            unknown(kind, &name, violation, known)
        }
        ViolationKind::Missing => {
            let place = if violation.path.len() == 1 { resource.kind_place } else { place };
            let problem = Problem::new(Code::MissingField, place, format!("The field `{name}` is missing"));
            let problem = Problem { misspelt: violation.misspelt, ..problem };
            // An installation before v1.2 has no types of projects.
            let is_newer = kind == "Project" && way(&violation.path) == ["spec", "type"];
            if is_newer { Problem { severity: Severity::Warning, ..problem } } else { problem }
        }
        _ => violation.problem(),
    }
}

/// A field that the kind does not have; perhaps an older generation had it.
fn unknown(kind: &str, name: &str, violation: &Violation, former: Option<&Former>) -> Problem {
    let place = violation.place;
    let problem = Problem::new(Code::UnknownField, place, format!("{kind} has no field `{name}` here"));
    match former.map(Former::now) {
        Some(Some(now)) => {
            let problem = problem.hint(format!("before v1 it was called so; v1 calls it `{now}`"));
            problem.fix(format!("Change to `{now}`"), place, now)
        }
        Some(None) => problem.hint("it was there before v1; remove it"),
        None => problem.meant(violation.meant.as_deref(), place),
    }
}

fn way(path: &[Step]) -> Vec<&str> {
    let keys = path.iter().map(|step| match step {
        Step::Key(Key::String(key)) => key.as_str(),
        _ => "",
    });
    keys.collect()
}

/// Looks for values that break rules of the API server.
struct FieldWalk {
    problems: Vec<Problem>,
}

impl FieldWalk {
    fn value(&mut self, value: &Value, node: &SchemaNode) {
        for rule in &node.rules {
            match &rule.kind {
                RuleKind::Admission(Admission::Expression(expression)) => self.expression(value, expression),
                RuleKind::Admission(Admission::ListKeys(keys)) => self.list_keys(value, keys),
                _ => {}
            }
        }
        match (&value.kind, &node.ty) {
            (ValueKind::Mapping(mapping), Type::Mapping(ty)) => {
                for entry in &mapping.entries {
                    if let Some(field) = ty.field(&entry.key, &crate::template::function::NoFunctions) {
                        self.value(&entry.value, field);
                    }
                }
            }
            (ValueKind::Sequence(items), Type::Sequence(item)) => items.iter().for_each(|it| self.value(it, item)),
            _ => {}
        }
    }

    fn expression(&mut self, value: &Value, expression: &str) {
        if let (Some(false), named) = holds(expression, value) {
            let place = match named {
                Some(Looked::At(part)) if !is_collection(part) => Some(part.origin),
                Some(Looked::At(part) | Looked::Whether(part)) => key_of(value, part),
                None => None,
            };
            let place = place.unwrap_or(value.origin);
            let message = words(expression).map_or_else(|| format!("`{expression}` must hold"), str::to_owned);
            self.problems.push(Problem::new(Code::ResourceStructure, place, message));
        }
    }

    fn list_keys(&mut self, value: &Value, keys: &[SmolStr]) {
        let Some(items) = value.sequence() else { return };
        let mut seen: FxHashMap<String, Place> = FxHashMap::default();
        for item in items.iter() {
            let named: Vec<&Value> = keys.iter().filter_map(|key| item.field(&[key])).collect();
            let (Some(last), true) = (named.last(), named.len() == keys.len()) else { continue };
            let name = named.iter().map(|value| flow(value)).collect::<Vec<_>>().join(", ");
            match seen.entry(name) {
                Entry::Occupied(first) => {
                    let message = format!("Another item has the `{}` `{}` already", keys.join("`, `"), first.key());
                    let problem = Problem::new(Code::ResourceStructure, last.origin, message);
                    self.problems.push(problem.related(*first.get(), "the one before"));
                }
                Entry::Vacant(free) => {
                    free.insert(last.origin);
                }
            }
        }
    }
}

fn is_collection(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_))
}

/// The key of a part of a value.
fn key_of(value: &Value, part: &Value) -> Option<Place> {
    let mut entries = value.mapping().into_iter().flat_map(|mapping| &mapping.entries);
    entries.find_map(|entry| {
        let is_it = std::ptr::eq(&raw const entry.value, part);
        if is_it { Some(entry.key_origin) } else { key_of(&entry.value, part) }
    })
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
