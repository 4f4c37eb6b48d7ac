//! Custom types of schema sections: the key that defines one, and every shorthand that names it.

use super::{Occurrence, Symbol, SymbolKind, written, written_at};
use crate::document::TextDocument;
use crate::ide::cursor::{Cursor, Touched};
use crate::ide::shorthand::Shorthand;
use crate::schema::lookup::Step;
use crate::schema::sections::inside::{Inside, SectionPart, shorthands};
use crate::schema::shorthand::spot::ShorthandSpot;
use crate::schema::shorthand::{Primitive, ShorthandDialect, ShorthandSite, parse};
use crate::text::{FileId, TextRange, TextSize};
use crate::values::Value;

/// The type that a shorthand names at the cursor.
pub(super) fn in_shorthand(cursor: &Cursor<'_>, inside: &Inside<'_>, at: &Shorthand) -> Option<Symbol> {
    match at.expression.spot(&at.text, at.offset) {
        ShorthandSpot::Type { name, unclosed: 0 } if !name.is_empty() => {
            Some(symbol(cursor, inside, at.text[name].to_owned(), at.source(name)))
        }
        _ => None,
    }
}

/// The type that a key defines.
pub(super) fn of_key(cursor: &Cursor<'_>, at: &Touched<'_>, inside: Option<&Inside<'_>>) -> Option<Symbol> {
    let inside = inside.filter(|inside| inside.part == SectionPart::Types)?;
    let [Step::Key(name)] = &*inside.path else { return None };
    Some(symbol(cursor, inside, name.to_string(), written(cursor.file, at.node)?.range))
}

fn symbol(cursor: &Cursor<'_>, inside: &Inside<'_>, name: String, range: TextRange) -> Symbol {
    let occurrences = occurrences(cursor.file, cursor.document, inside, &name);
    let is_built_in =
        Primitive::of(inside.dialect()).iter().any(|primitive| primitive.name() == name) || name == "object";
    let taken = inside.custom_types().map(|entry| entry.entry_key().to_string()).collect();
    let fixed = match occurrences.iter().any(|occurrence| occurrence.is_declaration) {
        _ if is_built_in => Some(format!("`{name}` is a built-in type")),
        true => None,
        false => Some(format!("There is no custom type `{name}`")),
    };
    Symbol { kind: SymbolKind::CustomType, name, range, occurrences, taken, fixed }
}

fn occurrences(file: FileId, document: &TextDocument, inside: &Inside<'_>, name: &str) -> Vec<Occurrence> {
    let defined = inside.custom_types().filter(|entry| entry.entry_key().to_string() == name);
    let declarations = defined.filter_map(|entry| written_at(document, file, entry.place));
    let mut occurrences: Vec<Occurrence> = declarations.map(|it| Occurrence { is_declaration: true, ..it }).collect();
    let shorthands = inside.scope().flat_map(shorthands);
    occurrences
        .extend(shorthands.filter_map(|(value, text)| mention((file, document), value, text, name, inside.dialect())));
    occurrences.sort_by_key(|occurrence| occurrence.range.start());
    occurrences.dedup_by_key(|occurrence| occurrence.range);
    occurrences
}

/// The mention of a type in a shorthand, if there is one.
fn mention(
    (file, document): (FileId, &TextDocument),
    value: &Value,
    text: &str,
    name: &str,
    dialect: ShorthandDialect,
) -> Option<Occurrence> {
    let expression = parse(text, dialect);
    let (_, range) = expression.ty.named().filter(|(named, _)| *named == name)?;
    let site = ShorthandSite::of(value, document);
    let style = site.style()?;
    Some(Occurrence { file, range: document.resolve(site.place(range))?, is_declaration: false, style })
}

/// Whether a text is the name of a custom type wherever one is named.
pub(super) fn is_name(text: &str) -> bool {
    let whole = TextRange::up_to(TextSize::of(text));
    [ShorthandDialect::OpenChoreo, ShorthandDialect::Kro].into_iter().all(|dialect| {
        let ty = parse(text, dialect).ty;
        ty.range == whole && ty.named().is_some_and(|(_, range)| range == whole)
    })
}
