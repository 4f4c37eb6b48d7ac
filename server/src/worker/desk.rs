//! Where the thread that evaluates and the one that keeps the time meet.
//!
//! The one that evaluates puts its answers here and says when it begins; the other one sleeps until something has taken
//! too long. So nobody has to be woken for each of many short calls.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::template::watch::Watch;

use crate::worker::lock;

/// How long evaluation may take to notice that it is to stop.
const PATIENCE: Duration = Duration::from_millis(200);

/// Answers wait for each other no longer than that: the parent counts the time of each.
const TOGETHER: Duration = Duration::from_millis(10);

/// What both threads share.
#[derive(Default)]
pub(super) struct Desk {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Until when the evaluation may take, and its watch.
    running: Option<(Instant, Watch)>,
    /// Answers in frames that were not sent yet, and since when they wait.
    answers: Vec<u8>,
    waiting_since: Option<Instant>,
    is_closed: bool,
}

impl Desk {
    /// An evaluation begins, and may take so long.
    pub(super) fn begin(&self, limit: Duration, watch: &Watch) {
        let mut state = lock(&self.state);
        let was_idle = state.running.replace((Instant::now() + limit, watch.clone())).is_none();
        drop(state);
        // Who sleeps until an earlier time looks again then.
        if was_idle {
            self.changed.notify_one();
        }
    }

    /// An answer in a frame, with more of the same request to come. It may wait for those unless it is urgent.
    pub(super) fn add(&self, answer: &[u8], is_urgent: bool) -> io::Result<()> {
        let mut state = lock(&self.state);
        state.answers.extend_from_slice(answer);
        let since = *state.waiting_since.get_or_insert_with(Instant::now);
        if is_urgent || since.elapsed() >= TOGETHER { state.send() } else { Ok(()) }
    }

    /// The last answer of a request.
    pub(super) fn end(&self, answer: &[u8]) -> io::Result<()> {
        let mut state = lock(&self.state);
        state.running = None;
        state.answers.extend_from_slice(answer);
        state.send()
    }

    /// Nothing more is evaluated.
    pub(super) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_one();
    }

    /// Tells an evaluation that takes too long to stop. If it does not, sends its last answer, and returns as when the
    /// desk is closed.
    pub(super) fn keep_time(&self, last_answer: impl Fn(&Watch) -> io::Result<Vec<u8>>) -> io::Result<()> {
        let mut state = lock(&self.state);
        while !state.is_closed {
            let Some((deadline, watch)) = &mut state.running else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let rest = deadline.saturating_duration_since(Instant::now());
            if !rest.is_zero() {
                state = self.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0;
            } else if watch.cancel.check().is_err() {
                let last = last_answer(watch)?;
                state.answers.extend(last);
                return state.send();
            } else {
                watch.cancel.cancel();
                *deadline = Instant::now() + PATIENCE;
            }
        }
        Ok(())
    }
}

impl State {
    fn send(&mut self) -> io::Result<()> {
        self.waiting_since = None;
        let mut output = io::stdout().lock();
        output.write_all(&self.answers)?;
        self.answers.clear();
        output.flush()
    }
}
