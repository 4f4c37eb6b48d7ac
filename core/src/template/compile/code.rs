//! One statement of template code: its lines, its tokens, and what they make of it.

use std::ops::Range;

use super::insertions::{Insertion, insertions, text_of, trailing_comma};
use super::layout::APART;
use super::mistake::CompileMistake;
use super::snippet::Snippet;
use super::statement::{Block, Return, StatementPart, StatementRole};
use crate::template::dialect;
use crate::template::tokens::{CodeScanner, CodeToken, CodeTokenKind};

pub(super) mod load;

/// A complete statement with its tokens.
#[derive(Debug)]
pub(super) struct StatementCode {
    /// The code; what ytt calls otherwise than the parser is renamed.
    snippet: Snippet,
    /// Where each line begins in the code, and which line of the template it is.
    lines: Vec<StatementLine>,
    tokens: Vec<CodeToken>,
    insertions: Vec<Insertion>,
}

/// A line of a statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatementLine {
    pub(super) start: usize,
    /// The line of the template, from 0.
    pub(super) number: u32,
    /// Whether it goes on inside a string.
    pub(super) is_in_text: bool,
}

/// What a statement is.
#[derive(Debug)]
pub(super) struct StatementShape {
    pub(super) role: StatementRole,
    /// Whether it must not share its line with another statement.
    pub(super) is_alone: bool,
    /// The code that the program takes over.
    pub(super) parts: Vec<StatementPart>,
    /// What is wrong with it.
    pub(super) mistake: Option<CompileMistake>,
}

impl StatementCode {
    pub(super) fn new(mut snippet: Snippet, lines: Vec<StatementLine>, scanner: &CodeScanner) -> Self {
        let mut is_load = false;
        let mut renamed = Vec::new();
        for (index, token) in scanner.tokens.iter().enumerate() {
            let word = scanner.source(token);
            let before = index.checked_sub(1).and_then(|before| scanner.tokens.get(before));
            if token.depth == 0 && before.is_none_or(|before| matches!(scanner.source(before), ";" | ":")) {
                is_load = word == "load";
            }
            let is_name = is_load && token.kind == CodeTokenKind::Text;
            let name = if is_name { token.range.start + 1..token.range.end - 1 } else { token.range.clone() };
            match snippet.text.get(name.clone()).and_then(dialect::stand_in) {
                Some(stand_in) if stand_in.len() == name.len() => snippet.rename(name, &stand_in),
                Some(stand_in) => renamed.push(Insertion::instead(name, stand_in)),
                None => {}
            }
        }
        blank_tabs(&mut snippet, scanner.gaps());
        let tokens: Vec<_> =
            scanner.tokens.iter().filter(|token| token.kind != CodeTokenKind::Comment).cloned().collect();
        let mut insertions = insertions(&tokens, |token| snippet.text.get(token.range.clone()).unwrap_or_default());
        insertions.extend(renamed);
        insertions.sort_by_key(|insertion| insertion.byte);
        Self { snippet, lines, tokens, insertions }
    }

    /// The place of a part of the code.
    pub(super) fn snippet(&self) -> &Snippet {
        &self.snippet
    }

    /// A comma that ytt refuses.
    pub(super) fn trailing_comma(&self) -> Option<CompileMistake> {
        trailing_comma(&self.tokens, |token| self.source(token)).map(CompileMistake::TrailingComma)
    }

    /// What the statement is; `None` for one without any code. In YAML, `/end` makes a block of the next node alone.
    pub(super) fn shape(&self, is_yaml: bool) -> Option<StatementShape> {
        let first = self.tokens.first()?;
        let whole = first.range.start..self.tokens.last()?.range.end;
        let word = self.source(first);
        if word == "end" && self.tokens.get(1).is_none_or(|next| self.follows_end(next)) {
            let mistake = self.tokens.get(1).map(|next| CompileMistake::AfterEnd(next.range.clone()));
            return Some(StatementShape { role: StatementRole::End, is_alone: false, parts: Vec::new(), mistake });
        }
        if self.tokens.len() == 1 && is_misspelt_end(word) {
            let mistake = Some(CompileMistake::MisspeltEnd(first.range.clone()));
            return Some(StatementShape { role: StatementRole::End, is_alone: false, parts: Vec::new(), mistake });
        }
        let (block, is_turn) = match word {
            "if" => (Block::If, false),
            "elif" => (Block::If, true),
            "else" => (Block::Else, true),
            "for" => (Block::For, false),
            "while" => (Block::While, false),
            "def" => (Block::Function, false),
            _ => {
                return Some(StatementShape {
                    mistake: self.reserved(false).or(self.trailing_comma()),
                    ..self.plain(whole)
                });
            }
        };
        let wrapper = if is_yaml { self.wrapper() } else { None };
        let rest = wrapper.as_ref().map_or(first.range.end, |wrapper| wrapper.end)..whole.end;
        let mut shape = self.block(block, is_turn, first.range.clone(), rest);
        shape.mistake = self.reserved(wrapper.is_some()).or(shape.mistake).or_else(|| self.trailing_comma());
        Some(shape)
    }

    /// A statement that begins with the word at `word` and goes on at `rest`.
    fn block(&self, block: Block, is_turn: bool, word: Range<usize>, rest: Range<usize>) -> StatementShape {
        let made = |text: &str, range| StatementPart::Made(text.to_owned(), self.snippet.place(range));
        let colon = self.colon();
        let colon_range = colon.and_then(|index| self.tokens.get(index)).map(|colon| colon.range.clone());
        let colon_range = colon_range.unwrap_or(rest.end..rest.end);
        let mut parts = self.header(block, word, rest.start..colon_range.start, colon_range.clone());
        let is_open = colon.is_none_or(|index| index + 1 == self.tokens.len());
        if !is_open {
            let first = colon.map_or(0, |it| it + 1);
            let start = if block == Block::While { self.behind_blanks(colon_range.end) } else { colon_range.end };
            match block {
                Block::While => parts.push(StatementPart::Inside),
                Block::Function => parts.push(made(&format!(" {APART};"), colon_range.end..colon_range.end)),
                Block::If | Block::Else | Block::For => {}
            }
            parts.extend(match block {
                Block::Function => self.with_returns(start..rest.end, &[]),
                _ => self.statements(start..rest.end, first, true),
            });
        }
        let role = match (is_turn, is_open) {
            (true, _) => StatementRole::Turn(block, is_open),
            (false, true) => StatementRole::Open(block),
            (false, false) => StatementRole::Single,
        };
        let mistake = colon.is_none().then_some(CompileMistake::MissingColon(colon_range));
        StatementShape { role, is_alone: true, parts, mistake }
    }

    fn behind_blanks(&self, at: usize) -> usize {
        self.tokens.iter().map(|token| token.range.start).find(|start| *start >= at).unwrap_or(at)
    }

    /// The line that opens a block. The parser knows no `while`: it is a `for` without end that its condition ends.
    fn header(&self, block: Block, word: Range<usize>, rest: Range<usize>, colon: Range<usize>) -> Vec<StatementPart> {
        let made = |text: &str, range| StatementPart::Made(text.to_owned(), self.snippet.place(range));
        if block == Block::While {
            let mut parts = vec![made("for __while in range(2147483647):", word.clone()), StatementPart::Inside];
            parts.push(made("if not (", word));
            parts.extend(self.parts(self.behind_blanks(rest.start)..rest.end));
            parts.push(made("): break", colon));
            return parts;
        }
        let mut parts = self.parts(word);
        match self.loop_tuple(&rest).filter(|_| block == Block::For) {
            Some(start) => {
                parts.extend(self.parts(rest.start..start));
                parts.push(made("(", start..start));
                parts.extend(self.parts(start..rest.end));
                parts.push(made(")", rest.end..rest.end));
            }
            None => parts.extend(self.parts(rest)),
        }
        if colon.is_empty() {
            parts.push(made(":", colon));
        } else {
            parts.extend(self.parts(colon));
        }
        parts
    }

    /// Where the values of a loop begin if they are a tuple without brackets, which the parser does not take.
    fn loop_tuple(&self, header: &Range<usize>) -> Option<usize> {
        let own = || self.tokens.iter().filter(|token| token.depth == 0 && header.contains(&token.range.start));
        let values = own().find(|token| self.source(token) == "in")?.range.end;
        let is_tuple = own().any(|token| token.range.start >= values && self.source(token) == ",");
        is_tuple.then(|| self.behind_blanks(values))
    }

    fn source(&self, token: &CodeToken) -> &str {
        self.snippet.text.get(token.range.clone()).unwrap_or_default()
    }

    /// Whether a token behind `end` makes no sense, rather than showing that `end` is a name here.
    fn follows_end(&self, token: &CodeToken) -> bool {
        token.kind == CodeTokenKind::Word || matches!(self.source(token), ":" | ";")
    }

    /// The bytes of `/end` right behind the first word.
    fn wrapper(&self) -> Option<Range<usize>> {
        let [first, slash, end] = self.tokens.get(..3)? else { return None };
        let has_words_before = first.range.end == slash.range.start && slash.range.end == end.range.start;
        (has_words_before && self.source(slash) == "/" && self.source(end) == "end")
            .then_some(slash.range.start..end.range.end)
    }

    /// The index of the token that ends the header of a block.
    fn colon(&self) -> Option<usize> {
        let mut lambdas = 0;
        for (index, token) in self.tokens.iter().enumerate().filter(|(_, token)| token.depth == 0) {
            match self.source(token) {
                "lambda" => lambdas += 1,
                ":" if lambdas > 0 => lambdas -= 1,
                ":" => return Some(index),
                _ => {}
            }
        }
        None
    }

    /// The first word that ytt reserves and the parser does not, except that of `/end` at the beginning, or the first
    /// text that is none in ytt.
    fn reserved(&self, is_wrapper: bool) -> Option<CompileMistake> {
        let tokens = self.tokens.iter().skip(if is_wrapper { 3 } else { 0 });
        tokens.into_iter().find_map(|token| refused(token, &self.snippet.text))
    }

    fn plain(&self, whole: Range<usize>) -> StatementShape {
        let is_semicolon = |token: &&CodeToken| self.source(token) == ";";
        // The parser takes none at the end of a line on which another statement follows.
        let end = match self.tokens.as_slice() {
            [.., before, last] if is_semicolon(&last) && !is_semicolon(&before) => last.range.start,
            _ => whole.end,
        };
        let parts = self.statements(whole.start..end, 0, false);
        StatementShape { role: StatementRole::Plain, is_alone: false, parts, mistake: None }
    }

    /// Statements on one line, from a token on. `is_inside` says that the line itself opens a block around them.
    fn statements(&self, range: Range<usize>, first: usize, is_inside: bool) -> Vec<StatementPart> {
        let returns = self.returns(first);
        let mut parts = Vec::new();
        let mut at = range.start;
        for load in self.loads(first).filter(|load| load.range.end <= range.end) {
            let in_block = load.in_block;
            parts.extend(self.with_returns(at..load.range.start, &within(&returns, &(at..load.range.start))));
            let at_top = self.parts(load.range.clone());
            parts.push(StatementPart::Load { at_top, in_block, is_inside });
            at = load.range.end;
        }
        parts.extend(self.with_returns(at..range.end, &within(&returns, &(at..range.end))));
        parts
    }

    /// Each `return` from a token on, with what it returns.
    fn returns(&self, from: usize) -> Vec<(Range<usize>, Range<usize>)> {
        let mut found = Vec::new();
        let mut begins = true;
        for (index, token) in self.tokens.iter().enumerate().skip(from) {
            if begins && self.source(token) == "return" {
                let rest = self.tokens.get(index + 1..).unwrap_or_default();
                let value = rest.iter().take_while(|it| it.depth > 0 || self.source(it) != ";");
                let end = value.last().map_or(token.range.end, |last| last.range.end);
                let start = rest.first().map_or(end, |first| first.range.start).min(end);
                found.push((token.range.clone(), start..end));
            }
            begins = token.depth == 0 && self.source(token) == ";";
        }
        found
    }

    /// The code with marks where a function that collects must give back what it collected.
    fn with_returns(&self, range: Range<usize>, returns: &[(Range<usize>, Range<usize>)]) -> Vec<StatementPart> {
        let mut parts = Vec::new();
        let mut at = range.start;
        for (word, value) in returns {
            parts.extend(self.parts(at..if value.is_empty() { word.end } else { value.start }));
            let anchor = self.snippet.place(word.clone());
            if value.is_empty() {
                parts.push(StatementPart::Return(Return::Nothing, anchor));
            } else {
                parts.push(StatementPart::Return(Return::Before, anchor));
                parts.extend(self.parts(value.clone()));
                parts.push(StatementPart::Return(Return::Behind, self.snippet.place(value.end..value.end)));
            }
            at = value.end.max(word.end);
        }
        parts.extend(self.parts(at..range.end));
        parts
    }

    /// A part of the code, with what is inserted into it.
    pub(super) fn parts(&self, range: Range<usize>) -> Vec<StatementPart> {
        let mut parts = Vec::new();
        let mut at = range.start;
        for Insertion { byte, text, end, .. } in self.insertions.iter().filter(|insertion| insertion.is_in(&range)) {
            parts.extend(self.verbatim(at..*byte));
            parts.push(StatementPart::Made(text.to_string(), self.snippet.place(*byte..*end)));
            at = *end;
        }
        parts.extend(self.verbatim(at..range.end));
        parts
    }

    /// A part of the code, line by line, without comments.
    fn verbatim(&self, range: Range<usize>) -> Vec<StatementPart> {
        let mut parts = Vec::new();
        let first = self.lines.partition_point(|line| line.start <= range.start).saturating_sub(1);
        let lines = self.lines.iter().enumerate().skip(first).take_while(|(_, line)| line.start < range.end);
        for (index, line) in lines {
            let end = self.lines.get(index + 1).map_or(self.snippet.text.len(), |next| next.start.saturating_sub(1));
            if line.start > range.start && index > 0 {
                parts.push(StatementPart::Line { number: line.number, is_in_text: line.is_in_text });
            }
            let end = self.without_comment(line.start, end).min(range.end);
            let code = self.snippet.part(line.start.max(range.start)..end.max(line.start.max(range.start)));
            parts.extend(code.verbatim().map(|(text, at)| StatementPart::Verbatim(text.to_owned(), at)));
        }
        parts
    }

    /// Where a line ends if the comment behind it is left out.
    fn without_comment(&self, start: usize, end: usize) -> usize {
        let behind = self.tokens.partition_point(|token| token.range.start < end);
        let last = behind.checked_sub(1).and_then(|index| self.tokens.get(index));
        let code_end = last.map_or(start, |token| token.range.end);
        let rest = self.snippet.text.get(code_end.min(end)..end).unwrap_or_default();
        if rest.trim_start().starts_with('#') { code_end.max(start) } else { end }
    }
}

/// The places of `return` in a part of the code, each with what it returns.
fn within(returns: &[(Range<usize>, Range<usize>)], part: &Range<usize>) -> Vec<(Range<usize>, Range<usize>)> {
    returns.iter().filter(|(word, _)| part.contains(&word.start)).cloned().collect()
}

/// Whether a word that stands alone, where no name does anything, was to be `end`.
fn is_misspelt_end(word: &str) -> bool {
    matches!(word, "edn" | "ned" | "nd" | "ennd" | "endd" | "ends" | "End" | "END" | "endif" | "endfor" | "enddef")
}

/// Whether ytt reserves a word that the parser does not.
fn is_reserved(word: &str) -> bool {
    matches!(word, "pass" | "end")
}

/// Why ytt refuses a token that the parser takes.
pub(super) fn refused(token: &CodeToken, text: &str) -> Option<CompileMistake> {
    let source = text.get(token.range.clone()).unwrap_or_default();
    if let Some(range) = large_float(token, text) {
        return Some(CompileMistake::LargeFloat(range));
    }
    if let Some(escape) = large_octal(text_of(token, source)) {
        return Some(CompileMistake::LargeOctal(token.range.start + escape.start..token.range.start + escape.end));
    }
    let prefix = source.find(['"', '\'']).filter(|_| token.kind == CodeTokenKind::Text);
    match prefix.and_then(|end| source.get(..end)) {
        Some(prefix) if prefix.contains('b') => {
            Some(CompileMistake::Bytes(token.range.start..token.range.start + prefix.len()))
        }
        Some(_) => None,
        None => is_reserved(source).then(|| CompileMistake::Reserved(token.range.clone())),
    }
}

/// The bytes of a number that is larger than floats are, if its end is this token. What stands before its point is another
/// one.
fn large_float(token: &CodeToken, text: &str) -> Option<Range<usize>> {
    let is_digit = |it: char| it.is_ascii_digit();
    let source = text.get(token.range.clone())?;
    if !source.starts_with(is_digit) || source.starts_with("0x") || !source.contains(['e', 'E']) {
        return None;
    }
    let whole = text.get(..token.range.start)?.strip_suffix('.').map(|before| before.trim_end_matches(is_digit).len());
    let range = whole.unwrap_or(token.range.start)..token.range.end;
    text.get(range.clone())?.parse().is_ok_and(f64::is_infinite).then_some(range)
}

/// The bytes of an escape with three octal digits that are more than a byte.
fn large_octal(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('\\')) {
        at += next;
        let digits = text.get(at + 1..at + 4).filter(|digits| digits.chars().all(|digit| digit.is_digit(8)));
        if digits.is_some_and(|digits| u8::from_str_radix(digits, 8).is_err()) {
            return Some(at..at + 4);
        }
        at += 1 + text.get(at + 1..)?.chars().next().map_or(0, char::len_utf8);
    }
    None
}

/// Makes blanks of the tabs between tokens, which the parser refuses.
fn blank_tabs(snippet: &mut Snippet, gaps: impl Iterator<Item = Range<usize>>) {
    if !snippet.text.contains('\t') {
        return;
    }
    for gap in gaps {
        let blanks = snippet.text.get(gap.clone()).unwrap_or_default().replace('\t', " ");
        snippet.rename(gap, &blanks);
    }
}
