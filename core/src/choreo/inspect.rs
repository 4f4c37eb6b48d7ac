//! What the values of a resource come to: as the platform takes them, with defaults filled in and the rest dropped.

use std::sync::Arc;

use super::check::take;
use super::sites::{SiteSection, ValuesPurpose, ValuesSite, sites};
use super::{Catalog, Resource, ResourceKind};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, SequenceValue, Value, ValueKind};

#[cfg(test)]
mod tests;

/// The values of a component, a release, a binding or a run: `kind`, `name`, `parameters`, and `traits` where it has
/// any. Of what is wrong, as much as can be taken. `None` for kinds that hold no values.
pub fn inspect(resource: &Resource, catalog: &dyn Catalog) -> Option<Value> {
    let holds_values = matches!(
        resource.kind,
        ResourceKind::Component
            | ResourceKind::ComponentRelease
            | ResourceKind::ReleaseBinding
            | ResourceKind::Resource
            | ResourceKind::ResourceReleaseBinding
            | ResourceKind::Project
            | ResourceKind::ProjectReleaseBinding
            | ResourceKind::ComponentWorkflowRun
            | ResourceKind::WorkflowRun
    );
    let sites = sites(resource, catalog);
    let values = |site: &ValuesSite| take(site).value;
    let whole = sites.iter().find(|site| site.part == ValuesPurpose::Whole && site.section != SiteSection::System);
    // What is for a type that is not known stays as it is.
    let given = || resource.value.field(&["spec", "parameters"]).cloned();
    let parameters = whole.map(values).or_else(given).unwrap_or_else(|| mapping(Vec::new()));
    let traits = sites.iter().filter_map(|site| match &site.part {
        ValuesPurpose::Trait { name, instance } => {
            Some(mapping(vec![("name", text(name)), ("instanceName", text(instance)), ("parameters", values(site))]))
        }
        _ => None,
    });
    let traits: SequenceValue = traits.collect();
    let name = resource.name.as_ref().map_or("", |name| name.name.as_str());
    let mut entries = vec![("kind", text(resource.kind.name())), ("name", text(name)), ("parameters", parameters)];
    if !traits.is_empty() {
        entries.push(("traits", Value::unwritten(ValueKind::Sequence(Arc::new(traits)))));
    }
    holds_values.then(|| mapping(entries))
}

fn text(text: &str) -> Value {
    Value::unwritten(ValueKind::String(text.into()))
}

fn mapping(entries: Vec<(&str, Value)>) -> Value {
    let entries =
        entries.into_iter().map(|(key, value)| Fragment::entry(Key::String(key.into()), Place::NOWHERE, value));
    let mapping = MappingValue { entries: entries.collect(), ..MappingValue::default() };
    Value::unwritten(ValueKind::Mapping(Arc::new(mapping)))
}
