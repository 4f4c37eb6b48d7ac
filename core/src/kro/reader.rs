//! Reads the expressions of a graph, text by text.

use std::sync::Arc;

use super::Graph;
use super::order::Dependency;
use super::scopes::Scopes;
use crate::cel::embedded::{EmbeddedEnd, Quoting, embedded, is_exactly, is_whole};
use crate::cel::resolve::{ExpressionType, Meaning, ResolvedName};
use crate::cel::scope::{VariableScope, of_type};
use crate::cel::types::TypeSet;
use crate::cel::{TemplateText, Templates};
use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::schema::shorthand::ShorthandSite;
use crate::schema::{SchemaNode, Type, describe};
use crate::text::Place;
use crate::values::{Value, ValueKind};

/// Reads the expressions of a graph.
pub(super) struct GraphReader<'a> {
    pub(super) graph: &'a Graph,
    pub(super) document: &'a TextDocument,
    pub(super) scopes: &'a Scopes<'a>,
    pub(super) templates: Templates,
    pub(super) problems: Vec<Problem>,
    pub(super) dependencies: Vec<Dependency>,
}

/// What a text with expressions gives.
pub(super) struct GivenText {
    /// The index of the text.
    pub(super) index: usize,
    /// What it gives, if it is nothing but one expression; else it gives text.
    pub(super) gives: Option<ExpressionType>,
    /// The expression, or the whole text.
    pub(super) place: Place,
}

impl GraphReader<'_> {
    /// Reads a text that is nothing but one expression, in which nothing can be left out.
    pub(super) fn only_expression(
        &mut self,
        value: &Value,
        key: &str,
        scope: &Arc<VariableScope>,
    ) -> Option<GivenText> {
        let given = self.text(value, scope);
        let is_only = given.as_ref().is_some_and(|given| given.gives.is_some());
        if !is_only && !matches!(value.kind, ValueKind::Unknown) {
            let message = format!("`{key}` must be exactly one expression");
            let problem = Problem::new(Code::ExpressionSyntax, value.origin, message).expected("`${…}`");
            self.problems.push(problem);
        }
        let given = given.filter(|_| is_only)?;
        let omitted = self.calls(given.index, "omit").next();
        if let Some(place) = omitted {
            let message = format!("`omit` leaves out fields of templates, and nothing of `{key}`");
            self.problems.push(Problem::new(Code::ExpressionType, place, message));
        }
        Some(given)
    }

    /// Reads a text if it holds expressions. Text around them makes text of the whole, so each of them must give text.
    pub(super) fn text(&mut self, value: &Value, scope: &Arc<VariableScope>) -> Option<GivenText> {
        let text = value.text()?;
        let found = embedded(text, Quoting::Double);
        if found.is_empty() {
            return None;
        }
        let (is_exact, is_almost) = (is_exactly(text, &found), is_whole(text, &found));
        let has_any = found.iter().any(|it| it.end != EmbeddedEnd::Unclosed);
        let site = ShorthandSite::of(value, self.document);
        let read = TemplateText::read(text, site, found, scope, &mut self.problems);
        let index = self.templates.texts.len();
        let place = match read.expressions.as_slice() {
            [(only, _)] if is_exact => read.site.place(only.inner),
            _ => value.origin,
        };
        let gives = match read.expressions.as_slice() {
            [(_, resolved)] if is_exact => Some(resolved.gives.clone()),
            pieces => {
                for (piece, resolved) in pieces.iter().filter(|(piece, _)| piece.end == EmbeddedEnd::Closed) {
                    let problem = no_text(&resolved.gives, read.site.place(piece.inner), is_almost);
                    self.problems.extend(problem);
                }
                None
            }
        };
        self.templates.texts.push(read);
        has_any.then_some(GivenText { index, gives, place })
    }

    /// Where a text calls a function.
    pub(super) fn calls(&self, text: usize, name: &str) -> std::vec::IntoIter<Place> {
        let text = self.templates.texts.get(text);
        let names = text.into_iter().flat_map(|text| {
            let names = text.expressions.iter().flat_map(|(_, resolved)| &resolved.names);
            names.map(|name| (text.site.place(name.range), name)).collect::<Vec<_>>()
        });
        let is_call = |it: &ResolvedName| matches!(&it.meaning, Meaning::Function(function) if function.name == name);
        names.filter(|(_, name)| is_call(name)).map(|(place, _)| place).collect::<Vec<_>>().into_iter()
    }
}

/// A piece of a text that does not give text.
fn no_text(typed: &ExpressionType, place: Place, is_almost: bool) -> Option<Problem> {
    let found = typed.types(true).filter(|found| *found != TypeSet::STRING)?;
    let problem =
        Problem::new(Code::ExpressionType, place, "What stands in a text must give text").found(found.words());
    let problem = problem.expected("a string");
    Some(if is_almost {
        problem.hint("a line break or blank beside the only expression makes text of it; `|-` leaves none")
    } else if found.meets(TypeSet::NUMBER.or(TypeSet::BOOL)) {
        problem.hint("`string(…)` makes text of it")
    } else {
        problem
    })
}

/// What a value is called in a sentence.
pub(super) fn words(typed: &ExpressionType) -> String {
    typed.types(true).map_or_else(|| describe::type_words(&typed.node), TypeSet::words)
}

/// Text of no schema.
pub(super) fn text_type() -> Arc<SchemaNode> {
    of_type(Type::String)
}
