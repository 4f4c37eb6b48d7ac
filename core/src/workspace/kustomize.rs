//! Patches of Kustomize: files that repeat a resource on purpose, with no more than what they change.

use std::collections::{BTreeSet, HashSet};
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

/// The files that are listed as patches, those in comments included: a scaffold lists what may be switched on. The paths
/// are relative to the folder of the list; one that ends in `/` is a folder in which nothing but patches is listed.
pub fn patches(document: &TextDocument) -> Vec<String> {
    let documents = document.stream().documents.iter();
    let lists: Vec<Value> = documents.map(|document| from_plain_yaml(FileId::NONE, document).value).collect();
    let mut patches: Vec<String> = lists.iter().flat_map(of_list).collect();
    patches.extend(in_comments(&document.rope().to_string()));
    let others = ["resources", "components", "bases"];
    let others = lists.iter().flat_map(|list| others.into_iter().flat_map(|name| texts(list, name)));
    let others: HashSet<&str> = others.flat_map(|path| [folder_of(path), Some(without_ends(path))]).flatten().collect();
    let folders: BTreeSet<&str> = patches.iter().filter_map(|path| folder_of(path)).collect();
    let folders = folders.into_iter().filter(|folder| !others.contains(folder));
    let folders: Vec<String> = folders.map(|folder| format!("{folder}/")).collect();
    patches.extend(folders);
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

/// Patches in comments: `#- patches/a.yaml` or `#- path: patches/a.yaml` below the key of a list of patches, which may be
/// in a comment, too.
fn in_comments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_list = false;
    for line in text.lines() {
        let comment = line.strip_prefix('#');
        let content = comment.map_or(line, |comment| comment.strip_prefix(' ').unwrap_or(comment)).trim_end();
        // What belongs to an item stands further to the right.
        if let Some(key) = content.strip_suffix(':').filter(|key| key.bytes().all(|it| it.is_ascii_alphanumeric())) {
            is_list = key.starts_with("patches");
        }
        let item = comment.and_then(|comment| comment.trim_start().strip_prefix("- "));
        let path = item.map(|item| item.strip_prefix("path:").unwrap_or(item).trim());
        found.extend(path.filter(|path| is_list && is_file(path)).map(str::to_owned));
    }
    found
}

fn is_file(path: &str) -> bool {
    let has_extension = Path::new(path).extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    has_extension && !path.contains(char::is_whitespace)
}

/// The folder below that of the list in which a file stands.
fn folder_of(path: &str) -> Option<&str> {
    let (folder, _) = path.rsplit_once('/')?;
    let folder = without_ends(folder);
    (!folder.is_empty() && !folder.starts_with("..")).then_some(folder)
}

/// A path without `./` before it and `/` behind it.
fn without_ends(path: &str) -> &str {
    let path = path.strip_prefix("./").unwrap_or(path);
    path.strip_suffix('/').unwrap_or(path)
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
                    #patches:\n#- path: ./more/c.yaml\n#  target:\n#    kind: A\n#- path: more/d.yaml\n#- ../webhook\n- bases/patch.yaml\n- path: e.yaml\n  target:\n    kind: B\n# - path: last/f.yml\n#- apps/g.yaml\n\n\
                    components: [./apps/]\nconfigurations:\n#- config.yaml\n";
        let found = patches(&TextDocument::new(FileId::NONE, text));
        assert_eq!(
            found,
            [
                "bases/patch.yaml",
                "patches/webhook_in_a.yaml",
                "./more/c.yaml",
                "more/d.yaml",
                "last/f.yml",
                "apps/g.yaml",
                "last/",
                "more/",
                "patches/",
            ]
        );
    }
}
