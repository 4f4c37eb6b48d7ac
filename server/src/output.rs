//! Where results go: standard output or a file.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;

use crate::UsageError;

/// Standard output or a file, buffered.
pub(crate) enum Output {
    /// Standard output, and whether it is a terminal.
    Standard(BufWriter<io::StdoutLock<'static>>, bool),
    /// A file with its name.
    File(BufWriter<File>, String),
}

impl Output {
    /// Opens the file, or standard output where none is given. Opened before the work, so that a mistyped folder is
    /// said at once.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, UsageError> {
        let Some(path) = path else {
            let stdout = io::stdout().lock();
            let is_terminal = stdout.is_terminal();
            return Ok(Self::Standard(BufWriter::new(stdout), is_terminal));
        };
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| UsageError(format!("{name} cannot be written: {error}")))?;
        Ok(Self::File(BufWriter::new(file), name))
    }

    /// Whether to print colours: to a terminal only, and not when `NO_COLOR` is set.
    pub(crate) fn is_coloured(&self) -> bool {
        matches!(self, Self::Standard(_, true)) && wants_colour()
    }

    /// Writes what is buffered. That nobody reads on (`sayl --check | head`) is no error.
    pub(crate) fn finish(mut self, printed: io::Result<()>) -> Result<(), UsageError> {
        let written = printed.and_then(|()| self.flush());
        let Err(error) =
            written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
        else {
            return Ok(());
        };
        let name = match &self {
            Self::Standard(..) => "standard output",
            Self::File(_, name) => name,
        };
        Err(UsageError(format!("{name} cannot be written: {error}")))
    }
}

/// Whether the person wants colours at all: `NO_COLOR` (<https://no-color.org>) and dumb terminals say no.
pub(crate) fn wants_colour() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_refused && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(stdout, _) => stdout.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(stdout, _) => stdout.flush(),
            Self::File(file, _) => file.flush(),
        }
    }
}
