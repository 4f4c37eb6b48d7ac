//! How the two ends of a worker's pipes talk: a length, then that many bytes of `postcard`.

use std::borrow::Cow;
use std::io::{self, Read, Write};

use sayl_core::render::request::{Reply, Request};
use sayl_core::render::stopped::Stopped;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What the worker is told to do.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order<'a> {
    /// The request.
    pub(crate) request: Cow<'a, Request>,
    /// Whether every line is written down before it runs, in case the worker does not survive.
    pub(crate) is_traced: bool,
}

/// What the worker answers. Calls are answered one by one.
pub(crate) type Answer = Result<Reply, Stopped>;

/// Nothing longer is sent by a worker: whoever reads it has to hold it in memory.
pub(crate) const LONGEST_ANSWER: usize = 64 << 20;

/// Encodes what goes into a frame.
pub(crate) fn encode(value: &impl Serialize) -> io::Result<Vec<u8>> {
    postcard::to_stdvec(value).map_err(io::Error::other)
}

/// Decodes what came in a frame.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    postcard::from_bytes(bytes).map_err(io::Error::other)
}

/// Sends one frame.
pub(crate) fn write(pipe: &mut impl Write, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len()).map_err(io::Error::other)?;
    pipe.write_all(&length.to_le_bytes())?;
    pipe.write_all(body)?;
    pipe.flush()
}

/// Waits for one frame.
pub(crate) fn read(pipe: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    pipe.read_exact(&mut length)?;
    let mut body = vec![0; u32::from_le_bytes(length) as usize];
    pipe.read_exact(&mut body)?;
    Ok(body)
}
