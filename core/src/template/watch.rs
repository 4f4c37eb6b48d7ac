//! What an evaluation and whoever watches over it tell each other while it runs.
//!
//! The watcher has a clock and may end the process; the evaluation has neither, but knows which line is running.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::profile::{Profile, Profiler};
use crate::cancel::CancelToken;
use crate::text::FileId;

/// Shared by an evaluation and its watcher; clones are the same watch.
#[derive(Clone)]
pub struct Watch {
    /// The evaluation asks now and then whether it is still wanted.
    pub cancel: CancelToken,
    line: Arc<AtomicU64>,
    turns: Arc<AtomicU64>,
    trace: Option<Arc<dyn Fn(FileId, u32) + Send + Sync>>,
    /// Measures what each line takes, where somebody wants to know.
    pub(crate) profiler: Option<Arc<Profiler>>,
}

/// No line is running.
const NOWHERE: u64 = u64::MAX;

impl Watch {
    /// A watch over an evaluation that has not begun.
    pub fn new() -> Self {
        Self {
            cancel: CancelToken::new(),
            line: Arc::new(AtomicU64::new(NOWHERE)),
            turns: Arc::default(),
            trace: None,
            profiler: None,
        }
    }

    /// The same watch, which tells of every new line at once, in case the process does not live to be asked.
    #[must_use]
    pub fn traced(mut self, trace: impl Fn(FileId, u32) + Send + Sync + 'static) -> Self {
        self.trace = Some(Arc::new(trace));
        self
    }

    /// The same watch, which measures what each line takes. The clock gives nanoseconds since any moment.
    #[must_use]
    pub fn profiled(mut self, clock: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        self.profiler = Some(Arc::new(Profiler::new(clock)));
        self
    }

    /// What each line took so far, if that is measured.
    pub fn profile(&self) -> Option<Profile> {
        self.profiler.as_ref().map(|profiler| profiler.profile())
    }

    /// The evaluation is about to run this line of a source, counted from 0. Cheap enough for every statement.
    pub fn at(&self, file: FileId, line: u32) {
        let now = u64::from(file.0) << 32 | u64::from(line);
        let before = self.line.swap(now, Ordering::Relaxed);
        if let Some(trace) = self.trace.as_ref().filter(|_| before != now) {
            trace(file, line);
        }
    }

    /// Another file, or a call of a function, has its turn: what limits one of them begins anew.
    pub fn turn(&self) {
        self.turns.fetch_add(1, Ordering::Relaxed);
    }

    /// How many files and calls have had their turn by now.
    pub fn turns(&self) -> u64 {
        self.turns.load(Ordering::Relaxed)
    }

    /// The file and the line from 0 that is running, if one is.
    pub fn line(&self) -> Option<(FileId, u32)> {
        let now = self.line.load(Ordering::Relaxed);
        (now != NOWHERE).then_some((FileId((now >> 32) as u32), now as u32))
    }
}

impl Default for Watch {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("line", &self.line()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn the_last_line_is_known_and_every_new_one_is_told() {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let sent = lines.clone();
        let watch = Watch::new().traced(move |file, line| sent.lock().unwrap().push((file.0, line)));
        assert_eq!(watch.line(), None);
        for line in [3, 3, 4, 3] {
            watch.at(FileId(1), line);
        }
        assert_eq!(watch.clone().line(), Some((FileId(1), 3)));
        assert_eq!(*lines.lock().unwrap(), [(1, 3), (1, 4), (1, 3)]);
    }
}
