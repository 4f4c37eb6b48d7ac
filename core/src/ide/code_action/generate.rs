//! Files made of others: a values file of a schema, a schema of values.

use std::path::{Path, PathBuf};

use super::{CodeAction, resource_at};
use crate::analysis::Analysis;
use crate::choreo::scaffold::scaffold;
use crate::schema::export::schema_file::schema_file;
use crate::schema::export::values_file::values_file;
use crate::schema::headers::{DocumentRole, classify};
use crate::text::{FileId, TextRange};
use crate::values::from_yaml::from_plain_yaml;
use crate::workspace::{is_library_module, is_yaml};
use crate::yaml::path::document_at;

/// What can be made of the document whose first lines, through its `---`, a range touches.
pub(super) fn files(analysis: &Analysis, file: FileId, range: TextRange) -> Vec<CodeAction> {
    let Some(text) = analysis.document(file) else { return Vec::new() };
    let path = analysis.path(file);
    let stream = text.stream();
    // The comments of the first document stand above it.
    let Some(index) = document_at(stream, range.start()) else { return Vec::new() };
    let Some(document) = stream.documents.get(index) else { return Vec::new() };
    let head = document.marker.unwrap_or_else(|| TextRange::empty(document.root.range.start()));
    if range.start() > head.end() || !is_yaml(path) || is_library_module(path) {
        return Vec::new();
    }
    let made = match classify(document).role {
        DocumentRole::Schema(_) => of_schema(analysis, file, index),
        role => {
            let is_values = role == DocumentRole::DataValues || !stream.is_template;
            let is_free = analysis.schema(file, index).is_none() && analysis.resources(file).is_empty();
            let values = (is_values && is_free).then(|| from_plain_yaml(file, document).value);
            values.filter(|values| values.mapping().is_some()).and_then(|values| {
                let text = schema_file(&values)?;
                Some(("Write a schema for these values", free_path(analysis, path, "schema"), text))
            })
        }
    };
    let action = |(title, path, text): (&str, Option<PathBuf>, String)| {
        Some(CodeAction { title: title.to_owned(), new_file: Some((path?, text)), ..CodeAction::default() })
    };
    made.and_then(action).into_iter().collect()
}

/// A resource of the type whose kind a range touches.
pub(super) fn of_type(analysis: &Analysis, file: FileId, range: TextRange) -> Option<CodeAction> {
    let ty = resource_at(analysis, file, range)?;
    let new = scaffold(ty, None, &analysis.catalog(file))?;
    let path = free_path(analysis, analysis.path(file), &new.name)?;
    let title = format!("Write a {} of this type", new.kind.name());
    Some(CodeAction { title, new_file: Some((path, new.text)), ..CodeAction::default() })
}

fn of_schema(analysis: &Analysis, file: FileId, document: usize) -> Option<(&'static str, Option<PathBuf>, String)> {
    let schema = analysis.schema(file, document)?;
    let path = free_path(analysis, analysis.path(file), "values");
    Some(("Write a values file with all defaults", path, values_file(&schema)))
}

/// A file beside another that is not there yet.
fn free_path(analysis: &Analysis, beside: &Path, name: &str) -> Option<PathBuf> {
    /// More names are not tried.
    const MOST: usize = 20;
    let folder = beside.parent()?;
    let numbered = (2..MOST).map(|number| format!("{name}-{number}.yml"));
    let mut paths = std::iter::once(format!("{name}.yml")).chain(numbered).map(|name| folder.join(name));
    paths.find(|path| analysis.file(path).is_none())
}
