//! The shorthand in which OpenChoreo and kro write the schema of a field: `integer | default=1 minimum=1`. Both mean the
//! same language, and differ in types, markers and quotes: each is a [`ShorthandDialect`] of it.
//!
//! One string becomes a syntax tree whose every token has a range, in bytes of the string. Nothing is refused here:
//! what is wrong with a tree says `mistakes`, what it means [`from_shorthand`](super::from_shorthand) or [`from_simple_schema`](super::from_simple_schema). Where the
//! string stands in a YAML text knows [`ShorthandSite`].

use smol_str::SmolStr;

use crate::text::TextRange;
use crate::values::{Value, ValueKind};

pub mod markers;
pub(crate) mod mistakes;
mod part;
mod site;
pub mod spot;
#[cfg(test)]
mod tests;
mod tokens;
mod types;
pub(crate) mod values;

use part::ShorthandPart;
pub use site::ShorthandSite;

/// Whose shorthand it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShorthandDialect {
    /// OpenChoreo's: fields without default are required.
    OpenChoreo,
    /// kro's `SimpleSchema`: fields are optional unless a marker says otherwise.
    Kro,
}

/// A whole shorthand: a type, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShorthandExpression {
    /// Whose it is.
    pub dialect: ShorthandDialect,
    /// The type.
    pub ty: TypeExpression,
    /// The first `|`, behind which the markers stand.
    pub pipe: Option<TextRange>,
    /// The markers in order, those included that are none.
    pub markers: Vec<Marker>,
}

/// A type as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeExpression {
    /// The whole type, without blanks around it.
    pub range: TextRange,
    /// What it is.
    pub kind: TypeKind,
}

/// The forms of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// Nothing is written where a type belongs.
    Missing,
    /// `string`, `integer`, `number` or `float`, `boolean`
    Primitive(Primitive),
    /// `object`: a map of anything to kro, no type of a field to OpenChoreo.
    Object,
    /// `[]T` or `array<T>`
    Array(Box<TypeExpression>),
    /// `map<T>` or `map[string]T`
    Map {
        /// What stands in the square brackets.
        key: Option<Word>,
        /// The type of the values.
        value: Box<TypeExpression>,
    },
    /// The name of a custom type; or anything else, for a custom type may be called anything.
    Named(SmolStr),
    /// A type that nests deeper than anybody writes.
    TooDeep,
}

/// The types of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// `string`
    String,
    /// `integer`
    Integer,
    /// `number`, to OpenChoreo.
    Number,
    /// The same to kro: `float`
    Float,
    /// `boolean`
    Boolean,
}

/// A piece of the string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is written, quotes included.
    pub text: SmolStr,
    /// Where.
    pub range: TextRange,
}

/// What stands between blanks behind the first `|`: mostly `name=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// All of it.
    pub range: TextRange,
    /// What stands before `=`; all of it where there is no `=`.
    pub name: Word,
    /// What stands behind `=`.
    pub value: Option<Word>,
    /// A quote or bracket that is never closed, so that the rest of the string belongs to this marker.
    pub unclosed: Option<Word>,
}

impl Marker {
    /// Whether it is one of the annotations for other tools, which mean nothing here: `oc:…`.
    pub fn is_annotation(&self) -> bool {
        self.name.text.starts_with("oc:")
    }

    /// What it says for other tools, as an extension of JSON Schema: `oc:hidden=yes` is `x-oc:hidden: yes`, and
    /// `oc:hidden` alone `x-oc:hidden: true`.
    pub fn extension(&self) -> Option<(SmolStr, Value)> {
        let kind = match &self.value {
            Some(value) => ValueKind::String(values::unquoted(&value.text).text),
            None => ValueKind::Bool(true),
        };
        self.is_annotation().then(|| (format!("x-{}", self.name.text).into(), Value::unwritten(kind)))
    }
}

impl TypeExpression {
    /// The names of custom types in it, with their places.
    pub fn named(&self) -> Option<(&SmolStr, TextRange)> {
        match &self.kind {
            TypeKind::Named(name) => Some((name, self.range)),
            TypeKind::Array(inner) | TypeKind::Map { value: inner, .. } => inner.named(),
            _ => None,
        }
    }
}

impl Primitive {
    /// Every primitive of a dialect.
    pub fn of(dialect: ShorthandDialect) -> [Self; 4] {
        let number = match dialect {
            ShorthandDialect::OpenChoreo => Self::Number,
            ShorthandDialect::Kro => Self::Float,
        };
        [Self::String, Self::Integer, number, Self::Boolean]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Float => "float",
            Self::Boolean => "boolean",
        }
    }
}

/// The tree of a shorthand.
pub fn parse(text: &str, dialect: ShorthandDialect) -> ShorthandExpression {
    let whole = ShorthandPart::whole(text);
    let Some(at) = text.find('|') else {
        return ShorthandExpression { dialect, ty: types::parse(whole, dialect), pipe: None, markers: Vec::new() };
    };
    let (before, behind) = whole.split_at(at);
    let (pipe, behind) = behind.split_at(1);
    let (ty, markers) = (types::parse(before, dialect), tokens::markers(behind, dialect));
    ShorthandExpression { dialect, ty, pipe: Some(pipe.range()), markers }
}

/// The items of the value of `enum`, quotes included: split at commas outside of double quotes, empty ones left out.
pub fn split_items(value: &Word) -> Vec<Word> {
    let part = ShorthandPart { text: &value.text, start: value.range.start() };
    tokens::items(part).into_iter().map(ShorthandPart::word).collect()
}
