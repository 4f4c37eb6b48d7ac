//! The rules of a definition (`x-kubernetes-validations`): whether they can be read, and whether their names and types
//! are those of the schema around them.

use std::sync::{Arc, LazyLock};

use smol_str::SmolStr;

use super::structural::{entries, items, keyword, properties};
use crate::cel::environment::{Environment, MethodAvailability};
use crate::cel::functions::{FORMAT, KUBERNETES, MATH, NAMED_FORMATS, SETS, STANDARD};
use crate::cel::parse::parse;
use crate::cel::resolve::{Resolved, resolve};
use crate::cel::scope::{VariableOrigin, VariableScope, unknown};
use crate::cel::types::TypeSet;
use crate::document::TextDocument;
use crate::problem::{Code, Problem, nearest};
use crate::schema::fields::FieldMap;
use crate::schema::shorthand::ShorthandSite;
use crate::schema::{MappingType, Others, SchemaNode, Type, describe};
use crate::text::{TextRange, TextSize};
use crate::values::flow::flow;
use crate::values::{Key, Value, ValueKind};

/// What the API server evaluates rules with.
pub static ENVIRONMENT: Environment = Environment {
    functions: &[STANDARD, KUBERNETES, FORMAT, NAMED_FORMATS, SETS, MATH],
    parameters: &[],
    described: |_| None,
    method: |_, _| MethodAvailability::Anywhere,
    former_names: &[],
    twin_names: &[],
    is_strict: false,
    merging: "there is no way to make one map of two",
};

static SCOPE: LazyLock<Arc<VariableScope>> = LazyLock::new(|| Arc::new(VariableScope::new(&ENVIRONMENT, true)));

const RULES: &str = "x-kubernetes-validations";
/// What a rule may say.
const KEYS: &[&str] = &["fieldPath", "message", "messageExpression", "optionalOldSelf", "reason", "rule"];
/// What a rule may give as its reason.
const REASONS: &[&str] = &["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/// Everything that is wrong with the rules of a schema that stands in a document. `root`: what it was compiled to.
pub fn problems(schema: &Value, root: &Arc<SchemaNode>, document: &TextDocument) -> Vec<Problem> {
    let mut walk = RuleReader { document, problems: Vec::new() };
    if has_rules(schema) {
        walk.node(schema, &of_root(&cel_node(root)));
    }
    walk.problems
}

fn has_rules(schema: &Value) -> bool {
    let is_rules = |key: &Key| matches!(key, Key::String(key) if key == RULES);
    entries(schema).any(|entry| is_rules(entry.entry_key()) || has_rules(&entry.value)) || items(schema).any(has_rules)
}

/// Of what names a resource, rules see its name only.
fn of_root(root: &Arc<SchemaNode>) -> Arc<SchemaNode> {
    let mut node = SchemaNode::clone(root);
    let metadata = Key::String("metadata".into());
    if let Type::Mapping(ty) = &mut node.ty
        && let Some(field) = ty.fields.get(&metadata).cloned()
        && let Type::Mapping(all) = &field.ty
    {
        let is_seen = |key: &Key| matches!(key, Key::String(key) if key == "name" || key == "generateName");
        let fields = all.fields.iter().filter(|(key, _)| is_seen(key)).map(|(key, it)| (key.clone(), it.clone()));
        let seen = Type::Mapping(MappingType { fields: fields.collect(), ..MappingType::default() });
        ty.fields.insert(metadata, Arc::new(SchemaNode { ty: seen, ..SchemaNode::clone(&field) }));
    }
    Arc::new(node)
}

/// A schema with the names that fields have in expressions: `my-field` is `my__dash__field` there.
pub fn cel_node(node: &Arc<SchemaNode>) -> Arc<SchemaNode> {
    let ty = match &node.ty {
        Type::Mapping(ty) => {
            let mut fields = FieldMap::default();
            for (key, field) in &ty.fields {
                let (name, field) = (key.to_string(), cel_node(field));
                fields.insert(Key::String(escaped(&name).into()), field.clone());
                if RESERVED.contains(&name.as_str()) {
                    fields.insert(Key::String(name.into()), field);
                }
            }
            let others = match &ty.others {
                Others::Kept(others) => Others::Kept(cel_node(others)),
                others => others.clone(),
            };
            let fields = fields.into();
            Type::Mapping(MappingType { fields, others, is_open: ty.is_open, ..MappingType::default() })
        }
        Type::Sequence(item) => Type::Sequence(cel_node(item)),
        _ => return node.clone(),
    };
    Arc::new(SchemaNode { ty, ..SchemaNode::clone(node) })
}

/// Words that some versions take for names of fields as they are, and others only between underscores.
const RESERVED: &[&str] = &[
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "namespace",
    "package",
    "return",
    "var",
    "void",
    "while",
];

/// The name that a field has in expressions.
pub fn escaped(name: &str) -> String {
    if RESERVED.contains(&name) || ["true", "false", "null", "in"].contains(&name) {
        return format!("__{name}__");
    }
    let name = name.replace("__", "__underscores__");
    name.replace('.', "__dot__").replace('-', "__dash__").replace('/', "__slash__")
}

struct RuleReader<'d> {
    document: &'d TextDocument,
    problems: Vec<Problem>,
}

impl RuleReader<'_> {
    fn node(&mut self, schema: &Value, node: &Arc<SchemaNode>) {
        if let Some(rules) = keyword(schema, RULES) {
            items(&rules.value).for_each(|rule| self.rule(rule, node));
        }
        let mapping = node.ty.mapping();
        for entry in properties(schema) {
            let key = Key::String(escaped(&entry.entry_key().to_string()).into());
            if let Some(field) = mapping.and_then(|ty| ty.fields.get(&key)) {
                self.node(&entry.value, field);
            }
        }
        if let (Some(entry), Some(item)) = (keyword(schema, "items"), node.ty.item()) {
            self.node(&entry.value, item);
        }
        if let (Some(entry), Some(Others::Kept(others))) =
            (keyword(schema, "additionalProperties"), mapping.map(|ty| &ty.others))
        {
            self.node(&entry.value, others);
        }
    }

    fn rule(&mut self, rule: &Value, node: &Arc<SchemaNode>) {
        if rule.mapping().is_none() {
            return;
        }
        self.keys(rule);
        let text = |name| keyword(rule, name).and_then(|entry| entry.value.text());
        match text("rule").filter(|text| !text.trim().is_empty()) {
            Some(_) => {}
            None if keyword(rule, "rule").is_some_and(|it| matches!(it.value.kind, ValueKind::Unknown)) => {}
            None => self.problems.push(Problem::new(Code::MissingField, rule.origin, "A rule has no `rule`")),
        }
        let has_message = text("message").is_some_and(|text| !text.trim().is_empty());
        if let Some(message) =
            keyword(rule, "message").filter(|it| it.value.text().is_some_and(|it| it.trim().contains('\n')))
        {
            let problem = Problem::new(Code::StructuralSchema, message.value.origin, "A message is a single line");
            self.problems.push(problem);
        }
        if text("rule").is_some_and(|text| text.trim().contains('\n')) && !has_message {
            let place = keyword(rule, "rule").map_or(rule.origin, |entry| entry.place);
            let problem = Problem::new(Code::StructuralSchema, place, "A rule of several lines needs a `message`");
            self.problems.push(problem.hint("what is said of a value that breaks it would be the rule itself"));
        }
        let is_optional =
            keyword(rule, "optionalOldSelf").is_some_and(|it| matches!(it.value.kind, ValueKind::Bool(true)));
        let before = if is_optional { unknown() } else { node.clone() };
        let scope = Arc::new(SCOPE.with("self", node.clone(), VariableOrigin::Platform));
        let scope = Arc::new(scope.with("oldSelf", before, VariableOrigin::Platform));
        self.expression(rule, "rule", &scope, TypeSet::BOOL);
        self.expression(rule, "messageExpression", &scope, TypeSet::STRING);
    }

    fn keys(&mut self, rule: &Value) {
        for name in ["fieldPath", "message", "messageExpression", "rule"] {
            let is_text = |value: &Value| matches!(value.kind, ValueKind::String(_) | ValueKind::Unknown);
            if let Some(entry) = keyword(rule, name).filter(|entry| !is_text(&entry.value)) {
                let problem =
                    Problem::new(Code::TypeMismatch, entry.value.origin, format!("`{name}` must be a string"));
                self.problems.push(problem.found(entry.value.kind.type_name()));
            }
        }
        for entry in entries(rule) {
            let Key::String(name) = entry.entry_key() else { continue };
            if !KEYS.contains(&name.as_str()) {
                let problem = Problem::new(Code::UnknownField, entry.place, format!("A rule has no `{name}`"));
                self.problems.push(problem.suggest(nearest(name, KEYS.iter().copied()), entry.place));
            }
        }
        let Some(reason) = keyword(rule, "reason") else { return };
        let name = reason.value.text().map(SmolStr::as_str);
        if !name.is_some_and(|name| REASONS.contains(&name)) && !matches!(reason.value.kind, ValueKind::Unknown) {
            let place = reason.value.origin;
            let problem = Problem::new(Code::StructuralSchema, place, "The API server has no such reason");
            let problem = problem.found(flow(&reason.value)).expected(format!("`{}`", REASONS.join("`, `")));
            self.problems.push(problem.suggest(name.and_then(|name| nearest(name, REASONS.iter().copied())), place));
        }
    }

    fn expression(&mut self, rule: &Value, name: &str, scope: &Arc<VariableScope>, wanted: TypeSet) {
        let Some(entry) = keyword(rule, name) else { return };
        let Some(text) = entry.value.text().filter(|text| !text.trim().is_empty()) else { return };
        let site = ShorthandSite::of(&entry.value, self.document);
        let parsed = parse(text, TextRange::up_to(TextSize::of(text.as_str())));
        let Resolved { gives, problems, is_readable, .. } = resolve(text, &parsed, &site, scope);
        let is_fine = problems.is_empty() && is_readable;
        self.problems.extend(problems);
        let found = gives.types(false).filter(|found| is_fine && !found.meets(wanted));
        if found.is_some() {
            let message = format!("`{name}` gives {}", wanted.words());
            let problem = Problem::new(Code::ExpressionType, entry.value.origin, message);
            self.problems.push(problem.found(describe::type_words(&gives.node)));
        }
    }
}

#[cfg(test)]
mod tests;
