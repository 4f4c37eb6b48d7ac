//! Where lines go that hold nothing but a comment.
//!
//! ytt does not look at the column of a comment, so template code and annotations stand where the node stands that they
//! attach to, and what ends a block stands below what opened it. Other comments keep to the level that they are written
//! at: the next node's, or deeper, as long as something was open there.

use std::collections::HashMap;

use super::plan::FormattingPlan;
use crate::ide::code_blocks::{BlockRole, TemplateCode};
use crate::text::TextRange;

/// A block collection that is open: the column of its entries as it is, and as it will be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CommentLevel {
    pub(super) old: usize,
    pub(super) new: usize,
}

impl CommentLevel {
    /// How far what depends on it moves.
    pub(super) fn shift(self) -> isize {
        self.new.cast_signed() - self.old.cast_signed()
    }
}

/// Follows the nodes in the order of the text, and places the comments between them.
pub(super) struct CommentPlacement {
    /// Collections around the last node, the innermost last. The first is the document.
    open: Vec<CommentLevel>,
    /// The first line behind the last node.
    next_line: usize,
    /// What the code that begins on a line does to blocks.
    roles: HashMap<usize, BlockRole>,
    /// Where the blocks of code begin that are open.
    blocks: Vec<usize>,
}

impl CommentPlacement {
    /// The comments among which `code` is.
    pub(super) fn new(plan: &FormattingPlan<'_>, code: &TemplateCode) -> Self {
        let role = |(range, role): (TextRange, BlockRole)| (plan.line(range.start()), role);
        let statements = code.statements.iter().map(|statement| (statement.range, statement.role));
        Self { open: Vec::new(), next_line: 0, roles: statements.map(role).collect(), blocks: Vec::new() }
    }

    /// A node begins on a line, in the collection at `depth`.
    pub(super) fn node(&mut self, plan: &mut FormattingPlan<'_>, line: usize, depth: usize, level: CommentLevel) {
        self.place_before(plan, line, depth, level);
        self.open.truncate(depth);
        self.open.push(level);
        self.next_line = self.next_line.max(line + 1);
    }

    /// The lines up to this one belong to the value of the last node.
    pub(super) fn skip_to(&mut self, line: usize) {
        self.next_line = self.next_line.max(line + 1);
    }

    /// A document begins without a marker.
    pub(super) fn begin(&mut self) {
        self.open = vec![CommentLevel::default()];
    }

    /// The text ends.
    pub(super) fn end(&mut self, plan: &mut FormattingPlan<'_>) {
        self.place_before(plan, plan.lines.count(), 0, CommentLevel::default());
    }

    fn place_before(&mut self, plan: &mut FormattingPlan<'_>, line: usize, depth: usize, level: CommentLevel) {
        for line in self.next_line..line {
            let comment = plan.lines.line(line).trim_start_matches(' ');
            if comment.starts_with('#') {
                let role =
                    comment.starts_with("#@").then(|| self.roles.get(&line).copied().unwrap_or(BlockRole::Plain));
                let column = match role {
                    Some(role) => self.column(role, level),
                    None => self.written_at(plan.indentation(line), depth, level).new,
                };
                let column = plan.place(line, column);
                if role == Some(BlockRole::Open) {
                    self.blocks.push(column);
                }
            }
        }
    }

    /// The column for code or an annotation above a node at `level`.
    fn column(&mut self, role: BlockRole, level: CommentLevel) -> usize {
        let block = self.blocks.last().copied();
        match role {
            BlockRole::End => self.blocks.pop().unwrap_or(level.new),
            BlockRole::Turn => block.unwrap_or(level.new),
            BlockRole::Plain | BlockRole::Load | BlockRole::Open => level.new.max(block.unwrap_or_default()),
        }
    }

    /// The level that a comment is written at: that of the next node, or of something inside it that is still open.
    fn written_at(&self, old: usize, depth: usize, level: CommentLevel) -> CommentLevel {
        let inside = self.open.get(depth..).unwrap_or_default();
        let levels = || std::iter::once(&level).chain(inside);
        let same = levels().find(|level| level.old == old);
        let around = levels().rfind(|level| level.old < old);
        same.or(around).copied().unwrap_or(level)
    }
}
