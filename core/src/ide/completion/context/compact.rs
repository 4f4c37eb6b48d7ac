//! Items of a list whose dashes stand in the column of its key: a line in that column begins an item as well as a key.

use ropey::Rope;

use super::{
    CompletionContext, LineContext, assemble, column_of, dash_indentation, indentation_width, is_vacant, steps_of,
};
use crate::ide::completion::typed;
use crate::ide::line::line_at;
use crate::schema::lookup;
use crate::text::TextSize;
use crate::yaml::Stream;
use crate::yaml::path::{self, NodeStep, OpenNodes};

/// A line that may begin an item of a list.
pub(in crate::ide::completion) struct CompactItem<'a> {
    /// The item, whose dash is missing.
    pub(in crate::ide::completion) context: CompletionContext<'a>,
    /// Whether it would be the first of its list.
    pub(in crate::ide::completion) is_first: bool,
}

/// The item that a line may begin besides a key, seen from an offset in its first token.
pub(in crate::ide::completion) fn compact_item<'a>(
    stream: &'a Stream,
    rope: &Rope,
    offset: TextSize,
) -> Option<CompactItem<'a>> {
    let line = line_at(rope, offset);
    let cursor = line.column(offset);
    let start = line.indentation().min(cursor);
    let typed = typed::read_line(&line.text[..cursor], start)?;
    if !typed.steps.is_empty() || typed.is_flow || typed.quote.is_some() || typed.start != start {
        return None;
    }
    let index = path::document_at(stream, offset)?;
    let open = path::open_before(stream.documents.get(index)?, line.start);
    let (path, is_first) = list_in(&open, rope, line.start, start)?;
    let above = LineContext { path, mapping: None, lacks_dash: true };
    let context = assemble(above, &typed, &line, cursor);
    let (width, dash) = (indentation_width(&open, rope), dash_indentation(&open, rope));
    let context = CompletionContext { document: index, width, dash, ..context };
    (!context.has_colon).then_some(CompactItem { context, is_first })
}

/// The path of the list that an item in this column would belong to, and whether it would be the first.
fn list_in(
    open: &OpenNodes<'_>,
    rope: &Rope,
    line_start: TextSize,
    column: usize,
) -> Option<(Vec<lookup::Step>, bool)> {
    let is_key_here = |step: &NodeStep<'_>| matches!(step, NodeStep::Entry(_)) && column_of(rope, *step) == column;
    if open.levels.last().is_some_and(|(_, key)| is_key_here(key)) && is_vacant(open, rope, line_start, column) {
        return Some((steps_of(&open.levels), true));
    }
    let is_item_here = |step: &NodeStep<'_>| matches!(step, NodeStep::Item(_)) && column_of(rope, *step) == column;
    let item = open.levels.iter().rposition(|(_, step)| is_item_here(step))?;
    let above = open.levels.get(..item)?;
    above.last().is_some_and(|(_, key)| is_key_here(key)).then(|| (steps_of(above), false))
}
