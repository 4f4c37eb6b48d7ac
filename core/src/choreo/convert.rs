//! Resources of older generations written as v1 has them: schemas, fields, kinds and expressions. Comments stay, and so
//! does the layout of what does not change.
//!
//! Schemas come first, for `schema::to_open_api` reads them as they were; then the fields (`fields`), by the table that
//! also tells generations apart; then the expressions (`expressions`), by the tree of each.

use std::sync::Arc;

use smol_str::SmolStr;

use super::generation::Former;
use super::references::ReferenceRole;
use super::{Catalog, Resource, ResourceKind};
use crate::document::TextDocument;
use crate::problem::{Code, Problem, Severity};
use crate::rewrite::{RewriteTree, RewrittenText};
use crate::schema::to_open_api::{self, Hindrance};
use crate::text::{Edits, FileId, Place};
use crate::values::fragment::Fragment;
use crate::values::from_yaml::from_plain_yaml;
use crate::yaml::{Document, Stream};

mod expressions;
mod fields;
#[cfg(test)]
mod tests;

/// What has to be known of a resource besides its text.
#[derive(Clone, Debug, Default)]
struct ResourceContext {
    /// Whether it is of an older generation.
    is_older: bool,
    /// The kind and the name of the type that it is about, where it is about one.
    component_type: Option<(ResourceKind, SmolStr)>,
}

/// Writes the resources of a file as v1 has them. What is of v1 already stays as it is.
///
/// # Errors
/// Schemas that are wrong, or cannot be written in the newer form.
pub fn to_v1(
    file: FileId,
    text: &TextDocument,
    resources: &[(usize, Arc<Resource>)],
    catalog: &dyn Catalog,
) -> Result<RewrittenText, Hindrance> {
    let context = |index: usize| {
        let resource = resources.iter().find(|(document, _)| *document == index);
        resource.map_or_else(ResourceContext::default, |(_, resource)| ResourceContext::of(resource, catalog))
    };
    let contexts: Vec<ResourceContext> = (0..text.stream().documents.len()).map(context).collect();
    let (_, problems) = with_fields(text, &contexts);
    let schemas = with_schemas(text, resources)?;
    let (fields, _) = with_fields(&TextDocument::new(FileId::NONE, &schemas), &contexts);
    let problems = problems.into_iter().map(|problem| Problem { place: Place { file, ..problem.place }, ..problem });
    let fields = TextDocument::new(file, &fields);
    let problems = problems.chain(left(resources, &fields)).collect();
    Ok(RewrittenText { text: expressions::renamed(&fields), problems })
}

impl ResourceContext {
    fn of(resource: &Resource, catalog: &dyn Catalog) -> Self {
        let owner = resource.references.iter().find(|reference| reference.role == ReferenceRole::Owner);
        let component = owner.and_then(|owner| catalog.find(&owner.target));
        let mut references = component.iter().flat_map(|component| &component.references);
        let ty = references.find(|reference| reference.role == ReferenceRole::ComponentType);
        let component_type = ty.and_then(|ty| Some((*ty.target.kinds.first()?, ty.target.name.clone())));
        Self { is_older: !resource.is_v1(catalog), component_type }
    }
}

fn with_schemas(text: &TextDocument, resources: &[(usize, Arc<Resource>)]) -> Result<String, Hindrance> {
    let mut edits = Edits::new();
    for (index, resource) in resources {
        edits.extend(to_open_api::convert(text, *index, &resource.value)?);
    }
    Ok(to_open_api::apply(text, edits))
}

/// The text with the fields of its resources as v1 has them.
fn with_fields(text: &TextDocument, contexts: &[ResourceContext]) -> (String, Vec<Problem>) {
    let Stream { documents, .. } = text.stream();
    let mut problems = Vec::new();
    let edit = |(document, context): (&Document, &ResourceContext)| {
        is_of_platform(document).then_some(())?;
        let (range, mut tree) = RewriteTree::of_document(text, document)?;
        let before = tree.to_document();
        let mut conversion = fields::Conversion { context, problems: Vec::new() };
        conversion.resource(&mut tree);
        problems.extend(conversion.problems);
        let after = tree.to_document();
        (before != after).then_some((range, after))
    };
    let edits = documents.iter().zip(contexts).filter_map(edit).collect();
    (to_open_api::apply(text, edits), problems)
}

/// What is still of an older generation, for the way to it cannot be taken apart.
fn left(resources: &[(usize, Arc<Resource>)], after: &TextDocument) -> Vec<Problem> {
    let problem = |(index, resource): &(usize, Arc<Resource>)| {
        let value = from_plain_yaml(FileId::NONE, after.stream().documents.get(*index)?).value;
        let still = Former::of(resource.kind, value.field(&["spec"])?);
        let before = Former::of(resource.kind, resource.value.field(&["spec"])?);
        let stays =
            |(entry, _): &&(&Fragment, _)| still.iter().any(|(there, _)| there.entry_key() == entry.entry_key());
        let problems = before.iter().filter(stays).map(|(entry, _)| {
            let message =
                format!("`{}` stays as it is, for an anchor, a tag or an alias stands above it", entry.entry_key());
            let problem = Problem::new(Code::UnknownField, entry.place, message);
            Problem { severity: Severity::Warning, ..problem }
        });
        Some(problems.collect::<Vec<_>>())
    };
    resources.iter().filter_map(problem).flatten().collect()
}

fn is_of_platform(document: &Document) -> bool {
    let value = from_plain_yaml(FileId::NONE, document).value;
    value.field(&["apiVersion"]).and_then(|version| version.text()).is_some_and(|it| it.starts_with("openchoreo.dev/"))
}
