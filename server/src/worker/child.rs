//! The worker's own process: takes requests from its standard input, evaluates, answers on its standard output.
//!
//! Three threads: one reads, so that the end of the parent is noticed at once; one evaluates, on a stack that deep code
//! does not exhaust soon; this one keeps the time. Evaluation that does not stop when it is told to ends the process.

use std::any::Any;
use std::io::{self, BufWriter, Write};
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use sayl_core::render::request::{Reply, Request, Runner};
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
    /// It has ended, with this answer in a frame.
    End(Vec<u8>),
}

/// Serves until the parent closes the pipe, which it also does when an evaluation was stopped.
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
    let mut output = BufWriter::new(io::stdout().lock());
    let mut running: Option<(Instant, Watch)> = None;
    loop {
        match next(news, running.as_ref().map(|(deadline, _)| *deadline), &mut output)? {
            Ok(Event::Begin(limit, watch)) => running = Some((Instant::now() + limit, watch)),
            Ok(Event::End(answer)) => {
                running = None;
                output.write_all(&answer)?;
            }
            Err(RecvTimeoutError::Disconnected) => return output.flush(),
            Err(RecvTimeoutError::Timeout) => {
                let Some((deadline, watch)) = &mut running else { continue };
                if watch.cancel.check().is_err() {
                    output.write_all(&stopped(Cause::Time, watch)?)?;
                    return output.flush();
                }
                watch.cancel.cancel();
                *deadline = Instant::now() + PATIENCE;
            }
        }
    }
}

/// What is said next, or that it is too late. Answers that follow each other closely are written together.
fn next(
    news: &Receiver<Event>,
    deadline: Option<Instant>,
    output: &mut impl Write,
) -> io::Result<Result<Event, RecvTimeoutError>> {
    if let Ok(event) = news.try_recv() {
        return Ok(Ok(event));
    }
    output.flush()?;
    Ok(match deadline {
        None => news.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(deadline) => news.recv_timeout(deadline.saturating_duration_since(Instant::now())),
    })
}

fn evaluate_all(inbox: &Receiver<Vec<u8>>, events: &Sender<Event>) {
    let mut runner = Runner::new();
    for order in inbox {
        if let Err(error) = evaluate(&order, &mut runner, events) {
            eprintln!("{error}");
            return;
        }
        // All was answered; who asks next starts anew.
        if limits::is_bloated() {
            return;
        }
    }
}

/// Fails only where nobody listens, or what arrived makes no sense.
fn evaluate(order: &[u8], runner: &mut Runner, events: &Sender<Event>) -> io::Result<()> {
    let Order { request, is_traced } = frame::decode(order)?;
    let limits = request.limits();
    limits::for_request(limits.process_bytes);
    let mut watch = Watch::new();
    if let Some(record) = is_traced.then(trace::recorder).flatten() {
        watch = watch.traced(record);
    }
    for part in parts(request.into_owned()) {
        let begin = Event::Begin(Duration::from_millis(limits.milliseconds), watch.clone());
        events.send(begin).map_err(io::Error::other)?;
        let answered = std::panic::catch_unwind(AssertUnwindSafe(|| answer(&part, runner, &watch)));
        let (is_last, answer) = answered.unwrap_or_else(|panic| (true, stopped(panic_cause(panic.as_ref()), &watch)));
        events.send(Event::End(answer?)).map_err(io::Error::other)?;
        if is_last {
            break;
        }
    }
    Ok(())
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

/// The answer in a frame, and whether what was asked besides is left alone: see `Worker::answer_calls`.
fn answer(request: &Request, runner: &mut Runner, watch: &Watch) -> (bool, io::Result<Vec<u8>>) {
    let reply = runner.answer_watched(request, watch);
    if watch.cancel.check().is_err() {
        return (true, stopped(Cause::Time, watch));
    }
    let is_last = is_over_budget(&reply);
    match frame::encode(&Answer::Ok(reply)) {
        Ok(answer) if answer.len() > LONGEST_ANSWER => (true, stopped(Cause::Size, watch)),
        answer => (is_last, answer),
    }
}

fn is_over_budget(reply: &Reply) -> bool {
    matches!(reply, Reply::Called(called) if called.iter().any(|it| matches!(it, Err(failure) if failure.is_over_budget)))
}

fn stopped(cause: Cause, watch: &Watch) -> io::Result<Vec<u8>> {
    frame::encode(&Answer::Err(Stopped { cause, line: watch.line() }))
}

/// Sizes that do not fit into a number are a matter of memory.
fn panic_cause(panic: &(dyn Any + Send)) -> Cause {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    trace::cause(said.or_else(|| panic.downcast_ref().copied()).unwrap_or_default())
}
