//! Starlark expressions that are literals, as values.

use std::collections::HashSet;
use std::sync::Arc;

use smol_str::SmolStr;
use starlark_syntax::codemap::Span;
use starlark_syntax::lexer::TokenInt;
use starlark_syntax::syntax::ast::{
    AssignTargetP, AstArgument, AstAssignTargetP, AstExpr, AstLiteral, AstNoPayload, AstParameter, BinOp, ClauseP,
    ExprP, ForClauseP, ParameterP,
};

use super::OPENING;
use crate::template::dialect::restore;
use crate::text::{TextRange, TextSize};
use crate::values::arguments::{AnnotationSite, Argument, ArgumentKind, Lambda};
use crate::values::fragment::Fragment;
use crate::values::{Key, SequenceValue, Value, ValueKind};

/// Floats below this are whole numbers that are told apart from their neighbours.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// Turns spans of the parsed text into ranges and places of the comment.
#[derive(Clone, Copy)]
pub(super) struct LiteralReader<'a> {
    /// The arguments.
    pub(super) text: &'a str,
    /// What holds the annotation.
    pub(super) site: AnnotationSite,
    /// Where the arguments start, in the comment's base.
    pub(super) start: TextSize,
}

impl LiteralReader<'_> {
    /// A span of the parsed text as a range in the comment's base.
    pub(super) fn range(self, span: Span) -> TextRange {
        let opening = OPENING.len() as u32;
        let start = span.begin().get().saturating_sub(opening);
        let end = span.end().get().saturating_sub(opening).max(start);
        TextRange::new(TextSize::new(start), TextSize::new(end)) + self.start
    }

    /// An argument: a literal, a tuple, or an expression.
    pub(super) fn argument(self, expression: &AstExpr) -> Argument {
        let range = self.range(expression.span);
        match &expression.node {
            ExprP::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.argument(part)).collect();
                Argument { range: self.with_parentheses(range), kind: ArgumentKind::Tuple(parts) }
            }
            ExprP::Lambda(lambda) => {
                let is_plain = |it: &AstParameter| matches!(it.node, ParameterP::Normal(_, _, None));
                let parameters = lambda.params.iter().all(is_plain).then_some(lambda.params.len());
                let lambda = Lambda { parameters, result: self.value(&lambda.body) };
                Argument { range, kind: ArgumentKind::Lambda(lambda) }
            }
            _ => {
                Argument { range, kind: self.value(expression).map_or(ArgumentKind::Expression, ArgumentKind::Literal) }
            }
        }
    }

    /// The range of a tuple with its parentheses, which the parser leaves out.
    fn with_parentheses(self, range: TextRange) -> TextRange {
        let inner = range - self.start;
        let before = self.text.get(..inner.start().into()).unwrap_or_default().trim_end();
        let after = self.text.get(inner.end().into()..).unwrap_or_default().trim_start();
        if !before.ends_with('(') || !after.starts_with(')') {
            return range;
        }
        let start = before.len() - 1;
        let end = self.text.len() - after.len() + 1;
        TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32)) + self.start
    }

    /// The value of a literal; `None` for anything that must be evaluated.
    fn value(self, expression: &AstExpr) -> Option<Value> {
        let kind = match &expression.node {
            ExprP::Identifier(name) => constant(&name.node.ident)?,
            ExprP::Literal(literal) => scalar(literal)?,
            ExprP::Minus(operand) => negated(&self.value(operand)?.kind)?,
            ExprP::Plus(operand) => self.value(operand).map(|value| value.kind).filter(is_number)?,
            ExprP::Op(left, BinOp::Add, right) => joined(self.value(left)?.kind, self.value(right)?.kind)?,
            ExprP::List(parts) | ExprP::Tuple(parts) => self.sequence(parts)?,
            ExprP::Dict(entries) => self.mapping(entries)?,
            _ => return None,
        };
        if is_beyond_yaml(&kind) {
            return None;
        }
        Some(Value { origin: self.site.place(self.range(expression.span)), kind })
    }

    fn sequence(self, parts: &[AstExpr]) -> Option<ValueKind> {
        let items: Option<SequenceValue> = parts.iter().map(|part| self.value(part)).collect();
        Some(ValueKind::Sequence(Arc::new(items?)))
    }

    fn mapping(self, entries: &[(AstExpr, AstExpr)]) -> Option<ValueKind> {
        let entries: Option<Vec<Fragment>> = entries
            .iter()
            .map(|(key, value)| {
                let key_origin = self.site.place(self.range(key.span));
                Some(Fragment::entry(Key::of(&self.value(key)?.kind)?, key_origin, self.value(value)?))
            })
            .collect();
        let entries = entries?;
        // Starlark refuses a dict with a key twice, which an evaluation says.
        let mut keys = HashSet::new();
        if !entries.iter().all(|entry| keys.insert(as_starlark_compares(entry.entry_key()))) {
            return None;
        }
        Some(ValueKind::map(entries))
    }
}

/// The names that the arguments read and that no lambda or comprehension in them binds.
pub(super) fn free_names(arguments: &[AstArgument], reader: LiteralReader<'_>) -> Vec<(String, TextRange)> {
    let mut names = ExpressionNames::default();
    for argument in arguments {
        names.expression(argument.expr(), reader);
    }
    let ExpressionNames { mut read, bound } = names;
    read.retain(|(name, _)| !bound.contains(name) && constant(name).is_none());
    read
}

/// Names in an expression.
#[derive(Default)]
struct ExpressionNames {
    read: Vec<(String, TextRange)>,
    bound: HashSet<String>,
}

impl ExpressionNames {
    fn expression(&mut self, expression: &AstExpr, reader: LiteralReader<'_>) {
        match &expression.node {
            ExprP::Identifier(name) => {
                self.read.push((restore(&name.node.ident).into_owned(), reader.range(name.span)));
            }
            ExprP::Lambda(lambda) => self.bound.extend(lambda.params.iter().filter_map(parameter_name)),
            ExprP::ListComprehension(_, clause, clauses) | ExprP::DictComprehension(_, clause, clauses) => {
                self.clause(clause);
                for clause in clauses {
                    if let ClauseP::For(clause) = clause {
                        self.clause(clause);
                    }
                }
            }
            _ => {}
        }
        expression.visit_expr(|part| self.expression(part, reader));
    }

    fn clause(&mut self, clause: &ForClauseP<AstNoPayload>) {
        self.target(&clause.var);
    }

    fn target(&mut self, target: &AstAssignTargetP<AstNoPayload>) {
        match &target.node {
            AssignTargetP::Tuple(parts) => parts.iter().for_each(|part| self.target(part)),
            AssignTargetP::Identifier(name) => {
                self.bound.insert(restore(&name.node.ident).into_owned());
            }
            AssignTargetP::Index(_) | AssignTargetP::Dot(..) => {}
        }
    }
}

fn parameter_name(parameter: &AstParameter) -> Option<String> {
    parameter.node.ident().map(|name| restore(&name.node.ident).into_owned())
}

fn constant(name: &str) -> Option<ValueKind> {
    match name {
        "None" => Some(ValueKind::Null),
        "True" => Some(ValueKind::Bool(true)),
        "False" => Some(ValueKind::Bool(false)),
        _ => None,
    }
}

fn scalar(literal: &AstLiteral) -> Option<ValueKind> {
    match literal {
        AstLiteral::Int(int) => match &int.node {
            TokenInt::I32(int) => Some(ValueKind::int(*int)),
            TokenInt::BigInt(int) => int.to_string().parse::<i128>().ok().map(ValueKind::int),
        },
        AstLiteral::Float(float) => Some(ValueKind::Float(float.node)),
        AstLiteral::String(string) => Some(ValueKind::String(SmolStr::new(&string.node))),
        AstLiteral::Bytes(_) | AstLiteral::Ellipsis => None,
    }
}

/// A key such that keys which are one to Starlark are equal: 1.0 is 1 there.
fn as_starlark_compares(key: &Key) -> Key {
    match key {
        Key::Float(float) if float.fract() == 0.0 && float.abs() < MOST_WHOLE => Key::Int((*float as i128).into()),
        _ => key.clone(),
    }
}

/// Whether it is a whole number that no node of YAML can hold: ytt takes 64 bits, with or without a sign.
fn is_beyond_yaml(kind: &ValueKind) -> bool {
    matches!(kind, ValueKind::Int(int) if !(i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&int.get()))
}

fn is_number(kind: &ValueKind) -> bool {
    matches!(kind, ValueKind::Int(_) | ValueKind::Float(_))
}

fn negated(kind: &ValueKind) -> Option<ValueKind> {
    match kind {
        ValueKind::Int(int) => int.get().checked_neg().map(ValueKind::int),
        ValueKind::Float(float) => Some(ValueKind::Float(-*float)),
        _ => None,
    }
}

fn joined(left: ValueKind, right: ValueKind) -> Option<ValueKind> {
    match (left, right) {
        (ValueKind::String(left), ValueKind::String(right)) => {
            Some(ValueKind::String(SmolStr::from(format!("{left}{right}"))))
        }
        _ => None,
    }
}
