//! What stands in another file and keeps a file from being checked: said once, at the file, so that nobody takes it for
//! right who looks at it alone.

use super::bundle;
use super::kind::FileKind;
use super::world::{File, World};
use crate::problem::{Code, Problem, Severity};
use crate::text::{FileId, Place, TextRange};
use crate::workspace::BundleRole;

/// The problem of a file that is right as far as it could be checked, and whose schema is not. `problems` are those
/// that were found in the file.
pub(super) fn problem(world: &World, file: FileId, problems: &[Problem]) -> Option<Problem> {
    let is_module = world.file(file).is_none_or(|source| source.kind != FileKind::Yaml);
    let has_error = problems.iter().any(|problem| problem.severity == Severity::Error);
    if has_error || is_module || world.is_given() {
        return None;
    }
    // What holds no code and no values comes out as it stands, whatever the others hold.
    let holds_ytt = |source: File<'_>| source.facts().has_schema || source.facts().has_values || source.code().is_there;
    let is_for_ytt = world.file(file).is_some_and(holds_ytt);
    let parts = world.memberships(file).iter().filter(|(_, role)| is_for_ytt || *role != BundleRole::Member);
    let mut parts = parts.map(|(index, _)| *index);
    let cause = parts.find_map(|index| cause(world, index, file))?;
    let place = Place::absolute(file, TextRange::default());
    // Whoever edits the other file sees what is wrong there; half a line of it is no news elsewhere.
    if world.file(cause.place.file).is_some_and(File::is_open) {
        return None;
    }
    let problem =
        Problem::new(Code::NotChecked, place, "Another file of the bundle has errors, so this one cannot be checked");
    Some(problem.related(cause.place, cause.message.as_str()))
}

/// The first error in the schema of a bundle that stands in another file.
fn cause(world: &World, index: usize, file: FileId) -> Option<Problem> {
    let bundle = world.bundle(index);
    if bundle.is_library || bundle.is_alone {
        return None;
    }
    let is_schema = |file: FileId| world.file(file).is_some_and(|source| source.facts().has_schema);
    // One schema file is checked whatever another one holds.
    let decides = |other: FileId| other != file && !(is_schema(file) && is_schema(other));
    let is_elsewhere = |problem: &&Problem| problem.severity == Severity::Error && decides(problem.place.file);
    let compiled = bundle::compiled(world, index);
    let of_schema = compiled.problems.iter().find(is_elsewhere).cloned();
    let of_text = || {
        let schemas = bundle.schemas.iter().filter_map(|schema| world.file(*schema)?.document());
        let mut problems = schemas.into_iter().flat_map(|document| &document.stream().problems);
        problems.find(is_elsewhere).cloned()
    };
    of_schema.or_else(of_text).or_else(|| {
        // Of values, what other members hold decides nothing; templates are not rendered at all.
        let facts = world.file(file)?.facts();
        let members = bundle.members.iter().filter(|_| !facts.has_schema && !facts.has_values);
        let yaml = members.filter_map(|member| world.file(*member)).filter(|member| member.kind == FileKind::Yaml);
        let mut documents = yaml.filter_map(File::document);
        documents.find_map(|document| document.stream().problems.iter().find(is_elsewhere).cloned())
    })
}
