//! How the two ends of a worker's pipes talk: a length, then that many bytes of `postcard`.

use std::borrow::Cow;
use std::io::{self, Read};

use sayl_core::render::request::{LaidOutSources, Reply, Request};
use sayl_core::render::stopped::Stopped;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The bytes of a length.
const LENGTH: usize = 4;

/// What the worker is told to do.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order<'a> {
    /// The request.
    pub(crate) request: Cow<'a, Request>,
    /// Programs of its sources.
    pub(crate) laid_out: LaidOutSources,
    /// How long all of it may take.
    pub(crate) milliseconds: u64,
    /// Whether every line is written down before it runs, in case the worker does not survive.
    pub(crate) is_traced: bool,
}

/// What the worker answers. Calls are answered one by one.
pub(crate) type Answer = Result<Reply, Stopped>;

/// Nothing longer is sent by a worker: whoever reads it has to hold it in memory.
pub(crate) const LONGEST_ANSWER: usize = 64 << 20;

/// A frame with this in it, ready to be written.
pub(crate) fn encode(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; LENGTH];
    postcard::to_io(value, &mut frame).map_err(io::Error::other)?;
    let length = u32::try_from(frame.len() - LENGTH).map_err(io::Error::other)?;
    frame[..LENGTH].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

/// Decodes what came in a frame.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    postcard::from_bytes(bytes).map_err(io::Error::other)
}

/// Waits for one frame, and gives what is in it.
pub(crate) fn read(pipe: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; LENGTH];
    pipe.read_exact(&mut length)?;
    let mut body = vec![0; u32::from_le_bytes(length) as usize];
    pipe.read_exact(&mut body)?;
    Ok(body)
}
