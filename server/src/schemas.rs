//! The schemas of files: those of bundles, and those in the sections of resources.

use std::sync::Arc;

use sayl_core::analysis::Analysis;
use sayl_core::choreo::resource::Resource;
use sayl_core::schema::Schema;
use sayl_core::schema::sections::CompiledSection;
use sayl_core::text::FileId;

/// Schemas in the order of their files.
pub(crate) struct Schemas {
    /// Those of data values.
    pub(crate) bundles: Vec<Arc<Schema>>,
    /// Resources that hold schemas.
    pub(crate) resources: Vec<Arc<Resource>>,
}

impl Schemas {
    /// Every schema of files.
    pub(crate) fn all(analysis: &Analysis, files: &[FileId]) -> Self {
        let resources = files.iter().flat_map(|file| analysis.resources(*file));
        let with_schemas = resources.map(|(_, resource)| resource).filter(|it| it.named_sections().next().is_some());
        let resources = with_schemas.cloned().collect();
        Self { resources, ..Self::of_bundles(analysis, files) }
    }

    /// The schemas of data values.
    pub(crate) fn of_bundles(analysis: &Analysis, files: &[FileId]) -> Self {
        let mut bundles: Vec<Arc<Schema>> = Vec::new();
        for file in files {
            let documents = analysis.document(*file).map_or(0, |document| document.stream().documents.len());
            for schema in (0..documents).filter_map(|document| analysis.schema(*file, document)) {
                if !bundles.iter().any(|known| Arc::ptr_eq(known, &schema)) {
                    bundles.push(schema);
                }
            }
        }
        Self { bundles, resources: Vec::new() }
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.bundles.is_empty() && self.resources.is_empty()
    }

    /// The sections of resources with what they are known by among others, in whichever generation they are written.
    pub(crate) fn named_sections(&self) -> impl Iterator<Item = (String, Arc<Schema>)> {
        self.resources.iter().flat_map(|resource| {
            resource.named_sections().flat_map(|(name, sections)| {
                let section = |it: &CompiledSection| {
                    (format!("{} {name}: {}", resource.kind.name(), it.latest_name()), it.schema.clone())
                };
                sections.iter().map(section).collect::<Vec<_>>()
            })
        })
    }
}
