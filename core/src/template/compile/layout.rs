//! Statements become the lines of a program, indented by the blocks that they stand in.

use super::BlockRange;
use super::map::{CodeOrigin, SourceMap};
use super::statement::{Block, CompiledStatement, OutputKind, Return, StatementPart, StatementRole, StatementState};
use crate::text::{FileId, TextRange};

/// A program as text.
#[derive(Debug)]
pub(super) struct ProgramLayout {
    pub(super) code: String,
    pub(super) map: SourceMap,
    /// Where each statement begins in the code.
    pub(super) starts: Vec<usize>,
    /// Blocks that do not match.
    pub(super) mismatches: Vec<BlockMismatch>,
    /// The blocks, in the order in which they end.
    pub(super) blocks: Vec<BlockRange>,
}

/// A block that does not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockMismatch {
    /// The block that this statement opens has no `end`.
    Unclosed(usize),
    /// This `end` ends nothing.
    Surplus(usize),
    /// This `else` or `elif` follows no `if`.
    Stray(usize),
    /// This block nests deeper than sayl follows.
    TooDeep(usize),
}

/// The deepest nesting of blocks; each `elif` nests, too.
const DEEPEST: u32 = 100;

/// Lays statements out.
pub(super) fn layout(file: FileId, statements: &[CompiledStatement]) -> ProgramLayout {
    let mut writer = LayoutWriter::new(file, output_kinds(statements));
    writer.statements(statements);
    writer.out
}

/// What each statement that defines a function collects in it. That is known only behind the function, so blocks are
/// followed once before they are written.
fn output_kinds(statements: &[CompiledStatement]) -> Vec<Option<OutputKind>> {
    let mut kinds = vec![None; statements.len()];
    // With the function around or at each.
    let mut blocks: Vec<(Block, Option<usize>)> = Vec::new();
    let function = |blocks: &[(Block, Option<usize>)]| blocks.last().and_then(|(_, function)| *function);
    for (index, statement) in statements.iter().enumerate() {
        if let Some(what) = statement.collects
            && let Some(found) = function(&blocks).and_then(|function| kinds.get_mut(function))
        {
            found.get_or_insert(what);
        }
        let opened = match statement.role {
            StatementRole::Open(Block::Function) => Some((Block::Function, Some(index))),
            StatementRole::Open(block) => Some((block, function(&blocks))),
            StatementRole::Turn(block, opens) => {
                let block = if blocks.pop_if(|(last, _)| *last == Block::If).is_some() { block } else { Block::If };
                opens.then(|| (block, function(&blocks)))
            }
            StatementRole::End | StatementRole::EndOfNode => {
                blocks.pop();
                None
            }
            StatementRole::Plain | StatementRole::Single => None,
        };
        blocks.extend(opened);
    }
    kinds
}

struct LayoutWriter {
    out: ProgramLayout,
    /// What each statement that defines a function collects in it.
    output_kinds: Vec<Option<OutputKind>>,
    /// The same, as far as it is written.
    found: Vec<Option<OutputKind>>,
    blocks: Vec<OpenBlock>,
    /// The line of the template that the last line of the code stands for.
    line: u32,
    state: LineState,
}

struct OpenBlock {
    /// The statement that opened it.
    index: usize,
    /// What it is about in the template.
    opening: TextRange,
    block: Block,
    /// What it collects, if it is a function that does.
    collects: Option<OutputKind>,
    is_empty: bool,
    /// How deep the parser nests it.
    depth: u32,
}

/// Stands before a `return` that would be all that a function does.
pub(super) const APART: &str = "__apart = None";

/// What the last line of the code holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineState {
    /// Nothing, or what cannot be followed.
    Empty,
    /// Statements of blocks this deep that can be followed by others.
    Open(usize),
    /// A statement that must stand alone.
    Closed,
}

impl LayoutWriter {
    fn new(file: FileId, output_kinds: Vec<Option<OutputKind>>) -> Self {
        let map = SourceMap::new(file);
        Self {
            out: ProgramLayout {
                code: String::new(),
                map,
                starts: Vec::new(),
                mismatches: Vec::new(),
                blocks: Vec::new(),
            },
            found: vec![None; output_kinds.len()],
            output_kinds,
            blocks: Vec::new(),
            line: 0,
            state: LineState::Empty,
        }
    }

    fn statements(&mut self, statements: &[CompiledStatement]) {
        for (index, statement) in statements.iter().enumerate() {
            self.out.starts.push(self.out.code.len());
            self.statement(index, statement);
        }
        self.finish(statements);
    }

    fn statement(&mut self, index: usize, statement: &CompiledStatement) {
        match statement.role {
            StatementRole::End | StatementRole::EndOfNode => self.end(index, statement),
            StatementRole::Turn(block, opens) => self.turn(index, statement, block, opens),
            StatementRole::Open(block) => {
                self.write(statement);
                let is_stand_in = statement.state == StatementState::LeftOut && block == Block::While;
                let block = if is_stand_in { Block::For } else { block };
                self.open(index, statement.range, block, self.depth());
            }
            StatementRole::Plain | StatementRole::Single => self.write(statement),
        }
    }

    /// Opens a block inside of `depth` others.
    fn open(&mut self, index: usize, opening: TextRange, block: Block, depth: u32) {
        let collects = self.output_kinds.get(index).copied().flatten();
        // What stands for `while` begins with a statement of its own.
        let is_empty = block != Block::While;
        self.blocks.push(OpenBlock { index, opening, block, collects, is_empty, depth: depth + 1 });
        if depth >= DEEPEST {
            self.out.mismatches.push(BlockMismatch::TooDeep(index));
        }
    }

    fn depth(&self) -> u32 {
        self.blocks.last().map_or(0, |block| block.depth)
    }

    /// `end`: what a function collected is returned; a block without statements gets one.
    fn end(&mut self, index: usize, statement: &CompiledStatement) {
        let Some(block) = self.blocks.last() else {
            self.out.mismatches.push(BlockMismatch::Surplus(index));
            return;
        };
        let end = match block.collects {
            Some(OutputKind::Yaml) => Some("return __end()"),
            Some(OutputKind::Text) => Some("return __text_end()"),
            None => None,
        };
        if let Some(end) = end {
            self.begin(statement.line, false, statement.range);
            self.push(end, CodeOrigin::Made(statement.range));
        }
        self.close_block(statement.range, true);
    }

    fn close_block(&mut self, range: TextRange, has_end: bool) {
        let Some(block) = self.blocks.pop() else { return };
        self.out.blocks.push(BlockRange { opening: block.opening, end: has_end.then_some(range.end()) });
        if block.is_empty {
            self.push(" pass", CodeOrigin::Made(range));
        }
    }

    /// `else` and `elif`: they end the block that is open.
    fn turn(&mut self, index: usize, statement: &CompiledStatement, block: Block, opens: bool) {
        let depth = self.depth();
        match self.blocks.last() {
            Some(last) if last.block == Block::If => {
                self.fill(statement);
                self.close_block(statement.range, true);
            }
            _ => self.out.mismatches.push(BlockMismatch::Stray(index)),
        }
        let is_missing = self.out.mismatches.last() == Some(&BlockMismatch::Stray(index));
        if is_missing {
            let word = if opens { "if True:" } else { "pass" };
            self.stand_in(statement, word);
        } else {
            self.write(statement);
        }
        if opens {
            self.open(index, statement.range, if is_missing { Block::If } else { block }, depth);
        }
    }

    /// Fills an empty block that blank lines follow: behind a statement on its own line the parser takes no `else` then.
    fn fill(&mut self, next: &CompiledStatement) {
        if self.blocks.last().is_some_and(|block| block.is_empty) && next.line > self.line + 1 {
            self.begin(self.line + 1, false, next.range);
            self.push("pass", CodeOrigin::Made(next.range));
        }
    }

    fn write(&mut self, statement: &CompiledStatement) {
        if let Some(what) = statement.collects
            && let Some(function) = self.blocks.iter().rev().find(|block| block.block == Block::Function)
            && let Some(found) = self.found.get_mut(function.index)
        {
            found.get_or_insert(what);
        }
        if statement.state == StatementState::LeftOut {
            self.stand_in(statement, stand_in(statement.role));
        } else {
            self.keep_apart(statement);
            self.begin(statement.line, statement.is_alone, statement.range);
            for part in &statement.parts {
                self.part(part);
            }
        }
    }

    /// A function that does nothing but return is put in place of its calls, where its errors would be told. One that
    /// does something before is not.
    fn keep_apart(&mut self, statement: &CompiledStatement) {
        let returns = statement.parts.iter().any(|part| matches!(part, StatementPart::Return(..)));
        let is_first = |block: &OpenBlock| block.block == Block::Function && block.is_empty && block.collects.is_none();
        if returns && statement.role == StatementRole::Plain && self.blocks.last().is_some_and(is_first) {
            self.begin(statement.line, false, statement.range);
            self.push(APART, CodeOrigin::Made(TextRange::empty(statement.range.start())));
        }
    }

    /// Writes another statement, so that what stands around it can be parsed.
    fn stand_in(&mut self, statement: &CompiledStatement, code: &str) {
        self.begin(statement.line, statement.is_alone, statement.range);
        self.push(code, CodeOrigin::Made(statement.range));
    }

    /// Begins a statement: on its line of the template, in its block.
    fn begin(&mut self, line: u32, is_alone: bool, range: TextRange) {
        let first = self.blocks.last_mut().filter(|block| block.is_empty);
        let collects = first.and_then(|block| {
            block.is_empty = false;
            block.collects
        });
        let opening = collects.map(|collects| match collects {
            OutputKind::Yaml => "__begin()",
            OutputKind::Text => "__text_begin()",
        });
        if let Some(opening) = opening {
            self.begin_on_line(line, false);
            self.push(opening, CodeOrigin::Made(TextRange::empty(range.start())));
        }
        self.begin_on_line(line, is_alone);
    }

    fn begin_on_line(&mut self, line: u32, is_alone: bool) {
        let depth = self.blocks.len();
        if line > self.line {
            self.new_lines(line);
        } else if self.state == LineState::Open(depth) && !is_alone {
            self.out.code.push_str("; ");
            return;
        } else if self.state != LineState::Empty {
            self.out.code.push('\n');
        }
        // What nests deeper is not parsed, and its blanks would grow with the square of the depth.
        self.out.code.extend(std::iter::repeat_n("  ", depth.min(DEEPEST as usize + 1)));
        if let Some(start) = self.out.starts.last_mut() {
            *start = self.out.code.len();
        }
        self.state = if is_alone { LineState::Closed } else { LineState::Open(depth) };
    }

    fn new_lines(&mut self, line: u32) {
        let count = line.saturating_sub(self.line) as usize;
        self.out.code.extend(std::iter::repeat_n('\n', count));
        self.line = self.line.max(line);
    }

    fn part(&mut self, part: &StatementPart) {
        match part {
            StatementPart::Verbatim(text, at) => self.push(text, CodeOrigin::Verbatim(*at)),
            StatementPart::Made(text, range) => self.push(text, CodeOrigin::Made(*range)),
            StatementPart::Line { number, is_in_text: false } => self.new_lines((*number).max(self.line)),
            StatementPart::Line { number, is_in_text: true } => {
                // A newline in a string is one newline, even if the template's next line of code stands further down.
                let between = number.saturating_sub(self.line).saturating_sub(1) as usize;
                self.out.code.push('\n');
                self.out.code.extend(std::iter::repeat_n("\\\n", between));
                self.line = self.line.max(*number);
            }
            StatementPart::Inside => {
                self.out.code.push('\n');
                self.out.code.extend(std::iter::repeat_n("  ", self.blocks.len().min(DEEPEST as usize) + 1));
            }
            StatementPart::Load { at_top, in_block, is_inside } => {
                let is_in_function = self.blocks.iter().any(|block| block.block == Block::Function);
                let is_at_top = self.blocks.is_empty() && !is_inside;
                let parts = if is_at_top || is_in_function { at_top } else { in_block };
                for part in parts {
                    self.part(part);
                }
            }
            StatementPart::Return(place, range) => {
                if let Some(text) = self.returned(*place) {
                    self.push(text, CodeOrigin::Made(*range));
                }
            }
        }
    }

    /// What stands at a `return` of the innermost function, if that collects.
    fn returned(&self, place: Return) -> Option<&'static str> {
        let function = self.blocks.iter().rev().find(|block| block.block == Block::Function)?;
        let collects = function.collects?;
        // ytt knows that a function collects from its first node on.
        let is_early = self.found.get(function.index).is_some_and(Option::is_none);
        Some(match (place, collects) {
            (Return::Nothing, _) if is_early => " __return_early(None)",
            (Return::Before, _) if is_early => "__return_early((",
            (Return::Nothing, OutputKind::Yaml) => " __end()",
            (Return::Nothing, OutputKind::Text) => " __text_end()",
            (Return::Before, _) => "__return((",
            (Return::Behind, _) => "))",
        })
    }

    fn push(&mut self, text: &str, origin: CodeOrigin) {
        self.out.map.push(self.out.code.len(), text.len(), origin);
        self.out.code.push_str(text);
    }

    fn finish(&mut self, statements: &[CompiledStatement]) {
        let range = statements.last().map_or_else(TextRange::default, |last| TextRange::empty(last.range.end()));
        while let Some(block) = self.blocks.last() {
            self.out.mismatches.push(BlockMismatch::Unclosed(block.index));
            self.close_block(range, false);
        }
        self.out.code.push('\n');
    }
}

/// What stands for a statement that cannot be parsed.
fn stand_in(role: StatementRole) -> &'static str {
    match role {
        StatementRole::Open(Block::Function) => "def _():",
        StatementRole::Open(Block::For | Block::While) => "for _ in []:",
        StatementRole::Open(_) => "if True:",
        StatementRole::Turn(Block::Else, true) => "else:",
        StatementRole::Turn(Block::Else, false) => "else: pass",
        StatementRole::Turn(_, true) => "elif True:",
        StatementRole::Turn(_, false) => "elif True: pass",
        StatementRole::Plain | StatementRole::Single | StatementRole::End | StatementRole::EndOfNode => "pass",
    }
}
