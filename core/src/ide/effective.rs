//! Which value is in effect at a key of a schema or of data values, across the whole bundle: who set it, what it
//! replaced, and what alternatives such as `dev.yml` and `prod.yml` make of it.

use std::path::Path;

use crate::analysis::Analysis;
use crate::ide::line::{line_number, text_of};
use crate::ide::paths::{folder, relative};
use crate::ide::position::{node_at, value_path};
use crate::ide::schema_markdown::{code_span, shortened};
use crate::schema::headers::{DocumentRole, classify};
use crate::schema::lookup::Step;
use crate::text::{FileId, TextRange};
use crate::values::flow::flow;
use crate::values::{Value, ValueKind};
use crate::workspace::{Bundle, BundleRole};
use crate::yaml::path::NodeLocation;
use crate::yaml::{Node, Placed};

mod items;
mod resources;

pub(super) use items::of_items;
pub(super) use resources::of_parameter;

/// How many alternatives, or items, are looked at.
const MOST_LOOKED_AT: usize = 200;

/// How many of them are shown.
const MOST_SHOWN: usize = 5;

/// A place that sets the value.
struct ValueAssignment {
    file: FileId,
    range: TextRange,
    words: String,
}

/// What is in effect for the key or value at a location, as Markdown; `None` where nothing is but what stands there or
/// the default.
pub(super) fn markdown(analysis: &Analysis, file: FileId, location: &NodeLocation<'_>) -> Option<String> {
    let of_resource = resources::of_value(analysis, file, location);
    if let Some(words) = of_resource.or_else(|| of_parameter(analysis, file, location)) {
        return Some(words);
    }
    analysis.schema(file, location.document)?;
    let (index, role) = *analysis.layout().memberships(file).first()?;
    let bundle = analysis.layout().bundles.get(index)?;
    let path = value_path(&location.steps);
    if path.iter().any(|step| matches!(step, Step::Item(_))) {
        // Items of a file are laid behind those before, so their index says nothing about other files.
        let document = analysis.document(file)?.stream().documents.get(location.document)?;
        let is_schema = matches!(classify(document).role, DocumentRole::Schema(_));
        return is_schema.then(|| items::of_items(analysis, file, &path)).flatten();
    }
    if path.is_empty() {
        return None;
    }
    let node = location.steps.last()?.value();
    let at = BundleKey { analysis, file, folder: folder(analysis, file), path: &path, node };
    let assignments = at.assignments(bundle, role);
    let lines: Vec<String> = at.in_effect(&assignments).into_iter().chain(at.alternatives(bundle, role)).collect();
    (!lines.is_empty()).then(|| lines.join("\n\n"))
}

/// A key of a bundle, seen from a file.
struct BundleKey<'a> {
    analysis: &'a Analysis,
    file: FileId,
    folder: &'a Path,
    path: &'a [Step],
    /// What stands there in that file.
    node: Placed<'a, Node>,
}

impl BundleKey<'_> {
    /// `In effect: 8080, set in values.yml:4, where it replaces …`
    fn in_effect(&self, assignments: &[ValueAssignment]) -> Option<String> {
        let value = at_path(&self.analysis.final_values(self.file)?, self.path)?.clone();
        if matches!(value.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_) | ValueKind::Unknown) {
            return None;
        }
        let origin = self.analysis.document(value.origin.file)?.resolve(value.origin)?;
        let winner =
            assignments.iter().position(|it| it.file == value.origin.file && it.range.contains_range(origin))?;
        let (before, winner) = (&assignments[..winner], &assignments[winner]);
        let replaced: Vec<String> = before.iter().rev().map(|it| self.words(it)).collect();
        let replaced = if replaced.is_empty() { String::new() } else { format!(", replacing {}", replaced.join(", ")) };
        let place = match winner.file == self.file {
            true if before.is_empty() => return None,
            true => "here".to_owned(),
            false => format!("in {}", self.place(winner)),
        };
        Some(format!("In effect: {}, set {place}{replaced}", code_span(&shortened(&flow(&value)))))
    }

    /// What files set that are laid over the bundle one at a time.
    fn alternatives(&self, bundle: &Bundle, role: BundleRole) -> Option<String> {
        if role == BundleRole::Attached {
            return None;
        }
        let attached = bundle.attached.iter().take(MOST_LOOKED_AT);
        let set: Vec<ValueAssignment> = attached.filter_map(|file| self.set_by(*file).pop()).collect();
        let mut words: Vec<String> = set.iter().take(MOST_SHOWN).map(|assignment| self.words(assignment)).collect();
        if set.len() > MOST_SHOWN {
            words.push(format!("and {} more", set.len() - MOST_SHOWN));
        }
        (!words.is_empty()).then(|| format!("Alternatives: {}", words.join(", ")))
    }

    /// Everything that sets it, in the order in which it is laid over each other.
    fn assignments(&self, bundle: &Bundle, role: BundleRole) -> Vec<ValueAssignment> {
        let own = (role == BundleRole::Attached).then_some(self.file);
        let files = bundle.members.iter().chain(&bundle.data_values_files).copied().chain(own);
        files.flat_map(|file| self.set_by(file)).collect()
    }

    /// The places of a file's data values that set it.
    fn set_by(&self, file: FileId) -> Vec<ValueAssignment> {
        let Some(text) = self.analysis.document(file) else { return Vec::new() };
        // Walking to what is at hand would cost as much as the file has keys.
        let here = || (file == self.file && text.stream().documents.len() == 1).then_some(self.node);
        let is_plain = self.analysis.layout().memberships(file).iter().any(|(_, role)| *role != BundleRole::Member);
        let documents = text.stream().documents.iter();
        let values = documents.filter(|it| match classify(it).role {
            DocumentRole::DataValues => true,
            DocumentRole::Other => is_plain,
            DocumentRole::Schema(_) => false,
        });
        let nodes = values.filter_map(|document| here().or_else(|| node_at(document.root(), self.path)));
        nodes.filter_map(|node| self.assignment(file, node)).collect()
    }

    fn assignment(&self, file: FileId, node: Placed<'_, Node>) -> Option<ValueAssignment> {
        if node.mapping().is_some() || node.sequence().is_some() {
            return None;
        }
        let text = text_of(self.analysis.document(file)?.rope(), node.range());
        let first = text.lines().next().unwrap_or_default().trim();
        Some(ValueAssignment { file, range: node.range(), words: code_span(&shortened(first)) })
    }

    fn words(&self, assignment: &ValueAssignment) -> String {
        format!("{} in {}", assignment.words, self.place(assignment))
    }

    /// `../envs/prod.yml:3`
    fn place(&self, assignment: &ValueAssignment) -> String {
        let path = relative(self.analysis.path(assignment.file), self.folder);
        let line = self
            .analysis
            .document(assignment.file)
            .map_or(0, |document| line_number(document.rope(), assignment.range.start()) + 1);
        format!("`{path}:{line}`")
    }
}

/// The value at a path.
fn at_path<'a>(value: &'a Value, path: &[Step]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.mapping()?.get(key),
        Step::Item(_) => None,
    })
}
