//! An expression of CEL, the Common Expression Language, as it is written: a tree whose every name has a range.
//!
//! Macros are calls here like any other; what they mean says `resolve`. What is half typed leaves holes
//! ([`ExpressionNode::Missing`], empty names), never less of the tree around them.

use smol_str::SmolStr;

use crate::text::TextRange;

/// An expression. Ranges are bytes of the text that holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// All of it; empty where something is missing.
    pub range: TextRange,
    /// What it is.
    pub kind: ExpressionNode,
    /// How many expressions stand inside of each other here, this one included.
    pub(super) height: usize,
}

/// A name, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameAt {
    /// Without the backticks that may stand around it; empty where it is missing.
    pub text: SmolStr,
    /// Backticks included.
    pub range: TextRange,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionNode {
    /// Nothing, where a value belongs.
    Missing,
    /// A literal.
    Literal(Literal),
    /// A variable, or the name of a type.
    Name(NameAt),
    /// `of.name`, `of.?name`
    Member {
        /// What has the member.
        of: Box<Expression>,
        /// The member.
        name: NameAt,
        /// Whether `?` stands before it.
        is_optional: bool,
    },
    /// `of[index]`, `of[?index]`
    Index {
        /// What has the item.
        of: Box<Expression>,
        /// Which item.
        index: Box<Expression>,
        /// Whether `?` stands before it.
        is_optional: bool,
    },
    /// `name(…)`, `target.name(…)`
    Call {
        /// What the function belongs to, or is called on.
        target: Option<Box<Expression>>,
        /// The function.
        name: NameAt,
        /// What it is given.
        arguments: Vec<Expression>,
    },
    /// `[…]`
    List(Vec<Expression>),
    /// `{key: value}`
    Map(Vec<(Expression, Expression)>),
    /// `Type{field: value}`: the type, and the values.
    Message(Box<Expression>, Vec<Expression>),
    /// `!a`, `-a`
    Unary(Operator, Box<Expression>),
    /// `a + b`
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `condition ? then : otherwise`
    Conditional(Box<[Expression; 3]>),
    /// Expressions side by side, which is a mistake; all of them are read nevertheless.
    Several(Vec<Expression>),
}

/// A literal value. Numbers are not looked into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Bool,
    /// `1`, `0x1f`, `1u`
    Int,
    /// `1.5`, `1e3`
    Double,
    /// Text; `None` where it holds escapes, which nobody asks for.
    String(Option<SmolStr>),
    /// `b"…"`
    Bytes,
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// As it is written.
    pub sign: &'static str,
    /// What sort it is of.
    pub sort: Sort,
}

/// Operators that take the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// `+`
    Addition,
    /// `- * /`, and `-` alone.
    Arithmetic,
    /// `%`
    Remainder,
    /// `== !=`
    Equality,
    /// `< <= > >=`
    Order,
    /// `in`
    Membership,
    /// `&& ||`, and `!` alone.
    Logic,
}

impl Sort {
    /// Whether it gives a boolean.
    pub fn is_condition(self) -> bool {
        matches!(self, Self::Equality | Self::Order | Self::Membership | Self::Logic)
    }
}

impl Expression {
    pub(super) fn new(range: TextRange, kind: ExpressionNode) -> Self {
        let height = 1 + kind.children().map(|child| child.height).max().unwrap_or(0);
        Self { range, kind, height }
    }

    /// The name, if it is nothing but a variable.
    pub fn name(&self) -> Option<&NameAt> {
        match &self.kind {
            ExpressionNode::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl ExpressionNode {
    /// The expressions directly inside.
    pub fn children(&self) -> Box<dyn Iterator<Item = &Expression> + '_> {
        match self {
            Self::Missing | Self::Literal(_) | Self::Name(_) => Box::new(std::iter::empty()),
            Self::Member { of, .. } | Self::Unary(_, of) => Box::new(std::iter::once(&**of)),
            Self::Index { of, index, .. } => Box::new([&**of, &**index].into_iter()),
            Self::Call { target, arguments, .. } => Box::new(target.as_deref().into_iter().chain(arguments)),
            Self::List(items) | Self::Several(items) => Box::new(items.iter()),
            Self::Map(entries) => Box::new(entries.iter().flat_map(|(key, value)| [key, value])),
            Self::Message(ty, values) => Box::new(std::iter::once(&**ty).chain(values)),
            Self::Binary(_, left, right) => Box::new([&**left, &**right].into_iter()),
            Self::Conditional(parts) => Box::new(parts.iter()),
        }
    }
}
