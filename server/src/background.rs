//! Threads for work of one kind each, beside whoever gives it.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

/// Stack in bytes of threads that work on texts, for what nests deep. Only what is touched takes memory.
pub(crate) const STACK: usize = 64 << 20;

/// A thread that does one job at a time.
pub(crate) struct Background<J> {
    jobs: Sender<J>,
    is_idle: bool,
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobEnd {
    /// It was done.
    Done,
    /// It panicked. The thread goes on with the next one: an editor without problems looks like one where all is well.
    Failed,
}

impl<J: Send + 'static> Background<J> {
    /// Starts a thread. `ended` is called on it after each job. The error is that of the system, which has no more threads.
    pub(crate) fn new(
        name: &str,
        mut work: impl FnMut(J) + Send + 'static,
        ended: impl Fn(JobEnd) + Send + 'static,
    ) -> io::Result<Self> {
        let (jobs, given) = channel();
        let run = move || {
            while let Ok(job) = given.recv() {
                let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| work(job)));
                ended(if outcome.is_ok() { JobEnd::Done } else { JobEnd::Failed });
            }
        };
        std::thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(run)?;
        Ok(Self { jobs, is_idle: true })
    }

    /// Gives it the next job, if it has none and there is one.
    pub(crate) fn give(&mut self, next: impl FnOnce() -> Option<J>) {
        if self.is_idle
            && let Some(job) = next()
        {
            self.is_idle = self.jobs.send(job).is_err();
        }
    }

    /// When it could be given a job that is due then; it is not waited for while it has one.
    pub(crate) fn due(&self, due: impl FnOnce() -> Option<Instant>) -> Option<Instant> {
        self.is_idle.then(due).flatten()
    }

    /// It has said that its job ended.
    pub(crate) fn set_idle(&mut self) {
        self.is_idle = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_given_when_the_one_before_has_ended_however_it_did() {
        let (ends, ended) = channel();
        let work = |job: u32| assert_ne!(job, 1, "on purpose");
        let mut thread = Background::new("test", work, move |end| ends.send(end).unwrap()).unwrap();
        for (job, end) in [(1, JobEnd::Failed), (2, JobEnd::Done)] {
            thread.give(|| Some(job));
            thread.give(|| unreachable!("it has a job"));
            assert_eq!(ended.recv(), Ok(end));
            thread.set_idle();
        }
        thread.give(|| None);
    }
}
