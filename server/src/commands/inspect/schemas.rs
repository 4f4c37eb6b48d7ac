//! How the schemas that an inspection is about are printed.

use sayl_core::ide::schema_docs::SchemaDocs;
use sayl_core::schema::Schema;
use sayl_core::schema::export::documentation::{html, markdown, yaml};
use sayl_core::schema::export::json_schema::functions::with_keywords;
use sayl_core::schema::export::json_schema::{self, json_schema};
use sayl_core::schema::export::values_file::{plain_values, values_file};
use sayl_core::schema::sections::CompiledSection;
use sayl_core::text::{FileId, Place};
use sayl_core::values::Value;
use sayl_core::values::print::{self, JsonStyle, styled_json};

use super::form::{Notation, SchemaForm};
use crate::schemas::Schemas;
use crate::session::Session;

impl Schemas {
    /// The first schema of data values.
    pub(super) fn first(&self) -> Option<&Schema> {
        self.bundles.first().map(|schema| &**schema)
    }

    /// Whether there are schemas of resources.
    pub(super) fn holds_resources(&self) -> bool {
        !self.resources.is_empty()
    }

    /// The schemas in that form.
    pub(super) fn print(&self, form: SchemaForm, session: &Session) -> String {
        match form {
            SchemaForm::JsonSchema(Notation::Json) => pretty_json(&self.json_schema(session)),
            SchemaForm::JsonSchema(Notation::Yaml) => print::yaml(&self.json_schema(session)),
            SchemaForm::Documentation(Notation::Yaml) => yaml::yaml(&self.documentation().schemas),
            SchemaForm::Documentation(Notation::Json) => pretty_json(&yaml::whole(&self.documentation().schemas)),
            SchemaForm::Html => {
                let SchemaDocs { title, schemas } = self.documentation();
                html::html(&title, &schemas)
            }
            SchemaForm::Markdown => markdown::markdown(&self.documentation().schemas),
            SchemaForm::ValuesFile => self.values_files(),
        }
    }

    /// One schema as it is; several, and those of resources, as an array that says of each what it belongs to.
    fn json_schema(&self, session: &Session) -> Value {
        let text = |place: Place| {
            let document = session.analysis.document(place.file)?;
            Some(document.slice(document.resolve(place)?))
        };
        let bundles: Vec<Schema> = self.bundles.iter().map(|schema| with_keywords(schema, &text)).collect();
        if let ([] | [_], false) = (self.bundles.as_slice(), self.holds_resources()) {
            return json_schema::document(bundles.first());
        }
        let bundles = bundles.iter().map(|schema| ("data/values", "", vec![("values", json_schema(schema))]));
        let named = self.resources.iter().flat_map(|it| it.named_sections().map(move |(name, all)| (it, name, all)));
        let named: Vec<_> = named.collect();
        let resources = named.iter().map(|(resource, name, sections)| {
            let sections = sections.iter().map(|section| (section.name, json_schema(&section.schema)));
            (resource.kind.name(), name.as_str(), sections.collect())
        });
        json_schema::list(bundles.chain(resources))
    }

    /// Every default: of data values as files of them, of resources as one document for each section.
    fn values_files(&self) -> String {
        let bundles = self.bundles.iter().map(|schema| values_file(schema));
        let named = self.resources.iter().flat_map(|it| it.named_sections().map(move |(name, all)| (it, name, all)));
        let sections = named.flat_map(|(resource, name, sections)| {
            let title = format!("{} {name}", resource.kind.name());
            let section = |it: &CompiledSection| format!("---\n# {title}: {}\n{}", it.name, plain_values(&it.schema));
            sections.iter().map(section).collect::<Vec<_>>()
        });
        bundles.chain(sections).collect()
    }

    fn documentation(&self) -> SchemaDocs {
        SchemaDocs::of(&self.bundles, &self.resources)
    }
}

/// Whether a file holds a resource with schemas.
pub(super) fn holds_resource_schemas(session: &Session, file: FileId) -> bool {
    session.analysis.resources(file).iter().any(|(_, resource)| resource.named_sections().next().is_some())
}

/// The files asked about, by path.
pub(super) fn files(session: &Session) -> Vec<FileId> {
    let mut files: Vec<FileId> = session.requested.iter().copied().filter(|file| *file != FileId::NONE).collect();
    files.sort_by_key(|file| session.analysis.path(*file));
    files
}

/// JSON for people.
fn pretty_json(value: &Value) -> String {
    styled_json(value, JsonStyle { indent: 2, escapes_html: false, ..JsonStyle::default() }) + "\n"
}
