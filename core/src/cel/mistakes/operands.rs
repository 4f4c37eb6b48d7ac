//! What operators, conditions and functions do not take, in words.

use super::super::arguments::CelParameters;
use super::super::environment::Environment;
use super::super::functions::CelFunction;
use super::super::syntax::Operator;
use super::super::types::TypeSet;
use crate::problem::{Code, Problem};
use crate::text::Place;

fn problem(place: Place, message: String) -> Problem {
    Problem::new(Code::ExpressionType, place, message)
}

/// An operand of a type that its operator does not take.
pub(crate) fn not_taken(
    operator: Operator,
    found: TypeSet,
    taken: TypeSet,
    environment: &Environment,
    place: Place,
) -> Problem {
    let message = format!("`{}` does not take {}", operator.sign, found.words());
    let problem = problem(place, message).expected(taken.words());
    match operator.sign {
        "in" if found == TypeSet::OBJECT => problem.hint("`has(object.field)` says whether a field is set"),
        "in" if found == TypeSet::STRING => problem.hint("`text.contains(part)` says whether a text holds a part"),
        "+" if found == TypeSet::MAP => problem.hint(environment.merging),
        _ => problem,
    }
}

/// Two operands that their operator does not take together; the place is that of the second.
pub(crate) fn not_together(operator: Operator, first: TypeSet, second: TypeSet, place: Place) -> Problem {
    let message = format!("`{}` does not take {} and {} together", operator.sign, first.words(), second.words());
    let problem = problem(place, message).expected("two values of one type");
    let is_number = |ty: TypeSet| TypeSet::NUMBER.meets(ty);
    match (first, second) {
        (TypeSet::STRING, _) | (_, TypeSet::STRING) if is_number(first) || is_number(second) => {
            problem.hint("`string(…)` makes text of a number, `int(…)` a number of text")
        }
        _ if is_number(first) && is_number(second) => problem.hint("`double(…)` and `int(…)` convert numbers"),
        _ => problem,
    }
}

/// An index of an object; `name` is what it asks for, if that is written.
pub(crate) fn not_indexed(name: Option<&str>, place: Place) -> Problem {
    let problem = problem(place, "An object has fields, and no entries".to_owned());
    let problem = problem.expected("a list or a map before `[`");
    let is_plain = |name: &&str| name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    match name.filter(is_plain) {
        Some(name) => problem.hint(format!("write `.{name}`")),
        None => problem,
    }
}

/// An index of a list that is no number.
pub(crate) fn no_index(place: Place) -> Problem {
    problem(place, "The items of a list have numbers, and no names".to_owned()).expected("an integer")
}

/// What stands before `?` and is neither true nor false.
pub(crate) fn no_condition(found: TypeSet, place: Place) -> Problem {
    problem(place, "The part before `?` must be a condition".to_owned()).found(found.words()).expected("a boolean")
}

/// A condition that chooses between values of two types; the place is that of the second.
pub(crate) fn two_results(first: TypeSet, second: TypeSet, place: Place) -> Problem {
    let message = format!("The condition chooses between {} and {}", first.words(), second.words());
    problem(place, message).expected("two values of one type").hint("`dyn(…)` around one of them allows both")
}

/// A function that is called on something else than it is for.
pub(crate) fn not_called_on(function: &CelFunction, found: TypeSet, taken: TypeSet, place: Place) -> Problem {
    let message = format!("`{}` cannot be called on {}", function.name, found.words());
    let problem = problem(place, message).expected(taken.words());
    if function.name == "contains" && TypeSet::COLLECTION.meets(found) {
        return problem.hint("`value in list` says whether a list holds a value, or a map a key");
    }
    problem
}

/// An argument of a type that its function does not take.
pub(crate) fn argument(function: &CelFunction, found: TypeSet, taken: TypeSet, place: Place) -> Problem {
    let message = format!("`{}` does not take {} here", function.name, found.words());
    let problem = problem(place, message).expected(taken.words());
    if taken == TypeSet::BYTES && found == TypeSet::STRING {
        return problem.hint("`bytes(…)` makes bytes of text");
    }
    problem
}

/// Another number of arguments than a function takes.
pub(crate) fn count(function: &CelFunction, takes: &CelParameters, found: usize, place: Place) -> Problem {
    let words = |count: usize| if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
    let wanted = match takes.count() {
        (0, Some(0)) => "no arguments".to_owned(),
        (least, Some(most)) if least == most => words(most),
        (least, Some(most)) => format!("{least} to {}", words(most)),
        (least, None) => format!("at least {}", words(least)),
    };
    let message = format!("`{}` takes {wanted}", function.name);
    let problem = Problem::new(Code::ArgumentCount, place, message).found(words(found));
    problem.expected(format!("`{}`", function.signature))
}

/// `has` of something that is no field.
pub(crate) fn no_field(place: Place) -> Problem {
    Problem::new(Code::ExpressionSyntax, place, "`has` takes a field, and says whether it is set")
        .expected("`has(value.field)`")
        .hint("`\"key\" in map` says whether a map has a key")
}
