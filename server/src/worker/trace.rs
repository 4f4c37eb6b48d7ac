//! What outlives a worker process: a file without a name that serves as its standard error. Its first bytes hold the
//! line that is running, where that is traced; behind them stands what the process said in the end.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::process::Stdio;

use sayl_core::render::stopped::Cause;
use sayl_core::text::FileId;

/// File and line as two numbers.
const HEAD: usize = 8;

/// So much of what a process said is read.
const LONGEST: u64 = 1 << 16;

/// The parent's side of the file.
pub(super) struct Trace(File);

impl Trace {
    pub(super) fn new() -> io::Result<Self> {
        let mut file = tempfile::tempfile()?;
        file.write_all(&[u8::MAX; HEAD])?;
        Ok(Self(file))
    }

    /// Shares the position in the file, so what the process says goes behind the head.
    pub(super) fn for_child(&self) -> io::Result<Stdio> {
        Ok(self.0.try_clone()?.into())
    }

    /// The last line written down, and what the process said. Only for a process that has ended.
    pub(super) fn read(&self) -> (Option<(FileId, u32)>, String) {
        let mut head = [u8::MAX; HEAD];
        let mut output = Vec::new();
        let mut file = &self.0;
        let read = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.read_exact(&mut head))
            .and_then(|()| file.take(LONGEST).read_to_end(&mut output));
        let line = read.ok().and_then(|_| line_of(head));
        (line, String::from_utf8_lossy(&output).into_owned())
    }
}

fn line_of(head: [u8; HEAD]) -> Option<(FileId, u32)> {
    let number = u64::from_le_bytes(head);
    (number != u64::MAX).then_some((FileId((number >> 32) as u32), number as u32))
}

/// The child's side: writes lines over each other into the head of its standard error.
pub(super) fn recorder() -> Option<impl Fn(FileId, u32) + Send + Sync + 'static> {
    let file = own_stderr().ok()?;
    Some(move |file_id: FileId, line: u32| {
        let number = u64::from(file_id.0) << 32 | u64::from(line);
        // Without it a less exact line is named, nothing else.
        let _ = write_at_start(&file, &number.to_le_bytes());
    })
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
fn own_stderr() -> io::Result<io::Stderr> {
    Ok(io::stderr())
}

#[cfg(unix)]
fn write_at_start(file: impl std::os::fd::AsFd, bytes: &[u8]) -> io::Result<usize> {
    Ok(rustix::io::pwrite(file, bytes, 0)?)
}

#[cfg(windows)]
fn own_stderr() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stderr().as_handle().try_clone_to_owned()?))
}

#[cfg(windows)]
fn write_at_start(file: &File, bytes: &[u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_write(file, bytes, 0)
}

/// The limit that a process ran into, from its last words.
pub(super) fn cause(output: &str) -> Cause {
    let mentions = |words: &[&str]| words.iter().any(|word| output.contains(word));
    if mentions(&["overflowed its stack", "stack overflow"]) {
        Cause::Depth
    } else if mentions(&["memory allocation of", "failed to allocate", "out of memory", "overflow", "AlignedSize"]) {
        Cause::Memory
    } else {
        Cause::Crash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_and_the_last_words_are_read() {
        let trace = Trace::new().unwrap();
        assert_eq!(trace.read(), (None, String::new()));
        let mut child = trace.0.try_clone().unwrap();
        child.write_all(b"memory allocation of 5 bytes failed").unwrap();
        let number = 3_u64 << 32 | 7;
        write_at_start(&child, &number.to_le_bytes()).unwrap();
        child.write_all(b"\n").unwrap();
        assert_eq!(trace.read(), (Some((FileId(3), 7)), "memory allocation of 5 bytes failed\n".to_owned()));
    }

    #[test]
    fn last_words_tell_the_limit() {
        assert_eq!(cause("memory allocation of 16 bytes failed\n"), Cause::Memory);
        assert_eq!(cause("\nthread 'evaluation' (7) has overflowed its stack\n"), Cause::Depth);
        assert_eq!(cause("AlignedSize must not exceed u32::MAX"), Cause::Memory);
        assert_eq!(cause(""), Cause::Crash);
    }
}
