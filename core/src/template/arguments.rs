//! Reading the arguments of an annotation: Starlark call arguments, with the place of each part.
//!
//! [`parse`] does not evaluate: literals become values at once, anything else stays an expression, which an evaluation
//! replaces by what it gives. What arguments an annotation takes is not decided here.

use starlark_syntax::syntax::AstModule;
use starlark_syntax::syntax::ast::{ArgumentP, AstArgument, ExprP, StmtP};

use super::dialect::{dialect, restore};
use crate::problem::{Code, Problem};
use crate::text::{TextRange, TextSize};
use crate::values::arguments::{AnnotationSite, Arguments, KeywordArgument};
use crate::yaml::annotation::Annotation;

mod literal;
mod scan;
#[cfg(test)]
mod tests;

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
        if lacks_comma(&scanned.text, range) { with_comma(*problem, text, range, start, site).into() } else { problem }
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

fn with_comma(problem: Problem, text: &str, token: TextRange, start: TextSize, site: AnnotationSite) -> Problem {
    let before = text.get(..token.start().into()).unwrap_or_default().trim_end();
    let place = site.place(TextRange::empty(start + TextSize::of(before)));
    problem.hint("arguments are separated by commas").fix("Add a comma", place, ",")
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
            ArgumentP::Named(name, expression) => result.keywords.push(KeywordArgument {
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
