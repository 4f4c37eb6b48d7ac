//! What templates make is judged as what people write: resources in the output of a bundle, by the definitions of their
//! project. A problem stands at the line of the template that made the value, and names the data value behind it.

use std::sync::Arc;

use super::kubernetes::Judgement;
use super::subject::Subject;
use super::world::{Query, World};
use super::{Analysis, rendering};
use crate::choreo::check::resource_fields;
use crate::choreo::generation::Generation;
use crate::choreo::{self, ResourceKind};
use crate::kubernetes::Manifest;
use crate::problem::{Problem, Related};
use crate::render::RenderedResource;
use crate::values::Value;

/// What is wrong with the resources in the output of a bundle.
pub(super) fn problems(world: &World, index: usize) -> Arc<Vec<Problem>> {
    world.get::<CheckedOutput>(Subject::of_bundle(world.bundle_id(index)))
}

struct CheckedOutput;

impl Query for CheckedOutput {
    type Output = Vec<Problem>;
    type IncrementalState = ();

    fn compute(world: &World, subject: Subject, _: Option<&Self::Output>, (): &mut ()) -> Self::Output {
        let Some(index) = subject.bundle_id().and_then(|bundle| world.index_of(bundle)) else { return Vec::new() };
        let rendered = rendering::rendered(world, index);
        let resources = rendered.as_ref().map(|rendered| rendered.resources.as_slice()).unwrap_or_default();
        let found: Vec<Problem> = resources.iter().flat_map(|resource| of_resource(world, resource)).collect();
        if found.is_empty() {
            return found;
        }
        let analysis = Analysis { world: world.clone() };
        let values = rendering::final_values(world, index);
        found.into_iter().map(|problem| with_values(&analysis, problem, values.as_ref())).collect()
    }
}

fn of_resource(world: &World, resource: &RenderedResource) -> Vec<Problem> {
    let Some(manifest) = Manifest::made(resource.file, resource.value.clone()) else { return Vec::new() };
    let kind = ResourceKind::from_name(&manifest.of.kind).filter(|_| manifest.of.group == choreo::GROUP);
    let copies = || world.definitions(resource.file).copies(&manifest.of);
    let by_definitions = || Judgement::of(&manifest, copies(), world.is_patch(resource.file)).problems;
    let found = kind.map_or_else(by_definitions, |kind| of_platform(kind, &manifest.value));
    let in_output = |mut problem: Problem| {
        problem.message = format!("{}, in the output of `{}`", problem.message, resource.path);
        problem.fixes = Vec::new();
        problem
    };
    found.into_iter().map(in_output).collect()
}

/// A resource of OpenChoreo. Those of older generations have other fields.
fn of_platform(kind: ResourceKind, value: &Value) -> Vec<Problem> {
    let is_older = value.field(&["spec"]).is_some_and(|spec| Generation::of(kind, spec) == Generation::Older);
    if is_older { Vec::new() } else { resource_fields::of_value(kind, value, false) }
}

/// The problem with the data values that its line reads.
fn with_values(analysis: &Analysis, mut problem: Problem, values: Option<&Value>) -> Problem {
    let read = values.map(|values| analysis.values_on_line(problem.place, values, None)).unwrap_or_default();
    let message = || "the value comes from here".to_owned();
    problem.related.extend(read.into_iter().map(|place| Related { place, message: message() }));
    problem
}
