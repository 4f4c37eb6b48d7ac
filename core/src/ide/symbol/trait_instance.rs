//! Names of trait instances: given in a component, used by the bindings that override what its traits take.

use std::sync::Arc;

use super::{Occurrence, Reach, Symbol, SymbolKind, written, written_at};
use crate::analysis::Analysis;
use crate::choreo::sites::{TRAIT_OVERRIDES, instances};
use crate::choreo::{Catalog, ReferenceRole, Resource, ResourceKind};
use crate::document::TextDocument;
use crate::ide::cursor::{Cursor, Touched};
use crate::ide::position::value_path;
use crate::schema::lookup::Step;
use crate::text::FileId;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value};
use crate::yaml::path::{NodeLocation, Part};

pub(super) fn symbol(cursor: &Cursor<'_>, at: &Touched<'_>, reach: Reach) -> Option<Symbol> {
    let (analysis, file) = (cursor.analysis, cursor.file);
    let (_, resource) = analysis.resources(file).iter().find(|(index, _)| *index == at.location.document)?;
    let (component, own) = component_at(analysis, file, resource, &at.location)?;
    let name = name_of(cursor.document, &own)?;
    let files = reach.files(analysis, component.file, file);
    let mut bindings = bindings(analysis, &files, &component);
    let mut occurrences = vec![given(analysis, &component, &name)?];
    occurrences.extend(bindings.iter().filter_map(|binding| used(analysis, binding, &name)));
    occurrences.sort_by_key(|occurrence| (occurrence.file, occurrence.range.start()));
    bindings.retain(|binding| is_released(analysis, binding));
    let taken: Vec<String> =
        items(&component).filter_map(|item| Some(item.field(&["instanceName"])?.text()?.to_string())).collect();
    let is_repeated = taken.iter().filter(|taken| **taken == name).count() > 1;
    let fixed = match (bindings.is_empty(), is_repeated) {
        (false, _) => Some(format!("A release that is bound holds the name `{name}`, and releases do not change")),
        (true, true) => Some(format!("The name `{name}` is given twice, so it is not clear which one is meant")),
        (true, false) => None,
    };
    Some(Symbol { kind: SymbolKind::TraitInstance, name, range: own.range, occurrences, taken, fixed })
}

/// The component that an instance belongs to, and the name under the cursor.
fn component_at(
    analysis: &Analysis,
    file: FileId,
    resource: &Arc<Resource>,
    location: &NodeLocation<'_>,
) -> Option<(Arc<Resource>, Occurrence)> {
    let path = value_path(&location.steps);
    let names: Vec<&str> =
        path.iter().map(|step| if let Step::Key(Key::String(key)) = step { key } else { "-" }).collect();
    match (resource.kind, location.part, names.as_slice()) {
        (ResourceKind::Component, Part::Value(node), ["spec", "traits", "-", "instanceName"]) => {
            Some((resource.clone(), written(file, node)?))
        }
        (ResourceKind::ReleaseBinding, Part::Key(key), ["spec", overrides, _])
            if TRAIT_OVERRIDES.contains(overrides) =>
        {
            Some((owner(analysis, resource)?, written(file, key)?))
        }
        _ => None,
    }
}

fn name_of(text: &TextDocument, own: &Occurrence) -> Option<String> {
    let name = text.slice(own.range);
    (!name.is_empty()).then_some(name)
}

/// The component that a binding is about.
fn owner(analysis: &Analysis, binding: &Resource) -> Option<Arc<Resource>> {
    let reference = binding.references.iter().find(|reference| reference.role == ReferenceRole::Owner)?;
    analysis.catalog(binding.file).find(&reference.target)
}

/// The bindings of a component.
fn bindings(analysis: &Analysis, files: &[FileId], component: &Arc<Resource>) -> Vec<Arc<Resource>> {
    let all = files.iter().flat_map(|file| analysis.resources(*file)).map(|(_, resource)| resource);
    let is_own = |binding: &&Arc<Resource>| {
        binding.kind == ResourceKind::ReleaseBinding
            && owner(analysis, binding).is_some_and(|owner| Arc::ptr_eq(&owner, component))
    };
    all.filter(is_own).cloned().collect()
}

/// Whether a binding takes its traits from a release.
fn is_released(analysis: &Analysis, binding: &Resource) -> bool {
    let release = binding.references.iter().find(|reference| reference.role == ReferenceRole::Release);
    let is_there = release.is_some_and(|release| analysis.catalog(binding.file).find(&release.target).is_some());
    is_there && instances(binding, &analysis.catalog(binding.file)).is_some_and(|instances| !instances.is_empty())
}

fn items(component: &Resource) -> impl Iterator<Item = &Value> {
    let traits = component.value.field(&["spec", "traits"]).and_then(Value::sequence);
    traits.into_iter().flat_map(|traits| traits.iter())
}

/// Where a component gives the name.
fn given(analysis: &Analysis, component: &Resource, name: &str) -> Option<Occurrence> {
    let value = items(component)
        .filter_map(|item| item.field(&["instanceName"]))
        .find(|value| value.text().is_some_and(|text| text == name))?;
    let found = written_at(analysis.document(component.file)?, component.file, value.origin)?;
    Some(Occurrence { is_declaration: true, ..found })
}

/// Where a binding uses the name.
fn used(analysis: &Analysis, binding: &Resource, name: &str) -> Option<Occurrence> {
    let overrides = TRAIT_OVERRIDES.iter().filter_map(|key| binding.value.field(&["spec", key])?.mapping());
    let mut entries = overrides.flat_map(|mapping| &mapping.entries);
    let entry: &Fragment = entries.find(|entry| entry.entry_key().to_string() == name)?;
    written_at(analysis.document(binding.file)?, binding.file, entry.place)
}
