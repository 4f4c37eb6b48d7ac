//! Rules as the older editions state them: keywords with or without a message, functions of the value, and the rules
//! of `@ytt:validations`.

use super::ValidationReader;
use crate::constraint::ConstrainedKind;
use crate::constraint::keyword::{self, Demand, KeywordRefusal};
use crate::problem::nearest;
use crate::problem::{Code, Problem};
use crate::schema::{Rule, RuleKind, Type};
use crate::text::Place;
use crate::values::arguments::{Argument, ArgumentKind, Arguments};
use crate::values::{Value, ValueKind};

/// The rules that the arguments of an annotation state for values of these kinds, or of any, and what is wrong.
pub(super) fn rules(
    name: &str,
    name_place: Place,
    arguments: &Arguments,
    kinds: Option<&[ConstrainedKind]>,
) -> (Vec<Rule>, Vec<Problem>) {
    let mut reader = ValidationReader::of(name, name_place, arguments);
    let known: Vec<&str> = keyword::KEYWORDS.iter().copied().chain(["when"]).collect();
    arguments.positional.iter().for_each(|argument| reader.positional(argument, kinds));
    for keyword in &arguments.keywords {
        match keyword.name.as_str() {
            "when" => reader.when(&keyword.value),
            name if known.contains(&name) => reader.demand_with_message(name, &keyword.value, kinds),
            _ => reader.unknown(keyword, &known),
        }
    }
    reader.finish(arguments)
}

/// The kinds of values that a type has, null and booleans aside; `None` where it may have any.
pub(super) fn kinds_of(ty: &Type) -> Option<Vec<ConstrainedKind>> {
    let mut kinds = Vec::new();
    for ty in ty.members() {
        match ty {
            Type::Any | Type::Unknown | Type::Combined(_) => return None,
            Type::Null | Type::Bool | Type::OneOf(_) => {}
            Type::Int | Type::Float => kinds.push(ConstrainedKind::Number),
            Type::String => kinds.push(ConstrainedKind::Text),
            Type::Mapping(_) => kinds.push(ConstrainedKind::Mapping),
            Type::Sequence(_) => kinds.push(ConstrainedKind::Sequence),
        }
    }
    Some(kinds)
}

impl ValidationReader<'_> {
    /// A function of the value, alone or with words that say what is valid; or a rule of the library.
    fn positional(&mut self, argument: &Argument, kinds: Option<&[ConstrainedKind]>) {
        let ArgumentKind::Tuple(parts) = &argument.kind else {
            return self.function(argument, None, kinds);
        };
        match parts.as_slice() {
            [words, function] if words.text().is_some() => self.function(function, words.text(), kinds),
            [function, message] if message.text().is_some() => {
                let start = self.rules.len();
                self.function(function, None, kinds);
                self.add_message(start, message);
            }
            _ => self.refuse_rule(argument),
        }
    }

    fn function(&mut self, argument: &Argument, words: Option<&str>, kinds: Option<&[ConstrainedKind]>) {
        match &argument.kind {
            ArgumentKind::Lambda(_) | ArgumentKind::Expression => {
                self.rule(RuleKind::Unevaluated(words.map(str::to_owned)), argument);
            }
            ArgumentKind::Function(function) | ArgumentKind::Checker(function) => {
                let description = words.unwrap_or_default().to_owned();
                self.rule(RuleKind::Predicate { description, function: function.clone() }, argument);
            }
            ArgumentKind::Rule(rule) => match keyword::demand(&rule.keyword, &rule.argument) {
                Ok(demand) => self.add_demand(&rule.keyword, demand, argument, kinds),
                Err(refusal) => self.refuse_argument(argument, refusal),
            },
            _ => self.refuse_rule(argument),
        }
    }

    fn refuse_rule(&mut self, argument: &Argument) {
        let message = format!("A rule of `@{}` is a function of the value", self.name);
        self.refuse(argument, &message, "a function, or a pair of a text and a function");
    }

    /// `min=1`, or `min=(1, "what is wrong")`.
    fn demand_with_message(&mut self, name: &str, argument: &Argument, kinds: Option<&[ConstrainedKind]>) {
        let ArgumentKind::Tuple(parts) = &argument.kind else {
            return self.demand(name, argument, kinds);
        };
        let takes_list = matches!(name, "enum" | "one_of" | "one_not_null");
        let is_list =
            |part: &Argument| matches!(part.value(self.site), Some(Value { kind: ValueKind::Sequence(_), .. }));
        match parts.as_slice() {
            // A tuple may be the list itself.
            [first, ..] if takes_list && !is_list(first) => self.demand(name, argument, kinds),
            [inner, message] if message.text().is_some() || matches!(message.kind, ArgumentKind::Expression) => {
                let start = self.rules.len();
                self.demand(name, inner, kinds);
                self.add_message(start, message);
            }
            [_, message] => self.refuse(message, &format!("The message of `{name}=` is a text"), "a text in quotes"),
            _ => self.refuse(
                argument,
                &format!("`{name}=` takes one argument, and optionally a message"),
                "`(argument, \"message\")`",
            ),
        }
    }

    /// Gives the rules from this one on a message.
    fn add_message(&mut self, start: usize, message: &Argument) {
        let message = message.text().map(str::to_owned);
        self.rules.iter_mut().skip(start).for_each(|rule| rule.message.clone_from(&message));
    }

    fn demand(&mut self, name: &str, argument: &Argument, kinds: Option<&[ConstrainedKind]>) {
        if matches!(argument.kind, ArgumentKind::Expression) {
            return self.rule(RuleKind::Unevaluated(None), argument);
        }
        let demand = argument.value(self.site).map(|value| keyword::demand(name, &value));
        match demand {
            Some(Ok(demand)) => self.add_demand(name, demand, argument, kinds),
            Some(Err(refusal)) => self.refuse_argument(argument, refusal),
            None => self.refuse(argument, &format!("`{name}=` takes a value"), "a value that YAML has"),
        }
    }

    fn refuse_argument(&mut self, argument: &Argument, refusal: KeywordRefusal) {
        let place = self.site.place(argument.range);
        let found = argument.text().map_or_else(|| argument.word(), |text| format!("{text:?}"));
        let problem = Problem::new(Code::AnnotationArguments, place, refusal.message);
        let mut problem = problem.found(found).expected(refusal.expected);
        if let Some(near) = argument.text().and_then(|text| nearest(text, refusal.choices.iter().copied())) {
            let fix = format!("Change to `{near}`");
            problem = problem.hint(format!("did you mean `{near}`?")).fix(fix, place, format!("\"{near}\""));
        }
        self.problems.push(problem);
    }

    /// What a keyword demands of values of these kinds.
    fn add_demand(&mut self, name: &str, demand: Demand, argument: &Argument, kinds: Option<&[ConstrainedKind]>) {
        let is_of_any =
            |needed: &[ConstrainedKind]| kinds.is_none_or(|kinds| kinds.iter().any(|kind| needed.contains(kind)));
        if let Some(needed) = demand.kinds().filter(|needed| !is_of_any(needed)) {
            let message = format!("`{name}=` says nothing of {}", words(kinds.unwrap_or_default()));
            let place = self.site.place(argument.range);
            let problem = Problem::new(Code::AnnotationArguments, place, message);
            self.problems.push(problem.expected(format!("a node that is {}", words(&needed))));
            return;
        }
        match demand {
            Demand::Constraints(constraints) => {
                let speaks = |constraint: &crate::constraint::Constraint| {
                    ConstrainedKind::ALL.into_iter().any(|kind| constraint.speaks_of(kind) && is_of_any(&[kind]))
                };
                let constraints = constraints.into_iter().filter(speaks);
                constraints.for_each(|constraint| self.rule(RuleKind::Constraint(constraint), argument));
            }
            Demand::OneOf(values) => self.rule(RuleKind::OneOf(values), argument),
            Demand::NotNull => self.rule(RuleKind::NotNull, argument),
            Demand::OneNotNull(keys) => self.rule(RuleKind::OneNotNull(keys), argument),
            Demand::Nothing => {}
        }
    }
}

/// `a number or a text`
fn words(kinds: &[ConstrainedKind]) -> String {
    if kinds.is_empty() {
        return "values of this type".to_owned();
    }
    kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}
