//! Text to tokens, by the rules of the parser family that ytt reads with (YAML 1.1 as libyaml understood it).
//!
//! Tokens have kinds and places, scalars no content: what they say is read when they become nodes.

use super::{DocumentsExtent, RefusalKind, SyntaxRefusal};
use crate::text::{TextRange, TextSize};
use crate::yaml::Comment;
use crate::yaml::attach::LineComment;
use crate::yaml::content::is_break;

mod cursor;
mod tokens;

pub(super) use cursor::ScanCursor;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum YamlTokenKind {
    Version { is_1_1: bool },
    TagDirective,
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias,
    Anchor,
    Tag,
    Scalar,
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct YamlToken {
    pub(super) kind: YamlTokenKind,
    /// In bytes.
    pub(super) range: TextRange,
    pub(super) start: TokenPosition,
}

/// Where a token starts: line and column, in bytes, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TokenPosition {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// What stands in a text.
#[derive(Debug, Default)]
pub(super) struct TokenStream {
    pub(super) tokens: Vec<YamlToken>,
    /// Except those behind the indicators of a block scalar.
    pub(super) comments: Vec<LineComment>,
}

/// A token that would be a key if a colon followed it on its line.
#[derive(Clone, Copy, Debug)]
struct SimpleKey {
    /// Its index among the tokens.
    token: usize,
    /// Whether only a key is allowed here.
    is_required: bool,
    at: usize,
    line: usize,
    column: usize,
}

/// A key longer than this many bytes needs a `?`.
const LONGEST_SIMPLE_KEY: usize = 1024;

/// All tokens and comments of a text from the start of a line on, or the first place that gives none.
pub(super) fn scan(text: &str, line_start: usize, extent: DocumentsExtent) -> Result<TokenStream, SyntaxRefusal> {
    let mut scanner = YamlScanner { cursor: ScanCursor::new(text, line_start), ..YamlScanner::default() };
    if extent == DocumentsExtent::Part {
        // Whether a tab may stand on these lines depends on what is above them.
        scanner.cursor.skip_blank_lines();
    }
    scanner.simple_keys.push(None);
    while scanner.next_token()? {}
    Ok(TokenStream { tokens: scanner.tokens, comments: scanner.comments })
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32))
}

#[derive(Default)]
struct YamlScanner<'t> {
    cursor: ScanCursor<'t>,
    tokens: Vec<YamlToken>,
    comments: Vec<LineComment>,
    /// Where the token under way starts.
    start: TokenPosition,
    /// Columns of the open block collections, outermost first.
    indents: Vec<usize>,
    /// One for the block context and one for every open bracket.
    simple_keys: Vec<Option<SimpleKey>>,
    /// Whether a simple key may start here. It may at the start of the text.
    is_key_refused: bool,
}

impl YamlScanner<'_> {
    fn is_flow(&self) -> bool {
        self.simple_keys.len() > 1
    }

    /// The column that the content of the innermost block collection must exceed.
    fn indent(&self) -> Option<usize> {
        self.indents.last().copied()
    }

    fn refuse<T>(&self, kind: RefusalKind, start: usize) -> Result<T, SyntaxRefusal> {
        Err(SyntaxRefusal { kind, range: start..self.cursor.token_end(start, self.is_flow()) })
    }

    fn push(&mut self, kind: YamlTokenKind, start: usize) {
        self.push_to(kind, start, self.cursor.at);
    }

    fn push_to(&mut self, kind: YamlTokenKind, start: usize, end: usize) {
        self.tokens.push(YamlToken { kind, range: range(start, end), start: self.start });
    }

    /// Reads on; `false` at the end of the text.
    fn next_token(&mut self) -> Result<bool, SyntaxRefusal> {
        self.skip_blanks();
        self.drop_stale_keys()?;
        self.close_blocks(Some(self.cursor.column()));
        let start = self.cursor.at;
        self.start = TokenPosition { line: self.cursor.line as u32, column: self.cursor.column() as u32 };
        let Some(first) = self.cursor.peek() else {
            self.close_blocks(None);
            self.drop_key()?;
            self.push(YamlTokenKind::End, start);
            return Ok(false);
        };
        match first {
            '%' if self.cursor.column() == 0 => self.directive()?,
            _ if self.cursor.is_document_marker("---") => self.document_marker(YamlTokenKind::DocumentStart)?,
            _ if self.cursor.is_document_marker("...") => self.document_marker(YamlTokenKind::DocumentEnd)?,
            '[' => self.open_bracket(YamlTokenKind::FlowSequenceStart)?,
            '{' => self.open_bracket(YamlTokenKind::FlowMappingStart)?,
            ']' => self.close_bracket(YamlTokenKind::FlowSequenceEnd)?,
            '}' => self.close_bracket(YamlTokenKind::FlowMappingEnd)?,
            ',' => {
                self.drop_key()?;
                self.is_key_refused = false;
                self.punctuation(YamlTokenKind::FlowEntry);
            }
            '-' if self.cursor.is_blank_after() => self.block_entry()?,
            '?' if self.is_flow() || self.cursor.is_blank_after() => self.key()?,
            ':' if self.is_flow() || self.cursor.is_blank_after() => self.value()?,
            '*' => self.anchor(YamlTokenKind::Alias)?,
            '&' => self.anchor(YamlTokenKind::Anchor)?,
            '!' => self.tag()?,
            '|' | '>' if !self.is_flow() => self.block_scalar()?,
            '\'' | '"' => self.quoted(first)?,
            '-' if !self.cursor.is_blank_after() => self.plain()?,
            '?' | ':' if !self.is_flow() => self.plain()?,
            '\t' => return self.refuse(RefusalKind::Tab, start),
            '-' | '?' | ':' | '#' | '|' | '>' | '%' | '@' | '`' => return self.refuse(RefusalKind::BadStart, start),
            _ => self.plain()?,
        }
        Ok(true)
    }

    /// Skips blanks, line breaks and comments.
    fn skip_blanks(&mut self) {
        loop {
            match self.cursor.peek() {
                Some(' ') => self.cursor.bump(),
                Some('\t') if self.is_flow() || self.is_key_refused => self.cursor.bump(),
                Some('#') => self.comment(),
                Some(next) if is_break(next) => {
                    self.cursor.bump_break();
                    if !self.is_flow() {
                        self.is_key_refused = false;
                    }
                }
                _ => return,
            }
        }
    }

    fn comment(&mut self) {
        let (start, line) = (self.cursor.at, self.cursor.line);
        self.cursor.skip_line();
        let comment = Comment::written(self.cursor.text_between(start, self.cursor.at), TextSize::new(start as u32));
        self.comments.push(LineComment { line, comment });
    }

    /// Forgets keys that the current position is too far from.
    fn drop_stale_keys(&mut self) -> Result<(), SyntaxRefusal> {
        let (line, at) = (self.cursor.line, self.cursor.at);
        for slot in &mut self.simple_keys {
            let Some(key) = *slot else { continue };
            if key.line < line || key.at + LONGEST_SIMPLE_KEY < at {
                if key.is_required {
                    let kind = if key.line < line { RefusalKind::NoColon } else { RefusalKind::LongKey };
                    return Err(SyntaxRefusal { kind, range: key.at..self.cursor.token_end(key.at, self.is_flow()) });
                }
                *slot = None;
            }
        }
        Ok(())
    }

    /// Notes that the next token may turn out to be a key.
    fn note_key(&mut self) -> Result<(), SyntaxRefusal> {
        let column = self.cursor.column();
        let is_required = !self.is_flow() && self.indent() == Some(column);
        if self.is_key_refused {
            return Ok(());
        }
        self.drop_key()?;
        let key =
            SimpleKey { token: self.tokens.len(), is_required, at: self.cursor.at, line: self.cursor.line, column };
        if let Some(slot) = self.simple_keys.last_mut() {
            *slot = Some(key);
        }
        Ok(())
    }

    /// Forgets the possible key of the innermost level.
    fn drop_key(&mut self) -> Result<(), SyntaxRefusal> {
        match self.simple_keys.last_mut().and_then(Option::take) {
            Some(key) if key.is_required => self.refuse(RefusalKind::NoColon, key.at),
            _ => Ok(()),
        }
    }

    /// Opens a block collection at a column that is deeper than the innermost one.
    fn open_block(&mut self, column: usize, kind: YamlTokenKind, index: usize) {
        if !self.is_flow() && self.indent().is_none_or(|indent| indent < column) {
            self.indents.push(column);
            let at = self.tokens.get(index).map_or(TextSize::new(self.cursor.at as u32), |token| token.range.start());
            let start = TokenPosition { column: column as u32, ..self.start };
            self.tokens.insert(index.min(self.tokens.len()), YamlToken { kind, range: TextRange::empty(at), start });
        }
    }

    /// Closes the block collections that are deeper than a column; all of them for `None`.
    fn close_blocks(&mut self, column: Option<usize>) {
        while !self.is_flow() && self.indent() > column {
            self.indents.pop();
            self.push(YamlTokenKind::BlockEnd, self.cursor.at);
        }
    }

    fn punctuation(&mut self, kind: YamlTokenKind) {
        let start = self.cursor.at;
        self.cursor.bump();
        self.push(kind, start);
    }

    fn document_marker(&mut self, kind: YamlTokenKind) -> Result<(), SyntaxRefusal> {
        self.close_blocks(None);
        self.drop_key()?;
        self.is_key_refused = true;
        let start = self.cursor.at;
        (0..3).for_each(|_| self.cursor.bump());
        self.push(kind, start);
        Ok(())
    }

    fn open_bracket(&mut self, kind: YamlTokenKind) -> Result<(), SyntaxRefusal> {
        self.note_key()?;
        self.simple_keys.push(None);
        self.is_key_refused = false;
        self.punctuation(kind);
        Ok(())
    }

    fn close_bracket(&mut self, kind: YamlTokenKind) -> Result<(), SyntaxRefusal> {
        self.drop_key()?;
        if self.is_flow() {
            self.simple_keys.pop();
        }
        self.is_key_refused = true;
        self.punctuation(kind);
        Ok(())
    }

    fn block_entry(&mut self) -> Result<(), SyntaxRefusal> {
        if !self.is_flow() {
            if self.is_key_refused {
                return self.refuse(RefusalKind::DashHere, self.cursor.at);
            }
            self.open_block(self.cursor.column(), YamlTokenKind::BlockSequenceStart, self.tokens.len());
        }
        self.drop_key()?;
        self.is_key_refused = false;
        self.punctuation(YamlTokenKind::BlockEntry);
        Ok(())
    }

    fn key(&mut self) -> Result<(), SyntaxRefusal> {
        if !self.is_flow() {
            if self.is_key_refused {
                return self.refuse(RefusalKind::KeyHere, self.cursor.at);
            }
            self.open_block(self.cursor.column(), YamlTokenKind::BlockMappingStart, self.tokens.len());
        }
        self.drop_key()?;
        self.is_key_refused = self.is_flow();
        self.punctuation(YamlTokenKind::Key);
        Ok(())
    }

    fn value(&mut self) -> Result<(), SyntaxRefusal> {
        if let Some(key) = self.simple_keys.last_mut().and_then(Option::take) {
            let start = TokenPosition { line: key.line as u32, column: key.column as u32 };
            let range = range(key.at, key.at);
            self.tokens.insert(key.token, YamlToken { kind: YamlTokenKind::Key, range, start });
            self.open_block(key.column, YamlTokenKind::BlockMappingStart, key.token);
            self.is_key_refused = true;
        } else {
            if !self.is_flow() {
                if self.is_key_refused {
                    return self.refuse(RefusalKind::ColonHere, self.cursor.at);
                }
                self.open_block(self.cursor.column(), YamlTokenKind::BlockMappingStart, self.tokens.len());
            }
            self.is_key_refused = self.is_flow();
        }
        self.punctuation(YamlTokenKind::Value);
        Ok(())
    }
}
