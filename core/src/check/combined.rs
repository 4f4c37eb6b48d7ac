//! Combinations of schemas against the final value: which alternatives accept it, rules included, and the value with
//! what the accepting ones fill in.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{CheckMemo, CheckResults, CheckWalk, Unset};
use crate::data_values::OverlaySubject;
use crate::problem::{Code, Problem};
use crate::schema::combination::{Combination, Combinator};
use crate::schema::conform::{self, Mismatch};
use crate::schema::map_keys::KeyDeclaration;
use crate::schema::{SchemaNode, Type};
use crate::template::contents::Contents;
use crate::template::function::Functions;
use crate::values::fragment::Fragment;
use crate::values::{MappingValue, SequenceValue, Value, ValueKind};

/// What one alternative says of a value.
enum AlternativeVerdict {
    /// It accepts it, and makes this of it.
    Accepted(Value),
    /// Something in it has another type.
    Mismatches(Vec<Mismatch>),
    /// It breaks rules.
    Broken(Vec<Problem>),
    /// That is not known.
    Unknown,
}

/// A value while what combinations fill in is added.
pub(super) struct Completion<'a> {
    pub(super) functions: &'a dyn Functions,
    pub(super) memo: &'a mut CheckMemo,
    /// What is being looked at, for sentences.
    pub(super) subject: OverlaySubject,
    pub(super) found: CheckResults,
}

impl Completion<'_> {
    /// The value with what combinations fill in; `None` if there are none in its schema. What they refuse is reported.
    pub(super) fn value(&mut self, value: &Value, node: &Arc<SchemaNode>) -> Option<Value> {
        if !self.memo.facts(node).has_combinations {
            return None;
        }
        self.functions.unwind_if_cancelled();
        let kind = match (&value.kind, &node.ty) {
            (ValueKind::Unknown, _) => return None,
            (ValueKind::Null, _) if node.nullable => return None,
            // Nobody gave it.
            (_, Type::Combined(_)) if value.origin == node.default.origin => return None,
            (_, Type::Combined(combination)) => return Some(self.combined(value, combination)),
            (ValueKind::Mapping(mapping), _) => ValueKind::Mapping(Arc::new(self.entries(mapping, node))),
            (ValueKind::Sequence(items), _) => ValueKind::Sequence(Arc::new(self.items(items, node))),
            _ => return None,
        };
        Some(Value { origin: value.origin, kind })
    }

    fn entries(&mut self, mapping: &MappingValue, node: &SchemaNode) -> MappingValue {
        let Some(ty) = node.ty.mapping() else { return mapping.clone() };
        mapping.of_entries(mapping.entries.with(|entry| {
            let declared = ty.declared(entry.entry_key(), self.functions);
            self.found.is_settled &= !matches!(declared, KeyDeclaration::Unknown) || ty.patterns.is_empty();
            let Some(field) = declared.node() else { return entry.clone() };
            let outer = std::mem::replace(&mut self.subject, OverlaySubject::Key(entry.entry_key().clone()));
            let completed = self.value(&entry.value, field);
            self.subject = outer;
            completed.map_or_else(|| entry.clone(), |value| Fragment { value, ..entry.clone() })
        }))
    }

    fn items(&mut self, items: &SequenceValue, node: &SchemaNode) -> SequenceValue {
        let Some(item) = node.ty.item() else { return items.clone() };
        let inner = self.subject.item();
        let outer = std::mem::replace(&mut self.subject, inner);
        let mut runs = Vec::with_capacity(items.runs.len());
        for run in &items.runs {
            let mut completed = Vec::with_capacity(run.len());
            for given in run.iter() {
                completed.push(self.value(&given.value, item).map_or_else(|| given.clone(), |value| given.with(value)));
            }
            runs.push(Arc::from(completed));
        }
        self.subject = outer;
        items.with_runs(runs)
    }

    fn combined(&mut self, value: &Value, combination: &Combination) -> Value {
        let mut verdicts = Vec::with_capacity(combination.alternatives.len());
        for alternative in &combination.alternatives {
            verdicts.push(self.verdict_of(value, alternative));
        }
        let accepted: Vec<&Value> = verdicts.iter().filter_map(AlternativeVerdict::accepted).collect();
        let is_known = !verdicts.iter().any(|verdict| matches!(verdict, AlternativeVerdict::Unknown));
        let completed = match (combination.combinator, accepted.as_slice()) {
            (Combinator::AnyOf, [first, ..]) | (Combinator::OneOf, [first]) => Some(Value::clone(first)),
            (Combinator::OneOf, [_, _, ..]) => {
                self.found.problems.push(ambiguous(value, combination, &verdicts, &self.subject));
                None
            }
            (Combinator::AllOf, all) if all.len() == verdicts.len() => {
                let fill = |filled: Value, it: &Arc<SchemaNode>| conform::filled(&filled, it, true, self.functions);
                Some(combination.alternatives.iter().fold(value.clone(), fill))
            }
            _ if is_known => {
                let refused = refused(value, combination, verdicts, &self.subject);
                self.found.problems.extend(refused);
                None
            }
            _ => None,
        };
        completed.unwrap_or_else(|| value.clone())
    }

    /// What an alternative says of a value.
    fn verdict_of(&mut self, value: &Value, alternative: &Arc<SchemaNode>) -> AlternativeVerdict {
        let mismatches = conform::mismatches(value, alternative, self.functions);
        if !mismatches.is_empty() {
            return AlternativeVerdict::Mismatches(mismatches);
        }
        let filled = conform::filled(value, alternative, true, self.functions);
        let (functions, subject) = (self.functions, self.subject.clone());
        let found = CheckResults::default();
        let mut inner = Completion { functions, memo: &mut *self.memo, subject: subject.clone(), found };
        let completed = inner.value(&filled, alternative).unwrap_or(filled);
        let (own_rules, found, around) = (FxHashMap::default(), inner.found, Vec::new());
        // What is not set in it is told at its own key.
        let (unset, is_given) = (Some(Unset { place: value.origin, file: None }), true);
        let memo = &mut *self.memo;
        let contents = Contents::default();
        let mut walk = CheckWalk { own_rules, functions, memo, contents, subject, around, unset, is_given, found };
        walk.value(&completed, Some(alternative));
        let CheckResults { problems, is_settled, .. } = walk.found;
        self.found.is_settled &= is_settled;
        match (problems.is_empty(), is_settled) {
            (false, _) => AlternativeVerdict::Broken(problems),
            (true, false) => AlternativeVerdict::Unknown,
            (true, true) => AlternativeVerdict::Accepted(completed),
        }
    }
}

impl AlternativeVerdict {
    fn accepted(&self) -> Option<&Value> {
        match self {
            Self::Accepted(value) => Some(value),
            _ => None,
        }
    }

    /// What differs; nothing for another verdict.
    fn mismatches(&self) -> &[Mismatch] {
        match self {
            Self::Mismatches(mismatches) => mismatches,
            _ => &[],
        }
    }
}

impl AsRef<[Mismatch]> for AlternativeVerdict {
    fn as_ref(&self) -> &[Mismatch] {
        self.mismatches()
    }
}

/// A value that several alternatives accept of which only one may.
fn ambiguous(
    value: &Value,
    combination: &Combination,
    verdicts: &[AlternativeVerdict],
    subject: &OverlaySubject,
) -> Problem {
    let count = combination.alternatives.len();
    let message = format!("{subject} fits more than one of the {count} schemas, of which exactly one must accept it");
    let names = combination.alternatives.iter().zip(verdicts).enumerate();
    let accepting = names.filter(|(_, (_, verdict))| verdict.accepted().is_some());
    let (names, places): (Vec<_>, Vec<_>) =
        accepting.map(|(index, (it, _))| (combination.name(index), it.declared)).unzip();
    let problem = Problem::new(Code::SchemaCombination, value.origin, message).found(names.join(" and "));
    places.into_iter().fold(problem, |problem, place| problem.related(place, "this schema accepts it"))
}

/// A value that too few alternatives accept, said at the deepest token of the one that comes closest. One that only
/// breaks rules is closer than any with another type.
fn refused(
    value: &Value,
    combination: &Combination,
    verdicts: Vec<AlternativeVerdict>,
    subject: &OverlaySubject,
) -> Option<Problem> {
    let need = match combination.combinator {
        Combinator::AllOf => "does not fit each",
        Combinator::AnyOf | Combinator::OneOf => "fits none",
    };
    let message = format!("{subject} {need} of the {} schemas that it may have", combination.alternatives.len());
    let broken = verdicts.iter().position(|verdict| matches!(verdict, AlternativeVerdict::Broken(_)));
    let closest = conform::closest(&verdicts).map(|(index, mismatch)| (index, mismatch.clone()));
    let (index, problem) = match (broken, closest) {
        (Some(index), _) => {
            let Some(AlternativeVerdict::Broken(problems)) = verdicts.into_iter().nth(index) else { return None };
            let mut broken = problems.into_iter().next()?;
            broken.message = format!("{message}: by {}, {}", combination.name(index), lowered(&broken.message));
            (index, Problem { code: Code::SchemaCombination, ..broken })
        }
        (None, Some((index, mismatch))) => {
            let what = mismatch.key.as_ref().map_or_else(|| "it".to_owned(), |key| format!("`{key}`"));
            let words = format!("{message}: by {}, {what} differs", combination.name(index));
            (index, mismatch.problem(Code::SchemaCombination, &words))
        }
        (None, None) => return None,
    };
    let declared = combination.alternatives.get(index).map_or(value.origin, |it| it.declared);
    Some(problem.related(declared, "this is the schema that comes closest"))
}

/// A sentence as a part of another one; what stands in backquotes is left as it is.
fn lowered(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
