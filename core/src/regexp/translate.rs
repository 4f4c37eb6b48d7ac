//! Go's way to write an expression as that of the `regex` crate. It refuses what Go refuses and the crate would take;
//! brackets, their nesting and what the crate refuses by itself are left to the crate.

use super::RegexpError;
use super::class::{bracketed, escaped, shorthand};
use super::scan::RegexpScan;

/// The most repetitions that Go takes.
const MOST_REPETITIONS: u32 = 1000;

/// An expression as the crate reads it.
#[derive(Debug)]
pub(super) struct Translated {
    pub(super) pattern: String,
    /// The name of each group by its number; group 0 is the whole match.
    pub(super) names: Vec<Option<String>>,
}

/// Translates an expression.
pub(super) fn translate(pattern: &str) -> Result<Translated, RegexpError> {
    let translated = Translated { pattern: String::new(), names: vec![None] };
    let mut translator =
        Translator { scan: RegexpScan::new(pattern), translated, before: Before::Nothing, open: Vec::new() };
    while !translator.scan.rest().is_empty() {
        translator.piece()?;
    }
    match translator.open.pop() {
        Some(start) => Err(RegexpError { message: "`(` is not closed".to_owned(), range: start..start + 1 }),
        None => Ok(translator.translated),
    }
}

/// What stands before a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing that could be repeated.
    Nothing,
    /// Something that can be repeated.
    Something,
    /// A repetition.
    Repetition,
}

struct Translator<'p> {
    scan: RegexpScan<'p>,
    translated: Translated,
    before: Before,
    /// Where the groups begin that are open.
    open: Vec<usize>,
}

impl Translator<'_> {
    /// Translates the next piece.
    fn piece(&mut self) -> Result<(), RegexpError> {
        let start = self.scan.at;
        if let Some(class) = shorthand(&mut self.scan)? {
            self.push(&class);
            return Ok(());
        }
        match self.scan.next() {
            Some('(') => self.group(start)?,
            Some(')') => {
                if self.open.pop().is_none() {
                    return Err(self.scan.refuse(start, "closes no group"));
                }
                self.push(")");
            }
            Some('|') => {
                self.push("|");
                self.before = Before::Nothing;
            }
            Some('[') => {
                let class = bracketed(&mut self.scan, start)?;
                self.push(&class);
            }
            Some('.') => self.push("."),
            Some('^') => self.push("^"),
            Some('$') => self.push("$"),
            Some(sign @ ('*' | '+' | '?')) => self.repetition(start, &sign.to_string())?,
            Some('{') => self.brace(start)?,
            Some('\\') => self.escape(start)?,
            Some(character) => self.literal(character),
            None => {}
        }
        Ok(())
    }

    fn push(&mut self, piece: &str) {
        self.translated.pattern.push_str(piece);
        self.before = Before::Something;
    }

    fn literal(&mut self, character: char) {
        self.push(&regex::escape(character.encode_utf8(&mut [0; 4])));
    }

    fn escape(&mut self, start: usize) -> Result<(), RegexpError> {
        match self.scan.peek() {
            Some('Q') => {
                self.scan.next();
                let rest = self.scan.rest();
                let text = self.scan.take_to("\\E").unwrap_or(rest);
                if text.len() == rest.len() {
                    self.scan.at += rest.len();
                }
                text.chars().for_each(|character| self.literal(character));
            }
            Some(anchor @ ('A' | 'z')) => {
                self.scan.next();
                self.push(&format!("\\{anchor}"));
            }
            Some(boundary @ ('b' | 'B')) => {
                self.scan.next();
                self.push(&format!("(?-u:\\{boundary})"));
            }
            _ => {
                let character = escaped(&mut self.scan, start)?;
                self.literal(character);
            }
        }
        Ok(())
    }

    /// A group or flags, whose `(` has been read.
    fn group(&mut self, start: usize) -> Result<(), RegexpError> {
        if !self.scan.take("?") {
            self.translated.names.push(None);
            self.begin_group(start, "(");
            return Ok(());
        }
        if self.scan.take("P<") || self.scan.take("<") {
            return self.named_group(start);
        }
        let flags = self.scan.take_while(|character| "imsU-".contains(character));
        let is_fine = flags.matches('-').count() <= 1 && !flags.ends_with('-');
        match self.scan.next() {
            Some(':') if is_fine => self.begin_group(start, &format!("(?{flags}:")),
            Some(')') if is_fine => {
                // The crate takes no empty flags.
                let before = self.before;
                self.push(&if flags.is_empty() { String::new() } else { format!("(?{flags})") });
                self.before = if before == Before::Repetition { Before::Nothing } else { before };
            }
            _ => return Err(self.scan.refuse(start, "starts no group")),
        }
        Ok(())
    }

    fn named_group(&mut self, start: usize) -> Result<(), RegexpError> {
        let name = self.scan.take_while(|character| character.is_ascii_alphanumeric() || character == '_');
        if !self.scan.take(">") || name.is_empty() {
            return Err(self.scan.refuse(start, "starts no named group"));
        }
        let name = Some(name.to_owned());
        if self.translated.names.contains(&name) {
            return Err(self.scan.refuse(start, "gives a name for the second time"));
        }
        self.translated.names.push(name);
        // The crate takes fewer names: groups are found by their numbers.
        self.begin_group(start, "(");
        Ok(())
    }

    fn begin_group(&mut self, start: usize, piece: &str) {
        self.open.push(start);
        self.push(piece);
        self.before = Before::Nothing;
    }

    /// `{2,3}`, or else a brace that stands for itself.
    fn brace(&mut self, start: usize) -> Result<(), RegexpError> {
        let Some((least, most)) = self.bounds() else {
            self.scan.at = start + 1;
            self.literal('{');
            return Ok(());
        };
        let is_fine = least <= MOST_REPETITIONS && most.is_none_or(|most| least <= most && most <= MOST_REPETITIONS);
        if !is_fine {
            return Err(self.scan.refuse(start, "is no number of repetitions: at most 1000, in order"));
        }
        let sign = match most {
            Some(most) => format!("{{{least},{most}}}"),
            None => format!("{{{least},}}"),
        };
        self.repetition(start, &sign)
    }

    /// The numbers behind a brace, and the closing one. A missing end is `None`.
    fn bounds(&mut self) -> Option<(u32, Option<u32>)> {
        let least = self.number()?;
        let most = if self.scan.take(",") {
            if self.scan.rest().starts_with('}') { None } else { Some(self.number()?) }
        } else {
            Some(least)
        };
        self.scan.take("}").then_some((least, most))
    }

    /// A number without leading zeros; one that is too large is the largest.
    fn number(&mut self) -> Option<u32> {
        let digits = self.scan.take_while(|character| character.is_ascii_digit());
        let is_number = !digits.is_empty() && (digits.len() == 1 || !digits.starts_with('0'));
        is_number.then(|| digits.parse().unwrap_or(u32::MAX))
    }

    fn repetition(&mut self, start: usize, sign: &str) -> Result<(), RegexpError> {
        let lazy = if self.scan.take("?") { "?" } else { "" };
        match self.before {
            Before::Nothing => Err(self.scan.refuse(start, "repeats nothing")),
            Before::Repetition => Err(self.scan.refuse(start, "repeats a repetition")),
            Before::Something => {
                self.push(&format!("{sign}{lazy}"));
                self.before = Before::Repetition;
                Ok(())
            }
        }
    }
}
