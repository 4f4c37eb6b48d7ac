//! What the names in the code of a file depend on: the files of its bundles, and what is known of their data values.

use std::sync::Arc;

use crate::analysis::bundle::{self, CompiledBundle, MergedValues, has_errors};
use crate::analysis::ownership::is_ours;
use crate::analysis::world::{File, World};
use crate::template::job::LIBRARIES;
use crate::text::FileId;
use crate::workspace::Bundle;

/// What there is to know for the code of a file.
pub(super) struct Sources {
    /// The bundles whose data values its code sees.
    pub(super) data: Vec<DataOf>,
}

/// What a bundle says of its data values.
pub(super) enum DataOf {
    /// Its schema declares them.
    Schema(Arc<CompiledBundle>),
    /// It has no schema, and these are all of its values.
    Values(Arc<MergedValues>),
    /// Nobody knows.
    Unknown,
}

impl Sources {
    /// `None` for a file without code, and where no code is evaluated. Schemas and values see no data values, and most of
    /// their code runs, whatever the values are: they are not judged, for an edit of one would cost what it is long.
    pub(super) fn of(world: &World, file: FileId) -> Option<Self> {
        let source = world.file(file).filter(|source| source.exists() && world.limits().is_some())?;
        let is_evaluated = source.facts().has_schema || source.facts().has_values;
        if is_evaluated || !source.code().is_there || !is_ours(world, source) {
            return None;
        }
        let data = innermost(world, file)
            .into_iter()
            .map(|index| if holds_as_library(world, index, file) { DataOf::Unknown } else { data_of(world, index) });
        let data = data.collect();
        Some(Self { data })
    }
}

/// The bundles that a file belongs to, without those that hold it as a part of a library.
fn innermost(world: &World, file: FileId) -> Vec<usize> {
    let depth = |index: usize| world.bundle(index).root.as_ref().map_or(0, |root| root.components().count());
    let readers = world.readers(file);
    let libraries: Vec<usize> = readers.iter().copied().filter(|index| world.bundle(*index).is_library).collect();
    match libraries.iter().map(|index| depth(*index)).max() {
        Some(deepest) => libraries.into_iter().filter(|index| depth(*index) == deepest).collect(),
        None => readers.to_vec(),
    }
}

/// Whether a file stands in a library of a bundle, which has data values of its own.
fn holds_as_library(world: &World, index: usize, file: FileId) -> bool {
    let mut own = world.bundle(index).sources.iter().filter(|source| source.file == file);
    own.any(|source| source.path.split('/').any(|folder| folder == LIBRARIES))
}

fn data_of(world: &World, index: usize) -> DataOf {
    let bundle = world.bundle(index);
    if bundle.is_library && is_extended(world, bundle) {
        return DataOf::Unknown;
    }
    let compiled = bundle::compiled(world, index);
    let is_incomplete = |file: &FileId| {
        let document = world.file(*file).and_then(File::document);
        document.is_some_and(|document| has_errors(&document.stream().problems))
    };
    if has_errors(&compiled.problems) || bundle.schemas.iter().any(is_incomplete) {
        return DataOf::Unknown;
    }
    if let Some(first) = bundle.schemas.first() {
        let is_part = world.file(*first).and_then(File::shared_text).is_some_and(|text| text.contains("@overlay/"));
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
    let readers = library.sources.first().map(|source| world.readers(source.file)).unwrap_or_default();
    let bundles = readers.iter().map(|index| world.bundle(*index));
    let mut texts = bundles.flat_map(|bundle| &bundle.sources).filter_map(|source| {
        let file = world.file(source.file)?;
        if file.code().is_there || file.facts().is_template { file.shared_text() } else { None }
    });
    texts.any(|text| ["with_data_values_schema", "library/ref", "library/match"].iter().any(|it| text.contains(it)))
}
