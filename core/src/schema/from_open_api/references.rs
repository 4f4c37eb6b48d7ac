//! `$ref`: only to a definition of the same section. Chains are followed; a definition never contains itself.

use std::sync::Arc;

use super::{SchemaKeywords, SchemaReader, SourceForm, anything, is_key};
use crate::problem::nearest;
use crate::problem::{Code, Problem};
use crate::schema::{Rule, RuleKind, SchemaNode};
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

const PREFIX: &str = "#/$defs/";
/// What references may start with. Either leads to the definitions that there are.
const PREFIXES: [&str; 2] = [PREFIX, "#/definitions/"];
/// Keywords that hold a schema, a list of schemas, or schemas by name.
const HOLDERS: &[&str] = &["additionalProperties", "allOf", "anyOf", "items", "not", "oneOf", "properties"];

/// The schemas that a keyword holds.
fn schemas_below(keyword: &Fragment) -> Vec<&Value> {
    match (keyword.entry_key(), &keyword.value.kind) {
        (Key::String(name), _) if !HOLDERS.contains(&name.as_str()) => Vec::new(),
        (Key::String(name), ValueKind::Mapping(named)) if name == "properties" => {
            named.entries.iter().map(|entry| &entry.value).collect()
        }
        (_, ValueKind::Sequence(listed)) => listed.iter().collect(),
        _ => vec![&keyword.value],
    }
}

impl<'a> SchemaReader<'a> {
    /// The schema of a map of keywords with a reference among them.
    pub(super) fn referred(
        &mut self,
        mapping: &'a MappingValue,
        reference: &'a Fragment,
        declared: Place,
    ) -> SchemaNode {
        let Some((name, target)) = self.target(reference) else { return self.unread(reference, declared) };
        if self.report_cycle(&name, reference, target) {
            return self.unread(reference, declared);
        }
        let beside: Vec<&Fragment> = mapping.entries.iter().filter(|entry| !is_key(entry, "$ref")).collect();
        if beside.is_empty() {
            return SchemaNode { declared, ..(*self.definition(name, target)).clone() };
        }
        for entry in &beside {
            self.unresolved(entry);
        }
        let outer = self.open.len();
        self.open.push(name);
        let keywords = self.overridden(beside, target);
        let node = self.keywords(&keywords, declared);
        self.open.truncate(outer);
        node
    }

    /// What a reference stands for that is not followed.
    fn unread(&self, reference: &Fragment, declared: Place) -> SchemaNode {
        if self.form != SourceForm::General {
            return SchemaNode::unknown(declared);
        }
        let kind = RuleKind::Unevaluated(Some(format!("$ref: {}", flow(&reference.value))));
        SchemaNode { rules: vec![Rule::new(kind, reference.place)], ..anything(declared) }
    }

    /// Reports references in a keyword that stands beside a reference: the platform takes it over as it is.
    fn unresolved(&mut self, beside: &'a Fragment) {
        let mut schemas = schemas_below(beside);
        while let Some(schema) = schemas.pop() {
            self.nodes = self.nodes.saturating_add(1);
            if self.nodes > super::MOST_NODES {
                return;
            }
            for entry in schema.mapping().into_iter().flat_map(|mapping| &mapping.entries) {
                if is_key(entry, "$ref") {
                    let message = "A `$ref` is not followed in what stands beside another one";
                    let problem = Problem::new(Code::SchemaReference, entry.value.origin, message);
                    self.problems.push(problem.hint("write a definition with all of it, and refer to that"));
                } else {
                    schemas.extend(schemas_below(entry));
                }
            }
        }
    }

    /// Reports a reference to a definition that is being read already; false if it is not.
    fn report_cycle(&mut self, name: &str, reference: &Fragment, target: &Fragment) -> bool {
        let is_cyclic = self.open.iter().any(|open| open == name);
        if is_cyclic {
            let problem = Problem::new(Code::CyclicType, reference.value.origin, format!("`{name}` contains itself"));
            self.problems.push(problem.related(target.place, "it is defined here"));
        }
        is_cyclic
    }

    /// A definition by itself, read once.
    fn definition(&mut self, name: String, target: &'a Fragment) -> Arc<SchemaNode> {
        if let Some((nodes, node)) = self.read.get(&name) {
            self.nodes = self.nodes.saturating_add(*nodes);
            return node.clone();
        }
        let before = self.nodes;
        self.open.push(name.clone());
        let node = Arc::new(self.node(&target.value, target.place));
        self.open.pop();
        self.read.insert(name, (self.nodes - before, node.clone()));
        node
    }

    /// The keywords of a definition, and of those that it refers to itself, under those that stand beside the reference.
    /// All of these definitions are open from here on.
    fn overridden(&mut self, beside: Vec<&'a Fragment>, target: &'a Fragment) -> SchemaKeywords<'a> {
        let mut keywords = beside;
        let mut next = Some(target);
        while let Some(definition) = next.take() {
            for entry in definition.children() {
                if is_key(entry, "$ref") {
                    next = self.follow(entry);
                } else if !keywords.iter().any(|known| known.entry_key() == entry.entry_key()) {
                    keywords.push(entry);
                }
            }
        }
        SchemaKeywords(keywords)
    }

    /// The next definition of a chain, open from here on.
    fn follow(&mut self, reference: &'a Fragment) -> Option<&'a Fragment> {
        let (name, target) = self.target(reference)?;
        if self.open.len() >= super::DEEPEST || self.report_cycle(&name, reference, target) {
            return None;
        }
        self.open.push(name);
        Some(target)
    }

    /// Hints at definitions that no reference leads to.
    pub(super) fn unused_definitions(&mut self) {
        for entry in self.definitions.into_iter().flat_map(|definitions| &definitions.entries) {
            if !matches!(entry.entry_key(), Key::String(name) if self.used.contains(name.as_str())) {
                let message = format!("No `$ref` of the section uses `{}`", entry.entry_key());
                self.problems.push(Problem::new(Code::UnusedDefinition, entry.place, message));
            }
        }
    }

    /// The name and the definition that a reference leads to.
    fn target(&mut self, reference: &'a Fragment) -> Option<(String, &'a Fragment)> {
        let place = reference.value.origin;
        let text = match &reference.value.kind {
            ValueKind::String(text) => text.as_str(),
            ValueKind::Unknown => return None,
            _ => "",
        };
        let name = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix));
        let Some(name) = name.filter(|name| !name.is_empty() && !name.contains('/')) else {
            let problem =
                Problem::new(Code::SchemaReference, place, "`$ref` refers to a definition of this section only");
            self.problems.push(problem.expected(format!("`{PREFIX}` and the name of a definition")));
            return None;
        };
        let definition = self.definitions.and_then(|definitions| definitions.entry(&Key::String(name.into())));
        if let Some(entry) = definition {
            self.used.insert(name);
            return Some((name.to_owned(), entry));
        }
        let problem = Problem::new(Code::SchemaReference, place, format!("There is no definition `{name}`"));
        let names = self.definitions.into_iter().flat_map(|definitions| &definitions.entries);
        self.problems.push(match nearest(name, names.map(|entry| entry.entry_key().to_string())) {
            Some(near) => {
                let intended = format!("{PREFIX}{near}");
                let problem = problem.hint(format!("did you mean `{intended}`?"));
                problem.fix(format!("Change to `{intended}`"), place, format!("\"{intended}\""))
            }
            None => problem,
        });
        None
    }
}
