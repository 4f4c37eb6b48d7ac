//! Mistakes planted into a valid resource of each kind of OpenChoreo v1, one at a time, wherever the definitions of the
//! platform say that they are mistakes: nearly all must be told, in the right lines.
//!
//! The resources are those of `resources` beside this file; what is a mistake comes from the definitions that sayl reads.

#![allow(clippy::unwrap_used, reason = "a fixture that cannot be read has failed the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;

use rayon::prelude::*;
use sayl_core::document::TextDocument;
use sayl_core::text::{FileId, TextRange};
use sayl_core::yaml::{Entry, Mapping, Node, Placed};
use sayl_tests::binary::workspace_root;
use sayl_tests::reported::{Reported, reported};
use serde_json::Value as Json;

/// Of so many mistakes in a hundred all but the rest are told, in each kind.
const LEAST_REPORTED: usize = 97;
/// Text that no pattern of the platform matches.
const UNMATCHED: &str = "'!! b@d'";

/// Where a name of another resource stands, below `spec`: the kinds of its holder, and its path with `*` for items.
const NAMES: &[(&[&str], &str)] = &[
    (&["Component"], "componentType.name"),
    (&["Component", "ClusterComponentType", "ComponentType"], "traits.*.name"),
    (&["ClusterComponentType", "ComponentType"], "allowedTraits.*.name"),
    (&["ClusterComponentType", "ComponentType"], "allowedWorkflows.*.name"),
    (&["Component", "WorkflowRun"], "workflow.name"),
    (&["Component", "Resource", "Workload", "ReleaseBinding", "ResourceReleaseBinding"], "owner.projectName"),
    (&["ProjectReleaseBinding"], "owner.projectName"),
    (&["Workload", "ReleaseBinding"], "owner.componentName"),
    (&["ResourceReleaseBinding"], "owner.resourceName"),
    (&["ReleaseBinding", "ResourceReleaseBinding", "ProjectReleaseBinding"], "environment"),
    (&["ObservabilityAlertsNotificationChannel"], "environment"),
    (&["Resource", "Project"], "type.name"),
    (&["Project"], "deploymentPipelineRef.name"),
    (&["DeploymentPipeline"], "promotionPaths.*.sourceEnvironmentRef.name"),
    (&["DeploymentPipeline"], "promotionPaths.*.targetEnvironmentRefs.*.name"),
    (&["Environment"], "dataPlaneRef.name"),
    (&["Workflow", "ClusterWorkflow"], "workflowPlaneRef.name"),
    (&["SecretReference"], "targetPlane.name"),
    (&["AuthzRoleBinding", "ClusterAuthzRoleBinding"], "roleMappings.*.roleRef.name"),
    (&["DataPlane", "ClusterDataPlane", "WorkflowPlane", "ClusterWorkflowPlane"], "observabilityPlaneRef.name"),
];

/// One mistake.
struct Mistake {
    kind: String,
    /// What it is and where: `misspelt spec.owner`.
    name: String,
    file: String,
    /// The text of the file with it.
    text: String,
    /// Where it has to be told, from 1.
    lines: RangeInclusive<u64>,
}

fn definitions() -> Json {
    let text = fs::read_to_string(workspace_root().join("core/src/choreo/kinds.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn fixtures() -> BTreeMap<String, String> {
    let folder = fs::read_dir(workspace_root().join("tests/tests/openchoreo_mistakes/resources")).unwrap();
    let files = folder.map(|file| file.unwrap());
    files.map(|file| (file.file_name().into_string().unwrap(), fs::read_to_string(file.path()).unwrap())).collect()
}

/// Plants mistakes into one resource.
struct Planter<'a> {
    definitions: &'a Json,
    kind: &'a str,
    file: &'a str,
    text: &'a str,
    planted: Vec<Mistake>,
}

impl<'a> Planter<'a> {
    fn resolved(&self, mut schema: &'a Json) -> &'a Json {
        while let Some(name) = schema["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/")) {
            schema = &self.definitions["$defs"][name];
        }
        schema
    }

    fn line(&self, offset: usize) -> u64 {
        self.text[..offset].matches('\n').count() as u64 + 1
    }

    /// Replaces a range of the text.
    fn plant(&mut self, sort: &str, path: &[String], range: TextRange, with: &str, lines: RangeInclusive<u64>) {
        let text = [&self.text[..range.start().into()], with, &self.text[range.end().into()..]].concat();
        let name = format!("{sort} {}", path.join("."));
        self.planted.push(Mistake { kind: self.kind.to_owned(), name, file: self.file.to_owned(), text, lines });
    }

    fn value(&mut self, value: Placed<'_, Node>, schema: &'a Json, path: &[String]) {
        let schema = self.resolved(schema);
        if let Some(mapping) = value.mapping() {
            self.mapping(value, mapping, schema, path);
        } else if let (Some(sequence), Some(item)) = (value.sequence(), schema.get("items")) {
            for it in sequence.items() {
                self.value(it.value(), item, &[path, &["*".to_owned()]].concat());
            }
        } else if value.scalar().is_some() {
            self.scalar(value.range(), schema, path);
        }
    }

    fn mapping(&mut self, holder: Placed<'_, Node>, mapping: Placed<'_, Mapping>, schema: &'a Json, path: &[String]) {
        let is_open = schema["x-kubernetes-preserve-unknown-fields"] == true;
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let is_block = !self.text[holder.range()].starts_with('{');
        let entries: Vec<Placed<'_, Entry>> = mapping.entries().collect();
        for (index, entry) in entries.iter().enumerate() {
            let key = entry.key().scalar().unwrap().text.to_string();
            let below = [path, std::slice::from_ref(&key)].concat();
            let Some(field) = schema["properties"].get(&key) else {
                self.value(entry.value(), &schema["additionalProperties"], &below);
                continue;
            };
            let (start, line) = (entry.range().start(), self.line(entry.range().start().into()));
            if !is_open {
                self.plant("misspelt", &below, entry.key().range(), &misspelt(&key), line..=line);
            }
            if !is_open && is_block {
                let indent = usize::from(start) - self.text[..start.into()].rfind('\n').map_or(0, |end| end + 1);
                let stray = format!("strayField: 1\n{}", " ".repeat(indent));
                self.plant("unknown", &below, TextRange::empty(start), &stray, line..=line);
            }
            let has_default = self.resolved(field).get("default").is_some();
            if required.contains(&key.as_str()) && is_block && !has_default {
                let next = entries.get(index + 1).map(|next| next.range().start());
                let end = next.unwrap_or(entry.range().end());
                let first = self.line(holder.range().start().into()).saturating_sub(1);
                let last = self.line(holder.range().end().into());
                let rest = if next.is_some() || entries.len() > 1 { "" } else { "{}" };
                self.plant("missing", &below, TextRange::new(start, end), rest, first..=last);
            }
            self.value(entry.value(), field, &below);
        }
    }

    fn scalar(&mut self, range: TextRange, schema: &Json, path: &[String]) {
        let written = &self.text[range];
        let line = self.line(range.start().into());
        let lines = || line..=line;
        match schema["type"].as_str() {
            Some("string") => {
                self.plant("type", path, range, "[1]", lines());
                if schema.get("enum").is_some() {
                    self.plant("value", path, range, &format!("{written}X"), lines());
                }
                if schema.get("pattern").is_some() {
                    self.plant("pattern", path, range, UNMATCHED, lines());
                }
                if schema["minLength"].as_u64() > Some(0) {
                    self.plant("limit", path, range, "''", lines());
                }
            }
            Some("integer" | "number" | "boolean") => {
                self.plant("type", path, range, "many", lines());
                if let Some(minimum) = schema["minimum"].as_i64() {
                    self.plant("limit", path, range, &(minimum - 1).to_string(), lines());
                }
            }
            _ => {}
        }
        let below = path[1..].join(".");
        if NAMES.iter().any(|(kinds, name)| kinds.contains(&self.kind) && *name == below) {
            self.plant("target", path, range, &format!("{written}-not"), lines());
        }
    }
}

/// A name with its first two different neighbours in each other's place.
fn misspelt(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let at = letters.windows(2).position(|pair| pair[0] != pair[1]).unwrap_or_default();
    let mut letters = letters;
    letters.swap(at, at + 1);
    letters.into_iter().collect()
}

fn planted(definitions: &Json, file: &str, text: &str) -> Vec<Mistake> {
    let document = TextDocument::new(FileId(0), text);
    let mut mistakes = Vec::new();
    for resource in &document.stream().documents {
        let field = |name: &str| {
            let mut entries = resource.root().mapping().unwrap().entries();
            entries.find(|entry| entry.key().scalar().is_some_and(|key| key.text == name)).unwrap().value()
        };
        let kind = field("kind").scalar().unwrap().text.as_str();
        let spec = &definitions["properties"][kind]["properties"]["spec"];
        let mut planter = Planter { definitions, kind, file, text, planted: Vec::new() };
        planter.value(field("spec"), spec, &["spec".to_owned()]);
        mistakes.append(&mut planter.planted);
    }
    mistakes
}

/// Whether a mistake is told where it is.
fn is_reported(mistake: &Mistake, files: &BTreeMap<String, String>) -> bool {
    let mut files = files.clone();
    files.insert(mistake.file.clone(), mistake.text.clone());
    let is_it = |(file, line, ..): &Reported| *file == mistake.file && mistake.lines.contains(line);
    reported(&files).iter().any(is_it)
}

#[test]
fn a_mistake_in_a_resource_of_any_kind_is_told() {
    let (definitions, files) = (definitions(), fixtures());
    assert_eq!(reported(&files), BTreeSet::new(), "something is said of valid resources");
    let mistakes: Vec<Mistake> = files.iter().flat_map(|(file, text)| planted(&definitions, file, text)).collect();
    let kinds: BTreeSet<&str> = mistakes.iter().map(|mistake| mistake.kind.as_str()).collect();
    let all = definitions["properties"].as_object().unwrap();
    let left_out: Vec<&String> = all.keys().filter(|kind| !kinds.contains(kind.as_str())).collect();
    assert!(left_out.is_empty(), "no mistake was planted into {left_out:?}");
    let silent: Vec<&Mistake> = mistakes.par_iter().filter(|mistake| !is_reported(mistake, &files)).collect();
    println!("{} mistakes planted into {} kinds, {} not told", mistakes.len(), kinds.len(), silent.len());
    for kind in kinds {
        let planted = mistakes.iter().filter(|mistake| mistake.kind == kind).count();
        let missed: Vec<&str> = silent.iter().filter(|it| it.kind == kind).map(|it| it.name.as_str()).collect();
        println!("{kind}: {planted} planted, not told: {missed:?}");
        assert!(
            (planted - missed.len()) * 100 >= planted * LEAST_REPORTED,
            "{kind}: of {planted} not told: {missed:?}"
        );
    }
}
