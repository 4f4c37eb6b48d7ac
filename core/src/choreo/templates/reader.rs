//! Where a specification has its templates, and which variables are known in each.

use std::sync::Arc;

use super::{BLOCKS, RULES, TemplatesInput};
use crate::cel::embedded::{EmbeddedEnd, EmbeddedExpression, Quoting, embedded, is_whole};
use crate::cel::resolve::element;
use crate::cel::scope::{VariableOrigin, VariableScope, object, object_of, of_type, unknown};
use crate::cel::{TemplateText, Templates, mistakes};
use crate::document::TextDocument;
use crate::schema::SchemaNode;
use crate::schema::sections::SchemaLayout;
use crate::schema::shorthand::ShorthandSite;
use crate::text::{Place, TextRange, TextSize};
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// Keys that hold templates as they are.
const PLAIN: &[&str] = &["runTemplate", "resource", "externalRefs"];
/// Keys of an embedded trait that hold templates.
const EMBEDDED: &[&str] = &["parameters", "environmentConfigs"];

/// Finds the texts with expressions of a specification; whether it has any template, with expressions or without.
pub(super) fn read(input: &TemplatesInput<'_>, scope: &Arc<VariableScope>) -> (Templates, bool) {
    let needs_braces = input.layout == Some(SchemaLayout::Sections);
    let mut reader = TemplateReader {
        document: input.document,
        needs_braces,
        applied: None,
        has_any: false,
        templates: Templates::default(),
    };
    reader.spec(input, scope);
    (reader.templates, reader.has_any)
}

struct TemplateReader<'a> {
    document: &'a TextDocument,
    /// Whether every expression stands in `${…}`. In older versions, that of `where` need not.
    needs_braces: bool,
    /// What became of the resources of a type, by their `id`.
    applied: Option<Arc<SchemaNode>>,
    /// Whether there is any template.
    has_any: bool,
    templates: Templates,
}

/// What the only expression of a text gives.
struct GivenExpression {
    node: Arc<SchemaNode>,
    /// The expression, without `${` and `}`.
    place: Place,
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.field(&[name]).and_then(Value::sequence).into_iter().flat_map(|items| items.iter())
}

impl TemplateReader<'_> {
    fn spec(&mut self, input: &TemplatesInput<'_>, scope: &Arc<VariableScope>) {
        if input.kind.ends_with("ResourceType") {
            self.applied = Some(applied(input.spec));
            let scope = self.with_applied(scope);
            items(input.spec, "outputs").for_each(|output| self.template(output, &scope));
        }
        for block in BLOCKS.iter().flat_map(|name| items(input.spec, name)) {
            self.has_any = true;
            self.block(block, scope);
        }
        for rule in RULES.iter().flat_map(|name| items(input.spec, name)) {
            self.has_any = true;
            self.rule(rule, scope);
        }
        for value in PLAIN.iter().filter_map(|name| input.spec.field(&[*name])) {
            self.has_any = true;
            self.template(value, scope);
        }
        if input.kind.ends_with("ComponentType") {
            let embedded = items(input.spec, "traits");
            let values = embedded.flat_map(|embedded| EMBEDDED.iter().filter_map(|name| embedded.field(&[*name])));
            // They are evaluated for each component, and nobody looks at them before.
            let scope = Arc::new(scope.unchecked());
            values.for_each(|values| self.template(values, &scope));
        }
    }

    /// Where it is known what became of the resources.
    fn with_applied(&self, scope: &Arc<VariableScope>) -> Arc<VariableScope> {
        match &self.applied {
            Some(applied) => Arc::new(scope.with("applied", applied.clone(), VariableOrigin::Platform)),
            None => scope.clone(),
        }
    }

    /// Something that is made or changed, once or for each item of a list.
    fn block(&mut self, block: &Value, scope: &Arc<VariableScope>) {
        let inner = self.repeated(block, scope);
        for entry in entries(block) {
            match text_key(entry) {
                "forEach" | "var" => {}
                "includeWhen" => self.early_condition(block, entry, scope),
                "target" => self.target(&entry.value, &inner),
                "readyWhen" => self.condition(entry, &self.with_applied(&inner)),
                _ => self.template(&entry.value, &inner),
            }
        }
    }

    /// What is known in something that may be repeated for each item of a list.
    fn repeated(&mut self, block: &Value, scope: &Arc<VariableScope>) -> Arc<VariableScope> {
        match block.entry("forEach") {
            Some(each) => self.each(each, block.entry("var"), scope),
            None => scope.clone(),
        }
    }

    /// A condition that is looked at before the list is.
    fn early_condition(&mut self, block: &Value, entry: &Fragment, scope: &Arc<VariableScope>) {
        let before = self.templates.problems.len();
        self.condition(entry, scope);
        let found = self.templates.problems.iter_mut().skip(before);
        mistakes::too_early(found, text_key(entry), block.field(&["var"]).and_then(Value::text));
    }

    /// `forEach`, and the variables of what is repeated.
    fn each(&mut self, each: &Fragment, var: Option<&Fragment>, scope: &Arc<VariableScope>) -> Arc<VariableScope> {
        let given = self.only_expression(each, scope);
        let problem = given.as_ref().and_then(|given| mistakes::not_iterable(&given.node, scope, given.place));
        self.templates.problems.extend(problem);
        let node = given.map_or_else(unknown, |given| given.node);
        let element = element(&node);
        let item = if element.is_map {
            of_type(object([("key", element.key), ("value", element.value)]))
        } else {
            element.value
        };
        match var {
            None => {
                self.templates.problems.push(mistakes::no_var(each.place));
                Arc::new(scope.with("item", item, VariableOrigin::Loop(each.place)))
            }
            Some(var) => match var.value.text() {
                Some(name) => Arc::new(scope.with(name, item, VariableOrigin::Loop(var.value.origin))),
                None => scope.clone(),
            },
        }
    }

    /// What a patch is applied to: names, and a condition for each resource that has them.
    fn target(&mut self, target: &Value, scope: &Arc<VariableScope>) {
        for entry in entries(target) {
            match text_key(entry) {
                "where" => self.condition(entry, &with_resource(scope)),
                _ => self.template(&entry.value, scope),
            }
        }
    }

    /// What must hold; of what was made, perhaps for each item of a list.
    fn rule(&mut self, rule: &Value, scope: &Arc<VariableScope>) {
        let inner = self.repeated(rule, scope);
        for entry in entries(rule) {
            match text_key(entry) {
                "when" => self.early_condition(rule, entry, scope),
                "rule" => self.condition(entry, &with_resource(&inner)),
                "target" => self.target(&entry.value, &inner),
                _ => {}
            }
        }
    }

    /// A text that is one expression, which gives a boolean.
    fn condition(&mut self, entry: &Fragment, scope: &Arc<VariableScope>) {
        let given = self.only_expression(entry, scope);
        let problem = given.and_then(|given| mistakes::no_condition(text_key(entry), &given.node, given.place));
        self.templates.problems.extend(problem);
    }

    /// Reads a text that is nothing but an expression; `None` where it is something else.
    fn only_expression(&mut self, entry: &Fragment, scope: &Arc<VariableScope>) -> Option<GivenExpression> {
        let Some(text) = entry.value.text() else {
            if !matches!(entry.value.kind, ValueKind::Null | ValueKind::Unknown) {
                self.templates.problems.push(mistakes::no_expression(text_key(entry), entry.value.origin));
            }
            return None;
        };
        let mut found = embedded(text, Quoting::Both);
        if found.is_empty() && text_key(entry) == "where" && !self.needs_braces {
            // Only this key may leave the braces out.
            let range = TextRange::up_to(TextSize::of(text.as_str()));
            found.push(EmbeddedExpression { range, inner: range, end: EmbeddedEnd::Closed });
        }
        let is_only = is_whole(text, &found) || matches!(&found[..], [only] if only.range == only.inner);
        if !is_only && found.iter().all(|it| it.end == EmbeddedEnd::Closed) {
            self.templates.problems.push(mistakes::no_expression(text_key(entry), entry.value.origin));
        } else if is_only && text.starts_with(char::is_whitespace) {
            let problem = mistakes::no_expression(text_key(entry), entry.value.origin);
            self.templates.problems.push(problem.hint("spaces may follow it, but not precede it"));
        }
        let at = self.text(&entry.value, found, scope)?;
        let text = self.templates.texts.get(at).filter(|_| is_only)?;
        let (embedded, resolved) = text.expressions.first()?;
        Some(GivenExpression { node: resolved.gives.node.clone(), place: text.site.place(embedded.inner) })
    }

    /// Every text in a value, its keys included.
    fn template(&mut self, value: &Value, scope: &Arc<VariableScope>) {
        match &value.kind {
            ValueKind::String(text) => drop(self.text(value, embedded(text, Quoting::Both), scope)),
            ValueKind::Sequence(items) => items.iter().for_each(|item| self.template(item, scope)),
            ValueKind::Mapping(mapping) => self.entries(mapping, scope),
            _ => {}
        }
    }

    fn entries(&mut self, mapping: &MappingValue, scope: &Arc<VariableScope>) {
        for entry in &mapping.entries {
            if let Key::String(key) = entry.entry_key() {
                let value = Value { origin: entry.place, kind: ValueKind::String(key.clone()) };
                self.text(&value, embedded(key, Quoting::Both), scope);
            }
            self.template(&entry.value, scope);
        }
    }

    /// Keeps a text if it holds expressions, and gives where.
    fn text(&mut self, value: &Value, found: Vec<EmbeddedExpression>, scope: &Arc<VariableScope>) -> Option<usize> {
        let text = value.text().filter(|_| !found.is_empty())?.clone();
        let site = ShorthandSite::of(value, self.document);
        let read = TemplateText::read(&text, site, found, scope, &mut self.templates.problems);
        self.templates.texts.push(read);
        Some(self.templates.texts.len() - 1)
    }
}

/// What became of the resources that a specification makes.
fn applied(spec: &Value) -> Arc<SchemaNode> {
    let ids = items(spec, "resources").filter_map(|item| item.field(&["id"])?.text().cloned());
    let status = || of_type(object([("status", unknown())]));
    of_type(object_of(ids.map(|id| (id, status()))))
}

fn entries(value: &Value) -> impl Iterator<Item = &Fragment> {
    value.mapping().into_iter().flat_map(|mapping| &mapping.entries)
}

fn text_key(entry: &Fragment) -> &str {
    match entry.entry_key() {
        Key::String(key) => key,
        _ => "",
    }
}

/// Where each generated resource is looked at by itself.
fn with_resource(scope: &Arc<VariableScope>) -> Arc<VariableScope> {
    Arc::new(scope.with("resource", unknown(), VariableOrigin::Platform))
}
