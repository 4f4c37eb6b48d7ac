//! Names that hold inside of one statement: parameters of lambdas, and variables of comprehensions. They are read from
//! the tokens, since a statement that is half typed has no tree.

use std::ops::Range;

use super::statement::{BracketLevel, TypedStatement};
use crate::template::tokens::CodeTokenKind;

/// A name that holds inside of its statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) struct Local {
    /// The name.
    pub(in crate::ide) name: String,
    /// The tokens of the list whose items it stands for, one by one, if that is known.
    pub(in crate::ide) items_of: Option<Range<usize>>,
}

/// The names that hold at the token at an index, from the inside.
pub(in crate::ide) fn locals(statement: &TypedStatement, at: usize) -> Vec<Local> {
    let mut found: Vec<Local> = Vec::new();
    let mut level = Some(BracketLevel::around(statement, at));
    while let Some(inner) = level {
        let own = lambdas(statement, &inner, at).into_iter().chain(comprehension(statement, &inner, at));
        for local in own {
            if !found.iter().any(|known| known.name == local.name) {
                found.push(local);
            }
        }
        level = inner.opening().map(|opening| BracketLevel::around(statement, opening));
    }
    found
}

/// The parameters of the lambdas whose values are being typed.
fn lambdas(statement: &TypedStatement, level: &BracketLevel<'_>, at: usize) -> Vec<Local> {
    let mut found = Vec::new();
    for lambda in (level.tokens.start..at).rev() {
        let is_lambda = level.is_own(lambda) && statement.source(lambda) == "lambda";
        let Some(colon) = level.find(lambda..at, &[":"]).filter(|_| is_lambda) else { continue };
        if level.find(colon..at, &[","]).is_none() {
            let items_of = sorted(statement, level, lambda);
            let names = parameters(statement, lambda + 1..colon);
            found.extend(names.map(|name| Local { name, items_of: items_of.clone() }));
        }
    }
    found
}

fn parameters(statement: &TypedStatement, list: Range<usize>) -> impl Iterator<Item = String> {
    let is_name = |index: &usize| {
        let before = statement.source(index - 1);
        statement.kind(*index) == Some(CodeTokenKind::Word) && matches!(before, "lambda" | "," | "*")
    };
    list.filter(is_name).map(|index| statement.source(index).to_owned())
}

/// What is sorted where a lambda is the key to sort by, or what the largest is sought of.
fn sorted(statement: &TypedStatement, level: &BracketLevel<'_>, lambda: usize) -> Option<Range<usize>> {
    let is_key = statement.source(lambda.checked_sub(1)?) == "=" && statement.source(lambda.checked_sub(2)?) == "key";
    let function = level.opening()?.checked_sub(1)?;
    let is_sorting = matches!(statement.source(function), "sorted" | "min" | "max");
    let end = level.find(level.tokens.clone(), &[","])?;
    (is_key && is_sorting).then_some(level.tokens.start..end)
}

/// The variables of the comprehension between two brackets, as far as they hold at a token.
fn comprehension(statement: &TypedStatement, level: &BracketLevel<'_>, at: usize) -> Vec<Local> {
    let end_of_all = level.tokens.end;
    let mut found = Vec::new();
    let mut next = level.find(level.tokens.clone(), &["for"]).filter(|_| matches!(level.bracket(), "[" | "{"));
    let is_in_item = next.is_some_and(|first| at <= first);
    while let Some(start) = next {
        let Some(over) = level.find(start..end_of_all, &["in"]) else { break };
        let end = level.find(over..end_of_all, &["for", "if"]).unwrap_or(end_of_all);
        if is_in_item || at > end {
            found.extend(variables(statement, start + 1..over, over + 1..end));
        }
        next = level.find(end..end_of_all, &["for"]);
    }
    found.reverse();
    found
}

/// What a loop names, with the list that it goes over.
fn variables(statement: &TypedStatement, names: Range<usize>, over: Range<usize>) -> Vec<Local> {
    let names: Vec<usize> = names.filter(|index| statement.kind(*index) == Some(CodeTokenKind::Word)).collect();
    let is_counted = statement.source(over.start) == "enumerate" && statement.source(over.start + 1) == "(";
    let items_of = |index: usize| match (names.len(), index) {
        (1, _) => Some(over.clone()),
        (2, 1) if is_counted => Some(over.start + 2..over.end.saturating_sub(1).max(over.start + 2)),
        _ => None,
    };
    let local =
        |(index, at): (usize, &usize)| Local { name: statement.source(*at).to_owned(), items_of: items_of(index) };
    names.iter().enumerate().map(local).collect()
}
