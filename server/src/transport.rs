//! Messages over a pair of byte streams: frames in, frames out. Knows headers and lengths, not what messages mean.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use serde::Serialize;

/// A message longer than this, in bytes, is skipped rather than held in memory.
const MAX_FRAME: u64 = 1 << 30;

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
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(Frame::End);
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

/// Where messages to the client go. Clones write to the same stream, each message whole and in the order of sending.
///
/// Sending never waits for the client: one thread writes, so neither the message loop nor a request is held up by a
/// client that reads slowly. Messages are serialised straight to bytes: long lists of problems would take several
/// times as long by way of a JSON tree.
#[derive(Clone)]
pub(crate) struct Outbox {
    frames: Sender<Vec<u8>>,
}

impl Outbox {
    /// Starts writing to `output`. The second part tells when everything has been written.
    pub(crate) fn new(output: impl Write + Send + 'static) -> (Self, Flushed) {
        let (frames, to_write) = channel();
        let (done, flushed) = channel();
        std::thread::Builder::new()
            .name("outbox".to_owned())
            .spawn(move || {
                write_frames(output, &to_write);
                drop(done);
            })
            .map_or_else(|error| eprintln!("sayl cannot start a thread to write: {error}"), drop);
        (Self { frames }, Flushed(flushed))
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: &impl Serialize) {
        // Only a type that fails to serialise gives an error, and ours do not.
        let Ok(body) = serde_json::to_vec(message) else { return };
        let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        frame.extend_from_slice(&body);
        // The writer is gone once the client has closed its end: nobody is left to hear it.
        let _ = self.frames.send(frame);
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        #[derive(Serialize)]
        struct Notification<'a, P> {
            jsonrpc: &'a str,
            method: &'a str,
            params: P,
        }
        self.send(&Notification { jsonrpc: "2.0", method, params });
    }

    /// Ends the stream after what was sent so far.
    fn close(&self) {
        let _ = self.frames.send(Vec::new());
    }
}

/// Tells when an [`Outbox`] has written everything.
pub(crate) struct Flushed(Receiver<()>);

impl Flushed {
    /// Ends the stream and waits until it is written, at most for `patience`: a client that has stopped reading must
    /// not keep the process alive.
    pub(crate) fn close_and_wait(&self, outbox: &Outbox, patience: Duration) {
        outbox.close();
        let waited = self.0.recv_timeout(patience);
        debug_assert!(matches!(waited, Err(RecvTimeoutError::Disconnected | RecvTimeoutError::Timeout)));
    }
}

/// Writes frames until an empty one. What has piled up goes out in one flush.
fn write_frames(output: impl Write, frames: &Receiver<Vec<u8>>) {
    let mut output = io::BufWriter::with_capacity(1 << 16, output);
    while let Ok(frame) = frames.recv() {
        let mut next = Some(frame);
        while let Some(frame) = next {
            if frame.is_empty() || output.write_all(&frame).is_err() {
                let _ = output.flush();
                return;
            }
            next = frames.try_recv().ok();
        }
        if output.flush().is_err() {
            return;
        }
    }
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
    fn a_body_cut_short_ends_the_stream() {
        check("Content-Length: 9\r\n\r\n{}", &[Frame::End]);
    }
}
