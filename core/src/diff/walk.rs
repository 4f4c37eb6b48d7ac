//! Two schemas side by side, node by node.

use std::sync::Arc;

use super::around::document;
use super::candidates::candidates;
use super::included::{implies, is_code, lies_over, sees_around, takes_empty, takes_kinds, takes_layers};
use super::outcome::{Outcome, outcome};
use super::{Class, ComparedSchema, Evidence, SchemaChange, subject, value_at};
use crate::constraint::is_equal;
use crate::problem::Code;
use crate::schema::combination::{Combination, Combinator};
use crate::schema::conform::{mismatches, type_word};
use crate::schema::lookup::Step;
use crate::schema::sample::is_accepted;
use crate::schema::{Composition, Edition, Rule, RuleKind, SchemaNode, Type, When, instance};
use crate::template::function::NoFunctions;
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::{Value, ValueKind};

mod maps;

/// So many documents are put to both schemas for one change.
const MOST_TRIED: usize = 24;

/// Every change.
pub(super) fn changes(old: &ComparedSchema<'_>, new: &ComparedSchema<'_>) -> Vec<SchemaChange> {
    let mut walk = DiffWalk { old, new, path: Vec::new(), found: Vec::new(), searches: true, around: Vec::new() };
    walk.node(&old.schema.root, &new.schema.root);
    let has_effect = walk.found.iter().any(|change| change.code != Code::SchemaDocsChanged);
    let around = std::mem::take(&mut walk.around);
    if has_effect {
        walk.found.extend(around);
    }
    walk.found
}

struct DiffWalk<'a> {
    old: &'a ComparedSchema<'a>,
    new: &'a ComparedSchema<'a>,
    path: Vec<Step>,
    found: Vec<SchemaChange>,
    /// Whether documents are looked for; otherwise what is not proven is undecided.
    searches: bool,
    /// What is undecided once anything has changed: rules whose code sees more than its own value.
    around: Vec<SchemaChange>,
}

/// What is compared at one node.
type Pair<'n> = (&'n SchemaNode, &'n SchemaNode);

impl DiffWalk<'_> {
    fn node(&mut self, old: &SchemaNode, new: &SchemaNode) {
        let start = self.found.len();
        self.kinds((old, new));
        let is_of_kind = self.found[start..].iter().all(|change| change.class() == Class::Compatible);
        if is_of_kind {
            self.inside(old, new);
        }
        let is_same_inside = self.found[start..].iter().all(|change| change.code == Code::SchemaDocsChanged);
        if is_of_kind {
            self.rules((old, new), is_same_inside);
        }
        self.documentation((old, new));
    }

    fn inside(&mut self, old: &SchemaNode, new: &SchemaNode) {
        if let (Some(old_ty), Some(new_ty)) = (old.ty.mapping(), new.ty.mapping()) {
            self.maps((old, new), (old_ty, new_ty));
        }
        if let (Some(old), Some(new)) = (old.ty.item(), new.ty.item()) {
            self.within(Step::Item(0), |walk| walk.node(old, new));
        }
        if let (Type::Combined(old_ty), Type::Combined(new_ty)) = (&old.ty, &new.ty) {
            self.combined((old, new), (old_ty, new_ty));
        }
    }

    fn within(&mut self, step: Step, compare: impl FnOnce(&mut Self)) {
        self.path.push(step);
        compare(self);
        self.path.pop();
    }

    fn report(&mut self, code: Code, (old, new): (Place, Place), message: String, evidence: Evidence) {
        self.found.push(SchemaChange { code, path: self.path.clone(), old, new, message, evidence });
    }

    /// The types themselves.
    fn kinds(&mut self, (old, new): Pair<'_>) {
        let places = (old.declared, new.declared);
        let words = |node: &SchemaNode| {
            let or_null = if node.nullable && !matches!(node.ty, Type::Any | Type::Null) { " or null" } else { "" };
            format!("{}{or_null}", type_word(&node.ty))
        };
        let message = format!("{} was {}, and is {} now", subject(&self.path), words(old), words(new));
        if !takes_kinds(new, old) {
            let is_other_kind = |value: &Value| !mismatches(value, new, &NoFunctions).is_empty();
            self.narrowed(Code::SchemaTypeNarrowed, (old, new), places, message, &is_other_kind);
        } else if self.lays_over_default() && !takes_layers(new, old) {
            let message = format!("{} has a default now that is of another kind", subject(&self.path));
            let is_other_kind = |value: &Value| !lies_over(&value.kind, new);
            self.narrowed(Code::SchemaTypeNarrowed, (old, new), places, message, &is_other_kind);
        } else if !takes_kinds(old, new) {
            self.report(Code::SchemaWidened, places, message, Evidence::None);
        } else if self.lays_over_default() && !takes_layers(old, new) {
            let message = format!("{} takes more kinds of values over its default now", subject(&self.path));
            self.report(Code::SchemaWidened, places, message, Evidence::None);
        }
    }

    /// Whether what is given is laid over the default of the schema. An item of an array replaces what stands there.
    fn lays_over_default(&self) -> bool {
        !matches!(self.new.schema.edition, Edition::OpenChoreo | Edition::JsonSchema)
            && !self.path.iter().any(|step| matches!(step, Step::Item(_)))
    }

    /// Rules, and what is said of empty values.
    fn rules(&mut self, (old, new): Pair<'_>, is_same_inside: bool) {
        let start = self.found.len();
        let (side, other) = (self.old, self.new);
        for rule in &new.rules {
            if let RuleKind::Composition(composition) = &rule.kind {
                self.composed((old, new), rule, composition);
                continue;
            }
            let is_implied = implies((old, side), (rule, new, other)) && (is_same_inside || !sees_inside(rule, new));
            let places = (old.declared, rule.declared);
            if !is_implied {
                let message = format!("{} {}", subject(&self.path), demand(rule, new, other));
                let is_broken = |value: &Value| breaks(rule, value);
                self.narrowed(Code::SchemaRuleTightened, (old, new), places, message, &is_broken);
            } else if sees_around(rule) {
                let message = format!("{} has a rule that depends on other values", subject(&self.path));
                let (old, new) = places;
                let (code, path) = (Code::SchemaUndecided, self.path.clone());
                self.around.push(SchemaChange { code, path, old, new, message, evidence: Evidence::None });
            }
        }
        let places = (old.declared, new.declared);
        if !takes_empty(new, old) {
            let message = format!("{} must be set now", subject(&self.path));
            self.narrowed(Code::SchemaRuleTightened, (old, new), places, message, &|value| !is_accepted(value, new));
        }
        let is_loosened = || {
            let is_composition = |rule: &Rule| matches!(rule.kind, RuleKind::Composition(_));
            let count = |node: &SchemaNode| node.rules.iter().filter(|rule| is_composition(rule)).count();
            let is_kept = |rule: &Rule| {
                is_composition(rule) && count(new) >= count(old) || implies((new, other), (rule, old, side))
            };
            !old.rules.iter().all(is_kept) || !takes_empty(old, new)
        };
        if self.found.len() == start && is_loosened() {
            let message = format!("{} has fewer or looser rules", subject(&self.path));
            self.report(Code::SchemaWidened, places, message, Evidence::None);
        }
    }

    /// Something that is not proven to be harmless: breaking if a document shows it, else undecided. `tells` says of a
    /// value at the node whether the new schema refuses it for the reason at hand.
    fn narrowed(
        &mut self,
        code: Code,
        (old, new): Pair<'_>,
        places: (Place, Place),
        message: String,
        tells: &dyn Fn(&Value) -> bool,
    ) {
        if !self.searches {
            return self.report(Code::SchemaUndecided, places, message, Evidence::None);
        }
        let is_old = |value: &Value| mismatches(value, old, &NoFunctions).is_empty() && is_accepted(value, old);
        let unset = (!self.path.is_empty() && tells(&new.default)).then(|| self.document(None));
        let given = candidates(old, new).into_iter().filter(|value| is_old(value) && tells(value));
        let given: Vec<Value> = given.take(MOST_TRIED).map(|value| self.document(Some(&value))).collect();
        let refused = unset.into_iter().chain(given).find_map(|values| self.refused(values));
        match refused {
            Some(evidence) => self.report(code, places, message, evidence),
            None => self.report(Code::SchemaUndecided, places, message, Evidence::None),
        }
    }

    fn document(&self, leaf: Option<&Value>) -> Value {
        document(&self.path, leaf, &self.old.schema.root, Some(&self.new.schema.root))
    }

    /// The document as a witness, if the old schema accepts it and the new one refuses it.
    fn refused(&self, values: Value) -> Option<Evidence> {
        let Outcome::Refused(why) = outcome(&values, self.new.schema, self.new.functions) else { return None };
        let Outcome::Accepted(_) = outcome(&values, self.old.schema, self.old.functions) else { return None };
        Some(Evidence::Refused { values, why })
    }

    /// What both make of a document at the path of the change, where they accept it and differ.
    fn differs(&self, values: Value) -> Option<Evidence> {
        let Outcome::Accepted(old) = outcome(&values, self.old.schema, self.old.functions) else { return None };
        let Outcome::Accepted(new) = outcome(&values, self.new.schema, self.new.functions) else { return None };
        let (old, new) = (value_at(&old, &self.path).cloned(), value_at(&new, &self.path).cloned());
        let is_same = match (&old, &new) {
            (Some(old), Some(new)) => is_equal(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        (!is_same).then_some(Evidence::Differs { values, old, new })
    }

    /// Whether pairs of schemas differ in nothing but what they say to people.
    fn are_same(&self, old: &[Arc<SchemaNode>], new: &[Arc<SchemaNode>]) -> bool {
        let (path, found, around) = (self.path.clone(), Vec::new(), Vec::new());
        let mut probe = DiffWalk { old: self.old, new: self.new, path, found, searches: false, around };
        let pairs = old.iter().zip(new);
        pairs.for_each(|(old, new)| probe.node(old, new));
        old.len() == new.len() && probe.found.iter().all(|change| change.code == Code::SchemaDocsChanged)
    }

    /// Several schemas for one value.
    fn composed(&mut self, (old, new): Pair<'_>, rule: &Rule, composition: &Composition) {
        let known = old.rules.iter().filter_map(|rule| match &rule.kind {
            RuleKind::Composition(known) if known.composer == composition.composer => Some(known),
            _ => None,
        });
        let known: Vec<&Composition> = known.collect();
        if known.into_iter().any(|known| self.are_same(&known.schemas, &composition.schemas)) {
            return;
        }
        let message = format!("{} must fit other schemas now", subject(&self.path));
        let judge = SchemaNode { rules: vec![rule.clone()], ..SchemaNode::any(rule.declared) };
        let is_broken = |value: &Value| !instance::violations(value, &judge).is_empty();
        let places = (old.declared, rule.declared);
        self.narrowed(Code::SchemaRuleTightened, (old, new), places, message, &is_broken);
    }

    fn combined(&mut self, (old, new): Pair<'_>, (old_ty, new_ty): (&Combination, &Combination)) {
        let is_alike = old_ty.combinator == new_ty.combinator && old_ty.alternatives.len() == new_ty.alternatives.len();
        let mut probe = DiffWalk {
            old: self.old,
            new: self.new,
            path: self.path.clone(),
            found: Vec::new(),
            searches: false,
            around: Vec::new(),
        };
        for (old, new) in old_ty.alternatives.iter().zip(&new_ty.alternatives) {
            probe.node(old, new);
        }
        let worst = probe.found.iter().map(SchemaChange::class).min().unwrap_or(Class::Compatible);
        let is_same = probe.found.iter().all(|change| change.code == Code::SchemaDocsChanged);
        self.around.append(&mut probe.around);
        let places = (old.declared, new.declared);
        let message = format!("{} is another combination of schemas", subject(&self.path));
        if is_alike && is_same {
            self.found.append(&mut probe.found);
        } else if is_alike && worst == Class::Compatible && new_ty.combinator != Combinator::OneOf {
            self.report(Code::SchemaWidened, places, message, Evidence::None);
        } else {
            let is_refused =
                |value: &Value| !is_accepted(value, new) || !mismatches(value, new, &NoFunctions).is_empty();
            self.narrowed(Code::SchemaTypeNarrowed, (old, new), places, message, &is_refused);
        }
    }

    fn documentation(&mut self, (old, new): Pair<'_>) {
        let places = (old.declared, new.declared);
        let subject = || subject(&self.path);
        let message = match (&old.deprecated, &new.deprecated) {
            (None, Some(_)) => format!("{} is deprecated", subject()),
            (Some(_), None) => format!("{} is not deprecated any more", subject()),
            _ if (&old.title, &old.description, &old.deprecated) != (&new.title, &new.description, &new.deprecated) => {
                format!("{} is documented otherwise", subject())
            }
            _ => return,
        };
        self.report(Code::SchemaDocsChanged, places, message, Evidence::None);
    }
}

/// Whether a value breaks a rule; null is asked of nothing else than `not_null`.
fn breaks(rule: &Rule, value: &Value) -> bool {
    match (&value.kind, &rule.kind) {
        (ValueKind::Null, kind) => matches!(kind, RuleKind::NotNull),
        (_, kind) => kind.violation(value).is_some(),
    }
}

/// Whether a rule judges what is inside a value, defaults included.
fn sees_inside(rule: &Rule, node: &SchemaNode) -> bool {
    let is_collection = node.ty.mapping().is_some() || node.ty.item().is_some() || matches!(node.ty, Type::Combined(_));
    let is_of_content = is_code(&rule.kind) || matches!(rule.kind, RuleKind::OneNotNull(_) | RuleKind::OneOf(_));
    is_collection && (is_of_content || sees_around(rule) || !matches!(rule.when, When::Always))
}

/// What a rule demands, behind the name of the value.
fn demand(rule: &Rule, node: &SchemaNode, side: &ComparedSchema<'_>) -> String {
    let in_words = [ValueKind::int(0), ValueKind::Float(0.5), ValueKind::String("".into()), ValueKind::Null];
    let samples = in_words.into_iter().map(Value::unwritten).chain([node.default.clone()]);
    let of_kind = || match &rule.kind {
        RuleKind::Min(bound) => Some(format!("be at least {}", flow(bound))),
        RuleKind::Max(bound) => Some(format!("be at most {}", flow(bound))),
        RuleKind::MinLen(count) => Some(format!("have a length of at least {count}")),
        RuleKind::MaxLen(count) => Some(format!("have a length of at most {count}")),
        RuleKind::NotNull => Some("not be null".to_owned()),
        RuleKind::OneOf(values) => {
            Some(format!("be one of {}", values.iter().map(flow).collect::<Vec<_>>().join(", ")))
        }
        RuleKind::Unmeetable(words) => Some(words.clone()),
        RuleKind::Constraint(constraint) => Some(constraint.to_string()),
        _ => None,
    };
    let of_sample = || samples.clone().find_map(|value| Some(rule.kind.violation(&value)?.expected));
    if let Some(words) = of_kind().or_else(of_sample) {
        return format!("must {words} now");
    }
    if let RuleKind::Unevaluated(Some(condition)) = &rule.kind
        && side.schema.edition == Edition::JsonSchema
    {
        return format!("says what is not read: `{condition}`");
    }
    let text = (side.text)(rule.declared).filter(|text| !text.is_empty() && text.lines().count() == 1);
    text.map_or_else(|| "has a rule that is code".to_owned(), |text| format!("has a rule that is code: `{text}`"))
}
