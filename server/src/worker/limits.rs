//! What the system is asked to hold a worker process to. Where it cannot, the other limits have to do.

#[cfg(unix)]
use std::fs::File;
#[cfg(unix)]
use std::sync::OnceLock;

/// Stack of the evaluating thread in bytes. Only what is touched takes memory.
pub(super) const STACK: usize = 512 << 20;

/// From so many bytes in memory on a process is replaced when it has nothing to do.
const BLOATED: u64 = 512 << 20;

/// Bytes that may end up in the file behind standard error: template code may print, but not fill the disk.
#[cfg(unix)]
const LONGEST_LAST_WORDS: u64 = 1 << 20;

/// Where the system says how much memory the process holds. Later it could not be opened.
#[cfg(unix)]
static MEMORY: OnceLock<File> = OnceLock::new();

/// Once, at the start: what dies here is expected to, so it leaves nothing behind.
#[cfg(unix)]
pub(super) fn at_start() {
    use rustix::process::Resource;
    if let Ok(memory) = File::open("/proc/self/statm") {
        let _ = MEMORY.set(memory);
    }
    lower(Resource::Core, 0);
    lower(Resource::Fsize, LONGEST_LAST_WORDS);
}

/// Once everything runs: no more files, and no more threads and processes.
#[cfg(unix)]
pub(super) fn seal() {
    use rustix::process::Resource;
    lower(Resource::Nofile, 0);
    lower(Resource::Nproc, 0);
}

/// Before each evaluation: the address space that it may have besides the stack, in bytes. It can only become less.
#[cfg(unix)]
pub(super) fn for_request(process_bytes: u64) {
    lower(rustix::process::Resource::As, process_bytes.saturating_add(STACK as u64));
}

/// Whether the process holds so much memory that it had better be replaced. Functions that may still be called keep
/// what they see, and an allocator gives back little.
pub(super) fn is_bloated() -> bool {
    // Where there is no such file, it is not known.
    resident_pages().unwrap_or(0) > BLOATED / 4096
}

/// The second of the numbers in the file.
#[cfg(unix)]
fn resident_pages() -> Option<u64> {
    let mut text = [0; 128];
    let length = std::os::unix::fs::FileExt::read_at(MEMORY.get()?, &mut text, 0).ok()?;
    std::str::from_utf8(text.get(..length)?).ok()?.split(' ').nth(1)?.parse().ok()
}

/// Sets a limit for good: whoever breaks out cannot raise it.
#[cfg(unix)]
fn lower(resource: rustix::process::Resource, bytes: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(resource).maximum.map_or(bytes, |maximum| maximum.min(bytes));
    // A system without this limit has the others.
    let _ = setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) });
}

#[cfg(not(unix))]
pub(super) fn at_start() {}

#[cfg(not(unix))]
pub(super) fn seal() {}

#[cfg(not(unix))]
pub(super) fn for_request(_: u64) {}

#[cfg(not(unix))]
fn resident_pages() -> Option<u64> {
    None
}
