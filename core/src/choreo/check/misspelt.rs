//! Fields of a resource that are probably misspelt: the platform has none of their names, but one that is close to it.
//! What its versions have besides what `kinds.yml` describes is not known for sure, so nothing else is claimed.

use crate::choreo::{Resource, ResourceKind, fields};
use crate::problem::{Code, Problem, Severity, nearest};
use crate::schema::lookup::{Step, child};
use crate::schema::{MappingType, SchemaNode, Type};
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// Names of the platform that are close to others.
const OTHERS: &[&str] = &["resource", "type"];

/// Everything that is probably misspelt. Of v1 the fields are known, but for those that every resource has.
pub(super) fn problems(resource: &Resource, is_v1: bool) -> Vec<Problem> {
    let mut walk = MisspeltWalk { kind: resource.kind, problems: Vec::new() };
    let metadata = || child(fields::of_v1(resource.kind)?, &Step::Key(Key::String("metadata".into())));
    match (is_v1, resource.value.field(&["metadata"])) {
        (true, Some(value)) => metadata().into_iter().for_each(|node| walk.value(value, node)),
        (true, None) => {}
        (false, _) => fields::of_kind(resource.kind).into_iter().for_each(|node| walk.value(&resource.value, node)),
    }
    walk.problems
}

struct MisspeltWalk {
    kind: ResourceKind,
    problems: Vec<Problem>,
}

impl MisspeltWalk {
    fn value(&mut self, value: &Value, node: &SchemaNode) {
        match (&value.kind, &node.ty) {
            (ValueKind::Mapping(mapping), Type::Mapping(ty)) if !ty.fields.is_empty() => {
                mapping.entries.iter().for_each(|entry| self.entry(entry, mapping, ty));
            }
            (ValueKind::Sequence(items), Type::Sequence(item)) => items.iter().for_each(|it| self.value(it, item)),
            _ => {}
        }
    }

    fn entry(&mut self, entry: &Fragment, mapping: &MappingValue, ty: &MappingType) {
        let Key::String(name) = entry.entry_key() else { return };
        // The first workflows declare their fields right below.
        let is_free = name == "schema" && matches!(self.kind, ResourceKind::Workflow | ResourceKind::ClusterWorkflow);
        match ty.fields.get(entry.entry_key()) {
            Some(field) if !is_free => self.value(&entry.value, field),
            Some(_) => {}
            None => self.problems.extend(misspelt(name, entry, mapping, ty)),
        }
    }
}

fn misspelt(name: &str, entry: &Fragment, mapping: &MappingValue, ty: &MappingType) -> Option<Problem> {
    let known = ty.fields.keys().filter(|known| mapping.get(known).is_none());
    let known = known.filter_map(|known| match known {
        Key::String(known) if known.len().abs_diff(name.len()) <= 2 => Some(known.as_str()),
        _ => None,
    });
    let near = nearest(name, known).filter(|_| !OTHERS.contains(&name))?;
    let message = format!("There is no field `{name}` here, so it has no effect");
    let mut problem = Problem::new(Code::ResourceStructure, entry.place, message);
    problem.severity = Severity::Warning;
    Some(problem.suggest(Some(near), entry.place))
}
