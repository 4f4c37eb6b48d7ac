//! Cancellation: long work asks whether it is still wanted.
//!
//! An [`Analysis`](crate::analysis::Analysis) carries the token of the request it was taken for, and whatever loops asks
//! the token. Work that nobody wants any more unwinds to [`Cancelled::catch`], as queries of salsa do: no function in
//! between has to pass it on, so none can forget to, and nothing half done is taken for an answer.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Handed to long work; clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_cancelled: AtomicBool,
    #[cfg(test)]
    counter: counter::Counter,
}

/// The work was given up because nobody waits for it any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl CancelToken {
    /// A token that nobody has cancelled yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that the work is no longer wanted.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// `Err(Cancelled)` once [`cancel`](Self::cancel) was called on any clone.
    pub fn check(&self) -> Result<(), Cancelled> {
        #[cfg(test)]
        self.count();
        if self.0.is_cancelled.load(Ordering::Relaxed) { Err(Cancelled) } else { Ok(()) }
    }

    /// Unwinds to [`Cancelled::catch`] once [`cancel`](Self::cancel) was called on any clone.
    pub fn unwind_if_cancelled(&self) {
        if self.check().is_err() {
            // Unlike a panic, this reports nothing.
            resume_unwind(Box::new(Cancelled));
        }
    }
}

impl Cancelled {
    /// Does work that unwinds when its token is cancelled. What it shares with others must stay usable when it ends
    /// amid a change: caches do, for they take a result only once it is there.
    ///
    /// # Errors
    /// That it was cancelled.
    pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Self> {
        catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Self>() {
            Ok(cancelled) => *cancelled,
            Err(panic) => resume_unwind(panic),
        })
    }
}

/// Counts how often work asks, and cancels it in its midst.
#[cfg(test)]
mod counter {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::CancelToken;

    #[derive(Debug)]
    pub(super) struct Counter {
        checks: AtomicUsize,
        most: AtomicUsize,
    }

    impl Default for Counter {
        fn default() -> Self {
            Self { checks: AtomicUsize::new(0), most: AtomicUsize::new(usize::MAX) }
        }
    }

    impl CancelToken {
        /// A token that is cancelled when it is checked after so many checks.
        pub fn cancelled_after(checks: usize) -> Self {
            let token = Self::new();
            token.0.counter.most.store(checks, Ordering::Relaxed);
            token
        }

        /// How often it was checked.
        pub fn checks(&self) -> usize {
            self.0.counter.checks.load(Ordering::Relaxed)
        }

        pub(super) fn count(&self) {
            let before = self.0.counter.checks.fetch_add(1, Ordering::Relaxed);
            if before >= self.0.counter.most.load(Ordering::Relaxed) {
                self.cancel();
            }
        }
    }
}
