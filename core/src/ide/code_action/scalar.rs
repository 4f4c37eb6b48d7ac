//! A scalar written as the type that its schema declares: `"8080"` as `8080`, `8080` as `"8080"`, `yes` as `true`.

use super::{CodeAction, ProblemSite};
use crate::ide::position::schema_at;
use crate::schema::{SchemaNode, Type};
use crate::values::flow::quoted;
use crate::yaml::path::{NodeLocation, Part};
use crate::yaml::scalar::resolve_plain;
use crate::yaml::{Node, Placed, ScalarStyle, ScalarValue};

/// The scalar as each type that its schema allows, so far as it can be one.
pub(super) fn convert(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let Some(location) = site.location() else { return Vec::new() };
    let Some(schema) = schema_at(site.analysis, site.file, &location) else { return Vec::new() };
    let Some(scalar) = WrittenScalar::at(site, &location) else { return Vec::new() };
    let texts: Vec<String> = schema.ty.members().iter().filter_map(|ty| scalar.as_type(ty)).collect();
    let is_only = texts.len() == 1;
    texts.into_iter().map(|text| scalar.changed_to(site, &text).preferred(is_only)).collect()
}

/// A plain scalar as what ytt reads, and as text. What the schema declares is preferred.
pub(super) fn unambiguous(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let Some(location) = site.location() else { return Vec::new() };
    let Some(scalar) = WrittenScalar::at(site, &location) else { return Vec::new() };
    let schema = schema_at(site.analysis, site.file, &location);
    let is_declared = |ty: &Type| schema.as_ref().is_some_and(|schema| is_only(schema, ty));
    let ty = match resolve_plain(&scalar.text.as_str().into()) {
        ScalarValue::Bool(_) => Type::Bool,
        ScalarValue::Int(_) => Type::Int,
        _ => return Vec::new(),
    };
    let as_read = scalar.as_type(&ty).map(|text| scalar.changed_to(site, &text).preferred(is_declared(&ty)));
    let as_text = scalar.as_type(&Type::String);
    let as_text = as_text.map(|text| scalar.changed_to(site, &text).preferred(is_declared(&Type::String)));
    as_read.into_iter().chain(as_text).collect()
}

/// Whether a schema allows nothing but one type.
fn is_only(schema: &SchemaNode, ty: &Type) -> bool {
    std::mem::discriminant(&schema.ty) == std::mem::discriminant(ty)
}

/// A scalar of one line without a tag.
struct WrittenScalar<'a> {
    node: Placed<'a, Node>,
    style: ScalarStyle,
    text: String,
}

impl<'a> WrittenScalar<'a> {
    fn at(site: &ProblemSite<'_>, location: &NodeLocation<'a>) -> Option<Self> {
        let (Part::Value(node) | Part::Key(node)) = location.part else { return None };
        let scalar = node.scalar().filter(|_| node.get().tag().is_none())?;
        let is_short =
            matches!(scalar.style, ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        let is_one_line = !site.document.slice(node.range()).contains('\n');
        (is_short && is_one_line).then(|| Self { node, style: scalar.style, text: scalar.text.to_string() })
    }

    /// How it is written as a type; `None` if it cannot be one, or is one already.
    fn as_type(&self, ty: &Type) -> Option<String> {
        let is_plain = self.style == ScalarStyle::Plain;
        let text = self.text.trim();
        match (ty, resolve_plain(&text.into())) {
            (Type::String, ScalarValue::Null) => None,
            (Type::String, _) => is_plain.then(|| quoted(&self.text)),
            (Type::Bool, ScalarValue::Bool(bool)) => Some(bool.to_string()),
            (Type::Int, ScalarValue::Int(int)) => Some(int.to_string()),
            (Type::Int, ScalarValue::Float(float)) => whole(float),
            (Type::Float, ScalarValue::Int(_) | ScalarValue::Float(_)) if !is_plain => Some(text.to_owned()),
            (Type::Sequence(item), _) => self.as_item(item),
            _ => None,
        }
    }

    /// The only item of an array, if the array takes such.
    fn as_item(&self, item: &SchemaNode) -> Option<String> {
        let members = item.ty.members();
        let is_one = members.iter().any(|ty| self.is_already(ty));
        let text = if is_one { Some(self.text.clone()) } else { members.iter().find_map(|ty| self.as_type(ty)) };
        let is_text = is_one && matches!(self.value(), ScalarValue::String(_));
        Some(format!("[{}]", if is_text { quoted(&self.text) } else { text? }))
    }

    /// Whether it is of a type as it is written.
    fn is_already(&self, ty: &Type) -> bool {
        matches!(
            (ty, self.value()),
            (Type::Any, _)
                | (Type::String, ScalarValue::String(_))
                | (Type::Bool, ScalarValue::Bool(_))
                | (Type::Int | Type::Float, ScalarValue::Int(_))
                | (Type::Float, ScalarValue::Float(_))
        )
    }

    /// What it is read as.
    fn value(&self) -> ScalarValue {
        let text = self.text.as_str().into();
        if self.style == ScalarStyle::Plain { resolve_plain(&text) } else { ScalarValue::String(text) }
    }

    fn changed_to(&self, site: &ProblemSite<'_>, text: &str) -> CodeAction {
        CodeAction::new(format!("Change to `{text}`"), site.place(self.node.range()), text)
    }
}

/// A number without its fraction, if that is zero.
fn whole(float: f64) -> Option<String> {
    /// Beyond it floats are no longer exact.
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    (float.fract() == 0.0 && float.abs() <= LARGEST).then(|| format!("{float:.0}"))
}
