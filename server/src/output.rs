//! Where results go: standard output or a file, and what can be shown there.

use std::fs::{self, DirBuilder, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use console::Term;
use tempfile::NamedTempFile;

use crate::arguments::Color;
use crate::report::human::TerminalStyle;
use crate::{ExitStatus, UsageError};

/// Standard output or a file, buffered.
pub(crate) enum OutputWriter {
    /// Standard output.
    Standard(BufWriter<io::StdoutLock<'static>>),
    /// What is going to be in a file.
    File(Vec<u8>, PathBuf),
}

impl OutputWriter {
    /// The file, or standard output where none is given. A mistyped folder is said at once, before the work.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, UsageError> {
        let Some(path) = path else {
            return Ok(Self::Standard(BufWriter::new(io::stdout().lock())));
        };
        fs::metadata(folder_of(path)).map_err(|error| unwritten(&path.display().to_string(), &error))?;
        Ok(Self::File(Vec::new(), path.to_path_buf()))
    }

    /// What it can show. A file is as wide as it needs to be.
    pub(crate) fn look(&self) -> TerminalStyle {
        match self {
            Self::Standard(..) => look_of(&Term::stdout()),
            Self::File(..) => TerminalStyle { is_coloured: color() == Color::Always, columns: None },
        }
    }

    /// Writes what is buffered; a file, whole or not at all. That nobody reads on (`sayl check | head`) is no error.
    pub(crate) fn finish(mut self, printed: io::Result<()>) -> Result<(), UsageError> {
        let written = printed.and_then(|()| match &mut self {
            Self::Standard(stdout) => stdout.flush(),
            Self::File(bytes, path) => write_whole(path, bytes),
        });
        let Err(error) =
            written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
        else {
            return Ok(());
        };
        let name = match &self {
            Self::Standard(..) => "standard output".to_owned(),
            Self::File(_, path) => path.display().to_string(),
        };
        Err(unwritten(&name, &error))
    }
}

pub(crate) fn unwritten(name: &str, error: &io::Error) -> UsageError {
    UsageError(format!("{name} cannot be written: {error}"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Prints a result to standard output.
pub(crate) fn print(bytes: &[u8]) -> Result<ExitStatus, UsageError> {
    let mut output = OutputWriter::open(None)?;
    let printed = output.write_all(bytes);
    output.finish(printed)?;
    Ok(ExitStatus::Fine)
}

/// What the name of a file begins with that is going to take the place of another.
pub(crate) const BESIDE: &str = ".sayl-";

/// Writes a file so that whoever reads it finds all of the text, old or new: beside it, and renamed then. Links are
/// followed, and permissions stay. What is no file (a device, a pipe) is written to as it is.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let known = fs::metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    let mut beside = new_file(folder_of(path))?;
    beside.write_all(bytes)?;
    if let Some(known) = known {
        // Who may not write to the file may not take its place either.
        drop(File::options().append(true).open(path)?);
        fs::set_permissions(beside.path(), known.permissions())?;
    }
    beside.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes files below a folder, all of them or none: they are made in a folder of their own and renamed then. What else
/// is in the folder stays, unless it is to be emptied. As ytt makes them, files and folders are their owner's alone.
pub(crate) fn write_folder(folder: &Path, is_emptied: bool, files: &[(PathBuf, &str)]) -> io::Result<()> {
    let mut folders = DirBuilder::new();
    folders.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folders, 0o700);
    if !is_emptied {
        folders.create(folder)?;
    }
    // Renaming needs the same disk, which a folder and what is above it mostly are.
    let beside = if is_emptied { folder_of(folder) } else { folder };
    folders.create(beside)?;
    let staging = tempfile::Builder::new().prefix(BESIDE).tempdir_in(beside)?;
    for (index, (_, text)) in files.iter().enumerate() {
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o700);
        options.open(staging.path().join(index.to_string()))?.write_all(text.as_bytes())?;
    }
    if is_emptied && folder.is_dir() {
        fs::remove_dir_all(folder)?;
    }
    folders.create(folder)?;
    for (index, (path, _)) in files.iter().enumerate() {
        folders.create(folder_of(path))?;
        fs::rename(staging.path().join(index.to_string()), path)?;
    }
    Ok(())
}

/// A file beside others, with the permissions that a new one gets.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(BESIDE);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

static COLOR: OnceLock<Color> = OnceLock::new();

/// Says once what `--color` said.
pub(crate) fn choose_color(color: Color) {
    let _ = COLOR.set(color);
}

fn color() -> Color {
    COLOR.get().copied().unwrap_or(Color::Auto)
}

/// What can be shown where a stream leads.
pub(crate) fn look_of(stream: &Term) -> TerminalStyle {
    let is_terminal = stream.is_term();
    let columns = stream.size_checked().map(|(_, columns)| columns).filter(|columns| is_terminal && *columns > 0);
    let is_coloured = match color() {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => color_of_environment().unwrap_or(is_terminal),
    };
    TerminalStyle { is_coloured, columns }
}

/// What the environment says about colours, if anything: `NO_COLOR` (<https://no-color.org>), then `CLICOLOR_FORCE`
/// (<https://bixense.com/clicolors>), then dumb terminals.
fn color_of_environment() -> Option<bool> {
    let value = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if value("NO_COLOR").is_some() {
        return Some(false);
    }
    if value("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return Some(true);
    }
    value("TERM").filter(|terminal| terminal == "dumb").map(|_| false)
}

impl Write for OutputWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(stdout) => stdout.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(stdout) => stdout.flush(),
            Self::File(..) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yml");
        write_whole(&path, b"1").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, symlink};
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            let link = folder.path().join("link.yml");
            symlink(&path, &link).unwrap();
            write_whole(&link, b"22").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
            assert_eq!(fs::read_to_string(&path).unwrap(), "22");
        }
    }

    #[test]
    fn what_is_no_file_is_written_to() {
        write_whole(Path::new("/dev/null"), b"1").unwrap();
        #[cfg(unix)]
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
