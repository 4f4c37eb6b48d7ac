//! The smallest document of values that leads to a place: the keys on the way, and those that must be given.

use std::sync::Arc;

use crate::schema::SchemaNode;
use crate::schema::lookup::{Step, child};
use crate::schema::sample::{is_accepted, is_required, sample};
use crate::values::fragment::Fragment;
use crate::values::{Key, SequenceValue, Value, ValueKind};

/// A document with `leaf` at the path; without one, the last key of the path is left out.
pub(super) fn document(path: &[Step], leaf: Option<&Value>, old: &SchemaNode, new: Option<&SchemaNode>) -> Value {
    let Some((step, rest)) = path.split_first() else {
        return leaf.cloned().unwrap_or_else(|| map(Vec::new()));
    };
    let inner = child(old, step);
    let inner_of_new = new.and_then(|new| child(new, step));
    let below = || match inner {
        _ if rest.is_empty() => leaf.cloned(),
        Some(inner)
            if leaf.is_none() && is_filled(inner, rest) && inner_of_new.is_some_and(|it| is_filled(it, rest)) =>
        {
            None
        }
        Some(inner) => Some(document(rest, leaf, inner, inner_of_new.map(|it| &**it))),
        None => Some(plain(rest, leaf)),
    };
    match step {
        Step::Key(key) => {
            let given = below().map(|value| Fragment::entry(key.clone(), old.declared, value));
            map(given.into_iter().chain(required_keys(old, new, key)).collect())
        }
        Step::Item(_) => {
            let items: SequenceValue = below().into_iter().collect();
            Value::unwritten(ValueKind::Sequence(Arc::new(items)))
        }
    }
}

/// Whether a map is there without being given, down to the last key of the path, and nothing has to be given in it.
fn is_filled(node: &SchemaNode, path: &[Step]) -> bool {
    let is_there = node.is_defaulted() && matches!(node.default.kind, ValueKind::Mapping(_));
    let inside = |step, rest| child(node, step).is_some_and(|inner| is_filled(inner, rest));
    is_there && !needs(node) && path.split_first().is_none_or(|(step, rest)| rest.is_empty() || inside(step, rest))
}

/// The same below what the old schema does not declare.
fn plain(path: &[Step], leaf: Option<&Value>) -> Value {
    match path.split_first() {
        None => leaf.cloned().unwrap_or_else(|| Value::unwritten(ValueKind::Null)),
        Some((Step::Key(key), rest)) => {
            map(vec![Fragment::entry(key.clone(), crate::text::Place::NOWHERE, plain(rest, leaf))])
        }
        Some((Step::Item(_), rest)) => {
            Value::unwritten(ValueKind::Sequence(Arc::new(std::iter::once(plain(rest, leaf)).collect())))
        }
    }
}

fn map(entries: Vec<Fragment>) -> Value {
    Value::unwritten(ValueKind::map(entries))
}

/// The other keys of a map that must be given to either schema, as far as the old one declares them.
fn required_keys(old: &SchemaNode, new: Option<&SchemaNode>, except: &Key) -> Vec<Fragment> {
    let Some(ty) = old.ty.mapping() else { return Vec::new() };
    let of_new = |key: &Key| new.and_then(|new| new.ty.mapping()?.fields.get(key));
    let others = ty.fields.iter().filter(|(key, field)| *key != except && field.removed.is_none());
    let needed = others.filter(|(key, field)| needs(field) || of_new(key).is_some_and(|it| needs(it)));
    let entry = |(key, field): (&Key, &Arc<SchemaNode>)| {
        let other = of_new(key);
        let samples = [Some(sample(field)), other.map(|other| sample(other))];
        let suits = |value: &Value| is_accepted(value, field) && other.is_none_or(|other| is_accepted(value, other));
        let [first, second] = samples;
        let value = first.clone().filter(suits).or(second.filter(suits)).or(first);
        Some(Fragment::entry(key.clone(), field.declared, value?))
    };
    needed.filter_map(entry).collect()
}

/// Whether something must be given for a node, or for what is inside of it.
pub(super) fn needs(node: &SchemaNode) -> bool {
    let is_null = matches!(node.default.kind, ValueKind::Null);
    let inside = || node.ty.mapping().is_some_and(|ty| ty.fields.values().any(|field| needs(field)));
    let is_map = matches!(node.default.kind, ValueKind::Mapping(_));
    let is_default_refused = || is_map && !is_accepted(&node.default, node);
    is_required(node) || node.is_defaulted() && !is_null && (inside() || is_default_refused())
}
