//! A value that is none of those allowed, changed to one that is.

use smol_str::SmolStr;

use super::{CodeAction, ProblemSite};
use crate::ide::position::schema_at;
use crate::problem::nearest;
use crate::schema::describe::allowed_values;
use crate::values::flow::{flow, plain_or_quoted, quoted};
use crate::values::{Value, ValueKind};
use crate::yaml::path::Part;
use crate::yaml::{Node, Placed, ScalarStyle};

/// So many values are offered all; of more only the one that is meant most likely.
const FEW: usize = 5;

/// The values that may stand there, the one that is meant most likely first.
pub(super) fn values(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let Some(location) = site.location() else { return Vec::new() };
    let Part::Value(node) = location.part else { return Vec::new() };
    let Some(scalar) = node.scalar().filter(|_| node.range() == site.problem.place.range) else { return Vec::new() };
    let Some(schema) = schema_at(site.analysis, site.file, &location) else { return Vec::new() };
    let allowed = allowed_values(&schema).unwrap_or_default();
    let names: Vec<&str> = allowed.iter().filter_map(Value::text).map(SmolStr::as_str).collect();
    let intended = nearest(&scalar.text, &names).copied();
    let is_intended = |value: &Value| intended.is_some() && value.text().map(SmolStr::as_str) == intended;
    let (first, others): (Vec<&Value>, Vec<&Value>) = allowed.iter().partition(|value| is_intended(value));
    let others = others.into_iter().filter(|_| allowed.len() <= FEW);
    first.into_iter().chain(others).map(|value| changed(site, node, scalar.style, value)).collect()
}

/// The value in the quotes that are there.
fn changed(site: &ProblemSite<'_>, node: Placed<'_, Node>, style: ScalarStyle, value: &Value) -> CodeAction {
    let text = match &value.kind {
        ValueKind::String(text) if style == ScalarStyle::Plain => plain_or_quoted(text),
        ValueKind::String(text) => quoted(text),
        _ => flow(value),
    };
    CodeAction::new(format!("Change to `{text}`"), site.place(node.range()), text)
}
