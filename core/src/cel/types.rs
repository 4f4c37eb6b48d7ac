//! What an expression takes where: the types of operands, arguments and targets. Only what CEL's own checker would
//! surely refuse is told apart; of a value whose type is not known nothing is claimed.

use super::syntax::{Operator, Sort};
use crate::constraint::Constraint;
use crate::schema::{Others, RuleKind, SchemaNode, Type};
use crate::text::FileId;

/// A set of the types that CEL tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(u8);

/// Forms of text that the platform hands on as something else: as bytes, times and time spans.
const NO_TEXT: &[&str] = &["byte", "date", "date-time", "datetime", "duration"];

impl Types {
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
    /// Any number.
    pub const NUMBER: Self = Self::INT.or(Self::DOUBLE);
    /// What has items or entries.
    pub const COLLECTION: Self = Self::LIST.or(Self::MAP);
    /// What is neither a list nor a map.
    pub const SCALAR: Self = Self::BOOL.or(Self::NUMBER).or(Self::STRING).or(Self::BYTES);
    /// Everything.
    pub const ANY: Self = Self::SCALAR.or(Self::COLLECTION).or(Self::OBJECT);

    /// Each type, with what one value of it is called.
    const WORDS: [(Self, &str); 8] = [
        (Self::BOOL, "a boolean"),
        (Self::INT, "an integer"),
        (Self::DOUBLE, "a number with a fraction"),
        (Self::STRING, "a string"),
        (Self::BYTES, "bytes"),
        (Self::LIST, "a list"),
        (Self::MAP, "a map"),
        (Self::OBJECT, "an object"),
    ];

    /// The types of either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The type of all values of a schema; `None` where it is not known.
    pub fn of(node: &SchemaNode) -> Option<Self> {
        Some(match &node.ty {
            Type::Bool => Self::BOOL,
            Type::Int => Self::INT,
            Type::Float => Self::DOUBLE,
            Type::String if !node.rules.iter().any(|rule| is_no_text(&rule.kind)) => Self::STRING,
            Type::Sequence(_) => Self::LIST,
            // What objects the platform provides differs between its versions.
            Type::Mapping(ty) if !ty.is_open && (ty.fields.is_empty() || node.declared.file != FileId::NONE) => {
                match &ty.others {
                    Others::Kept(value) if !is_untold(node, value) => Self::MAP,
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
pub fn is_untold(object: &SchemaNode, entry: &SchemaNode) -> bool {
    matches!(entry.ty, Type::Any) && object.declared.file != FileId::NONE
}

fn is_no_text(rule: &RuleKind) -> bool {
    matches!(rule, RuleKind::Constraint(Constraint::Format(format)) if NO_TEXT.contains(&format.as_str()))
}

/// What an operator takes on each of its sides; one with a single operand takes what its left side does.
pub fn operands(operator: Operator) -> [Types; 2] {
    let left = match operator.sort {
        Sort::Addition => Types::NUMBER.or(Types::STRING).or(Types::BYTES).or(Types::LIST),
        Sort::Arithmetic => Types::NUMBER,
        Sort::Remainder => Types::INT,
        Sort::Equality => Types::ANY,
        Sort::Order => Types::SCALAR,
        Sort::Membership => return [Types::ANY, Types::COLLECTION],
        Sort::Logic => Types::BOOL,
    };
    [left, left]
}

/// Whether an operator takes values of two types together.
pub fn go_together(operator: Operator, left: Types, right: Types) -> bool {
    match operator.sort {
        Sort::Membership => true,
        // Numbers of all kinds have one order.
        Sort::Order if left.meets(Types::NUMBER) => right.meets(Types::NUMBER),
        _ => left == right,
    }
}
