//! The one judge of a resource against a schema, in the order of the API server: null is dropped, defaults are filled
//! in, keys, types and values are judged, then lists and rules.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::cel::evaluate::{ValueAccess, holds};
use crate::problem::{Code, Problem};
use crate::schema::instance::{self, InstanceViolation, ViolationKind};
use crate::schema::lookup::Step;
use crate::schema::{Admission, AdmissionRule, Rule, RuleKind, SchemaNode, Type};
use crate::template::function::NoFunctions;
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};

/// A resource, and what it is judged by.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// Its kind.
    pub kind: &'a str,
    /// Where its kind stands.
    pub kind_place: Place,
    /// All of it.
    pub value: &'a Value,
    /// The schema of a whole resource.
    pub node: &'a SchemaNode,
    /// Whether parts of it are not there, or not known: nothing is said of what it lacks.
    pub is_partial: bool,
    /// Whether text with `${…}` or `{{…}}` in it is replaced before anybody reads it.
    pub has_placeholders: bool,
    /// What a rule demands, in words, where its author gave none.
    pub words: fn(&str) -> Option<&'static str>,
}

/// Everything that is wrong with a resource. `special` gives the problem of a violation that is reported in other words
/// than most.
pub fn problems(judged: &Judged<'_>, special: &dyn Fn(&InstanceViolation) -> Option<Problem>) -> Vec<Problem> {
    let value = sent(judged, judged.value, Some(judged.node));
    let value = instance::filled(&value, judged.node);
    let own = OnceCell::new();
    let is_own = |place: Place| {
        let collected = || {
            let mut places = FxHashSet::default();
            collect_places(judged.value, &mut places);
            places
        };
        place == judged.kind_place || own.get_or_init(collected).contains(&place)
    };
    let violations = instance::violations(&value, judged.node);
    let is_reported = |violation: &InstanceViolation| {
        let is_lack = violation.kind == ViolationKind::Missing;
        // A default that breaks its own schema is told where it is written.
        !(judged.is_partial && (is_lack || is_patch_key(violation))) && is_own(violation.place)
    };
    let mut problems: Vec<Problem> = violations
        .iter()
        .filter(|it| is_reported(it))
        .map(|it| special(it).unwrap_or_else(|| problem(judged, it)))
        .collect();
    let mut walk = RuleWalk { judged, is_own: &is_own, problems: Vec::new() };
    walk.value(&value, judged.node);
    problems.extend(walk.problems);
    problems
}

/// What is said of a violation.
pub fn problem(judged: &Judged<'_>, violation: &InstanceViolation) -> Problem {
    let Some(Step::Key(name)) = violation.path.last() else { return violation.problem() };
    let related = |problem: Problem, message: &str| {
        if violation.declared == Place::NOWHERE { problem } else { problem.related(violation.declared, message) }
    };
    match violation.kind {
        ViolationKind::Undeclared => {
            let message = format!("{} has no field `{name}` here", judged.kind);
            let problem = Problem::new(Code::UnknownField, violation.place, message);
            let problem = problem.suggest(violation.intended.as_deref(), violation.place);
            related(problem, "the fields are declared here")
        }
        ViolationKind::Missing => {
            let place = if violation.path.len() == 1 { judged.kind_place } else { violation.place };
            let problem = Problem::new(Code::MissingField, place, format!("The field `{name}` is missing"));
            related(Problem { misspelt: violation.misspelt, ..problem }, "it is declared here")
        }
        _ => violation.problem(),
    }
}

/// Whether a key says how a patch is to be taken.
fn is_patch_key(violation: &InstanceViolation) -> bool {
    matches!(violation.path.last(), Some(Step::Key(Key::String(name))) if name.starts_with('$'))
}

fn collect_places(value: &Value, places: &mut FxHashSet<Place>) {
    places.insert(value.origin);
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            for entry in &mapping.entries {
                places.insert(entry.place);
                collect_places(&entry.value, places);
            }
        }
        ValueKind::Sequence(items) => items.iter().for_each(|item| collect_places(item, places)),
        _ => {}
    }
}

/// The value as it is judged: keys as text, nothing that is null where null is no value.
fn sent(judged: &Judged<'_>, value: &Value, node: Option<&SchemaNode>) -> Value {
    let kind = match &value.kind {
        ValueKind::Mapping(mapping) => {
            let entry = |entry: &Fragment| {
                let key = Key::String(entry.entry_key().to_string().into());
                let field = node.and_then(|node| node.ty.mapping()?.field(&key, &NoFunctions));
                let is_dropped = matches!(entry.value.kind, ValueKind::Null)
                    && field.is_some_and(|field| !field.nullable && !instance::has_default(field));
                let value = (!is_dropped).then(|| sent(judged, &entry.value, field.map(|it| &**it)))?;
                Some(Fragment::entry(key, entry.place, value))
            };
            let entries = mapping.entries.iter().filter_map(entry).collect();
            let is_spread = mapping.is_spread;
            ValueKind::Mapping(Arc::new(MappingValue { entries, is_spread, ..MappingValue::default() }))
        }
        ValueKind::Sequence(items) => {
            let item = node.and_then(|node| node.ty.item()).map(|it| &**it);
            ValueKind::Sequence(Arc::new(items.iter().map(|it| sent(judged, it, item)).collect::<SequenceValue>()))
        }
        ValueKind::String(text) if judged.has_placeholders && is_placeholder(text) => ValueKind::Unknown,
        kind => kind.clone(),
    };
    Value { origin: value.origin, kind }
}

fn is_placeholder(text: &str) -> bool {
    text.contains("${") || text.contains("{{")
}

/// Looks for values that break rules of the API server.
struct RuleWalk<'j> {
    judged: &'j Judged<'j>,
    is_own: &'j dyn Fn(Place) -> bool,
    problems: Vec<Problem>,
}

impl RuleWalk<'_> {
    fn value(&mut self, value: &Value, node: &SchemaNode) {
        for rule in &node.rules {
            match &rule.kind {
                RuleKind::Admission(Admission::Expression(expression)) => self.expression(value, expression, rule),
                RuleKind::Admission(Admission::ListKeys(keys)) => self.list_keys(value, keys, rule),
                RuleKind::Admission(Admission::DistinctItems) => self.distinct_items(value, rule),
                _ => {}
            }
        }
        match (&value.kind, &node.ty) {
            (ValueKind::Mapping(mapping), Type::Mapping(ty)) => {
                for entry in &mapping.entries {
                    if let Some(field) = ty.field(entry.entry_key(), &NoFunctions) {
                        self.value(&entry.value, field);
                    }
                }
            }
            (ValueKind::Sequence(items), Type::Sequence(item)) => items.iter().for_each(|it| self.value(it, item)),
            _ => {}
        }
    }

    fn report(&mut self, problem: Problem, rule: &Rule) {
        let is_written = rule.declared != Place::NOWHERE;
        let problem = if is_written { problem.related(rule.declared, "the schema says so here") } else { problem };
        self.problems.push(problem);
    }

    fn expression(&mut self, value: &Value, rule: &AdmissionRule, stated: &Rule) {
        if self.judged.is_partial || rule.is_of_changes() {
            return;
        }
        let (Some(false), named) = holds(&rule.expression, value) else { return };
        let part = match named {
            Some(ValueAccess::At(part)) if !is_collection(part) => Some(part.origin),
            Some(ValueAccess::At(part) | ValueAccess::Whether(part)) => key_of(value, part),
            None => None,
        };
        // The words of a rule are about the whole value, unless they name a field.
        let whole = rule.message.is_some().then_some(value.origin);
        let place = rule.field_of(value).or(whole).or(part);
        let place = place.filter(|place| (self.is_own)(*place)).unwrap_or(value.origin);
        let place = if (self.is_own)(place) { place } else { self.judged.kind_place };
        let message = match (&rule.message, (self.judged.words)(&rule.expression)) {
            (Some(message), _) => message.to_string(),
            (None, Some(words)) => words.to_owned(),
            (None, None) => format!("`{}` must hold", rule.expression),
        };
        let mut problem = Problem::new(Code::ResourceStructure, place, message);
        if rule.message.is_some() {
            problem = problem.expected(format!("`{}`", rule.expression));
        }
        self.report(problem, stated);
    }

    fn list_keys(&mut self, value: &Value, keys: &[SmolStr], rule: &Rule) {
        let Some(items) = value.sequence() else { return };
        let mut seen: FxHashMap<String, Place> = FxHashMap::default();
        for item in items.iter() {
            let named: Vec<&Value> = keys.iter().filter_map(|key| item.field(&[key])).collect();
            let is_known = named.iter().all(|value| !matches!(value.kind, ValueKind::Unknown));
            let (Some(last), true) = (named.last(), named.len() == keys.len() && is_known) else { continue };
            let place = if (self.is_own)(last.origin) { last.origin } else { item.origin };
            let name = named.iter().map(|value| flow(value)).collect::<Vec<_>>().join(", ");
            match seen.entry(name) {
                Entry::Occupied(first) => {
                    let message = format!("Another item has the `{}` `{}` already", keys.join("`, `"), first.key());
                    let problem = Problem::new(Code::ResourceStructure, place, message);
                    self.report(problem.related(*first.get(), "the one before"), rule);
                }
                Entry::Vacant(free) => {
                    free.insert(place);
                }
            }
        }
    }

    fn distinct_items(&mut self, value: &Value, rule: &Rule) {
        let Some(items) = value.sequence() else { return };
        let mut seen: FxHashMap<String, Place> = FxHashMap::default();
        for item in items.iter().filter(|item| !matches!(item.kind, ValueKind::Unknown)) {
            match seen.entry(flow(item)) {
                Entry::Occupied(first) => {
                    let message = format!("`{}` is in this list already, and each item may be in it once", first.key());
                    let problem = Problem::new(Code::ResourceStructure, item.origin, message);
                    self.report(problem.related(*first.get(), "the one before"), rule);
                }
                Entry::Vacant(free) => {
                    free.insert(item.origin);
                }
            }
        }
    }
}

impl AdmissionRule {
    /// Whether it compares a resource with what it was: nothing can be said of a file.
    fn is_of_changes(&self) -> bool {
        self.expression.contains("oldSelf")
    }

    /// The field that it is said to be about, as far as it is there.
    fn field_of(&self, value: &Value) -> Option<Place> {
        let path = self.field_path.as_ref()?;
        let mut found = value;
        for name in path.split('.').filter(|name| !name.is_empty()) {
            let Some(next) = found.field(&[name]) else { break };
            found = next;
        }
        Some(found.origin)
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
        if is_it { Some(entry.place) } else { key_of(&entry.value, part) }
    })
}
