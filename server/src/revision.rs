//! Files as a revision of git has them, read from its objects: no checkout, and nothing of the repository is written.
//!
//! git itself is asked (`git ls-tree`, `git cat-file --batch`). Whoever names a revision has git, and a library that reads
//! objects would be a large part of the build. What is read is copied into a folder of its own, so that everything else
//! is as with any other folder.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::UsageError;

/// Files that decide what is true of others.
const NAMES: [&str; 3] = ["sayl.toml", ".gitignore", ".ignore"];
/// Files that sayl reads.
const EXTENSIONS: [&str; 6] = ["yml", "yaml", "star", "json", "txt", "toml"];

/// The tree of a revision.
pub(crate) struct Revision {
    folder: TempDir,
    /// Where it was asked for.
    origin: PathBuf,
    /// The files, and how each is printed.
    pub(crate) files: Vec<(PathBuf, PathBuf)>,
}

/// `REV:PATH` in its parts, unless there is a file of that name, or a drive.
pub(crate) fn parts(path: &Path) -> Option<(&str, &str)> {
    let (revision, inside) = path.to_str()?.split_once(':')?;
    (revision.len() > 1 && !path.exists()).then_some((revision, inside))
}

impl Revision {
    /// Reads what a revision of the repository around a folder holds, as far as it may concern sayl.
    pub(crate) fn read(origin: &Path, revision: &str) -> Result<Self, UsageError> {
        check_name(revision)?;
        let folder = TempDir::new().map_err(|error| UsageError(format!("a folder for {revision}: {error}")))?;
        let failed = |error: std::io::Error| UsageError(format!("{revision}: {error}"));
        // The edge of the project.
        fs::create_dir(folder.path().join(".git")).map_err(failed)?;
        let listed = git(origin, &["ls-tree", "-r", "-z", "--full-tree", revision], None)?;
        let entries: Vec<(&str, &Path)> = listed.split(|byte| *byte == 0).filter_map(entry).collect();
        let names: String = entries.iter().flat_map(|(object, _)| [object, "\n"]).collect();
        let contents = git(origin, &["cat-file", "--batch"], Some(&names))?;
        let mut rest = contents.as_slice();
        let mut files = Vec::new();
        for (_, path) in entries {
            let (bytes, after) =
                blob(rest).ok_or_else(|| UsageError(format!("{revision}: git lacks {}", path.display())))?;
            rest = after;
            let absolute = folder.path().join(path);
            absolute.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
            fs::write(&absolute, bytes).map_err(failed)?;
            files.push((absolute, PathBuf::from(format!("{revision}:{}", path.display()))));
        }
        Ok(Self { folder, origin: origin.to_path_buf(), files })
    }

    /// Where a path of the revision is: from the root of the repository, or with `./` from the folder it was asked for in.
    pub(crate) fn path(&self, inside: &str) -> Result<PathBuf, UsageError> {
        let prefix = if inside.starts_with("./") || inside.starts_with("../") {
            String::from_utf8_lossy(&git(&self.origin, &["rev-parse", "--show-prefix"], None)?).trim().to_owned()
        } else {
            String::new()
        };
        let path = sayl_core::workspace::discovery::normalized(&self.folder.path().join(prefix).join(inside));
        let is_there = path.starts_with(self.folder.path()) && path.exists();
        is_there.then_some(path).ok_or_else(|| UsageError(format!("{inside}: the revision has no such file")))
    }
}

/// The name of the commit that a revision is in the repository around a folder.
pub(crate) fn commit(origin: &Path, revision: &str) -> Result<String, UsageError> {
    check_name(revision)?;
    let commit = git(origin, &["rev-parse", "--verify", "--end-of-options", &format!("{revision}^{{commit}}")], None)?;
    Ok(String::from_utf8_lossy(&commit).trim().to_owned())
}

/// No revision is an option.
fn check_name(revision: &str) -> Result<(), UsageError> {
    if revision.is_empty() || revision.starts_with('-') {
        return Err(UsageError(format!("`{revision}` is no revision")));
    }
    Ok(())
}

/// A line of `git ls-tree`: the object and the path of a file that may concern sayl.
fn entry(line: &[u8]) -> Option<(&str, &Path)> {
    let (about, path) = std::str::from_utf8(line).ok()?.split_once('\t')?;
    let mut about = about.split(' ');
    let (mode, kind, object) = (about.next()?, about.next()?, about.next()?);
    let path = Path::new(path);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let has_name = path.file_name().is_some_and(|name| NAMES.iter().any(|it| name == *it));
    let has_extension = path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|it| extension == *it));
    let is_file = kind == "blob" && mode != "120000";
    (is_file && is_inside && (has_name || has_extension)).then_some((object, path))
}

/// The first of the objects that `git cat-file --batch` prints, and the others.
fn blob(printed: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = printed.iter().position(|byte| *byte == b'\n')?;
    let size: usize = std::str::from_utf8(&printed[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
    let rest = printed.get(end + 1..)?;
    Some((rest.get(..size)?, rest.get(size + 1..)?))
}

/// What git prints in a folder. Whatever the repository's own configuration says, it reads no object from elsewhere: that
/// could run a program which the repository names.
fn git(folder: &Path, arguments: &[&str], input: Option<&str>) -> Result<Vec<u8>, UsageError> {
    let failed = |error: std::io::Error| UsageError(format!("git: {error}"));
    // A file, for whoever writes all of it before reading would wait for ever.
    let stdin = match input {
        Some(text) => {
            let mut file = tempfile::tempfile().map_err(failed)?;
            file.write_all(text.as_bytes()).and_then(|()| file.seek(SeekFrom::Start(0))).map_err(failed)?;
            Stdio::from(file)
        }
        None => Stdio::null(),
    };
    let output = Command::new("git")
        .args(["--no-optional-locks", "-c", "protocol.allow=never"])
        .args(arguments)
        .env("GIT_NO_LAZY_FETCH", "1")
        .current_dir(folder)
        .stdin(stdin)
        .output()
        .map_err(failed)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(UsageError(format!("git: {}", errors.lines().next().unwrap_or("it failed").trim_start_matches("fatal: "))))
}
