//! `--files-from`: the only files there are. Reads the list; that nothing else is read, `disk` sees to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sayl_core::workspace::CONFIG_NAME;

use crate::UsageError;
use crate::disk::{MOST_GIVEN, configured_limit, read_all, read_given};
use crate::given::describe;
use crate::paths::Paths;

/// The files of a list.
pub(crate) struct Listed {
    /// Their absolute paths.
    pub(crate) files: BTreeSet<PathBuf>,
}

impl Listed {
    /// Reads a list from a file, or from standard input where that is called `-`. `paths` remembers how files were
    /// spelt.
    pub(crate) fn read(list: &Path, paths: &mut Paths) -> Result<Self, UsageError> {
        let is_stdin = list.to_str() == Some("-");
        let read = if is_stdin { read_all(std::io::stdin().lock(), 0, MOST_GIVEN) } else { read_given(list) };
        let failed = |error| UsageError(format!("--files-from {}: {}", list.display(), describe(&error)));
        let bytes = read.map_err(failed)?;
        let mut files = BTreeSet::new();
        for name in names(&bytes) {
            let path = path_of(name)
                .ok_or_else(|| UsageError(format!("--files-from {}: a path is not UTF-8 text", list.display())))?;
            files.insert(paths.add_spelling(&path));
        }
        Ok(Self { files })
    }

    /// The innermost folder that holds all of them.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        let first = self.files.first()?.parent()?;
        // In order, all between the first and the last share what those two share.
        let last = self.files.last()?;
        first.ancestors().find(|folder| last.starts_with(folder)).map(Path::to_path_buf)
    }

    /// `max-file-size` of the outermost `sayl.toml` in the list that says anything about it.
    pub(crate) fn size_limit(&self) -> Option<u64> {
        let is_config = |path: &&PathBuf| path.file_name().is_some_and(|name| name == CONFIG_NAME);
        let mut configs: Vec<&PathBuf> = self.files.iter().filter(is_config).collect();
        configs.sort_by_key(|path| path.components().count());
        configs.into_iter().find_map(|path| configured_limit(path))
    }
}

/// One path on each line; where a NUL byte occurs, one path before each NUL byte.
fn names(bytes: &[u8]) -> Vec<&[u8]> {
    let names: Vec<&[u8]> = if bytes.contains(&0) {
        bytes.split(|byte| *byte == 0).collect()
    } else {
        bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect()
    };
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere not everything is a path")]
fn path_of(name: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name)))
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(name).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(list: &str, expected: &[&str]) {
        let found: Vec<_> = names(list.as_bytes()).into_iter().map(|name| std::str::from_utf8(name).unwrap()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_list_has_one_path_on_each_line() {
        check("a.yml\nb c.yml\r\n\nd.yml", &["a.yml", "b c.yml", "d.yml"]);
        check("", &[]);
    }

    #[test]
    fn a_list_with_a_nul_byte_may_have_line_ends_in_its_paths() {
        check("a\nb.yml\0c.yml\0", &["a\nb.yml", "c.yml"]);
    }

    #[test]
    fn the_folder_of_a_list_holds_all_of_it() {
        let listed = |files: &[&str]| Listed { files: files.iter().map(PathBuf::from).collect() }.folder();
        assert_eq!(listed(&["/w/a/x.yml", "/w/a/y.yml", "/w/b/z.yml"]), Some(PathBuf::from("/w")));
        assert_eq!(listed(&["/w/a.yml"]), Some(PathBuf::from("/w")));
        assert_eq!(listed(&[]), None);
    }
}
