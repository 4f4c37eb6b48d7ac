//! Where an evaluation spends its time: how long each line runs, and how often, with the calls that led there.
//!
//! The evaluation says when a statement begins, and when it goes on behind a call. What lies between that and the next
//! time is that of its line, so what builtins take is that of the line that calls them. Whoever watches has the clock.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::text::FileId;

/// Calls deeper than this are counted for the line that is as deep.
pub(crate) const DEEPEST: usize = 128;

/// A line that runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StackFrame {
    /// The file.
    pub file: FileId,
    /// The line, from 0.
    pub line: u32,
    /// The function that it is in; empty outside of functions.
    pub function: SmolStr,
}

/// What running took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Time in nanoseconds.
    pub nanoseconds: u64,
    /// How often a statement began.
    pub steps: u64,
}

/// A line that ran, called by another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileNode {
    /// The index of the node with the line that called it, which stands before it.
    pub caller: Option<u32>,
    /// The line.
    pub frame: StackFrame,
    /// What it took itself, without what it called.
    pub cost: Cost,
}

/// What every line took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// A tree of calls; callers stand before what they call.
    pub nodes: Vec<ProfileNode>,
}

/// Measures an evaluation.
pub struct Profiler {
    /// Nanoseconds since any moment.
    clock: Box<dyn Fn() -> u64 + Send + Sync>,
    state: Mutex<ProfileState>,
}

#[derive(Default)]
struct ProfileState {
    /// By the index of the caller and the line.
    nodes: IndexMap<(Option<u32>, StackFrame), Cost>,
    /// The lines that wait for the files that they load, or for libraries.
    waiting: Vec<Option<u32>>,
    /// The line that runs, and since when.
    running: Option<u32>,
    since: u64,
}

impl Profiler {
    /// Measures with a clock.
    pub(super) fn new(clock: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self { clock: Box::new(clock), state: Mutex::default() }
    }

    /// A program begins, called by the line that runs now, if one does.
    pub(crate) fn enter(&self) {
        let mut state = self.charged();
        let running = state.running.take();
        state.waiting.push(running);
    }

    /// It has ended.
    pub(crate) fn leave(&self) {
        let mut state = self.charged();
        state.running = state.waiting.pop().flatten();
        state.since = (self.clock)();
    }

    /// A statement begins or goes on behind a call: the last line, called by those before it.
    pub(crate) fn runs(&self, stack: impl Iterator<Item = StackFrame>, goes_on: bool) {
        let mut state = self.charged();
        let mut node = state.waiting.last().copied().flatten();
        for frame in stack {
            let entry = state.nodes.entry((node, frame));
            node = u32::try_from(entry.index()).ok();
            entry.or_default();
        }
        if let Some((_, cost)) = node.and_then(|node| state.nodes.get_index_mut(node as usize)) {
            cost.steps += u64::from(!goes_on);
        }
        state.running = node;
        // What measuring takes is nobody's.
        state.since = (self.clock)();
    }

    /// What was measured so far.
    pub(super) fn profile(&self) -> Profile {
        let state = self.charged();
        let node = |((caller, frame), cost): (&(Option<u32>, StackFrame), &Cost)| ProfileNode {
            caller: *caller,
            frame: frame.clone(),
            cost: *cost,
        };
        Profile { nodes: state.nodes.iter().map(node).collect() }
    }

    /// The state, the time until now given to the line that runs.
    fn charged(&self) -> MutexGuard<'_, ProfileState> {
        let now = (self.clock)();
        let mut guard = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *guard;
        if let Some((_, cost)) = state.running.and_then(|node| state.nodes.get_index_mut(node as usize)) {
            cost.nanoseconds += now.saturating_sub(state.since);
        }
        state.since = now;
        guard
    }
}

impl fmt::Debug for Profiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profiler").finish_non_exhaustive()
    }
}

impl Profile {
    /// What each line took: itself, and with what it called. A line that calls itself counts once.
    pub fn lines(&self) -> Vec<(StackFrame, Cost, Cost)> {
        let mut whole: Vec<Cost> = self.nodes.iter().map(|node| node.cost).collect();
        let mut lines: IndexMap<StackFrame, (Cost, Cost)> = IndexMap::new();
        // Callers stand before what they call.
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let cost = whole.get(index).copied().unwrap_or_default();
            if let Some(caller) = node.caller.and_then(|caller| whole.get_mut(caller as usize)) {
                caller.add(cost);
            }
            let (own, total) = lines.entry(node.frame.clone()).or_default();
            own.add(node.cost);
            if !self.callers(index).any(|caller| caller.frame == node.frame) {
                total.add(cost);
            }
        }
        lines.into_iter().map(|(frame, (own, total))| (frame, own, total)).collect()
    }

    /// The lines that led to a node, the nearest first.
    pub fn callers(&self, index: usize) -> impl Iterator<Item = &ProfileNode> {
        let caller = |node: &&ProfileNode| node.caller.and_then(|caller| self.nodes.get(caller as usize));
        std::iter::successors(self.nodes.get(index).and_then(|node| caller(&node)), move |node| caller(node))
    }
}

impl Cost {
    fn add(&mut self, other: Self) {
        self.nanoseconds += other.nanoseconds;
        self.steps += other.steps;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn at(line: u32, function: &str) -> StackFrame {
        StackFrame { file: FileId(0), line, function: function.into() }
    }

    #[test]
    fn time_is_that_of_the_line_that_began_last_and_a_load_goes_on_behind_what_it_loads() {
        let now = Arc::new(AtomicU64::new(0));
        let clock = now.clone();
        let profiler = Profiler::new(move || clock.load(Ordering::Relaxed));
        let pass = |time: u64| now.fetch_add(time, Ordering::Relaxed);
        profiler.enter();
        profiler.runs([at(0, "")].into_iter(), false);
        pass(1);
        profiler.enter();
        profiler.runs([StackFrame { file: FileId(1), ..at(0, "") }].into_iter(), false);
        pass(10);
        profiler.leave();
        pass(2);
        profiler.runs([at(1, ""), at(5, "f"), at(5, "f")].into_iter(), false);
        pass(4);
        profiler.runs([at(1, "")].into_iter(), true);
        pass(3);
        profiler.leave();
        pass(100);
        let lines = profiler.profile().lines();
        let shown: Vec<_> = lines
            .iter()
            .map(|(frame, own, total)| (frame.file.0, frame.line, own.nanoseconds, total.nanoseconds, own.steps))
            .collect();
        assert_eq!(shown, [(0, 5, 4, 4, 1), (0, 1, 3, 7, 0), (1, 0, 10, 10, 1), (0, 0, 3, 13, 1)]);
    }
}
