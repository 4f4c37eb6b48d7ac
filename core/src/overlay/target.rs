//! A map while entries are laid over it, and where its keys are.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::fill::default_entry;
use crate::problem::NameIndex;
use crate::schema::SchemaNode;
use crate::template::function::Functions;
use crate::template::overlay::matcher::Candidate;
use crate::template::overlay::matching::Matching;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value};

/// A map in the making.
pub(super) struct MergedMap<'a> {
    pub(super) left: &'a Value,
    pub(super) below: &'a Arc<MappingValue>,
    pub(super) schema: Option<&'a Arc<SchemaNode>>,
    /// How many matches the entries must have, as far as they do not say it.
    pub(super) matching: &'a Matching,
    /// What is below, entry by entry, and behind it what is new; `None` is removed.
    pub(super) entries: Vec<Option<Fragment>>,
    has_removed: bool,
    /// Keys that were most likely meant by keys that nothing declares.
    pub(super) meant: Vec<(Key, Place)>,
    below_names: OnceCell<NameIndex>,
}

impl<'a> MergedMap<'a> {
    /// The key below that was probably meant by one that is not there.
    pub(super) fn nearest_below(&self, key: &Key) -> Option<&'a Key> {
        let names = || NameIndex::of(self.below.entries.iter().map(|entry| entry.entry_key().to_string()));
        let index = self.below_names.get_or_init(names).nearest(&key.to_string())?;
        self.below.entries.get(index).map(Fragment::entry_key)
    }

    pub(super) fn new(
        left: &'a Value,
        below: &'a Arc<MappingValue>,
        schema: Option<&'a Arc<SchemaNode>>,
        matching: &'a Matching,
    ) -> Self {
        let entries = below.entries.iter().cloned().map(Some).collect();
        let meant = below.meant.clone();
        Self { left, below, schema, matching, entries, has_removed: false, meant, below_names: OnceCell::new() }
    }

    /// The schema of a key.
    pub(super) fn field(&self, key: &Key, functions: &dyn Functions) -> Option<&'a Arc<SchemaNode>> {
        self.schema?.ty.mapping()?.field(key, functions)
    }

    /// Its entries as matchers see them.
    pub(super) fn candidates(&self) -> impl Iterator<Item = Candidate<'_>> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(position, slot)| Some(Candidate::new(position, position, slot.as_ref()?)))
    }

    pub(super) fn put(&mut self, position: usize, entry: Option<Fragment>) {
        self.has_removed |= entry.is_none();
        if let Some(slot) = self.entries.get_mut(position) {
            *slot = entry;
        }
    }

    /// The map. What was removed from it is filled in again, behind everything else.
    pub(super) fn finish(self, is_spread: bool) -> MappingValue {
        let ty = self.schema.filter(|_| self.has_removed).and_then(|schema| schema.ty.mapping());
        let entries = self.entries.into_iter().flatten().collect();
        let is_open = self.below.is_open;
        let mut mapping = MappingValue { entries, is_spread, meant: self.meant, is_open, ..MappingValue::default() };
        if let Some(ty) = ty {
            let is_missing =
                |(key, field): &(&Key, &Arc<SchemaNode>)| field.is_defaulted() && mapping.get(key).is_none();
            let missing = ty.fields.iter().filter(is_missing);
            let missing: Vec<Fragment> = missing.map(|(key, field)| default_entry(key, field)).collect();
            mapping.entries.extend(missing);
        }
        mapping
    }
}

/// Where the keys of a map are; few keys are compared one by one.
pub(super) enum Index<'a> {
    Few,
    Many(FxHashMap<&'a Key, usize>),
}

impl<'a> Index<'a> {
    /// The index of a map.
    pub(super) fn of(mapping: &'a MappingValue) -> Self {
        const FEW: usize = 12;
        if mapping.entries.len() <= FEW {
            return Self::Few;
        }
        Self::Many(mapping.entries.iter().enumerate().map(|(position, entry)| (entry.entry_key(), position)).collect())
    }

    /// The position of a key in that map.
    pub(super) fn position(&self, mapping: &MappingValue, key: &Key) -> Option<usize> {
        match self {
            Self::Few => mapping.entries.iter().position(|entry| entry.entry_key() == key),
            Self::Many(positions) => positions.get(key).copied(),
        }
    }
}
