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

/// Whether words begin with large letters, and go on with small ones.
pub(super) fn is_title(text: &str) -> bool {
    let (mut is_inside, mut is_any) = (false, false);
    for character in text.chars() {
        let starts_word = character.is_ascii_uppercase() || is_title_letter(character);
        if !starts_word && is_large_letter(character) {
            return false;
        }
        let is_letter = starts_word || is_small_letter(character);
        if is_letter && starts_word == is_inside {
            return false;
        }
        is_inside = is_letter;
        is_any |= is_letter;
    }
    is_any
}

fn is_title_letter(character: char) -> bool {
    static TITLE: OnceLock<Option<Regex>> = OnceLock::new();
    !character.is_ascii() && is_of(&TITLE, r"\p{Lt}", character)
}

fn is_large_letter(character: char) -> bool {
    static LARGE: OnceLock<Option<Regex>> = OnceLock::new();
    if character.is_ascii() { character.is_ascii_uppercase() } else { is_of(&LARGE, r"\p{Lu}", character) }
}

fn is_small_letter(character: char) -> bool {
    static SMALL: OnceLock<Option<Regex>> = OnceLock::new();
    if character.is_ascii() { character.is_ascii_lowercase() } else { is_of(&SMALL, r"\p{Ll}", character) }
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
