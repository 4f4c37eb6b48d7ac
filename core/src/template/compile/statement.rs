//! A statement of a program: its parts, and what it does to the blocks around it.

use super::snippet::Snippet;
use crate::text::{TextRange, TextSize};

/// A statement of the program.
#[derive(Debug)]
pub(super) struct CompiledStatement {
    /// The line of the template on which it begins, from 0.
    pub(super) line: u32,
    /// What it does to the blocks.
    pub(super) role: StatementRole,
    /// Whether it must not share its line with another statement.
    pub(super) is_alone: bool,
    pub(super) parts: Vec<StatementPart>,
    /// What it adds to the function that it stands in.
    pub(super) collects: Option<OutputKind>,
    /// What it is about in the template.
    pub(super) range: TextRange,
    /// What is known to be wrong with it.
    pub(super) state: StatementState,
    /// Whether its code is reported elsewhere when it is wrong.
    pub(super) is_annotation: bool,
}

/// What is known to be wrong with a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatementState {
    /// Nothing.
    Sound,
    /// Something that is reported and does no harm.
    Reported,
    /// It cannot be parsed, so something else stands for it.
    LeftOut,
}

/// What a statement does to the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatementRole {
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
pub(super) enum OutputKind {
    /// Nodes.
    Yaml,
    /// Text.
    Text,
}

/// A part of a statement.
#[derive(Clone, Debug)]
pub(super) enum StatementPart {
    /// Code of the template, from this byte of it on.
    Verbatim(String, TextSize),
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
    /// A `load`.
    Load {
        /// As it stands.
        at_top: Vec<StatementPart>,
        /// What it is in a block.
        in_block: Vec<StatementPart>,
        /// Whether the line opens a block around it.
        is_inside: bool,
    },
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

impl CompiledStatement {
    /// A statement about what stands at `range`.
    pub(super) fn new(line: u32, role: StatementRole, parts: Vec<StatementPart>, range: TextRange) -> Self {
        let (is_alone, collects, state, is_annotation) = (false, None, StatementState::Sound, false);
        Self { line, role, is_alone, parts, collects, range, state, is_annotation }
    }

    /// Whether any of it stands in the template as it is.
    pub(super) fn is_written(&self) -> bool {
        self.parts.is_empty() || !self.parts.iter().all(|part| matches!(part, StatementPart::Made(..)))
    }

    /// What stands for a line whose code cannot be read, so that blocks still match.
    pub(super) fn broken(line: &Snippet, number: u32) -> Self {
        let text = line.text.trim();
        let opens = text.ends_with(':') || !text.contains(':');
        let role = match text.split(|it: char| !it.is_alphanumeric()).next().filter(|_| opens) {
            Some("if") => StatementRole::Open(Block::If),
            Some("for") => StatementRole::Open(Block::For),
            Some("while") => StatementRole::Open(Block::While),
            Some("def") => StatementRole::Open(Block::Function),
            Some("elif") => StatementRole::Turn(Block::If, true),
            _ => StatementRole::Plain,
        };
        let statement = Self::new(number, role, Vec::new(), line.trimmed().range());
        Self { is_alone: true, state: StatementState::LeftOut, ..statement }
    }
}
