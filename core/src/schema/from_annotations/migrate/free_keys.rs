//! Maps whose keys are not all declared. To released ytt they may be anything; a rule says what it can of them.

use super::kinds::kinds;
use super::{Migration, Owner};
use crate::constraint::ConstrainedKind;
use crate::schema::Type;
use crate::schema::import::starlark::quoted;
use crate::values::arguments::ArgumentKind;
use crate::values::fragment::{AttachedAnnotation, Fragment};
use crate::values::{Integer, Value, ValueKind};
use crate::yaml::{Node, Placed};

/// What is said of a map with free keys.
pub(super) struct FreeKeys {
    /// What is valid, in words.
    words: Vec<String>,
    /// The same as conditions of `v`.
    conditions: Vec<String>,
    /// Whether the condition says all of it.
    pub(super) is_exact: bool,
    /// Whether there must be a key.
    pub(super) must_be_given: bool,
}

impl FreeKeys {
    /// The rule: words, and a condition of `v`.
    pub(super) fn rule(&self) -> (String, String) {
        (self.words.join(", "), self.conditions.join(" and "))
    }

    fn add(&mut self, words: String, condition: String) {
        self.words.push(words);
        self.conditions.push(condition);
    }
}

impl<'a> Migration<'a> {
    /// What holds of a map whose keys are not all declared; `None` for another node.
    pub(super) fn free_keys(&mut self, value: Placed<'a, Node>) -> Option<FreeKeys> {
        value.mapping()?;
        let owners = self.owners(value);
        let free = owners.iter().find(|owner| self.is_free(owner))?;
        let is_map = "json.encode(v).startswith(\"{\")".to_owned();
        let (words, is_exact) = (vec!["a map".to_owned()], owners.len() == 1);
        let mut found = FreeKeys { words, conditions: vec![is_map], is_exact, must_be_given: false };
        if found.is_exact {
            let (fragment, _) = self.fragment(free);
            self.values(&fragment, &mut found);
            if let Some(attached) = fragment.annotation("schema/key").filter(|_| !is_any_key(&fragment)) {
                self.keys(&fragment, attached, &mut found);
            }
        }
        Some(found)
    }

    /// Whether an entry stands for keys that are not declared.
    pub(super) fn is_free(&self, owner: &Owner<'_>) -> bool {
        let (fragment, _) = self.fragment(owner);
        let pattern = fragment.annotation("schema/key");
        is_any_key(&fragment) || pattern.is_some_and(|it| it.arguments.keyword("allowed").is_some())
    }

    /// Whether a map declares no key.
    pub(super) fn is_only_free(&self, value: Placed<'a, Node>) -> bool {
        value.mapping().is_some() && self.owners(value).iter().all(|owner| self.is_free(owner))
    }

    /// What holds of each value.
    fn values(&self, fragment: &Fragment, found: &mut FreeKeys) {
        let compiled = self.compiled(fragment);
        let has_rules = !compiled.rules.is_empty() || compiled.nullable && !matches!(compiled.ty, Type::Any);
        let is_set = compiled.emptiness.as_ref().is_some_and(|emptiness| !emptiness.refused.is_empty());
        let (words, test) = match &compiled.ty {
            Type::Any if !has_rules => return,
            Type::String => ("text", "type(v[k]) == \"string\""),
            Type::Int => ("a whole number", "type(v[k]) == \"int\""),
            Type::Float => ("a number", "type(v[k]) in [\"int\", \"float\"]"),
            Type::Bool => ("true or false", "type(v[k]) == \"bool\""),
            Type::Sequence(_) => ("an array", "json.encode(v[k]).startswith(\"[\")"),
            Type::Mapping(_) => ("a map", "json.encode(v[k]).startswith(\"{\")"),
            _ => return found.is_exact = false,
        };
        found.is_exact = !has_rules && compiled.ty.inner().next().is_none();
        let set = match kinds(&compiled.ty).first() {
            Some(ConstrainedKind::Text) if is_set => " and v[k] != \"\"",
            Some(ConstrainedKind::Number) if is_set => " and v[k] != 0",
            _ => "",
        };
        found.words = vec![format!("a map in which every value is {words}")];
        found.conditions.push(format!("all([{test}{set} for k in v])"));
    }

    /// What holds of the keys, and how many there are.
    fn keys(&mut self, fragment: &Fragment, attached: &AttachedAnnotation, found: &mut FreeKeys) {
        if let Some(allowed) = attached.arguments.keyword("allowed") {
            let source = self.source(attached, allowed.value.range);
            match allowed.value.text() {
                Some("any") => {}
                Some(_) => {
                    self.needs.modules.insert("regexp");
                    let condition = format!("all([regexp.match({source}, k) for k in v])");
                    found.add(format!("with keys that match {source}"), condition);
                }
                None => {
                    let takes_name =
                        matches!(&allowed.value.kind, ArgumentKind::Lambda(it) if it.parameters == Some(2));
                    let name =
                        fragment.key().filter(|_| takes_name).map(|key| format!(", {}", quoted(&key.to_string())));
                    let name = name.unwrap_or_default();
                    let condition = format!("all([bool(({source})(k{name})) for k in v])");
                    found.add(format!("with keys that `{source}` accepts"), condition);
                }
            }
        }
        let missing_ok = attached.arguments.keyword("missing_ok").map(|keyword| &keyword.value.kind);
        match attached.arguments.keyword("expects") {
            None if matches!(missing_ok, Some(ArgumentKind::Literal(Value { kind: ValueKind::Bool(true), .. }))) => {}
            None => {
                found.add("with one key".to_owned(), "len(v) == 1".to_owned());
                found.must_be_given = true;
            }
            Some(expects) => {
                let source = self.source(attached, expects.value.range);
                match count(&expects.value.kind, &source) {
                    Some((condition, allows_none)) => {
                        found.must_be_given = !allows_none;
                        found.add(format!("with so many keys: {source}"), condition);
                    }
                    None => found.is_exact = false,
                }
            }
        }
    }
}

/// What is said of the number of keys, as a condition of `v`, and whether there may be none.
fn count(kind: &ArgumentKind, source: &str) -> Option<(String, bool)> {
    let is_int = |it: &Value| matches!(it.kind, ValueKind::Int(_));
    let is_zero = |it: &Value| matches!(it.kind, ValueKind::Int(Integer::ZERO));
    match kind {
        ArgumentKind::Literal(value) => match &value.kind {
            ValueKind::Int(count) => Some((format!("len(v) == {count}"), *count == Integer::ZERO)),
            ValueKind::String(text) => {
                let count: u32 = text.strip_suffix('+')?.parse().ok()?;
                Some((format!("len(v) >= {count}"), count == 0))
            }
            ValueKind::Sequence(counts) if counts.iter().all(is_int) => {
                Some((format!("len(v) in {source}"), counts.iter().any(is_zero)))
            }
            _ => None,
        },
        ArgumentKind::Lambda(_) | ArgumentKind::Expression => Some((format!("bool(({source})(len(v)))"), true)),
        _ => None,
    }
}

fn is_any_key(fragment: &Fragment) -> bool {
    fragment.annotation("schema/any-key").is_some()
}
