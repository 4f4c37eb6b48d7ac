//! Classes of characters: `[a-z]`, `\d`, `\p{Greek}`, and the escapes that stand for one character.

use std::fmt::Write as _;

use super::RegexpError;
use super::scan::RegexpScan;

/// The categories of Unicode that Go knows, by their short names.
const CATEGORIES: [&str; 37] = [
    "C", "Cc", "Cf", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P",
    "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs", "Any",
];

/// The classes between `[:` and `:]`.
const POSIX: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "word",
    "xdigit",
];

/// A bracketed class whose `[` has been read.
pub(super) fn bracketed(scan: &mut RegexpScan<'_>, start: usize) -> Result<String, RegexpError> {
    let mut class = "[".to_owned();
    if scan.take("^") {
        class.push('^');
    }
    let mut is_first = true;
    while is_first || !scan.take("]") {
        is_first = false;
        if scan.rest().is_empty() {
            return Err(scan.refuse(start, "is not closed"));
        }
        part(scan, start, &mut class)?;
    }
    class.push(']');
    Ok(class)
}

/// One part of a bracketed class: a named class, a character or a range.
fn part(scan: &mut RegexpScan<'_>, start: usize, class: &mut String) -> Result<(), RegexpError> {
    let from = scan.at;
    if let Some(name) = posix(scan)? {
        class.push_str(&name);
        return Ok(());
    }
    if let Some(shorthand) = shorthand(scan)? {
        class.push_str(&shorthand);
        return Ok(());
    }
    let low = character(scan, start)?;
    let mut high = low;
    if scan.rest().starts_with('-') && !scan.rest().starts_with("-]") && scan.rest().len() > 1 {
        scan.next();
        high = character(scan, start)?;
    }
    if high < low {
        return Err(scan.refuse(from, "is a range whose end comes before its start"));
    }
    let _ = write!(class, "\\x{{{:x}}}-\\x{{{:x}}}", u32::from(low), u32::from(high));
    Ok(())
}

fn character(scan: &mut RegexpScan<'_>, start: usize) -> Result<char, RegexpError> {
    let from = scan.at;
    match scan.next() {
        Some('\\') => escaped(scan, from),
        Some(character) => Ok(character),
        None => Err(scan.refuse(start, "is not closed")),
    }
}

/// `[:alpha:]` and the like, inside of brackets.
fn posix(scan: &mut RegexpScan<'_>) -> Result<Option<String>, RegexpError> {
    let start = scan.at;
    if !scan.take("[:") {
        return Ok(None);
    }
    let Some(name) = scan.take_to(":]") else {
        scan.at = start;
        return Ok(None);
    };
    if POSIX.contains(&name.strip_prefix('^').unwrap_or(name)) {
        return Ok(Some(format!("[:{name}:]")));
    }
    Err(scan.refuse(start, "is no class of characters"))
}

/// `\d`, `\pL` and the like, anywhere. Nothing is read if none comes.
pub(super) fn shorthand(scan: &mut RegexpScan<'_>) -> Result<Option<String>, RegexpError> {
    let ascii = |letter: char| {
        Some(match letter {
            'd' => "[0-9]",
            'D' => "[^0-9]",
            's' => r"[\t\n\f\r\x20]",
            'S' => r"[^\t\n\f\r\x20]",
            'w' => "[0-9A-Za-z_]",
            'W' => "[^0-9A-Za-z_]",
            _ => return None,
        })
    };
    let mut ahead = scan.rest().chars();
    let (Some('\\'), Some(letter)) = (ahead.next(), ahead.next()) else { return Ok(None) };
    if let Some(class) = ascii(letter) {
        scan.at += 2;
        return Ok(Some(class.to_owned()));
    }
    if matches!(letter, 'p' | 'P') { unicode(scan, letter == 'P').map(Some) } else { Ok(None) }
}

/// `\pL`, `\p{Greek}`, `\p{^Greek}`, which stands next.
fn unicode(scan: &mut RegexpScan<'_>, mut is_negated: bool) -> Result<String, RegexpError> {
    let start = scan.at;
    scan.at += 2;
    let mut name = match scan.next() {
        Some('{') => scan.take_to("}").ok_or_else(|| scan.refuse(start, "is not closed"))?.to_owned(),
        Some(letter) => letter.to_string(),
        None => String::new(),
    };
    if let Some(rest) = name.strip_prefix('^') {
        is_negated = !is_negated;
        name = rest.to_owned();
    }
    let escape = if is_negated { 'P' } else { 'p' };
    let (open, close) = if is_negated { ("[^", "]") } else { ("[", "]") };
    match name.as_str() {
        // Unassigned code points are in no class of Go's, and surrogates in no text.
        "C" => Ok(format!(r"{open}\p{{Cc}}\p{{Cf}}\p{{Co}}{close}")),
        "Cs" => Ok(if is_negated { r"\p{Any}" } else { r"\P{Any}" }.to_owned()),
        name if CATEGORIES.contains(&name) => Ok(format!(r"\{escape}{{{name}}}")),
        name if is_script(name) => Ok(format!(r"\{escape}{{Script={name}}}")),
        _ => Err(scan.refuse(start, "names no category or script of Unicode")),
    }
}

/// Scripts are written with capitals at the start of each word, and only so.
fn is_script(name: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_uppercase())
            && word.len() > 1
            && word.chars().skip(1).all(|rest| rest.is_ascii_lowercase())
    };
    let is_written_so = name == "SignWriting" || name.split('_').all(is_word);
    is_written_so && regex_syntax::parse(&format!(r"\p{{Script={name}}}")).is_ok()
}

/// The character that an escape stands for, whose backslash at `start` has been read.
pub(super) fn escaped(scan: &mut RegexpScan<'_>, start: usize) -> Result<char, RegexpError> {
    let Some(character) = scan.next() else { return Err(scan.refuse(start, "escapes nothing")) };
    let is_octal = |character: char| ('0'..='7').contains(&character);
    let code = match character {
        '0' => Some(octal(scan, 0)),
        // A single digit would refer back to a group, which no expression of RE2 can.
        '1'..='7' if scan.peek().is_some_and(is_octal) => Some(octal(scan, u32::from(character) - u32::from('0'))),
        'x' => hexadecimal(scan),
        'a' => Some(7),
        'f' => Some(0xc),
        'n' => Some(u32::from('\n')),
        'r' => Some(u32::from('\r')),
        't' => Some(u32::from('\t')),
        'v' => Some(0xb),
        other if other.is_ascii() && !other.is_ascii_alphanumeric() => Some(u32::from(other)),
        _ => None,
    };
    code.and_then(char::from_u32).ok_or_else(|| scan.refuse(start, "is no escape"))
}

fn octal(scan: &mut RegexpScan<'_>, first: u32) -> u32 {
    let mut code = first;
    for _ in 0..2 {
        let Some(digit) = scan.peek().and_then(|character| character.to_digit(8)) else { break };
        scan.next();
        code = code * 8 + digit;
    }
    code
}

/// Two digits, or any number of them in braces.
fn hexadecimal(scan: &mut RegexpScan<'_>) -> Option<u32> {
    if scan.take("{") {
        let digits = scan.take_to("}")?;
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        return u32::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal);
    }
    let high = scan.next()?.to_digit(16)?;
    let low = scan.next()?.to_digit(16)?;
    Some(high * 16 + low)
}
