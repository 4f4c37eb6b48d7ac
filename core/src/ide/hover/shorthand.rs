//! Hover inside of schema sections: what a field means as JSON Schema, what a custom type stands for, what a marker
//! does.

use super::Hover;
use crate::analysis::Analysis;
use crate::ide::cursor::{Cursor, Touched};
use crate::ide::shorthand::{self, Shorthand};
use crate::ide::{effective, schema_markdown};
use crate::schema::SchemaNode;
use crate::schema::export::json_schema::of_node;
use crate::schema::sections::inside::Inside;
use crate::schema::shorthand::markers::{self, MarkerInfo};
use crate::schema::shorthand::spot::ShorthandSpot;
use crate::schema::shorthand::{Marker, ShorthandDialect};
use crate::text::{TextRange, TextSize};
use crate::values::print::{JsonStyle, styled_json};

/// Longer JSON Schemas are cut, in lines.
const MOST_LINES: usize = 40;

/// Hover on the name of a field or type.
pub(super) fn of_key(cursor: &Cursor<'_>, at: &Touched<'_>, inside: &Inside<'_>) -> Option<Hover> {
    let set = effective::of_parameter(cursor.analysis, cursor.file, &at.location);
    let words: Vec<String> = [field(cursor, inside)?].into_iter().chain(set).collect();
    Some(Hover { range: at.range, markdown: words.join("\n\n") })
}

/// Hover in a shorthand.
pub(super) fn in_text(cursor: &Cursor<'_>, inside: &Inside<'_>, at: &Shorthand) -> Option<Hover> {
    let field = || field(cursor, inside);
    let (range, markdown) = match at.expression.spot(&at.text, at.offset) {
        ShorthandSpot::Name(marker) | ShorthandSpot::Value(marker, _) => {
            (marker.range, marker_words(marker, at.expression.dialect)?)
        }
        ShorthandSpot::Type { name, .. } => (name, named(cursor, inside, &at.text[name]).or_else(field)?),
        ShorthandSpot::Collection(ty) => (ty.range, field()?),
        ShorthandSpot::Pipe(_) | ShorthandSpot::BehindType | ShorthandSpot::BetweenMarkers => (whole(at), field()?),
    };
    let source = at.source(range);
    // A quote is part of the scalar, and of no token in it.
    let range = if source.contains_inclusive(cursor.offset) { source } else { at.site.whole().range };
    Some(Hover { range, markdown })
}

/// The field or type at a place.
fn field(cursor: &Cursor<'_>, inside: &Inside<'_>) -> Option<String> {
    let schema = inside.schema(cursor.document)?;
    Some(describe(cursor.analysis, &shorthand::name(&inside.path), &schema))
}

fn whole(at: &Shorthand) -> TextRange {
    TextRange::up_to(TextSize::of(&*at.text))
}

/// What a custom type stands for.
fn named(cursor: &Cursor<'_>, inside: &Inside<'_>, name: &str) -> Option<String> {
    let node = shorthand::custom_type(inside, cursor.document, name)?;
    Some(describe(cursor.analysis, name, &node))
}

/// A field or type in words, and as JSON Schema.
fn describe(analysis: &Analysis, name: &str, node: &SchemaNode) -> String {
    let words = schema_markdown::markdown(analysis, name, node);
    let json = styled_json(&of_node(node), JsonStyle { indent: 2, escapes_html: false, ..JsonStyle::default() });
    let mut lines: Vec<&str> = json.lines().take(MOST_LINES).collect();
    if json.lines().count() > MOST_LINES {
        lines.push("…");
    }
    format!("{words}\n\n```json\n{}\n```", lines.join("\n"))
}

/// What a marker does.
fn marker_words(marker: &Marker, dialect: ShorthandDialect) -> Option<String> {
    if marker.is_annotation() {
        let name = &marker.name.text;
        return Some(format!("**`{name}`**: an annotation for other tools; schemas ignore it"));
    }
    markers::find(&marker.name.text, dialect).map(MarkerInfo::markdown)
}
