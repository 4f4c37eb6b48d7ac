//! The texts of a resource that hold expressions, each expression with what its names mean.

use std::sync::Arc;

use smol_str::SmolStr;

use super::embedded::{EmbeddedEnd, EmbeddedExpression};
use super::mistakes;
use super::parse::parse;
use super::resolve::{Resolved, ResolvedName, resolve};
use super::scope::VariableScope;
use crate::problem::Problem;
use crate::schema::shorthand::ShorthandSite;
use crate::text::{TextRange, TextSize};

/// The templates of a resource.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    /// The texts that hold expressions.
    pub texts: Vec<TemplateText>,
    /// What is wrong with expressions, and with what they give.
    pub problems: Vec<Problem>,
}

/// A text that holds expressions.
#[derive(Clone, Debug)]
pub struct TemplateText {
    /// Where it stands.
    pub site: ShorthandSite,
    /// The text, as YAML reads it.
    pub text: SmolStr,
    /// The variables in it.
    pub scope: Arc<VariableScope>,
    /// Its expressions.
    pub expressions: Vec<(EmbeddedExpression, Resolved)>,
}

impl Templates {
    /// Every name in every expression, with the text that it stands in.
    pub fn names(&self) -> impl Iterator<Item = (&TemplateText, &ResolvedName)> {
        self.texts.iter().flat_map(|text| {
            text.expressions.iter().flat_map(move |(_, resolved)| resolved.names.iter().map(move |it| (text, it)))
        })
    }

    /// Adds the templates of another part.
    pub fn add(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.problems.extend(other.problems);
    }
}

impl TemplateText {
    /// Reads the expressions of a text, with what is wrong with them.
    pub fn read(
        text: &SmolStr,
        site: ShorthandSite,
        found: Vec<EmbeddedExpression>,
        scope: &Arc<VariableScope>,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut is_nested = false;
        let expressions: Vec<(EmbeddedExpression, Resolved)> = found
            .into_iter()
            .map(|embedded| {
                let mut resolved = resolve(text, &parse(text, embedded.inner), &site, scope);
                // What is not closed is no expression, and what is cut off says little.
                let opening = TextRange::at(embedded.range.start(), TextSize::of("${"));
                match embedded.end {
                    EmbeddedEnd::Closed => {}
                    EmbeddedEnd::Unclosed => resolved.problems = vec![mistakes::unclosed(opening, &site)],
                    EmbeddedEnd::UnclosedQuote(at) => resolved.problems = vec![mistakes::unclosed_quote(at, &site)],
                    // The platform looks no further than the first.
                    EmbeddedEnd::Nested(_) if std::mem::replace(&mut is_nested, true) => resolved.problems.clear(),
                    EmbeddedEnd::Nested(at) => resolved.problems = vec![mistakes::nested(at, &site)],
                }
                resolved.is_readable &= embedded.end == EmbeddedEnd::Closed;
                problems.append(&mut resolved.problems);
                (embedded, resolved)
            })
            .collect();
        Self { site, text: text.clone(), scope: scope.clone(), expressions }
    }
}
