//! Several schemas for one value: `allOf`, `anyOf`, `oneOf`, `not`.

use std::sync::Arc;

use super::{SchemaKeywords, SchemaReader};
use crate::schema::{Composer, Composition, Rule, RuleKind, SchemaNode};
use crate::values::fragment::Fragment;
use crate::values::{SequenceValue, Value};

const KEYWORDS: [(&str, Composer); 4] =
    [("allOf", Composer::All), ("anyOf", Composer::Any), ("oneOf", Composer::One), ("not", Composer::None)];

impl<'a> SchemaReader<'a> {
    /// What these keywords demand of a value.
    pub(super) fn compositions(&mut self, keywords: &SchemaKeywords<'a>) -> Vec<Rule> {
        let outer = std::mem::replace(&mut self.is_part, true);
        let mut rules = Vec::new();
        for (name, composer) in KEYWORDS {
            let Some(entry) = keywords.entry(name) else { continue };
            let schemas = self.schemas(entry);
            if !schemas.is_empty() {
                let kind = RuleKind::Composition(Composition { composer, schemas });
                rules.push(Rule::new(kind, entry.place));
            }
        }
        self.is_part = outer;
        rules
    }

    fn schemas(&mut self, entry: &'a Fragment) -> Vec<Arc<SchemaNode>> {
        let schemas: Vec<&Value> = match entry.value.sequence() {
            Some(items) => SequenceValue::iter(items).collect(),
            None if entry.value.mapping().is_some() => vec![&entry.value],
            None => Vec::new(),
        };
        schemas.into_iter().map(|schema| Arc::new(self.node(schema, schema.origin))).collect()
    }
}
