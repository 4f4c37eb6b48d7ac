//! The corpora that some tests compare with: files beside the project, too many to be part of it.

use std::io::Write;
use std::path::PathBuf;

use crate::binary::workspace_root;

/// The folder of a corpus; `None`, and said where everybody sees it, if it is not there.
pub fn corpus(name: &str) -> Option<PathBuf> {
    let folder = workspace_root().join("../shared/corpus").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    // A test that passes has what it prints withheld, but not what it writes itself.
    let _ = writeln!(std::io::stderr(), "not compared: there is no corpus `{name}` beside the project");
    None
}
