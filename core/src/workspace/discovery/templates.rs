//! Templates outside of every root: they are rendered with the nearest bundle, as `ytt -f ROOT -f FOLDER` would, where
//! the folder is the outermost one that holds them and not the bundle. Without a bundle each is checked alone.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use super::{Candidates, Project, sources};
use crate::template::job::Options;
use crate::text::FileId;
use crate::workspace::{
    Bundle, FileFacts, Layout, SourcePath, is_library_module, is_source, is_text_template, library_root,
};

/// Finds the bundles of templates.
pub(super) fn attach(
    layout: &mut Layout,
    project: &Project<'_>,
    claimed: &HashSet<FileId>,
    candidates: &Candidates,
    templates: &[&FileFacts],
) {
    let mut folders: BTreeSet<(usize, PathBuf)> = BTreeSet::new();
    let mut alone = Vec::new();
    for fact in templates {
        match candidates.nearest(project, &fact.path) {
            Some((shared, [bundle])) => {
                folders.insert((*bundle, given_path(&fact.path, shared)));
                layout.bundles[*bundle].members.push(fact.file);
            }
            Some((_, several)) => drop(layout.ambiguous.insert(fact.file, several.to_vec())),
            None => alone.push(*fact),
        }
    }
    let taken: HashSet<FileId> = layout.bundles.iter().flat_map(|bundle| &bundle.sources).map(|it| it.file).collect();
    for (bundle, path) in folders {
        let is_free = |fact: &FileFacts| {
            let is_plain = !fact.has_values && fact.modeline.is_none();
            is_plain && is_source(&fact.path) && !claimed.contains(&fact.file) && !taken.contains(&fact.file)
        };
        let found = sources::below_or_itself(&project.files, &path).filter(|(fact, _)| is_free(fact));
        let found: Vec<SourcePath> = found.map(|(_, source)| source).collect();
        layout.bundles[bundle].sources.extend(found);
    }
    layout.bundles.extend(alone.into_iter().map(|fact| alone_bundle(project, fact)));
}

/// What would be given besides the bundle: the part of a path right below the folder that both share.
fn given_path(path: &Path, shared: &Path) -> PathBuf {
    let first = path.strip_prefix(shared).ok().and_then(|inside| inside.components().next());
    first.map_or_else(|| path.to_path_buf(), |first| shared.join(first))
}

/// A template by itself, with the modules beside and below it.
fn alone_bundle(project: &Project<'_>, fact: &FileFacts) -> Bundle {
    let folder = fact.path.parent().unwrap_or(&fact.path);
    let is_loaded = |other: &FileFacts| {
        let is_module = is_library_module(&other.path) || is_text_template(&other.path);
        other.file == fact.file || is_module && library_root(&other.path).is_none()
    };
    let below = sources::below_or_itself(&project.files, folder).filter(|(other, _)| is_loaded(other));
    Bundle {
        name: fact.path.display().to_string(),
        root: None,
        number: 0,
        members: vec![fact.file],
        schemas: Vec::new(),
        data_values_files: Vec::new(),
        library_values_files: Vec::new(),
        flags: Vec::new(),
        options: Options { without_overlays: true, ..Options::default() },
        attached: Vec::new(),
        is_given: false,
        is_library: false,
        is_alone: true,
        sources: below.map(|(_, source)| source).collect(),
    }
}
