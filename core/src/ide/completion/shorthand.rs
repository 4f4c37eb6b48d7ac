//! What can stand inside a shorthand: types, custom types, markers that suit the type, and their values.

use std::sync::Arc;

use super::context::{CompletionContext, CompletionSlot};
use super::{CompletionItem, CompletionKind};
use crate::constraint::formats::FORMATS;
use crate::document::TextDocument;
use crate::ide::cursor::{Cursor, CursorTarget};
use crate::ide::position::value_path;
use crate::ide::shorthand::{self, Shorthand};
use crate::schema::sample::sample;
use crate::schema::sections::inside::{Inside, inside};
use crate::schema::shorthand::markers::{self, MarkerInfo, MarkerKind};
use crate::schema::shorthand::spot::ShorthandSpot;
use crate::schema::shorthand::{Marker, Primitive, ShorthandDialect, ShorthandSite, Word, split_items, values};
use crate::schema::{MappingType, Presence, SchemaNode, Type, describe};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::flow::inside_scalar;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind, print};
use crate::yaml::path::{self, Part};
use crate::yaml::{Placed, ScalarStyle};

/// Completions inside a schema section; `None` elsewhere. `context` says what is typed on the line, which nodes may not
/// know yet.
pub(super) fn completions(cursor: &Cursor<'_>, context: Option<&CompletionContext<'_>>) -> Option<Vec<CompletionItem>> {
    let Cursor { analysis, file, document, offset, .. } = *cursor;
    match &cursor.target {
        CursorTarget::Shorthand { inside, text, .. }
            if context.is_none_or(|context| context.slot == CompletionSlot::Value) =>
        {
            let is_flow = context.is_some_and(|context| context.is_flow);
            return Some(touching(ShorthandOffers { inside, document, at: text, is_flow }.all(), offset));
        }
        CursorTarget::Value(at) if at.node.scalar().is_some() => return None,
        _ => {}
    }
    let context = context.filter(|context| context.slot == CompletionSlot::Value)?;
    let resource = shorthand::resource(analysis, file, context.document)?;
    let inside = inside(resource, &context.path).filter(Inside::is_shorthand)?;
    let at = half_typed(file, document, context, offset, inside.dialect())?;
    Some(touching(ShorthandOffers { inside: &inside, document, at: &at, is_flow: context.is_flow }.all(), offset))
}

/// Completions in a text of a resource.
pub(super) fn in_text(resource: &Value, document: &TextDocument, offset: TextSize) -> Option<Vec<CompletionItem>> {
    let location = path::locate(document.stream(), offset)?;
    let inside = inside(resource, &value_path(&location.steps)).filter(Inside::is_shorthand)?;
    let Part::Value(node) = location.part else { return None };
    let at = Shorthand::at(FileId::NONE, document, node, offset, inside.dialect())?;
    Some(touching(ShorthandOffers { inside: &inside, document, at: &at, is_flow: false }.all(), offset))
}

/// Nothing is replaced that the cursor does not touch: before an opening quote, and behind the blanks at the end.
fn touching(mut items: Vec<CompletionItem>, offset: TextSize) -> Vec<CompletionItem> {
    items.retain(|item| item.replace.contains_inclusive(offset));
    items
}

/// What is typed of a string whose end is not in sight.
fn half_typed(
    file: FileId,
    document: &TextDocument,
    context: &CompletionContext<'_>,
    offset: TextSize,
    dialect: ShorthandDialect,
) -> Option<Shorthand> {
    let quote = context.quote.map(|quote| quote.mark.to_string()).unwrap_or_default();
    let start = context.token.start().checked_sub(TextSize::of(&*quote))?;
    let source = document.slice(TextRange::new(start, offset));
    let text = if quote.is_empty() { source.as_str().into() } else { text_of_quoted(&source, &quote) };
    let site = ShorthandSite::new(Place::absolute(file, TextRange::new(start, offset)), &source, &text);
    Some(Shorthand::new(text, site, offset - start, dialect))
}

/// The text of a quoted scalar that lacks its closing quote.
fn text_of_quoted(source: &str, quote: &str) -> smol_str::SmolStr {
    let closed = TextDocument::new(FileId::NONE, &format!("{source}{quote}"));
    let root = closed.stream().documents.first().map(crate::yaml::Document::root);
    let text = root.and_then(Placed::scalar).map(|scalar| scalar.text.clone());
    text.unwrap_or_else(|| source.strip_prefix(quote).unwrap_or(source).into())
}

/// Fields nested deeper than this are left out of what is made up.
const DEEPEST: usize = 8;

struct ShorthandOffers<'a> {
    inside: &'a Inside<'a>,
    document: &'a TextDocument,
    at: &'a Shorthand,
    is_flow: bool,
}

/// Something to insert in the place of a range of the text.
struct ShorthandCompletion {
    label: String,
    kind: CompletionKind,
    detail: Option<String>,
    documentation: Option<String>,
    /// The text before and behind the place where typing goes on.
    insert: (String, String),
}

impl ShorthandCompletion {
    fn new(label: impl Into<String>, kind: CompletionKind) -> Self {
        let label = label.into();
        Self { insert: (label.clone(), String::new()), label, kind, detail: None, documentation: None }
    }
}

impl ShorthandOffers<'_> {
    fn all(&self) -> Vec<CompletionItem> {
        let (replace, offers) = match self.at.expression.spot(&self.at.text, self.at.offset) {
            ShorthandSpot::Type { name, unclosed } => (name, self.types(unclosed)),
            ShorthandSpot::BehindType => (TextRange::empty(self.at.offset), self.markers(None, "| ")),
            ShorthandSpot::BetweenMarkers => (TextRange::empty(self.at.offset), self.markers(None, self.blank())),
            ShorthandSpot::Name(marker) => (marker.name.range, self.markers(Some(marker), "")),
            ShorthandSpot::Value(marker, part) => (part.range, self.values(marker)),
            ShorthandSpot::Collection(_) | ShorthandSpot::Pipe(_) => return Vec::new(),
        };
        let offers = offers.into_iter().enumerate();
        offers.filter_map(|(index, offer)| self.item(replace, offer, index)).collect()
    }

    /// A blank, where none stands before the cursor.
    fn blank(&self) -> &'static str {
        let before = self.at.text.get(..usize::from(self.at.offset)).unwrap_or_default();
        if before.ends_with(char::is_whitespace) { "" } else { " " }
    }

    fn types(&self, unclosed: usize) -> Vec<ShorthandCompletion> {
        let closing = ">".repeat(unclosed);
        let close = |mut offer: ShorthandCompletion| {
            offer.insert.1.push_str(&closing);
            offer
        };
        let primitives = Primitive::of(self.inside.dialect())
            .map(|primitive| ShorthandCompletion::new(primitive.name(), CompletionKind::Type));
        let custom = self.inside.custom_types().map(|entry| ShorthandCompletion {
            detail: Some("custom type".to_owned()),
            ..ShorthandCompletion::new(entry.entry_key().to_string(), CompletionKind::Type)
        });
        let forms = forms(self.inside.dialect()).iter().map(|(label, before, behind, detail)| ShorthandCompletion {
            detail: Some((*detail).to_owned()),
            insert: ((*before).to_owned(), (*behind).to_owned()),
            ..ShorthandCompletion::new(*label, CompletionKind::Type)
        });
        primitives.into_iter().chain(custom).chain(forms).map(close).collect()
    }

    /// The markers that suit the type and are not there yet, besides the one that is being typed.
    fn markers(&self, typed: Option<&Marker>, lead: &str) -> Vec<ShorthandCompletion> {
        let expression = &self.at.expression;
        let ty = shorthand::type_of(self.inside, self.document, &expression.ty);
        let is_other = |marker: &&Marker| typed.is_none_or(|typed| typed.range != marker.range);
        let used: Vec<&str> = expression.markers.iter().filter(is_other).map(|marker| &*marker.name.text).collect();
        let suits = |info: &&MarkerInfo| info.kind.suits(&ty) && !used.contains(&info.name);
        let equals = if typed.is_some_and(|typed| typed.value.is_some()) { "" } else { "=" };
        let offer = |info: &MarkerInfo| ShorthandCompletion {
            detail: Some(info.takes.to_owned()),
            documentation: Some(info.markdown()),
            insert: (format!("{lead}{}{equals}", info.name), String::new()),
            ..ShorthandCompletion::new(info.name, CompletionKind::Keyword)
        };
        markers::all(self.inside.dialect()).iter().filter(suits).map(offer).collect()
    }

    fn values(&self, marker: &Marker) -> Vec<ShorthandCompletion> {
        let Some(info) = markers::find(&marker.name.text, self.inside.dialect()) else { return Vec::new() };
        let texts = match info.kind {
            MarkerKind::Default => self.defaults(),
            MarkerKind::Exclusive(_) | MarkerKind::Required | MarkerKind::Immutable | MarkerKind::UniqueItems => {
                vec!["true".to_owned(), "false".to_owned()]
            }
            MarkerKind::ListType => ["atomic", "set", "map"].map(str::to_owned).to_vec(),
            MarkerKind::ListMapKey => self.item_fields(),
            MarkerKind::Format => FORMATS.iter().map(|format| (*format).to_owned()).collect(),
            _ => Vec::new(),
        };
        texts.into_iter().map(|text| ShorthandCompletion::new(text, CompletionKind::EnumMember)).collect()
    }

    /// The fields of the items of a list.
    fn item_fields(&self) -> Vec<String> {
        let schema = self.inside.schema(self.document);
        let item = schema.as_ref().and_then(|schema| schema.ty.item()?.ty.mapping());
        item.into_iter().flat_map(|ty| ty.fields.keys().map(ToString::to_string)).collect()
    }

    /// What a default can be: one of the allowed values, `true` or `false`, or an empty collection.
    fn defaults(&self) -> Vec<String> {
        let markers = &self.at.expression.markers;
        let own = markers.iter().find(|marker| marker.name.text == "enum").and_then(|marker| marker.value.as_ref());
        if let Some(own) = own {
            return enumerated(own, self.inside.dialect());
        }
        let schema = self.inside.schema(self.document);
        if let Some(allowed) = schema.as_deref().and_then(describe::allowed_values) {
            return allowed.iter().map(shown).collect();
        }
        match shorthand::type_of(self.inside, self.document, &self.at.expression.ty) {
            Type::Bool => vec!["true".to_owned(), "false".to_owned()],
            Type::Sequence(_) => vec!["[]".to_owned()],
            Type::Mapping(ty) => vec![print::json(&with_required(&ty, 0))],
            _ => Vec::new(),
        }
    }

    fn item(&self, replace: TextRange, offer: ShorthandCompletion, index: usize) -> Option<CompletionItem> {
        let written = |text: &str| self.written(text, replace);
        let (before, behind) = (written(&offer.insert.0)?, written(&offer.insert.1)?);
        let is_snippet = offer.insert.1.ends_with('>') && offer.label.ends_with("<T>");
        let insert_plain = format!("{before}{behind}");
        let snippet = || format!("{}${{1}}{}", super::escaped(&before), super::escaped(&behind));
        Some(CompletionItem {
            label: offer.label,
            kind: offer.kind,
            detail: offer.detail,
            documentation: offer.documentation,
            replace: self.at.source(replace),
            insert: if is_snippet { snippet() } else { insert_plain.clone() },
            is_snippet,
            insert_plain,
            sort: format!("{index:03}"),
            deprecated: false,
            also: None,
        })
    }

    /// Text as it is written in the scalar; `None` where quotes would be needed that are not there.
    fn written(&self, text: &str, replace: TextRange) -> Option<String> {
        let style = self.at.site.style()?;
        let is_start = replace.start() == TextSize::new(0);
        let is_harmful = text.contains(": ")
            || text.contains(" #")
            || (self.is_flow && text.contains([',', '[', ']', '{', '}']))
            || (is_start && text.starts_with(['[', '{', '"', '\'', '|', '&', '*', '!', '#', '%', '@', '`']));
        (style != ScalarStyle::Plain || !is_harmful).then(|| inside_scalar(style, text))
    }
}

/// A form of types: its label, what stands before and behind another type, what it is.
type TypeForm = (&'static str, &'static str, &'static str, &'static str);

/// Types that are made of other ones.
fn forms(dialect: ShorthandDialect) -> &'static [TypeForm] {
    const ARRAY: &str = "an array of items";
    const MAP: &str = "a map with keys of any name";
    match dialect {
        ShorthandDialect::OpenChoreo => &[("array<T>", "array<", ">", ARRAY), ("map<T>", "map<", ">", MAP)],
        ShorthandDialect::Kro => &[
            ("object", "object", "", "a map of anything"),
            ("[]T", "[]", "", ARRAY),
            ("map[string]T", "map[string]", "", MAP),
        ],
    }
}

/// The values of `enum`, as a default writes them.
fn enumerated(value: &Word, dialect: ShorthandDialect) -> Vec<String> {
    match dialect {
        ShorthandDialect::OpenChoreo => split_items(value).into_iter().map(|item| item.text.to_string()).collect(),
        ShorthandDialect::Kro => values::text(&value.text).split(',').map(|item| item.trim().to_owned()).collect(),
    }
}

/// A map with the fields that must be given, and nothing else.
fn with_required(ty: &MappingType, depth: usize) -> Value {
    let required = ty.fields.iter().filter(|(_, field)| field.presence == Presence::Required && depth < DEEPEST);
    let entry = |(key, field): (&Key, &Arc<SchemaNode>)| {
        let value = field.ty.mapping().map_or_else(|| sample(field), |ty| with_required(ty, depth + 1));
        Fragment::entry(key.clone(), Place::NOWHERE, value)
    };
    let mapping = MappingValue { entries: required.map(entry).collect(), ..MappingValue::default() };
    Value::unwritten(ValueKind::Mapping(Arc::new(mapping)))
}

/// An allowed value as a marker has it.
fn shown(value: &Value) -> String {
    match &value.kind {
        ValueKind::String(text) if text.contains(char::is_whitespace) => format!("'{}'", text.replace('\'', "''")),
        ValueKind::String(text) => text.to_string(),
        _ => crate::values::flow::flow(value),
    }
}
