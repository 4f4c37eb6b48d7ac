//! Template code runs in a process of its own, which may be ended at any moment: the loops of hostile code can be
//! stopped from inside, a single huge multiplication, an allocation of gigabytes or an overflow of the stack cannot.
//!
//! A [`Worker`] starts the process when there is something to evaluate and keeps it for what comes next. A process that
//! dies is replaced, and the request is tried once more in a fresh one, which writes down every line before it runs:
//! so a process that was killed by chance goes unnoticed, and code that kills every process is known by its line.
//!
//! # Design
//!
//! Starlark stops loops and recursion by itself. It does not stop one multiplication of huge numbers, one allocation
//! of gigabytes or an overflow of the stack: they block for minutes, or end the process. So whoever may meet a
//! stranger's code evaluates it in a child of the same binary (`sayl --evaluate`, `server/src/worker.rs`), in the
//! server and on the command line alike.
//!
//! The engine knows nothing of processes. Nobody in it waits for an evaluation: `Analysis` answers with what is at
//! hand, claims nothing about what is missing, and requests it (`Analysis::pending_requests`). Whoever runs it adds
//! the reply, and asks again. Requests and replies (`render::request`) are plain data that hold everything an
//! evaluation may see, named by a hash of it, so the same text is evaluated once.
//!
//! - **The child** takes one request after the other from its standard input and answers on its standard output, both
//!   as lengths and `postcard`. One thread reads, so that the child ends with its parent; one evaluates, on a stack of
//!   512 MB, of which only what is touched takes memory; one keeps the time. The last two share a mailbox, so that
//!   many short calls wake nobody (`worker/mailbox.rs`). The address space is limited by the system (`RLIMIT_AS`),
//!   core files are off, panics are caught. Before the first order it gives up its environment, files, network and
//!   other programs (`worker/sandbox.rs`), for code that breaks out of the interpreter. It keeps the functions of what it evaluated, for calls that come later,
//!   and leaves by itself when it has grown large.
//! - **What travels**: the texts, and beside them the programs that the parent can lay out from nodes it has anyway
//!   (`template::compile::LaidOut`), each once (`worker/sent.rs`), so that the child reads no YAML. A program with a
//!   mistake does not travel: the child finds it in the text, by the same code. Nor do more than 1 MB of texts at a
//!   time: of thousands of files the child reads one after the other, and nobody holds all their programs.
//! - **Time is up**: the evaluation is told to stop, which it asks about at every turn of a loop. The time is that of
//!   one file, or of one call of a function: rendering a bundle tells the watch of every next one (`Watch::turn`), and
//!   has an end of its own that grows with the files (`Request::milliseconds`). So thousands of templates are rendered
//!   as long as they get on, and each single one that does not is stopped in time. All calls of the functions that one
//!   evaluation gave share an end, too. If it does not listen, the child
//!   says which line is running (`template::watch`, set before every statement) and ends.
//! - **The child dies**, from memory or depth: the parent starts another one and tries once more, this time with every
//!   line written down before it runs, in a file that outlives the process. So code that kills its process is known by
//!   its line, and a process that somebody else killed goes unnoticed. Writing down costs a system call for each line,
//!   which is why it is not always done.
//! - **Either way** the outcome is one problem, `evaluation-budget` (`render::stopped`), at the line that was running,
//!   else where the file's code begins. It is kept like any other outcome: the same text is not tried again.

use std::borrow::Cow;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::render::request::{LaidOutSources, Reply, Request};
use sayl_core::render::stopped::{Cause, Stopped};
use sayl_core::template::function::{Call, CallOutcome};
use sayl_core::template::job::Job;

pub(crate) mod child;
mod frame;
mod limits;
mod mailbox;
pub(crate) mod pool;
mod sandbox;
mod sent;
mod trace;

use frame::{Answer, Order};
use sent::Sent;
use trace::Trace;

/// What the binary is started with to evaluate template code for the process that started it.
pub(crate) const EVALUATE: &str = "--evaluate";

/// How much longer than the limit an answer may take. The worker keeps the limit itself and says at which line it
/// stopped; only one that cannot even do that is ended from here.
const GRACE: Duration = Duration::from_secs(2);

/// What the allocator of the GNU library is told: one thread does nearly everything, and soon needs megabytes.
const ALLOCATOR: [(&str, &str); 3] =
    [("MALLOC_ARENA_MAX", "1"), ("MALLOC_TOP_PAD_", "8388608"), ("MALLOC_TRIM_THRESHOLD_", "67108864")];

/// What no program starts without, on Windows.
const KEPT: [&str; 1] = ["SystemRoot"];

/// Evaluates requests, one at a time, in a process that comes and goes.
#[derive(Default)]
pub(crate) struct Worker {
    process: Option<Process>,
}

/// By which a running evaluation can be given up from another thread.
#[derive(Clone, Default)]
pub(crate) struct CancelHandle(Arc<Mutex<CancelState>>);

#[derive(Default)]
struct CancelState {
    is_cancelled: bool,
    child: Option<Arc<Mutex<Child>>>,
}

/// Nobody wants the reply any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EvaluationCancelled;

/// Why a process gave no reply.
enum WorkerEnd {
    /// The evaluation was ended for using too much.
    Stopped(Stopped),
    /// The process is gone.
    Died(Stopped),
    /// It could not be started or understood.
    Failed(io::Error),
}

impl From<io::Error> for WorkerEnd {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl CancelHandle {
    /// Gives the evaluation up: its process is ended.
    pub(crate) fn cancel(&self) {
        let mut state = lock(&self.0);
        state.is_cancelled = true;
        if let Some(child) = &state.child {
            // It may have ended by itself.
            let _ = lock(child).kill();
        }
    }

    /// Whether it was given up.
    #[cfg(test)]
    pub(crate) fn is_cancelled(&self) -> bool {
        lock(&self.0).is_cancelled
    }

    fn hold(&self, child: Option<&Arc<Mutex<Child>>>) -> Result<(), EvaluationCancelled> {
        let mut state = lock(&self.0);
        state.child = child.cloned();
        if state.is_cancelled { Err(EvaluationCancelled) } else { Ok(()) }
    }
}

impl Worker {
    /// Starts the process, so that it is there when something is asked. If it does not start, asking says so.
    pub(crate) fn prepare(&mut self) {
        self.process = Process::start().ok();
    }

    /// Evaluates; what the code did wrong, even to the process, is part of the reply.
    /// `laid_out` are programs of its sources, as far as they are at hand. All of it may take `time`.
    pub(crate) fn answer(
        &mut self,
        request: &Request,
        laid_out: &LaidOutSources,
        time: Duration,
        cancel: &CancelHandle,
    ) -> Result<Reply, EvaluationCancelled> {
        match request {
            Request::Call { job, calls } => self.answer_calls((job, calls), laid_out, time, cancel),
            whole => self.answer_one(whole, laid_out, time, cancel),
        }
    }

    /// What a function that once used too much gives to other arguments is not tried: each would take as long. Nor is
    /// anything when the time of all is over.
    fn answer_calls(
        &mut self,
        (job, calls): (&Arc<Job>, &[Call]),
        laid_out: &LaidOutSources,
        time: Duration,
        cancel: &CancelHandle,
    ) -> Result<Reply, EvaluationCancelled> {
        let began = Instant::now();
        let mut open: Vec<usize> = (0..calls.len()).collect();
        let mut results = vec![None; calls.len()];
        while !open.is_empty() {
            let request =
                Request::Call { job: job.clone(), calls: open.iter().map(|index| calls[*index].clone()).collect() };
            let rest = time.saturating_sub(began.elapsed());
            if rest.is_zero() {
                for index in open {
                    results[index] = Some(Stopped::not_called(&request));
                }
                break;
            }
            let Reply::Called(called) = self.answer_one(&request, laid_out, rest, cancel)? else { break };
            let Some(last) = called.len().checked_sub(1) else { break };
            if let Err(failure) = &called[last].result
                && failure.is_over_budget
            {
                let function = &calls[open[last]].function;
                let same = open[last..].iter().filter(|index| calls[**index].function == *function);
                same.for_each(|index| results[*index] = Some(CallOutcome::of_stopped(failure.clone())));
            }
            for (index, result) in open.iter().zip(called) {
                results[*index] = Some(result);
            }
            open.retain(|index| results[*index].is_none());
        }
        Ok(Reply::Called(results.into_iter().map_while(|result| result).collect()))
    }

    fn answer_one(
        &mut self,
        request: &Request,
        laid_out: &LaidOutSources,
        time: Duration,
        cancel: &CancelHandle,
    ) -> Result<Reply, EvaluationCancelled> {
        let mut done = Vec::new();
        let mut stopped = Stopped { cause: Cause::Unavailable, line: None };
        for is_traced in [false, true] {
            cancel.hold(None)?;
            done.clear();
            let order = Order {
                request: Cow::Borrowed(request),
                laid_out: LaidOutSources::new(),
                milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
                is_traced,
            };
            let end = match self.attempt(order, laid_out, &mut done, cancel) {
                Ok(reply) => return Ok(reply),
                Err(end) => end,
            };
            // What used too much of anything has left its process in a state that nobody knows.
            self.process = None;
            cancel.hold(None)?;
            match end {
                WorkerEnd::Stopped(stopped) => return Ok(stopped.reply(request, done)),
                WorkerEnd::Died(reason) => stopped = reason,
                WorkerEnd::Failed(error) => eprintln!("sayl: the worker for template code: {error}"),
            }
        }
        Ok(stopped.reply(request, done))
    }

    /// Tries once. What single calls gave is added to `done`.
    fn attempt(
        &mut self,
        order: Order<'_>,
        laid_out: &LaidOutSources,
        done: &mut Vec<CallOutcome>,
        cancel: &CancelHandle,
    ) -> Result<Reply, WorkerEnd> {
        let request = order.request.clone();
        let serves = |process: &Process| process.may_still_have(request.limits().process_bytes) && process.is_alive();
        let process = match self.process.take().filter(serves) {
            Some(process) => self.process.insert(process),
            None => self.process.insert(Process::start()?),
        };
        if cancel.hold(Some(&process.child)).is_err() || process.order(order, laid_out).is_err() {
            return Err(WorkerEnd::Died(process.post_mortem()));
        }
        let (calls, silence) = match &*request {
            Request::Call { calls, .. } => (Some(calls.len()), request.limits().milliseconds),
            whole => (None, whole.milliseconds()),
        };
        while calls.is_none_or(|calls| done.len() < calls) && !done.last().is_some_and(CallOutcome::is_over_budget) {
            match process.receive(Duration::from_millis(silence) + GRACE)? {
                Some(Ok(Reply::Called(called))) if calls.is_some() => done.extend(called),
                Some(Ok(reply)) => return Ok(reply),
                Some(Err(stopped)) => return Err(WorkerEnd::Stopped(stopped)),
                None => return Err(WorkerEnd::Died(process.post_mortem())),
            }
        }
        Ok(Reply::Called(std::mem::take(done)))
    }
}

/// A running worker process.
struct Process {
    child: Arc<Mutex<Child>>,
    orders: ChildStdin,
    answers: Receiver<Vec<u8>>,
    trace: Option<Trace>,
    sent: Sent,
    is_late: bool,
    /// How many bytes of memory it was last allowed: it cannot be given more.
    allowed: u64,
}

impl Process {
    fn start() -> io::Result<Self> {
        let trace = Trace::new().ok();
        let stderr = trace.as_ref().and_then(|trace| trace.for_child().ok());
        let mut child = Command::new(own_binary()?)
            .arg(EVALUATE)
            // Template code is a stranger's; what is secret often stands there.
            .env_clear()
            .envs(KEPT.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
            .env("RUST_BACKTRACE", "0")
            .envs(ALLOCATOR)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr.unwrap_or_else(Stdio::null))
            .spawn()?;
        let (Some(orders), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no pipes"));
        };
        let (sender, answers) = channel();
        std::thread::Builder::new().name("worker output".to_owned()).spawn(move || {
            let mut output = BufReader::with_capacity(1 << 16, output);
            while let Ok(answer) = frame::read(&mut output) {
                if sender.send(answer).is_err() {
                    return;
                }
            }
        })?;
        let (child, sent) = (Arc::new(Mutex::new(child)), Sent::default());
        Ok(Self { child, orders, answers, trace, sent, is_late: false, allowed: u64::MAX })
    }

    fn may_still_have(&self, process_bytes: u64) -> bool {
        process_bytes <= self.allowed
    }

    /// A process may also have left by itself, or been ended by somebody else.
    fn is_alive(&self) -> bool {
        matches!(lock(&self.child).try_wait(), Ok(None))
    }

    fn order(&mut self, order: Order<'_>, laid_out: &LaidOutSources) -> io::Result<()> {
        self.allowed = order.request.limits().process_bytes;
        let order = Order { laid_out: self.sent.news(order.request.sources(), laid_out), ..order };
        self.orders.write_all(&frame::encode(&order)?)
    }

    /// The next answer; `None` if there will be none.
    fn receive(&mut self, patience: Duration) -> io::Result<Option<Answer>> {
        match self.answers.recv_timeout(patience) {
            Ok(answer) => frame::decode(&answer).map(Some),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                self.is_late = true;
                Ok(None)
            }
        }
    }

    /// Why it ended, from what it left behind.
    fn post_mortem(&self) -> Stopped {
        self.end();
        let (line, output) = self.trace.as_ref().map(Trace::read).unwrap_or_default();
        let cause = if self.is_late { Cause::Time } else { trace::cause(&output) };
        Stopped { cause, line }
    }

    fn end(&self) {
        let mut child = lock(&self.child);
        // It may have ended by itself; either way it is waited for, so that nothing of it stays.
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// This very program, even when a newer one has been installed in its place. The link to it is taken only then: tools
/// that run programs in an environment of their own, such as valgrind, stand behind that link themselves.
fn own_binary() -> io::Result<PathBuf> {
    let path = std::env::current_exe()?;
    let is_replaced = cfg!(target_os = "linux") && !path.exists();
    Ok(if is_replaced { "/proc/self/exe".into() } else { path })
}

/// What is guarded is never left half changed, so a panic elsewhere does not matter.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
