//! A graph with the definitions of the workspace: what its expressions mean, who depends on whom, and what is wrong.

use std::sync::Arc;

use super::order::{Dependency, cycles, order};
use super::reader::{GivenText, GraphReader};
use super::scopes::Scopes;
use super::{Graph, GraphResource, fields, names, status, structure};
use crate::cel::resolve::{Meaning, Resolved, ResolvedName, element};
use crate::cel::scope::{LookupScope, VariableOrigin, VariableScope, unknown};
use crate::cel::types::TypeSet;
use crate::cel::{TemplateText, Templates};
use crate::document::TextDocument;
use crate::kubernetes::{Definitions, rules, structural};
use crate::problem::{About, Code, Problem, Severity};
use crate::schema::from_shorthand::unique;
use crate::schema::{SchemaNode, Type, from_open_api, instance};
use crate::text::Place;
use crate::values::Value;

/// A graph as it was checked.
#[derive(Debug)]
pub struct CheckedGraph {
    /// The graph.
    pub graph: Arc<Graph>,
    /// Its expressions.
    pub templates: Templates,
    /// Everything that is wrong with it.
    pub problems: Vec<Problem>,
    /// Who names whom, in the order of who names.
    pub dependencies: Vec<Dependency>,
    /// The order in which resources are made; those of circles are left out.
    pub order: Vec<usize>,
    /// The JSON Schema of the status of instances, as far as it can be told.
    pub status: Value,
}

impl CheckedGraph {
    /// Checks a graph of a text with the definitions of its workspace.
    pub fn of(graph: &Arc<Graph>, document: &TextDocument, definitions: &dyn Definitions) -> Self {
        let scopes = Scopes::new(graph, definitions);
        let mut reader = GraphReader {
            graph,
            document,
            scopes: &scopes,
            templates: Templates::default(),
            problems: graph.schema_problems.clone(),
            dependencies: Vec::new(),
        };
        (0..graph.resources.len()).for_each(|index| reader.resource(index));
        let status = status::read(&mut reader);
        let GraphReader { mut templates, mut problems, mut dependencies, .. } = reader;
        dependencies.dedup();
        problems.append(&mut templates.problems);
        problems.extend(made(graph, document));
        problems.extend(unknown_versions(graph, &scopes, definitions));
        problems.extend(names::problems(graph));
        problems.extend(structure::problems(graph, |index| scopes.definition(index).map(|it| it.scope)));
        problems.extend(cycles(graph, &dependencies));
        problems.extend(unused(graph, &templates));
        if graph.is_partial() {
            let is_lack = |problem: &Problem| matches!(problem.code, Code::UndefinedName | Code::MissingField);
            problems.retain(|problem| !is_lack(problem));
        }
        let order = order(graph.resources.len(), &dependencies);
        Self { graph: graph.clone(), templates, problems, dependencies, order, status }
    }

    /// The resources that one names, each once, in the order of their names.
    pub fn needs(&self, index: usize) -> Vec<usize> {
        let start = self.dependencies.partition_point(|it| it.from < index);
        let own = self.dependencies.iter().skip(start).take_while(|it| it.from == index);
        let mut needs: Vec<usize> = own.map(|it| it.to).collect();
        needs.sort_unstable();
        needs.dedup();
        needs.retain(|other| *other != index);
        needs
    }
}

impl GraphReader<'_> {
    fn resource(&mut self, index: usize) {
        let graph = self.graph;
        let resource = &graph.resources[index];
        let everywhere = self.scopes.everywhere().clone();
        let scope = self.iterators(index, resource, &everywhere);
        for (key, is_early) in [("includeWhen", true), ("readyWhen", false)] {
            let conditions = resource.value.field(&[key]).and_then(Value::sequence);
            let scope = if is_early { everywhere.clone() } else { self.scopes.ready(index) };
            for condition in conditions.into_iter().flat_map(|items| items.iter()) {
                let given = self.only_expression(condition, key, &scope);
                if let Some(given) = given {
                    self.condition(key, &given);
                    self.constant(key, &given);
                    if is_early {
                        self.depend(index, given.index);
                    }
                }
            }
        }
        let Some(object) = &resource.object else { return };
        let first = self.templates.texts.len();
        let node = self.scopes.node(index);
        fields::template(self, index, &object.value, &node, &scope);
        for text in first..self.templates.texts.len() {
            self.depend(index, text);
        }
        self.identity(index, first);
    }

    /// The scope with the variables of `forEach`, each of which goes through a list.
    fn iterators(&mut self, index: usize, resource: &GraphResource, scope: &Arc<VariableScope>) -> Arc<VariableScope> {
        let mut inner = scope.clone();
        for (iterator, value) in &resource.iterators {
            let before = self.problems.len();
            let given = self.only_expression(value, "forEach", scope);
            self.other_iterators(before, resource);
            let node = given.map_or_else(unknown, |given| {
                self.depend(index, given.index);
                self.items(&given)
            });
            inner = Arc::new(inner.with(&iterator.name, node, VariableOrigin::Loop(iterator.place)));
        }
        inner
    }

    /// Says of a variable of `forEach` why another one does not know it.
    fn other_iterators(&mut self, before: usize, resource: &GraphResource) {
        for problem in self.problems.iter_mut().skip(before) {
            let is_about = |name: &smol_str::SmolStr| problem.about == Some(About::Name(name.clone()));
            if resource.iterators.iter().any(|(iterator, _)| is_about(&iterator.name)) {
                problem.expected = None;
                problem.hints = vec!["the variables of `forEach` do not know each other".to_owned()];
                problem.fixes.clear();
            }
        }
    }

    /// The items of what a variable of `forEach` goes through.
    fn items(&mut self, given: &GivenText) -> Arc<SchemaNode> {
        let Some(typed) = &given.gives else { return unknown() };
        let found = match typed.types(true) {
            Some(TypeSet::LIST) => return element(&typed.node).value,
            None if typed.is_dynamic() => "a value of any type".to_owned(),
            None => return unknown(),
            Some(found) => found.words(),
        };
        let problem = Problem::new(Code::ExpressionType, given.place, "`forEach` repeats for each item of a list");
        let problem = problem.found(found).expected("a list");
        self.problems.push(if typed.is_dynamic() {
            problem.hint("`.map(x, x)` behind it makes a list of it")
        } else {
            problem
        });
        unknown()
    }

    fn condition(&mut self, key: &str, given: &GivenText) {
        let Some(typed) = &given.gives else { return };
        let found = match typed.types(true) {
            _ if typed.is_optional && matches!(typed.node.ty, Type::Bool | Type::Unknown | Type::Any) => return,
            None if typed.is_dynamic() => "a value of any type".to_owned(),
            Some(TypeSet::BOOL) | None => return,
            Some(found) => found.words(),
        };
        let problem = Problem::new(Code::ExpressionType, given.place, format!("`{key}` is a condition"));
        let problem = problem.found(found).expected("a boolean");
        self.problems.push(if typed.is_dynamic() { problem.hint("compare it: `… == true`") } else { problem });
    }

    /// Warns of a condition that names nothing, so that it never changes.
    fn constant(&mut self, key: &str, given: &GivenText) {
        let text = self.templates.texts.get(given.index).into_iter();
        let mut expressions = text.flat_map(|text| text.expressions.iter().map(|(_, resolved)| resolved));
        let names_none = |resolved: &Resolved| {
            resolved.is_readable
                && !resolved
                    .names
                    .iter()
                    .any(|name| matches!(name.meaning, Meaning::Variable { .. } | Meaning::Nothing))
        };
        if expressions.all(names_none) {
            let message = format!("This part of `{key}` is always the same: it names nothing that changes");
            let problem = Problem::new(Code::ResourceStructure, given.place, message);
            self.problems.push(Problem { severity: Severity::Warning, ..problem });
        }
    }

    /// Notes the resources that a text names.
    fn depend(&mut self, from: usize, text: usize) {
        let Some(text) = self.templates.texts.get(text) else { return };
        for name in text.expressions.iter().flat_map(|(_, resolved)| &resolved.names) {
            if let Some(to) = resource(name).and_then(|id| self.graph.find(id)) {
                self.dependencies.push(Dependency { from, to, place: text.site.place(name.range) });
            }
        }
    }

    /// Copies of a resource are told apart by their names, or by their namespaces: every variable makes a difference.
    fn identity(&mut self, index: usize, first: usize) {
        let resource = &self.graph.resources[index];
        let Some(object) = resource.object.as_ref().filter(|_| !resource.iterators.is_empty()) else { return };
        let metadata = object.value.field(&["metadata"]);
        let places = ["name", "namespace"].map(|name| metadata?.field(&[name]).map(|value| value.origin));
        let texts = self.templates.texts.iter().skip(first);
        let texts = texts.filter(|text| places.contains(&Some(text.site.whole())));
        let names = texts.flat_map(|text| text.expressions.iter().flat_map(|(_, resolved)| &resolved.names));
        let used: Vec<&str> =
            names.filter(|it| matches!(it.meaning, Meaning::Variable { .. })).map(|it| it.name.as_str()).collect();
        let missing = resource.iterators.iter().filter(|(iterator, _)| !used.contains(&iterator.name.as_str()));
        for (iterator, _) in missing {
            let message = format!("Neither the name nor the namespace of the copies depends on `{}`", iterator.name);
            let problem = Problem::new(Code::ResourceStructure, iterator.place, message);
            let problem =
                problem.hint(format!("use `${{{}}}` in `metadata.name`, so that no two are the same", iterator.name));
            self.problems.push(problem);
        }
    }
}

/// The id that a name in an expression is, if it is one.
fn resource(name: &ResolvedName) -> Option<&str> {
    let (Meaning::Variable { .. }, LookupScope::Scope(scope)) = (&name.meaning, &name.within) else { return None };
    let is_resource = matches!(scope.find(&name.name)?.origin, VariableOrigin::Resource(_));
    is_resource.then_some(name.name.as_str())
}

/// Versions that a kind of the workspace is not defined in: kro finds no schema for them.
fn unknown_versions(graph: &Graph, scopes: &Scopes<'_>, definitions: &dyn Definitions) -> Vec<Problem> {
    let undefined = graph.resources.iter().enumerate().filter(|(index, _)| scopes.definition(*index).is_none());
    let unknown = undefined.filter_map(|(_, resource)| {
        let (object, of) = (resource.object.as_ref()?, resource.of()?);
        let versions = definitions.versions(of);
        let place = object.value.field(&["apiVersion"]).filter(|_| !versions.is_empty())?.origin;
        let message = format!("{} has no version `{}`", of.kind, of.version);
        let problem = Problem::new(Code::UnknownResource, place, message);
        Some(problem.expected(format!("`{}`", versions.join("`, `"))))
    });
    unknown.collect()
}

/// What the API server refuses of the definition that kro makes: kro does not see it, and no instance ever comes to be.
fn made(graph: &Graph, document: &TextDocument) -> Vec<Problem> {
    if graph.schema_problems.iter().any(|problem| problem.severity == Severity::Error) {
        return Vec::new();
    }
    let schema = instance::with_text_keys(&graph.fields);
    let (compiled, mut problems) = from_open_api::compile_definition(&schema);
    // The reader of the fields has told of it.
    problems.retain(|problem| problem.code != Code::UnsuitableMarker);
    problems.extend(structural::problems(&schema));
    problems.extend(rules::problems(&schema, &compiled.root, document));
    unique(problems)
}

/// Fields of the schema that no expression uses.
fn unused(graph: &Graph, templates: &Templates) -> Vec<Problem> {
    let is_readable = templates.texts.iter().all(|text| text.expressions.iter().all(|(_, it)| it.is_readable));
    let Some(ty) = graph.spec.root.ty.mapping().filter(|_| is_readable && !graph.resources.is_empty()) else {
        return Vec::new();
    };
    let mut used = rustc_hash::FxHashSet::default();
    for (_, name) in templates.names() {
        match &name.meaning {
            // All of it is used.
            Meaning::Variable { node, is_selected: false } if node.declared == schema_place(graph) => {
                return Vec::new();
            }
            Meaning::Field(node) => drop(used.insert(node.declared)),
            _ => {}
        }
    }
    let spec = graph.schema().and_then(|schema| schema.value.entry("spec")).map(|entry| entry.place);
    let is_whole = templates.texts.iter().any(|text| uses_whole_spec(text, spec));
    let unused = ty.fields.iter().filter(|(_, field)| !is_whole && !used.contains(&field.declared));
    let problem = |(key, field): (&crate::values::Key, &Arc<SchemaNode>)| {
        let problem = Problem::new(Code::UnusedParameter, field.declared, format!("No expression uses `{key}`"));
        Problem { severity: Severity::Hint, ..problem }
    };
    unused.map(problem).collect()
}

fn schema_place(graph: &Graph) -> Place {
    graph.schema().map_or(Place::NOWHERE, |schema| schema.place)
}

/// Whether a text hands on all of `schema.spec`: no field of it is named behind it.
fn uses_whole_spec(text: &TemplateText, spec: Option<Place>) -> bool {
    let is_spec = |name: &ResolvedName| matches!(&name.meaning, Meaning::Field(node) if Some(node.declared) == spec);
    text.expressions.iter().any(|(_, resolved)| {
        let names = resolved.names.iter().enumerate();
        let mut specs = names.filter(|(_, name)| is_spec(name));
        specs.any(|(index, name)| {
            let next = resolved.names.get(index + 1);
            next.is_none_or(|next| next.range.start() > name.range.end() + crate::text::TextSize::from(2))
        })
    })
}
