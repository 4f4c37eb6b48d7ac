//! What stands behind the first `|`, cut at blanks outside of quotes and brackets. Quotes open anywhere, and a
//! backslash escapes in them; parentheses are ordinary letters. To kro a single quote is an ordinary letter, too, and
//! what stands before a `=` is one name, blanks or not.

use super::part::ShorthandPart;
use super::{Marker, ShorthandDialect, Word};
use crate::text::TextRange;

/// The markers. A `|` that stands alone separates and is left out.
pub(super) fn markers(part: ShorthandPart<'_>, dialect: ShorthandDialect) -> Vec<Marker> {
    let mut markers = Vec::new();
    let mut scan =
        ShorthandScan { has_single_quotes: dialect == ShorthandDialect::OpenChoreo, ..ShorthandScan::default() };
    let mut start = None;
    for (at, character) in part.text.char_indices() {
        if character.is_whitespace() && scan.is_outside() {
            markers.extend(start.take().map(|start| marker(part.between(start, at), None)));
        } else {
            start.get_or_insert(at);
            scan.see(at, character);
        }
    }
    if let Some(start) = start {
        let unclosed = scan.unclosed.map(|(at, length)| part.between(at, at + length).word());
        markers.push(marker(part.between(start, part.text.len()), unclosed));
    }
    match dialect {
        ShorthandDialect::OpenChoreo => markers.retain(|marker| marker.name.text != "|" || marker.value.is_some()),
        ShorthandDialect::Kro => join_names(&mut markers),
    }
    markers
}

/// Joins what stands before a `=` to its name, blanks left out.
fn join_names(markers: &mut Vec<Marker>) {
    let mut joined: Vec<Marker> = Vec::new();
    for mut marker in markers.drain(..) {
        if let Some(before) = joined.pop_if(|before| before.value.is_none()) {
            marker.range = TextRange::new(before.range.start(), marker.range.end());
            marker.name = Word {
                text: format!("{}{}", before.name.text, marker.name.text).into(),
                range: TextRange::new(before.name.range.start(), marker.name.range.end()),
            };
        }
        joined.push(marker);
    }
    *markers = joined;
}

fn marker(token: ShorthandPart<'_>, unclosed: Option<Word>) -> Marker {
    let (name, value) = match token.text.find('=') {
        Some(at) => (token.between(0, at), Some(token.between(at + 1, token.text.len()))),
        None => (token, None),
    };
    let value = value.map(|value| value.trim().word());
    Marker { range: token.range(), name: name.trim().word(), value, unclosed }
}

/// The items of a list.
pub(super) fn items(part: ShorthandPart<'_>) -> Vec<ShorthandPart<'_>> {
    let mut items = Vec::new();
    let (mut start, mut is_quoted, mut is_escaped) = (0, false, false);
    for (at, character) in part.text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                items.push(part.between(start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(part.between(start, part.text.len()));
    items.into_iter().map(ShorthandPart::trim).filter(|item| !item.text.is_empty()).collect()
}

/// Which quotes and brackets are open.
#[derive(Default)]
struct ShorthandScan {
    has_single_quotes: bool,
    quote: Option<char>,
    is_escaped: bool,
    depth: usize,
    /// The quote or outermost bracket that is open: its offset and length.
    unclosed: Option<(usize, usize)>,
}

impl ShorthandScan {
    fn is_outside(&self) -> bool {
        self.quote.is_none() && self.depth == 0
    }

    fn see(&mut self, at: usize, character: char) {
        let was_outside = self.is_outside();
        match (self.quote, character) {
            (Some(_), _) if self.is_escaped => self.is_escaped = false,
            (Some(_), '\\') => self.is_escaped = true,
            (Some(quote), _) if quote == character => self.quote = None,
            (None, '"') => self.quote = Some(character),
            (None, '\'') if self.has_single_quotes => self.quote = Some(character),
            (None, '{' | '[') => self.depth += 1,
            (None, '}' | ']') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        match (was_outside, self.is_outside()) {
            (true, false) => self.unclosed = Some((at, character.len_utf8())),
            (_, true) => self.unclosed = None,
            _ => {}
        }
    }
}
