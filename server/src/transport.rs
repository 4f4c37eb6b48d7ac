//! Messages over a pair of byte streams: frames in, frames out. Knows headers and lengths, not what messages mean.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// A message longer than this, in bytes, is skipped rather than held in memory.
const MAX_FRAME: u64 = 1 << 30;

/// The longest line of headers that is read. What goes on without an end is skipped, and fills no memory.
const MAX_HEADER: u64 = 1 << 12;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The body of a message.
    Body(Vec<u8>),
    /// Headers without a usable length, or a body that is too long: there is no message, but more may follow.
    Malformed,
    /// The other side closed the stream.
    End,
}

/// Reads the next message.
pub(crate) fn read_frame(input: &mut impl BufRead) -> io::Result<Frame> {
    let mut length: Option<u64> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(Frame::End);
        }
        if !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            continue;
        }
        let header = line.trim_ascii();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header_value(header, b"content-length") {
            length = std::str::from_utf8(value).ok().and_then(|value| value.parse().ok());
        }
    }
    match length {
        Some(length) if length <= MAX_FRAME => {
            let mut body = Vec::new();
            let read = input.take(length).read_to_end(&mut body)?;
            Ok(if read as u64 == length { Frame::Body(body) } else { Frame::End })
        }
        Some(length) => io::copy(&mut input.take(length), &mut io::sink()).map(|_| Frame::Malformed),
        None => Ok(Frame::Malformed),
    }
}

fn header_value<'a>(header: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let colon = header.iter().position(|byte| *byte == b':')?;
    header[..colon].trim_ascii().eq_ignore_ascii_case(name).then(|| header[colon + 1..].trim_ascii())
}

/// Where messages to the client go. Clones write to the same stream, each message whole.
///
/// Sending never waits for the client: one thread writes, so neither the message loop nor a request is held up by a
/// client that reads slowly. Messages go out in the order of sending, except that a report waits while anything else
/// can be written, and that a newer report takes the place of one that still waits: a client that is behind gets
/// answers first and never a backlog of old news. Messages are serialised straight to bytes: long lists of problems would
/// take several times as long by way of a JSON tree.
#[derive(Clone)]
pub(crate) struct Outbox(Arc<OutboxState>);

#[derive(Default)]
struct OutboxState {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

/// What is still to be written.
#[derive(Default)]
struct Waiting {
    frames: VecDeque<MessageParts>,
    /// At most one for each subject.
    reports: VecDeque<(String, MessageParts)>,
    is_closed: bool,
    is_written: bool,
}

/// A message in parts, of which whoever sends it may keep those that are long.
type MessageParts = Vec<Arc<Vec<u8>>>;

impl Outbox {
    /// Starts writing to the standard output. The library's own stream would look for a line's end in every message.
    pub(crate) fn to_standard_output() -> io::Result<Self> {
        let stdout = io::stdout();
        #[cfg(unix)]
        let output = std::os::fd::AsFd::as_fd(&stdout).try_clone_to_owned()?;
        #[cfg(windows)]
        let output = std::os::windows::io::AsHandle::as_handle(&stdout).try_clone_to_owned()?;
        Ok(Self::new(std::fs::File::from(output)))
    }

    /// Starts writing to `output`.
    pub(crate) fn new(output: impl Write + Send + 'static) -> Self {
        let outbox = Self(Arc::default());
        let writer = outbox.clone();
        std::thread::Builder::new()
            .name("outbox".to_owned())
            .spawn(move || {
                let _ = writer.write_to(output);
                let mut waiting = writer.waiting();
                // Nobody is left to hear what is sent from now on.
                (waiting.is_closed, waiting.is_written) = (true, true);
                writer.0.changed.notify_all();
            })
            .map_or_else(|error| eprintln!("sayl cannot start a thread to write: {error}"), drop);
        outbox
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: &impl Serialize) {
        // Only a type that fails to serialise gives an error, and ours do not.
        let Ok(body) = serde_json::to_vec(message) else { return };
        self.push(vec![Arc::new(body)], |waiting, frame| waiting.frames.push_back(frame));
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        self.send(&Notification { jsonrpc: "2.0", method, params });
    }

    /// Sends a message that makes those before with the same subject worthless. It is given as JSON, in parts.
    pub(crate) fn report(&self, subject: &str, body: Vec<Arc<Vec<u8>>>) {
        self.push(body, |waiting, frame| match waiting.reports.iter_mut().find(|(other, _)| other == subject) {
            Some((_, old)) => *old = frame,
            None => waiting.reports.push_back((subject.to_owned(), frame)),
        });
    }

    fn push(&self, mut frame: MessageParts, push: impl FnOnce(&mut Waiting, MessageParts)) {
        let length: usize = frame.iter().map(|part| part.len()).sum();
        frame.insert(0, Arc::new(format!("Content-Length: {length}\r\n\r\n").into_bytes()));
        let mut waiting = self.waiting();
        if !waiting.is_closed {
            push(&mut waiting, frame);
            self.0.changed.notify_all();
        }
    }

    /// Ends the stream after what was sent so far and waits until that is written, at most for `patience`: a client
    /// that has stopped reading must not keep the process alive.
    pub(crate) fn close_and_wait(&self, patience: Duration) {
        self.waiting().is_closed = true;
        self.0.changed.notify_all();
        let unwritten = |waiting: &mut Waiting| !waiting.is_written;
        drop(self.0.changed.wait_timeout_while(self.waiting(), patience, unwritten));
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes until the outbox is closed and empty. What has piled up goes out in one flush.
    fn write_to(&self, output: impl Write) -> io::Result<()> {
        let mut output = io::BufWriter::with_capacity(1 << 16, output);
        loop {
            let next = self.waiting().pop();
            if let Some(frame) = next {
                frame.iter().try_for_each(|part| output.write_all(part))?;
                continue;
            }
            output.flush()?;
            let nothing = |waiting: &mut Waiting| !waiting.is_closed && waiting.is_empty();
            let waiting = self.0.changed.wait_while(self.waiting(), nothing).unwrap_or_else(PoisonError::into_inner);
            if waiting.is_empty() {
                return Ok(());
            }
        }
    }
}

impl Waiting {
    fn pop(&mut self) -> Option<MessageParts> {
        self.frames.pop_front().or_else(|| self.reports.pop_front().map(|(_, frame)| frame))
    }

    fn is_empty(&self) -> bool {
        self.frames.is_empty() && self.reports.is_empty()
    }
}

#[derive(Serialize)]
struct Notification<'a, P> {
    jsonrpc: &'a str,
    method: &'a str,
    params: P,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, expected: &[Frame]) {
        let mut input = input.as_bytes();
        for frame in expected {
            assert_eq!(&read_frame(&mut input).unwrap(), frame);
        }
    }

    fn body(text: &str) -> Frame {
        Frame::Body(text.as_bytes().to_vec())
    }

    #[test]
    fn messages_follow_each_other() {
        check("Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", &[body("{}"), body("[1]"), Frame::End]);
    }

    #[test]
    fn header_names_are_read_in_any_case_and_others_are_skipped() {
        check("Content-Type: application/vscode-jsonrpc\r\ncontent-length:2\r\n\r\n{}", &[body("{}"), Frame::End]);
    }

    #[test]
    fn a_message_after_headers_without_length_is_still_read() {
        check("Content-Length: many\r\n\r\nContent-Length: 2\r\n\r\n{}", &[Frame::Malformed, body("{}"), Frame::End]);
    }

    #[test]
    fn a_header_that_is_too_long_is_skipped() {
        let long = format!("Content-Length: 2\r\nX: {}\r\n\r\n{{}}", "x".repeat(1 << 20));
        check(&long, &[body("{}"), Frame::End]);
        let long = format!("{}Content-Length: 2\r\n\r\nContent-Length: 2\r\n\r\n{{}}", "x".repeat(1 << 20));
        check(&long, &[Frame::Malformed, body("{}"), Frame::End]);
        check(&"x".repeat(1 << 20), &[Frame::End]);
    }

    #[test]
    fn a_body_cut_short_ends_the_stream() {
        check("Content-Length: 9\r\n\r\n{}", &[Frame::End]);
    }

    /// A client that reads nothing until it is let.
    #[derive(Clone, Default)]
    struct SlowClient(Arc<(Mutex<MemoryStream>, Condvar)>);

    #[derive(Default)]
    struct MemoryStream {
        is_read: bool,
        written: Vec<u8>,
    }

    impl SlowClient {
        fn read_on(&self) {
            self.0.0.lock().unwrap().is_read = true;
            self.0.1.notify_all();
        }
    }

    impl Write for SlowClient {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let stream = self.0.0.lock().unwrap();
            let mut stream = self.0.1.wait_while(stream, |stream| !stream.is_read).unwrap();
            stream.written.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_client_that_is_behind_gets_answers_first_and_only_the_newest_reports() {
        let client = SlowClient::default();
        let outbox = Outbox::new(client.clone());
        // Longer than the buffer, so that the writer waits for the client as soon as it has taken it.
        outbox.send(&format!("first{}", " ".repeat(1 << 17)));
        while !outbox.waiting().is_empty() {
            std::thread::yield_now();
        }
        for version in 1..=3 {
            for subject in ["a", "b"] {
                outbox.report(subject, vec![Arc::new(format!("{subject}{version}").into_bytes())]);
            }
        }
        outbox.send(&"answer");
        client.read_on();
        outbox.close_and_wait(Duration::from_secs(10));
        let written = String::from_utf8(client.0.0.lock().unwrap().written.clone()).unwrap();
        let order = ["first", "answer", "a3", "b3"].map(|text| written.find(text).unwrap());
        assert!(order.is_sorted(), "{written}");
        assert!(!written.contains("a1") && !written.contains("b2"), "{written}");
    }
}
