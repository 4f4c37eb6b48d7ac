//! What an expression takes where: the types of operands, arguments and targets. Only what CEL's own checker would
//! surely refuse is told apart; of a value whose type is not known nothing is claimed.

use super::syntax::{Operator, Sort};
use crate::constraint::Constraint;
use crate::schema::{Others, RuleKind, SchemaNode, Type};
use crate::text::FileId;

/// A set of the types that CEL tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeSet(u16);

/// Forms of text that a platform hands on as something else.
const NO_TEXT: &[(&str, TypeSet)] = &[
    ("byte", TypeSet::BYTES),
    ("date", TypeSet::TIME),
    ("date-time", TypeSet::TIME),
    ("datetime", TypeSet::TIME),
    ("duration", TypeSet::SPAN),
    (OPAQUE, TypeSet::OTHER),
];
/// The form of what has a type of its own, such as a quantity.
pub(super) const OPAQUE: &str = "opaque";

impl TypeSet {
    /// No type.
    pub const NONE: Self = Self(0);
    /// `true`, `false`
    pub const BOOL: Self = Self(1);
    /// Whole numbers.
    pub const INT: Self = Self(2);
    /// Numbers with a fraction.
    pub const DOUBLE: Self = Self(4);
    /// Text.
    pub const STRING: Self = Self(8);
    /// Lists of anything.
    pub const LIST: Self = Self(16);
    /// Maps: what has entries of any names.
    pub const MAP: Self = Self(32);
    /// Bytes; no value is known to be of them.
    pub const BYTES: Self = Self(64);
    /// Objects: what has fields of its own, and no entries. To a checker they are no maps.
    pub const OBJECT: Self = Self(128);
    /// What may have a value.
    pub const OPTIONAL: Self = Self(256);
    /// `null`
    pub const NULL: Self = Self(512);
    /// Points in time.
    pub const TIME: Self = Self(1024);
    /// Spans of time.
    pub const SPAN: Self = Self(2048);
    /// Values of other types, such as quantities.
    pub const OTHER: Self = Self(4096);
    /// Any number.
    pub const NUMBER: Self = Self::INT.or(Self::DOUBLE);
    /// What has items or entries.
    pub const COLLECTION: Self = Self::LIST.or(Self::MAP);
    /// What is neither a list nor a map.
    pub const SCALAR: Self = Self::BOOL.or(Self::NUMBER).or(Self::STRING).or(Self::BYTES).or(Self::TIME).or(Self::SPAN);
    /// Everything.
    pub const ANY: Self =
        Self::SCALAR.or(Self::COLLECTION).or(Self::OBJECT).or(Self::OPTIONAL).or(Self::NULL).or(Self::OTHER);

    /// Each type, with what one value of it is called.
    const WORDS: [(Self, &str); 13] = [
        (Self::BOOL, "a boolean"),
        (Self::INT, "an integer"),
        (Self::DOUBLE, "a number with a fraction"),
        (Self::STRING, "a string"),
        (Self::BYTES, "bytes"),
        (Self::LIST, "a list"),
        (Self::MAP, "a map"),
        (Self::OBJECT, "an object"),
        (Self::OPTIONAL, "an optional value"),
        (Self::NULL, "null"),
        (Self::TIME, "a point in time"),
        (Self::SPAN, "a time span"),
        (Self::OTHER, "a value of another type"),
    ];

    /// The types of either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The type of all values of a schema; `None` where it is not known. A strict checker knows the schema of whatever
    /// there is.
    pub fn of(node: &SchemaNode, is_strict: bool) -> Option<Self> {
        Some(match &node.ty {
            Type::Null if is_strict => Self::NULL,
            Type::Bool => Self::BOOL,
            Type::Int => Self::INT,
            Type::Float => Self::DOUBLE,
            Type::String => match node.rules.iter().find_map(|rule| no_text(&rule.kind)) {
                None => Self::STRING,
                Some(other) if is_strict || other == Self::OTHER => other,
                Some(_) => return None,
            },
            Type::Sequence(_) => Self::LIST,
            // What objects the platform provides differs between its versions.
            Type::Mapping(ty)
                if !ty.is_open && (ty.fields.is_empty() || is_strict || node.declared.file != FileId::NONE) =>
            {
                match &ty.others {
                    Others::Kept(value) if is_strict && ty.fields.is_empty() && !matches!(value.ty, Type::Any) => {
                        Self::MAP
                    }
                    Others::Kept(value) if !is_strict && !is_undeclared(node, value) => Self::MAP,
                    _ => Self::OBJECT,
                }
            }
            _ => return None,
        })
    }

    /// Whether another set has a type of this one.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// `a string, a list or a map`
    pub fn words(self) -> String {
        let words: Vec<&str> = Self::WORDS.iter().filter(|(ty, _)| self.meets(*ty)).map(|(_, words)| *words).collect();
        match words.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            _ => words.concat(),
        }
    }
}

/// Whether a schema lets an object keep entries without saying what they are: a checker does not know of any then.
pub fn is_undeclared(object: &SchemaNode, entry: &SchemaNode) -> bool {
    matches!(entry.ty, Type::Any) && object.declared.file != FileId::NONE
}

/// What text of a form is handed on as, if it is not as text.
fn no_text(rule: &RuleKind) -> Option<TypeSet> {
    let RuleKind::Constraint(Constraint::Format(format)) = rule else { return None };
    NO_TEXT.iter().find(|(name, _)| name == format).map(|(_, types)| *types)
}

const TIMES: TypeSet = TypeSet::TIME.or(TypeSet::SPAN);

/// What an operator takes on each of its sides; one with a single operand takes what its left side does.
pub fn operands(operator: Operator, is_strict: bool) -> [TypeSet; 2] {
    let times = if is_strict { TIMES } else { TypeSet::NONE };
    let left = match operator.sort {
        Sort::Addition => TypeSet::NUMBER.or(TypeSet::STRING).or(TypeSet::BYTES).or(TypeSet::LIST).or(times),
        Sort::Arithmetic if operator.sign == "-" => TypeSet::NUMBER.or(times),
        Sort::Arithmetic => TypeSet::NUMBER,
        Sort::Remainder => TypeSet::INT,
        Sort::Equality => TypeSet::ANY,
        Sort::Order => TypeSet::SCALAR,
        Sort::Membership => return [TypeSet::ANY, TypeSet::COLLECTION],
        Sort::Logic => TypeSet::BOOL,
    };
    [left, left]
}

/// What is never null.
const NO_NULL: TypeSet =
    TypeSet::BOOL.or(TypeSet::NUMBER).or(TypeSet::STRING).or(TypeSet::BYTES).or(TypeSet::COLLECTION);

/// Whether an operator takes values of two types together.
pub fn go_together(operator: Operator, left: TypeSet, right: TypeSet) -> bool {
    match operator.sort {
        Sort::Membership => true,
        // Numbers of all kinds have one order.
        Sort::Order if left.meets(TypeSet::NUMBER) => right.meets(TypeSet::NUMBER),
        Sort::Addition | Sort::Arithmetic if left.meets(TIMES) => right.meets(TIMES),
        Sort::Equality if left == TypeSet::NULL => !right.meets(NO_NULL),
        Sort::Equality if right == TypeSet::NULL => !left.meets(NO_NULL),
        _ => left == right,
    }
}
