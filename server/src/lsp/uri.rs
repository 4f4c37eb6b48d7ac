//! URIs and the paths they stand for.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use tower_lsp::ls_types::Uri;

/// The path of a document. A document that is no file, such as `untitled:Untitled-1`, gets a path that no file has:
/// relative, so that it lies in no folder.
pub(crate) fn path_of(uri: &Uri) -> PathBuf {
    match uri.to_file_path() {
        Some(path) if is_file(uri) => normalized(&path),
        _ => PathBuf::from(uri.as_str()),
    }
}

/// Whether the URI names a file on disk.
pub(crate) fn is_file(uri: &Uri) -> bool {
    uri.scheme().as_str().eq_ignore_ascii_case("file")
}

/// The URI of a path; `None` for paths that no URI can name.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    if path.is_absolute() { Uri::from_file_path(path) } else { Uri::from_str(path.to_str()?).ok() }
}

/// The path without `.` and `..`, and with an upper-case drive letter: editors differ in these.
fn normalized(path: &Path) -> PathBuf {
    let path = sayl_core::workspace::discovery::normalized(path);
    if cfg!(windows) { with_upper_case_drive(&path) } else { path }
}

fn with_upper_case_drive(path: &Path) -> PathBuf {
    let Some(text) = path.to_str() else { return path.to_path_buf() };
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(drive), Some(':')) => PathBuf::from(format!("{}:{}", drive.to_ascii_uppercase(), characters.as_str())),
        _ => path.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, path: &str) {
        assert_eq!(path_of(&Uri::from_str(uri).unwrap()), Path::new(path));
    }

    #[cfg(unix)]
    #[test]
    fn percent_encoding_is_undone() {
        check("file:///tmp/with%20space/%C3%A4%5B1%5D.yml", "/tmp/with space/ä[1].yml");
    }

    #[cfg(unix)]
    #[test]
    fn dots_are_resolved() {
        check("file:///tmp/./a/../b.yml", "/tmp/b.yml");
    }

    #[test]
    fn a_document_without_a_file_lies_in_no_folder() {
        check("untitled:Untitled-1", "untitled:Untitled-1");
    }

    #[test]
    fn a_document_without_a_file_keeps_its_uri() {
        assert_eq!(uri_of(Path::new("untitled:Untitled-1")).unwrap().as_str(), "untitled:Untitled-1");
    }

    #[test]
    fn drive_letters_compare_equal() {
        assert_eq!(with_upper_case_drive(Path::new("c:/x.yml")), Path::new("C:/x.yml"));
    }
}
