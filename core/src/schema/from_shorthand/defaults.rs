//! Defaults: of markers, of types, and of inline objects. Each is judged by its own schema.

use super::{DEFAULT, SectionBuilder, is_key};
use crate::problem::{Code, Problem};
use crate::schema::instance::{self, InstanceViolation};
use crate::schema::shorthand::values;
use crate::schema::{Presence, SchemaNode, Type};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{MappingValue, Value, ValueKind};

/// Gives a node a default.
pub(in crate::schema) fn set(node: &mut SchemaNode, default: Value) {
    node.presence = Presence::Defaulted;
    node.default = instance::filled(&default, node);
    let is_collection = matches!(default.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_));
    node.written_default = is_collection.then_some(default);
}

impl SectionBuilder<'_> {
    /// Judges the default of a node. `inherited` is where a type is used that brings the default.
    pub(super) fn check_default(&mut self, node: &SchemaNode, subject: &str, inherited: Option<Place>) {
        let default = node.written_default.as_ref().unwrap_or(&node.default);
        let problems = instance::violations(default, node).into_iter().map(|violation| {
            let problem = invalid_default(&violation, &format!("The default of `{subject}`"));
            match inherited {
                Some(place) => Problem { place, ..problem.related(default.origin, "the default is given here") },
                None => problem,
            }
        });
        self.problems.extend(problems);
    }

    /// An inline object with the default that it holds.
    pub(super) fn with_own_default(&mut self, node: SchemaNode, mapping: &MappingValue, subject: &str) -> SchemaNode {
        let Some(entry) = mapping.entries.iter().find(|entry| is_key(entry, DEFAULT)) else { return node };
        let mut node = node;
        if matches!(node.ty, Type::Unknown) {
            return node;
        }
        match self.own_default(entry, subject) {
            Some(default) => {
                set(&mut node, default);
                self.check_default(&node, subject, None);
                node
            }
            // Whether the object may be left out is not known.
            None => SchemaNode::unknown(node.declared),
        }
    }

    /// At the root `$default` is judged and exported, but never applied: the section itself is always there.
    pub(super) fn ineffective_default(&mut self, entry: &Fragment, root: &mut SchemaNode, subject: &str) {
        let message = "`$default` at the root of a section has no effect";
        let problem = Problem::new(Code::IneffectiveDefault, entry.place, message);
        self.problems.push(problem.hint("give the fields defaults of their own"));
        if let Some(default) = self.own_default(entry, subject) {
            set(root, default);
            root.presence = Presence::Required;
            self.check_default(root, subject, None);
        }
    }

    /// The map that `$default` gives, as YAML or as JSON in a string.
    fn own_default(&mut self, entry: &Fragment, subject: &str) -> Option<Value> {
        let value = &entry.value;
        let given = match &value.kind {
            ValueKind::String(text) => values::json(text, value.origin),
            _ => Ok(instance::with_text_keys(value)),
        };
        let found = match given {
            Ok(Value { kind: ValueKind::Unknown, .. }) => return None,
            Ok(given) if given.mapping().is_some() => return Some(given),
            Ok(given) => given.kind.type_name().to_owned(),
            Err(why) => format!("no JSON: {why}"),
        };
        let message = format!("The default of `{subject}` must be a map");
        let problem = Problem::new(Code::InvalidDefault, value.origin, message).found(found);
        self.problems.push(problem.expected("a map, or a JSON object in a string"));
        None
    }
}

/// What is wrong with a default, which the sentence begins with.
pub(in crate::schema) fn invalid_default(violation: &InstanceViolation, default: &str) -> Problem {
    let message = format!("{default} does not satisfy its own schema: {}", violation.of_default());
    let problem = Problem::new(Code::InvalidDefault, violation.place, message);
    let problem = problem.related(violation.declared, "the schema says so here");
    match violation.found() {
        Some(found) => problem.found(found),
        None => problem,
    }
}
