//! What is wrong with expressions, in words.

use smol_str::SmolStr;

use super::environment::Environment;
use super::functions::CelFunction;
use super::parse::ParseMistake;
use super::scope::{LookupScope, VariableOrigin, VariableScope};
use super::syntax::NameAt;
use super::types::TypeSet;
use crate::problem::{About, Code, Problem, nearest, shortened};
use crate::schema::shorthand::ShorthandSite;
use crate::schema::{SchemaNode, Type, describe};
use crate::text::{FileId, Place, TextRange};
use crate::values::Key;

pub(super) mod operands;

/// More names than this are not listed.
const MOST_LISTED: usize = 12;

/// A value whose field is asked for.
pub(super) struct FieldSubject<'a> {
    /// As it is written.
    pub(super) text: &'a str,
    /// What it is.
    pub(super) node: &'a SchemaNode,
    /// The text from the field on.
    pub(super) behind: &'a str,
    /// Whether `value["field"]` gives the field, too.
    pub(super) is_indexed: bool,
}

/// What keeps an expression from being read.
pub(super) fn syntax(mistake: &ParseMistake, site: &ShorthandSite) -> Problem {
    let place = if mistake.range.is_empty() { site.whole() } else { site.place(mistake.range) };
    let problem = Problem::new(Code::ExpressionSyntax, place, mistake.message.clone());
    match mistake.expected {
        Some(expected) => problem.expected(expected),
        None => problem,
    }
}

/// A `${` inside of an expression.
pub(super) fn nested(at: TextRange, site: &ShorthandSite) -> Problem {
    Problem::new(Code::ExpressionSyntax, site.place(at), "An expression cannot contain another `${`")
        .hint("inside an expression, write names as they are: `a`, not `${a}`; put text in quotes")
}

/// A `${` without its `}`.
pub(super) fn unclosed(at: TextRange, site: &ShorthandSite) -> Problem {
    let message = "`${` is never closed, so it and all behind it stay text";
    Problem::new(Code::UnclosedExpression, site.place(at), message)
        .expected("`}` behind the expression")
        .hint("braces in quotes do not count, and a single quote opens a text too")
}

/// A quote that takes the `}` of its expression for text.
pub(super) fn unclosed_quote(at: TextRange, site: &ShorthandSite) -> Problem {
    let message = "The quote is never closed, so `${` and all behind it stay text";
    Problem::new(Code::ExpressionSyntax, site.place(at), message).expected("the same quote before `}`")
}

/// A variable that does not exist.
pub(super) fn variable(name: &NameAt, scope: &VariableScope, site: &ShorthandSite) -> Problem {
    let text = name.text.as_str();
    let message = format!("There is no variable `{text}` here");
    let problem =
        Problem::new(Code::UndefinedName, site.place(name.range), message).about(About::Name(name.text.clone()));
    let known: Vec<&str> = scope.variables().map(|variable| variable.name.as_str()).collect();
    let environment = scope.environment();
    let twins = environment.twin_names.iter().flat_map(|(one, other)| [(one, other), (other, one)]);
    let other = twins.into_iter().find(|(name, other)| **name == text && known.contains(*other));
    if let Some((_, other)) = other {
        let problem = problem.hint(format!("the section is called `{other}` here"));
        return site.fix(problem, format!("Change to `{other}`"), name.range, other);
    }
    if environment.globals().any(|function| function.name == text) {
        return problem.hint(format!("`{text}` is a function: call it"));
    }
    let of_platform = scope.variables().filter(|variable| variable.origin != VariableOrigin::Platform);
    let own: Vec<&str> = of_platform.map(|variable| variable.name.as_str()).collect();
    with_suggestion(problem, name, &known, &own, environment, site)
}

/// The problem with the name that was probably meant, or else with names that there are.
fn with_suggestion(
    problem: Problem,
    name: &NameAt,
    known: &[&str],
    listed: &[&str],
    environment: &Environment,
    site: &ShorthandSite,
) -> Problem {
    let now = environment.former_names.iter().find(|(former, now)| *former == name.text && known.contains(now));
    if let Some((_, now)) = now {
        let problem = problem.hint(format!("before v1 it was called so; v1 calls it `{now}`"));
        return site.fix(problem, format!("Change to `{now}`"), name.range, now);
    }
    match nearest(&name.text, known.iter().copied()) {
        Some(near) => {
            let problem = problem.hint(format!("did you mean `{near}`?"));
            site.fix(problem, format!("Change to `{near}`"), name.range, near)
        }
        None if listed.is_empty() || listed.len() > MOST_LISTED => problem,
        None => problem.expected(listed.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
    }
}

/// A field that its value does not have.
pub(super) fn field(
    name: &NameAt,
    subject: &FieldSubject<'_>,
    environment: &Environment,
    site: &ShorthandSite,
) -> Problem {
    let FieldSubject { text: whole_text, node, behind, is_indexed } = subject;
    let text = shortened(whole_text);
    let place = site.place(name.range);
    let Type::Mapping(ty) = &node.ty else {
        let message = format!("`{text}` has no fields, so there is no `{}` in it", name.text);
        let problem = Problem::new(Code::UndefinedName, place, message).found(describe::type_words(node));
        return declared(problem, node);
    };
    let problem = Problem::new(Code::UndefinedName, place, format!("`{text}` has no field `{}`", name.text));
    let problem = declared(problem, node);
    let fields: Vec<&str> = ty.fields.keys().filter_map(text_key).collect();
    let is_cut = |field: &&str| field.starts_with(&*name.text) && field.contains('-') && behind.starts_with(*field);
    if let Some(whole) = fields.iter().copied().find(|field| is_cut(field)) {
        return problem.hint(if *is_indexed {
            format!("`-` subtracts in an expression; write `{whole_text}[\"{whole}\"]`")
        } else {
            format!("`-` subtracts in an expression, so `{whole}` cannot be named; declare it without `-`")
        });
    }
    if fields.is_empty() {
        return problem.hint("nothing is declared there");
    }
    with_suggestion(problem, name, &fields, &fields, environment, site)
}

fn text_key(key: &Key) -> Option<&str> {
    match key {
        Key::String(key) => Some(key),
        _ => None,
    }
}

/// The problem with the place where a value is declared, if a text does that.
fn declared(problem: Problem, node: &SchemaNode) -> Problem {
    let is_written = node.declared.file != FileId::NONE;
    if is_written { problem.related(node.declared, "declared here") } else { problem }
}

/// A function that does not exist where it is looked for.
pub(super) fn function(
    name: &NameAt,
    within: &LookupScope,
    environment: &Environment,
    site: &ShorthandSite,
) -> Problem {
    let text = name.text.as_str();
    let is_named = |function: &&CelFunction| function.name == text;
    let (message, other_way, names): (_, _, Vec<&str>) = match within {
        LookupScope::Scope(_) => {
            let names = environment.globals().map(|function| function.name).filter(|name| !name.contains('.'));
            (format!("There is no function `{text}`"), environment.methods().find(is_named), names.collect())
        }
        LookupScope::Members(_) => {
            let message = format!("There is no function `{text}` to call on a value");
            (message, environment.globals().find(is_named), environment.methods().map(|it| it.name).collect())
        }
        LookupScope::Namespace(namespace) => {
            let names = environment.inside(namespace).map(|(name, _)| name);
            (format!("There is no function `{namespace}.{text}`"), None, names.collect())
        }
    };
    let problem = Problem::new(Code::UnknownFunction, site.place(name.range), message);
    match other_way {
        Some(function) => problem.hint(format!("write `{}`", function.signature)),
        None => with_suggestion(problem, name, &names, &[], environment, site),
    }
}

/// What is repeated for each item of something that has none.
pub(crate) fn not_iterable(node: &SchemaNode, scope: &VariableScope, place: Place) -> Option<Problem> {
    let is_scalar = matches!(node.ty, Type::Bool | Type::Int | Type::Float | Type::String);
    let is_object = scope.is_checked() && TypeSet::of(node, scope.environment().is_strict) == Some(TypeSet::OBJECT);
    let message = "`forEach` repeats for each item of a list or entry of a map";
    let found = if is_object { "an object".to_owned() } else { describe::type_words(node) };
    let problem = || declared(Problem::new(Code::ExpressionType, place, message).found(found), node);
    (is_scalar || is_object).then(|| problem().expected("a list or a map"))
}

/// A condition that is neither true nor false.
pub(crate) fn no_condition(key: &str, node: &SchemaNode, place: Place) -> Option<Problem> {
    let is_other = matches!(node.ty, Type::Int | Type::Float | Type::String | Type::Sequence(_) | Type::Mapping(_));
    is_other.then(|| wrong_type(&format!("`{key}` is a condition"), node, place).expected("a boolean"))
}

fn wrong_type(message: &str, node: &SchemaNode, place: Place) -> Problem {
    declared(Problem::new(Code::ExpressionType, place, message).found(describe::type_words(node)), node)
}

/// A `forEach` without `var`.
pub(crate) fn no_var(place: Place) -> Problem {
    Problem::new(Code::MissingLoopVariable, place, "`forEach` needs `var`, the name for each item")
        .hint("add `var: item` and refer to `${item}`")
}

/// Says of a loop's variable in its own condition, which stands below a key, why it is not known there.
pub(crate) fn too_early<'a>(problems: impl Iterator<Item = &'a mut Problem>, key: &str, variable: Option<&SmolStr>) {
    let Some(variable) = variable else { return };
    let is_about_it = |problem: &&mut Problem| problem.about == Some(About::Name(variable.clone()));
    for problem in problems.filter(is_about_it) {
        problem.expected = None;
        problem.hints = vec![format!("`{key}` is evaluated once, before `forEach` runs")];
        problem.fixes.clear();
    }
}

/// A text where one expression belongs.
pub(crate) fn no_expression(key: &str, place: Place) -> Problem {
    Problem::new(Code::ExpressionSyntax, place, format!("`{key}` must be exactly one expression")).expected("`${…}`")
}

/// A macro that is given a value where it takes a name.
pub(super) fn no_binding(range: TextRange, function: Option<&'static CelFunction>, site: &ShorthandSite) -> Problem {
    let name = function.map_or("the macro", |function| function.name);
    let place = if range.is_empty() { site.whole() } else { site.place(range) };
    let problem = Problem::new(Code::ExpressionSyntax, place, format!("`{name}` takes a name for each item here"));
    match function {
        Some(function) => problem.expected(format!("`{}`", function.signature)),
        None => problem,
    }
}
