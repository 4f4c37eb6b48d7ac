//! Rules as keywords, as far as there are keywords for them.

use super::super::{Object, array, bool, string};
use crate::constraint::{BoundSide, ConstrainedKind, Constraint, CountBound, Counted};
use crate::formats::StringFormat;
use crate::schema::shorthand::values::number_kind;
use crate::schema::{Emptiness, MappingType, Rule, RuleKind, SchemaNode, Type, When};
use crate::values::{Key, Value, ValueKind};

/// Go's durations, but for numbers that are too large.
const DURATION: &str = r"^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";

/// What the rules of a node demand, and that something is set.
pub(super) fn with_rules(object: Object, node: &SchemaNode) -> Object {
    let rules = node.rules.iter().fold(Object::default(), |object, rule| with_rule(object, rule, node));
    let object = match &node.emptiness {
        Some(Emptiness { is_allowed: true, .. }) if !rules.0.is_empty() => {
            let empty = array(vec![string(""), int(0), array(Vec::new())]);
            object.with("anyOf", array(vec![Object::default().with("enum", empty).value(), rules.value()]))
        }
        _ => Object(object.0.into_iter().chain(rules.0).collect()),
    };
    let refused = node.emptiness.iter().flat_map(|emptiness| &emptiness.refused);
    refused.fold(object, |object, kind| match kind {
        ConstrainedKind::Text => object.and("minLength", int(1)),
        ConstrainedKind::Sequence => object.and("minItems", int(1)),
        ConstrainedKind::Mapping => object.and("minProperties", int(1)),
        ConstrainedKind::Number => object.and("not", Object::default().with("const", int(0)).value()),
    })
}

/// Whether a rule says that null, which the type allows, is no value.
pub(super) fn refuses_null(node: &SchemaNode) -> bool {
    node.rules.iter().any(|rule| matches!(rule.when, When::Always) && matches!(rule.kind, RuleKind::NotNull))
}

/// Whether a default is refused: because nothing is set, or by a rule that a keyword stands for.
pub(super) fn refuse_default(node: &SchemaNode, default: &Value) -> bool {
    if matches!(default.kind, ValueKind::Null) {
        return refuses_null(node);
    }
    if let (Some(emptiness), Some(kind)) = (&node.emptiness, ConstrainedKind::of_empty(&default.kind)) {
        let is_refused = emptiness.refused.contains(&kind);
        // Rules wait until something is set.
        if is_refused || emptiness.is_allowed || kind == ConstrainedKind::Text {
            return is_refused;
        }
    }
    let mut rules = node.rules.iter().filter(|rule| matches!(rule.when, When::Always));
    // What is not null meets that rule.
    rules.any(|rule| !matches!(rule.kind, RuleKind::NotNull) && rule.kind.violation(default).is_some())
}

fn with_rule(object: Object, rule: &Rule, node: &SchemaNode) -> Object {
    if !matches!(rule.when, When::Always) {
        return object;
    }
    match &rule.kind {
        RuleKind::Constraint(constraint) => with_constraint(object, constraint),
        RuleKind::OneOf(values) => with_choice(object, values, node),
        RuleKind::Min(bound) => with_bound(object, "minimum", bound),
        RuleKind::Max(bound) => with_bound(object, "maximum", bound),
        RuleKind::MinLen(length) => with_length(object, node, BoundSide::Least, *length),
        RuleKind::MaxLen(length) => with_length(object, node, BoundSide::Most, *length),
        RuleKind::NotNull if matches!(node.ty, Type::Any) => object.and("not", of_type("null")),
        RuleKind::OneNotNull(keys) => with_one_not_null(object, node, keys.as_deref()),
        RuleKind::NotNull
        | RuleKind::Composition(_)
        | RuleKind::Admission(_)
        | RuleKind::Unmeetable(_)
        | RuleKind::Nothing
        | RuleKind::Function { .. }
        | RuleKind::Predicate { .. }
        | RuleKind::Unevaluated(_) => object,
    }
}

fn with_constraint(object: Object, constraint: &Constraint) -> Object {
    let keyword = constraint.keyword();
    match constraint {
        Constraint::Bound(bound) => object.and_some(keyword, number(bound.number)),
        Constraint::MultipleOf(factor) => object.and_some(keyword, number(*factor)),
        Constraint::Count(count) => object.and(keyword, int(count.count)),
        Constraint::Pattern(pattern) => object.and(keyword, string(pattern.text())),
        Constraint::StartsWith(start) => object.and(keyword, string(&format!("^{}", literal(start)))),
        Constraint::EndsWith(end) => object.and(keyword, string(&format!("{}$", literal(end)))),
        Constraint::Format(format) => object.and(keyword, string(format)),
        Constraint::Form(format) => with_format(object, *format),
        Constraint::UniqueItems => object.and(keyword, bool(true)),
    }
}

/// JSON Schema knows most of the formats; the others are patterns.
fn with_format(object: Object, format: StringFormat) -> Object {
    match format {
        StringFormat::Ip => {
            let form = |name| Object::default().with("format", string(name)).value();
            object.and("anyOf", array(vec![form("ipv4"), form("ipv6")]))
        }
        StringFormat::Port => {
            let digits = r"^0*([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$";
            object.and("minimum", int(0)).and("maximum", int(65535)).and("pattern", string(digits))
        }
        // What is all digits behind the last dot is an address; JSON Schema lets it pass.
        StringFormat::Hostname => {
            let format = object.and("format", string(format.name()));
            format.and("pattern", string(r"[A-Za-z-][A-Za-z0-9-]*\.?$"))
        }
        StringFormat::Percent => object.and("pattern", string("^[0-9]+%$")),
        StringFormat::Duration => object.and("pattern", string(DURATION)),
        format => object.and("format", string(format.name())),
    }
}

/// `enum`, with null where rules do not ask about it. A map is filled before it is compared, so maps are left out.
fn with_choice(object: Object, values: &[Value], node: &SchemaNode) -> Object {
    if values.iter().any(|value| value.mapping().is_some()) {
        return object;
    }
    let takes_null = node.nullable && !refuses_null(node);
    let has_null = values.iter().any(|value| matches!(value.kind, ValueKind::Null));
    let null = (takes_null && !has_null).then(|| Value::unwritten(ValueKind::Null));
    object.and("enum", array(values.iter().cloned().chain(null).collect()))
}

/// A bound of numbers; other values are compared with others of their type, which JSON Schema cannot say.
fn with_bound(object: Object, keyword: &str, bound: &Value) -> Object {
    let is_number = matches!(bound.kind, ValueKind::Int(_) | ValueKind::Float(_));
    object.and_some(keyword, is_number.then(|| bound.clone()))
}

/// ytt counts whatever has a length, JSON Schema has a keyword for each type.
fn with_length(object: Object, node: &SchemaNode, side: BoundSide, count: i64) -> Object {
    let counted: &[Counted] = match &node.ty {
        Type::String => &[Counted::Characters],
        Type::Sequence(_) => &[Counted::Items],
        // The keys that defaults fill in are counted, too.
        Type::Mapping(ty) if ty.fields.is_empty() => &[Counted::Keys],
        Type::Any => &[Counted::Characters, Counted::Items, Counted::Keys],
        _ => &[],
    };
    counted.iter().fold(object, |object, of| object.and(CountBound { of: *of, side, count }.keyword(), int(count)))
}

/// Exactly one of some keys is given something else than null, or has a default that is not null.
fn with_one_not_null(object: Object, node: &SchemaNode, keys: Option<&[Value]>) -> Object {
    let Some(ty) = node.ty.mapping().filter(|ty| !ty.has_free_keys() && !ty.is_open) else { return object };
    let keys: Vec<Key> = match keys {
        Some(keys) => keys.iter().filter_map(|key| Key::of(&key.kind)).collect(),
        None => ty.fields.keys().cloned().collect(),
    };
    let choices = keys.iter().filter_map(|key| is_not_null(ty, key)).collect();
    object.and("oneOf", array(choices))
}

/// That a key of a map is not null.
fn is_not_null(ty: &MappingType, key: &Key) -> Option<Value> {
    let field = ty.fields.get(key)?;
    let name = key.to_string();
    let not_null = Object::default().with("not", of_type("null")).value();
    let is_null_by_default = !field.is_defaulted() || matches!(field.default.kind, ValueKind::Null);
    let required = is_null_by_default.then(|| array(vec![string(&name)]));
    let properties = Object::default().with(&name, not_null).value();
    Some(Object::default().with_some("required", required).with("properties", properties).value())
}

fn of_type(name: &str) -> Value {
    Object::default().with("type", string(name)).value()
}

/// Text as a regular expression that matches just it.
fn literal(text: &str) -> String {
    let mut literal = String::new();
    for character in text.chars() {
        if r"^$\.*+?()[]{}|/".contains(character) {
            literal.push('\\');
        }
        literal.push(character);
    }
    literal
}

/// A number; `None` where JSON has none for it.
fn number(number: f64) -> Option<Value> {
    number.is_finite().then(|| Value::unwritten(number_kind(number)))
}

fn int(int: i64) -> Value {
    Value::unwritten(ValueKind::int(int))
}
