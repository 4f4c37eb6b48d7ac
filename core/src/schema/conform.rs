//! Whether a value has the type of a schema's node, as far as that can be told without its rules, and the value with
//! everything filled in that it leaves out.
//!
//! For values that a schema itself holds (defaults, examples), and for alternatives that are tried. Data values have
//! their types checked by `data_values` on the way, which remembers results.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::combination::{Combination, Combinator};
use super::map_keys::KeyDeclaration;
use crate::problem::{Code, Problem};
use crate::schema::{MappingType, SchemaNode, Type};
use crate::template::function::Functions;
use crate::template::overlay::keys::{expected_keys, unambiguous};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// One difference between a value and its type.
#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    /// The token that differs.
    pub(crate) place: Place,
    /// The key whose value it is in, if any.
    pub(crate) key: Option<Key>,
    /// How many steps inside the value it is.
    pub(crate) depth: usize,
    /// What stands there.
    pub(crate) found: String,
    /// What the schema declares.
    pub(crate) expected: String,
    /// What may have been meant.
    pub(crate) hint: Option<String>,
    /// Where the schema declares it.
    pub(crate) declared: Place,
}

impl Mismatch {
    /// The difference as a problem.
    pub(crate) fn problem(self, code: Code, message: &str) -> Problem {
        let problem = Problem::new(code, self.place, message).found(self.found).expected(self.expected);
        let problem = problem.related(self.declared, "the type is declared here");
        self.hint.into_iter().fold(problem, Problem::hint)
    }
}

/// ytt's word for a type; several for a union.
pub fn type_word(ty: &Type) -> Cow<'static, str> {
    let word = match ty {
        Type::OneOf(types) => {
            let words: Vec<Cow<'static, str>> = types.iter().map(type_word).collect();
            return words.join(" or ").into();
        }
        Type::Any | Type::Unknown => "any",
        Type::Null => "null",
        Type::Combined(_) => "what several schemas allow",
        Type::Bool => "boolean",
        Type::Int => "integer",
        Type::Float => "float",
        Type::String => "string",
        Type::Mapping(_) => "map",
        Type::Sequence(_) => "array",
    };
    word.into()
}

/// Every difference between a value and the type of a node. Where functions decide that were not run, there is none.
pub(crate) fn mismatches(value: &Value, node: &SchemaNode, functions: &dyn Functions) -> Vec<Mismatch> {
    let mut judge = ConformanceJudge { functions, key: None, depth: 0, found: Vec::new() };
    judge.value(value, node);
    judge.found
}

/// Of several lists of differences the one that is closest to a match, and which one it is: its differences are deepest
/// inside the value; among equals they are fewest.
pub(crate) fn closest<T: AsRef<[Mismatch]>>(alternatives: &[T]) -> Option<(usize, &Mismatch)> {
    let by_closeness = |(_, mismatches): &(usize, &[Mismatch])| {
        let shallowest = mismatches.iter().map(|it| it.depth).min().unwrap_or(usize::MAX);
        (usize::MAX - shallowest, mismatches.len())
    };
    let all = alternatives.iter().map(AsRef::as_ref).enumerate().filter(|(_, mismatches)| !mismatches.is_empty());
    let (index, mismatches) = all.min_by_key(by_closeness)?;
    // The first of the deepest.
    let deepest = mismatches.iter().rev().max_by_key(|it| it.depth)?;
    Some((index, deepest))
}

struct ConformanceJudge<'a> {
    functions: &'a dyn Functions,
    key: Option<Key>,
    depth: usize,
    found: Vec<Mismatch>,
}

impl ConformanceJudge<'_> {
    fn value(&mut self, value: &Value, node: &SchemaNode) {
        match (&value.kind, &node.ty) {
            (ValueKind::Unknown, _) | (_, Type::Any | Type::Unknown) => {}
            (ValueKind::Null, _) if node.nullable => {}
            (_, Type::Combined(combination)) => self.combined(value, combination),
            (kind, ty) => match (ty.member_for(kind), kind) {
                (Some(Type::Mapping(ty)), ValueKind::Mapping(mapping)) => self.mapping(mapping, ty, node),
                (Some(Type::Sequence(item)), ValueKind::Sequence(items)) => {
                    items.iter().for_each(|value| self.within(None, |judge| judge.value(value, item)));
                }
                (Some(_), _) => {}
                (None, _) => {
                    let or_null = if node.nullable && !matches!(ty, Type::Null) { " or null" } else { "" };
                    let expected = format!("{}{or_null}", type_word(ty));
                    self.report(value.origin, kind.type_name().to_owned(), expected, node.declared);
                }
            },
        }
    }

    fn mapping(&mut self, mapping: &MappingValue, ty: &MappingType, node: &SchemaNode) {
        for entry in &mapping.entries {
            match ty.declared(entry.entry_key(), self.functions) {
                KeyDeclaration::Unknown => {}
                KeyDeclaration::Not => self.undeclared(entry, ty, node.declared),
                declared => {
                    let Some(field) = declared.node() else { continue };
                    self.within(Some(entry.entry_key().clone()), |judge| judge.value(&entry.value, field));
                }
            }
        }
    }

    fn undeclared(&mut self, entry: &Fragment, ty: &MappingType, declared: Place) {
        let hint = ty.nearest_key(entry.entry_key()).map(|key| format!("did you mean `{}`?", unambiguous(key)));
        let patterns = ty.patterns.iter().map(|pattern| pattern.allowed.to_string());
        let known = (!ty.fields.is_empty() || ty.patterns.is_empty()).then(|| expected_keys(ty.fields.keys()));
        let expected = known.into_iter().chain(patterns).collect::<Vec<_>>().join(", or ");
        self.report(entry.place, format!("the key `{}`", unambiguous(entry.entry_key())), expected, declared);
        if let Some(mismatch) = self.found.last_mut() {
            mismatch.hint = hint;
        }
    }

    /// How many alternatives must accept is for whoever knows their rules; here each of so many as must could.
    fn combined(&mut self, value: &Value, combination: &Combination) {
        let mismatches_of: Vec<Vec<Mismatch>> =
            combination.alternatives.iter().map(|it| self.mismatches_of(value, it)).collect();
        let is_met = match combination.combinator {
            Combinator::AllOf => mismatches_of.iter().all(Vec::is_empty),
            Combinator::AnyOf | Combinator::OneOf => mismatches_of.iter().any(Vec::is_empty),
        };
        if let Some((_, deepest)) = closest(&mismatches_of).filter(|_| !is_met) {
            self.found.push(deepest.clone());
        }
    }

    fn mismatches_of(&self, value: &Value, node: &SchemaNode) -> Vec<Mismatch> {
        let mut judge =
            ConformanceJudge { functions: self.functions, key: self.key.clone(), depth: self.depth, found: Vec::new() };
        judge.value(value, node);
        judge.found
    }

    fn within(&mut self, key: Option<Key>, judge: impl FnOnce(&mut Self)) {
        let outer = self.key.clone();
        self.key = key.or_else(|| outer.clone());
        self.depth += 1;
        judge(self);
        self.depth -= 1;
        self.key = outer;
    }

    fn report(&mut self, place: Place, found: String, expected: String, declared: Place) {
        let (key, depth) = (self.key.clone(), self.depth);
        self.found.push(Mismatch { place, key, depth, found, expected, hint: None, declared });
    }
}

/// The value with every key that it leaves out filled from the schema; what combinations would fill in is left alone.
/// What is written in a schema has the place of the node that it is a value of; `keeps_places` is for other values.
pub(crate) fn filled(value: &Value, node: &SchemaNode, keeps_places: bool, functions: &dyn Functions) -> Value {
    let fill = |value: &Value, node: &SchemaNode| filled(value, node, keeps_places, functions);
    let origin = if keeps_places { value.origin } else { node.declared };
    let kind = match (&value.kind, node.ty.member_for(&value.kind)) {
        (ValueKind::Mapping(mapping), Some(Type::Mapping(ty))) => {
            let given = mapping.entries.iter().map(|entry| match ty.field(entry.entry_key(), functions) {
                Some(field) => {
                    let place = if keeps_places { entry.place } else { field.declared };
                    Fragment::entry(entry.entry_key().clone(), place, fill(&entry.value, field))
                }
                None => entry.clone(),
            });
            ValueKind::Mapping(Arc::new(mapping.with(given.chain(missing(mapping, ty)))))
        }
        (ValueKind::Sequence(sequence), Some(Type::Sequence(item))) => {
            // The schema of the items says nothing of how many there are: these stand where the array does.
            let fill = |given: &Fragment| {
                let filled = fill(&given.value, item);
                given.with(if keeps_places { filled } else { Value { origin, ..filled } })
            };
            ValueKind::Sequence(Arc::new(sequence.with(fill)))
        }
        (kind, _) => kind.clone(),
    };
    Value { origin, kind }
}

/// The entries that a schema gives where a map leaves them out.
fn missing(mapping: &MappingValue, ty: &MappingType) -> Vec<Fragment> {
    let given: FxHashSet<&Key> = mapping.entries.iter().map(Fragment::entry_key).collect();
    let missing = ty.fields.iter().filter(|(key, field)| field.is_defaulted() && !given.contains(key));
    let entry =
        |(key, field): (&Key, &Arc<SchemaNode>)| Fragment::entry(key.clone(), field.declared, field.default.clone());
    missing.map(entry).collect()
}
