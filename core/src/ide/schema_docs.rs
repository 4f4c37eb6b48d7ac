//! The documentation of the schemas that a file is about: that of its bundle, those of its OpenChoreo resources, and
//! those that the values of these resources are for.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::choreo::ResourceKind;
use crate::choreo::resource::Resource;
use crate::choreo::sites::{ValuesPurpose, ValuesSite, sites};
use crate::schema::Schema;
use crate::schema::export::documentation::SchemaDoc;
use crate::schema::sections::CompiledSection;
use crate::text::FileId;

/// The documentation of some schemas.
#[derive(Clone, Debug)]
pub struct SchemaDocs {
    /// What a page of all of them is called.
    pub title: String,
    /// One for each schema.
    pub schemas: Vec<SchemaDoc>,
}

impl SchemaDocs {
    /// The documentation of schemas of data values, and of those that resources hold.
    pub fn of(bundles: &[Arc<Schema>], resources: &[Arc<Resource>]) -> Self {
        let title = match (bundles, resources) {
            ([schema], []) => schema.root.title.clone().unwrap_or_else(|| "Schema of data values".to_owned()),
            ([], [resource]) => format!("{} {}", resource.kind.name(), name(resource)),
            _ => "Schemas".to_owned(),
        };
        let bundles = bundles.iter().map(|schema| SchemaDoc::of_data_values(schema));
        Self { title, schemas: bundles.chain(resources.iter().flat_map(|resource| own_sections(resource))).collect() }
    }
}

/// The documentation of the schemas that a file is about; `None` where there is none.
pub fn schema_docs(analysis: &Analysis, file: FileId) -> Option<SchemaDocs> {
    let bundle: Vec<Arc<Schema>> = analysis.schema_of_bundle(file).into_iter().collect();
    let resources: Vec<Arc<Resource>> = analysis.resources(file).iter().map(|(_, resource)| resource.clone()).collect();
    let mut docs = SchemaDocs::of(&bundle, &resources);
    // Those of a release are in it.
    for resource in resources.iter().filter(|resource| resource.kind != ResourceKind::ComponentRelease) {
        docs.schemas.extend(sites(resource, &analysis.catalog(file)).iter().filter_map(|site| of_site(resource, site)));
    }
    (!docs.schemas.is_empty()).then_some(docs)
}

/// Those that a resource holds, in copies of others too.
fn own_sections(resource: &Resource) -> impl Iterator<Item = SchemaDoc> {
    resource.named_sections().flat_map(|(name, sections)| {
        let section = |it: &CompiledSection| SchemaDoc::of_section(resource.kind.name(), &name, it.name, &it.schema);
        sections.iter().map(section).collect::<Vec<_>>()
    })
}

/// The schema that the values of a place in a resource are for, named by that place.
fn of_site(resource: &Resource, site: &ValuesSite) -> Option<SchemaDoc> {
    let section = site.schemas.section(site.section)?;
    let name = match &site.part {
        ValuesPurpose::Trait { instance, .. } => format!("{} {instance}", name(resource)),
        ValuesPurpose::Whole | ValuesPurpose::Workflow => name(resource).to_owned(),
    };
    Some(SchemaDoc::of_section(resource.kind.name(), &name, section.name, &section.schema))
}

/// What a resource is called; nothing where it says no name.
fn name(resource: &Resource) -> &str {
    resource.name.as_ref().map_or("", |name| name.name.as_str())
}
