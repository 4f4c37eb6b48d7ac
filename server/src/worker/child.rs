//! The worker's own process: takes requests from its standard input, evaluates, answers on its standard output.
//!
//! Three threads: one reads, so that the end of the parent is noticed at once; one evaluates, on a stack that deep code
//! does not exhaust soon; this one keeps the time. Evaluation that does not stop when it is told to ends the process.

use std::any::Any;
use std::io;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use sayl_core::render::request::{Reply, Request, Runner};
use sayl_core::render::stopped::{Cause, Stopped};
use sayl_core::template::function::CallOutcome;
use sayl_core::template::watch::Watch;

use super::frame::{self, Answer, LONGEST_ANSWER, Order};
use super::mailbox::Mailbox;
use super::{limits, sandbox, trace};

/// Serves until the parent closes the pipe, which it also does when an evaluation was stopped.
pub(crate) fn serve() -> ExitCode {
    limits::at_start();
    sandbox::at_start();
    let (orders, inbox) = channel();
    let (seal, sealed) = channel::<()>();
    let mailbox = Arc::new(Mailbox::default());
    let at_work = mailbox.clone();
    let reader = std::thread::Builder::new().spawn(move || sealed.recv().map(|()| read_orders(&orders)));
    let evaluator =
        std::thread::Builder::new().name("evaluation".to_owned()).stack_size(limits::STACK).spawn(move || {
            evaluate_all(&inbox, &at_work);
            at_work.close();
        });
    if let Err(error) = reader.and(evaluator) {
        eprintln!("no thread: {error}");
        return ExitCode::FAILURE;
    }
    // All threads run. What arrives from now on is a stranger's code.
    limits::seal();
    sandbox::seal();
    let _ = seal.send(());
    // What is still evaluated then is for nobody.
    std::process::exit(i32::from(mailbox.keep_time(stopped).is_err()));
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

fn evaluate_all(inbox: &Receiver<Vec<u8>>, mailbox: &Mailbox) {
    let mut runner = Runner::new();
    runner.warm_up();
    for order in inbox {
        if let Err(error) = evaluate(&order, &mut runner, mailbox) {
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
fn evaluate(order: &[u8], runner: &mut Runner, mailbox: &Mailbox) -> io::Result<()> {
    let Order { request, laid_out, milliseconds, is_traced } = frame::decode(order)?;
    let limits = request.limits();
    limits::for_request(limits.process_bytes);
    let mut watch = Watch::new();
    if let Some(record) = is_traced.then(trace::recorder).flatten() {
        watch = watch.traced(record);
    }
    if request.is_profiled() {
        let began = Instant::now();
        watch = watch.profiled(move || u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX));
    }
    runner.take_in(&request, laid_out);
    let all = Duration::from_millis(milliseconds);
    let began = Instant::now();
    let mut spent = Duration::ZERO;
    let mut parts = parts(request.into_owned()).into_iter().peekable();
    while let Some(part) = parts.next() {
        mailbox.begin(Duration::from_millis(limits.milliseconds), all.saturating_sub(spent), &watch);
        let answered = std::panic::catch_unwind(AssertUnwindSafe(|| answer(&part, runner, &watch, mailbox)));
        let (is_last, answer) = answered.unwrap_or_else(|panic| (true, stopped(panic_cause(panic.as_ref()), &watch)));
        if is_last || parts.peek().is_none() {
            return mailbox.end(&answer?);
        }
        mailbox.add(&answer?, is_traced)?;
        spent = began.elapsed();
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
fn answer(request: &Request, runner: &mut Runner, watch: &Watch, mailbox: &Mailbox) -> (bool, io::Result<Vec<u8>>) {
    let reply = runner.answer_watched(request, watch);
    if watch.cancel.check().is_err() {
        return (true, stopped(mailbox.cause(), watch));
    }
    let is_last = is_over_budget(&reply);
    match frame::encode(&Answer::Ok(reply)) {
        Ok(answer) if answer.len() > LONGEST_ANSWER => (true, stopped(Cause::Size, watch)),
        answer => (is_last, answer),
    }
}

fn is_over_budget(reply: &Reply) -> bool {
    matches!(reply, Reply::Called(called) if called.iter().any(CallOutcome::is_over_budget))
}

fn stopped(cause: Cause, watch: &Watch) -> io::Result<Vec<u8>> {
    frame::encode(&Answer::Err(Stopped { cause, line: watch.line() }))
}

/// Sizes that do not fit into a number are a matter of memory.
fn panic_cause(panic: &(dyn Any + Send)) -> Cause {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    trace::cause(message.or_else(|| panic.downcast_ref().copied()).unwrap_or_default())
}
