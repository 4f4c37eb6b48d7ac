//! A template becomes a Starlark program: YAML templates (`.yml`), Starlark files (`.star`) and text templates (`.txt`).
//!
//! Each line of the template is one line of the program. Only where a block opens in the midst of a line, as it can in
//! text templates, that line becomes several. [`SourceMap`] leads from the program back to the template. Nothing is
//! evaluated here.
//!
//! Code is taken over as it stands, indented by its blocks; `end` closes a block. What it does to the YAML around it is
//! said by calls of functions that the evaluation provides. In them `i` is the index of a node in [`Program::nodes`]:
//!
//! - `__node(i)` begins node `i` after ending every node that does not hold it. Where no node of the current context
//!   holds it, its parent begins anew there: the root of what a function collects. Nothing marks the end of a node.
//! - `__annotation(i, "name", __arguments(…))` stands before `__node(i)`, in source order; the arguments are verbatim.
//!   Where all annotations of a node are literals, they are in the table instead.
//! - `__value(i, (…))` stands behind `__node(i)`: its computed value.
//! - `__key(i, …)` stands before `__node(i)`: the computed key of an entry.
//! - `__begin()` and `return __end()` are the first and the last statement of a function in which nodes stand: it
//!   collects YAML, and `__end()` is what it collected. In it `return` is `return __end()`, and `return x` is
//!   `return __return((x))`, which drops what was collected and gives `x`. Before the first node it is
//!   `return __return_early((x))`, which ends nothing, as in ytt.
//! - `**x` in a call is `**__kwargs(x)`, which makes a dict of a YAML fragment.
//! - `f(*x, y=z)` is `f(*x, **__named(y=z))`.
//! - `__computed(x)` is `x`, which Starlark must not take for a constant.
//! - `__receiver(x).find` is `x.find`, where ytt has another `find` than the parser's language.
//! - `__text_begin()`, `__text_add("…")`, `__text_add_value((…))` and `__text_end()` do the same for text: in strings of
//!   nodes with `@yaml/text-templated-strings`, and in functions of text templates. The pieces of a text template
//!   itself are added to a text that the evaluation begins.
//!
//! # Design
//!
//! `template::compile` turns a file with template code into a Starlark program: the code as it stands, indented by the
//! blocks that `end` closes, and between it calls that begin nodes, give them values and attach annotations. Whatever
//! no code decides (keys, written values, places, annotations whose arguments are literals: `compile::literal`) is in
//! a table beside the program, and a part of a document that holds no code at all is one entry of it. A line of the
//! template is a line of the program; only where a block opens in the midst of a line, as in text templates, it
//! becomes several. `SourceMap` leads from any part of the program back to the bytes it stands for, so a problem that
//! the parser or the evaluation finds stands at its own token.
//!
//! - **Nothing that nests too deep reaches the parser**, which recurses: `template::tokens` counts brackets, operators
//!   and blocks first. The arguments of annotations are read by the same tokens.
//! - **The parser stops at its first mistake.** The statement that holds it is left out then, something harmless
//!   stands for it, and the program is parsed again; so every mistake is found, and a half-typed line is one problem
//!   on that line. Names that nothing defines are told of the rest, unless what was left out may define them
//!   (`compile::unread`). Strings and brackets that are not closed are found before, by line: otherwise they would
//!   swallow what follows.
//! - **Where ytt's Starlark and the parser's differ**, the code is rewritten (`assert`, which the parser reserves,
//!   becomes `asserT`: `template::dialect`; `while`, which it does not know, becomes a `for` that the condition ends),
//!   or refused as ytt refuses it (`pass`, and `end` as a name).

use serde::{Deserialize, Serialize};
use starlark_syntax::syntax::AstModule;

use crate::problem::Problem;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::yaml::Stream;

mod aliases;
mod check;
mod code;
mod expression;
mod gather;
mod insertions;
mod laid_out;
mod layout;
mod literal;
mod map;
mod mistake;
mod nodes;
mod plain;
mod snippet;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod text_literal;
mod unread;
mod walk;
mod wording;

use gather::Statements;
use snippet::Snippet;

pub(crate) use check::parse;
pub(crate) use code::load::{CALL as LOAD_IN_BLOCK, as_load};
pub use laid_out::{LaidOut, SoundText};
pub use map::SourceMap;
pub use nodes::{NodeTemplate, TemplateNodeKind};
pub(crate) use text::is_template as is_text_template;
pub use unread::HiddenNames;

/// A file as a program.
#[derive(Debug)]
pub struct Program {
    /// The Starlark text.
    pub code: String,
    /// From the program back to the template.
    pub map: SourceMap,
    /// The nodes that calls in `code` speak of, each after the one that holds it.
    pub nodes: Vec<NodeTemplate>,
    /// What is wrong with the code. A program with problems must not run.
    pub problems: Vec<Problem>,
    /// What is loaded, as far as it could be read.
    pub loads: Vec<LoadStatement>,
    /// The parsed program; `None` if there are problems, here or in the arguments of annotations, which
    /// `schema::attached` reports.
    pub ast: Option<AstModule>,
    /// What could be parsed, where something had to be left out: to be read, not to be run.
    remainder: Option<AstModule>,
    /// Names that the code which could not be read may define.
    pub unread: HiddenNames,
    /// The blocks of the template, in the order in which they end.
    pub blocks: Vec<BlockRange>,
}

impl Program {
    /// The program as far as it can be read; it must not run if there are problems.
    pub fn readable(&self) -> Option<&AstModule> {
        self.ast.as_ref().or(self.remainder.as_ref())
    }
}

/// A block of code in the template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockRange {
    /// What opens it.
    pub opening: TextRange,
    /// Behind what ends it; `None` if nothing does.
    pub end: Option<TextSize>,
}

/// `load("path", …)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadStatement {
    /// The path as written.
    pub path: String,
    /// The string that holds it.
    pub place: Place,
    /// What it takes.
    pub names: Vec<LoadBinding>,
}

/// A name that a `load` takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadBinding {
    /// What the file that loads calls it.
    pub own: String,
    /// What the file that is loaded calls it.
    pub their: String,
    /// The string that says so.
    pub place: Place,
}

/// A YAML template as a program. `stream` are the nodes of `text`, which must have been read without problems.
///
/// Comments that are neither code nor annotations are left out: `schema::attached` reports them.
pub fn compile_yaml(file: FileId, text: &str, stream: &Stream) -> Program {
    let walk::Walked { mut statements, nodes } = walk::walk(file, text, stream);
    statements.is_incomplete = !stream.problems.is_empty();
    check::program(file, text, statements, nodes)
}

/// The code that is written in a YAML template. What only makes nodes is left out of it, so that it is neither laid out
/// nor parsed nor walked over.
#[derive(Debug)]
pub struct WrittenCode(Statements);

impl WrittenCode {
    /// Gathers it. `stream` are the nodes of `text`.
    pub fn of_yaml(file: FileId, text: &str, stream: &Stream) -> Self {
        Self::of(walk::walk(file, text, stream).statements)
    }

    fn of(mut statements: Statements) -> Self {
        statements.keep_written();
        Self(statements)
    }

    /// A program that is read and never run. `text` is that of the template.
    pub fn program(self, text: &str) -> Program {
        check::program(self.0.file, text, self.0, Vec::new())
    }
}

/// A Starlark file as a program.
pub fn compile_starlark(file: FileId, text: &str) -> Program {
    let mut statements = Statements::new(file, false);
    for (line, snippet) in snippet::lines(text) {
        statements.code(snippet, line);
    }
    statements.flush();
    let beginning = statements.empty_beginning();
    let mut program = check::program(file, text, statements, Vec::new());
    if let Some(problem) = beginning.filter(|_| program.problems.is_empty()) {
        program.problems.push(problem);
        program.remainder = program.ast.take();
    }
    program
}

/// A text template as a program.
pub fn compile_text(file: FileId, text: &str) -> Program {
    let mut statements = Statements::new(file, false);
    let lines = LineStarts::new(text);
    text::template(&Snippet::new(text, 0.into()), &mut statements, &|range| lines.line(range.start()));
    check::program(file, text, statements, Vec::new())
}

/// Where the lines of a template begin.
#[derive(Debug)]
struct LineStarts(Vec<TextSize>);

impl LineStarts {
    fn new(text: &str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        Self(starts.map(|at| TextSize::new(at as u32)).collect())
    }

    /// The line of a byte, from 0.
    fn line(&self, at: TextSize) -> u32 {
        self.0.partition_point(|start| *start <= at).saturating_sub(1) as u32
    }
}
