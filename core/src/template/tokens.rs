//! The tokens of Starlark code, line by line: what is open at the end of a line, and whether it nests too deep.
//!
//! This runs before any parser sees the code: parsers recurse, and code that nests too deep would overflow their stack.

use std::ops::Range;

/// The deepest nesting of brackets, operators and lambdas that is parsed.
pub(crate) const DEEPEST: u32 = 200;

/// The longest code that is parsed as one statement, in bytes.
const LONGEST: usize = 1 << 20;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeTokenKind {
    /// A name, a keyword or a number.
    Word,
    /// A string literal with its quotes.
    Text,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// Any other sign, one character each.
    Sign,
    /// `#` to the end of the line.
    Comment,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodeToken {
    /// What it is.
    pub(crate) kind: CodeTokenKind,
    /// Its bytes.
    pub(crate) range: Range<usize>,
    /// How many brackets are open around it; a bracket stands outside itself.
    pub(crate) depth: u32,
}

/// Why code cannot be one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StatementFault {
    /// A string that is not closed, at its opening quotes.
    UnclosedText(Range<usize>),
    /// A bracket that is never closed.
    UnclosedBracket(Range<usize>),
    /// A backslash that carries the code over to a line that is none of it.
    CarriedNowhere(Range<usize>),
    /// It nests deeper than sayl follows, from here on.
    TooDeep(Range<usize>),
    /// It is longer than sayl reads.
    TooLong,
}

/// Reads code line by line until a statement is complete.
#[derive(Debug, Default)]
pub(crate) struct CodeScanner {
    /// The lines so far, with newlines between them.
    pub(crate) text: String,
    /// The tokens so far.
    pub(crate) tokens: Vec<CodeToken>,
    /// The first closing bracket that closes nothing.
    pub(crate) surplus: Option<Range<usize>>,
    /// The first string that should have ended on its line; it is taken to end there.
    pub(crate) unclosed_fault: Option<StatementFault>,
    brackets: Vec<Bracket>,
    /// Operators outside of all brackets that wait for their operand.
    operators: u32,
    depth: u32,
    /// A string that goes on.
    unclosed_string: Option<UnclosedString>,
}

/// A string that is not closed yet.
#[derive(Clone, Copy, Debug)]
struct UnclosedString {
    /// Where it starts.
    at: usize,
    /// Where its opening quotes start.
    quote: usize,
    /// Up to where its end was looked for.
    seen: usize,
}

/// An open bracket, and how many operators wait for their operand inside it.
#[derive(Debug)]
struct Bracket {
    at: usize,
    operators: u32,
}

impl CodeScanner {
    /// Takes in the next line. Gives whether the statement is complete, or why it never will be.
    pub(crate) fn line(&mut self, line: &str) -> Result<bool, StatementFault> {
        if self.text.len() + line.len() > LONGEST {
            return Err(StatementFault::TooLong);
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let mut at = self.text.len();
        self.text.push_str(line);
        if let Some(open) = self.unclosed_string.take() {
            at = self.string(open)?;
        }
        while at < self.text.len() {
            at = self.token(at)?;
        }
        Ok(self.unclosed_string.is_none() && self.brackets.is_empty() && self.carrying().is_none())
    }

    /// The backslash at the end of the line that carries the statement over to the next one.
    fn carrying(&self) -> Option<Range<usize>> {
        let last = self.tokens.last().filter(|last| self.source(last) == "\\")?;
        (last.range.end == self.text.len()).then(|| last.range.clone())
    }

    /// Whether the next line goes on inside a string.
    pub(crate) fn is_in_text(&self) -> bool {
        self.unclosed_string.is_some()
    }

    /// What is still open, as the reason why the statement is not complete.
    pub(crate) fn unclosed(&self) -> Option<StatementFault> {
        match (self.unclosed_string, self.brackets.last()) {
            (Some(open), _) => Some(StatementFault::UnclosedText(open.at..self.opened(open))),
            (None, Some(bracket)) => Some(StatementFault::UnclosedBracket(bracket.at..bracket.at + 1)),
            (None, None) => self.carrying().map(StatementFault::CarriedNowhere),
        }
    }

    /// The text of a token.
    pub(crate) fn source(&self, token: &CodeToken) -> &str {
        self.text.get(token.range.clone()).unwrap_or_default()
    }

    /// What stands between the tokens, before the first and behind the last: blanks.
    pub(crate) fn gaps(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = self.tokens.iter().map(|token| token.range.end);
        let starts = self.tokens.iter().map(|token| token.range.start).chain([self.text.len()]);
        std::iter::once(0).chain(ends).zip(starts).map(|(end, start)| end..start)
    }

    /// Reads the token at `at`, or blanks. Gives where the next begins.
    fn token(&mut self, at: usize) -> Result<usize, StatementFault> {
        let rest = self.text.get(at..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { return Ok(self.text.len()) };
        if first.is_whitespace() {
            return Ok(at + first.len_utf8());
        }
        let (kind, length) = match first {
            '"' | '\'' => return self.string(UnclosedString { at, quote: at, seen: at }),
            '#' => (CodeTokenKind::Comment, rest.find('\n').unwrap_or(rest.len())),
            '(' | '[' | '{' => (CodeTokenKind::Open, 1),
            ')' | ']' | '}' => (CodeTokenKind::Close, 1),
            _ if is_word(first) => (CodeTokenKind::Word, rest.find(|it| !is_word(it)).unwrap_or(rest.len())),
            _ => (CodeTokenKind::Sign, first.len_utf8()),
        };
        let end = at + length;
        let is_prefix = matches!(rest.get(..length), Some("r" | "b" | "rb" | "br"));
        if is_prefix && self.text.get(end..).is_some_and(|rest| rest.starts_with(['"', '\''])) {
            return self.string(UnclosedString { at, quote: end, seen: end });
        }
        self.push(kind, at..end)?;
        Ok(end)
    }

    /// Reads a string to its end, or to the end of the line if it goes on.
    fn string(&mut self, open: UnclosedString) -> Result<usize, StatementFault> {
        let opened = self.opened(open);
        let closing = self.text.get(open.quote..opened).unwrap_or_default().to_owned();
        let mut at = open.seen.max(opened);
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            if rest.starts_with(&closing) {
                let end = at + closing.len();
                self.push(CodeTokenKind::Text, open.at..end)?;
                return Ok(end);
            }
            let mut characters = rest.chars();
            let first = characters.next().map_or(1, char::len_utf8);
            let is_escape = rest.starts_with('\\');
            if is_escape && first == rest.len() {
                break;
            }
            if rest.starts_with('\n') && closing.len() == 1 {
                return self.unclosed_fault(open, at);
            }
            at += first + characters.next().filter(|_| is_escape).map_or(0, char::len_utf8);
        }
        if closing.len() == 1 && at == self.text.len() {
            return self.unclosed_fault(open, at);
        }
        self.unclosed_string = Some(UnclosedString { seen: at, ..open });
        Ok(self.text.len())
    }

    fn unclosed_fault(&mut self, open: UnclosedString, end: usize) -> Result<usize, StatementFault> {
        let fault = StatementFault::UnclosedText(open.at..self.opened(open));
        self.unclosed_fault = self.unclosed_fault.take().or(Some(fault));
        self.push(CodeTokenKind::Text, open.at..end)?;
        Ok(end)
    }

    /// Where the opening quotes of a string end.
    fn opened(&self, open: UnclosedString) -> usize {
        let rest = self.text.get(open.quote..).unwrap_or_default();
        let is_triple = rest.starts_with("\"\"\"") || rest.starts_with("'''");
        open.quote + if is_triple { 3 } else { 1 }
    }

    fn push(&mut self, kind: CodeTokenKind, range: Range<usize>) -> Result<(), StatementFault> {
        let open = self.brackets.len() as u32;
        let depth = if kind == CodeTokenKind::Close { open.saturating_sub(1) } else { open };
        let token = CodeToken { kind, range: range.clone(), depth };
        match kind {
            CodeTokenKind::Open => {
                // A bracket behind a value nests the value: `f()()()` is as deep as it is long.
                if self.tokens.last().is_some_and(|last| self.ends_value(last)) {
                    self.operator();
                }
                self.depth += 1;
                self.brackets.push(Bracket { at: range.start, operators: 0 });
            }
            CodeTokenKind::Close => match self.brackets.pop() {
                Some(bracket) => self.depth = self.depth.saturating_sub(1 + bracket.operators),
                None => self.surplus = self.surplus.take().or(Some(range.clone())),
            },
            CodeTokenKind::Sign if matches!(self.source(&token), "," | ";") => {
                let operators = self.brackets.last_mut().map_or(&mut self.operators, |it| &mut it.operators);
                self.depth = self.depth.saturating_sub(std::mem::take(operators));
            }
            CodeTokenKind::Sign | CodeTokenKind::Word if is_operator(self.source(&token)) => self.operator(),
            CodeTokenKind::Sign | CodeTokenKind::Word | CodeTokenKind::Text | CodeTokenKind::Comment => {}
        }
        self.tokens.push(token);
        if self.depth > DEEPEST { Err(StatementFault::TooDeep(range)) } else { Ok(()) }
    }

    fn operator(&mut self) {
        self.depth += 1;
        *self.brackets.last_mut().map_or(&mut self.operators, |it| &mut it.operators) += 1;
    }

    fn ends_value(&self, token: &CodeToken) -> bool {
        match token.kind {
            CodeTokenKind::Word => !is_operator(self.source(token)),
            CodeTokenKind::Text | CodeTokenKind::Close => true,
            CodeTokenKind::Open | CodeTokenKind::Sign | CodeTokenKind::Comment => false,
        }
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_operator(token: &str) -> bool {
    matches!(token, "not" | "if" | "else" | "lambda" | "and" | "or" | "in" | "for")
        || matches!(
            token.as_bytes(),
            [b'+' | b'-' | b'*' | b'/' | b'%' | b'~' | b'|' | b'&' | b'^' | b'<' | b'>' | b'.']
        )
}
