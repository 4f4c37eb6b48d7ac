//! Custom types: read when they are first used, once, and shared by all uses.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::SectionBuilder;
use crate::problem::{Code, Problem, Severity};
use crate::schema::SchemaNode;
use crate::schema::shorthand::{ShorthandDialect, ShorthandSite, mistakes};
use crate::text::{Place, TextRange};
use crate::values::MappingValue;
use crate::values::fragment::Fragment;

/// The types of a section, or those that sections share.
#[derive(Default)]
pub(super) struct CustomTypes<'a> {
    defined: FxHashMap<String, &'a Fragment>,
    /// The names in the order in which they are defined.
    names: Vec<String>,
    states: FxHashMap<String, CustomTypeState>,
}

enum CustomTypeState {
    /// It is being read: a use of it contains itself.
    Open,
    /// How many nodes it has, and its schema.
    Read(u64, Arc<SchemaNode>),
}

impl<'a> CustomTypes<'a> {
    pub(super) fn of(types: Option<&'a MappingValue>) -> Self {
        let mut custom = Self::default();
        for entry in types.into_iter().flat_map(|types| &types.entries) {
            let name = entry.entry_key().to_string();
            custom.names.push(name.clone());
            custom.defined.insert(name, entry);
        }
        custom
    }
}

impl<'a> SectionBuilder<'a> {
    /// The schema of a custom type where it is used.
    pub(super) fn custom(&mut self, name: &str, range: TextRange, site: &ShorthandSite, declared: Place) -> SchemaNode {
        let Some(entry) = self.types.defined.get(name).copied() else {
            let custom: Vec<&str> = self.types.names.iter().map(String::as_str).collect();
            self.problems.push(mistakes::unknown_type(name, range, site, &custom, ShorthandDialect::OpenChoreo));
            return SchemaNode::unknown(declared);
        };
        match self.types.states.get(name) {
            Some(CustomTypeState::Read(nodes, node)) => {
                self.nodes = self.nodes.saturating_add(*nodes);
                return SchemaNode { declared, ..(**node).clone() };
            }
            Some(CustomTypeState::Open) => {
                let message = format!("The type `{name}` contains itself");
                let problem = Problem::new(Code::CyclicType, site.place(range), message);
                let problem = problem.related(entry.place, "the type is defined here");
                self.problems.push(problem.hint("types cannot be recursive"));
                return SchemaNode::unknown(declared);
            }
            None => {}
        }
        SchemaNode { declared, ..self.define(name, entry) }
    }

    fn define(&mut self, name: &str, entry: &'a Fragment) -> SchemaNode {
        self.types.states.insert(name.to_owned(), CustomTypeState::Open);
        let before = self.nodes;
        let node = self.field(&entry.value, name, entry.place);
        self.types.states.insert(name.to_owned(), CustomTypeState::Read(self.nodes - before, Arc::new(node.clone())));
        node
    }

    /// Looks at the types that nothing used: the platform never reads them, so nothing in them is an error.
    pub(super) fn finish_types(&mut self) {
        self.nodes = 0;
        let first = self.problems.len();
        for name in self.types.names.clone() {
            let is_read = self.types.states.contains_key(&name);
            if let Some(entry) = self.types.defined.get(&name).copied().filter(|_| !is_read) {
                self.define(&name, entry);
            }
        }
        for problem in self.problems.iter_mut().skip(first) {
            problem.severity = problem.severity.max(Severity::Warning);
        }
        self.shadowed_types();
        self.types = CustomTypes::default();
    }

    fn shadowed_types(&mut self) {
        let defined = self.types.names.iter().filter_map(|name| Some((name, self.types.defined.get(name)?)));
        let shadowed = defined
            .filter_map(|(name, entry)| mistakes::shadowed_type(name, entry.place, ShorthandDialect::OpenChoreo));
        self.problems.extend(shadowed);
    }
}
