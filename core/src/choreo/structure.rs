//! What a kind demands of its resources besides schemas and values. Looked at only in what is there.

use super::{Resource, ResourceKind};
use crate::problem::nearest;
use crate::problem::{Code, Problem, Severity};
use crate::schema::sections::{self, SchemaLayout};
use crate::text::Place;
use crate::values::Value;

mod blocks;
mod lists;
mod made;

/// The workload types of the platform.
const WORKLOAD_TYPES: [&str; 5] = ["deployment", "statefulset", "cronjob", "job", "proxy"];

/// What is wrong with how a resource is put together.
pub(super) fn problems(resource: &Resource, is_v1: bool) -> Vec<Problem> {
    let Some(spec) = resource.value.field(&["spec"]) else { return Vec::new() };
    let workload = spec.field(&["workloadType"]);
    let workload = workload.and_then(|workload| unknown_workload_type(workload.text()?, workload.origin));
    let layout = sections::of_spec(resource.kind.name(), spec).map(|sections| sections.layout);
    let is_newest = is_v1 || layout == Some(SchemaLayout::Sections);
    // Of v1 the fields are known, with all that they may be.
    let mut problems: Vec<Problem> = workload.into_iter().filter(|_| !is_v1).collect();
    problems.extend(blocks::problems(spec, is_newest, is_v1));
    if is_newest {
        problems.extend(made::problems(resource.kind, spec));
    }
    problems.extend(lists::problems(resource.kind, spec));
    problems.extend(templates(resource.kind, spec, is_v1));
    if sections::has_sections(resource.kind.name()) {
        problems.extend(form_without_section(spec).filter(|_| !is_v1));
        problems.extend(two_lists_of_rules(spec).filter(|_| !is_v1));
    }
    problems
}

/// JSON Schema where no version reads it: it stands in each section.
fn form_without_section(spec: &Value) -> Option<Problem> {
    let form = spec.field(&["schema"])?.entry("openAPIV3Schema")?;
    form.value.mapping()?;
    let message = "No version of the platform reads `openAPIV3Schema` here, so it declares nothing";
    let problem = Problem::new(Code::ResourceStructure, form.place, message);
    let problem = Problem { severity: Severity::Warning, ..problem };
    Some(problem.expected("`spec.parameters.openAPIV3Schema` and `spec.environmentConfigs.openAPIV3Schema`"))
}

/// Rules under their older and their newer name.
fn two_lists_of_rules(spec: &Value) -> Option<Problem> {
    let list = |name| spec.entry(name).filter(|entry| entry.value.sequence().is_some_and(|list| !list.is_empty()));
    let (newer, older) = (list("preRenderValidations")?, list("validations")?);
    let message = "`validations` and `preRenderValidations` are the same, so only one of them may be there";
    Some(Problem::new(Code::ResourceStructure, older.place, message).related(newer.place, "the newer name"))
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.field(&[name]).and_then(Value::sequence).into_iter().flat_map(|items| items.iter())
}

/// A workload type that does not exist.
pub(super) fn unknown_workload_type(written: &str, place: Place) -> Option<Problem> {
    let problem = Problem::new(Code::WorkloadType, place, format!("There is no workload type `{written}`"));
    one_of(problem, written, &WORKLOAD_TYPES)
}

/// The problem with what is known, unless that is written.
fn one_of(problem: Problem, written: &str, known: &[&str]) -> Option<Problem> {
    if known.contains(&written) {
        return None;
    }
    let place = problem.place;
    let problem = problem.expected(known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
    Some(match nearest(written, known.iter().copied()) {
        Some(near) => problem.fix(format!("Change to `{near}`"), place, near),
        None => problem,
    })
}

/// What is wrong with the templates of a specification, and with how they go together.
fn templates(kind: ResourceKind, spec: &Value, is_v1: bool) -> Vec<Problem> {
    let list = match kind {
        ResourceKind::Workflow | ResourceKind::ClusterWorkflow if is_v1 => {
            let listed = items(spec, "resources").filter_map(|item| item.field(&["template"]));
            return spec.field(&["runTemplate"]).into_iter().chain(listed).filter_map(incomplete).collect();
        }
        ResourceKind::ComponentType | ResourceKind::ClusterComponentType => "resources",
        ResourceKind::Trait | ResourceKind::ClusterTrait => "creates",
        _ => return Vec::new(),
    };
    let Some(entry) = spec.entry(list) else { return Vec::new() };
    let items: Vec<&Value> = items(spec, list).collect();
    let mut problems: Vec<Problem> = items.iter().filter_map(|item| incomplete(item.field(&["template"])?)).collect();
    let workload = spec.field(&["workloadType"]).and_then(Value::text);
    let workload = workload.filter(|workload| *workload != "proxy" && WORKLOAD_TYPES.contains(&workload.as_str()));
    if let Some(workload) = workload.filter(|_| !items.is_empty()) {
        problems.extend(workload_templates(workload, &items, entry.place));
        problems.extend(workload_id(workload, &items, entry.place).filter(|_| !is_v1));
    }
    problems
}

/// A template without something that every Kubernetes object has.
fn incomplete(template: &Value) -> Option<Problem> {
    template.mapping()?;
    let paths: [&[&str]; 3] = [&["apiVersion"], &["kind"], &["metadata", "name"]];
    let missing: Vec<String> = paths
        .into_iter()
        .filter(|path| template.field(path).is_none() && !is_computed(template, path))
        .map(|path| format!("`{}`", path.join(".")))
        .collect();
    let message = format!("The template has no {}", missing.join(" and "));
    let holder = template.field(&["metadata"]).filter(|_| missing == ["`metadata.name`"]).unwrap_or(template);
    (!missing.is_empty()).then(|| Problem::new(Code::ResourceStructure, holder.origin, message))
}

/// Whether an expression gives what is around the end of a path.
fn is_computed(template: &Value, path: &[&str]) -> bool {
    (1..path.len()).any(|length| template.field(&path[..length]).is_some_and(|value| value.mapping().is_none()))
}

/// Exactly one template is the workload.
fn workload_templates(workload: &str, items: &[&Value], list: Place) -> Vec<Problem> {
    let kinds: Vec<&Value> = items.iter().filter_map(|item| item.field(&["template", "kind"])).collect();
    let is_workload = |kind: &&&Value| kind.text().is_some_and(|kind| kind.eq_ignore_ascii_case(workload));
    let is_known =
        kinds.len() == items.len() && kinds.iter().all(|kind| kind.text().is_some_and(|it| !it.contains("${")));
    let workloads: Vec<&&Value> = kinds.iter().filter(is_workload).collect();
    match workloads.as_slice() {
        [] if is_known => {
            let message = format!("No template is of the workload type `{workload}`");
            let found = kinds.iter().filter_map(|kind| kind.text()).map(|kind| format!("`{kind}`")).collect::<Vec<_>>();
            vec![Problem::new(Code::ResourceStructure, list, message).found(found.join(", "))]
        }
        [first, later @ ..] => {
            let problem = |kind: &&&Value| {
                let message = format!("Another template is of the workload type `{workload}` already");
                Problem::new(Code::ResourceStructure, kind.origin, message).related(first.origin, "the first one")
            };
            later.iter().map(problem).collect()
        }
        [] => Vec::new(),
    }
}

/// One resource goes by the name of the workload type.
fn workload_id(workload: &str, items: &[&Value], list: Place) -> Option<Problem> {
    let ids: Vec<&str> = items.iter().filter_map(|item| Some(item.field(&["id"])?.text()?.as_str())).collect();
    if ids.len() < items.len() || ids.contains(&workload) {
        return None;
    }
    let message = format!("No resource has the `id` `{workload}`, which is the workload type");
    Some(Problem::new(Code::ResourceStructure, list, message).found(ids.join(", ")))
}
