//! What is wrong with a resource: its schemas, its structure, what it refers to, and its values.

use std::sync::Arc;

use super::references::ResourceReference;
use super::resource::Resource;
use super::sites::{Manner, SectionSchemas, SiteSection, ValuesSite, sites};
use super::{Catalog, structure};
use crate::problem::{Code, Problem, Severity};
use crate::schema::lookup::Step;
use crate::schema::sections::CompiledSection;
use crate::schema::{MappingType, Others, SchemaNode, Type, instance};
use crate::text::Place;
use crate::values::{SequenceValue, Value, ValueKind};

mod misspelt;
mod parts;
mod references;
pub mod resource_fields;
#[cfg(test)]
mod tests;

/// Everything that is wrong with a resource. Of one of which parts are not known, and of a patch, which holds no more
/// than what it changes, nothing is claimed to be missing.
pub fn problems(resource: &Arc<Resource>, catalog: &dyn Catalog, is_patch: bool) -> Vec<Problem> {
    let is_partial = resource.is_partial || is_patch;
    let mut problems = resource.schema_problems.clone();
    problems.extend_from_slice(&resource.templates.problems);
    problems.extend(references::duplicate(resource, catalog).filter(|_| !is_patch));
    let is_v1 = resource.is_v1(catalog);
    if !is_partial {
        problems.extend(structure::problems(resource, is_v1));
        problems.extend(misspelt::problems(resource, is_v1));
    }
    problems.extend(references::problems(resource, catalog, is_v1));
    if is_v1 {
        problems.extend(parts::problems(resource, catalog));
        let found = resource_fields::problems(resource, is_partial);
        // What else is said of a token is more to the point.
        let is_new =
            |problem: &Problem| !problems.iter().any(|it| it.place == problem.place && it.severity == Severity::Error);
        let found: Vec<Problem> = found.into_iter().filter(is_new).collect();
        problems.extend(found);
    }
    for site in sites(resource, catalog) {
        let is_lack = |problem: &Problem| problem.code == Code::MissingParameter;
        let mut found = of_site(&site);
        found.retain(|problem| problem.place.file == resource.file && !(is_partial && is_lack(problem)));
        if site.schemas.is_default {
            found = found.into_iter().map(Problem::at_most_a_warning).collect();
        }
        problems.extend(found);
    }
    problems
}

/// What is wrong with the values of a site.
fn of_site(site: &ValuesSite) -> Vec<Problem> {
    let taken = take(site);
    let is_relied_on = |problem: &Problem| match problem.code {
        Code::MissingParameter => !site.schemas.is_broken && site.manner != Manner::Partial,
        Code::UnknownParameter => !site.schemas.is_broken,
        // A default that breaks its own schema was told there.
        _ => !site.schemas.is_broken || site.given.as_ref().is_some_and(|given| stands_in(given, problem.place)),
    };
    let explained = |problem: Problem| match site.given {
        None => problem.hint(format!("write it below `{}`", way(&site.path))),
        Some(_) => problem,
    };
    taken.problems.into_iter().filter(is_relied_on).map(explained).collect()
}

/// Whether a place is that of a value, or of something in it.
fn stands_in(value: &Value, place: Place) -> bool {
    let is_inside = match &value.kind {
        ValueKind::Mapping(mapping) => {
            let mut entries = mapping.entries.iter();
            entries.any(|entry| entry.place == place || stands_in(&entry.value, place))
        }
        ValueKind::Sequence(items) => items.iter().any(|item| stands_in(item, place)),
        _ => false,
    };
    is_inside || value.origin == place
}

/// The keys of a path, from the last array on.
fn way(path: &[Step]) -> String {
    let keys = path.rsplit(|step| matches!(step, Step::Item(_))).next().unwrap_or_default();
    let keys = keys.iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.to_string()),
        Step::Item(_) => None,
    });
    keys.collect::<Vec<_>>().join(".")
}

/// What the platform makes of the values of a site, and what is wrong with them.
pub fn take(site: &ValuesSite) -> instance::InstanceOutcome {
    let nothing = || Value { origin: site.holder, kind: ValueKind::Mapping(Arc::default()) };
    let given = site.given.clone().unwrap_or_else(nothing);
    let root = root(&site.schemas, site.section);
    match site.manner {
        Manner::Filled => instance::take(&given, &root),
        Manner::Computed | Manner::Partial => instance::take(&with_unknown_expressions(&given), &root),
        Manner::AsWritten => {
            let value = instance::with_text_keys(&given);
            let mut problems = instance::unknown_keys(&value, &root);
            problems.extend(instance::violations(&value, &root).iter().map(instance::InstanceViolation::problem));
            instance::InstanceOutcome { value: instance::filled(&instance::pruned(&value, &root), &root), problems }
        }
    }
}

/// The schema of a section; one that is not declared takes nothing.
fn root(schemas: &SectionSchemas, section: SiteSection) -> Arc<SchemaNode> {
    let nothing = || {
        let ty = Type::Mapping(MappingType { others: Others::Dropped, ..MappingType::default() });
        Arc::new(SchemaNode { ty, nullable: false, ..SchemaNode::unknown(Place::NOWHERE) })
    };
    schemas.section(section).map_or_else(nothing, |CompiledSection { schema, .. }| schema.root.clone())
}

/// The value without text that expressions decide about.
fn with_unknown_expressions(value: &Value) -> Value {
    let kind = match &value.kind {
        ValueKind::String(text) if text.contains("${") => ValueKind::Unknown,
        ValueKind::Mapping(mapping) => {
            let entries = mapping.entries.with(|entry| entry.with(with_unknown_expressions(&entry.value)));
            ValueKind::Mapping(Arc::new(mapping.of_entries(entries)))
        }
        ValueKind::Sequence(items) => {
            ValueKind::Sequence(Arc::new(items.iter().map(with_unknown_expressions).collect::<SequenceValue>()))
        }
        kind => kind.clone(),
    };
    Value { origin: value.origin, kind }
}
