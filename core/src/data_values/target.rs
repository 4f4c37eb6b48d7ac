//! A map while entries are laid over it.

use std::cell::OnceCell;
use std::sync::Arc;

use super::report;
use crate::problem::{NameIndex, Problem};
use crate::schema::SchemaNode;
use crate::template::function::Functions;
use crate::template::overlay::matching::Matching;
use crate::template::overlay::nodes::Nodes;
use crate::template::overlay::patch::PatchedRuns;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// What governs a map while entries are laid over it.
pub(super) struct MergedMap<'a> {
    pub(super) left: &'a Value,
    pub(super) below: &'a MappingValue,
    pub(super) schema: Option<&'a Arc<SchemaNode>>,
    /// How many matches the entries must have, as far as they do not say it.
    pub(super) matching: &'a Matching,
    /// Keys that were most likely meant by keys that nothing declares.
    pub(super) intended: Vec<(Key, Place)>,
    below_names: OnceCell<NameIndex>,
}

impl<'a> MergedMap<'a> {
    pub(super) fn new(
        left: &'a Value,
        below: &'a MappingValue,
        schema: Option<&'a Arc<SchemaNode>>,
        matching: &'a Matching,
    ) -> Self {
        Self { left, below, schema, matching, intended: below.intended.to_vec(), below_names: OnceCell::new() }
    }

    /// The key below that was probably meant by one that is not there.
    fn nearest_below(&self, key: &Key) -> Option<&'a Key> {
        let names = || NameIndex::of(self.below.entries.iter().map(|entry| entry.entry_key().to_string()));
        let index = self.below_names.get_or_init(names).nearest(&key.to_string())?;
        self.below.entries.get(index).map(Fragment::entry_key)
    }

    /// What is said of an entry whose key is neither below nor declared.
    pub(super) fn not_below(&self, entry: &Fragment) -> Problem {
        let keys = self.below.entries.iter().map(Fragment::entry_key);
        let intended = self.nearest_below(entry.entry_key());
        report::unknown_key(entry, keys, intended, self.left.origin, false, &[]).problem
    }

    /// The schema of a key.
    pub(super) fn field(&self, key: &Key, functions: &dyn Functions) -> Option<&'a Arc<SchemaNode>> {
        self.schema?.ty.mapping()?.field(key, functions)
    }

    /// The map. What was removed from it is filled in again, behind everything else.
    pub(super) fn finish(self, nodes: Nodes, is_spread: bool, kept: &mut PatchedRuns) -> ValueKind {
        let ty = self.schema.filter(|_| nodes.has_removed).and_then(|schema| schema.ty.mapping());
        let Some(mut entries) = nodes.finish_entries(&self.below.entries, kept) else { return ValueKind::Unknown };
        if let Some(ty) = ty {
            let is_missing =
                |(key, field): &(&Key, &Arc<SchemaNode>)| field.is_defaulted() && entries.find(key).is_none();
            let missing = ty.fields.iter().filter(is_missing);
            let missing = missing.map(|(key, field)| default_entry(key, field)).collect();
            entries = entries.followed_by(missing);
        }
        let mapping = MappingValue { is_spread, intended: self.intended.into(), ..self.below.of_entries(entries) };
        ValueKind::Mapping(Arc::new(mapping))
    }
}

/// The entry that a schema gives where none is given.
pub(super) fn default_entry(key: &Key, field: &SchemaNode) -> Fragment {
    Fragment::entry(key.clone(), field.declared, field.default.clone())
}
