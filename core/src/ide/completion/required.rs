//! What a map cannot do without: its required keys, one in the other, as lines to be filled in.

use super::escaped;
use crate::schema::describe::allowed_values;
use crate::schema::{MappingType, Presence, SchemaNode, Type};
use crate::values::flow::{flow, key_text, plain_or_quoted};
use crate::values::{Key, Value, ValueKind};

/// Keys nested deeper than this are left to the next completion.
const DEEPEST: usize = 6;

/// Lines of required keys, as a snippet and as plain text.
pub(super) struct Required {
    /// With a stop at each value.
    pub(super) snippet: String,
    /// The same without stops.
    pub(super) plain: String,
    stops: usize,
    width: usize,
}

/// The required keys of a map that stands at these columns, behind a dash if it is an item: in the snippet relative to
/// the line that it is inserted in. `None` if it requires none.
pub(super) fn required(ty: &MappingType, dash: &str, width: usize, relative: usize, column: usize) -> Option<Required> {
    let mut lines = Required { snippet: String::new(), plain: String::new(), stops: 0, width };
    lines.fields(ty, relative + dash.len(), column + dash.len(), 0);
    if lines.stops == 0 {
        return None;
    }
    // The dash takes the place of the last blanks before the first key.
    for (text, blanks) in [(&mut lines.snippet, relative), (&mut lines.plain, column)] {
        let start = 1 + blanks;
        text.replace_range(start..start + dash.len(), dash);
    }
    Some(lines)
}

impl Required {
    fn fields(&mut self, ty: &MappingType, relative: usize, column: usize, depth: usize) {
        let required = ty.fields.iter().filter(|(_, node)| node.presence == Presence::Required);
        for (key, node) in required {
            self.snippet.extend(["\n", &" ".repeat(relative)]);
            self.plain.extend(["\n", &" ".repeat(column)]);
            self.field(key, node, (relative, column), depth);
        }
    }

    fn field(&mut self, key: &Key, node: &SchemaNode, (relative, column): (usize, usize), depth: usize) {
        let name = match key {
            Key::String(name) => plain_or_quoted(name),
            key => key_text(key),
        };
        self.snippet.extend([&escaped(&name), ":"]);
        self.plain.extend([&name, ":"]);
        let stops = self.stops;
        if let Some(ty) = node.ty.mapping().filter(|_| depth < DEEPEST) {
            self.fields(ty, relative + self.width, column + self.width, depth + 1);
        }
        if self.stops == stops {
            self.value(node);
        }
    }

    /// A value that is typed on the line of its key.
    fn value(&mut self, node: &SchemaNode) {
        self.stops += 1;
        let stop = self.stops;
        let (open, close) = match &node.ty {
            Type::Mapping(_) => (" {", "}"),
            Type::Sequence(_) => (" [", "]"),
            _ => (" ", ""),
        };
        let choices: Vec<String> = allowed_values(node).into_iter().flatten().map(choice).collect();
        let stop = if choices.is_empty() { format!("${stop}") } else { format!("${{{stop}|{}|}}", choices.join(",")) };
        self.snippet.extend([open, &stop, &close.replace('}', "\\}")]);
        self.plain.extend([open, close]);
    }
}

/// A value as one of the choices of a stop.
fn choice(value: &Value) -> String {
    let text = match &value.kind {
        ValueKind::String(text) => plain_or_quoted(text),
        _ => flow(value),
    };
    text.replace('\\', "\\\\").replace(',', "\\,").replace('|', "\\|")
}
