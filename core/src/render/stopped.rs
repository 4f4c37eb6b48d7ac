//! Evaluations that were ended from outside, because they used more than they may: what is said about them, and where.
//!
//! Limits that the interpreter itself keeps are reported by the evaluation, at the token; this is about the others.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::Rendered;
use super::request::{Reply, Request};
use crate::problem::{Code, Problem};
use crate::template::function::{CallOutcome, Failure};
use crate::template::job::{Evaluated, JobSource};
use crate::text::{FileId, Place, TextRange, TextSize};

#[cfg(test)]
mod tests;

/// An evaluation that was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// Why.
    pub cause: Cause,
    /// The file and the line from 0 that was running, if that is known.
    pub line: Option<(FileId, u32)>,
}

/// Which limit was not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// [`crate::template::job::Limits::milliseconds`], of one file or one call.
    Time,
    /// [`Request::milliseconds`], of all files or calls together.
    TimeOfAll,
    /// [`crate::template::job::Limits::process_bytes`]
    Memory,
    /// The stack of the process: code or values nest too deep.
    Depth,
    /// The size of what it gave.
    Size,
    /// None that is known, but the process ended.
    Crash,
    /// It never began: there is no process for it.
    Unavailable,
}

impl Stopped {
    /// The reply to a request that was stopped; of calls, `done` had come to an end by then, and those behind the one
    /// that was running are not in the reply.
    pub fn reply(self, request: &Request, mut done: Vec<CallOutcome>) -> Reply {
        match request {
            Request::Documents(_) => {
                Reply::Documents(Evaluated { problems: vec![self.problem(request)], ..Evaluated::default() })
            }
            Request::Render(_) => {
                Reply::Rendered(Rendered { problems: vec![self.problem(request)], ..Rendered::default() })
            }
            Request::Call { .. } => {
                done.push(CallOutcome::of_stopped(self.failure(request)));
                Reply::Called(done)
            }
        }
    }

    fn problem(self, request: &Request) -> Problem {
        self.cause.problem(self.place(request), request)
    }

    /// The outcome of a call that is not made, since those before it took all the time.
    pub fn not_called(request: &Request) -> CallOutcome {
        let stopped = Self { cause: Cause::TimeOfAll, line: None };
        CallOutcome::of_stopped(stopped.failure(request))
    }

    fn failure(self, request: &Request) -> Failure {
        let message = self.cause.words(request);
        // No line is at fault where all calls together took too long: it is told of the function.
        let is_about_line = self.cause != Cause::TimeOfAll;
        let frames = is_about_line.then(|| (SmolStr::default(), self.place(request))).into_iter().collect();
        Failure { message, frames, is_over_budget: true, about: None }
    }

    /// The line that was running, else the one where code begins.
    fn place(self, request: &Request) -> Place {
        let sources = request.sources();
        let source_of = |file| sources.iter().find(|source| source.file == file);
        let running = self.line.and_then(|(file, line)| Some((source_of(file)?, line)));
        match (running, request.file().and_then(source_of)) {
            (Some((source, line)), _) => Place::absolute(source.file, line_range(&source.text, line)),
            (None, Some(source)) => Place::absolute(source.file, first_code(source).unwrap_or_default()),
            (None, None) => sources
                .iter()
                .find_map(|source| Some(Place::absolute(source.file, first_code(source)?)))
                .unwrap_or(Place::NOWHERE),
        }
    }
}

impl Cause {
    /// What happened to a function.
    fn words(self, request: &Request) -> String {
        let limits = request.limits();
        match self {
            Self::Time => format!("it runs longer than {} ms", limits.milliseconds),
            Self::TimeOfAll => {
                format!("all calls of functions together take longer than {} ms", request.milliseconds())
            }
            Self::Memory => format!("it needs more than {} MB of memory", limits.process_bytes >> 20),
            Self::Depth => "it, or a value that it makes, nests deeper than it may".to_owned(),
            Self::Size => "it gives more than can be checked".to_owned(),
            Self::Crash => "its evaluation broke down".to_owned(),
            Self::Unavailable => "it cannot be evaluated here".to_owned(),
        }
    }

    fn problem(self, place: Place, request: &Request) -> Problem {
        let limits = request.limits();
        let problem = |message: &str| Problem::new(Code::EvaluationBudget, place, message);
        match self {
            Self::Time => problem("The template code runs longer than it may")
                .expected(format!("an end within {} ms", limits.milliseconds))
                .hint("if this is meant, raise `timeout-ms` in the section `evaluation` of sayl.toml"),
            Self::TimeOfAll => problem("The template code of all files together runs longer than it may")
                .expected(format!("an end within {} ms", request.milliseconds()))
                .hint("if this is meant, raise `timeout-ms` in the section `evaluation` of sayl.toml"),
            Self::Memory => problem("The template code needs more memory than it may")
                .expected(format!("at most {} MB", limits.process_bytes >> 20))
                .hint("if this is meant, raise `memory-mb` in the section `evaluation` of sayl.toml"),
            Self::Depth => problem("The template code, or a value that it makes, nests deeper than it may"),
            Self::Size => problem("The template code gives more than can be checked"),
            Self::Unavailable => problem("The template code cannot be evaluated here")
                .hint("the process for it does not start; the error output of sayl says why"),
            Self::Crash => problem("The evaluation of the template code broke down")
                .hint("this should not happen, whatever the code; please report it with the file"),
        }
    }
}

/// The line of that number from 0, without its indentation and its end.
fn line_range(text: &str, line: u32) -> TextRange {
    let mut start = 0;
    for (index, content) in text.split_inclusive('\n').enumerate() {
        if index == line as usize {
            return trimmed(start, content);
        }
        start += content.len();
    }
    TextRange::empty(TextSize::of(text))
}

/// The first line that looks like code: in a template one with `#@ `, in a program one that is not a comment.
fn first_code(source: &JobSource) -> Option<TextRange> {
    let is_program = source.path.ends_with(".star");
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let text = line.trim();
        let is_code = if is_program { !text.is_empty() && !text.starts_with('#') } else { has_code(text) };
        if is_code {
            return Some(trimmed(start, line));
        }
        start += line.len();
    }
    None
}

fn has_code(line: &str) -> bool {
    line.ends_with("#@") || ["#@ ", "(@", "#@\t"].iter().any(|sign| line.contains(sign))
}

fn trimmed(start: usize, line: &str) -> TextRange {
    let indentation = line.len() - line.trim_start().len();
    TextRange::at(TextSize::new((start + indentation) as u32), TextSize::of(line.trim()))
}
