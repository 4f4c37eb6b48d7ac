//! The language server over stdio: threads, and the loop that takes one message after the other.
//!
//! The loop starts every handler in the order of the messages and lets it run until it first waits; what is left of it
//! goes on beside the loop, on other threads, down to the bytes of the answer. So changes of documents, which never wait, are applied in order, however many requests are
//! under way, and a client that does not answer holds nothing up. `tower-lsp`'s own loop runs a limited number of
//! handlers at a time and ends at the first message that is no JSON, so only its service is used here.
//!
//! # Design
//!
//! It is built on tower-lsp-server, the maintained line of tower-lsp, whose service dispatches the messages. The loop
//! that feeds it is our own (`run`): theirs runs a limited number of handlers at a time, so that a few which wait for
//! the client hold up everything, and it ends at the first message that is no JSON. Ours starts every handler in the
//! order of the wire and lets it run until it first waits; behind its first `.await` no order holds, and other threads
//! go on with it, down to the bytes of the answer: a long answer keeps no short one waiting. So a document
//! notification applies its edit first thing and never waits for the client; a request takes its snapshot first thing
//! and computes on another thread; a guard that is dropped with the request's future cancels the work
//! (`core::cancel`), which asks now and then whether it is still wanted. Problems are computed for the newest version
//! only, without a pause: a burst of edits is published a few times, and its last version always. Messages leave
//! through one thread that writes them whole (`transport`), published problems straight as bytes; while a client is
//! behind, answers go first and a newer list of problems takes the place of the one that still waits.

use std::io::BufReader;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::ls_types::{LogMessageParams, MessageType, ShowMessageParams};
use tower_lsp::{Client, ClientSocket, ExitedError, LspService};
use tower_service::Service;

use crate::backend::{Backend, internal_error};
use crate::diagnostics::{self, Diagnostics};
use crate::evaluation::{self, Evaluation, Lane};
use crate::loading::{self, Loading};
use crate::progress::Progress;
use crate::refresh::{self, Unanswered};
use crate::requests::status;
use crate::state::State;
use crate::transport::{Frame, Outbox, read_frame};
use crate::views::{self, Views};

/// What handlers work with.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) state: Arc<State>,
    pub(crate) diagnostics: Arc<Diagnostics>,
    pub(crate) evaluation: Arc<Evaluation>,
    pub(crate) loading: Loading,
    pub(crate) progress: Progress,
    pub(crate) views: Arc<Views>,
    pub(crate) unanswered: Unanswered,
    pub(crate) client: Client,
    pub(crate) outbox: Outbox,
    /// Whether the client has asked for an end.
    pub(crate) is_shut_down: Arc<AtomicBool>,
}

impl Services {
    /// Tells people something about the server itself.
    pub(crate) fn log_warning(&self, message: &str) {
        let params = LogMessageParams { typ: MessageType::WARNING, message: message.to_owned() };
        self.outbox.notify("window/logMessage", params);
    }

    /// Tells people something that they should know before they go on.
    pub(crate) fn show_warning(&self, message: &str) {
        let params = ShowMessageParams { typ: MessageType::WARNING, message: message.to_owned() };
        self.outbox.notify("window/showMessage", params);
    }
}

/// How long the last messages may take to be read by the client.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many threads make messages of answers, so that a large one keeps no small one waiting.
const ANSWERING: usize = 2;

/// Stack of the threads beside the loop in bytes, for what nests deep. Only what is touched takes memory.
const STACK: usize = 64 << 20;

/// In a burst of changes, how many are applied at most before their problems are looked for.
const MESSAGES_BETWEEN_CHECKS: usize = 100;

/// Serves until the client ends it. The status is 0 if the client asked for the end before.
pub(crate) fn serve() -> ExitCode {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = match runtime.worker_threads(ANSWERING).thread_stack_size(STACK).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("sayl: the server cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    widen_pipe();
    let outbox = Outbox::new(std::io::stdout());
    let is_shut_down = runtime.block_on(async {
        let (frames, inbox) = unbounded_channel();
        std::thread::spawn(move || read_input(&frames));
        let (services, service, socket) = start(&outbox);
        answer_messages(inbox, service, socket, &services).await;
        services.diagnostics.close();
        services.evaluation.close();
        services.views.close();
        services.is_shut_down.load(Ordering::Relaxed)
    });
    outbox.close_and_wait(PATIENCE);
    // Work that is still under way is for nobody.
    runtime.shutdown_background();
    if is_shut_down { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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

/// Lets the list of a large file's problems through in one go where the system's pipes are small: a message that
/// takes several turns of writer and reader arrives later by all of them. Where it cannot be done nothing is lost.
fn widen_pipe() {
    #[cfg(target_os = "linux")]
    {
        const ROOM: usize = 1 << 20;
        let _ = rustix::pipe::fcntl_setpipe_size(std::io::stdout(), ROOM);
    }
}

/// Builds the service and starts the threads beside the loop.
fn start(outbox: &Outbox) -> (Services, LspService<Backend>, ClientSocket) {
    let state = Arc::new(State::new());
    let diagnostics = Arc::new(Diagnostics::default());
    let (loading, to_load) = Loading::new(state.clone(), diagnostics.clone());
    let runtime = tokio::runtime::Handle::current();
    let mut services = None;
    let build = LspService::build(|client| {
        let built = Services {
            state,
            diagnostics,
            evaluation: Arc::default(),
            loading,
            progress: Progress::new(client.clone(), outbox.clone(), runtime.clone()),
            views: Arc::default(),
            unanswered: Unanswered::default(),
            client,
            outbox: outbox.clone(),
            is_shut_down: Arc::default(),
        };
        Backend::new(services.insert(built).clone())
    });
    let build = build
        .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress)
        .custom_method(status::METHOD, Backend::status)
        .custom_method("workspace/textDocumentContent", Backend::text_document_content)
        .custom_method("sayl/dataValues", Backend::data_values)
        .custom_method("sayl/schemaDocs", Backend::schema_docs);
    let (service, socket) = build.finish();
    let services = service.inner().services().clone();
    start_thread("loading", services.clone(), move |services| {
        loading::run(&services.loading, &to_load, &services.progress);
    });
    let to_refresh = runtime.clone();
    start_thread("diagnostics", services.clone(), move |services| {
        let refresh = || refresh::after_files(services, &runtime);
        diagnostics::run(services, &refresh);
    });
    start_thread("views", services.clone(), move |services| views::follow(services, &to_refresh));
    for (name, lane) in [("evaluation", Lane::Main), ("evaluation relief", Lane::Relief)] {
        start_thread(name, services.clone(), move |services| evaluation::run(lane, services));
    }
    (services, service, socket)
}

/// Starts a thread that is started again should it ever panic: an editor without problems looks like one where all is
/// well.
fn start_thread(name: &str, services: Services, body: impl Fn(&Services) + Send + 'static) {
    let run = move || {
        while std::panic::catch_unwind(AssertUnwindSafe(|| body(&services))).is_err() {
            services.log_warning("A part of sayl failed and was started again; its error output says more.");
        }
    };
    let thread = std::thread::Builder::new().name(name.to_owned()).stack_size(STACK);
    if let Err(error) = thread.spawn(run) {
        eprintln!("sayl cannot start the thread for {name}: {error}");
    }
}

/// The loop. It ends with the `exit` notification, or with the input.
async fn answer_messages(
    mut inbox: UnboundedReceiver<Frame>,
    mut service: LspService<Backend>,
    socket: ClientSocket,
    services: &Services,
) {
    let outbox = &services.outbox;
    let (mut requests, mut responses) = socket.split();
    let to_client = outbox.clone();
    tokio::spawn(async move {
        while let Some(request) = requests.next().await {
            to_client.send(&request);
        }
    });
    let mut since_wake = 0;
    while let Some(frame) = inbox.recv().await {
        match read_message(frame) {
            Message::Request(request) => {
                let is_exit = request.method() == "exit";
                if request.method() == "initialize" {
                    services.views.meet(request.params());
                }
                handle(&mut service, request, outbox);
                if is_exit {
                    return;
                }
            }
            Message::Response(response) => drop(responses.send(response).await),
            Message::Unreadable(answer) => outbox.send(&answer),
            Message::End => return,
        }
        since_wake += 1;
        if inbox.is_empty() || since_wake >= MESSAGES_BETWEEN_CHECKS {
            services.diagnostics.wake();
            since_wake = 0;
        }
    }
}

enum Message {
    Request(Request),
    Response(Response),
    /// Nothing that the protocol knows; this is the answer to it.
    Unreadable(Response),
    End,
}

fn read_message(frame: Frame) -> Message {
    let body = match frame {
        Frame::Body(body) => body,
        Frame::Malformed => return Message::Unreadable(Response::from_error(Id::Null, Error::parse_error())),
        Frame::End => return Message::End,
    };
    let Ok(message) = serde_json::from_slice::<Value>(&body) else {
        return Message::Unreadable(Response::from_error(Id::Null, Error::parse_error()));
    };
    let id = message.get("id").and_then(|id| serde_json::from_value(id.clone()).ok()).unwrap_or(Id::Null);
    let read = if message.get("method").is_some() {
        serde_json::from_value(message).map(Message::Request)
    } else {
        serde_json::from_value(message).map(Message::Response)
    };
    read.unwrap_or_else(|_| Message::Unreadable(Response::from_error(id, Error::invalid_request())))
}

/// Starts a handler; the answer is sent when there is one.
fn handle(service: &mut LspService<Backend>, request: Request, outbox: &Outbox) {
    let id = request.id().cloned();
    let future = AssertUnwindSafe(service.call(request)).catch_unwind();
    let mut future = Box::pin(async move {
        future.await.unwrap_or_else(|_| Ok(id.map(|id| Response::from_error(id, internal_error()))))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_unreadable(body: &str, code: i64, id: &Id) {
        let Message::Unreadable(answer) = read_message(Frame::Body(body.as_bytes().to_vec())) else {
            panic!("{body} was read");
        };
        assert_eq!((answer.error().unwrap().code.code(), answer.id()), (code, id));
    }

    #[test]
    fn what_is_no_message_is_answered() {
        check_unreadable("{", -32700, &Id::Null);
        check_unreadable("\u{feff}", -32700, &Id::Null);
        check_unreadable("[]", -32600, &Id::Null);
        check_unreadable(r#"{"id":7,"method":"x"}"#, -32600, &Id::Number(7));
        check_unreadable(r#"{"jsonrpc":"2.0","id":"a","method":5}"#, -32600, &Id::String("a".to_owned()));
    }
}
