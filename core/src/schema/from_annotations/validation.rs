//! `@schema/validation`, and `@assert/validate` of data values, which takes the same arguments.

use super::ReadContext;
use super::dialect::AnnotationKind;
use crate::problem::nearest;
use crate::problem::{Code, Problem};
use crate::schema::{Rule, RuleKind, SchemaNode, When};
use crate::text::Place;
use crate::values::arguments::{AnnotationSite, Argument, ArgumentKind, Arguments, KeywordArgument};
use crate::values::fragment::Fragment;
use crate::values::{Value, ValueKind};

mod emptiness;
mod older;

/// The keywords of a validation annotation.
pub const KEYWORDS: &[&str] = &["min_len", "max_len", "min", "max", "not_null", "one_not_null", "one_of", "when"];

/// Reads the rules of a fragment's annotations, and what holds of its empty values.
pub(super) fn add_rules(fragment: &Fragment, node: &mut SchemaNode, context: &mut ReadContext<'_>) {
    let kinds = older::kinds_of(&node.ty);
    for attached in context.dialect.annotations(fragment, AnnotationKind::Rules) {
        let is_older = context.dialect.must_be_set.is_some() || attached.name == "schema/validate";
        let (rules, problems) = if is_older {
            older::rules(&attached.name, attached.name_place, &attached.arguments, kinds.as_deref())
        } else {
            rules(&attached.name, attached.name_place, &attached.arguments)
        };
        node.rules.extend(rules);
        for problem in problems {
            context.report(fragment, problem);
        }
    }
    node.emptiness = emptiness::of_fragment(fragment, node, kinds.as_deref(), context);
}

/// The rules that the arguments of a validation annotation state, and what is wrong with them.
///
/// `name` is the annotation's, such as `assert/validate`; `name_place` is its token.
pub fn rules(name: &str, name_place: Place, arguments: &Arguments) -> (Vec<Rule>, Vec<Problem>) {
    let mut reader = ValidationReader::of(name, name_place, arguments);
    arguments.positional.iter().for_each(|argument| reader.custom(argument));
    let unknown = arguments.keywords.iter().filter(|keyword| !KEYWORDS.contains(&&*keyword.name));
    unknown.for_each(|keyword| reader.unknown(keyword, KEYWORDS));
    // Whatever the order in which they are written, the rules are asked in this one.
    KEYWORDS.iter().filter_map(|name| arguments.keyword(name)).for_each(|keyword| reader.keyword(keyword));
    reader.finish(arguments)
}

struct ValidationReader<'a> {
    name: &'a str,
    site: AnnotationSite,
    rules: Vec<Rule>,
    problems: Vec<Problem>,
}

impl<'a> ValidationReader<'a> {
    fn of(name: &'a str, name_place: Place, arguments: &Arguments) -> Self {
        let mut problems = Vec::new();
        if arguments.positional.is_empty() && arguments.keywords.is_empty() && !arguments.is_open {
            let message = format!("`@{name}` states no rule");
            let problem = Problem::new(Code::AnnotationArguments, name_place, message).found("no arguments");
            problems.push(problem.expected("`(\"what is valid\", function)`, or rules such as `min=1`"));
        }
        Self { name, site: AnnotationSite::of(name_place), rules: Vec::new(), problems }
    }

    /// The rules, all of which apply when `when=` says so, and what is wrong.
    fn finish(mut self, arguments: &Arguments) -> (Vec<Rule>, Vec<Problem>) {
        let when = arguments.keyword("when").map_or(When::Always, |when| self.condition(&when.value));
        if let Some(keyword) = arguments.keyword("when").filter(|_| self.rules.is_empty()) {
            self.rule(RuleKind::Nothing, &keyword.value);
        }
        self.rules.iter_mut().for_each(|rule| rule.when = when.clone());
        (self.rules, self.problems)
    }

    fn rule(&mut self, kind: RuleKind, argument: &Argument) {
        self.rules.push(Rule::new(kind, self.site.place(argument.range)));
    }

    fn refuse(&mut self, argument: &Argument, message: &str, expected: &str) {
        let problem = Problem::new(Code::AnnotationArguments, self.site.place(argument.range), message);
        self.problems.push(problem.found(argument.word()).expected(expected));
    }

    /// A rule of its own: a text that says what is valid, and a function.
    fn custom(&mut self, argument: &Argument) {
        let parts = match &argument.kind {
            ArgumentKind::Expression => return self.rule(RuleKind::Unevaluated(None), argument),
            ArgumentKind::Tuple(parts) => parts.as_slice(),
            _ => &[],
        };
        let [description, function] = parts else {
            let message = format!("A rule of `@{}` is a pair of a text and a function", self.name);
            return self.refuse(argument, &message, "`(\"what is valid\", function)`");
        };
        if description.text().is_none() && !matches!(description.kind, ArgumentKind::Expression) {
            self.refuse(description, "A rule says first, in words, what is valid", "a text in quotes");
        }
        let words = description.text().map(str::to_owned);
        match &function.kind {
            ArgumentKind::Lambda(_) | ArgumentKind::Expression => self.rule(RuleKind::Unevaluated(words), argument),
            ArgumentKind::Function(function) | ArgumentKind::Checker(function) => {
                let description = words.unwrap_or_default();
                self.rule(RuleKind::Function { description, function: function.clone() }, argument);
            }
            _ => self.refuse(
                function,
                "The second part of a rule is the function that checks the value",
                "a function, or a rule of `@ytt:assert`",
            ),
        }
    }

    fn keyword(&mut self, keyword: &KeywordArgument) {
        let argument = &keyword.value;
        if matches!(argument.kind, ArgumentKind::Expression) {
            if keyword.name != "when" {
                self.rule(RuleKind::Unevaluated(None), argument);
            }
            return;
        }
        match keyword.name.as_str() {
            "min" => self.bound(argument, RuleKind::Min, "be at least"),
            "max" => self.bound(argument, RuleKind::Max, "be at most"),
            "min_len" => self.length(argument, RuleKind::MinLen),
            "max_len" => self.length(argument, RuleKind::MaxLen),
            "not_null" => match boolean(argument) {
                Some(true) => self.rule(RuleKind::NotNull, argument),
                Some(false) => {}
                None => self.refuse(argument, "`not_null=` is either true or false", "`True` or `False`"),
            },
            // Its numbers are keys, but they are not known here.
            "one_not_null" if matches!(&argument.kind, ArgumentKind::Other(word) if word == "range") => {
                self.rule(RuleKind::Unevaluated(None), argument);
            }
            "one_not_null" => self.one_not_null(argument),
            "one_of" => match self.sequence(argument) {
                Some(values) => self.one_of(values, argument),
                None if is_sequence(argument) => self.unmeetable(argument, "be one of"),
                None => self.refuse(argument, "`one_of=` is a list of the values that are valid", "a list"),
            },
            _ => self.when(argument),
        }
    }

    /// When the rules apply.
    fn condition(&self, argument: &Argument) -> When {
        match &argument.kind {
            ArgumentKind::Function(function) => When::Function(function.clone(), self.site.place(argument.range)),
            _ if is_always_true(argument) => When::Always,
            _ => When::Unevaluated,
        }
    }

    /// What can be said at once about the function that says whether the rules apply.
    fn when(&mut self, argument: &Argument) {
        let lambda = match &argument.kind {
            // How many arguments it takes matters only where it is called.
            ArgumentKind::Function(_) => return,
            ArgumentKind::Lambda(lambda) => lambda,
            _ => return self.refuse(argument, "`when=` is a function that says whether the rules apply", "a function"),
        };
        if lambda.parameters.is_some_and(|count| !(1..=2).contains(&count)) {
            let message = "The function of `when=` must take the value, and optionally its context";
            let found = format!("a function of {} arguments", lambda.parameters.unwrap_or_default());
            let problem = Problem::new(Code::AnnotationArguments, self.site.place(argument.range), message);
            self.problems.push(problem.found(found).expected("a function of one or two arguments"));
        }
        if let Some(result) = lambda.result.as_ref().filter(|result| !matches!(result.kind, ValueKind::Bool(_))) {
            let message = "The function of `when=` must return true or false";
            let problem = Problem::new(Code::AnnotationArguments, result.origin, message);
            self.problems.push(problem.found(result.kind.type_name()).expected("`True` or `False`"));
        }
    }

    fn unknown(&mut self, keyword: &KeywordArgument, known: &[&str]) {
        let message = format!("`@{}` does not know this rule", self.name);
        let place = self.site.place(keyword.name_range);
        let problem = Problem::new(Code::AnnotationArguments, place, message)
            .found(format!("`{}=`", keyword.name))
            .expected(format!("one of {}", known.join(", ")));
        // What released ytt calls `one_of`, the older editions called `enum`.
        let near = if keyword.name == "enum" { Some("one_of") } else { nearest(&keyword.name, known.iter().copied()) };
        self.problems.push(problem.suggest(near, place));
    }

    fn bound(&mut self, argument: &Argument, kind: fn(Value) -> RuleKind, words: &str) {
        match argument.value(self.site) {
            Some(value) => self.rule(kind(value), argument),
            None if argument.is_no_yaml() => self.unmeetable(argument, words),
            None => self.rule(RuleKind::Unevaluated(None), argument),
        }
    }

    /// A choice. To ytt an empty map or array of data values equals null alone.
    fn one_of(&mut self, mut values: Vec<Value>, argument: &Argument) {
        let is_empty = values.is_empty();
        let takes_null = values.iter().any(|value| matches!(value.kind, ValueKind::Null));
        values.retain(|value| takes_null || !value.is_empty_collection());
        if values.is_empty() && !is_empty {
            self.unmeetable(argument, "be one of");
        } else {
            self.rule(RuleKind::OneOf(values), argument);
        }
    }

    /// A rule that compares with what YAML cannot hold. ytt compares as YAML, so the comparison fails for every value.
    fn unmeetable(&mut self, argument: &Argument, words: &str) {
        let kind = RuleKind::Unmeetable(format!("{words} {}", argument.word()));
        self.rule(kind, argument);
    }

    /// A length. Fractions are cut off, as ytt does.
    fn length(&mut self, argument: &Argument, kind: fn(i64) -> RuleKind) {
        let length = match &argument.kind {
            // No value is so long that the difference could be seen.
            ArgumentKind::Literal(Value { kind: ValueKind::Int(length), .. }) => {
                Some(i64::try_from(length.get()).unwrap_or(i64::MAX))
            }
            ArgumentKind::Literal(Value { kind: ValueKind::Float(length), .. }) if length.is_finite() => {
                Some(length.trunc() as i64)
            }
            ArgumentKind::Other(word) if word == "int" => return self.rule(RuleKind::Unevaluated(None), argument),
            _ => None,
        };
        match length {
            Some(length) => self.rule(kind(length), argument),
            None => self.refuse(argument, "A length is a number", "a whole number"),
        }
    }

    fn one_not_null(&mut self, argument: &Argument) {
        match (boolean(argument), self.sequence(argument)) {
            (Some(true), _) => self.rule(RuleKind::OneNotNull(None), argument),
            (None, Some(keys)) => self.rule(RuleKind::OneNotNull(Some(keys)), argument),
            _ => self.refuse(
                argument,
                "`one_not_null=` names the keys of which exactly one is not null",
                "`True` for all keys, or a list of keys",
            ),
        }
    }

    /// The members of a list, a tuple or a dictionary (its keys).
    fn sequence(&self, argument: &Argument) -> Option<Vec<Value>> {
        let value = argument.value(self.site)?;
        match value.kind {
            ValueKind::Sequence(sequence) => Some(sequence.iter().cloned().collect()),
            ValueKind::Mapping(mapping) => Some(
                mapping
                    .entries
                    .iter()
                    .map(|entry| Value { origin: entry.place, kind: ValueKind::from(entry.entry_key()) })
                    .collect(),
            ),
            _ => None,
        }
    }
}

/// Whether it is a sequence to Starlark although YAML cannot hold it.
fn is_sequence(argument: &Argument) -> bool {
    match &argument.kind {
        ArgumentKind::List(_) | ArgumentKind::Tuple(_) => true,
        ArgumentKind::Other(word) => matches!(word.as_str(), "range" | "dict" | "set"),
        _ => false,
    }
}

fn is_always_true(argument: &Argument) -> bool {
    let ArgumentKind::Lambda(lambda) = &argument.kind else { return false };
    lambda.result.as_ref().is_some_and(|result| matches!(result.kind, ValueKind::Bool(true)))
}

fn boolean(argument: &Argument) -> Option<bool> {
    match &argument.kind {
        ArgumentKind::Literal(Value { kind: ValueKind::Bool(bool), .. }) => Some(*bool),
        _ => None,
    }
}
