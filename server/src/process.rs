//! The editor's process: when it dies without a word, so does the server.

/// Watches a process, and ends this one when it is gone. Mostly the end of the input comes first; it does not where
/// somebody else holds the pipe open.
#[cfg(unix)]
pub(crate) fn exit_with(id: u32) {
    let Some(id) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) else { return };
    std::thread::spawn(move || {
        // A process of another user may be asked after, too: only one that does not exist is gone.
        while rustix::process::test_kill_process(id) != Err(rustix::io::Errno::SRCH) {
            std::thread::sleep(std::time::Duration::from_secs(3));
        }
        std::process::exit(1);
    });
}

/// Elsewhere the end of the input has to do.
#[cfg(not(unix))]
pub(crate) fn exit_with(_: u32) {}
