//! Patches of Kustomize: files that repeat a resource on purpose, with no more than what they change.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use smol_str::SmolStr;

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

/// The files that are listed as patches, those in comments included: a scaffold lists what may be switched on. The paths are
/// relative to the folder of the list; one that ends in `/` is a folder in which nothing but patches is listed.
pub fn patches(document: &TextDocument) -> Vec<String> {
    let text = document.rope().to_string();
    let documents = document.stream().documents.iter();
    let lists: Vec<Value> = documents.map(|document| from_plain_yaml(FileId::NONE, document).value).collect();
    let mut patches: Vec<String> = lists.iter().flat_map(of_list).collect();
    patches.extend(in_comments(&text));
    let resources: Vec<&str> = lists.iter().flat_map(|list| texts(list, "resources")).map(SmolStr::as_str).collect();
    let is_of_patches = |folder: &String| !resources.iter().any(|path| folder_of(path) == Some(folder));
    let folders: BTreeSet<String> = patches.iter().filter_map(|path| folder_of(path)).map(str::to_owned).collect();
    patches.extend(folders.into_iter().filter(is_of_patches));
    patches
}

fn of_list(kustomization: &Value) -> Vec<String> {
    let files = texts(kustomization, "patchesStrategicMerge");
    let listed = items(kustomization, "patches").chain(items(kustomization, "patchesJson6902"));
    files.chain(listed.filter_map(|patch| patch.field(&["path"])?.text())).map(ToString::to_string).collect()
}

fn items<'v>(kustomization: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    let list = kustomization.field(&[name]).and_then(Value::sequence);
    list.into_iter().flat_map(|items: &Arc<SequenceValue>| items.iter())
}

fn texts<'v>(kustomization: &'v Value, name: &str) -> impl Iterator<Item = &'v SmolStr> {
    items(kustomization, name).filter_map(Value::text)
}

/// Patches in comments: `#- patches/a.yaml` or `#- path: patches/a.yaml` below the key of a list of patches, which may be in
/// a comment, too.
fn in_comments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_list = false;
    for line in text.lines() {
        let content = line.strip_prefix('#').unwrap_or(line).trim();
        if let Some(key) = content.strip_suffix(':').filter(|key| key.bytes().all(|it| it.is_ascii_alphanumeric())) {
            is_list = key.starts_with("patches");
        }
        let item =
            line.trim_start().strip_prefix('#').and_then(|_| content.trim_start_matches('#').trim().strip_prefix("- "));
        let path = item.map(|item| item.strip_prefix("path:").unwrap_or(item).trim());
        found.extend(path.filter(|path| is_list && is_file(path)).map(str::to_owned));
    }
    found
}

fn is_file(path: &str) -> bool {
    let has_extension = Path::new(path).extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    has_extension && !path.contains(char::is_whitespace)
}

/// The folder below that of the list in which a file stands, with a `/` at its end.
fn folder_of(path: &str) -> Option<&str> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let folder = path.rfind('/').and_then(|end| path.get(..=end))?;
    (!folder.starts_with("../") && folder != "/").then_some(folder)
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

    #[test]
    fn what_a_scaffold_lists_in_comments_is_a_patch_and_so_is_what_stands_beside_it() {
        let text = "resources:\n- bases/a.yaml\n#- bases/b.yaml\n\npatchesStrategicMerge:\n# [WEBHOOK] To enable it, uncomment\n\
                    #- patches/webhook_in_a.yaml\n# +kubebuilder:scaffold:crdkustomizewebhookpatch\n\
                    #patches:\n#- path: ./more/c.yaml\n#  target: {kind: A}\n#- ../webhook\n- bases/patch.yaml\n\n\
                    configurations:\n#- config.yaml\n";
        let found = patches(&TextDocument::new(FileId::NONE, text));
        assert_eq!(found, ["bases/patch.yaml", "patches/webhook_in_a.yaml", "./more/c.yaml", "more/", "patches/"]);
    }
}
