//! A plain value as the OpenChoreo platform takes it: keys that nothing declares dropped, defaults filled in, and
//! judged by types, required keys and rules together.
//!
//! ytt does these things in stages of its own (`data_values`, `check`), with annotations in the values; here are none.

use std::sync::Arc;

use super::lookup::Step;
use super::{Composer, Composition, MappingType, Others, Presence, Rule, RuleKind, SchemaNode, Type, When, conform};
use crate::constraint::{self, is_equal};
use crate::problem::{Code, Problem, nearest, with_article};
use crate::template::function::NoFunctions;
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Key, MappingValue, Value, ValueKind};

#[cfg(test)]
mod tests;

/// What the platform makes of a value, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct InstanceOutcome {
    /// The value without what is dropped and with what is filled in; not to be relied on where something is wrong.
    pub value: Value,
    /// What is wrong, warnings of what is dropped included.
    pub problems: Vec<Problem>,
}

/// Takes a value as the platform does: prunes, fills in, judges. Null for the whole is an empty map.
pub fn take(given: &Value, node: &SchemaNode) -> InstanceOutcome {
    let given = match given.kind {
        ValueKind::Null => Value { origin: given.origin, kind: ValueKind::Mapping(Arc::default()) },
        _ => with_text_keys(given),
    };
    let mut problems = unknown_keys(&given, node);
    let value = filled(&pruned(&given, node), node);
    problems.extend(violations(&value, node).iter().map(InstanceViolation::problem));
    InstanceOutcome { value, problems }
}

/// One thing that is wrong with a value.
#[derive(Clone, Debug)]
pub struct InstanceViolation {
    /// The value that is wrong, or the map that lacks a key.
    pub place: Place,
    /// The way to what is wrong; for a key that is missing, its own.
    pub path: Vec<Step>,
    /// What is wrong.
    pub kind: ViolationKind,
    /// Where the schema says so.
    pub declared: Place,
    /// For a key that is missing, the one beside it that was most likely meant to be it.
    pub misspelt: Option<Place>,
    /// What was most likely meant instead of the key, or the text, that is wrong.
    pub intended: Option<String>,
}

/// What may be wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// A required key is missing.
    Missing,
    /// A key is not declared where only declared keys may be.
    Undeclared,
    /// The value has another type.
    Type {
        /// The type that it has.
        found: String,
        /// The type that the schema declares.
        expected: String,
    },
    /// The value breaks a rule.
    Rule(constraint::Violation),
}

/// Everything that is wrong with a value.
pub fn violations(value: &Value, node: &SchemaNode) -> Vec<InstanceViolation> {
    let mut judge = InstanceJudge { path: Vec::new(), found: Vec::new() };
    judge.value(value, node);
    judge.found
}

struct InstanceJudge {
    path: Vec<Step>,
    found: Vec<InstanceViolation>,
}

impl InstanceJudge {
    fn report(&mut self, place: Place, kind: ViolationKind, declared: Place) {
        let path = self.path.clone();
        self.found.push(InstanceViolation { place, path, kind, declared, misspelt: None, intended: None });
    }

    /// Says of what was reported last what was meant.
    fn suggest(&mut self, intended: Option<String>) {
        if let Some(last) = self.found.last_mut() {
            last.intended = intended;
        }
    }

    fn within(&mut self, step: Step, judge: impl FnOnce(&mut Self)) {
        self.path.push(step);
        judge(self);
        self.path.pop();
    }

    fn value(&mut self, value: &Value, node: &SchemaNode) {
        // Of several types, the one of the value.
        match (&value.kind, node.ty.member_for(&value.kind).unwrap_or(&node.ty)) {
            (ValueKind::Unknown, _) | (_, Type::Unknown) => return,
            (ValueKind::Null, _) if node.nullable => return,
            (ValueKind::Mapping(mapping), Type::Mapping(ty)) => self.mapping(value.origin, mapping, ty, node.declared),
            (ValueKind::Sequence(sequence), Type::Sequence(item)) => {
                for (index, value) in sequence.iter().enumerate() {
                    self.within(Step::Item(index), |judge| judge.value(value, item));
                }
            }
            (kind, ty) if is_of(kind, ty) => {}
            (kind, _) => {
                let ty = &node.ty;
                let expected =
                    if matches!(ty, Type::Float) { "number".into() } else { conform::type_word(ty).into_owned() };
                let kind = ViolationKind::Type { found: kind.type_name().to_owned(), expected };
                return self.report(value.origin, kind, node.declared);
            }
        }
        for rule in &node.rules {
            if let Some(violation) = broken(rule, value) {
                self.report(value.origin, ViolationKind::Rule(violation), rule.declared);
                self.suggest(intended_text(rule, value));
            }
        }
    }

    fn mapping(&mut self, origin: Place, mapping: &MappingValue, ty: &MappingType, declared: Place) {
        for entry in &mapping.entries {
            let step = Step::Key(entry.entry_key().clone());
            match (ty.field(entry.entry_key(), &NoFunctions), &ty.others) {
                (Some(field), _) => self.within(step, |judge| judge.value(&entry.value, field)),
                (None, Others::Refused) if !ty.is_open => {
                    let (kind, intended) =
                        (ViolationKind::Undeclared, ty.nearest_key(entry.entry_key()).map(Key::to_string));
                    self.within(step, |judge| judge.report(entry.place, kind, declared));
                    self.suggest(intended);
                }
                (None, _) => {}
            }
        }
        let is_missing = |(key, field): &(&Key, &Arc<SchemaNode>)| {
            field.presence == Presence::Required && mapping.get(key).is_none()
        };
        for (key, field) in ty.fields.iter().filter(is_missing) {
            let path = self.path.iter().cloned().chain([Step::Key(key.clone())]).collect();
            let (kind, misspelt) = (ViolationKind::Missing, misspelt(mapping, key, ty));
            let declared = field.declared;
            self.found.push(InstanceViolation { place: origin, path, kind, declared, misspelt, intended: None });
        }
    }
}

/// The key of a map that was most likely meant to be one that is missing.
fn misspelt(mapping: &MappingValue, key: &Key, ty: &MappingType) -> Option<Place> {
    let is_intended = |entry: &&Fragment| {
        ty.field(entry.entry_key(), &NoFunctions).is_none() && ty.nearest_key(entry.entry_key()) == Some(key)
    };
    let written = || mapping.entries.iter().find(is_intended).map(|entry| entry.place);
    mapping.misspelt(key).or_else(written)
}

/// Whether a scalar, or anything where everything goes, is of a type. A whole number may be written with a fraction.
fn is_of(kind: &ValueKind, ty: &Type) -> bool {
    match (kind, ty) {
        (_, Type::Any)
        | (ValueKind::Bool(_), Type::Bool)
        | (ValueKind::Int(_), Type::Int | Type::Float)
        | (ValueKind::Float(_), Type::Float)
        | (ValueKind::Null, Type::Null)
        | (ValueKind::String(_), Type::String) => true,
        (ValueKind::Float(float), Type::Int) => float.fract() == 0.0,
        (kind, Type::OneOf(types)) => types.iter().any(|ty| is_of(kind, ty)),
        _ => false,
    }
}

/// What is wrong with a value by a rule that JSON Schema knows; other rules are `check`'s to judge.
fn broken(rule: &Rule, value: &Value) -> Option<constraint::Violation> {
    if !matches!(rule.when, When::Always) {
        return None;
    }
    match &rule.kind {
        RuleKind::Constraint(constraint) => constraint.violation(value),
        RuleKind::Composition(composition) => not_composed(composition, value),
        RuleKind::OneOf(allowed) if !allowed.iter().any(|allowed| is_equal(value, allowed)) => {
            let allowed: Vec<String> = allowed.iter().map(flow).collect();
            Some(constraint::Violation { expected: format!("be one of {}", allowed.join(", ")), found: flow(value) })
        }
        _ => None,
    }
}

/// What is wrong with a value by several schemas together.
fn not_composed(composition: &Composition, value: &Value) -> Option<constraint::Violation> {
    let found: Vec<Vec<InstanceViolation>> =
        composition.schemas.iter().map(|schema| violations(value, schema)).collect();
    let (count, accepting) = (found.len(), found.iter().filter(|found| found.is_empty()).count());
    let expected = match composition.composer {
        Composer::All if accepting < count => format!("fit all of {count} schemas"),
        Composer::Any if accepting == 0 => format!("fit one of {count} schemas"),
        Composer::One if accepting != 1 => format!("fit exactly one of {count} schemas"),
        Composer::None if accepting > 0 => "not fit the schema of `not`".to_owned(),
        _ => return None,
    };
    let closest = found.iter().enumerate().filter(|(_, found)| !found.is_empty()).min_by_key(|(_, found)| found.len());
    let is_closest_told = composition.composer == Composer::All || accepting == 0;
    let found = match closest.filter(|_| is_closest_told).and_then(|(index, found)| Some((index, found.first()?))) {
        Some((index, violation)) => format!("by number {}, which comes closest, {}", index + 1, violation.of_default()),
        None if composition.composer == Composer::One => format!("it fits {accepting} of them"),
        None => "it does".to_owned(),
    };
    Some(constraint::Violation { expected, found })
}

/// The text that was most likely meant, of those that a rule allows.
fn intended_text(rule: &Rule, value: &Value) -> Option<String> {
    let RuleKind::OneOf(allowed) = &rule.kind else { return None };
    nearest(value.text()?, allowed.iter().filter_map(Value::text)).map(ToString::to_string)
}

impl InstanceViolation {
    /// It as a problem with a value that people gave.
    pub fn problem(&self) -> Problem {
        let subject = subject(&self.path);
        let place = self.place;
        let problem = match &self.kind {
            ViolationKind::Missing => {
                let problem = Problem::new(Code::MissingParameter, place, format!("{subject} is missing"));
                let problem = problem.hint("the schema declares it without a default");
                Problem { misspelt: self.misspelt, ..problem }
            }
            ViolationKind::Undeclared => {
                let problem = Problem::new(Code::UnknownKey, place, format!("{subject} is not declared in the schema"));
                problem.suggest(self.intended.as_deref(), place)
            }
            ViolationKind::Type { found, expected } => {
                let message = format!("{subject} must be {}", with_article(expected));
                let problem = Problem::new(Code::TypeMismatch, place, message).found(found).expected(expected);
                match (&**found, &**expected) {
                    ("null", _) => problem.hint("leave the key out to use the default, if there is one"),
                    ("integer" | "float" | "boolean", "string") => problem.hint("put the value in quotes"),
                    _ => problem,
                }
            }
            ViolationKind::Rule(violation) => {
                let message = format!("{subject} must {}", violation.expected);
                let problem = Problem::new(Code::RuleViolation, place, message).found(&violation.found);
                match &self.intended {
                    Some(intended) => problem.fix(format!("Change to `{intended}`"), place, intended),
                    None => problem,
                }
            }
        };
        if self.declared == Place::NOWHERE {
            problem
        } else {
            problem.related(self.declared, "the schema says so here")
        }
    }

    /// It as the end of a sentence about a default.
    pub(crate) fn of_default(&self) -> String {
        let is_whole = self.path.is_empty();
        let subject = if is_whole { "it".to_owned() } else { subject(&self.path).replacen("An item", "an item", 1) };
        match &self.kind {
            ViolationKind::Missing => format!("{subject} is missing"),
            ViolationKind::Undeclared => format!("{subject} is not declared"),
            ViolationKind::Type { expected, .. } => format!("{subject} must be {}", with_article(expected)),
            ViolationKind::Rule(violation) => format!("{subject} must {}", violation.expected),
        }
    }

    /// What is there.
    pub(crate) fn found(&self) -> Option<&str> {
        match &self.kind {
            ViolationKind::Missing | ViolationKind::Undeclared => None,
            ViolationKind::Type { found, .. } => Some(found),
            ViolationKind::Rule(violation) => Some(&violation.found),
        }
    }
}

/// What a path leads to, as the start of a sentence.
fn subject(path: &[Step]) -> String {
    let key = path.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key),
        Step::Item(_) => None,
    });
    match (path.last(), key) {
        (Some(Step::Item(_)), Some(key)) => format!("An item of `{key}`"),
        (Some(Step::Item(_)), None) => "An item".to_owned(),
        (_, Some(key)) => format!("`{key}`"),
        (_, None) => "The value".to_owned(),
    }
}

/// The value without the keys that are dropped. Where a schema says nothing, scalars are kept, and no keys of maps.
pub fn pruned(value: &Value, node: &SchemaNode) -> Value {
    let kind = match (&value.kind, &node.ty) {
        (ValueKind::Mapping(mapping), Type::Mapping(ty)) => {
            let is_kept = |key: &Key| {
                ty.field(key, &NoFunctions).is_some() || ty.is_open || !matches!(ty.others, Others::Dropped)
            };
            let dropped = mapping.entries.iter().filter(|entry| !is_kept(entry.entry_key()));
            let intended: Vec<(Key, Place)> =
                dropped.filter_map(|entry| Some((ty.nearest_key(entry.entry_key())?.clone(), entry.place))).collect();
            let entries = mapping.entries.iter().filter(|entry| is_kept(entry.entry_key())).map(|entry| Fragment {
                value: ty
                    .field(entry.entry_key(), &NoFunctions)
                    .map_or_else(|| entry.value.clone(), |field| pruned(&entry.value, field)),
                ..entry.clone()
            });
            ValueKind::Mapping(Arc::new(MappingValue { intended: intended.into(), ..mapping.with(entries) }))
        }
        (ValueKind::Sequence(sequence), Type::Sequence(item)) => {
            ValueKind::Sequence(Arc::new(sequence.with(|given| given.with(pruned(&given.value, item)))))
        }
        (ValueKind::Mapping(_), Type::Any) if !node.is_permissive => ValueKind::map([]),
        (ValueKind::Sequence(sequence), Type::Any) => {
            ValueKind::Sequence(Arc::new(sequence.with(|given| given.with(pruned(&given.value, node)))))
        }
        (kind, _) => kind.clone(),
    };
    Value { origin: value.origin, kind }
}

/// The value with the default of everything that it leaves out. Null counts as left out where there is a default.
pub fn filled(value: &Value, node: &SchemaNode) -> Value {
    let kind = match (&value.kind, &node.ty) {
        (ValueKind::Null, _) if !node.nullable && has_default(node) => return node.default.clone(),
        (ValueKind::Mapping(mapping), Type::Mapping(ty)) => {
            let entries = mapping.entries.with(|entry| match ty.field(entry.entry_key(), &NoFunctions) {
                Some(field) => Fragment { value: filled(&entry.value, field), ..entry.clone() },
                None => entry.clone(),
            });
            let is_missing =
                |(key, field): &(&Key, &Arc<SchemaNode>)| has_default(field) && mapping.entries.find(key).is_none();
            let default = |(key, field): (&Key, &Arc<SchemaNode>)| {
                Fragment::entry(key.clone(), field.declared, field.default.clone())
            };
            let missing = ty.fields.iter().filter(is_missing).map(default).collect();
            ValueKind::Mapping(Arc::new(mapping.of_entries(entries.followed_by(missing))))
        }
        (ValueKind::Sequence(sequence), Type::Sequence(item)) => {
            ValueKind::Sequence(Arc::new(sequence.with(|given| given.with(filled(&given.value, item)))))
        }
        (kind, _) => kind.clone(),
    };
    Value { origin: value.origin, kind }
}

/// Whether a node has a default.
pub fn has_default(node: &SchemaNode) -> bool {
    node.presence == Presence::Defaulted && !matches!(node.default.kind, ValueKind::Unknown)
}

/// The keys of a value that nothing declares and that are dropped, as warnings with "did you mean".
pub fn unknown_keys(value: &Value, node: &SchemaNode) -> Vec<Problem> {
    let mut problems = Vec::new();
    collect_unknown(value, node, &mut problems);
    problems
}

fn collect_unknown(value: &Value, node: &SchemaNode, problems: &mut Vec<Problem>) {
    match (&value.kind, &node.ty) {
        (ValueKind::Mapping(mapping), Type::Mapping(ty)) => {
            for entry in &mapping.entries {
                match (ty.field(entry.entry_key(), &NoFunctions), &ty.others) {
                    (Some(field), _) => collect_unknown(&entry.value, field, problems),
                    (None, Others::Dropped) if !ty.is_open => {
                        problems.push(unknown_key(entry, ty.nearest_key(entry.entry_key()), node.declared));
                    }
                    (None, _) => {}
                }
            }
        }
        (ValueKind::Sequence(sequence), Type::Sequence(item)) => {
            sequence.iter().for_each(|value| collect_unknown(value, item, problems));
        }
        (ValueKind::Mapping(mapping), Type::Any) if !node.is_permissive => {
            problems.extend(mapping.entries.iter().map(|entry| unknown_key(entry, None, node.declared)));
        }
        (ValueKind::Sequence(sequence), Type::Any) => {
            sequence.iter().for_each(|value| collect_unknown(value, node, problems));
        }
        _ => {}
    }
}

fn unknown_key(entry: &Fragment, intended: Option<&Key>, parent: Place) -> Problem {
    let key = entry.entry_key();
    let message = format!("The key `{key}` is not declared in the schema, so it has no effect");
    let problem = Problem::new(Code::UnknownParameter, entry.place, message).found(format!("`{key}`"));
    let problem =
        if parent == Place::NOWHERE { problem } else { problem.related(parent, "the keys are declared here") };
    problem.suggest(intended.map(ToString::to_string).as_deref(), entry.place)
}

/// The value with every key as text, as JSON has it: keys that are numbers or booleans to YAML become what they look like.
pub fn with_text_keys(value: &Value) -> Value {
    let kind = value.kind.with_children(|child| {
        let holder = match child.key() {
            Some(key) => Holder::Entry(Key::String(key.to_string().into())),
            None => child.holder.clone(),
        };
        Fragment { holder, ..child.with(with_text_keys(&child.value)) }
    });
    Value { origin: value.origin, kind }
}
