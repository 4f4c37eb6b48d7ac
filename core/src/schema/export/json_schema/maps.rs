//! The keys of maps: declared, matched by patterns, free, and which must be given.

use super::super::{Object, array, bool, string};
use super::{given, node};
use crate::schema::map_keys::{AllowedKeys, KeyPattern};
use crate::schema::{MappingType, Others};
use crate::template::function::NoFunctions;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// Counts of keys from here on are not told apart.
const MOST_KEYS: usize = 63;

/// What is declared of the keys of a map. The names of required keys are sorted, as the platform sorts them.
pub(super) fn with_keys(object: Object, ty: &MappingType) -> Object {
    let properties = ty.fields.iter().map(|(key, field)| entry(&key.to_string(), node(field)));
    let properties: Vec<Fragment> = properties.collect();
    let mut required: Vec<String> =
        ty.fields.iter().filter(|(_, field)| given::must_be(field)).map(|(key, _)| key.to_string()).collect();
    required.sort_unstable();
    let required: Vec<Value> = required.iter().map(|key| string(key)).collect();
    let object = object
        .with_some("properties", (!properties.is_empty()).then(|| Object(properties).value()))
        .with_some("required", (!required.is_empty()).then(|| array(required)));
    with_counts(with_free_keys(object, ty), ty)
}

fn entry(key: &str, value: Value) -> Fragment {
    Fragment::entry(Key::String(key.into()), Place::NOWHERE, value)
}

/// Keys that are not declared by name.
fn with_free_keys(object: Object, ty: &MappingType) -> Object {
    let matched: Vec<Fragment> =
        ty.patterns.iter().enumerate().filter_map(|(index, it)| by_pattern(ty, index, it)).collect();
    let object = object.with_some("patternProperties", (!matched.is_empty()).then(|| Object(matched).value()));
    let others = match (&ty.others, ty.patterns.iter().find(|pattern| !is_text_pattern(pattern))) {
        (_, Some(KeyPattern { allowed: AllowedKeys::Any, value, .. })) | (Others::Kept(value), None) => {
            Some(node(value))
        }
        (Others::Refused, None) if !ty.is_open => Some(bool(false)),
        // Which keys a function accepts, it alone knows.
        _ => None,
    };
    object.with_some("additionalProperties", others)
}

fn is_text_pattern(pattern: &KeyPattern) -> bool {
    matches!(pattern.allowed, AllowedKeys::Matching(..))
}

/// A pattern with the schema of its keys. Here every pattern speaks of every key that it matches, also of declared
/// keys and those of earlier patterns: where that may be, nothing is said of the values.
fn by_pattern(ty: &MappingType, index: usize, pattern: &KeyPattern) -> Option<Fragment> {
    let AllowedKeys::Matching(regexp, text) = &pattern.allowed else { return None };
    let is_alone = index == 0 && !ty.fields.keys().any(|key| regexp.is_match(&key.to_string()));
    let value = if is_alone { node(&pattern.value) } else { Object::default().value() };
    Some(entry(text, value))
}

/// How many free keys there must be, where no others are counted with them.
fn with_counts(object: Object, ty: &MappingType) -> Object {
    let ([pattern], true, Others::Refused) = (ty.patterns.as_slice(), ty.fields.is_empty(), &ty.others) else {
        return object;
    };
    let allowed = |count: usize| pattern.allows(count, &NoFunctions) == Some(true);
    let Some(least) = (0..=MOST_KEYS).find(|count| allowed(*count)) else { return object };
    let Some(most) = (0..=MOST_KEYS).rev().find(|count| allowed(*count)) else { return object };
    let count = |count: usize| Value::unwritten(ValueKind::int(count as i128));
    object
        .with_some("minProperties", (least > 0).then(|| count(least)))
        .with_some("maxProperties", (most < MOST_KEYS).then(|| count(most)))
}
