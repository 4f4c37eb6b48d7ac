//! Reads the text before a cursor, on its line or inside brackets: what is being typed, below which keys and dashes.
//! Works on text alone, for a half-typed line has no reliable nodes. Knows neither files nor schemas.

/// One step that the text itself takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypedStep {
    /// `key:`, its text as written.
    Key(String),
    /// A dash, or an item in brackets.
    Item,
}

/// What is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TypingContext {
    /// The steps that the text takes before the token.
    pub(super) steps: Vec<TypedStep>,
    /// Whether the last of them is a key of the same line or bracket, so that the token is its value.
    pub(super) is_after_key: bool,
    /// Whether it stands in brackets.
    pub(super) is_flow: bool,
    /// Where the last key of the line begins.
    pub(super) key_start: usize,
    /// Where the token begins, behind its quote if it has one.
    pub(super) start: usize,
    /// The quote it began with.
    pub(super) quote: Option<char>,
    /// Whether a blank is missing before the token: `key:|` or `-|`.
    pub(super) needs_blank: bool,
    /// Keys that the innermost bracket already holds before the token.
    pub(super) siblings: Vec<String>,
}

/// Reads the text of a line before the cursor, from `start` on. `None` where nothing can be completed.
pub(super) fn read_line(text: &str, start: usize) -> Option<TypingContext> {
    let mut typed = TypingContext { start, ..TypingContext::default() };
    loop {
        let rest = text.get(typed.start..)?;
        if let Some(after) = rest.strip_prefix("- ") {
            typed.steps.push(TypedStep::Item);
            typed.start = text.len() - after.trim_start_matches(' ').len();
            typed.is_after_key = false;
            continue;
        }
        if rest == "-" && !typed.is_after_key {
            typed.steps.push(TypedStep::Item);
            typed.start = text.len();
            typed.needs_blank = true;
            return Some(typed);
        }
        match read_key(rest) {
            Some((key, end)) if !typed.is_after_key => {
                typed.steps.push(TypedStep::Key(key));
                typed.key_start = typed.start;
                let after = &rest[end..];
                typed.needs_blank = after.is_empty();
                typed.start = text.len() - after.trim_start().len();
                typed.is_after_key = true;
            }
            Some(_) => return None,
            None => return read_token(text, typed),
        }
    }
}

/// A key at the start of a text, and where the colon behind it ends.
fn read_key(text: &str) -> Option<(String, usize)> {
    if text.starts_with(['{', '[']) {
        return None;
    }
    if let Some(quote) = text.chars().next().filter(|first| matches!(first, '"' | '\'')) {
        let end = closing_quote(text, quote)?;
        let after = text[end..].trim_start();
        let colon = text.len() - after.len() + 1;
        let is_key = after.starts_with(':') && text[colon..].chars().next().is_none_or(char::is_whitespace);
        return is_key.then(|| (text[..end].to_owned(), colon));
    }
    let colon = text.match_indices(':').map(|(at, _)| at + 1);
    let end = colon.into_iter().find(|end| text[*end..].chars().next().is_none_or(char::is_whitespace))?;
    Some((text[..end - 1].trim_end().to_owned(), end))
}

/// Where a quoted text ends, behind its closing quote.
pub(super) fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        if character == quote && !is_escaped {
            return Some(at + 1);
        }
        is_escaped = quote == '"' && character == '\\' && !is_escaped;
    }
    None
}

/// The token at the end of a line: brackets, a quoted or a plain text.
fn read_token(text: &str, mut typed: TypingContext) -> Option<TypingContext> {
    let rest = &text[typed.start..];
    match rest.chars().next() {
        Some('{' | '[') => read_flow(text, typed),
        Some(quote @ ('"' | '\'')) => {
            typed.quote = Some(quote);
            typed.start += 1;
            closing_quote(rest, quote).is_none().then_some(typed)
        }
        Some('|' | '>' | '*' | '&' | '!' | '%' | '?' | '#') => None,
        _ if rest.starts_with("--") || rest == "-" => None,
        _ => Some(typed),
    }
}

/// An open bracket.
struct OpenFlowCollection {
    is_map: bool,
    /// Where the entry or item that is being read begins.
    start: usize,
    /// The key of the entry that is being read.
    key: Option<String>,
    /// The keys read so far.
    keys: Vec<String>,
}

/// Reads brackets from `typed.start` to the end of the text. `None` if all are closed.
pub(super) fn read_flow(text: &str, mut typed: TypingContext) -> Option<TypingContext> {
    let mut brackets: Vec<OpenFlowCollection> = Vec::new();
    let mut characters = text.char_indices().skip_while(|(at, _)| *at < typed.start).peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '{' | '[' => {
                brackets.push(OpenFlowCollection {
                    is_map: character == '{',
                    start: at + 1,
                    key: None,
                    keys: Vec::new(),
                });
            }
            '}' | ']' => drop(brackets.pop()),
            ',' => {
                let bracket = brackets.last_mut()?;
                bracket.keys.extend(bracket.key.take());
                bracket.start = at + 1;
            }
            ':' if characters
                .peek()
                .is_none_or(|(_, next)| next.is_whitespace() || matches!(next, ',' | '}' | '{' | '[')) =>
            {
                let bracket = brackets.last_mut()?;
                if bracket.is_map && bracket.key.is_none() {
                    bracket.key = Some(text[bracket.start..at].trim().to_owned());
                    bracket.start = at + 1;
                    typed.needs_blank = characters.peek().is_none();
                }
            }
            '"' | '\'' if text[brackets.last()?.start..at].trim().is_empty() => {
                let Some(end) = closing_quote(&text[at..], character) else {
                    return innermost(brackets, TypingContext { quote: Some(character), start: at + 1, ..typed });
                };
                while characters.next_if(|(next, _)| *next < at + end).is_some() {}
            }
            _ => {}
        }
    }
    let bracket = brackets.last()?;
    let rest = &text[bracket.start..];
    let start = text.len() - rest.trim_start().len();
    if text[start..].starts_with(['"', '\'', '*', '&', '!']) {
        return None;
    }
    innermost(brackets, TypingContext { start, ..typed })
}

fn innermost(brackets: Vec<OpenFlowCollection>, mut typed: TypingContext) -> Option<TypingContext> {
    let last = brackets.len().checked_sub(1)?;
    typed.is_flow = true;
    for (index, bracket) in brackets.into_iter().enumerate() {
        let key = bracket.key;
        typed.is_after_key = key.is_some();
        if index == last {
            typed.siblings = bracket.keys;
        }
        match key {
            Some(key) => typed.steps.push(TypedStep::Key(key)),
            None if !bracket.is_map => typed.steps.push(TypedStep::Item),
            None => {}
        }
    }
    Some(typed)
}

/// The keys of an open bracket that follow on the rest of a line, up to its end.
pub(super) fn keys_behind(rest: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let (mut depth, mut start) = (0usize, rest.len());
    for (at, character) in rest.char_indices() {
        match character {
            '{' | '[' => depth += 1,
            '}' | ']' if depth == 0 => break,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => start = at + 1,
            ':' if depth == 0 && start <= at => {
                keys.push(rest[start..at].trim().to_owned());
                start = rest.len();
            }
            _ => {}
        }
    }
    keys
}
