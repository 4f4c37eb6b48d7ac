//! What stands on the line below `key: `, where its value is a map or a list: keys and items that bring the line break.

use super::context::{CompletionContext, CompletionSlot};
use super::{CompletionItem, escaped, keys, values};
use crate::analysis::Analysis;
use crate::schema::SchemaNode;
use crate::schema::lookup::alternatives;

/// Keys of the map, or of the items of the list, whose key the cursor is behind.
pub(super) fn items(analysis: &Analysis, context: &CompletionContext<'_>, node: &SchemaNode) -> Vec<CompletionItem> {
    let Some(key) = context.key_column.filter(|_| context.slot == CompletionSlot::Value) else { return Vec::new() };
    let below =
        |slot, column| CompletionContext { slot, column, mapping: None, siblings: Vec::new(), ..context.clone() };
    if let Some(ty) = node.ty.mapping() {
        let below = below(CompletionSlot::Node, key + context.width);
        return on_own_lines(&below, keys::keys(analysis, &below, ty, false));
    }
    let below = below(CompletionSlot::Dashless, key + context.dash);
    let nodes = node.ty.item().into_iter().flat_map(alternatives);
    let items = nodes.flat_map(|item| match item.ty.mapping() {
        Some(ty) => keys::keys(analysis, &below, ty, false),
        None => values::values(&below, item),
    });
    on_own_lines(&below, items.collect())
}

fn on_own_lines(context: &CompletionContext<'_>, mut items: Vec<CompletionItem>) -> Vec<CompletionItem> {
    for item in &mut items {
        let text = if item.is_snippet { item.insert.clone() } else { format!("{}$0", escaped(&item.insert)) };
        item.insert = format!("\n{}{text}", " ".repeat(context.column.saturating_sub(context.indentation)));
        item.insert_plain = format!("\n{}{}", " ".repeat(context.column), item.insert_plain);
        item.is_snippet = true;
    }
    items
}
