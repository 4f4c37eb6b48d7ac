//! Values that were refused give way to what the schema has in their place, so that templates are evaluated all the
//! same. Which values that are is told to whoever evaluates: a failure that depends on one may go with the refused
//! value, so it is no mistake of the template.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::problem::{Code, Problem, Severity};
use crate::schema::SchemaNode;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// Values without what was refused.
pub(super) struct StandIns {
    /// The values.
    pub(super) value: Value,
    /// The ways to those that stand in for others, or that nobody can rely on.
    pub(super) ways: Vec<Vec<Key>>,
}

/// Finds what was refused, by what is said of it.
pub(super) fn stand_ins(value: &Value, schema: Option<&Arc<SchemaNode>>, problems: &[Problem]) -> StandIns {
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    let (unknown_keys, refused): (Vec<&Problem>, Vec<&Problem>) =
        errors.partition(|problem| problem.code == Code::UnknownKey);
    let parents = unknown_keys.iter().map(|problem| problem.related.first().map(|related| related.place));
    let mut walk = StandInWalk {
        refused: refused.iter().map(|problem| problem.place).collect(),
        found: FxHashSet::default(),
        parents: parents.clone().flatten().collect(),
        ways: Vec::new(),
    };
    let value = walk.value(value, schema, &Vec::new());
    let is_complete = walk.found.len() == walk.refused.len() && parents.into_iter().all(|parent| parent.is_some());
    if !is_complete || walk.ways.iter().any(Vec::is_empty) {
        let entries = value.mapping().into_iter().flat_map(|mapping| &mapping.entries);
        walk.ways = entries.map(|entry| vec![entry.entry_key().clone()]).collect();
    }
    StandIns { value, ways: walk.ways }
}

struct StandInWalk {
    /// Where something is wrong with a value.
    refused: FxHashSet<Place>,
    /// Which of these were found.
    found: FxHashSet<Place>,
    /// The maps that hold keys which nothing declares: another key may have been meant.
    parents: FxHashSet<Place>,
    ways: Vec<Vec<Key>>,
}

impl StandInWalk {
    fn value(&mut self, value: &Value, schema: Option<&Arc<SchemaNode>>, way: &Vec<Key>) -> Value {
        if self.note_refused(value.origin) {
            self.ways.push(way.clone());
        }
        match &value.kind {
            ValueKind::Unknown => {
                self.ways.push(way.clone());
                let default = schema.map(|schema| &schema.default);
                let default = default.filter(|default| !matches!(default.kind, ValueKind::Unknown));
                default.cloned().unwrap_or_else(|| Value::unwritten(ValueKind::Null))
            }
            ValueKind::Mapping(mapping) => {
                let entries = mapping.entries.iter().map(|entry| self.entry(value, entry, schema, way));
                Value { origin: value.origin, kind: ValueKind::Mapping(Arc::new(mapping.with(entries))) }
            }
            ValueKind::Sequence(items) => {
                let (known, item) = (self.ways.len(), schema.and_then(|schema| schema.ty.item()));
                let items = items.with(|given| given.with(self.value(&given.value, item, way)));
                if self.ways.len() > known {
                    self.ways.truncate(known);
                    self.ways.push(way.clone());
                }
                Value { origin: value.origin, kind: ValueKind::Sequence(Arc::new(items)) }
            }
            _ => value.clone(),
        }
    }

    fn entry(&mut self, holder: &Value, entry: &Fragment, schema: Option<&Arc<SchemaNode>>, way: &[Key]) -> Fragment {
        let field = schema.and_then(|schema| schema.ty.mapping()?.fields.get(entry.entry_key()));
        let is_default = field.is_none_or(|field| entry.value.origin == field.default.origin);
        let parent = schema.map_or(holder.origin, |schema| schema.declared);
        let may_be_meant = is_default && self.parents.contains(&parent);
        let way: Vec<Key> = way.iter().chain([entry.entry_key()]).cloned().collect();
        if self.note_refused(entry.place) || may_be_meant {
            self.ways.push(way.clone());
        }
        Fragment { value: self.value(&entry.value, field, &way), ..entry.clone() }
    }

    /// Notes a place that is refused; false if it is not.
    fn note_refused(&mut self, place: Place) -> bool {
        let is_refused = self.refused.contains(&place);
        if is_refused {
            self.found.insert(place);
        }
        is_refused
    }
}
