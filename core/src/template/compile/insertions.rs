//! What is inserted into the code of a template: calls around parts of it, which the template does not show.
//!
//! `**x` in a call: ytt takes YAML fragments there, the parser's language only dicts, so `__kwargs(x)` converts.
//!
//! `f(*x, y=z)`: ytt takes named arguments behind `*x`, the parser takes only `**`, so `**__named(y=z)` hands them on.
//!
//! `x.find` and other methods that ytt has otherwise than the parser's language, or does not have: they are read from
//! `__receiver(x)`.
//!
//! `x |= y` and others ([`ASSIGNED`]): to the parser they are no `|`, which ytt has otherwise, so they are `x = x | (y)`.
//!
//! `\u` and `\U` in a text: they mean nothing to ytt, so a further backslash stands before them.
//!
//! `\xc3\xa9` in a text: to ytt these are the bytes of one character, to the parser two characters.
//!
//! `d[a, b]`: the parser takes two of them for another operation and more for none; to ytt they are a tuple.
//!
//! A large number: Starlark computes what is constant before the statement runs, and nobody knows then which line takes
//! all the memory. `__computed(n)` is the number, but no constant.
//!
//! `for x in ""`: Starlark leaves a loop over a constant that is empty out, and text is nothing to loop over.
//! `for x in __computed("")` runs.

use std::borrow::Cow;
use std::ops::Range;

use crate::template::tokens::{CodeToken, CodeTokenKind};

/// A text between two bytes of the code.
#[derive(Clone, Debug)]
pub(super) struct Insertion {
    /// The byte before which it stands.
    pub(super) byte: usize,
    pub(super) text: Cow<'static, str>,
    /// Where the code goes on: behind what it stands instead of.
    pub(super) end: usize,
    /// Whether it belongs to what follows.
    is_opening: bool,
}

impl Insertion {
    fn around(range: Range<usize>, opening: &'static str) -> [Self; 2] {
        let closing = Self { byte: range.end, text: ")".into(), end: range.end, is_opening: false };
        [Self::before(range.start, opening), closing]
    }

    /// A text before a byte.
    fn before(byte: usize, text: impl Into<Cow<'static, str>>) -> Self {
        Self { byte, text: text.into(), end: byte, is_opening: true }
    }

    /// A text instead of some code.
    pub(super) fn instead(range: Range<usize>, text: Cow<'static, str>) -> Self {
        Self { byte: range.start, text, end: range.end, is_opening: true }
    }

    /// Whether it belongs to a part of the code.
    pub(super) fn is_in(&self, part: &Range<usize>) -> bool {
        if self.is_opening { part.contains(&self.byte) } else { part.start < self.byte && self.byte <= part.end }
    }
}

/// The insertions of a statement with these tokens, in order.
pub(super) fn insertions<'t>(tokens: &'t [CodeToken], source: impl Fn(&'t CodeToken) -> &'t str) -> Vec<Insertion> {
    // Brackets around others come first: they begin at the same byte.
    let mut insertions = index_tuples(tokens, &source);
    insertions.extend(named_behind_splats(tokens, &source));
    insertions.extend(splats(tokens, &source));
    insertions.extend(loops(tokens, &source));
    insertions.extend(large_numbers(tokens, &source));
    insertions.extend(receivers(tokens, &source));
    insertions.extend(tokens.iter().flat_map(|token| escapes(token.range.start, text_of(token, source(token)))));
    insertions.extend(assignments(tokens, &source));
    insertions.sort_by_key(|insertion| insertion.byte);
    insertions
}

/// Brackets around tuples that index.
fn index_tuples<'t>(tokens: &'t [CodeToken], source: &impl Fn(&'t CodeToken) -> &'t str) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        let [value, opening] = pair else { continue };
        if source(opening) != "[" || !ends_primary(value, source) {
            continue;
        }
        let inside = tokens.get(index + 2..).unwrap_or_default();
        let length = inside.iter().take_while(|token| token.depth > opening.depth).count();
        let inside = inside.get(..length).unwrap_or_default();
        let has = |sign: &str| inside.iter().any(|token| token.depth == opening.depth + 1 && source(token) == sign);
        if let [first, .., last] = inside
            && has(",")
            && !has(":")
            && source(last) != ","
        {
            insertions.extend(Insertion::around(first.range.start..last.range.end, "("));
        }
    }
    insertions
}

/// The source of a token that is a text in which backslashes mean something; else nothing.
pub(super) fn text_of<'t>(token: &CodeToken, source: &'t str) -> &'t str {
    let quote = source.find(['"', '\'']).filter(|_| token.kind == CodeTokenKind::Text);
    let is_raw = quote.and_then(|quote| source.get(..quote)).is_none_or(|prefix| prefix.contains('r'));
    if is_raw { "" } else { source }
}

/// What stands for escapes of a text that ytt reads in another way: backslashes before those that it does not know, and
/// the characters that bytes make. The text begins at byte `start`.
fn escapes(start: usize, text: &str) -> Vec<Insertion> {
    let mut escapes = Vec::new();
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('\\')) {
        at += next;
        let rest = text.get(at..).unwrap_or_default();
        let (bytes, length) = escaped_bytes(rest);
        if let Ok(characters) = String::from_utf8(bytes)
            && length > 0
        {
            escapes.push(Insertion::instead(start + at..start + at + length, characters.into()));
        } else if rest.starts_with("\\u") || rest.starts_with("\\U") {
            escapes.push(Insertion::before(start + at, "\\"));
        }
        at += length.max(1 + rest.chars().nth(1).map_or(0, char::len_utf8));
    }
    escapes
}

/// The bytes above those of ASCII that escapes at the start of a text stand for, one behind the other, and the length of
/// these escapes.
fn escaped_bytes(text: &str) -> (Vec<u8>, usize) {
    let digits = |range: Range<usize>, radix| {
        let digits = text.get(range)?;
        let is_number = digits.chars().all(|digit| digit.is_digit(radix));
        is_number.then(|| u8::from_str_radix(digits, radix).ok()).flatten().filter(|byte| !byte.is_ascii())
    };
    let (mut bytes, mut at) = (Vec::new(), 0);
    loop {
        let hexadecimal = text.get(at..at + 2).filter(|it| *it == "\\x").and_then(|_| digits(at + 2..at + 4, 16));
        let octal = text.get(at..at + 1).filter(|it| *it == "\\").and_then(|_| digits(at + 1..at + 4, 8));
        let Some(byte) = hexadecimal.or(octal) else { return (bytes, at) };
        bytes.push(byte);
        at += 4;
    }
}

/// Operators that an assignment may hold, and that are other functions to ytt than to the parser.
const ASSIGNED: [&str; 4] = ["|", "%", "<<", ">>"];

/// Assignments that the parser would not take for the operators that they hold.
fn assignments<'t>(tokens: &'t [CodeToken], source: &impl Fn(&'t CodeToken) -> &'t str) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for (behind, equals) in tokens.iter().enumerate().filter(|(_, it)| it.depth == 0 && source(it) == "=") {
        let operator = adjacent_signs_before(tokens.get(..behind).unwrap_or_default(), equals.range.start, source);
        if !ASSIGNED.contains(&&*operator) {
            continue;
        }
        let index = behind - operator.len();
        let ends = |token: &'t CodeToken| token.depth == 0 && matches!(source(token), ";" | ":");
        let before = tokens.get(..index).unwrap_or_default().iter().rev().take_while(|it| !ends(it));
        let target: Vec<&str> = before.map(source).collect();
        let target: String = target.into_iter().rev().collect();
        let value =
            tokens.get(behind + 1..).unwrap_or_default().iter().take_while(|it| it.depth > 0 || source(it) != ";");
        if let Some(last) = value.last() {
            let assigned = format!("= {target} {operator} (");
            insertions.push(Insertion::instead(equals.range.start - operator.len()..equals.range.end, assigned.into()));
            insertions.push(Insertion {
                byte: last.range.end,
                text: ")".into(),
                end: last.range.end,
                is_opening: false,
            });
        }
    }
    insertions
}

/// The signs, two at most, that touch a place and each other.
fn adjacent_signs_before<'t>(tokens: &'t [CodeToken], at: usize, source: &impl Fn(&'t CodeToken) -> &'t str) -> String {
    let mut signs = String::new();
    for sign in tokens.iter().rev().take(2) {
        if sign.kind != CodeTokenKind::Sign || sign.range.end + signs.len() != at {
            break;
        }
        signs.insert_str(0, source(sign));
    }
    signs
}

/// What is looped over, where it holds a text that is written there.
fn loops<'t>(tokens: &'t [CodeToken], source: &impl Fn(&'t CodeToken) -> &'t str) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for (index, each) in tokens.iter().enumerate().filter(|(_, token)| source(token) == "for") {
        let goes_on = |token: &'t CodeToken| {
            token.depth > each.depth || token.depth == each.depth && !matches!(source(token), ":" | "if" | "for")
        };
        let header = tokens.iter().skip(index + 1).take_while(|token| goes_on(token));
        let over = header.skip_while(|token| token.depth > each.depth || source(token) != "in").skip(1);
        let over: Vec<_> = over.collect();
        let is_text = over.iter().any(|token| token.kind == CodeTokenKind::Text && token.depth == each.depth);
        if let [first, ..] = over.as_slice()
            && let Some(last) = over.last().filter(|_| is_text)
        {
            insertions.extend(Insertion::around(first.range.start..last.range.end, "__computed("));
        }
    }
    insertions
}

/// From so many digits on a number is large. What a product of shorter ones takes is little, or they are many.
const LARGE: usize = 5;

fn large_numbers<'t>(tokens: &'t [CodeToken], source: &impl Fn(&'t CodeToken) -> &'t str) -> Vec<Insertion> {
    let is_point = |index: Option<usize>| index.and_then(|index| tokens.get(index)).is_some_and(|it| source(it) == ".");
    let is_large = |index: usize, token: &'t CodeToken| {
        let text = source(token);
        text.len() >= LARGE
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && !is_point(index.checked_sub(1))
            && !is_point(Some(index + 1))
            && !is_exponent(tokens, index, source)
    };
    let large = tokens.iter().enumerate().filter(|(index, token)| is_large(*index, token));
    large.flat_map(|(_, token)| Insertion::around(token.range.clone(), "__computed(")).collect()
}

/// Whether a token is the exponent of `1e-10000`, which is a word, a sign and digits.
fn is_exponent<'t>(tokens: &'t [CodeToken], index: usize, source: &impl Fn(&'t CodeToken) -> &'t str) -> bool {
    let Some([number, sign, digits]) = index.checked_sub(2).and_then(|word| tokens.get(word..=index)) else {
        return false;
    };
    let has_words_before = number.range.end == sign.range.start && sign.range.end == digits.range.start;
    let mantissa = source(number).strip_suffix(['e', 'E']).unwrap_or_default();
    has_words_before
        && matches!(source(sign), "-" | "+")
        && !mantissa.is_empty()
        && mantissa.bytes().all(|byte| byte.is_ascii_digit())
}

fn splats<'t>(tokens: &'t [CodeToken], source: &impl Fn(&'t CodeToken) -> &'t str) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        let [first, second] = pair else { continue };
        let is_splat = source(first) == "*" && source(second) == "*" && first.range.end == second.range.start;
        if is_splat && first.depth > 0 && !is_parameter(tokens, index, source) {
            let value = tokens.iter().skip(index + 2).take_while(|token| !ends_argument(token, first.depth, source));
            if let Some(last) = value.last() {
                insertions.extend(Insertion::around(second.range.end..last.range.end, "__kwargs("));
            }
        }
    }
    insertions
}

/// Everything behind the comma after `*x` is named or `**y`.
fn named_behind_splats<'t>(tokens: &'t [CodeToken], source: &impl Fn(&'t CodeToken) -> &'t str) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for (index, star) in tokens.iter().enumerate().filter(|(_, token)| source(token) == "*") {
        let begins = index.checked_sub(1).and_then(|before| tokens.get(before)).map(source);
        let rest = tokens.get(index + 1..).unwrap_or_default();
        if star.depth == 0 || !matches!(begins, Some("(" | ",")) || rest.first().map(source) == Some("*") {
            continue;
        }
        let length = rest.iter().take_while(|token| !ends_argument(token, star.depth, source)).count();
        let behind = rest.get(length + 1..).unwrap_or_default();
        let arguments = behind.iter().take_while(|token| token.depth >= star.depth).count();
        let arguments = behind.get(..arguments).unwrap_or_default();
        let [name, equals, next, ..] = arguments else { continue };
        let is_named = name.kind == CodeTokenKind::Word && source(equals) == "=" && source(next) != "=";
        if is_named && !is_parameter(tokens, index, source) {
            let last = arguments.iter().rev().find(|token| source(token) != ",").unwrap_or(next);
            insertions.extend(Insertion::around(name.range.start..last.range.end, "**__named("));
        }
    }
    insertions
}

/// The comma behind the last of several arguments or parameters with `*` or `**` among them, which ytt refuses.
pub(super) fn trailing_comma<'t>(
    tokens: &'t [CodeToken],
    source: impl Fn(&'t CodeToken) -> &'t str,
) -> Option<Range<usize>> {
    let is_starred = |comma: usize, depth: u32| {
        let inside = tokens.get(..comma).unwrap_or_default().iter().rev().take_while(|token| token.depth >= depth);
        let own: Vec<_> = inside.filter(|token| token.depth == depth).map(&source).collect();
        let is_star = |index: usize| own.get(index) == Some(&"*") && own.get(index + 1).is_none_or(|it| *it == ",");
        (0..own.len()).any(|index| is_star(index) || own.get(index) == Some(&"*") && is_star(index + 1))
    };
    let pairs = tokens.windows(2).enumerate();
    let mut commas = pairs.filter_map(|(index, pair)| match pair {
        [comma, closing] if source(comma) == "," && source(closing) == ")" => Some((index, comma)),
        _ => None,
    });
    commas.find(|(index, comma)| is_starred(*index, comma.depth)).map(|(_, comma)| comma.range.clone())
}

/// Whether a token stands among the parameters of a function or a lambda.
fn is_parameter<'t>(tokens: &'t [CodeToken], index: usize, source: &impl Fn(&'t CodeToken) -> &'t str) -> bool {
    let is_function = tokens.first().is_some_and(|first| source(first) == "def");
    let header = tokens.iter().position(|token| token.depth == 0 && source(token) == ":").filter(|_| is_function);
    let is_outermost = tokens.get(index).is_some_and(|token| token.depth == 1);
    header.is_some_and(|header| index < header && is_outermost) || is_in_lambda(tokens, index, source)
}

/// The methods of text, dicts, sets and lists that differ, or that ytt does not have.
const METHODS: [&str; 45] = [
    "add",
    "capitalize",
    "clear",
    "codepoint_ords",
    "codepoints",
    "count",
    "difference",
    "discard",
    "elem_ords",
    "elems",
    "endswith",
    "find",
    "format",
    "index",
    "intersection",
    "isalnum",
    "isalpha",
    "isdigit",
    "issubset",
    "issuperset",
    "istitle",
    "isupper",
    "join",
    "lower",
    "lstrip",
    "partition",
    "pop",
    "popitem",
    "remove",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "symmetric_difference",
    "title",
    "update",
    "upper",
];

fn receivers<'t>(tokens: &'t [CodeToken], source: &impl Fn(&'t CodeToken) -> &'t str) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for (index, read) in tokens.windows(2).enumerate() {
        let [point, name] = read else { continue };
        let is_read = source(point) == "." && METHODS.contains(&source(name)) && !is_in_number(tokens, index, source);
        if let Some(start) = is_read.then(|| primary(tokens, index, source)).flatten()
            && let Some(last) = index.checked_sub(1).and_then(|last| tokens.get(last))
        {
            insertions.extend(Insertion::around(start..last.range.end, "__receiver("));
        }
    }
    insertions
}

/// Whether a point belongs to the number before it: `3.format()` is a float and a name, which is no expression.
fn is_in_number<'t>(tokens: &'t [CodeToken], point: usize, source: &impl Fn(&'t CodeToken) -> &'t str) -> bool {
    let [before @ .., digits, point] = tokens.get(..=point).unwrap_or_default() else { return false };
    let is_whole = digits.range.end == point.range.start && source(digits).bytes().all(|it| it.is_ascii_digit());
    is_whole && before.last().is_none_or(|before| source(before) != "." || before.range.end != digits.range.start)
}

/// The first byte of what a point at an index reads from: a name, a text or something in brackets, and what is read,
/// called or indexed in between.
fn primary<'t>(tokens: &'t [CodeToken], point: usize, source: &impl Fn(&'t CodeToken) -> &'t str) -> Option<usize> {
    let mut behind = point;
    loop {
        let mut first = behind.checked_sub(1)?;
        let token = tokens.get(first)?;
        if token.kind == CodeTokenKind::Close {
            first = tokens
                .get(..first)?
                .iter()
                .rposition(|it| it.kind == CodeTokenKind::Open && it.depth == token.depth)?;
            if first.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|it| ends_primary(it, source)) {
                behind = first;
                continue;
            }
        } else if !ends_primary(token, source) {
            return None;
        }
        match first.checked_sub(1).and_then(|before| tokens.get(before)) {
            Some(before) if source(before) == "." => behind = first - 1,
            _ => return tokens.get(first).map(|token| token.range.start),
        }
    }
}

fn ends_primary<'t>(token: &'t CodeToken, source: &impl Fn(&'t CodeToken) -> &'t str) -> bool {
    match token.kind {
        CodeTokenKind::Word => !matches!(
            source(token),
            "and" | "elif" | "else" | "for" | "if" | "in" | "lambda" | "not" | "or" | "return" | "while"
        ),
        CodeTokenKind::Text | CodeTokenKind::Close => true,
        CodeTokenKind::Open | CodeTokenKind::Sign | CodeTokenKind::Comment => false,
    }
}

fn ends_argument<'t>(token: &'t CodeToken, depth: u32, source: &impl Fn(&'t CodeToken) -> &'t str) -> bool {
    token.depth < depth || (token.depth == depth && source(token) == ",")
}

/// Whether a token stands among the parameters of a lambda.
fn is_in_lambda<'t>(tokens: &'t [CodeToken], index: usize, source: &impl Fn(&'t CodeToken) -> &'t str) -> bool {
    let Some(depth) = tokens.get(index).map(|token| token.depth) else { return false };
    let before = tokens.iter().take(index).rev().take_while(|token| token.depth >= depth);
    let around = before.filter(|token| token.depth == depth);
    for token in around {
        match (token.kind, source(token)) {
            (CodeTokenKind::Word, "lambda") => return true,
            (CodeTokenKind::Sign, ":") => return false,
            _ => {}
        }
    }
    false
}
