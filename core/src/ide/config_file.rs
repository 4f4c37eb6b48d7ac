//! What stands at an offset of a `sayl.toml`: a section's name, a setting's, or its value. Works on text alone, for a
//! half-typed line is no TOML yet.

use crate::text::{TextRange, TextSize};
use crate::workspace::config::settings::{Setting, SettingsSection};

/// What stands at an offset.
#[derive(Clone, Debug)]
pub(super) struct ConfigSpot {
    /// What it is.
    pub(super) kind: SpotKind,
    /// The token at the offset, with its quotes or brackets.
    pub(super) range: TextRange,
    /// The token's text up to the offset, without an opening quote.
    pub(super) typed: String,
}

/// What can stand in a `sayl.toml`.
#[derive(Clone, Debug)]
pub(super) enum SpotKind {
    /// The name of a section, in brackets.
    Header,
    /// The name of a setting; outside of any section where there is none.
    Key {
        /// The section that it is in.
        section: Option<SettingsSection>,
        /// Whether `=` follows.
        has_value: bool,
    },
    /// A value, or an item of an array.
    Value {
        /// The setting that it is of.
        setting: Setting,
        /// The quote that it begins with.
        quote: Option<char>,
    },
}

/// The text read so far: up to the offset in the end.
#[derive(Clone, Debug, Default)]
struct TomlReader<'a> {
    /// The section that the last header began.
    table: Option<&'a str>,
    /// The section that the token is in, which a dot or an inline table may name too.
    section: Option<&'a str>,
    key: Option<&'a str>,
    /// Where the token begins that is being read, or the blanks before it.
    token: usize,
    quote: Option<char>,
    /// The brackets that are open in a value.
    open: Vec<char>,
    is_comment: bool,
    is_header: bool,
}

/// Finds out what stands at an offset of a text. `None` in comments, and where nothing is known.
pub(super) fn spot(text: &str, offset: TextSize) -> Option<ConfigSpot> {
    let cursor = usize::from(offset);
    let before = text.get(..cursor)?;
    let reader = before.char_indices().fold(TomlReader::default(), |reader, it| reader.read(before, it));
    if reader.is_comment {
        return None;
    }
    let token = before.get(reader.token..)?;
    let start = cursor - token.trim_start().len();
    let rest = text[cursor..].lines().next().unwrap_or_default();
    let end = cursor + reader.rest_of_token(rest);
    let typed = before.get(start + reader.quote.map_or(0, char::len_utf8)..).unwrap_or_default();
    let range = TextRange::new(TextSize::try_from(start).ok()?, TextSize::try_from(end).ok()?);
    Some(ConfigSpot { kind: reader.kind(&text[end..])?, range, typed: typed.trim_start_matches('[').to_owned() })
}

impl<'a> TomlReader<'a> {
    fn read(mut self, text: &'a str, (at, character): (usize, char)) -> Self {
        let next = at + character.len_utf8();
        match character {
            '\n' => return self.next_line(next),
            _ if self.is_comment => {}
            _ if self.quote.is_some() => {
                self.quote = self.quote.filter(|quote| *quote != character);
            }
            '"' | '\'' if self.key.is_some() => (self.quote, self.token) = (Some(character), at),
            '#' => self.is_comment = true,
            '[' if self.key.is_none() && self.open.is_empty() && text[self.token..at].trim().is_empty() => {
                (self.is_header, self.token) = (true, at);
            }
            '[' if self.is_header => {}
            ']' if self.is_header => self.table = Some(text[self.token..at].trim_matches(['[', ']', ' '])),
            '.' if self.key.is_none() && !self.is_header => {
                (self.section, self.token) = (Some(text[self.token..at].trim()), next);
            }
            '=' if self.key.is_none() => (self.key, self.token) = (Some(text[self.token..at].trim()), next),
            '[' | '{' => {
                self.open.push(character);
                if character == '{' {
                    (self.section, self.key) = (self.key.or(self.section), None);
                }
                self.token = next;
            }
            ']' | '}' => drop(self.open.pop()),
            ',' => {
                self.key = self.key.filter(|_| self.open.last() != Some(&'{'));
                self.token = next;
            }
            _ => {}
        }
        self
    }

    /// Arrays go on over lines; nothing else does.
    fn next_line(self, token: usize) -> Self {
        let goes_on = self.open.contains(&'[');
        let begun = Self { table: self.table, token, ..Self::default() };
        if goes_on {
            Self { section: self.section, key: self.key, open: self.open, ..begun }
        } else {
            Self { section: self.table, ..begun }
        }
    }

    /// How many bytes of what follows belong to the token.
    fn rest_of_token(&self, rest: &str) -> usize {
        if let Some(quote) = self.quote {
            return rest.find(quote).map_or(0, |end| end + quote.len_utf8());
        }
        let is_part = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
        let word = rest.find(|character| !is_part(character)).unwrap_or(rest.len());
        let brackets = rest[word..].find(|character| character != ']').unwrap_or(rest.len() - word);
        if self.is_header { word + brackets } else { word }
    }

    fn kind(&self, rest: &str) -> Option<SpotKind> {
        if self.is_header {
            return Some(SpotKind::Header);
        }
        let section = match self.section {
            Some(name) => Some(SettingsSection::named(name)?),
            None => None,
        };
        let Some(key) = self.key else {
            return Some(SpotKind::Key { section, has_value: rest.trim_start_matches(' ').starts_with('=') });
        };
        let setting = section?.settings().into_iter().find(|setting| setting.name == key)?;
        Some(SpotKind::Value { setting, quote: self.quote })
    }
}

/// The keys that stand in the section around an offset, those on its own line aside.
pub(super) fn keys_around(text: &str, offset: TextSize) -> Vec<&str> {
    let cursor = usize::from(offset);
    let is_header = |line: &str| line.starts_with('[');
    let (before, after) = text.split_at(cursor.min(text.len()));
    let above = before.lines().rev().skip(usize::from(!before.ends_with('\n')));
    let below = after.lines().skip(1);
    let above = above.take_while(|line| !is_header(line));
    let below = below.take_while(|line| !is_header(line));
    above.chain(below).filter_map(|line| line.split_once('=')).map(|(key, _)| key.trim()).collect()
}

/// The names of the sections that have a header.
pub(super) fn headers(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.starts_with('[')).map(|line| line.trim_matches(['[', ']', ' ']))
}
