//! What the API server refuses in a definition besides its fields: names that do not go together, versions, schemas
//! that are not structural, and rules.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{DefinitionKind, versions};
use crate::document::TextDocument;
use crate::kubernetes::structural::{items, keyword};
use crate::kubernetes::{Definition, Manifest, rules, structural};
use crate::problem::{Code, Problem};
use crate::schema::instance::with_text_keys;
use crate::text::Place;
use crate::values::{Value, ValueKind};

/// Everything that is wrong with a definition, its fields aside. `definitions`: what it defines.
pub fn problems(manifest: &Manifest, definitions: &[Arc<Definition>], document: &TextDocument) -> Vec<Problem> {
    let Some(kind) = DefinitionKind::of(&manifest.of) else { return Vec::new() };
    let mut problems = Vec::new();
    if !manifest.is_incomplete {
        problems.extend(of_names(manifest));
        problems.extend(of_versions(manifest, kind));
    }
    problems.extend(of_columns(manifest));
    problems.extend(of_schemas(manifest, definitions, document));
    problems
}

fn refused(place: Place, message: impl Into<String>) -> Problem {
    Problem::new(Code::ResourceStructure, place, message)
}

fn of_names(manifest: &Manifest) -> Vec<Problem> {
    let value = |path: &[&str]| manifest.value.field(path).filter(|value| value.text().is_some());
    let text = |path: &[&str]| value(path).and_then(Value::text);
    let mut problems = Vec::new();
    let group = value(&["spec", "group"]);
    if let Some((group, name)) = group.and_then(|group| Some((group, group.text()?))) {
        if !name.contains('.') {
            problems
                .push(refused(group.origin, "The group is a domain with a dot").expected("such as `shop.example.com`"));
        } else if !is_subdomain(name) {
            let problem = refused(group.origin, "The group is no domain");
            problems.push(problem.expected("small letters, digits, `-` and dots, such as `shop.example.com`"));
        }
    }
    if let (Some(name), Some(plural), Some(group)) =
        (value(&["metadata", "name"]), text(&["spec", "names", "plural"]), text(&["spec", "group"]))
    {
        let expected = format!("{plural}.{group}");
        if name.text().is_some_and(|name| *name != expected) {
            let problem = refused(name.origin, "The name of a definition is that of its resources and their group");
            let problem = problem.expected(format!("`{expected}`"));
            problems.push(problem.fix(format!("Change to `{expected}`"), name.origin, expected));
        }
    }
    for names in ["names", "claimNames"] {
        let list = value(&["spec", names, "listKind"]);
        if let (Some(kind), Some(list)) = (text(&["spec", names, "kind"]), list.filter(|it| it.text().is_some()))
            && list.text() == Some(kind)
        {
            problems.push(refused(list.origin, "A list of resources has another kind than one of them"));
        }
    }
    problems
}

/// Whether a text is a name of DNS.
fn is_subdomain(name: &str) -> bool {
    let is_inner = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(is_inner) && !label.starts_with('-') && !label.ends_with('-')
    };
    name.len() <= 253 && name.split('.').all(is_label)
}

fn of_versions(manifest: &Manifest, kind: DefinitionKind) -> Vec<Problem> {
    let (flag, words) = match kind {
        DefinitionKind::Custom => ("storage", "Resources are stored in exactly one version"),
        DefinitionKind::Composite { .. } => ("referenceable", "Compositions refer to exactly one version"),
    };
    let versions = versions(&manifest.value);
    let mut problems = Vec::new();
    let mut names = FxHashSet::default();
    for name in versions.iter().filter_map(|version| version.field(&["name"])) {
        if name.text().is_some_and(|text| !names.insert(text)) {
            problems.push(refused(name.origin, "Another version has this name already"));
        }
    }
    let flags: Vec<&Value> = versions.iter().filter_map(|version| version.field(&[flag])).collect();
    let is_known = flags.iter().all(|flag| matches!(flag.kind, ValueKind::Bool(_)));
    let mut chosen = flags.iter().filter(|flag| matches!(flag.kind, ValueKind::Bool(true)));
    let (first, second) = (chosen.next(), chosen.next());
    let list = manifest.value.field(&["spec"]).and_then(|spec| spec.entry("versions"));
    match (first, second, list) {
        (Some(first), Some(second), _) => {
            problems.push(refused(second.origin, words).related(first.origin, "the other one"));
        }
        (None, _, Some(list)) if is_known && !versions.is_empty() && flags.len() == versions.len() => {
            problems.push(refused(list.place, words).hint(format!("write `{flag}: true` in one of them")));
        }
        _ => {}
    }
    problems
}

/// Paths of columns and subresources are simple ones.
fn of_columns(manifest: &Manifest) -> Vec<Problem> {
    let versions = versions(&manifest.value);
    let columns = versions.iter().filter_map(|version| keyword(version, "additionalPrinterColumns"));
    let paths = columns.flat_map(|entry| items(&entry.value)).filter_map(|column| column.field(&["jsonPath"]));
    let scale = |version: &&Value| version.field(&["subresources", "scale"]).cloned();
    let scales: Vec<Value> = versions.iter().filter_map(scale).collect();
    let names = ["specReplicasPath", "statusReplicasPath", "labelSelectorPath"];
    let of_scale = scales.iter().flat_map(|scale| names.into_iter().filter_map(|name| scale.field(&[name])));
    let is_wrong = |path: &&Value| path.text().is_some_and(|path| !path.is_empty() && !path.starts_with('.'));
    let problem = |path: &Value| {
        let problem = refused(path.origin, "A path begins with a dot");
        let written = path.text().cloned().unwrap_or_default();
        problem.expected(format!("`.{written}`")).fix("Put a dot before it", path.origin, format!(".{written}"))
    };
    paths.chain(of_scale).filter(is_wrong).map(problem).collect()
}

fn of_schemas(manifest: &Manifest, definitions: &[Arc<Definition>], document: &TextDocument) -> Vec<Problem> {
    // A claim has the schema of its composite resource.
    let mut compiled: FxHashMap<&str, &Arc<Definition>> = FxHashMap::default();
    for definition in definitions {
        compiled.entry(definition.of.version.as_str()).or_insert(definition);
    }
    let mut problems = Vec::new();
    for version in versions(&manifest.value) {
        let Some(schema) = version.field(&["schema", "openAPIV3Schema"]).map(with_text_keys) else { continue };
        problems.extend(structural::problems(&schema));
        let name = version.field(&["name"]).and_then(Value::text);
        let Some(definition) = name.and_then(|name| compiled.get(name.as_str())) else { continue };
        let reported: FxHashSet<Place> = problems.iter().map(|problem| problem.place).collect();
        problems.extend(definition.problems().iter().filter(|it| !reported.contains(&it.place)).cloned());
        problems.extend(rules::problems(&schema, &definition.schema().root, document));
    }
    problems
}
