//! The call around a cursor: what is called, and which of its arguments is being typed.

use std::ops::Range;

use super::chain::{AccessChain, Root, ends_value};
use super::function::Callable;
use super::statement::{BracketLevel, TypedStatement};
use super::value::{KnownValue, ValueResolver};
use super::{CodeKind, CursorCode};
use crate::analysis::Analysis;
use crate::text::{FileId, TextSize};

/// A call that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) struct TypedCall {
    /// What is called.
    pub(in crate::ide) callee: Callee,
    /// How many arguments stand in front of the one that is being typed.
    pub(in crate::ide) index: usize,
    /// The name of the argument that is being typed, if it has one.
    pub(in crate::ide) keyword: Option<String>,
    /// The names of the other arguments, as far as they have some.
    pub(in crate::ide) given: Vec<String>,
    /// The tokens of the argument in front of the cursor.
    pub(in crate::ide) argument: Range<usize>,
}

/// What is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) enum Callee {
    /// A value.
    Value(AccessChain),
    /// An annotation, whose arguments are those of a call.
    Annotation(String),
}

impl TypedCall {
    /// The innermost call whose arguments the cursor is among.
    pub(in crate::ide) fn around(code: &CursorCode) -> Option<Self> {
        let statement = &code.statement;
        let end = statement.tokens().partition_point(|token| token.range.end <= code.cursor);
        let mut opening = BracketLevel::around(statement, end).opening();
        while let Some(index) = opening {
            if statement.source(index) == "(" && ends_value(statement, index.checked_sub(1)) {
                if index.checked_sub(2).is_some_and(|before| statement.source(before) == "def") {
                    return None;
                }
                let callee = Callee::Value(AccessChain::before(statement, index).or_else(|| load(statement, index))?);
                return Some(Self::new(statement, callee, index + 1, end));
            }
            opening = BracketLevel::around(statement, index).opening();
        }
        let CodeKind::Arguments(name) = &code.kind else { return None };
        Some(Self::new(statement, Callee::Annotation(name.clone()), 0, end))
    }

    /// What is called, and the keyword that defines it in code, with the blank behind it; `None` where it is not known.
    pub(in crate::ide) fn callable(
        &self,
        analysis: &Analysis,
        file: FileId,
        offset: TextSize,
        code: &CursorCode,
    ) -> Option<(Callable, &'static str)> {
        let Callee::Value(chain) = &self.callee else { return None };
        match ValueResolver::at(analysis, file, offset).chain(&code.statement, chain)? {
            KnownValue::Function(_, binding, function) => Some((Callable::defined(&binding.name, function), "def ")),
            KnownValue::Documented(holder, doc) if doc.is_function() => {
                Some((Callable::documented(holder.map(|holder| holder.name), doc), ""))
            }
            _ => None,
        }
    }

    /// A call whose arguments begin with the token at index `first`; the cursor stands behind those up to `end`.
    fn new(statement: &TypedStatement, callee: Callee, first: usize, end: usize) -> Self {
        let arguments = statement.arguments(first);
        let index = arguments.iter().rposition(|argument| argument.start <= end).unwrap_or(0);
        let name = |argument: &Range<usize>| {
            let is_named = statement.source(argument.start + 1) == "=" && argument.len() > 1;
            is_named.then(|| statement.source(argument.start).to_owned())
        };
        let others = arguments.iter().enumerate().filter(|(other, _)| *other != index);
        let given = others.filter_map(|(_, argument)| name(argument)).collect();
        let start = arguments.get(index).map_or(first, |argument| argument.start);
        let keyword = arguments.get(index).filter(|argument| argument.start + 1 < end).and_then(name);
        Self { callee, index, keyword, given, argument: start..end.max(start) }
    }
}

/// `load` is no name, but is written as a call.
fn load(statement: &TypedStatement, opening: usize) -> Option<AccessChain> {
    let first = opening.checked_sub(1)?;
    let name = statement.source(first);
    let is_load = name == "load";
    is_load.then(|| AccessChain { root: Root::Name(name.to_owned()), steps: Vec::new(), first })
}
