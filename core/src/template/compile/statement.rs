//! The statements of a program in the order in which they run, gathered from the lines of code and from what stands
//! between them.

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

use super::code::{self, Code, CodeLine, Mistake};
use super::snippet::Snippet;
use crate::problem::{Code as ProblemCode, Problem};
use crate::template::tokens::{Fault, Scanner, TokenKind};
use crate::text::{FileId, Place, TextRange};

/// A statement of the program.
#[derive(Debug)]
pub(super) struct Statement {
    /// The line of the template on which it begins, from 0.
    pub(super) line: u32,
    /// What it does to the blocks.
    pub(super) role: Role,
    /// Whether it must not share its line with another statement.
    pub(super) is_alone: bool,
    pub(super) parts: Vec<Part>,
    /// What it adds to the function that it stands in.
    pub(super) collects: Option<Collected>,
    /// What it is about in the template.
    pub(super) range: TextRange,
    /// What is known to be wrong with it.
    pub(super) state: State,
    /// Whether its code is reported elsewhere when it is wrong.
    pub(super) is_annotation: bool,
}

/// What is known to be wrong with a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing.
    Sound,
    /// Something that is reported and does no harm.
    Reported,
    /// It cannot be parsed, so something else stands for it.
    LeftOut,
}

/// What a statement does to the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing.
    Plain,
    /// Nothing; but it is a block with its body on the same line.
    Single,
    /// It opens a block.
    Open(Block),
    /// It ends a block and, if its body follows on further lines, opens the next.
    Turn(Block, bool),
    /// It ends a block.
    End,
    /// It ends the block around one node, without being written.
    EndOfNode,
}

/// A kind of block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// `if` or `elif`.
    If,
    /// `else`.
    Else,
    /// `for`.
    For,
    /// `while`.
    While,
    /// `def`.
    Function,
}

/// What a function collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Collected {
    /// Nodes.
    Yaml,
    /// Text.
    Text,
}

/// A part of a statement.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Code of the template, from this byte of it on.
    Verbatim(String, crate::text::TextSize),
    /// Made up for what stands there.
    Made(String, TextRange),
    /// From here on it stands on this line of the template.
    Line {
        /// From 0.
        number: u32,
        /// Whether the newline is part of a string.
        is_in_text: bool,
    },
    /// A line of its own, inside the block that the statement opens.
    Inside,
    /// What `return` means where YAML or text is collected.
    Return(Return, TextRange),
}

/// A place at a `return`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Return {
    /// Behind one that returns nothing.
    Nothing,
    /// Before what is returned.
    Before,
    /// Behind it.
    Behind,
}

/// Gathers statements.
#[derive(Debug)]
pub(super) struct Statements {
    pub(super) file: FileId,
    pub(super) list: Vec<Statement>,
    pub(super) problems: Vec<Problem>,
    /// Whether `/end` makes a block of the next node alone.
    is_yaml: bool,
    scanner: Scanner,
    /// The lines of the statement that is not complete yet.
    pending: Vec<(Snippet, u32, bool)>,
    /// Problems of code that is cut off, each with the statement that it is in: what follows is part of the matter.
    pub(super) cut: Vec<(usize, usize)>,
}

impl Statements {
    pub(super) fn new(file: FileId, is_yaml: bool) -> Self {
        Self {
            file,
            list: Vec::new(),
            problems: Vec::new(),
            is_yaml,
            scanner: Scanner::default(),
            pending: Vec::new(),
            cut: Vec::new(),
        }
    }

    /// Adds a line of code: a statement, or a further line of one.
    pub(super) fn code(&mut self, line: Snippet, number: u32) {
        let mut lines = VecDeque::from([(line, number)]);
        while let Some((line, number)) = lines.pop_front() {
            let is_in_text = self.scanner.is_in_text();
            let scanned = self.scanner.line(&line.text);
            self.pending.push((line, number, is_in_text));
            match scanned {
                Ok(true) => self.complete(),
                Ok(false) => {}
                Err(fault) => self.give_up(&fault).into_iter().rev().for_each(|line| lines.push_front(line)),
            }
        }
    }

    /// Ends the code above something that is no code.
    pub(super) fn flush(&mut self) {
        while let Some(fault) = self.scanner.unclosed() {
            for (line, number) in self.give_up(&fault) {
                self.code(line, number);
            }
        }
    }

    /// Adds a statement that is made up for what stands at `range`.
    pub(super) fn made(&mut self, line: u32, text: String, range: TextRange, collects: Option<Collected>) {
        self.parts(line, vec![Part::Made(text, range)], range, collects);
    }

    /// Adds a statement from its parts.
    pub(super) fn parts(&mut self, line: u32, parts: Vec<Part>, range: TextRange, collects: Option<Collected>) {
        self.flush();
        self.list.push(Statement {
            line,
            role: Role::Plain,
            is_alone: false,
            parts,
            collects,
            range,
            state: State::Sound,
            is_annotation: false,
        });
    }

    /// Adds a call for what stands at `subject`, whose argument is an expression: `opening`, the expression, `closing`.
    pub(super) fn call(
        &mut self,
        line: u32,
        opening: &str,
        subject: TextRange,
        expression: &Snippet,
        closing: &str,
        is_annotation: bool,
    ) {
        self.flush();
        let read = self.expression(expression, line, is_annotation);
        let state = if read.is_some() { State::Sound } else { State::LeftOut };
        let end = TextRange::empty(expression.trimmed().range().end());
        let mut parts = vec![Part::Made(opening.to_owned(), subject)];
        parts.extend(read.unwrap_or_default());
        parts.push(Part::Made(closing.to_owned(), end.cover(TextRange::empty(end.start().max(subject.end())))));
        self.parts(line, parts, subject.cover(expression.trimmed().range()), None);
        if let Some(statement) = self.list.last_mut() {
            statement.state = state;
            statement.is_annotation = is_annotation;
        }
    }

    /// Says what the last statement adds to its function.
    pub(super) fn collects(&mut self, what: Collected) {
        if let Some(statement) = self.list.last_mut() {
            statement.collects = Some(what);
        }
    }

    /// Ends the block that was opened for one node.
    pub(super) fn end_of_node(&mut self, range: TextRange) {
        let line = self.list.last().map_or(0, |last| last.line);
        self.parts(line, Vec::new(), range, None);
        if let Some(statement) = self.list.last_mut() {
            statement.role = Role::EndOfNode;
        }
    }

    /// A problem with the code.
    pub(super) fn problem(&self, range: TextRange, message: impl Into<String>) -> Problem {
        Problem::new(ProblemCode::TemplateSyntax, Place::absolute(self.file, range), message)
    }

    /// An expression inside the brackets of a call, which must not end them.
    /// `None` if they would; annotations are not reported here.
    fn expression(&mut self, expression: &Snippet, line: u32, is_annotation: bool) -> Option<Vec<Part>> {
        let mut scanner = Scanner::default();
        let mut lines = Vec::new();
        let mut fault = None;
        for (number, text) in (line..).zip(expression.text.split('\n')) {
            lines.push(CodeLine { start: 0, number, is_in_text: scanner.is_in_text() });
            if let Err(hard) = scanner.line(text) {
                fault = Some(hard);
                break;
            }
        }
        let mut start = 0;
        for (line, text) in lines.iter_mut().zip(expression.text.split('\n')) {
            line.start = start;
            start += text.len() + 1;
        }
        let fault = fault.or_else(|| scanner.torn.clone()).or_else(|| scanner.unclosed());
        let comment = scanner.tokens.iter().find(|token| token.kind == TokenKind::Comment);
        if let Some(word) = scanner.tokens.iter().find(|token| code::is_reserved(scanner.source(token))) {
            self.problems.push(self.reserved(expression, word.range.clone()));
            return None;
        }
        if fault.is_none() && scanner.surplus.is_none() && comment.is_none() {
            let whole = 0..expression.text.len();
            return Some(Code::new(expression.clone(), lines, &scanner).parts(whole));
        }
        if is_annotation {
            return None;
        }
        if let Some(fault) = fault {
            self.fault(&fault, expression);
        } else if let Some(surplus) = &scanner.surplus {
            self.problems.push(self.problem(expression.place(surplus.clone()), "This bracket closes nothing"));
        } else if let Some(comment) = comment {
            let problem = self.problem(expression.place(comment.range.clone()), "No comment may stand behind a value");
            self.problems.push(problem.hint("write it on a line of its own, after `#!`"));
        }
        None
    }

    /// Takes the complete statement in.
    fn complete(&mut self) {
        let scanner = mem::take(&mut self.scanner);
        let mut lines = mem::take(&mut self.pending).into_iter();
        let Some((mut snippet, number, _)) = lines.next() else { return };
        let mut code_lines = vec![CodeLine { start: 0, number, is_in_text: false }];
        for (line, number, is_in_text) in lines {
            snippet.push_line(&line);
            code_lines.push(CodeLine { start: snippet.text.len() - line.text.len(), number, is_in_text });
        }
        let code = Code::new(snippet, code_lines, &scanner);
        let Some(shape) = code.shape(self.is_yaml) else { return };
        if let Some(fault) = &scanner.torn {
            self.fault(fault, code.snippet());
        } else if let Some(mistake) = &shape.mistake {
            self.mistake(mistake, code.snippet());
        }
        let state = match shape.mistake {
            _ if scanner.torn.is_some() => State::LeftOut,
            Some(Mistake::Reserved(_)) => State::LeftOut,
            Some(Mistake::MissingColon(_) | Mistake::AfterEnd(_)) => State::Reported,
            None => State::Sound,
        };
        self.list.push(Statement {
            line: number,
            role: shape.role,
            is_alone: shape.is_alone,
            parts: shape.parts,
            collects: None,
            range: code.snippet().trimmed().range(),
            state,
            is_annotation: false,
        });
    }

    /// Leaves the first line of an incomplete statement out. Gives back the others, which may be statements.
    fn give_up(&mut self, fault: &Fault) -> Vec<(Snippet, u32)> {
        self.scanner = Scanner::default();
        let pending = mem::take(&mut self.pending);
        let mut joined = Snippet::default();
        for (index, (line, _, _)) in pending.iter().enumerate() {
            if index == 0 { joined = line.clone() } else { joined.push_line(line) }
        }
        self.fault(fault, &joined);
        let mut lines = pending.into_iter().map(|(line, number, _)| (line, number));
        if let Some((first, number)) = lines.next() {
            self.list.push(broken(&first, number));
        }
        lines.collect()
    }

    /// Reports what is wrong with the statement that comes next.
    fn fault(&mut self, fault: &Fault, snippet: &Snippet) {
        if matches!(fault, Fault::UnclosedBracket(_)) {
            self.cut.push((self.problems.len(), self.list.len()));
        }
        let problem = match fault {
            Fault::UnclosedText(range) => {
                self.problem(snippet.place(range.clone()), "The string is not closed").expected("a closing quote")
            }
            Fault::UnclosedBracket(range) => {
                let bracket = snippet.text.get(range.clone()).unwrap_or_default();
                let closing = match bracket {
                    "(" => ")",
                    "[" => "]",
                    _ => "}",
                };
                self.problem(snippet.place(range.clone()), format!("The bracket `{bracket}` is not closed"))
                    .expected(format!("a closing `{closing}`"))
            }
            Fault::TooDeep(range) => self.too_deep(snippet.place(range.clone()), "nests deeper"),
            Fault::TooLong => self.too_deep(snippet.range(), "is longer"),
        };
        self.problems.push(problem);
    }

    fn too_deep(&self, range: TextRange, what: &str) -> Problem {
        let message = format!("The template code {what} than sayl follows");
        let problem = Problem::new(ProblemCode::TooDeep, Place::absolute(self.file, range), message);
        problem.hint("split it into several statements")
    }

    fn reserved(&self, snippet: &Snippet, range: Range<usize>) -> Problem {
        let word = snippet.text.get(range.clone()).unwrap_or_default();
        let hint =
            if word == "pass" { "leave it out: a block may be empty" } else { "it ends a block, so take another name" };
        self.problem(snippet.place(range), format!("`{word}` is reserved and cannot be used here")).hint(hint)
    }

    fn mistake(&mut self, mistake: &Mistake, snippet: &Snippet) {
        if matches!(mistake, Mistake::MissingColon(_)) {
            self.cut.push((self.problems.len(), self.list.len()));
        }
        let problem = match mistake {
            Mistake::MissingColon(range) => self
                .problem(snippet.place(range.clone()), "The line that opens a block ends with a colon")
                .found("the end of the line")
                .expected("`:`"),
            Mistake::AfterEnd(range) => {
                let found = format!("`{}`", snippet.text.get(range.clone()).unwrap_or_default());
                self.problem(snippet.place(range.clone()), "Nothing may stand behind `end`").found(found)
            }
            Mistake::Reserved(range) => self.reserved(snippet, range.clone()),
        };
        self.problems.push(problem);
    }
}

/// What stands for a line whose code cannot be read, so that blocks still match.
fn broken(line: &Snippet, number: u32) -> Statement {
    let text = line.text.trim();
    let opens = text.ends_with(':') || !text.contains(':');
    let role = match text.split(|it: char| !it.is_alphanumeric()).next().filter(|_| opens) {
        Some("if") => Role::Open(Block::If),
        Some("for") => Role::Open(Block::For),
        Some("while") => Role::Open(Block::While),
        Some("def") => Role::Open(Block::Function),
        Some("elif") => Role::Turn(Block::If, true),
        _ => Role::Plain,
    };
    Statement {
        line: number,
        role,
        is_alone: true,
        parts: Vec::new(),
        collects: None,
        range: line.trimmed().range(),
        state: State::LeftOut,
        is_annotation: false,
    }
}
