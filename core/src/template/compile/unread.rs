//! Code of a template that its program lacks, because something is wrong with it, and the names that it may define.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::layout::BlockMismatch;
use super::statement::{CompiledStatement, StatementState};
use crate::text::{TextRange, TextSize};

/// Names that may be defined where a program does not show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HiddenNames {
    /// These at most.
    Names(FxHashSet<String>),
    /// Nobody knows: there something is loaded, a function or a loop begins, or one ends too early.
    Anything,
}

impl HiddenNames {
    /// Nothing is lacking.
    pub(super) fn nothing() -> Self {
        Self::Names(FxHashSet::default())
    }

    /// What the program of these statements lacks. Lines of a text that is no YAML may belong to none of them.
    pub(super) fn of(
        text: &str,
        statements: &[CompiledStatement],
        mismatches: &[BlockMismatch],
        is_incomplete: bool,
    ) -> Self {
        if mismatches.iter().any(|mismatch| !matches!(mismatch, BlockMismatch::Unclosed(_))) {
            return Self::Anything;
        }
        let left_out =
            statements.iter().filter(|it| it.state == StatementState::LeftOut).filter_map(|it| code_of(text, it));
        let lost = if is_incomplete { lost_lines(text, statements) } else { Vec::new() };
        let mut names = FxHashSet::default();
        for code in left_out.chain(lost) {
            if matches!(words(code).next(), Some("load" | "def" | "for")) {
                return Self::Anything;
            }
            names.extend(words(code).map(str::to_owned));
        }
        // What is half typed is no name yet.
        let reported =
            statements.iter().filter(|it| it.state == StatementState::Reported).filter_map(|it| code_of(text, it));
        names.extend(reported.flat_map(words).map(str::to_owned));
        if !mismatches.is_empty() {
            // What ends the block may be on its way.
            names.extend(["e", "en"].map(str::to_owned));
        }
        Self::Names(names)
    }

    /// Whether a name may be defined there.
    pub(crate) fn may_define(&self, name: &str) -> bool {
        match self {
            Self::Names(names) => names.contains(name),
            Self::Anything => true,
        }
    }
}

fn code_of<'t>(text: &'t str, statement: &CompiledStatement) -> Option<&'t str> {
    text.get(Range::<usize>::from(statement.range))
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|word| !word.is_empty())
}

/// The lines of code that are part of no statement.
fn lost_lines<'t>(text: &'t str, statements: &[CompiledStatement]) -> Vec<&'t str> {
    let written = statements.iter().filter(|statement| statement.is_written());
    let mut ranges: Vec<TextRange> = written.map(|statement| statement.range).collect();
    ranges.sort_by_key(|range| range.start());
    let is_read = |at: TextSize| {
        let behind = ranges.partition_point(|range| range.start() <= at);
        behind.checked_sub(1).and_then(|last| ranges.get(last)).is_some_and(|last| at < last.end())
    };
    let mut end = 0;
    let lines = text.split('\n').filter_map(|line| {
        let start = end;
        end += line.len() + 1;
        let code = line.trim_start().strip_prefix("#@").or_else(|| line.contains("(@").then_some(line))?.trim();
        let at = TextSize::new((start + line.find(code)?) as u32);
        (!code.is_empty() && !is_read(at)).then_some(code)
    });
    lines.collect()
}
