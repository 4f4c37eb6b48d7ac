//! The worker's own process: takes requests from its standard input, evaluates, answers on its standard output.
//!
//! Three threads: one reads, so that the end of the parent is noticed at once; one evaluates, on a stack that deep code
//! does not exhaust soon; this one keeps the time. Evaluation that does not stop when it is told to ends the process.

use std::any::Any;
use std::io;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use sayl_core::render::request::{Request, Runner};
use sayl_core::render::stopped::{Cause, Stopped};
use sayl_core::template::watch::Watch;

use super::frame::{self, Answer, LONGEST_ANSWER, Order};
use super::{limits, trace};

/// How long evaluation may take to notice that it is to stop.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the evaluating thread tells the one that keeps the time.
enum Event {
    /// An evaluation begins, and may take so long.
    Begin(Duration, Watch),
    /// An answer, or part of one.
    Answer(Vec<u8>),
    /// The evaluation has ended; if its thread ended too, nothing more can be done in this process.
    End(Fate),
}

/// Whether a process can be used again.
#[derive(PartialEq, Eq)]
enum Fate {
    GoesOn,
    Ends,
}

/// Serves until the parent closes the pipe, or until code has done something to this process.
pub(crate) fn serve() -> ExitCode {
    limits::at_start();
    let (orders, inbox) = channel();
    let (events, news) = channel();
    let reader = std::thread::Builder::new().spawn(move || read_orders(&orders));
    let evaluator = std::thread::Builder::new()
        .name("evaluation".to_owned())
        .stack_size(limits::STACK)
        .spawn(move || evaluate_all(&inbox, &events));
    if let Err(error) = reader.and(evaluator) {
        eprintln!("no thread: {error}");
        return ExitCode::FAILURE;
    }
    // What is still evaluated then is for nobody.
    std::process::exit(i32::from(keep_time(&news).is_err()));
}

fn read_orders(orders: &Sender<Vec<u8>>) {
    let mut input = io::stdin().lock();
    while let Ok(order) = frame::read(&mut input) {
        if orders.send(order).is_err() {
            return;
        }
    }
    // The parent is gone, or wants no more.
    std::process::exit(0);
}

/// Sends answers on as they come, and ends an evaluation that takes too long.
fn keep_time(news: &Receiver<Event>) -> io::Result<()> {
    let mut running: Option<(Instant, Watch)> = None;
    loop {
        let event = match &running {
            None => news.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some((deadline, _)) => news.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match event {
            Ok(Event::Begin(limit, watch)) => running = Some((Instant::now() + limit, watch)),
            Ok(Event::Answer(answer)) => frame::write(&mut io::stdout().lock(), &answer)?,
            Ok(Event::End(Fate::GoesOn)) => running = None,
            Ok(Event::End(Fate::Ends)) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                let Some((deadline, watch)) = &mut running else { continue };
                if watch.cancel.check().is_err() {
                    let stopped: Answer = Err(Stopped { cause: Cause::Time, line: watch.line() });
                    return frame::write(&mut io::stdout().lock(), &frame::encode(&stopped)?);
                }
                watch.cancel.cancel();
                *deadline = Instant::now() + PATIENCE;
            }
        }
    }
}

fn evaluate_all(inbox: &Receiver<Vec<u8>>, events: &Sender<Event>) {
    let mut runner = Runner::new();
    for order in inbox {
        let Ok(fate) = evaluate(&order, &mut runner, events) else { return };
        if events.send(Event::End(fate)).is_err() {
            return;
        }
    }
}

/// Fails only where nobody listens, or what arrived makes no sense.
fn evaluate(order: &[u8], runner: &mut Runner, events: &Sender<Event>) -> io::Result<Fate> {
    let order: Order<'_> = frame::decode(order)?;
    let limits = order.request.limits();
    limits::for_request(limits.process_bytes);
    let mut watch = Watch::new();
    if let Some(record) = order.is_traced.then(trace::recorder).flatten() {
        watch = watch.traced(record);
    }
    let begin = Event::Begin(Duration::from_millis(limits.milliseconds), watch.clone());
    events.send(begin).map_err(io::Error::other)?;
    for part in parts(order.request.into_owned()) {
        let answered = std::panic::catch_unwind(AssertUnwindSafe(|| answer(&part, runner, &watch)));
        let (bytes, fate) = match answered {
            Ok(bytes) => (bytes?, Fate::GoesOn),
            Err(panic) => (stopped(panic_cause(panic.as_ref()), &watch)?, Fate::Ends),
        };
        events.send(Event::Answer(bytes)).map_err(io::Error::other)?;
        if fate == Fate::Ends || watch.cancel.check().is_err() {
            return Ok(fate);
        }
    }
    Ok(Fate::GoesOn)
}

/// Several calls are answered one by one, so that those before a bad one are not lost.
fn parts(request: Request) -> Vec<Request> {
    match request {
        Request::Call { job, calls } => {
            calls.into_iter().map(|call| Request::Call { job: job.clone(), calls: vec![call] }).collect()
        }
        one => vec![one],
    }
}

fn answer(request: &Request, runner: &mut Runner, watch: &Watch) -> io::Result<Vec<u8>> {
    let reply = runner.answer_watched(request, watch);
    if watch.cancel.check().is_err() {
        return stopped(Cause::Time, watch);
    }
    let answer: Answer = Ok(reply);
    let bytes = frame::encode(&answer)?;
    if bytes.len() > LONGEST_ANSWER { stopped(Cause::Size, watch) } else { Ok(bytes) }
}

fn stopped(cause: Cause, watch: &Watch) -> io::Result<Vec<u8>> {
    let answer: Answer = Err(Stopped { cause, line: watch.line() });
    frame::encode(&answer)
}

/// Sizes that do not fit into a number are a matter of memory.
fn panic_cause(panic: &(dyn Any + Send)) -> Cause {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    trace::cause(said.or_else(|| panic.downcast_ref().copied()).unwrap_or_default())
}
