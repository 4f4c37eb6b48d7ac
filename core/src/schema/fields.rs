//! The declared keys of a map, in runs that versions of a schema share.

use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::SchemaNode;
use crate::values::Key;
use crate::values::fragment::Fragment;
use crate::values::runs::{Run, Runs};

/// Declared keys in order, each with the schema of its value.
pub type Fields = Runs<FieldRun>;

/// Some of the declared keys of a map.
#[derive(Debug)]
pub struct FieldRun {
    fields: Box<[(Key, Arc<SchemaNode>)]>,
    /// What they give where nothing else does.
    defaults: OnceLock<Arc<[Fragment]>>,
}

/// Declared keys as they are put together.
pub type FieldMap = IndexMap<Key, Arc<SchemaNode>, FxBuildHasher>;

impl FieldRun {
    /// Keys in order, none of them twice.
    pub(super) fn new(fields: Vec<(Key, Arc<SchemaNode>)>) -> Self {
        Self { fields: fields.into(), defaults: OnceLock::new() }
    }

    /// The schemas of the values.
    pub fn values(&self) -> impl Iterator<Item = &Arc<SchemaNode>> {
        self.fields.iter().map(|(_, field)| field)
    }

    /// The entries that it gives where nothing else does.
    pub(super) fn defaults(&self) -> &Arc<[Fragment]> {
        self.defaults.get_or_init(|| {
            let defaulted = self.fields.iter().filter(|(_, field)| field.is_defaulted());
            let entry = |(key, field): &(Key, Arc<SchemaNode>)| {
                Fragment::entry(key.clone(), field.declared, field.default.clone())
            };
            defaulted.map(entry).collect()
        })
    }
}

impl Run for FieldRun {
    type StoredEntry = (Key, Arc<SchemaNode>);
    type EntryRef<'a> = (&'a Key, &'a Arc<SchemaNode>);

    fn entries(&self) -> &[Self::StoredEntry] {
        &self.fields
    }

    fn key((key, _): &Self::StoredEntry) -> &Key {
        key
    }

    fn item((key, field): &Self::StoredEntry) -> (&Key, &Arc<SchemaNode>) {
        (key, field)
    }
}

impl Fields {
    /// The schema of a key's value.
    pub fn get(&self, key: &Key) -> Option<&Arc<SchemaNode>> {
        self.find(key).map(|(_, field)| field)
    }

    /// Whether a key is declared.
    pub fn contains_key(&self, key: &Key) -> bool {
        self.get(key).is_some()
    }

    /// The key at an index, from 0.
    pub fn get_index(&self, index: usize) -> Option<(&Key, &Arc<SchemaNode>)> {
        self.iter().nth(index)
    }

    /// The keys.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Key> + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// The schemas of their values.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Arc<SchemaNode>> + Clone {
        self.iter().map(|(_, field)| field)
    }

    /// Declares a key, behind the others where it is new.
    pub fn insert(&mut self, key: Key, field: Arc<SchemaNode>) {
        *self = self.cloned().chain([(key, field)]).collect();
    }

    /// Forgets a key.
    pub fn remove(&mut self, key: &Key) {
        *self = self.cloned().filter(|(known, _)| known != key).collect();
    }

    /// Changes what is declared of a key, if anything is.
    pub fn change(&mut self, key: &Key, change: impl FnOnce(&Arc<SchemaNode>) -> Arc<SchemaNode>) {
        if let Some(field) = self.get(key).map(change) {
            self.insert(key.clone(), field);
        }
    }

    /// The same keys with other schemas.
    #[must_use]
    pub fn with(&self, mut field: impl FnMut(&Key, &Arc<SchemaNode>) -> Arc<SchemaNode>) -> Self {
        self.iter().map(|(key, known)| (key.clone(), field(key, known))).collect()
    }

    /// Copies of the keys and of their shared schemas.
    pub fn cloned(&self) -> impl Iterator<Item = (Key, Arc<SchemaNode>)> {
        self.iter().map(|(key, field)| (key.clone(), field.clone()))
    }
}

impl From<FieldMap> for Fields {
    fn from(fields: FieldMap) -> Self {
        Self::cut(fields, |run| Arc::new(FieldRun::new(run)))
    }
}

/// The last of equal keys counts, at the place of the first.
impl FromIterator<(Key, Arc<SchemaNode>)> for Fields {
    fn from_iter<I: IntoIterator<Item = (Key, Arc<SchemaNode>)>>(fields: I) -> Self {
        fields.into_iter().collect::<FieldMap>().into()
    }
}
