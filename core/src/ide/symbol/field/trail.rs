//! The way through a schema to the field that is declared at a place.

use crate::schema::lookup::Step;
use crate::schema::{SchemaNode, Type};
use crate::text::Place;
use crate::values::{Value, ValueKind};

/// The schemas on the way to a field, each with the step that is taken from it.
#[derive(Debug, Default)]
pub(in crate::ide) struct Trail<'a>(Vec<(&'a SchemaNode, Step)>);

impl<'a> Trail<'a> {
    /// The way from a schema to the field that is declared at a place somewhere inside of it.
    pub(in crate::ide) fn to(root: &'a SchemaNode, declared: Place) -> Option<Self> {
        let mut trail = Self::default();
        trail.search(root, &root.ty, declared).then_some(trail)
    }

    /// Searches below a node, one of whose types is `ty`.
    fn search(&mut self, node: &'a SchemaNode, ty: &'a Type, declared: Place) -> bool {
        match ty {
            Type::Mapping(mapping) => {
                let fields = mapping.fields.iter();
                let patterns = mapping.patterns.iter().map(|pattern| (&pattern.name, &pattern.value));
                fields.chain(patterns).any(|(key, field)| {
                    self.0.push((node, Step::Key(key.clone())));
                    let is_there = field.declared == declared || self.search(field, &field.ty, declared);
                    is_there || self.back()
                })
            }
            Type::Sequence(item) => {
                self.0.push((node, Step::Item(0)));
                self.search(item, &item.ty, declared) || self.back()
            }
            Type::OneOf(types) => types.iter().any(|ty| self.search(node, ty, declared)),
            Type::Combined(combination) => {
                combination.alternatives.iter().any(|node| self.search(node, &node.ty, declared))
            }
            _ => false,
        }
    }

    fn back(&mut self) -> bool {
        self.0.pop();
        false
    }

    /// The way itself.
    pub(in crate::ide) fn steps(&self) -> Vec<Step> {
        self.0.iter().map(|(_, step)| step.clone()).collect()
    }

    /// The schema of the map that has the field, with the field's key.
    pub(super) fn last(&self) -> Option<&(&'a SchemaNode, Step)> {
        self.0.last()
    }

    /// Whether a default on the way, other than that of the field itself, gives the field a value.
    pub(super) fn is_in_default(&self) -> bool {
        let nodes = self.0.iter().enumerate();
        let mut defaults = nodes.filter_map(|(index, (node, _))| {
            let is_array = matches!(node.default.kind, ValueKind::Sequence(_));
            let default = node.written_default.as_ref().or(Some(&node.default).filter(|_| is_array))?;
            Some((default, self.0.get(index..)?))
        });
        defaults.any(|(default, steps)| has(default, steps))
    }

    /// Where examples of the nodes on the way name the field.
    pub(super) fn in_examples(&self) -> Vec<Place> {
        let mut found = Vec::new();
        for (index, (node, _)) in self.0.iter().enumerate() {
            let steps = self.0.get(index..).unwrap_or_default();
            node.examples.iter().for_each(|example| note_keys(&example.value, steps, &mut found));
        }
        found
    }
}

/// Notes the keys at the end of a way through a value.
fn note_keys(value: &Value, steps: &[(&SchemaNode, Step)], found: &mut Vec<Place>) {
    let Some(((_, step), rest)) = steps.split_first() else { return };
    match step {
        Step::Key(key) => {
            let Some(entry) = value.mapping().and_then(|mapping| mapping.entry(key)) else { return };
            found.extend(rest.is_empty().then_some(entry.place));
            note_keys(&entry.value, rest, found);
        }
        Step::Item(_) => {
            let items = value.sequence();
            items.into_iter().flat_map(|items| items.iter()).for_each(|item| note_keys(item, rest, found));
        }
    }
}

/// Whether a value has something at the end of a way.
fn has(value: &Value, steps: &[(&SchemaNode, Step)]) -> bool {
    let Some(((_, step), rest)) = steps.split_first() else { return true };
    match step {
        Step::Key(key) => {
            let entry = value.mapping().and_then(|mapping| mapping.entry(key));
            entry.is_some_and(|entry| has(&entry.value, rest))
        }
        Step::Item(_) => value.sequence().is_some_and(|items| items.iter().any(|item| has(item, rest))),
    }
}
