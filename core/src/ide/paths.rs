//! Paths as people write them: relative to the folder of the file that holds them.

use std::collections::BTreeSet;
use std::path::Path;

use crate::analysis::Analysis;
use crate::text::FileId;
use crate::workspace::discovery::normalized;

/// A path as it is written in a folder: `../config/schema.yml`.
pub(super) fn relative(path: &Path, folder: &Path) -> String {
    let same = path.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(same).map(|_| "..".to_owned());
    let down = path.components().skip(same).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The folder of a file.
pub(super) fn folder(analysis: &Analysis, file: FileId) -> &Path {
    analysis.path(file).parent().unwrap_or(Path::new(""))
}

/// What a half-typed path in a folder could go on to: the files and folders beside its last part, each as the whole
/// path with a slash behind folders.
pub(super) fn continuations(analysis: &Analysis, folder: &Path, typed: &str) -> BTreeSet<String> {
    let base = typed.rfind('/').map_or("", |slash| &typed[..=slash]);
    let beside = normalized(&folder.join(base));
    let below = analysis.known_paths().filter_map(|path| path.strip_prefix(&beside).ok());
    let names = below.filter_map(|rest| {
        let mut parts = rest.components();
        let name = parts.next()?.as_os_str().to_string_lossy().into_owned();
        Some(format!("{base}{name}{}", if parts.next().is_some() { "/" } else { "" }))
    });
    names.collect()
}
