//! The markers of the shorthand: what each takes, which types it suits, and what it means.

use super::ShorthandDialect;
use crate::constraint::{BoundSide, CountBound, Counted};
use crate::schema::Type;

/// What a marker says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkerKind {
    /// The value where none is given.
    Default,
    /// The values that are allowed.
    Enum,
    /// A bound of numbers.
    Bound(BoundSide),
    /// Whether the bound of that side is itself out of bounds.
    Exclusive(BoundSide),
    /// A factor of numbers.
    MultipleOf,
    /// How many there are of something.
    Count(Counted, BoundSide),
    /// A regular expression.
    Pattern,
    /// A well-known form.
    Format,
    /// What the field is called.
    Title,
    /// What the field is for.
    Description,
    /// A value that shows what is meant.
    Example,
    /// Whether the field must be given.
    Required,
    /// An expression that holds.
    Validation,
    /// Whether the field keeps its value.
    Immutable,
    /// Whether no item stands twice.
    UniqueItems,
    /// How lists are merged.
    ListType,
    /// A field that tells items apart.
    ListMapKey,
}

/// A marker as people write it.
#[derive(Clone, Copy, Debug)]
pub struct MarkerInfo {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub kind: MarkerKind,
    /// What it takes, in words.
    pub takes: &'static str,
    /// What it means, as a sentence without a full stop.
    pub meaning: &'static str,
    /// A shorthand that shows it.
    pub example: &'static str,
}

impl MarkerInfo {
    /// Markdown: what it takes, what it means, an example.
    pub fn markdown(&self) -> String {
        let (name, takes, meaning) = (self.name, self.takes, self.meaning);
        format!("**`{name}=`** {takes}\n\n{meaning}.\n\n```yaml\nfield: \"{}\"\n```", self.example)
    }
}

macro_rules! markers {
    ($(#[$doc:meta])* $list:ident: $($name:literal, $kind:expr, $takes:literal, $meaning:literal, $example:literal;)*) => {
        $(#[$doc])*
        const $list: &[MarkerInfo] =
            &[$(MarkerInfo { name: $name, kind: $kind, takes: $takes, meaning: $meaning, example: $example }),*];
    };
}

use BoundSide::{Least, Most};
use MarkerKind as Kind;

markers! {
    /// OpenChoreo's markers, in the order in which they are offered.
    OPEN_CHOREO:
    "default", Kind::Default,
        "a value of the type",
        "The value where none is given; a field without default must be given",
        "integer | default=1";
    "enum", Kind::Enum,
        "values separated by commas",
        "The values that are allowed",
        "string | enum=debug,info";
    "minimum", Kind::Bound(Least),
        "a number",
        "The least number that is allowed",
        "integer | minimum=1";
    "maximum", Kind::Bound(Most),
        "a number",
        "The greatest number that is allowed",
        "integer | maximum=10";
    "exclusiveMinimum", Kind::Exclusive(Least),
        "`true` or `false`",
        "Whether `minimum` itself is not allowed",
        "number | minimum=0 exclusiveMinimum=true";
    "exclusiveMaximum", Kind::Exclusive(Most),
        "`true` or `false`",
        "Whether `maximum` itself is not allowed",
        "number | maximum=1 exclusiveMaximum=true";
    "multipleOf", Kind::MultipleOf,
        "a number",
        "What the number is a multiple of",
        "integer | multipleOf=8";
    "minLength", Kind::Count(Counted::Characters, Least),
        "a whole number",
        "The least number of characters",
        "string | minLength=1";
    "maxLength", Kind::Count(Counted::Characters, Most),
        "a whole number",
        "The greatest number of characters",
        "string | maxLength=63";
    "pattern", Kind::Pattern,
        "a regular expression",
        "What the text holds a match of",
        "string | pattern=^[a-z]+$";
    "format", Kind::Format,
        "the name of a format",
        "The well-known form that the text has",
        "string | format=email";
    "minItems", Kind::Count(Counted::Items, Least),
        "a whole number",
        "The least number of items",
        "[]string | minItems=1";
    "maxItems", Kind::Count(Counted::Items, Most),
        "a whole number",
        "The greatest number of items",
        "[]string | maxItems=10";
    "minProperties", Kind::Count(Counted::Keys, Least),
        "a whole number",
        "The least number of keys",
        "map<string> | minProperties=1";
    "maxProperties", Kind::Count(Counted::Keys, Most),
        "a whole number",
        "The greatest number of keys",
        "map<string> | maxProperties=10";
    "title", Kind::Title,
        "text",
        "What the field is called",
        "string | title='API key'";
    "description", Kind::Description,
        "text",
        "What the field is for",
        "string | description='What it is for'";
    "example", Kind::Example,
        "a value",
        "A value that shows what is meant",
        "string | example=sk-abc123";
}

markers! {
    /// kro's markers, in the order in which they are offered.
    KRO:
    "required", Kind::Required,
        "`true` or `false`",
        "Whether the field must be given; `false` takes no `true` back",
        "string | required=true";
    "default", Kind::Default,
        "a value of the type; JSON for lists and maps",
        "The value where none is given",
        "integer | default=1";
    "description", Kind::Description,
        "text",
        "What the field is for",
        "string | description=\\\"What it is for\\\"";
    "enum", Kind::Enum,
        "values separated by commas",
        "The values that are allowed; put them in quotes where blanks stand between them",
        "string | enum=\\\"debug,info\\\"";
    "minimum", Kind::Bound(Least),
        "a number",
        "The least number that is allowed",
        "integer | minimum=1";
    "maximum", Kind::Bound(Most),
        "a number",
        "The greatest number that is allowed",
        "integer | maximum=10";
    "minLength", Kind::Count(Counted::Characters, Least),
        "a whole number",
        "The least number of characters",
        "string | minLength=1";
    "maxLength", Kind::Count(Counted::Characters, Most),
        "a whole number",
        "The greatest number of characters",
        "string | maxLength=63";
    "pattern", Kind::Pattern,
        "a regular expression of Go",
        "What the text holds a match of",
        "string | pattern=^[a-z]+$";
    "minItems", Kind::Count(Counted::Items, Least),
        "a whole number",
        "The least number of items",
        "[]string | minItems=1";
    "maxItems", Kind::Count(Counted::Items, Most),
        "a whole number",
        "The greatest number of items",
        "[]string | maxItems=10";
    "uniqueItems", Kind::UniqueItems,
        "`true` or `false`",
        "Whether no item stands twice; the list is a set then",
        "[]string | uniqueItems=true";
    "listType", Kind::ListType,
        "`atomic`, `set` or `map`",
        "How the API server merges lists: as a whole, by their items, or by what `listMapKey` names",
        "[]Port | listType=map listMapKey=name";
    "listMapKey", Kind::ListMapKey,
        "the name of a field",
        "A field that tells the items of a list apart; it may stand several times",
        "[]Port | listType=map listMapKey=name";
    "validation", Kind::Validation,
        "an expression of CEL",
        "What holds for the value, which is called `self`; it may stand several times",
        "integer | validation=\\\"self > 0\\\"";
    "immutable", Kind::Immutable,
        "`true` or `false`",
        "Whether the value can never be changed",
        "string | immutable=true";
}

/// Every marker of a dialect, in the order in which they are offered.
pub fn all(dialect: ShorthandDialect) -> &'static [MarkerInfo] {
    match dialect {
        ShorthandDialect::OpenChoreo => OPEN_CHOREO,
        ShorthandDialect::Kro => KRO,
    }
}

/// The marker of a name.
pub fn find(name: &str, dialect: ShorthandDialect) -> Option<&'static MarkerInfo> {
    all(dialect).iter().find(|marker| marker.name == name)
}

impl MarkerKind {
    /// Whether it says anything of values of a type. Of what is not known, everything may be said.
    pub fn suits(self, ty: &Type) -> bool {
        match ty {
            Type::Any | Type::Unknown => return true,
            Type::OneOf(types) => return types.iter().any(|ty| self.suits(ty)),
            _ => {}
        }
        match self {
            Self::Bound(_) | Self::Exclusive(_) | Self::MultipleOf => matches!(ty, Type::Int | Type::Float),
            Self::Count(Counted::Characters, _) | Self::Pattern => matches!(ty, Type::String),
            // `int32` and `double` are formats of numbers.
            Self::Format => matches!(ty, Type::String | Type::Int | Type::Float),
            Self::Count(Counted::Items, _) | Self::UniqueItems | Self::ListType | Self::ListMapKey => {
                matches!(ty, Type::Sequence(_))
            }
            Self::Count(Counted::Keys, _) => matches!(ty, Type::Mapping(_)),
            Self::Default
            | Self::Enum
            | Self::Title
            | Self::Description
            | Self::Example
            | Self::Required
            | Self::Validation
            | Self::Immutable => true,
        }
    }

    /// The values that it suits, in words.
    pub fn applies_to(self) -> &'static str {
        match self {
            Self::Bound(_) | Self::Exclusive(_) | Self::MultipleOf => "numbers",
            Self::Count(Counted::Characters, _) | Self::Pattern => "text",
            Self::Format => "text and numbers",
            Self::Count(Counted::Items, _) | Self::UniqueItems | Self::ListType | Self::ListMapKey => "arrays",
            Self::Count(Counted::Keys, _) => "maps",
            Self::Default
            | Self::Enum
            | Self::Title
            | Self::Description
            | Self::Example
            | Self::Required
            | Self::Validation
            | Self::Immutable => "everything",
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Count(of, side) => CountBound { of, side, count: 0 }.keyword(),
            _ => OPEN_CHOREO.iter().chain(KRO).find(|marker| marker.kind == self).map_or("", |marker| marker.name),
        }
    }
}
