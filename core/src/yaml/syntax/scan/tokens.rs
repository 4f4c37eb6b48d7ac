//! The longer tokens: directives, anchors, tags and scalars.

use super::{YamlScanner, YamlTokenKind};
use crate::yaml::content::is_break;
use crate::yaml::syntax::{RefusalKind, SyntaxRefusal};

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

fn is_uri_character(character: char) -> bool {
    is_name_character(character) || ";/?:@&=+$,.!~*'()[]%".contains(character)
}

impl YamlScanner<'_> {
    pub(super) fn directive(&mut self) -> Result<(), SyntaxRefusal> {
        self.close_blocks(None);
        self.drop_key()?;
        self.is_key_refused = true;
        let start = self.cursor.at;
        let line = self.cursor.rest().split(is_break).next().unwrap_or_default();
        let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let comment = words.iter().position(|word| word.starts_with('#')).unwrap_or(words.len());
        let kind = match words.get(..comment).unwrap_or_default() {
            ["%YAML", version] if is_version(before_comment(version)) => {
                YamlTokenKind::Version { is_1_1: before_comment(version) == "1.1" }
            }
            ["%TAG", handle, prefix] if is_handle(handle) && prefix.chars().all(is_uri_character) => {
                YamlTokenKind::TagDirective
            }
            _ => return self.refuse(RefusalKind::Directive, start),
        };
        self.cursor.skip_while(|character| character != '#' && !is_break(character));
        self.push(kind, start);
        Ok(())
    }

    pub(super) fn anchor(&mut self, kind: YamlTokenKind) -> Result<(), SyntaxRefusal> {
        self.note_key()?;
        self.is_key_refused = true;
        let start = self.cursor.at;
        self.cursor.bump();
        let length = self.cursor.skip_while(is_name_character);
        let follows = self.cursor.peek().is_some_and(|next| "?:,]}%@`".contains(next));
        if length == 0 || !(self.cursor.is_blank() || follows) {
            let is_nameless = length == 0 && self.cursor.is_blank();
            return self.refuse(if is_nameless { RefusalKind::NoName } else { RefusalKind::AnchorName }, start);
        }
        self.push(kind, start);
        Ok(())
    }

    pub(super) fn tag(&mut self) -> Result<(), SyntaxRefusal> {
        self.note_key()?;
        self.is_key_refused = true;
        let start = self.cursor.at;
        self.cursor.bump();
        if self.cursor.peek() == Some('<') {
            self.cursor.bump();
            let length = self.cursor.skip_while(is_uri_character);
            if length == 0 || self.cursor.peek() != Some('>') {
                return self.refuse(RefusalKind::Tag, start);
            }
            self.cursor.bump();
        } else {
            let is_named = self.cursor.skip_while(is_name_character) > 0;
            let is_handle = self.cursor.peek() == Some('!');
            if is_handle {
                self.cursor.bump();
            }
            let length = self.cursor.skip_while(is_uri_character);
            if is_handle && length == 0 || !is_named && !is_handle && length > 0 && self.cursor.at == start {
                return self.refuse(RefusalKind::Tag, start);
            }
        }
        if !self.cursor.is_blank() {
            return self.refuse(RefusalKind::Tag, start);
        }
        self.push(YamlTokenKind::Tag, start);
        Ok(())
    }

    pub(super) fn block_scalar(&mut self) -> Result<(), SyntaxRefusal> {
        self.drop_key()?;
        self.is_key_refused = false;
        let start = self.cursor.at;
        self.cursor.bump();
        let indicators = self.cursor.at;
        self.cursor.skip_while(|character| matches!(character, '+' | '-' | '0'..='9'));
        let increment = self.indicated_width(start, indicators)?;
        self.cursor.skip_blanks();
        if self.cursor.peek() == Some('#') {
            self.cursor.skip_line();
        }
        if !self.cursor.is_line_end() {
            return self.refuse(RefusalKind::BlockHeader, self.cursor.at);
        }
        if self.cursor.peek().is_some() {
            self.cursor.bump_break();
        }
        let mut width = increment.map(|increment| self.indent().unwrap_or(0) + increment);
        self.blank_lines(&mut width)?;
        while Some(self.cursor.column()) == width && self.cursor.peek().is_some() {
            self.cursor.skip_line();
            if self.cursor.peek().is_some() {
                self.cursor.bump_break();
            }
            self.blank_lines(&mut width)?;
        }
        // Blanks before what follows are the indentation of that.
        let end = if self.cursor.peek().is_some() { self.cursor.line_start() } else { self.cursor.at };
        self.push_to(YamlTokenKind::Scalar, start, end);
        Ok(())
    }

    /// The indentation that the indicators of a block scalar ask for.
    fn indicated_width(&self, start: usize, indicators: usize) -> Result<Option<usize>, SyntaxRefusal> {
        let rest = self.cursor.text_between(indicators, self.cursor.at);
        let digits: Vec<usize> =
            rest.chars().filter_map(|character| character.to_digit(10)).map(|digit| digit as usize).collect();
        match (digits.as_slice(), rest.len() - digits.len()) {
            ([], ..=1) => Ok(None),
            ([width], ..=1) if *width > 0 => Ok(Some(*width)),
            _ => self.refuse(RefusalKind::BlockHeader, start),
        }
    }

    /// Takes blank lines and the indentation after them; finds the width if it is not known.
    fn blank_lines(&mut self, width: &mut Option<usize>) -> Result<(), SyntaxRefusal> {
        let mut widest = 0;
        loop {
            while width.is_none_or(|width| self.cursor.column() < width) && self.cursor.peek() == Some(' ') {
                self.cursor.bump();
            }
            widest = widest.max(self.cursor.column());
            if width.is_none_or(|width| self.cursor.column() < width) && self.cursor.peek() == Some('\t') {
                return self.refuse(RefusalKind::Tab, self.cursor.at);
            }
            if !self.cursor.peek().is_some_and(is_break) {
                break;
            }
            self.cursor.bump_break();
        }
        width.get_or_insert(widest.max(self.indent().map_or(0, |indent| indent + 1)).max(1));
        Ok(())
    }

    pub(super) fn quoted(&mut self, quote: char) -> Result<(), SyntaxRefusal> {
        self.note_key()?;
        self.is_key_refused = true;
        let start = self.cursor.at;
        self.cursor.bump();
        loop {
            if self.cursor.is_document_marker("---") || self.cursor.is_document_marker("...") {
                return self.refuse(RefusalKind::OpenQuote, start);
            }
            match self.cursor.peek() {
                None => return self.refuse(RefusalKind::OpenQuote, start),
                Some(next) if is_break(next) => self.cursor.bump_break(),
                Some('\'') if quote == '\'' && self.cursor.rest().starts_with("''") => {
                    self.cursor.bump();
                    self.cursor.bump();
                }
                Some(next) if next == quote => break,
                Some('\\') if quote == '"' => self.escape()?,
                Some(_) => {
                    self.cursor.bump();
                    self.cursor.skip_ascii(|byte| matches!(byte, b' '..) && !matches!(byte, b'"' | b'\'' | b'\\'));
                }
            }
        }
        self.cursor.bump();
        self.push(YamlTokenKind::Scalar, start);
        Ok(())
    }

    fn escape(&mut self) -> Result<(), SyntaxRefusal> {
        let start = self.cursor.at;
        self.cursor.bump();
        let Some(letter) = self.cursor.peek() else { return Ok(()) };
        if is_break(letter) {
            self.cursor.bump_break();
            return Ok(());
        }
        self.cursor.bump();
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ if "0abt\tnvfre \"'\\N_LP".contains(letter) => return Ok(()),
            _ => return Err(SyntaxRefusal { kind: RefusalKind::Escape, range: start..self.cursor.at }),
        };
        let hex = self.cursor.rest().get(..digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        if hex.and_then(char::from_u32).is_none() {
            return Err(SyntaxRefusal { kind: RefusalKind::Escape, range: start..self.cursor.at });
        }
        (0..digits).for_each(|_| self.cursor.bump());
        Ok(())
    }

    pub(super) fn plain(&mut self) -> Result<(), SyntaxRefusal> {
        self.note_key()?;
        self.is_key_refused = true;
        let start = self.cursor.at;
        let mut end = start;
        let mut has_breaks = false;
        let is_flow = self.is_flow();
        let least = self.indent().map_or(0, |indent| indent + 1);
        loop {
            let is_marker = self.cursor.is_document_marker("---") || self.cursor.is_document_marker("...");
            if is_marker || self.cursor.peek() == Some('#') {
                break;
            }
            loop {
                if self.cursor.skip_words(|byte| is_within_plain(byte, is_flow)) > 0 {
                    end = self.cursor.at;
                }
                let Some(next) = self.cursor.peek().filter(|_| !self.cursor.is_blank()) else { break };
                let ends = match next {
                    ':' => self.cursor.is_blank_after(),
                    ',' | '?' | '[' | ']' | '{' | '}' => is_flow,
                    _ => false,
                };
                if ends {
                    break;
                }
                self.cursor.bump();
                end = self.cursor.at;
            }
            if !self.cursor.is_blank() || self.cursor.peek().is_none() {
                break;
            }
            while let Some(next) = self.cursor.peek().filter(|_| self.cursor.is_blank()) {
                match next {
                    _ if is_break(next) => {
                        self.cursor.bump_break();
                        has_breaks = true;
                    }
                    '\t' if has_breaks && self.cursor.column() < least => {
                        return self.refuse(RefusalKind::Tab, self.cursor.at);
                    }
                    ' ' => _ = self.cursor.skip_ascii(|byte| byte == b' '),
                    _ => self.cursor.bump(),
                }
            }
            if !is_flow && self.cursor.column() < least {
                break;
            }
        }
        if has_breaks {
            self.is_key_refused = false;
        }
        self.push_to(YamlTokenKind::Scalar, start, end);
        Ok(())
    }
}

/// Whether a byte is part of a plain scalar wherever it stands in a word of one.
fn is_within_plain(byte: u8, is_flow: bool) -> bool {
    byte.is_ascii_graphic() && byte != b':' && !(is_flow && matches!(byte, b',' | b'?' | b'[' | b']' | b'{' | b'}'))
}

/// A comment may follow a version without a blank.
fn before_comment(word: &str) -> &str {
    word.split('#').next().unwrap_or_default()
}

fn is_version(version: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    version.split_once('.').is_some_and(|(major, minor)| is_number(major) && is_number(minor))
}

fn is_handle(handle: &str) -> bool {
    let name = handle.strip_prefix('!').unwrap_or("?");
    handle == "!" || name.strip_suffix('!').is_some_and(|name| name.chars().all(is_name_character))
}
