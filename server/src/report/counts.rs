//! What a run looked at, and what it left out: so that nobody takes a file for right that was never looked at.

use sayl_core::analysis::Analysis;
use sayl_core::analysis::regard::{FileRole, Regard};
use sayl_core::text::FileId;
use serde::Serialize;

/// Numbers of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Counts {
    /// With schema documents.
    pub(crate) schemas: usize,
    /// With data values.
    pub(crate) values: usize,
    /// With template code, modules included.
    pub(crate) templates: usize,
    /// With resources of a platform.
    pub(crate) resources: usize,
    /// Values files that no schema governs.
    pub(crate) ungoverned: usize,
    /// YAML of other tools.
    pub(crate) other_yaml: usize,
}

impl Counts {
    /// Counts files.
    pub(crate) fn of(analysis: &Analysis, files: impl Iterator<Item = FileId>) -> Self {
        let mut counts = Self::default();
        let layout = analysis.layout();
        for file in files {
            let is_free = layout.unattached.contains_key(&file) || layout.ambiguous.contains_key(&file);
            *match analysis.regard(file) {
                Regard::Ours(FileRole::Values) if is_free => &mut counts.ungoverned,
                Regard::Ours(FileRole::Schema) => &mut counts.schemas,
                Regard::Ours(FileRole::Values) => &mut counts.values,
                Regard::Ours(FileRole::Template) => &mut counts.templates,
                Regard::Ours(FileRole::Resource) => &mut counts.resources,
                Regard::Ungoverned => &mut counts.ungoverned,
                Regard::Other => &mut counts.other_yaml,
                Regard::Nothing => continue,
            } += 1;
        }
        counts
    }

    /// In words; `None` where there was no YAML at all.
    pub(crate) fn sentence(self) -> Option<String> {
        let looked_at = [
            (self.schemas, "schema", "schemas"),
            (self.values, "values file", "values files"),
            (self.templates, "template", "templates"),
            (self.resources, "file of resources", "files of resources"),
        ];
        let passed_by = [
            (self.ungoverned, "values file that no schema governs", "values files that no schema governs"),
            (self.other_yaml, "other YAML file", "other YAML files"),
        ];
        let parts = [("Looked at ", listed(&looked_at)), ("Not checked: ", listed(&passed_by))];
        let parts = parts.into_iter().filter(|(_, list)| !list.is_empty());
        let sentences: Vec<String> = parts.map(|(verb, list)| format!("{verb}{list}.")).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

fn listed(numbers: &[(usize, &str, &str)]) -> String {
    let numbers = numbers.iter().filter(|(count, ..)| *count > 0);
    let numbers = numbers.map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }));
    numbers.collect::<Vec<_>>().join(", ")
}
