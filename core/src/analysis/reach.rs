//! What the template code of a file can reach: the schema of its data values, files to load, modules of its edition.

use std::sync::Arc;

use super::{Analysis, bundle};
use crate::schema::Schema;
use crate::template::evaluate::path::LoadBase;
use crate::text::FileId;

impl Analysis {
    /// The schema of the data values that the code of a file sees; while it is broken, the last one that compiled.
    pub fn schema_of_code(&self, file: FileId) -> Option<Arc<Schema>> {
        bundle::compiled(&self.world, self.bundle_of_code(file)?).usable_schema()
    }

    /// The same, and the last one that compiled without a problem if that is another.
    pub fn schemas_of_code(&self, file: FileId) -> Vec<Arc<Schema>> {
        let last_good = || bundle::compiled(&self.world, self.bundle_of_code(file)?).last_good_schema();
        let mut schemas: Vec<Arc<Schema>> = self.schema_of_code(file).into_iter().chain(last_good()).collect();
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
        let base = LoadBase::of_file(&own.path);
        let others = bundle.sources.iter().filter(|source| source.file != file);
        others.flat_map(|source| base.spellings(&source.path)).collect()
    }

    /// The bundle whose data values the code of a file sees: the innermost library around it, or its bundle.
    fn bundle_of_code(&self, file: FileId) -> Option<usize> {
        let layout = self.world.layout();
        let depth = |index: &usize| {
            let root = layout.bundles.get(*index).and_then(|bundle| bundle.root.as_ref());
            root.map_or(0, |root| root.components().count())
        };
        layout.readers(file).iter().copied().max_by_key(depth)
    }
}
