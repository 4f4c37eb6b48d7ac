//! What is in effect in OpenChoreo resources: at a key of values, what the platform makes of it, defaults filled in; at
//! a parameter in a schema, what components and bindings set.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::MOST_LOOKED_AT;
use super::items::{all_at, words_of};
use crate::analysis::Analysis;
use crate::choreo::Resource;
use crate::choreo::check::take;
use crate::choreo::sites::{Manner, at, sites};
use crate::ide::position::{exact_path, value_path};
use crate::ide::schema_markdown::{code_span, is_short};
use crate::ide::symbol::field::trail::Trail;
use crate::schema::lookup::Step;
use crate::schema::sections::CompiledSection;
use crate::schema::sections::inside::{SectionPart, inside};
use crate::text::FileId;
use crate::values::flow::flow;
use crate::values::{Key, Value, ValueKind, print};
use crate::yaml::path::NodeLocation;

/// Longer values are cut, in lines.
const MOST_LINES: usize = 20;

/// What the platform makes of the values of a resource at a location; `None` where that is what stands there.
pub(super) fn of_value(analysis: &Analysis, file: FileId, location: &NodeLocation<'_>) -> Option<String> {
    let resource = resource_at(analysis, file, location)?;
    let root = analysis.document(file)?.stream().documents.get(location.document)?.root();
    let path = exact_path(root, &location.steps);
    let site = sites(resource, &analysis.catalog(file)).into_iter().find(|site| path.starts_with(&site.path))?;
    let is_known = !site.schemas.is_broken && matches!(site.manner, Manner::Filled | Manner::AsWritten);
    let inner = path.get(site.path.len()..).filter(|_| is_known)?;
    let taken = take(&site).value;
    let value = at(&taken, inner).filter(|value| !matches!(value.kind, ValueKind::Unknown))?;
    let written = site.given.as_ref().and_then(|given| at(given, inner));
    let is_as_written = written.is_some_and(|written| flow(written) == flow(value));
    (!is_as_written).then(|| shown(value))
}

/// A value in words: on their line, or below it if it is too long for that.
fn shown(value: &Value) -> String {
    let text = flow(value);
    if is_short(&text) {
        return format!("In effect: {}", code_span(&text));
    }
    let text = print::yaml(value);
    let mut lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
    if text.lines().count() > MOST_LINES {
        lines.push("…");
    }
    format!("In effect:\n\n```yaml\n{}\n```", lines.join("\n"))
}

/// What is set for the parameter that a schema of a resource declares at a location.
pub(in crate::ide) fn of_parameter(analysis: &Analysis, file: FileId, location: &NodeLocation<'_>) -> Option<String> {
    let resource = resource_at(analysis, file, location)?;
    let (section, path) = declared(resource, &value_path(&location.steps))?;
    let given: Vec<Value> = users(analysis, resource).iter().flat_map(|user| given(analysis, user, section)).collect();
    // Null makes place for the default.
    let is_set = |value: &&Value| !matches!(value.kind, ValueKind::Null);
    let found: Vec<&Value> = given.iter().flat_map(|given| all_at(given, &path)).filter(is_set).collect();
    words_of(analysis, &found)
}

fn resource_at<'a>(analysis: &'a Analysis, file: FileId, location: &NodeLocation<'_>) -> Option<&'a Arc<Resource>> {
    let mut resources = analysis.resources(file).iter();
    resources.find(|(index, _)| *index == location.document).map(|(_, resource)| resource)
}

/// The section that declares what a path through a resource leads to, and the way to it in values. What types declare
/// has many ways.
fn declared<'a>(resource: &'a Resource, path: &[Step]) -> Option<(&'a CompiledSection, Vec<Step>)> {
    let place = inside(&resource.value, path)?;
    let is_shared = |step: &Step| matches!(step, Step::Key(Key::String(key)) if key == "$defs");
    if place.part == SectionPart::Types || place.path.iter().any(is_shared) {
        return None;
    }
    let (Step::Key(key), above) = path.split_last()? else { return None };
    let declared = at(&resource.value, above)?.mapping()?.entry(key)?.place;
    let way = |section: &'a CompiledSection| Some((section, Trail::to(&section.schema.root, declared)?.steps()));
    resource.sections.iter().find_map(way)
}

/// The resources that refer to one, and those that refer to them.
fn users(analysis: &Analysis, resource: &Arc<Resource>) -> Vec<Arc<Resource>> {
    let mut waiting = vec![resource.clone()];
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    while let Some(used) = waiting.pop() {
        for place in analysis.users(&used) {
            let refers = |it: &&Arc<Resource>| it.references.iter().any(|reference| reference.place == place);
            let resources = analysis.resources(place.file).iter().map(|(_, resource)| resource);
            let Some(user) = resources.into_iter().find(refers) else { continue };
            if found.len() < MOST_LOOKED_AT && seen.insert(Arc::as_ptr(user).addr()) {
                found.push(user.clone());
                waiting.push(user.clone());
            }
        }
    }
    found
}

/// What a resource gives for a section of another one.
fn given(analysis: &Analysis, user: &Resource, section: &CompiledSection) -> Vec<Value> {
    let is_for = |of_site: Option<&CompiledSection>| of_site.is_some_and(|it| Arc::ptr_eq(&it.schema, &section.schema));
    let sites = sites(user, &analysis.catalog(user.file)).into_iter();
    sites.filter(|site| is_for(site.schemas.section(site.section))).filter_map(|site| site.given).collect()
}
