//! What the system is asked to hold a worker process to. Where it cannot, the other limits have to do.

/// Stack of the evaluating thread in bytes. Only what is touched takes memory.
pub(super) const STACK: usize = 512 << 20;

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
