//! The parts of shorthands: types, markers, values and the signs between them.

use super::{SemanticToken, TokenKind};
use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::schema::sections::inside::{all, shorthands};
use crate::schema::shorthand::{Marker, ShorthandDialect, ShorthandSite, TypeExpression, TypeKind, Word, parse};
use crate::text::{FileId, TextRange, TextSize};
use crate::values::Value;

pub(super) fn tokens(
    analysis: &Analysis,
    file: FileId,
    document: &TextDocument,
    range: TextRange,
) -> Vec<SemanticToken> {
    let mut tokens = Vec::new();
    for (_, value) in analysis.with_schemas(file) {
        for sections in all(value) {
            let dialect = sections.layout.dialect();
            let written = sections.sections.iter().filter(|section| section.is_shorthand).map(|section| section.value);
            let fields = sections.types.into_iter().chain(written).flat_map(shorthands);
            for (value, text) in fields
                .inspect(|_| analysis.unwind_if_cancelled())
                .filter(|(value, _)| is_touched(document, value, range))
            {
                add(document, value, text, dialect, &mut tokens);
            }
        }
    }
    tokens
}

fn is_touched(document: &TextDocument, value: &Value, range: TextRange) -> bool {
    document.resolve(value.origin).is_some_and(|own| own.intersect(range).is_some())
}

fn add(document: &TextDocument, value: &Value, text: &str, dialect: ShorthandDialect, tokens: &mut Vec<SemanticToken>) {
    let site = ShorthandSite::of(value, document);
    if site.style().is_none() {
        return;
    }
    let expression = parse(text, dialect);
    let mut parts = Vec::new();
    add_type(&expression.ty, text, &mut parts);
    parts.extend(expression.pipe.map(|pipe| (pipe, TokenKind::Operator)));
    expression.markers.iter().for_each(|marker| add_marker(marker, &mut parts));
    let token = |(range, kind)| Some(SemanticToken { range: document.resolve(site.place(range))?, kind });
    tokens.extend(parts.into_iter().filter_map(token));
}

/// A type; the signs around the type of its items are operators.
fn add_type(ty: &TypeExpression, text: &str, parts: &mut Vec<(TextRange, TokenKind)>) {
    match &ty.kind {
        TypeKind::Primitive(_) | TypeKind::Object => parts.push((ty.range, TokenKind::Type)),
        TypeKind::Named(_) => parts.push((ty.range, TokenKind::Class)),
        TypeKind::Array(inner) | TypeKind::Map { value: inner, .. } => {
            let before = TextRange::new(ty.range.start(), inner.range.start().max(ty.range.start()));
            let behind = TextRange::new(inner.range.end().min(ty.range.end()), ty.range.end());
            parts.push((trimmed(before, text), TokenKind::Operator));
            add_type(inner, text, parts);
            parts.push((trimmed(behind, text), TokenKind::Operator));
        }
        TypeKind::Missing | TypeKind::TooDeep => {}
    }
}

fn trimmed(range: TextRange, text: &str) -> TextRange {
    let part = text.get(std::ops::Range::<usize>::from(range)).unwrap_or_default();
    let blanks = TextSize::of(&part[..part.len() - part.trim_start().len()]);
    TextRange::at(range.start() + blanks, TextSize::of(part.trim()))
}

fn add_marker(marker: &Marker, parts: &mut Vec<(TextRange, TokenKind)>) {
    let kind = if marker.is_annotation() { TokenKind::Decorator } else { TokenKind::Property };
    parts.push((marker.name.range, kind));
    if let Some(value) = &marker.value {
        let equals = TextRange::new(marker.name.range.end(), value.range.start().max(marker.name.range.end()));
        parts.push((equals, TokenKind::Operator));
        parts.push((value.range, kind_of(value)));
    }
}

fn kind_of(value: &Word) -> TokenKind {
    match value.text.as_str() {
        "true" | "false" => TokenKind::Keyword,
        text if text.parse::<f64>().is_ok() => TokenKind::Number,
        _ => TokenKind::String,
    }
}
