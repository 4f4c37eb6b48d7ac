//! The values that suit a node: booleans, allowed values, the default, examples, null.

use super::context::{CompletionContext, CompletionSlot, Quote};
use super::{CompletionItem, CompletionKind};
use crate::schema::describe::allowed_values;
use crate::schema::{SchemaNode, Type};
use crate::values::flow::{flow, plain_or_quoted, quoted};
use crate::values::{Value, ValueKind};

/// Longer texts are no help as a completion, in bytes.
const LONGEST: usize = 200;

/// The values to offer, each once; the default is marked.
pub(super) fn values(context: &CompletionContext<'_>, node: &SchemaNode) -> Vec<CompletionItem> {
    let mut offers: Vec<(Value, Option<String>, CompletionKind)> = Vec::new();
    if let Some(allowed) = allowed_values(node) {
        offers.extend(allowed.iter().map(|value| (value.clone(), None, CompletionKind::EnumMember)));
    }
    if node.ty.members().iter().any(|ty| matches!(ty, Type::Bool)) {
        let both = [true, false].map(|bool| Value::unwritten(ValueKind::Bool(bool)));
        offers.extend(both.map(|value| (value, None, CompletionKind::EnumMember)));
    }
    if is_offered(&node.default, node) {
        offers.push((node.default.clone(), None, CompletionKind::Value));
    }
    for example in node.examples.iter().filter(|example| is_offered(&example.value, node)) {
        let detail = if example.description.is_empty() { "example" } else { &example.description };
        offers.push((example.value.clone(), Some(detail.to_owned()), CompletionKind::Value));
    }
    if node.nullable && !matches!(node.ty, Type::Any | Type::Unknown) {
        offers.push((Value::unwritten(ValueKind::Null), None, CompletionKind::Value));
    }
    let default = flow(&node.default);
    let mut items: Vec<CompletionItem> = Vec::new();
    for (value, detail, kind) in offers {
        let is_default = flow(&value) == default;
        let detail = if is_default { Some("default".to_owned()) } else { detail };
        let Some(item) = item(context, &value, detail, kind, (is_default, items.len())) else { continue };
        if !items.iter().any(|earlier| earlier.insert_plain == item.insert_plain) {
            items.push(item);
        }
    }
    items
}

/// Whether a value is worth offering: empty text and empty collections are typed faster.
fn is_offered(value: &Value, node: &SchemaNode) -> bool {
    match &value.kind {
        ValueKind::Null => node.nullable && !matches!(node.ty, Type::Any | Type::Unknown),
        ValueKind::String(text) => !text.is_empty(),
        ValueKind::Mapping(_) | ValueKind::Unknown => false,
        ValueKind::Sequence(sequence) => !sequence.runs.is_empty(),
        _ => true,
    }
}

fn item(
    context: &CompletionContext<'_>,
    value: &Value,
    detail: Option<String>,
    kind: CompletionKind,
    (is_default, index): (bool, usize),
) -> Option<CompletionItem> {
    let (label, insert) = texts(context, value)?;
    let dash = if context.slot == CompletionSlot::Dashless { "- " } else { "" };
    let insert = format!("{}{dash}{insert}", context.lead);
    Some(CompletionItem {
        label,
        kind,
        detail,
        documentation: None,
        replace: context.token,
        insert: insert.clone(),
        is_snippet: false,
        insert_plain: insert,
        sort: format!("{}{index:05}", if is_default { 'a' } else { 'b' }),
        deprecated: false,
        also: None,
    })
}

/// What is shown and what is inserted. Inside quotes only text suits.
fn texts(context: &CompletionContext<'_>, value: &Value) -> Option<(String, String)> {
    let (label, insert) = match (&value.kind, context.quote) {
        (ValueKind::String(text), Some(quote)) => (text.to_string(), quoted_rest(text, quote)),
        (_, Some(_)) => return None,
        (ValueKind::String(text), None) => {
            let insert = if context.is_flow && text.contains(' ') { quoted(text) } else { plain_or_quoted(text) };
            (text.to_string(), insert)
        }
        (_, None) => (flow(value), flow(value)),
    };
    (insert.len() <= LONGEST && !label.contains('\n')).then_some((label, insert))
}

/// Text as it is written behind an opening quote: the closing one comes with it unless it is there.
pub(super) fn quoted_rest(text: &str, quote: Quote) -> String {
    let mut written = if quote.mark == '\'' {
        text.replace('\'', "''")
    } else {
        let quoted = quoted(text);
        quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned()
    };
    written.extend((!quote.is_closed).then_some(quote.mark));
    written
}
