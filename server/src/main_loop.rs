//! The language server over stdio: one loop that shows everything that can wake it ([`Event`]).
//!
//! # Design
//!
//! It is built on tower-lsp-server, the maintained line of tower-lsp, whose service dispatches the messages. The loop
//! that feeds it is our own: theirs runs a limited number of handlers at a time, so that a few which wait for the client
//! hold up everything, and it ends at the first message that is no JSON. Ours starts every handler in the order of the
//! wire and lets it run until it first waits; behind its first `.await` no order holds, and other threads go on with it,
//! down to the bytes of the answer: a long answer keeps no short one waiting. So a document notification applies its
//! edit first thing and never waits for the client; a request takes its snapshot first thing and computes on another
//! thread; a guard that is dropped with the request's future cancels the work (`core::cancel`), which asks now and then
//! whether it is still wanted.
//!
//! Whatever takes long runs on threads beside the loop, each for work of one kind and with one job at a time. What is
//! to be done waits in a queue of its kind (`loading`, `diagnostics`, `views`, `evaluation`) that decides what is most
//! urgent; only the loop takes from the queues. Problems are computed for the newest version only, without a pause: a
//! burst of edits is published a few times, and its last version always. Messages leave through one thread that writes
//! them whole (`transport`), published problems straight as bytes; while a client is behind, answers go first and a
//! newer list of problems takes the place of the one that still waits.

use std::io::{self, BufReader};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use futures_util::{FutureExt, SinkExt, StreamExt};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::jsonrpc::{Error, Request, Response};
use tower_lsp::{ClientSocket, ExitedError, LspService};
use tower_service::Service;

use crate::backend::{Backend, internal_error};
use crate::background::{Background, JobEnd, STACK};
use crate::changes_since::PreviousComparisons;
use crate::client::Client;
use crate::diagnostics::CheckTask;
use crate::diagnostics::publisher::Publisher;
use crate::evaluation::{self, Lane, PendingRequest};
use crate::loading::Task;
use crate::message::{Message, read_message};
use crate::requests::status;
use crate::services::Services;
use crate::transport::{Frame, Outbox, read_frame};
use crate::view_updates;
use crate::views::remove_abandoned;
use crate::worker::{CancelHandle, Worker};

/// How long the last messages may take to be read by the client.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many threads make messages of answers, so that a large one keeps no small one waiting.
const ANSWERING: usize = 2;

/// In a burst of changes, how many are applied at most before their problems are looked for.
const MESSAGES_BETWEEN_WORK: usize = 100;

/// Everything that can wake the loop.
enum Event {
    /// A message of the client, or the end of them.
    Input(Frame),
    /// Something that the client is asked.
    Output(Request),
    /// A thread beside the loop has put work into a queue.
    Queued,
    /// A thread beside the loop has done what it was given.
    Ended(Thread, JobEnd),
    /// Something has waited for as long as it was to wait.
    Due,
}

/// The threads beside the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thread {
    Loading,
    Diagnostics,
    Views,
    Comparisons,
    Evaluation(Lane),
}

/// Serves until the client ends it. The status is 0 if the client asked for the end before.
pub(crate) fn serve() -> ExitCode {
    widen_pipe();
    match Outbox::to_standard_output().and_then(|outbox| serve_to(&outbox)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("sayl: the server cannot start: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves; says whether the client asked for the end.
fn serve_to(outbox: &Outbox) -> io::Result<bool> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(ANSWERING).thread_stack_size(STACK).enable_all().build()?;
    let is_shut_down = runtime.block_on(async {
        let mut main_loop = MainLoop::new(outbox)?;
        main_loop.run().await;
        main_loop.services.close();
        Ok(main_loop.services.is_shut_down())
    });
    outbox.close_and_wait(PATIENCE);
    // Work that is still under way is for nobody.
    runtime.shutdown_background();
    is_shut_down
}

/// Lets the list of a large file's problems through in one go where the system's pipes are small: a message that
/// takes several turns of writer and reader arrives later by all of them. Where it cannot be done nothing is lost.
fn widen_pipe() {
    #[cfg(target_os = "linux")]
    {
        const ROOM: usize = 1 << 20;
        let _ = rustix::pipe::fcntl_setpipe_size(std::io::stdout(), ROOM);
    }
}

/// The loop, and all that wakes it.
struct MainLoop {
    services: Services,
    service: LspService<Backend>,
    outbox: Outbox,
    input: UnboundedReceiver<Frame>,
    socket: ClientSocket,
    work: Arc<Notify>,
    ended: UnboundedReceiver<(Thread, JobEnd)>,
    threads: Threads,
    /// How many messages came since work was handed out.
    messages: usize,
}

impl MainLoop {
    fn new(outbox: &Outbox) -> io::Result<Self> {
        let (frames, input) = unbounded_channel();
        std::thread::Builder::new().name("input".to_owned()).spawn(move || read_input(&frames))?;
        // What servers before this one left behind when they were killed.
        tokio::task::spawn_blocking(|| remove_abandoned(&std::env::temp_dir()));
        let work = Arc::new(Notify::new());
        let build = LspService::build(|client| {
            let client = Client::new(client, outbox.clone(), tokio::runtime::Handle::current());
            Backend::new(Services::new(client, &work))
        });
        let build = build
            .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress)
            .custom_method(status::METHOD, Backend::status)
            .custom_method("workspace/textDocumentContent", Backend::text_document_content)
            .custom_method("sayl/dataValues", Backend::data_values)
            .custom_method("sayl/schemaDocs", Backend::schema_docs)
            .custom_method("sayl/graph", Backend::graph)
            .custom_method("sayl/rendered", Backend::rendered)
            .custom_method("sayl/renderedSaved", Backend::rendered_saved);
        let (service, socket) = build.finish();
        let services = service.inner().services().clone();
        let (ends, ended) = unbounded_channel();
        let threads = Threads::new(&services, &ends)?;
        let outbox = outbox.clone();
        Ok(Self { services, service, outbox, input, socket, work, ended, threads, messages: 0 })
    }

    /// Handles one event after the other. It ends with the `exit` notification, or with the input.
    async fn run(&mut self) {
        loop {
            match self.next_event().await {
                Event::Input(Frame::End) => return,
                Event::Input(Frame::Body(body)) => match read_message(Some(&body)) {
                    Message::Request(request) if request.method() == "exit" => return,
                    message => self.take(message).await,
                },
                Event::Input(Frame::Malformed) => self.take(read_message(None)).await,
                Event::Output(request) => self.outbox.send(&request),
                Event::Ended(thread, end) => self.ended(thread, end),
                Event::Queued | Event::Due => {}
            }
            if self.input.is_empty() || self.messages >= MESSAGES_BETWEEN_WORK {
                self.messages = 0;
                self.hand_out_work();
            }
        }
    }

    async fn next_event(&mut self) -> Event {
        let due = self.next_due();
        let wait = async move {
            match due {
                Some(due) => tokio::time::sleep_until(due.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            frame = self.input.recv() => Event::Input(frame.unwrap_or(Frame::End)),
            Some(request) = self.socket.next() => Event::Output(request),
            Some((thread, end)) = self.ended.recv() => Event::Ended(thread, end),
            () = self.work.notified() => Event::Queued,
            () = wait => Event::Due,
        }
    }

    /// When there will be something to do though nothing happens until then.
    fn next_due(&self) -> Option<Instant> {
        let Services { diagnostics, views, comparisons, evaluation, .. } = &self.services;
        let Threads { publisher, viewer, comparer, evaluators: [_, relief], .. } = &self.threads;
        let due = [
            publisher.due(|| diagnostics.due()),
            viewer.due(|| views.due()),
            comparer.due(|| comparisons.due()),
            relief.due(|| evaluation.relief_due()),
        ];
        due.into_iter().flatten().min()
    }

    /// A thread is done with its job.
    fn ended(&mut self, thread: Thread, end: JobEnd) {
        self.threads.set_idle(thread);
        if end == JobEnd::Failed {
            self.services.client.log_warning("A part of sayl failed and goes on; its error output says more.");
        }
        match thread {
            Thread::Loading => {
                self.services.diagnostics.everything();
                self.services.comparisons.files_changed(Instant::now());
            }
            Thread::Diagnostics => {
                self.services.views.may_differ(Instant::now());
                self.services.comparisons.may_differ(Instant::now());
            }
            Thread::Views | Thread::Comparisons => {}
            Thread::Evaluation(lane) => self.services.evaluation.ended(lane),
        }
    }

    /// Gives each thread that has nothing to do what is most urgent.
    fn hand_out_work(&mut self) {
        let Services { loading, diagnostics, views, comparisons, evaluation, .. } = &self.services;
        let Threads { loader, publisher, viewer, comparer, evaluators } = &mut self.threads;
        if self.services.is_shut_down() {
            return;
        }
        let now = Instant::now();
        loader.give(|| loading.next());
        publisher.give(|| diagnostics.next(now, evaluation.is_idle()));
        viewer.give(|| views.next(now));
        comparer.give(|| comparisons.next(now));
        for (lane, evaluator) in Lane::ALL.into_iter().zip(evaluators) {
            evaluator.give(|| evaluation.next(lane, now));
        }
    }

    /// Starts the handler of a message.
    async fn take(&mut self, message: Message) {
        self.messages += 1;
        match message {
            Message::Request(request) => {
                if request.method() == "initialize" {
                    self.services.views.meet(request.params());
                }
                handle(&mut self.service, request, &self.outbox);
            }
            Message::Response(response) => drop(self.socket.send(response).await),
            Message::Unreadable(answer) => self.outbox.send(&answer),
        }
    }
}

/// The threads beside the loop.
struct Threads {
    loader: Background<Task>,
    publisher: Background<CheckTask>,
    viewer: Background<()>,
    comparer: Background<()>,
    evaluators: [Background<(PendingRequest, CancelHandle)>; 2],
}

impl Threads {
    /// Starts them. Each says at `ended` that its job has ended.
    fn new(services: &Services, ended: &UnboundedSender<(Thread, JobEnd)>) -> io::Result<Self> {
        let say = |thread| {
            let ended = ended.clone();
            move |end| {
                // Without a loop nobody waits for it.
                let _ = ended.send((thread, end));
            }
        };
        let Services { loading, progress, refresh, client, state, diagnostics, evaluation, .. } = services.clone();
        let evaluator = |lane: Lane| {
            let (state, diagnostics) = (state.clone(), diagnostics.clone());
            let mut worker = Worker::default();
            let evaluate = move |job| {
                if let Some((file, seen)) = evaluation::evaluate(job, &mut worker, &state) {
                    diagnostics.evaluated(file, seen);
                }
            };
            Background::new(lane.name(), evaluate, say(Thread::Evaluation(lane)))
        };
        let evaluators = [evaluator(Lane::Main)?, evaluator(Lane::Relief)?];
        let load = move |task| loading.run(task, &progress);
        let mut publisher = Publisher::new(state, diagnostics, evaluation, refresh, client);
        let viewed = services.clone();
        let (comparisons, mut known) = (services.comparisons.clone(), PreviousComparisons::default());
        let compare = move |()| comparisons.compare(&mut known);
        Ok(Self {
            loader: Background::new("loading", load, say(Thread::Loading))?,
            publisher: Background::new("diagnostics", move |job| publisher.run(job), say(Thread::Diagnostics))?,
            viewer: Background::new("views", move |()| view_updates::send(&viewed), say(Thread::Views))?,
            comparer: Background::new("comparisons", compare, say(Thread::Comparisons))?,
            evaluators,
        })
    }

    fn set_idle(&mut self, thread: Thread) {
        match thread {
            Thread::Loading => self.loader.set_idle(),
            Thread::Diagnostics => self.publisher.set_idle(),
            Thread::Views => self.viewer.set_idle(),
            Thread::Comparisons => self.comparer.set_idle(),
            Thread::Evaluation(lane) => self.evaluators[lane as usize].set_idle(),
        }
    }
}

/// Reads messages until the client closes its end.
fn read_input(frames: &UnboundedSender<Frame>) {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    loop {
        let frame = read_frame(&mut input).unwrap_or(Frame::End);
        let is_end = frame == Frame::End;
        if frames.send(frame).is_err() || is_end {
            return;
        }
    }
}

/// Starts a handler; the answer is sent when there is one.
fn handle(service: &mut LspService<Backend>, request: Request, outbox: &Outbox) {
    let id = request.id().cloned();
    let future = AssertUnwindSafe(service.call(request)).catch_unwind();
    let mut future = Box::pin(async move {
        let refuse = |error| id.map(|id| Response::from_error(id, error));
        match future.await {
            // Methods that begin with `$/` may be ignored where they notify; whoever asks waits for an answer.
            Ok(Ok(None)) => Ok(refuse(Error::method_not_found())),
            Ok(answer) => answer,
            Err(_) => Ok(refuse(internal_error())),
        }
    });
    match run_until_it_waits(future.as_mut()) {
        Poll::Ready(answer) => send_answer(outbox, answer),
        Poll::Pending => {
            let outbox = outbox.clone();
            tokio::spawn(async move { send_answer(&outbox, future.await) });
        }
    }
}

/// Whoever runs the rest polls once more, so nobody needs to be woken by this.
fn run_until_it_waits<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

fn send_answer(outbox: &Outbox, answer: Result<Option<Response>, ExitedError>) {
    if let Ok(Some(response)) = answer {
        outbox.send(&response);
    }
}
