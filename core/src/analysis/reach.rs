//! What the template code of a file can reach: the schema of its data values, files to load, modules of its edition.

use std::sync::Arc;

use super::{Analysis, bundle};
use crate::schema::Schema;
use crate::template::evaluate::path::Base;
use crate::text::FileId;

impl Analysis {
    /// The schemas of the data values that the code of a file sees: that of its bundle (while it is broken, the last one
    /// that compiled), and the last one that compiled without a problem if that is another.
    pub fn schemas_of_code(&self, file: FileId) -> Vec<Arc<Schema>> {
        let Some(index) = self.bundle_of_code(file) else { return Vec::new() };
        let compiled = bundle::compiled(&self.world, index);
        let schemas = [compiled.usable_schema(), compiled.last_good_schema()];
        let mut schemas: Vec<Arc<Schema>> = schemas.into_iter().flatten().collect();
        schemas.dedup_by(|one, other| Arc::ptr_eq(one, other));
        schemas
    }

    /// Whether the code of a file may load what only the older editions of schemas have.
    pub fn has_older_modules(&self, file: FileId) -> bool {
        let bundle = self.bundle_of_code(file).and_then(|index| self.world.layout().bundles.get(index));
        bundle.is_some_and(|bundle| self.world.has_older_modules(bundle))
    }

    /// The paths of the files that the code of a file can load, as `load` would name them from there: those beside and
    /// below it, others from the root, and those of its libraries.
    pub fn loadable(&self, file: FileId) -> Vec<String> {
        let bundle = self.bundle_of_code(file).and_then(|index| self.world.layout().bundles.get(index));
        let own = bundle.and_then(|bundle| bundle.sources.iter().find(|source| source.file == file));
        let (Some(bundle), Some(own)) = (bundle, own) else { return Vec::new() };
        let base = Base::of_file(&own.path);
        let others = bundle.sources.iter().filter(|source| source.file != file);
        others.flat_map(|source| base.spellings(&source.path)).collect()
    }

    /// The bundle whose data values the code of a file sees.
    fn bundle_of_code(&self, file: FileId) -> Option<usize> {
        let layout = self.world.layout();
        let member = layout.memberships(file).first().map(|(index, _)| *index);
        member.or_else(|| layout.readers(file).first().copied())
    }
}
