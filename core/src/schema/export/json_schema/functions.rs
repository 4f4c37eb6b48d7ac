//! Rules of which the code says what a keyword of JSON Schema says, such as what `sayl import` writes: for the export
//! they are that keyword. Anything else that code decides is left out of it.

use std::sync::Arc;

use crate::constraint::{Bound, BoundSide, Constraint, Pattern};
use crate::schema::{MappingType, Others, Presence, Rule, RuleKind, Schema, SchemaNode, Type, When};
use crate::text::Place;
use crate::values::ValueKind;

/// The schema with keywords in the place of functions that say no more. `text` is what is written at a place.
pub fn with_keywords(schema: &Schema, text: &dyn Fn(Place) -> Option<String>) -> Schema {
    Schema { edition: schema.edition, root: Arc::new(node(&schema.root, text)) }
}

fn node(old: &SchemaNode, text: &dyn Fn(Place) -> Option<String>) -> SchemaNode {
    let mut node = SchemaNode { ty: ty(&old.ty, text), ..old.clone() };
    for rule in &mut node.rules {
        if matches!((&rule.kind, &rule.when), (RuleKind::Function { .. }, When::Always))
            && let Some(constraint) = text(rule.declared).as_deref().and_then(condition).and_then(constraint)
        {
            rule.kind = RuleKind::Constraint(constraint);
        }
    }
    let types_of_rule = |rule: &Rule| types(condition(&text(rule.declared)?)?, old.declared);
    if matches!(node.ty, Type::Any)
        && let Some(ty) = node.rules.iter().find_map(types_of_rule)
    {
        // Rules are not asked about null.
        node.nullable = true;
        node.ty = ty;
    }
    node
}

fn ty(ty: &Type, text: &dyn Fn(Place) -> Option<String>) -> Type {
    let inner = |it: &Arc<SchemaNode>| Arc::new(node(it, text));
    match ty {
        Type::Sequence(item) => Type::Sequence(inner(item)),
        Type::Mapping(mapping) => {
            let fields = mapping.fields.iter().map(|(key, field)| (key.clone(), inner(field))).collect();
            Type::Mapping(MappingType { fields, ..mapping.clone() })
        }
        other => other.clone(),
    }
}

/// The condition of `v` in a pair of words and a lambda, without its parentheses.
fn condition(pair: &str) -> Option<&str> {
    Some(pair.split_once(", lambda v: ")?.1.trim())
}

/// A text in double quotes.
fn quoted(text: &str) -> Option<String> {
    serde_json::from_str(text).ok()
}

fn constraint(condition: &str) -> Option<Constraint> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let exclusive = |side, number| Constraint::Bound(Bound { side, number, is_exclusive: true });
    if condition == "len({json.encode(item): True for item in v}) == len(v)" {
        return Some(Constraint::UniqueItems);
    }
    if let Some(pattern) = condition.strip_prefix("regexp.match(").and_then(|it| it.strip_suffix(", v)")) {
        return Some(Constraint::Pattern(Pattern::new(&quoted(pattern)?)));
    }
    if let Some(factor) = condition.strip_prefix("v % ").and_then(|it| it.strip_suffix(" == 0")) {
        return Some(Constraint::MultipleOf(number(factor)?));
    }
    if let Some(bound) = condition.strip_prefix("v > ") {
        return Some(exclusive(BoundSide::Least, number(bound)?));
    }
    Some(exclusive(BoundSide::Most, number(condition.strip_prefix("v < ")?)?))
}

/// The types that a condition leaves.
fn types(condition: &str, declared: Place) -> Option<Type> {
    let of_each = condition.split_once(" and all([type(v[k]) == ").and_then(|(is_map, rest)| {
        let name = rest.strip_suffix(" for k in v])").and_then(quoted)?;
        let values = SchemaNode { ty: named(&name)?, nullable: false, ..any(declared) };
        (is_map == IS_MAP).then(|| map_of(values.into()))
    });
    if of_each.is_some() {
        return of_each;
    }
    let mut types = Vec::new();
    for part in condition.split(" or ") {
        match part {
            IS_MAP => types.push(map_of(any(declared).into())),
            IS_ARRAY => types.push(Type::Sequence(any(declared).into())),
            part => {
                let names = part.strip_prefix("type(v) in ")?;
                let names: Vec<String> = serde_json::from_str(names).ok()?;
                for name in names.iter().filter(|name| *name != "NoneType") {
                    types.push(named(name)?);
                }
            }
        }
    }
    // A float is a number, whole or not.
    if types.iter().any(|ty| matches!(ty, Type::Float)) {
        types.retain(|ty| !matches!(ty, Type::Int));
    }
    match types.len() {
        0 => None,
        1 => types.pop(),
        _ => Some(Type::OneOf(types)),
    }
}

const IS_MAP: &str = "json.encode(v).startswith(\"{\")";
const IS_ARRAY: &str = "json.encode(v).startswith(\"[\")";

fn named(name: &str) -> Option<Type> {
    Some(match name {
        "bool" => Type::Bool,
        "int" => Type::Int,
        "float" => Type::Float,
        "string" => Type::String,
        _ => return None,
    })
}

fn map_of(others: Arc<SchemaNode>) -> Type {
    Type::Mapping(MappingType { others: Others::Kept(others), ..MappingType::default() })
}

fn any(declared: Place) -> SchemaNode {
    SchemaNode {
        presence: Presence::Optional,
        default: crate::values::Value::unwritten(ValueKind::Unknown),
        ..SchemaNode::any(declared)
    }
}
