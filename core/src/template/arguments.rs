//! The arguments of an annotation: Starlark call arguments, with the place of each part.
//!
//! [`parse`] does not evaluate: literals become values at once, anything else stays an expression, which an evaluation
//! replaces by what it gives. What arguments an annotation takes is not decided here.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use starlark_syntax::syntax::AstModule;
use starlark_syntax::syntax::ast::{ArgumentP, AstArgument, ExprP, StmtP};

use smol_str::SmolStr;

use super::dialect::{dialect, restore};
use super::fragment::FragmentContent;
use super::function::Function;
use super::overlay::matcher::Matcher;
use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, SegmentId, TextRange, TextSize};
use crate::values::{SequenceValue, Value, ValueKind};
use crate::yaml::annotation::Annotation;

mod literal;
mod scan;
#[cfg(test)]
mod tests;

/// The arguments of one annotation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Arguments {
    /// The arguments without a name, in order.
    pub positional: Vec<Argument>,
    /// The arguments with a name, in order; a name stands once.
    pub keywords: Vec<Keyword>,
    /// Whether `*x` or `**x` may add arguments that are not known.
    pub is_open: bool,
    /// Every name that an expression reads and does not bind itself.
    pub names: Vec<(String, TextRange)>,
}

/// `name=value`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Keyword {
    /// The name.
    pub name: String,
    /// The range of the name, in the comment's base.
    pub name_range: TextRange,
    /// The value.
    pub value: Argument,
}

/// One argument, or one part of a tuple.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Argument {
    /// Its text, in the comment's base.
    pub range: TextRange,
    /// What it is.
    pub kind: ArgumentKind,
}

/// What an argument is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ArgumentKind {
    /// A literal; tuples inside it are arrays.
    Literal(Value),
    /// A tuple that is the argument itself, part by part.
    Tuple(Vec<Argument>),
    /// A list with something in it that YAML cannot hold, such as a function, part by part.
    List(Vec<Argument>),
    /// A `lambda`.
    Lambda(Lambda),
    /// Any other expression: its value is not known without evaluation.
    Expression,
    /// A function that an evaluation gave.
    Function(Function),
    /// An object with a function `check`, such as the rules of `@ytt:assert`.
    Checker(Function),
    /// What `@ytt:validations` makes.
    Rule(LibraryRule),
    /// What `@ytt:overlay` makes for `by=`.
    Matcher(Matcher),
    /// A part of a YAML document, with its annotations.
    Fragment(FragmentContent),
    /// Anything else that an evaluation gave; its type in a word, such as `struct`.
    Other(SmolStr),
}

/// A rule that a keyword states, such as `min` with 3.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LibraryRule {
    /// The keyword.
    pub keyword: SmolStr,
    /// Its argument.
    pub argument: Value,
}

/// What is known of a `lambda` without evaluating it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lambda {
    /// How many arguments it takes; `None` if that varies.
    pub parameters: Option<usize>,
    /// What it always returns, if that is a literal.
    pub result: Option<Value>,
}

/// What holds an annotation: needed to say where its parts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnotationSite {
    /// The file.
    pub file: FileId,
    /// The segment whose base the ranges have.
    pub segment: SegmentId,
}

impl AnnotationSite {
    /// The site that holds a place.
    pub fn of(place: Place) -> Self {
        Self { file: place.file, segment: place.segment }
    }

    /// A range of this site as a place.
    pub fn place(self, range: TextRange) -> Place {
        Place { file: self.file, segment: self.segment, range }
    }
}

impl Arguments {
    /// The value given for a keyword.
    pub fn keyword(&self, name: &str) -> Option<&Keyword> {
        self.keywords.iter().find(|keyword| keyword.name == name)
    }
}

impl Argument {
    /// The value, if it is known; a tuple as an array.
    pub fn value(&self, site: AnnotationSite) -> Option<Value> {
        match &self.kind {
            ArgumentKind::Literal(value) => Some(value.clone()),
            ArgumentKind::Tuple(parts) | ArgumentKind::List(parts) => {
                let items: Option<SequenceValue> = parts.iter().map(|part| part.value(site)).collect();
                Some(Value { origin: site.place(self.range), kind: ValueKind::Sequence(Arc::new(items?)) })
            }
            ArgumentKind::Fragment(content) => Some(content.value(site.place(self.range))),
            ArgumentKind::Lambda(_)
            | ArgumentKind::Expression
            | ArgumentKind::Function(_)
            | ArgumentKind::Checker(_)
            | ArgumentKind::Rule(_)
            | ArgumentKind::Matcher(_)
            | ArgumentKind::Other(_) => None,
        }
    }

    /// Whether it is known to be nothing that YAML can hold, such as a function.
    pub fn is_no_yaml(&self) -> bool {
        match &self.kind {
            ArgumentKind::Lambda(_)
            | ArgumentKind::Function(_)
            | ArgumentKind::Checker(_)
            | ArgumentKind::Rule(_)
            | ArgumentKind::Matcher(_)
            | ArgumentKind::Other(_) => true,
            ArgumentKind::Tuple(parts) | ArgumentKind::List(parts) => parts.iter().any(Self::is_no_yaml),
            ArgumentKind::Literal(_) | ArgumentKind::Expression | ArgumentKind::Fragment(_) => false,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            ArgumentKind::Literal(Value { kind: ValueKind::String(text), .. }) => Some(text),
            _ => None,
        }
    }
}

/// What stands before the arguments in the parsed text.
const OPENING: &str = "_(";

/// Reads the arguments of an annotation. An error is the one `annotation-syntax` problem at the token that is wrong.
pub fn parse(annotation: &Annotation<'_>, site: AnnotationSite) -> Result<Arguments, Box<Problem>> {
    let text = annotation.arguments;
    let start = annotation.arguments_range.start();
    if text.trim().is_empty() {
        return Ok(Arguments::default());
    }
    let fault = |range: TextRange, fault: scan::ArgumentFault| {
        let message = format!("The arguments of `@{}` are not valid Starlark", annotation.name);
        let problem = Problem::new(Code::AnnotationSyntax, site.place(range + start), message);
        let problem = problem.found(fault.found).expected(fault.expected);
        Box::new(fault.hint.into_iter().fold(problem, Problem::hint))
    };
    let scanned = scan::scan(text).map_err(|(range, found)| fault(range, found))?;
    let program = format!("{OPENING}{})", scanned.text);
    let ast = AstModule::parse("annotation", program, &dialect()).map_err(|error| {
        let range = error.span().map_or(whole(text), |span| token_range(text, span.span.begin().get()));
        let problem = fault(range, scan::describe_token(text, range));
        if lacks_comma(&scanned.text, range) { with_comma(*problem, text, range, start, site) } else { problem }
    })?;
    let reader = literal::LiteralReader { text, site, start };
    Ok(call_arguments(&ast).map_or_else(Arguments::default, |arguments| read_arguments(arguments, reader)))
}

/// Whether a comma before a token is all that is missing.
fn lacks_comma(text: &str, token: TextRange) -> bool {
    let Some((before, after)) = text.split_at_checked(token.start().into()) else { return false };
    let is_second = !before.trim().is_empty() && !token.is_empty();
    is_second && AstModule::parse("annotation", format!("{OPENING}{before},{after})"), &dialect()).is_ok()
}

fn with_comma(problem: Problem, text: &str, token: TextRange, start: TextSize, site: AnnotationSite) -> Box<Problem> {
    let before = text.get(..token.start().into()).unwrap_or_default().trim_end();
    let place = site.place(TextRange::empty(start + TextSize::of(before)));
    Box::new(problem.hint("arguments are separated by commas").fix("Add a comma", place, ","))
}

/// The arguments of the one call that the parsed text is.
fn call_arguments(ast: &AstModule) -> Option<&[AstArgument]> {
    let mut statement = ast.statement();
    while let StmtP::Statements(statements) = &statement.node {
        statement = statements.first()?;
    }
    match &statement.node {
        StmtP::Expression(expression) => match &expression.node {
            ExprP::Call(_, arguments) => Some(&arguments.args),
            _ => None,
        },
        _ => None,
    }
}

fn read_arguments(arguments: &[AstArgument], reader: literal::LiteralReader<'_>) -> Arguments {
    let mut result = Arguments { names: literal::free_names(arguments, reader), ..Arguments::default() };
    for argument in arguments {
        match &argument.node {
            ArgumentP::Positional(expression) => result.positional.push(reader.argument(expression)),
            ArgumentP::Named(name, expression) => result.keywords.push(Keyword {
                name: restore(&name.node).into_owned(),
                name_range: reader.range(name.span),
                value: reader.argument(expression),
            }),
            ArgumentP::Args(_) | ArgumentP::KwArgs(_) => result.is_open = true,
        }
    }
    result
}

/// The whole of the arguments without surrounding blanks.
fn whole(text: &str) -> TextRange {
    let start = text.len() - text.trim_start().len();
    let length = text.trim().len();
    TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32))
}

/// The token at a byte of the parsed text, as a range of the arguments; the end of the text is an empty range.
fn token_range(text: &str, byte: u32) -> TextRange {
    let start = (byte as usize).saturating_sub(OPENING.len()).min(text.trim_end().len());
    let rest = text.get(start..).unwrap_or_default();
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let word = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
    let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
    let length = if rest.trim().is_empty() { 0 } else { length };
    TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32))
}
