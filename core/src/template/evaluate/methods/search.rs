//! Parts of text by their bytes: where they begin may be in the midst of a character.

use starlark::values::Value;

use crate::template::values::BuiltinError;

/// The bytes of a text from one position to another.
pub(super) struct Window<'t> {
    start: usize,
    pub(super) bytes: &'t [u8],
}

impl<'t> Window<'t> {
    /// Positions beyond the text are at its ends; negative ones count from the end.
    pub(super) fn of(text: &'t str, start: Option<Value<'_>>, end: Option<Value<'_>>) -> starlark::Result<Self> {
        let start = position(start, text.len())?.unwrap_or(0);
        let end = position(end, text.len())?.unwrap_or(text.len());
        Ok(Self { start, bytes: text.as_bytes().get(start..end).unwrap_or_default() })
    }

    /// Where a part is first.
    pub(super) fn first(&self, part: &str) -> Option<usize> {
        first(self.bytes, part.as_bytes()).map(|at| self.start + at)
    }

    /// Where a part is last.
    pub(super) fn last(&self, part: &str) -> Option<usize> {
        let at = if part.is_empty() {
            Some(self.bytes.len())
        } else {
            self.bytes.windows(part.len()).rposition(|bytes| bytes == part.as_bytes())
        };
        at.map(|at| self.start + at)
    }
}

/// How often a part is there; an empty one is before and behind each character.
pub(super) fn count(bytes: &[u8], part: &str) -> usize {
    if part.is_empty() {
        return String::from_utf8_lossy(bytes).chars().count() + 1;
    }
    let mut rest = bytes;
    let mut count = 0;
    while let Some(at) = first(rest, part.as_bytes()) {
        rest = rest.get(at + part.len()..).unwrap_or_default();
        count += 1;
    }
    count
}

fn first(bytes: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() { Some(0) } else { bytes.windows(part.len()).position(|bytes| bytes == part) }
}

fn position(value: Option<Value<'_>>, length: usize) -> starlark::Result<Option<usize>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let Some(position) = value.unpack_i32() else {
        let mistake = BuiltinError::new("a position in text must be a whole number").found(value.to_repr());
        return Err(mistake.error());
    };
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let position = i64::from(position);
    let position = if position < 0 { position + length } else { position };
    Ok(usize::try_from(position.clamp(0, length)).ok())
}
