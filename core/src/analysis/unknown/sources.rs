//! What the names in the code of a file depend on: the files of its bundles, and what is known of their data values.

use std::sync::Arc;

use super::Basis;
use crate::analysis::bundle::{self, Compiled, Merged, has_errors};
use crate::analysis::problems::is_ours;
use crate::analysis::source_file::{Kind, SourceFile};
use crate::analysis::world::World;
use crate::template::job::LIBRARIES;
use crate::text::FileId;
use crate::workspace::Bundle;

/// What there is to know for the code of a file.
pub(super) struct Sources<'w> {
    world: &'w World,
    file: &'w SourceFile,
    /// The bundles whose data values its code sees.
    pub(super) data: Vec<DataOf>,
}

/// What a bundle says of its data values.
pub(super) enum DataOf {
    /// Its schema declares them.
    Schema(Arc<Compiled>),
    /// It has no schema, and these are all of its values.
    Values(Arc<Merged>),
    /// Nobody knows.
    Unknown,
}

impl<'w> Sources<'w> {
    /// `None` for a file without code, and where no code is evaluated. Schemas and values see no data values, and most of
    /// their code runs, whatever the values are: they are not judged, for an edit of one would cost what it is long.
    pub(super) fn of(world: &'w World, file: FileId) -> Option<Self> {
        let source = world.file(file).filter(|source| source.exists() && world.limits.is_some())?;
        let is_evaluated = source.facts().has_schema || source.facts().has_values;
        if is_evaluated || !world.code(source).is_there || !is_ours(world, source) {
            return None;
        }
        let data = innermost(world, file)
            .into_iter()
            .map(|index| if holds_as_library(world, index, file) { DataOf::Unknown } else { data_of(world, index) });
        let data = data.collect();
        Some(Self { world, file: source, data })
    }

    /// The versions of all that counts.
    pub(super) fn basis(&self) -> Basis {
        let mut basis = Basis { stamps: self.stamps(), schemas: Vec::new(), values: Vec::new() };
        for data in &self.data {
            match data {
                DataOf::Schema(compiled) => basis.schemas.push(compiled.clone()),
                DataOf::Values(merged) => basis.values.push(merged.clone()),
                DataOf::Unknown => {}
            }
        }
        basis
    }

    /// What the file loads may define anything, and who loads it says what its functions are given.
    fn stamps(&self) -> Vec<(FileId, u64)> {
        let own = (self.file.id, self.file.stamp);
        let may_be_loaded = !matches!(self.file.kind, Kind::Yaml);
        if !may_be_loaded && self.world.code(self.file).loads.is_empty() {
            return vec![own];
        }
        let bundles = self.world.layout().readers(self.file.id).iter().map(|index| self.bundle(*index));
        let sources = bundles.flat_map(|bundle| &bundle.sources).filter_map(|source| self.world.file(source.file));
        let counts = |file: &&SourceFile| (may_be_loaded || file.kind != Kind::Yaml) && self.world.code(file).is_there;
        let mut stamps: Vec<(FileId, u64)> = sources.filter(counts).map(|file| (file.id, file.stamp)).collect();
        stamps.push(own);
        stamps.sort_unstable();
        stamps.dedup();
        stamps
    }

    fn bundle(&self, index: usize) -> &'w Bundle {
        &self.world.layout().bundles[index]
    }
}

/// The bundles that a file belongs to, without those that hold it as a part of a library.
fn innermost(world: &World, file: FileId) -> Vec<usize> {
    let layout = world.layout();
    let depth = |index: usize| layout.bundles[index].root.as_ref().map_or(0, |root| root.components().count());
    let readers = layout.readers(file);
    let libraries: Vec<usize> = readers.iter().copied().filter(|index| layout.bundles[*index].is_library).collect();
    match libraries.iter().map(|index| depth(*index)).max() {
        Some(deepest) => libraries.into_iter().filter(|index| depth(*index) == deepest).collect(),
        None => readers.to_vec(),
    }
}

/// Whether a file stands in a library of a bundle, which has data values of its own.
fn holds_as_library(world: &World, index: usize, file: FileId) -> bool {
    let mut own = world.layout().bundles[index].sources.iter().filter(|source| source.file == file);
    own.any(|source| source.path.split('/').any(|folder| folder == LIBRARIES))
}

fn data_of(world: &World, index: usize) -> DataOf {
    let bundle = &world.layout().bundles[index];
    if bundle.is_library && is_extended(world, bundle) {
        return DataOf::Unknown;
    }
    let compiled = bundle::compiled(world, index);
    let is_incomplete = |file: &FileId| {
        let document = world.file(*file).and_then(SourceFile::document);
        document.is_some_and(|document| has_errors(&document.stream().problems))
    };
    if has_errors(&compiled.problems) || bundle.schemas.iter().any(is_incomplete) {
        return DataOf::Unknown;
    }
    if let Some(first) = bundle.schemas.first() {
        let is_part =
            world.file(*first).and_then(SourceFile::shared_text).is_some_and(|text| text.contains("@overlay/"));
        // What the first schema is laid over is not here.
        return if is_part { DataOf::Unknown } else { DataOf::Schema(compiled) };
    }
    let has_alternatives = bundle.is_library || bundle.is_alone || !bundle.attached.is_empty();
    let merged = bundle::merged(world, index);
    let is_settled = merged.has_values && !has_errors(&merged.problems) && !has_errors(&compiled.problems);
    if has_alternatives || !is_settled { DataOf::Unknown } else { DataOf::Values(merged) }
}

/// Whether anybody may give a library a schema besides its own.
fn is_extended(world: &World, library: &Bundle) -> bool {
    let readers = library.sources.first().map(|source| world.layout().readers(source.file)).unwrap_or_default();
    let bundles = readers.iter().map(|index| &world.layout().bundles[*index]);
    let mut texts = bundles.flat_map(|bundle| &bundle.sources).filter_map(|source| {
        let file = world.file(source.file)?;
        if world.code(file).is_there || file.facts().is_template { file.shared_text() } else { None }
    });
    texts.any(|text| ["with_data_values_schema", "library/ref", "library/match"].iter().any(|it| text.contains(it)))
}
