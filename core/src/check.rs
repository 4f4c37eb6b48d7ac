//! Final values against the rules of their schema. Types and unknown keys are checked while values are laid over
//! each other (`overlay`), for there the tokens are at hand; rules wait for the final value.
//!
//! Parts that several passes share are recognised by identity and not checked again.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cancel::{CancelToken, Cancelled};
use crate::overlay::{OwnRules, Subject};
use crate::problem::Problem;
use crate::schema::{Rule, SchemaNode, Type};
use crate::text::Place;
use crate::values::{MappingValue, SequenceValue, Value, ValueKind};

mod memo;
mod order;
mod rules;
#[cfg(test)]
mod tests;

pub use memo::CheckMemo;
use memo::Part;

/// Every broken rule: those of the schema, and those that values documents bring themselves.
pub fn check(
    value: &Value,
    schema: Option<&Arc<SchemaNode>>,
    own_rules: &[OwnRules],
    memo: &mut CheckMemo,
    cancel: &CancelToken,
) -> Result<Vec<Problem>, Cancelled> {
    let own_rules = own_rules.iter().map(|own| (own.origin, &*own.rules)).collect();
    memo.begin_pass();
    let mut walk = Walk { own_rules, memo, cancel, subject: Subject::Document, problems: Vec::new() };
    walk.value(value, schema)?;
    Ok(walk.problems)
}

struct Walk<'a> {
    own_rules: FxHashMap<Place, &'a [Rule]>,
    memo: &'a mut CheckMemo,
    cancel: &'a CancelToken,
    /// What is being checked, for sentences.
    subject: Subject,
    problems: Vec<Problem>,
}

impl Walk<'_> {
    /// A value and what is inside it.
    fn value(&mut self, value: &Value, schema: Option<&Arc<SchemaNode>>) -> Result<(), Cancelled> {
        if matches!(value.kind, ValueKind::Unknown) {
            return Ok(());
        }
        let schema = schema.filter(|schema| self.memo.has_rules(schema));
        if let Some(schema) = schema {
            rules::run(&schema.rules, value, &self.subject, &mut self.problems);
        }
        if !self.own_rules.is_empty() {
            if let Some(rules) = self.own_rules.get(&value.origin) {
                rules::run(rules, value, &self.subject, &mut self.problems);
            }
        } else if schema.is_none() {
            return Ok(());
        }
        match &value.kind {
            ValueKind::Mapping(mapping) => self.mapping(mapping, schema),
            ValueKind::Sequence(sequence) => self.sequence(sequence, schema),
            _ => Ok(()),
        }
    }

    fn mapping(&mut self, mapping: &MappingValue, schema: Option<&Arc<SchemaNode>>) -> Result<(), Cancelled> {
        self.cancel.check()?;
        let fields = match schema.map(|schema| &schema.ty) {
            Some(Type::Mapping(ty)) => Some(&ty.fields),
            _ => None,
        };
        for entry in &mapping.entries {
            let field = fields.and_then(|fields| fields.get(&entry.key));
            let part = Part::of(&entry.value.kind).filter(|_| mapping.is_spread || is_default(&entry.value, field));
            let outer = std::mem::replace(&mut self.subject, Subject::Key(entry.key.clone()));
            match part {
                Some(part) => self.remembered(part, field, |walk| walk.value(&entry.value, field))?,
                None => self.value(&entry.value, field)?,
            }
            self.subject = outer;
        }
        Ok(())
    }

    fn sequence(&mut self, sequence: &SequenceValue, schema: Option<&Arc<SchemaNode>>) -> Result<(), Cancelled> {
        let item = match schema.map(|schema| &schema.ty) {
            Some(Type::Sequence(item)) => Some(item),
            _ => None,
        };
        let item_subject = self.subject.item();
        let outer = std::mem::replace(&mut self.subject, item_subject);
        for run in &sequence.runs {
            self.cancel.check()?;
            let visit = |walk: &mut Self| run.iter().try_for_each(|value| walk.value(value, item));
            if sequence.runs.len() > 1 {
                self.remembered(Part::Run(run.clone()), item, visit)?;
            } else {
                visit(self)?;
            }
        }
        self.subject = outer;
        Ok(())
    }

    /// Checks a part once and then remembers what was found.
    fn remembered(
        &mut self,
        part: Part,
        schema: Option<&Arc<SchemaNode>>,
        visit: impl FnOnce(&mut Self) -> Result<(), Cancelled>,
    ) -> Result<(), Cancelled> {
        let Some(schema) = schema.filter(|_| self.own_rules.is_empty()) else { return visit(self) };
        if !self.memo.has_rules(schema) {
            return Ok(());
        }
        if let Some(problems) = self.memo.get(&part, schema) {
            self.problems.extend(problems.iter().cloned());
            return Ok(());
        }
        let start = self.problems.len();
        visit(self)?;
        let problems = self.problems.get(start..).unwrap_or_default().into();
        self.memo.keep(part, schema.clone(), problems);
        Ok(())
    }
}

/// Whether a value is the very default of its schema, which passes share.
fn is_default(value: &Value, field: Option<&Arc<SchemaNode>>) -> bool {
    match (&value.kind, field.map(|field| &field.default.kind)) {
        (ValueKind::Mapping(mapping), Some(ValueKind::Mapping(default))) => Arc::ptr_eq(mapping, default),
        (ValueKind::Sequence(sequence), Some(ValueKind::Sequence(default))) => Arc::ptr_eq(sequence, default),
        _ => false,
    }
}
