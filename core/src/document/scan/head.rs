//! What an entry starts with: a dash, a question mark, a colon, or a key on one line.

/// How an entry starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) enum Head {
    /// `- `
    Dash,
    /// `? `
    Question,
    /// `: `
    Colon,
    /// A key; where its colon stands.
    Key { colon: usize },
}

impl Head {
    /// The first byte behind it, given where it starts.
    pub(in crate::document) fn after(self, at: usize) -> usize {
        match self {
            Self::Key { colon } => colon + 1,
            _ => at + 1,
        }
    }
}

fn is_blank_at(text: &[u8], at: usize, end: usize) -> bool {
    at >= end || matches!(text.get(at), None | Some(b' ' | b'\t'))
}

/// The head of an entry that starts at `at`, on a line that ends at `end`.
pub(in crate::document) fn head_at(text: &[u8], at: usize, end: usize) -> Option<Head> {
    match text.get(at) {
        Some(b'-') if is_blank_at(text, at + 1, end) => Some(Head::Dash),
        Some(b'?') if is_blank_at(text, at + 1, end) => Some(Head::Question),
        Some(b':') if is_blank_at(text, at + 1, end) => Some(Head::Colon),
        _ => key_colon(text, at, end).map(|colon| Head::Key { colon }),
    }
}

/// Where the colon of a one-line key stands.
fn key_colon(text: &[u8], at: usize, end: usize) -> Option<usize> {
    let at = skip_properties(text, at, end);
    let byte = text.get(at).copied().filter(|_| at < end)?;
    let after = match byte {
        b'"' | b'\'' => close_quote(text, at, end)? + 1,
        b'[' | b'{' => close_bracket(text, at, end)? + 1,
        b'*' => return alias_colon(text, at, end),
        b':' if is_blank_at(text, at + 1, end) => return Some(at),
        b',' | b']' | b'}' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b'&' | b'!' => return None,
        b'-' | b'?' if is_blank_at(text, at + 1, end) => return None,
        _ => return plain_colon(text, at, end),
    };
    let colon = skip_blanks(text, after, end);
    (text.get(colon) == Some(&b':') && is_blank_at(text, colon + 1, end)).then_some(colon)
}

fn skip_blanks(text: &[u8], mut at: usize, end: usize) -> usize {
    while at < end && matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// Behind anchors and tags and the blanks after them.
pub(super) fn skip_properties(text: &[u8], mut at: usize, end: usize) -> usize {
    while at < end && matches!(text.get(at), Some(b'&' | b'!')) {
        at = skip_blanks(text, property_end(text, at, end), end);
    }
    at
}

/// The end of an anchor or tag that starts at `at`.
pub(super) fn property_end(text: &[u8], at: usize, end: usize) -> usize {
    if text.get(at) == Some(&b'&') { name_end(text, at, end) } else { next_blank(text, at, end) }
}

/// The first blank from `at` on.
fn next_blank(text: &[u8], mut at: usize, end: usize) -> usize {
    while !is_blank_at(text, at, end) {
        at += 1;
    }
    at
}

/// The end of an anchor or alias that starts at `at`. To ytt a colon ends its name.
pub(super) fn name_end(text: &[u8], at: usize, end: usize) -> usize {
    let blank = next_blank(text, at, end);
    let name = text.get(at + 1..blank).unwrap_or_default();
    let is_end = |byte: &u8| matches!(byte, b':' | b',' | b'[' | b']' | b'{' | b'}');
    name.iter().position(is_end).filter(|length| *length > 0).map_or(blank, |length| at + 1 + length)
}

/// The closing quote of a scalar that starts at `at`.
pub(super) fn close_quote(text: &[u8], at: usize, end: usize) -> Option<usize> {
    let quote = *text.get(at)?;
    find_quote(text, quote, at + 1, end)
}

/// The first closing `quote` from `from` on.
pub(super) fn find_quote(text: &[u8], quote: u8, from: usize, end: usize) -> Option<usize> {
    let mut position = from;
    while position < end {
        let byte = *text.get(position)?;
        let is_doubled = quote == b'\'' && position + 1 < end && text.get(position + 1) == Some(&quote);
        let is_escape = byte == b'\\' && quote == b'"';
        if byte == quote && !is_doubled {
            return Some(position);
        }
        position += if is_escape || byte == quote { 2 } else { 1 };
    }
    None
}

/// The closing bracket of a flow collection on one line.
pub(super) fn close_bracket(text: &[u8], at: usize, end: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut position = at;
    while position < end {
        match text.get(position)? {
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth == 1 => return Some(position),
            b']' | b'}' => depth -= 1,
            b'"' | b'\'' if is_token_start(text, at, position) => position = close_quote(text, position, end)?,
            b'#' if is_blank_at(text, position - 1, end) => return None,
            _ => {}
        }
        position += 1;
    }
    None
}

pub(super) fn is_token_start(text: &[u8], from: usize, at: usize) -> bool {
    let before = text.get(from..at).unwrap_or_default();
    let last = before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    last.is_none_or(|byte| matches!(byte, b'[' | b'{' | b',' | b':'))
}

fn alias_colon(text: &[u8], at: usize, end: usize) -> Option<usize> {
    let name_end = name_end(text, at, end);
    let colon = skip_blanks(text, name_end, end);
    (name_end > at + 1 && text.get(colon) == Some(&b':') && is_blank_at(text, colon + 1, end)).then_some(colon)
}

fn plain_colon(text: &[u8], at: usize, end: usize) -> Option<usize> {
    for position in at..end {
        match text.get(position)? {
            b':' if is_blank_at(text, position + 1, end) => return Some(position),
            b'#' if position > at && is_blank_at(text, position - 1, end) => return None,
            _ => {}
        }
    }
    None
}
