//! Where results go: standard output or a file.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use console::Term;

use crate::UsageError;
use crate::report::human::Look;

/// Standard output or a file, buffered.
pub(crate) enum Output {
    /// Standard output.
    Standard(BufWriter<io::StdoutLock<'static>>),
    /// A file with its name.
    File(BufWriter<File>, String),
}

impl Output {
    /// Opens the file, or standard output where none is given. Opened before the work, so that a mistyped folder is
    /// said at once.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, UsageError> {
        let Some(path) = path else {
            return Ok(Self::Standard(BufWriter::new(io::stdout().lock())));
        };
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| UsageError(format!("{name} cannot be written: {error}")))?;
        Ok(Self::File(BufWriter::new(file), name))
    }

    /// What it can show. A file is as wide as it needs to be.
    pub(crate) fn look(&self) -> Look {
        match self {
            Self::Standard(..) => look_of(&Term::stdout()),
            Self::File(..) => Look::default(),
        }
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

/// What can be shown where a stream leads: colours on a terminal only, and not when `NO_COLOR` is set.
pub(crate) fn look_of(stream: &Term) -> Look {
    let is_terminal = stream.is_term();
    let columns = stream.size_checked().map(|(_, columns)| columns).filter(|columns| is_terminal && *columns > 0);
    Look { is_coloured: is_terminal && wants_colour(), columns }
}

/// Whether the person wants colours at all: `NO_COLOR` (<https://no-color.org>) and dumb terminals say no.
fn wants_colour() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_refused && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(stdout) => stdout.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(stdout) => stdout.flush(),
            Self::File(file, _) => file.flush(),
        }
    }
}
