//! Blanks between the tokens of a line: one behind `:`, `-` and `,`, none before them, and inside brackets on both sides
//! what stands behind the opening one.

use super::plan::FormattingPlan;
use crate::text::TextSize;
use crate::yaml::{CollectionStyle, Entry, Node, NodeKind, Placed};

/// Where a node begins, its tag and anchor included.
pub(super) fn start_of(node: Placed<'_, Node>) -> TextSize {
    properties(node).chain([node.range().start()]).min().unwrap_or_default()
}

fn properties(node: Placed<'_, Node>) -> impl Iterator<Item = TextSize> {
    let properties = node.get().properties.as_deref();
    let tag = properties.and_then(|it| it.tag.as_ref()).map(|(_, range)| *range);
    let anchor = properties.and_then(|it| it.anchor.as_ref()).map(|(_, range)| *range);
    tag.into_iter().chain(anchor).map(move |range| node.absolute(range).start())
}

/// Spaces out tag, anchor and what they belong to.
pub(super) fn space_properties(plan: &mut FormattingPlan<'_>, node: Placed<'_, Node>) {
    let Some(properties) = node.get().properties.as_deref() else { return };
    let tag = properties.tag.as_ref().map(|(_, range)| *range);
    let anchor = properties.anchor.as_ref().map(|(_, range)| *range);
    let mut ranges: Vec<_> = tag.into_iter().chain(anchor).map(|range| node.absolute(range)).collect();
    ranges.sort_by_key(|range| range.start());
    let ends = ranges.iter().map(|range| range.end());
    let is_empty = matches!(node.get().kind, NodeKind::Empty);
    let last = (!is_empty).then(|| node.range().start());
    let starts = ranges.iter().skip(1).map(|range| range.start()).chain(last);
    for (end, start) in ends.zip(starts) {
        plan.gap(end, start, "", " ");
    }
}

/// Spaces out key, colon and the value on its line.
pub(super) fn space_entry(plan: &mut FormattingPlan<'_>, entry: Placed<'_, Entry>) {
    let (key, value) = (entry.key(), entry.value());
    space_properties(plan, key);
    space_properties(plan, value);
    let end = key.range().end();
    // What touches the name of an alias is part of it.
    let is_alias = matches!(key.get().kind, NodeKind::Alias(_));
    let (with_value, alone) = if is_alias { (" : ", " :") } else { (": ", ":") };
    let start = start_of(value);
    let is_there = !matches!(value.get().kind, NodeKind::Empty) || value.get().properties.is_some();
    if is_there && plan.line(end) == plan.line(start) {
        plan.gap(end, start, ":", with_value);
        return;
    }
    let rest = plan.text.get(usize::from(end)..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    if rest[blanks..].starts_with(':') {
        plan.gap(end, end + TextSize::new(blanks as u32 + 1), ":", alone);
    }
}

/// Spaces out a flow collection and what is inside it.
pub(super) fn space_flow(plan: &mut FormattingPlan<'_>, node: Placed<'_, Node>) {
    if let Some(mapping) = node.mapping().filter(|it| it.style == CollectionStyle::Flow) {
        for entry in mapping.entries() {
            if !plan.source(entry.range()).starts_with('?') {
                space_entry(plan, entry);
            }
            space_flow(plan, entry.key());
            space_flow(plan, entry.value());
        }
        space_children(plan, node, mapping.entries().map(|entry| (entry.range().start(), entry.range().end())));
    } else if let Some(sequence) = node.sequence().filter(|it| it.style == CollectionStyle::Flow) {
        for item in sequence.items() {
            space_properties(plan, item.value());
            space_flow(plan, item.value());
        }
        space_children(plan, node, sequence.items().map(|item| (item.range().start(), item.range().end())));
    } else if node.scalar().is_some() {
        let lines = plan.lines_of(node.range());
        plan.keep(*lines.start()..*lines.end());
    }
}

/// Spaces out brackets, commas and what they separate. A pair in a sequence is a mapping without brackets.
fn space_children(
    plan: &mut FormattingPlan<'_>,
    node: Placed<'_, Node>,
    children: impl Iterator<Item = (TextSize, TextSize)>,
) {
    let bracket = TextSize::of('[');
    let (open, close) = (node.range().start() + bracket, node.range().end() - bracket);
    if !plan.source(node.range()).starts_with(['{', '[']) {
        return;
    }
    let mut before = open;
    let mut pad = None;
    for (start, end) in children {
        if before == open {
            let is_on_line = plan.line(open) == plan.line(start);
            pad = is_on_line.then_some(if start == open { "" } else { " " });
            plan.gap(open, start, "", pad.unwrap_or_default());
        } else {
            plan.gap(before, start, ",", ", ");
        }
        before = end;
    }
    if let Some(pad) = pad {
        plan.gap(before, close, "", pad);
        plan.gap(before, close, ",", if pad.is_empty() { "," } else { ", " });
    }
}
