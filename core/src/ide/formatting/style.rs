//! What a file mostly does: the width of a step of indentation, and whether sequences are indented below their key.

use std::collections::BTreeMap;

use super::plan::FormattingPlan;
use crate::yaml::{CollectionStyle, Document, Node, Placed};

/// How collections are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormattingStyle {
    /// Blanks of one step.
    pub(super) width: usize,
    /// Whether the dashes of a sequence stand deeper than its key.
    pub(super) indents_sequences: bool,
}

/// The width where nothing in the file says another.
const USUAL_WIDTH: usize = 2;

impl FormattingStyle {
    /// What most of the collections in `documents` do.
    pub(super) fn of(documents: &[Document], plan: &FormattingPlan<'_>) -> Self {
        let mut histogram = IndentationHistogram::default();
        for document in documents {
            histogram.node(document.root(), plan);
        }
        // Of widths that are as frequent the smallest counts.
        let width =
            histogram.widths.iter().rev().max_by_key(|(_, many)| **many).map_or(USUAL_WIDTH, |(width, _)| *width);
        Self { width, indents_sequences: histogram.indented > histogram.flush }
    }

    /// Where a collection below a key begins, given the key's column.
    pub(super) fn below_key(self, column: usize, is_sequence: bool) -> usize {
        if is_sequence && !self.indents_sequences { column } else { column + self.width }
    }
}

#[derive(Default)]
struct IndentationHistogram {
    /// How often a mapping stands so many blanks deeper than its key.
    widths: BTreeMap<usize, usize>,
    indented: usize,
    flush: usize,
}

impl IndentationHistogram {
    /// Nodes nest less deep than the stack allows: `yaml::lower` sees to it.
    fn node(&mut self, node: Placed<'_, Node>, plan: &FormattingPlan<'_>) {
        if let Some(mapping) = node.mapping().filter(|it| it.style == CollectionStyle::Block) {
            for entry in mapping.entries() {
                self.below_key(plan.column(entry.range().start()), entry.value(), plan);
                self.node(entry.value(), plan);
            }
        } else if let Some(sequence) = node.sequence().filter(|it| it.style == CollectionStyle::Block) {
            sequence.items().for_each(|item| self.node(item.value(), plan));
        }
    }

    fn below_key(&mut self, column: usize, value: Placed<'_, Node>, plan: &FormattingPlan<'_>) {
        let start = value.range().start();
        let is_mapping = value.mapping().is_some_and(|it| it.style == CollectionStyle::Block);
        let is_sequence = value.sequence().is_some_and(|it| it.style == CollectionStyle::Block);
        if !(is_mapping || is_sequence) || !plan.starts_line(start) {
            return;
        }
        let step = plan.column(start).saturating_sub(column);
        match (is_mapping, step) {
            (true, 1..) => *self.widths.entry(step).or_default() += 1,
            (true, 0) => {}
            (false, 0) => self.flush += 1,
            (false, 1..) => self.indented += 1,
        }
    }
}
