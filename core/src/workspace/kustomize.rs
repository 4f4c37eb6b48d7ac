//! Patches of Kustomize: files that repeat a resource on purpose, with no more than what they change.

use crate::document::TextDocument;
use crate::text::FileId;
use crate::values::from_yaml::from_plain_yaml;
use crate::values::{SequenceValue, Value};

/// What a file is called that lists what Kustomize reads.
const NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// Whether Kustomize reads a file of this name.
pub fn is_kustomization(name: &str) -> bool {
    NAMES.contains(&name)
}

/// The files that are listed as patches, relative to the folder of the list.
pub fn patches(document: &TextDocument) -> Vec<String> {
    let documents = document.stream().documents.iter();
    documents.flat_map(|document| of_list(&from_plain_yaml(FileId::NONE, document).value)).collect()
}

fn of_list(kustomization: &Value) -> Vec<String> {
    let items = |name| {
        let list = kustomization.field(&[name]).and_then(Value::sequence);
        list.into_iter().flat_map(|items: &std::sync::Arc<SequenceValue>| items.iter())
    };
    let files = items("patchesStrategicMerge").filter_map(Value::text);
    let paths = items("patches").chain(items("patchesJson6902")).filter_map(|patch| patch.field(&["path"])?.text());
    files.chain(paths).map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_are_listed_in_three_ways() {
        let text = "patches: [{path: a.yaml}, {patch: inline}]\npatchesStrategicMerge: [b.yaml]\n\
                    patchesJson6902: [{path: c.yaml}]\nresources: [d.yaml]\n";
        assert_eq!(patches(&TextDocument::new(FileId::NONE, text)), ["b.yaml", "a.yaml", "c.yaml"]);
    }
}
