//! Semantic tokens: colours for what editors cannot tell by themselves, the parts of shorthands, annotations and
//! template code. Plain YAML has none: every editor colours it.

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template};

mod code;
mod names;
mod shorthand;
mod tags;

/// A piece of text on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// Its bytes.
    pub range: TextRange,
    /// What it is.
    pub kind: TokenKind,
}

/// What a token is. The names are LSP's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A built-in type of the shorthand.
    Type,
    /// A custom type.
    Class,
    /// A marker of the shorthand, or a member of a value in code.
    Property,
    /// A sign.
    Operator,
    /// Text.
    String,
    /// A number.
    Number,
    /// A word of the language.
    Keyword,
    /// `#@` with the name of an annotation.
    Decorator,
    /// A parameter of a function, or an argument by its name.
    Parameter,
    /// The name of a function.
    Function,
    /// Any other name.
    Variable,
    /// A module.
    Namespace,
}

impl TokenKind {
    /// Every kind, each at its own index.
    pub const ALL: [Self; 12] = [
        Self::Type,
        Self::Class,
        Self::Property,
        Self::Operator,
        Self::String,
        Self::Number,
        Self::Keyword,
        Self::Decorator,
        Self::Parameter,
        Self::Function,
        Self::Variable,
        Self::Namespace,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Class => "class",
            Self::Property => "property",
            Self::Operator => "operator",
            Self::String => "string",
            Self::Number => "number",
            Self::Keyword => "keyword",
            Self::Decorator => "decorator",
            Self::Parameter => "parameter",
            Self::Function => "function",
            Self::Variable => "variable",
            Self::Namespace => "namespace",
        }
    }
}

/// The tokens of a file that touch a range, or all of them, in order; none overlap.
pub fn semantic_tokens(analysis: &Analysis, file: FileId, range: Option<TextRange>) -> Vec<SemanticToken> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let range =
        range.unwrap_or(TextRange::up_to(TextSize::try_from(document.len()).unwrap_or(TextSize::new(u32::MAX))));
    let path = analysis.path(file);
    let in_lines = (!is_text_template(path)).then(|| code::tokens(analysis, document, is_starlark(path), range));
    let mut tokens = in_lines.unwrap_or_default();
    tokens.extend(tags::tokens(analysis, file, document, range));
    names::refine(analysis, file, range, &mut tokens);
    tokens.extend(shorthand::tokens(analysis, file, document, range));
    let mut tokens: Vec<SemanticToken> = tokens.into_iter().flat_map(|token| lines(document, token)).collect();
    tokens.sort_by_key(|token| (token.range.start(), token.range.end()));
    let mut end = TextSize::new(0);
    tokens.retain(|token| {
        let is_free = token.range.start() >= end && !token.range.is_empty() && token.range.intersect(range).is_some();
        if is_free {
            end = token.range.end();
        }
        is_free
    });
    tokens
}

/// A token that goes over several lines, cut at their ends.
fn lines(document: &TextDocument, token: SemanticToken) -> Vec<SemanticToken> {
    let text = document.slice(token.range);
    let mut start = token.range.start();
    let mut cut = Vec::new();
    for line in text.split_inclusive('\n') {
        let blanks = TextSize::of(&line[..line.len() - line.trim_start().len()]);
        let range = TextRange::at(start + blanks, TextSize::of(line.trim()));
        cut.push(SemanticToken { range, ..token });
        start += TextSize::of(line);
    }
    cut
}

#[cfg(test)]
mod tests;
