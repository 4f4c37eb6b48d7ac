//! Gathers the statements of a program in the order in which they run: from the lines of code, and from what stands
//! between them.

use std::collections::VecDeque;
use std::mem;

use super::code::{StatementCode, StatementLine};
use super::expression;
use super::mistake::CompileMistake;
use super::snippet::Snippet;
use super::statement::{Block, CompiledStatement, OutputKind, StatementPart, StatementRole, StatementState};
use crate::problem::{Code as ProblemCode, Problem};
use crate::template::tokens::{CodeScanner, StatementFault};
use crate::text::{FileId, Place, TextRange};

/// The statements so far.
#[derive(Debug)]
pub(super) struct Statements {
    pub(super) file: FileId,
    pub(super) list: Vec<CompiledStatement>,
    pub(super) problems: Vec<Problem>,
    /// Problems of code that is cut off, each with the statement that it is in: what follows is part of the matter.
    pub(super) cut: Vec<(usize, usize)>,
    /// Whether the text around them is broken, so that lines of code may be missing.
    pub(super) is_incomplete: bool,
    /// Whether `/end` makes a block of the next node alone.
    is_yaml: bool,
    scanner: CodeScanner,
    /// The lines of the statement that is not complete yet.
    pending: Vec<PendingLine>,
}

/// A line of a statement that is not complete yet.
#[derive(Debug)]
struct PendingLine {
    line: Snippet,
    number: u32,
    /// Whether it goes on inside a string.
    is_in_text: bool,
}

/// A call of a function that the evaluation provides, with an expression of the template as its last argument.
pub(super) struct ProvidedCall<'a> {
    /// The line of the template on which it stands, from 0.
    pub(super) line: u32,
    /// What stands before the expression.
    pub(super) opening: &'a str,
    /// What the call is about.
    pub(super) subject: TextRange,
    pub(super) expression: &'a Snippet,
    /// What stands behind it.
    pub(super) closing: &'a str,
    /// Whether the expression is reported elsewhere when it is wrong.
    pub(super) is_annotation: bool,
}

impl Statements {
    pub(super) fn new(file: FileId, is_yaml: bool) -> Self {
        Self {
            file,
            list: Vec::new(),
            problems: Vec::new(),
            cut: Vec::new(),
            is_incomplete: false,
            is_yaml,
            scanner: CodeScanner::default(),
            pending: Vec::new(),
        }
    }

    /// Whether a function has begun so far.
    pub(super) fn has_function(&self) -> bool {
        self.list.iter().any(|statement| statement.role == StatementRole::Open(Block::Function))
    }

    /// Adds a line of code: a statement, or a further line of one.
    pub(super) fn code(&mut self, line: Snippet, number: u32) {
        let mut lines = VecDeque::from([(line, number)]);
        while let Some((line, number)) = lines.pop_front() {
            if let Some((end, rest)) = self.behind_end(&line) {
                lines.push_front((rest, number));
                lines.push_front((end, number));
                continue;
            }
            let is_in_text = self.scanner.is_in_text();
            // ytt takes the blanks before a line of code away, in strings, too.
            let keeps_blanks = !is_in_text || self.scanner.text.ends_with('\\');
            let line = if keeps_blanks { line } else { line.without_indentation() };
            let scanned = self.scanner.line(&line.text);
            self.pending.push(PendingLine { line, number, is_in_text });
            match scanned {
                Ok(true) => self.complete(),
                Ok(false) => {}
                Err(fault) => self.give_up(fault).into_iter().rev().for_each(|line| lines.push_front(line)),
            }
        }
    }

    /// `end` and the statement behind it: ytt takes one on the same line, and a backslash before one on the next.
    fn behind_end(&self, line: &Snippet) -> Option<(Snippet, Snippet)> {
        if !self.pending.is_empty() {
            return None;
        }
        let code = line.without_indentation();
        let rest = code.text.strip_prefix("end")?;
        let statement = rest.trim_start();
        if statement.trim_end() == "\\" {
            return Some((code.part(0.."end".len()), Snippet::default()));
        }
        let is_apart =
            statement.len() < rest.len() && statement.starts_with(|it: char| it.is_alphabetic() || it == '_');
        let is_one_word = statement.split('#').next().unwrap_or_default().trim().chars().all(char::is_alphanumeric);
        let is_statement = is_apart && (!is_one_word || statement.starts_with("end"));
        let split = code.text.len() - statement.len();
        is_statement.then(|| (code.part(0.."end".len()), code.part(split..code.text.len())))
    }

    /// Ends the code above something that is no code.
    pub(super) fn flush(&mut self) {
        while let Some(fault) = self.scanner.unclosed() {
            for (line, number) in self.give_up(fault) {
                self.code(line, number);
            }
        }
    }

    /// The problem of a file that begins with a block whose last part has no body: ytt cannot say where such a block
    /// ends.
    pub(super) fn empty_beginning(&self) -> Option<Problem> {
        let mut depth = 0;
        let end = self.list.iter().position(|statement| {
            match statement.role {
                StatementRole::Open(_) => depth += 1,
                StatementRole::End => depth -= 1,
                _ => {}
            }
            depth <= 0
        });
        let inside = self.list.get(..end?)?;
        let last = inside.iter().rfind(|statement| statement.role != StatementRole::End)?;
        let is_empty = matches!(last.role, StatementRole::Open(_) | StatementRole::Turn(_, true));
        let place = Place::absolute(self.file, inside.first()?.range);
        let message = "ytt crashes on a file that begins with a block without a body";
        let problem = || Problem::new(ProblemCode::TemplateSyntax, place, message);
        is_empty.then(|| problem().hint("give it a body, or let another statement stand above it"))
    }

    /// Leaves out what is made up, and with it what is wrong: only the code is to be read.
    pub(super) fn keep_written(&mut self) {
        self.flush();
        self.list.retain(CompiledStatement::is_written);
        self.problems.clear();
        self.cut.clear();
    }

    /// Adds a statement that is made up for what stands at `range`.
    pub(super) fn made(&mut self, line: u32, text: String, range: TextRange, collects: Option<OutputKind>) {
        self.flush();
        let statement =
            CompiledStatement::new(line, StatementRole::Plain, vec![StatementPart::Made(text, range)], range);
        self.list.push(CompiledStatement { collects, ..statement });
    }

    /// Adds a call.
    pub(super) fn call(&mut self, call: &ProvidedCall<'_>, collects: Option<OutputKind>) {
        self.flush();
        let code = call.expression.trimmed().range();
        let end = TextRange::empty(code.end().max(call.subject.end()));
        let mut parts = vec![StatementPart::Made(call.opening.to_owned(), call.subject)];
        let mut state = StatementState::Sound;
        match expression::read(call.expression, call.line) {
            Ok(expression) => parts.extend(expression),
            Err(mistake) => {
                state = StatementState::LeftOut;
                if !call.is_annotation || mistake.is_about_ytt() {
                    self.report(&mistake, call.expression);
                }
            }
        }
        parts.push(StatementPart::Made(call.closing.to_owned(), end));
        let statement = CompiledStatement::new(call.line, StatementRole::Plain, parts, call.subject.cover(code));
        self.list.push(CompiledStatement { collects, state, is_annotation: call.is_annotation, ..statement });
    }

    /// Ends the block that was opened for one node.
    pub(super) fn end_of_node(&mut self, range: TextRange) {
        self.flush();
        let line = self.list.last().map_or(0, |last| last.line);
        self.list.push(CompiledStatement::new(line, StatementRole::EndOfNode, Vec::new(), range));
    }

    /// Reports what is wrong with the statement that comes next.
    fn report(&mut self, mistake: &CompileMistake, snippet: &Snippet) {
        if mistake.is_cut_off() {
            self.cut.push((self.problems.len(), self.list.len()));
        }
        self.problems.push(mistake.problem(self.file, snippet));
    }

    /// Takes the complete statement in.
    fn complete(&mut self) {
        let scanner = mem::take(&mut self.scanner);
        let pending = mem::take(&mut self.pending);
        let Some(number) = pending.first().map(|first| first.number) else { return };
        let mut lines = Vec::with_capacity(pending.len());
        let snippet = joined(&pending, |start, it| {
            lines.push(StatementLine { start, number: it.number, is_in_text: it.is_in_text });
        });
        let code = StatementCode::new(snippet, lines, &scanner);
        let Some(shape) = code.shape(self.is_yaml) else { return };
        let mistake = scanner.unclosed_fault.map(CompileMistake::Fault).or(shape.mistake);
        if let Some(mistake) = &mistake {
            self.report(mistake, code.snippet());
        }
        let state = mistake.as_ref().map_or(StatementState::Sound, CompileMistake::state);
        let statement = CompiledStatement::new(number, shape.role, shape.parts, code.snippet().trimmed().range());
        self.list.push(CompiledStatement { is_alone: shape.is_alone, state, ..statement });
    }

    /// Leaves the first line of an incomplete statement out. Gives back the others, which may be statements.
    fn give_up(&mut self, fault: StatementFault) -> Vec<(Snippet, u32)> {
        self.scanner = CodeScanner::default();
        let pending = mem::take(&mut self.pending);
        let snippet = joined(&pending, |_, _| {});
        self.report(&CompileMistake::Fault(fault), &snippet);
        let mut lines = pending.into_iter().map(|it| (it.line, it.number));
        if let Some((first, number)) = lines.next() {
            self.list.push(CompiledStatement::broken(&first, number));
        }
        lines.collect()
    }
}

/// The lines as one text. Tells where each begins in it.
fn joined(pending: &[PendingLine], mut tell: impl FnMut(usize, &PendingLine)) -> Snippet {
    let mut joined = Snippet::default();
    for (index, it) in pending.iter().enumerate() {
        if index == 0 {
            joined = it.line.clone();
        } else {
            joined.push_line(&it.line);
        }
        tell(joined.text.len() - it.line.text.len(), it);
    }
    joined
}
