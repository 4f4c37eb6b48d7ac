//! What a worker process gives up for good before it reads the first order. Template code is held in by its interpreter;
//! this is for whoever breaks out of that: there are no files, no network and no other programs to be had.
//!
//! Nothing here is needed for an evaluation, so a system that refuses it (an older kernel, a container with rules of its
//! own) evaluates all the same.

/// Gives up more rights than it has, for all threads that begin later.
#[cfg(target_os = "linux")]
pub(super) fn at_start() {
    let _ = rustix::thread::set_no_new_privs(true);
}

#[cfg(not(target_os = "linux"))]
pub(super) fn at_start() {}

/// Gives up all calls of the system that an evaluation does not need, for every thread of this process.
pub(super) fn seal() {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    if let Some(filter) = filter::needed_calls_only() {
        let _ = seccompiler::apply_filter_all_threads(&filter);
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod filter {
    use std::collections::BTreeMap;

    use seccompiler::{
        BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule,
    };

    /// Pipes that are open, memory, threads that run, time, and the end.
    const NEEDED: [libc::c_long; 34] = [
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_pread64,
        libc::SYS_pwrite64,
        libc::SYS_lseek,
        libc::SYS_close,
        libc::SYS_fstat,
        libc::SYS_brk,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_membarrier,
        libc::SYS_futex,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_set_robust_list,
        libc::SYS_rseq,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_restart_syscall,
        libc::SYS_getrandom,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];

    /// Needed too, but of this process only.
    const OF_ITSELF: [libc::c_long; 2] = [libc::SYS_tgkill, libc::SYS_prlimit64];

    /// The program for the kernel: what is not needed fails.
    pub(super) fn needed_calls_only() -> Option<BpfProgram> {
        build().ok()
    }

    fn build() -> Result<BpfProgram, BackendError> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = NEEDED.into_iter().map(|call| (call, Vec::new())).collect();
        for call in OF_ITSELF {
            let of_process = |id: u32| -> Result<SeccompRule, BackendError> {
                let is_it = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, id.into())?;
                SeccompRule::new(vec![is_it])
            };
            rules.insert(call, vec![of_process(0)?, of_process(std::process::id())?]);
        }
        let refused = SeccompAction::Errno(libc::EPERM as u32);
        let filter = SeccompFilter::new(rules, refused, SeccompAction::Allow, std::env::consts::ARCH.try_into()?)?;
        filter.try_into()
    }
}

#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use std::fs::{self, File};
    use std::io::ErrorKind;
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::os::unix::net::UnixStream;
    use std::process::Command;

    use super::*;

    /// What an attempt of each kind ends with, in a thread that has given up what a worker gives up.
    #[test]
    fn a_worker_opens_no_file_and_no_socket_and_starts_no_program() {
        let folder = tempfile::tempdir().unwrap();
        let (here, elsewhere) = (folder.path().join("here"), folder.path().join("elsewhere"));
        fs::write(&here, "x").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let attempts = std::thread::spawn(move || {
            at_start();
            let filter = filter::needed_calls_only().unwrap();
            if seccompiler::apply_filter(&filter).is_err() {
                return None;
            }
            Some([
                ("read a file", File::open(&here).err().map(|it| it.kind())),
                ("make a file", File::create(&elsewhere).err().map(|it| it.kind())),
                ("remove a file", fs::remove_file(&here).err().map(|it| it.kind())),
                ("rename a file", fs::rename(&here, &elsewhere).err().map(|it| it.kind())),
                ("list a folder", fs::read_dir("/").err().map(|it| it.kind())),
                ("connect", TcpStream::connect(address).err().map(|it| it.kind())),
                ("listen", TcpListener::bind("127.0.0.1:0").err().map(|it| it.kind())),
                ("send", UdpSocket::bind("127.0.0.1:0").err().map(|it| it.kind())),
                ("pair", UnixStream::pair().err().map(|it| it.kind())),
                ("run", Command::new("/bin/true").spawn().err().map(|it| it.kind())),
                ("start a thread", std::thread::Builder::new().spawn(|| ()).err().map(|it| it.kind())),
            ])
        });
        let Some(attempts) = attempts.join().unwrap() else {
            println!("this system has no such filters");
            return;
        };
        for (what, ended) in attempts {
            assert_eq!(ended, Some(ErrorKind::PermissionDenied), "{what}");
        }
        assert!(fs::exists(folder.path().join("here")).unwrap());
    }
}
