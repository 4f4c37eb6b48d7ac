//! What the system is asked to hold a worker process to. Where it cannot, the other limits have to do.

/// Stack of the evaluating thread in bytes. Only what is touched takes memory.
pub(super) const STACK: usize = 512 << 20;

/// From so many bytes in memory on a process is replaced when it has nothing to do.
const BLOATED: u64 = 512 << 20;

/// Bytes that may end up in the file behind standard error: template code may print, but not fill the disk.
#[cfg(unix)]
const LONGEST_LAST_WORDS: u64 = 1 << 20;

/// Once, at the start: what dies here is expected to, so it leaves nothing behind.
#[cfg(unix)]
pub(super) fn at_start() {
    use rustix::process::Resource;
    lower(Resource::Core, 0);
    lower(Resource::Fsize, LONGEST_LAST_WORDS);
}

/// Before each evaluation: the address space that it may have besides the stack, in bytes.
#[cfg(unix)]
pub(super) fn for_request(process_bytes: u64) {
    lower(rustix::process::Resource::As, process_bytes.saturating_add(STACK as u64));
}

/// Whether the process holds so much memory that it had better be replaced. Functions that may still be called keep
/// what they see, and an allocator gives back little.
pub(super) fn is_bloated() -> bool {
    // Of the numbers in that file the second one is the resident pages. Where there is no such file, it is not known.
    let pages = std::fs::read_to_string("/proc/self/statm").ok().and_then(|text| text.split(' ').nth(1)?.parse().ok());
    pages.unwrap_or(0_u64) > BLOATED / 4096
}

/// Sets the limit that counts, below the one that was set from outside.
#[cfg(unix)]
fn lower(resource: rustix::process::Resource, bytes: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(resource).maximum;
    let current = maximum.map_or(bytes, |maximum| maximum.min(bytes));
    // A system without this limit has the others.
    let _ = setrlimit(resource, Rlimit { current: Some(current), maximum });
}

#[cfg(not(unix))]
pub(super) fn at_start() {}

#[cfg(not(unix))]
pub(super) fn for_request(_: u64) {}
