//! Where the thread that evaluates and the one that keeps the time meet.
//!
//! The one that evaluates puts its answers here and says when it begins; the other one sleeps until something has taken
//! too long. So nobody has to be woken for each of many short calls.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::render::stopped::Cause;
use sayl_core::template::watch::Watch;

use crate::worker::lock;

/// How long evaluation may take to notice that it is to stop.
const PATIENCE: Duration = Duration::from_millis(200);

/// So often in the time of one turn somebody looks whether the next one began.
const LOOKS: u32 = 8;

/// Answers wait for each other no longer than that: the parent counts the time of each.
const TOGETHER: Duration = Duration::from_millis(10);

/// What both threads share.
#[derive(Default)]
pub(super) struct Mailbox {
    state: Mutex<MailboxState>,
    changed: Condvar,
}

#[derive(Default)]
struct MailboxState {
    running: Option<RunningJob>,
    /// Which limit was not kept last.
    overrun: Option<Cause>,
    /// Answers in frames that were not sent yet, and since when they wait.
    answers: Vec<u8>,
    waiting_since: Option<Instant>,
    is_closed: bool,
}

/// What runs, and how long it may.
struct RunningJob {
    watch: Watch,
    /// How long each turn of a file or a call may take.
    limit: Duration,
    /// Which turn it was when somebody looked last, and when that was seen first.
    turn: u64,
    since: Instant,
    /// When all has to be done.
    end: Instant,
    /// Once it was told to stop: until when it may take to notice.
    stopping: Option<Instant>,
}

impl RunningJob {
    fn new(limit: Duration, all: Duration, watch: &Watch) -> Self {
        let now = Instant::now();
        // The first turn begins with the request.
        let turn = watch.turns() + 1;
        Self { watch: watch.clone(), limit, turn, since: now, end: now + all, stopping: None }
    }

    /// Which limit is not kept.
    fn overrun(&mut self, now: Instant) -> Option<Cause> {
        let turn = self.watch.turns();
        if turn > self.turn {
            (self.turn, self.since) = (turn, now);
        }
        if now >= self.since + self.limit {
            return Some(Cause::Time);
        }
        (now >= self.end).then_some(Cause::TimeOfAll)
    }

    /// How long nobody needs to look.
    fn rest(&self, now: Instant) -> Duration {
        let end = self.stopping.unwrap_or(self.end.min(self.since + self.limit)).saturating_duration_since(now);
        // Who looks now and then knows well enough when a turn began.
        if self.end > self.since + self.limit { end.min(self.limit / LOOKS) } else { end }
    }
}

impl Mailbox {
    /// An evaluation begins; each turn of it may take so long, and all of it together.
    pub(super) fn begin(&self, limit: Duration, all: Duration, watch: &Watch) {
        let mut state = lock(&self.state);
        state.overrun = None;
        let was_idle = state.running.replace(RunningJob::new(limit, all, watch)).is_none();
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
    /// mailbox is closed.
    pub(super) fn keep_time(&self, last_answer: impl Fn(Cause, &Watch) -> io::Result<Vec<u8>>) -> io::Result<()> {
        let mut state = lock(&self.state);
        while !state.is_closed {
            let now = Instant::now();
            let Some(running) = &mut state.running else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            if running.stopping.is_some_and(|until| now >= until) {
                let watch = running.watch.clone();
                let last = last_answer(state.cause(), &watch)?;
                state.answers.extend(last);
                return state.send();
            }
            if running.stopping.is_none()
                && let Some(cause) = running.overrun(now)
            {
                running.watch.cancel.cancel();
                running.stopping = Some(now + PATIENCE);
                state.overrun = Some(cause);
                continue;
            }
            let rest = running.rest(now);
            state = self.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(())
    }

    /// Which limit of time was not kept.
    pub(super) fn cause(&self) -> Cause {
        lock(&self.state).cause()
    }
}

impl MailboxState {
    fn cause(&self) -> Cause {
        self.overrun.unwrap_or(Cause::Time)
    }

    fn send(&mut self) -> io::Result<()> {
        self.waiting_since = None;
        let mut output = io::stdout().lock();
        output.write_all(&self.answers)?;
        self.answers.clear();
        output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(3);
    const ALL: Duration = Duration::from_secs(10);

    /// Turns begin at these seconds after the first one; somebody looks each second.
    #[track_caller]
    fn check(turns: &[u64], expected: (u64, Cause)) {
        let watch = Watch::new();
        let mut running = RunningJob::new(LIMIT, ALL, &watch);
        let start = running.since;
        watch.turn();
        for second in 0.. {
            if turns.contains(&second) {
                watch.turn();
            }
            if let Some(cause) = running.overrun(start + Duration::from_secs(second)) {
                return assert_eq!((second, cause), expected);
            }
        }
    }

    #[test]
    fn each_turn_has_its_own_time_and_all_of_them_have_an_end() {
        check(&[], (3, Cause::Time));
        check(&[2], (5, Cause::Time));
        check(&[1, 2, 4, 6], (9, Cause::Time));
        check(&[2, 4, 6, 8], (10, Cause::TimeOfAll));
    }

    #[test]
    fn while_all_may_take_no_longer_than_one_nobody_looks_before_the_end() {
        let running = RunningJob::new(LIMIT, LIMIT, &Watch::new());
        assert_eq!(running.rest(running.since), LIMIT);
        let running = RunningJob::new(LIMIT, ALL, &Watch::new());
        assert_eq!(running.rest(running.since), LIMIT / LOOKS);
    }
}
