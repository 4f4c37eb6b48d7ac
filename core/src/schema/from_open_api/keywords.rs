//! The keywords that bound, name and describe, and what is wrong with their arguments.

use super::{SchemaKeywords, SchemaReader, SourceForm};
use smol_str::SmolStr;

use crate::constraint::{Bound, BoundSide, Constraint, CountBound, Counted, Pattern, number};
use crate::problem::nearest;
use crate::problem::{Code, Problem};
use crate::schema::bounds;
use crate::schema::shorthand::ShorthandDialect;
use crate::schema::shorthand::markers::{MarkerKind, find};
use crate::schema::{Admission, AdmissionRule, Example, Rule, RuleKind, SchemaNode};
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// Every keyword that the platform takes.
const KEYWORDS: &[&str] = &[
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "description",
    "enum",
    "example",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
];
/// The extensions that Kubernetes knows in definitions.
pub(crate) const EXTENSIONS: &[&str] = &[
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
];
/// Keywords that the platform knows, but refuses wherever they say something.
const REFUSED: &[&str] = &["$schema", "additionalItems", "definitions", "dependencies", "id", "patternProperties"];
/// Keywords that hold definitions: only at the root.
const DEFINITIONS: &[&str] = &["$defs", "definitions"];

/// Keywords of JSON Schema that are not read.
const UNREAD: &[&str] = &[
    "additionalItems",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Floats of at least this size may stand for several whole numbers.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

const COUNTS: &[(Counted, BoundSide)] = &[
    (Counted::Characters, BoundSide::Least),
    (Counted::Characters, BoundSide::Most),
    (Counted::Items, BoundSide::Least),
    (Counted::Items, BoundSide::Most),
    (Counted::Keys, BoundSide::Least),
    (Counted::Keys, BoundSide::Most),
];

impl<'a> SchemaReader<'a> {
    /// Reports what is no keyword, and keywords that the platform refuses.
    pub(super) fn unknown_keywords(&mut self, keywords: &SchemaKeywords<'a>) {
        for entry in &keywords.0 {
            let Key::String(name) = entry.entry_key() else { continue };
            let is_exact = self.form == SourceForm::Definition;
            let is_same = |keyword: &str| if is_exact { keyword == name } else { keyword.eq_ignore_ascii_case(name) };
            let is_listed = |list: &[&str]| list.iter().any(|keyword| is_same(keyword));
            let is_extension = name.starts_with("x-") && !is_exact || is_listed(EXTENSIONS);
            if is_extension || is_listed(KEYWORDS) || self.depth == 1 && is_listed(DEFINITIONS) {
                continue;
            }
            if !is_listed(REFUSED) {
                let message = format!("The platform has no keyword `{name}`");
                let problem = Problem::new(Code::SchemaKeyword, entry.place, message);
                let extensions: &[&str] = if is_exact { EXTENSIONS } else { &[] };
                let known = KEYWORDS.iter().chain(extensions).copied();
                self.problems.push(problem.suggest(nearest(name, known), entry.place));
            } else if says_something(&entry.value) {
                self.report(Code::SchemaKeyword, entry.place, format!("The platform does not support `{name}`"));
            }
        }
    }

    pub(super) fn documentation(&mut self, keywords: &SchemaKeywords<'a>, node: &mut SchemaNode) {
        node.title = self.text(keywords, "title");
        node.description = self.text(keywords, "description");
        node.extensions = keywords.0.iter().filter_map(|entry| extension(entry)).collect();
        node.deprecated = keywords.is_true("deprecated").then(String::new);
        let listed = keywords.value("examples").and_then(Value::sequence);
        let examples =
            keywords.value("example").into_iter().chain(listed.into_iter().flat_map(|examples| examples.iter()));
        node.examples = examples.map(|value| Example { description: String::new(), value: value.clone() }).collect();
    }

    /// Everything that constrains values.
    pub(super) fn constraints(&mut self, keywords: &SchemaKeywords<'a>, node: &mut SchemaNode) {
        for (side, minimum, exclusive) in
            [(BoundSide::Least, "minimum", "exclusiveMinimum"), (BoundSide::Most, "maximum", "exclusiveMaximum")]
        {
            self.bound(keywords, node, side, (minimum, exclusive));
        }
        if let Some(factor) = self.argument(keywords, "multipleOf", "a number", |value| number(&value.kind)) {
            self.add(keywords, node, "multipleOf", Constraint::MultipleOf(factor));
        }
        for (of, side) in COUNTS {
            let name = CountBound { of: *of, side: *side, count: 0 }.keyword();
            if let Some(count) = self.argument(keywords, name, "a whole number", whole) {
                self.add(keywords, node, name, Constraint::Count(CountBound { of: *of, side: *side, count }));
            }
        }
        if let Some(pattern) = self.text(keywords, "pattern") {
            self.add(keywords, node, "pattern", Constraint::Pattern(Pattern::new(&pattern)));
        }
        if let Some(format) = self.text(keywords, "format") {
            self.add(keywords, node, "format", Constraint::Format(format.into()));
        }
        if self.flag(keywords, "uniqueItems") {
            self.add(keywords, node, "uniqueItems", Constraint::UniqueItems);
        }
        self.allowed(keywords, node);
        self.problems.extend(bounds::problems(&node.rules));
    }

    /// A bound, and whether it is exclusive, which is said beside it.
    fn bound(&mut self, keywords: &SchemaKeywords<'a>, node: &mut SchemaNode, side: BoundSide, names: (&str, &str)) {
        let (bound, exclusive) = names;
        let number = self.argument(keywords, bound, "a number", |value| number(&value.kind));
        let is_exclusive = self.exclusive(keywords, bound, exclusive);
        if let Some(number) = number {
            self.add(keywords, node, bound, Constraint::Bound(Bound { side, number, is_exclusive }));
        }
    }

    /// Whether a bound is exclusive. Newer versions of JSON Schema have the bound itself there.
    fn exclusive(&mut self, keywords: &SchemaKeywords<'a>, bound: &str, exclusive: &str) -> bool {
        match keywords.value(exclusive) {
            Some(value) if number(&value.kind).is_some() => {
                let message = format!("`{exclusive}` takes true or false");
                let problem = Problem::new(Code::SchemaKeyword, value.origin, message);
                let written = flow(value);
                let hint = format!("write `{bound}: {written}` and `{exclusive}: true`");
                self.problems.push(problem.found(written).hint(hint));
                false
            }
            _ => self.flag(keywords, exclusive),
        }
    }

    /// A keyword that takes true or false.
    pub(super) fn flag(&mut self, keywords: &SchemaKeywords<'a>, name: &str) -> bool {
        let flag = self.argument(keywords, name, "true or false", |value| match value.kind {
            ValueKind::Bool(flag) => Some(flag),
            _ => None,
        });
        flag.unwrap_or(false)
    }

    fn allowed(&mut self, keywords: &SchemaKeywords<'a>, node: &mut SchemaNode) {
        let Some(entry) = keywords.entry("enum") else { return };
        match &entry.value.kind {
            ValueKind::Sequence(values) if values.is_empty() => {}
            ValueKind::Sequence(values) => {
                let kind = RuleKind::OneOf(values.iter().cloned().collect());
                node.rules.push(Rule::new(kind, entry.place));
            }
            kind => self.wrong_argument(&entry.value, "enum", "a list of values", kind.type_name()),
        }
    }

    /// Adds a constraint, and warns if it says nothing of the type.
    fn add(&mut self, keywords: &SchemaKeywords<'a>, node: &mut SchemaNode, name: &str, constraint: Constraint) {
        let Some(entry) = keywords.entry(name) else { return };
        let kind = find(name, ShorthandDialect::OpenChoreo).map(|marker| marker.kind);
        if let Some(kind) = kind.filter(|kind| !kind.suits(&node.ty)) {
            self.unsuitable(kind, entry.place, name, node);
        }
        let kind = RuleKind::Constraint(constraint);
        node.rules.push(Rule::new(kind, entry.value.origin));
    }

    fn unsuitable(&mut self, kind: MarkerKind, place: crate::text::Place, name: &str, node: &SchemaNode) {
        let message = format!("`{name}` has no effect: it is for {}", kind.applies_to());
        let problem = Problem::new(Code::UnsuitableMarker, place, message);
        let ty = crate::schema::conform::type_word(&node.ty);
        self.problems.push(problem.found(format!("the type {ty}")));
    }

    /// The text of a keyword; `None` if it is empty, which counts as not given.
    fn text(&mut self, keywords: &SchemaKeywords<'a>, name: &str) -> Option<String> {
        let text = self.argument(keywords, name, "text", |value| match &value.kind {
            ValueKind::String(text) => Some(text.to_string()),
            _ => None,
        });
        text.filter(|text| !text.is_empty())
    }

    /// The map that a keyword takes.
    pub(super) fn map(&mut self, name: &str, value: &'a Value) -> Option<&'a MappingValue> {
        match &value.kind {
            ValueKind::Mapping(mapping) => Some(&**mapping),
            ValueKind::Unknown | ValueKind::Null => None,
            kind => {
                self.wrong_argument(value, name, "a map", kind.type_name());
                None
            }
        }
    }

    /// The argument of a keyword, read; a problem at it if it cannot be.
    fn argument<T>(
        &mut self,
        keywords: &SchemaKeywords<'a>,
        name: &str,
        takes: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let value = keywords.value(name)?;
        if matches!(value.kind, ValueKind::Unknown) {
            return None;
        }
        let argument = read(value);
        if argument.is_none() {
            self.wrong_argument(value, name, takes, value.kind.type_name());
        }
        argument
    }

    fn wrong_argument(&mut self, value: &Value, name: &str, takes: &str, found: &str) {
        let problem = Problem::new(Code::SchemaKeyword, value.origin, format!("`{name}` takes {takes}"));
        self.problems.push(problem.found(found).expected(takes));
    }
}

/// What keywords demand that are not read, as rules that nobody evaluates.
pub(super) fn unread(keywords: &SchemaKeywords<'_>) -> Vec<Rule> {
    let unread = UNREAD.iter().filter_map(|name| keywords.entry(name));
    let written = |entry: &Fragment| Some(format!("{}: {}", entry.entry_key(), flow(&entry.value)));
    unread.map(|entry| Rule::new(RuleKind::Unevaluated(written(entry)), entry.place)).collect()
}

/// The rules of the API server.
pub(super) fn admission(keywords: &SchemaKeywords<'_>) -> Vec<Rule> {
    let listed = |name| keywords.value(name).and_then(Value::sequence).into_iter().flat_map(|items| items.iter());
    let keys: Vec<SmolStr> = listed("x-kubernetes-list-map-keys").filter_map(Value::text).cloned().collect();
    let keys = (!keys.is_empty()).then_some((Admission::ListKeys(keys), "x-kubernetes-list-map-keys"));
    let is_set = keywords.value("x-kubernetes-list-type").and_then(Value::text).is_some_and(|ty| ty == "set");
    let distinct = is_set.then_some((Admission::DistinctItems, "x-kubernetes-list-type"));
    let declared = |name| keywords.entry(name).map_or(Place::NOWHERE, |entry| entry.place);
    let of_lists = keys.into_iter().chain(distinct).map(|(rule, name)| (rule, declared(name)));
    let expressions = listed("x-kubernetes-validations").filter_map(expression);
    let rules = expressions.map(|(rule, place)| (Admission::Expression(rule), place)).chain(of_lists);
    rules.map(|(rule, place)| Rule::new(RuleKind::Admission(rule), place)).collect()
}

/// A rule, and where it is written: as a map, or as nothing but the expression.
fn expression(value: &Value) -> Option<(AdmissionRule, Place)> {
    if let Some(text) = value.text() {
        return Some((AdmissionRule::new(text.clone()), value.origin));
    }
    let text = |name| value.field(&[name]).and_then(Value::text).filter(|text| !text.is_empty()).cloned();
    let rule =
        AdmissionRule { message: text("message"), field_path: text("fieldPath"), ..AdmissionRule::new(text("rule")?) };
    Some((rule, value.field(&["rule"]).map_or(value.origin, |rule| rule.origin)))
}

fn whole(value: &Value) -> Option<i64> {
    match value.kind {
        ValueKind::Int(int) => i64::try_from(int.get()).ok(),
        // JSON knows numbers only: 1.0 is 1.
        ValueKind::Float(float) if float.fract() == 0.0 && float.abs() < MOST_EXACT => Some(float as i64),
        _ => None,
    }
}

/// Whether an argument is more than an empty text, list or map.
fn says_something(argument: &Value) -> bool {
    match &argument.kind {
        ValueKind::Null | ValueKind::Unknown => false,
        ValueKind::String(text) => !text.is_empty(),
        ValueKind::Mapping(mapping) => !mapping.entries.is_empty(),
        _ => true,
    }
}

/// What a keyword says for other tools, if it is one of theirs.
fn extension(entry: &Fragment) -> Option<(SmolStr, Value)> {
    let Key::String(name) = entry.entry_key() else { return None };
    let is_theirs = name.starts_with("x-") && !name.starts_with("x-kubernetes-");
    is_theirs.then(|| (name.clone(), entry.value.clone()))
}
