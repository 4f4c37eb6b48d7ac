//! Errors of Starlark as problems and failures: at the token of the template that was running, with the calls that led
//! there.

use smol_str::SmolStr;
use starlark::eval::Evaluator;
use starlark_syntax::codemap::{FileSpan, Span};
use starlark_syntax::syntax::ast::{AstStmt, StmtP};

use super::context::EvaluationContext;
use super::wording::{self, mistake};
use crate::problem::{Code, Problem, Related};
use crate::template::compile;
use crate::template::function::Failure;
use crate::text::{Place, TextRange, TextSize};

/// An error of a function that was called.
pub(super) fn failure(error: &starlark::Error, context: &EvaluationContext) -> Failure {
    let mut frames = frames(error, context);
    let wording = wording::describe(error, frames.first().map(|(_, place)| *place), context);
    if let (Some((_, running)), Some(place)) = (frames.first_mut(), wording.place) {
        *running = place;
    }
    let sentences = std::iter::once(wording.message).chain(wording.hints);
    let message = sentences.collect::<Vec<_>>().join("; ");
    Failure { message, frames, is_over_budget: wording.code == Code::EvaluationBudget, about: wording.about }
}

/// An error that ended the evaluation of a file.
pub(super) fn problem(error: &starlark::Error, context: &EvaluationContext) -> Problem {
    let mistake = mistake(error);
    let frames = frames(error, context);
    // Limits end the code between two tokens; the line that runs is known then.
    let running = frames.first().map(|(_, place)| *place).or_else(|| running_line(context)).unwrap_or(Place::NOWHERE);
    let wording = wording::describe(error, Some(running), context);
    let place = mistake.and_then(|mistake| mistake.place).or(wording.place).unwrap_or(running);
    let mut problem = Problem::new(wording.code, place, capitalised(&wording.message));
    problem.found = wording.found;
    problem.expected = wording.expected;
    problem.hints = wording.hints;
    problem.related = wording.related;
    problem.about = wording.about;
    let calls = frames.into_iter().skip(1);
    problem.related.extend(calls.map(|(function, place)| Related { place, message: call_words(&function) }));
    problem
}

/// The line that runs, without its indentation.
fn running_line(context: &EvaluationContext) -> Option<Place> {
    let (file, line) = context.watch.line()?;
    let source = context.job.sources.iter().find(|source| source.file == file)?;
    let before: usize = source.text.split_inclusive('\n').take(line as usize).map(str::len).sum();
    let text = source.text.get(before..)?.lines().next()?;
    let start = before + (text.len() - text.trim_start().len());
    Some(Place::absolute(file, TextRange::at(TextSize::new(start as u32), TextSize::of(text.trim()))))
}

fn call_words(function: &str) -> String {
    if function.is_empty() { "called from here".to_owned() } else { format!("called from here, in `{function}`") }
}

/// The functions that were running, innermost first, with the place that was running in each; the file itself has no
/// name.
fn frames(error: &starlark::Error, context: &EvaluationContext) -> Vec<(SmolStr, Place)> {
    let calls = &error.call_stack().frames;
    let names = calls.iter().rev().map(|frame| SmolStr::from(&frame.name)).chain([SmolStr::default()]);
    let spans = [error.span()].into_iter().chain(calls.iter().rev().map(|frame| frame.location.as_ref()));
    let mut frames: Vec<(SmolStr, Place)> = Vec::new();
    for (name, span) in names.zip(spans) {
        let Some(place) = span.and_then(|span| place_of(span, context)) else { continue };
        match frames.last_mut() {
            // A builtin runs at the place that calls it.
            Some((running, last)) if *last == place => *running = name,
            _ => frames.push((name, place)),
        }
    }
    frames
}

/// Whether an error says that more was used than may be: nothing may catch it.
pub(crate) fn is_over_budget(error: &starlark::Error, context: &EvaluationContext) -> bool {
    wording::describe(error, None, context).code == Code::EvaluationBudget
}

/// The place of the template that runs.
pub(crate) fn running_place(eval: &Evaluator<'_, '_, '_>) -> Place {
    let location = eval.call_stack_top_location();
    let place = location.and_then(|span| place_of(&span, EvaluationContext::of(eval).ok()?));
    place.unwrap_or(Place::NOWHERE)
}

/// A place of a program as one of its template.
pub(super) fn place_of(span: &FileSpan, context: &EvaluationContext) -> Option<Place> {
    let programs = context.programs.borrow();
    let compiled = programs.get(&span.file.id())?;
    let is_block = ["if", "elif"].iter().any(|word| span.file.source_span(span.span).starts_with(word));
    let condition = if is_block { condition(&compiled.program.code, span.span) } else { None };
    Some(compiled.program.map.place(condition.unwrap_or(span.span)))
}

/// The condition of the block with this span: Starlark says of what fails in it that the whole block does.
fn condition(code: &str, block: Span) -> Option<Span> {
    fn find(statement: &AstStmt, block: Span) -> Option<Span> {
        if let StmtP::If(condition, _) | StmtP::IfElse(condition, _) = &statement.node
            && statement.span == block
        {
            return Some(condition.span);
        }
        let mut found = None;
        statement.visit_stmt(|inner| {
            if found.is_none() && inner.span.contains(block.begin()) {
                found = find(inner, block);
            }
        });
        found
    }
    find(compile::parse(code).ok()?.statement(), block)
}

/// A sentence with a large first letter; a name in front, such as `httpPort` or `db.host`, stays what it is.
fn capitalised(text: &str) -> String {
    let is_name = text.split_whitespace().next().is_some_and(|word| {
        let inner = word.trim_end_matches([',', ':', ';', '.', '!', '?']);
        inner.chars().any(|character| character.is_uppercase() || matches!(character, '.' | '_' | '-' | '/' | '='))
    });
    if is_name {
        return text.to_owned();
    }
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
