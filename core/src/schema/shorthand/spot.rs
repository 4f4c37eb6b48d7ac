//! What stands at an offset of a shorthand, half-typed ones included: for completion, hover and whoever else points
//! into one. A touch includes the end of a token, for that is where people type.

use super::{Marker, ShorthandExpression, TypeExpression, TypeKind, Word, split_items};
use crate::text::{TextRange, TextSize};

/// What an offset touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShorthandSpot<'e> {
    /// The name of a type, or the place where one belongs.
    Type {
        /// The name; empty where there is none yet.
        name: TextRange,
        /// How many `array<` and `map<` around it still lack their `>`.
        unclosed: usize,
    },
    /// The signs that make an array or a map of another type.
    Collection(&'e TypeExpression),
    /// Behind the type, where a `|` may follow.
    BehindType,
    /// The `|` behind the type.
    Pipe(TextRange),
    /// A marker's name.
    Name(&'e Marker),
    /// Between markers, where one may begin.
    BetweenMarkers,
    /// The value of a marker: one of its values where it takes several.
    Value(&'e Marker, Word),
}

impl ShorthandExpression {
    /// What stands at an offset of the text that the tree was made of.
    pub fn spot(&self, text: &str, offset: TextSize) -> ShorthandSpot<'_> {
        match self.pipe {
            Some(pipe) if offset > pipe.start() => self.behind_pipe(text, pipe, offset),
            pipe if offset > self.ty.range.end() => pipe.map_or(ShorthandSpot::BehindType, ShorthandSpot::Pipe),
            _ => in_type(&self.ty, offset),
        }
    }

    fn behind_pipe(&self, text: &str, pipe: TextRange, offset: TextSize) -> ShorthandSpot<'_> {
        if let Some(marker) = self.markers.iter().find(|marker| marker.range.contains_inclusive(offset)) {
            return in_marker(marker, offset);
        }
        let is_on_pipe = offset == pipe.end() && !text[usize::from(offset).min(text.len())..].is_empty();
        if is_on_pipe { ShorthandSpot::Pipe(pipe) } else { ShorthandSpot::BetweenMarkers }
    }
}

fn in_marker(marker: &Marker, offset: TextSize) -> ShorthandSpot<'_> {
    match &marker.value {
        Some(value) if offset >= value.range.start() => {
            ShorthandSpot::Value(marker, part_of_value(marker, value, offset))
        }
        _ => ShorthandSpot::Name(marker),
    }
}

/// The value itself, or the one of several that is touched: empty where one is still to be typed.
fn part_of_value(marker: &Marker, value: &Word, offset: TextSize) -> Word {
    if marker.name.text != "enum" {
        return value.clone();
    }
    let mut items = split_items(value).into_iter();
    let touched = items.find(|item| item.range.contains_inclusive(offset));
    touched.unwrap_or_else(|| Word { text: "".into(), range: TextRange::empty(offset) })
}

fn in_type(ty: &TypeExpression, offset: TextSize) -> ShorthandSpot<'_> {
    match &ty.kind {
        TypeKind::Array(inner) | TypeKind::Map { value: inner, .. } => {
            if inner.range.contains_inclusive(offset) {
                in_type(inner, offset)
            } else {
                ShorthandSpot::Collection(ty)
            }
        }
        TypeKind::Named(name) => {
            let (typed, unclosed) = half_typed(name);
            let start = ty.range.end() - TextSize::of(typed);
            if offset < start {
                return ShorthandSpot::Collection(ty);
            }
            ShorthandSpot::Type { name: TextRange::new(start, ty.range.end()), unclosed }
        }
        TypeKind::Missing => ShorthandSpot::Type { name: TextRange::empty(offset), unclosed: 0 },
        _ => ShorthandSpot::Type { name: ty.range, unclosed: 0 },
    }
}

/// What is typed of a type behind `array<` and `map<` that are not closed yet, and how many of these there are.
fn half_typed(name: &str) -> (&str, usize) {
    let (mut rest, mut unclosed) = (name, 0usize);
    loop {
        let opened = rest.strip_prefix("array<").or_else(|| rest.strip_prefix("map<"));
        let plain = rest.strip_prefix("[]").or_else(|| rest.strip_prefix("map[string]"));
        match (opened, plain.filter(|_| unclosed > 0)) {
            (Some(inner), _) => (rest, unclosed) = (inner.trim_start(), unclosed + 1),
            (None, Some(inner)) => rest = inner.trim_start(),
            (None, None) => break,
        }
    }
    let closed = rest.len() - rest.trim_end_matches('>').len();
    match unclosed.checked_sub(closed) {
        // It is closed, and yet no form of a type: the whole is a name.
        Some(0) | None => (name, 0),
        Some(unclosed) => (rest.trim_end_matches('>'), unclosed),
    }
}
