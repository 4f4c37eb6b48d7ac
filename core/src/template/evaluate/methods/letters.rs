//! Letters and digits as Go tells them apart. A letter becomes one letter, never several.

use std::sync::OnceLock;

use regex::Regex;

/// Whether a text has characters, all of this kind.
pub(super) fn are(text: &str, is_kind: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(is_kind)
}

/// A letter by its category in Unicode.
pub(super) fn is_letter(character: char) -> bool {
    static LETTERS: OnceLock<Option<Regex>> = OnceLock::new();
    if character.is_ascii() { character.is_ascii_alphabetic() } else { is_of(&LETTERS, r"\p{L}", character) }
}

/// A digit by its category in Unicode.
pub(super) fn is_digit(character: char) -> bool {
    static DIGITS: OnceLock<Option<Regex>> = OnceLock::new();
    if character.is_ascii() { character.is_ascii_digit() } else { is_of(&DIGITS, r"\p{Nd}", character) }
}

fn is_of(class: &OnceLock<Option<Regex>>, expression: &str, character: char) -> bool {
    let class = class.get_or_init(|| Regex::new(expression).ok());
    class.as_ref().is_some_and(|class| class.is_match(character.encode_utf8(&mut [0; 4])))
}

/// Whether a character is a letter that is small or large.
pub(super) fn is_cased(character: char) -> bool {
    let is_itself =
        |mut other: Box<dyn Iterator<Item = char>>| other.next() == Some(character) && other.next().is_none();
    !is_itself(Box::new(character.to_lowercase())) || !is_itself(Box::new(character.to_uppercase()))
}

/// The small letter.
pub(super) fn small(letter: char) -> char {
    // The dot of this one is lost on the way.
    if letter == 'İ' { 'i' } else { single(letter.to_lowercase(), letter) }
}

/// The large letter.
pub(super) fn large(letter: char) -> char {
    single(letter.to_uppercase(), letter)
}

/// The letter that begins a word.
fn leading(letter: char) -> char {
    match letter {
        'Ǆ' | 'ǅ' | 'ǆ' => 'ǅ',
        'Ǉ' | 'ǈ' | 'ǉ' => 'ǈ',
        'Ǌ' | 'ǋ' | 'ǌ' => 'ǋ',
        'Ǳ' | 'ǲ' | 'ǳ' => 'ǲ',
        _ => large(letter),
    }
}

fn single(mut letters: impl Iterator<Item = char>, otherwise: char) -> char {
    match (letters.next(), letters.next()) {
        (Some(letter), None) => letter,
        _ => otherwise,
    }
}

/// The first letter large, the others small.
pub(super) fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(leading).into_iter().chain(characters.map(small)).collect()
}

/// The first letter of each word large, the others small.
pub(super) fn titled(text: &str) -> String {
    let mut is_inside = false;
    let letter = |character| {
        let letter = if is_inside { small(character) } else { leading(character) };
        is_inside = is_cased(letter);
        letter
    };
    text.chars().map(letter).collect()
}
