//! Rules that the API server has for resources, evaluated: expressions about a value that they call `self`.
//!
//! Only what such rules use of CEL is here. What is not known, and what would fail, is `None`: nothing is claimed of it.

use smol_str::SmolStr;

use super::parse::parse;
use super::syntax::{Expression, ExpressionNode, Literal};
use crate::regexp::Regexp;
use crate::text::{TextRange, TextSize};
use crate::values::{Key, Value, ValueKind};

/// What of a value an expression looked at last.
#[derive(Clone, Copy, Debug)]
pub enum ValueAccess<'v> {
    /// At a part that is there.
    At(&'v Value),
    /// At nothing but whether the part is there.
    Whether(&'v Value),
}

/// Whether an expression holds for a value, and what of the value that is there it looked at last.
pub fn holds<'v>(expression: &str, this: &'v Value) -> (Option<bool>, Option<ValueAccess<'v>>) {
    let parsed = parse(expression, TextRange::up_to(TextSize::of(expression)));
    let mut evaluator =
        ExpressionEvaluator { text: expression, variables: vec![("self".into(), simple(this))], named: None };
    let verdict = match evaluator.term(&parsed.expression) {
        Some(Term::Bool(verdict)) if parsed.mistake.is_none() => Some(verdict),
        _ => None,
    };
    (verdict, evaluator.named)
}

/// What an expression gives.
#[derive(Clone)]
enum Term<'v> {
    /// A map, a list, or nothing.
    Of(&'v Value),
    Bool(bool),
    Number(i128),
    Text(SmolStr),
}

struct ExpressionEvaluator<'t, 'v> {
    text: &'t str,
    variables: Vec<(SmolStr, Term<'v>)>,
    /// The part of the value that was looked at last.
    named: Option<ValueAccess<'v>>,
}

impl<'v> ExpressionEvaluator<'_, 'v> {
    fn term(&mut self, expression: &Expression) -> Option<Term<'v>> {
        match &expression.kind {
            ExpressionNode::Literal(literal) => self.literal(literal, expression.range),
            ExpressionNode::Name(name) => {
                let mut variables = self.variables.iter().rev();
                variables.find(|(variable, _)| *variable == name.text).map(|(_, term)| term.clone())
            }
            ExpressionNode::Member { of, name, .. } => {
                let member = self.member(of, &name.text)?;
                Some(self.looked_at(member))
            }
            ExpressionNode::Index { of, index, .. } => {
                let (Term::Of(of), Term::Text(key)) = (self.term(of)?, self.term(index)?) else { return None };
                Some(simple(of.mapping()?.get(&Key::String(key))?))
            }
            ExpressionNode::Unary(operator, of) if operator.sign == "!" => match self.term(of)? {
                Term::Bool(it) => Some(Term::Bool(!it)),
                _ => None,
            },
            ExpressionNode::Binary(operator, left, right) => self.binary(operator.sign, left, right),
            ExpressionNode::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                let Some(Term::Bool(condition)) = self.term(condition) else { return None };
                self.term(if condition { then } else { otherwise })
            }
            ExpressionNode::Call { target, name, arguments } => self.call(target.as_deref(), &name.text, arguments),
            _ => None,
        }
    }

    fn literal(&self, literal: &Literal, range: TextRange) -> Option<Term<'v>> {
        let written = &self.text[range];
        match literal {
            Literal::Bool => Some(Term::Bool(written == "true")),
            Literal::Int => written.parse().ok().map(Term::Number),
            Literal::String(text) => text.clone().map(Term::Text),
            _ => None,
        }
    }

    fn member(&mut self, of: &Expression, name: &str) -> Option<&'v Value> {
        match self.term(of)? {
            Term::Of(value) => value.field(&[name]),
            _ => None,
        }
    }

    fn looked_at(&mut self, value: &'v Value) -> Term<'v> {
        self.named = Some(ValueAccess::At(value));
        simple(value)
    }

    fn binary(&mut self, sign: &str, left: &Expression, right: &Expression) -> Option<Term<'v>> {
        let (left, right) = (self.term(left), self.term(right));
        let number = |term: &Option<Term<'_>>| match term {
            Some(Term::Number(number)) => Some(*number),
            _ => None,
        };
        let verdict = match sign {
            "&&" | "||" => return logic(sign == "||", left.as_ref(), right.as_ref()).map(Term::Bool),
            "==" => is_same(&left?, &right?)?,
            "!=" => !is_same(&left?, &right?)?,
            ">" => number(&left)? > number(&right)?,
            ">=" => number(&left)? >= number(&right)?,
            "<" => number(&left)? < number(&right)?,
            "<=" => number(&left)? <= number(&right)?,
            "in" => is_among(&left?, &right?)?,
            _ => return calculated(sign, number(&left)?, number(&right)?).map(Term::Number),
        };
        Some(Term::Bool(verdict))
    }

    fn call(&mut self, target: Option<&Expression>, name: &str, arguments: &[Expression]) -> Option<Term<'v>> {
        match (name, target, arguments) {
            ("has", None, [Expression { kind: ExpressionNode::Member { of, name, .. }, .. }]) => {
                let Term::Of(holder) = self.term(of)? else { return None };
                let member = holder.mapping()?.get(&Key::String(name.text.clone()));
                self.named = member.map(ValueAccess::Whether).or(self.named);
                Some(Term::Bool(member.is_some()))
            }
            ("startsWith" | "endsWith" | "contains" | "matches", Some(of), [part]) => {
                let (Term::Text(of), Term::Text(part)) = (self.term(of)?, self.term(part)?) else { return None };
                text_test(name, &of, &part).map(Term::Bool)
            }
            ("size", Some(of), []) | ("size", None, [of]) => self.term(of).and_then(|term| size(&term)),
            ("all" | "exists", Some(of), [Expression { kind: ExpressionNode::Name(variable), .. }, condition]) => {
                let Term::Of(of) = self.term(of)? else { return None };
                self.each(of, &variable.text, condition, name == "exists").map(Term::Bool)
            }
            _ => None,
        }
    }

    /// Whether a condition holds for any, or for every item of a list or key of a map.
    fn each(&mut self, of: &'v Value, variable: &SmolStr, condition: &Expression, is_any: bool) -> Option<bool> {
        let terms: Vec<Term<'v>> = match &of.kind {
            ValueKind::Sequence(items) => items.iter().map(simple).collect(),
            ValueKind::Mapping(mapping) => {
                mapping.entries.iter().map(|entry| Term::Text(entry.entry_key().to_string().into())).collect()
            }
            _ => return None,
        };
        let named = self.named;
        let mut verdict = Some(!is_any);
        for term in terms {
            self.variables.push((variable.clone(), term));
            let found = self.term(condition);
            self.variables.pop();
            verdict = logic(is_any, verdict.map(Term::Bool).as_ref(), found.as_ref());
        }
        self.named = named;
        verdict
    }
}

/// What an operator makes of two whole numbers.
fn calculated(sign: &str, left: i128, right: i128) -> Option<i128> {
    match sign {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => None,
    }
}

/// Whether a list holds a value, or a map a key.
fn is_among(value: &Term<'_>, holder: &Term<'_>) -> Option<bool> {
    let Term::Of(holder) = holder else { return None };
    match (&holder.kind, value) {
        (ValueKind::Sequence(items), _) => {
            let verdicts = items.iter().map(|item| is_same(value, &simple(item)));
            verdicts.reduce(|before, next| Some(before? || next?)).unwrap_or(Some(false))
        }
        (ValueKind::Mapping(mapping), Term::Text(key)) => Some(mapping.get(&Key::String(key.clone())).is_some()),
        _ => None,
    }
}

/// What is asked of a text and a part of it.
fn text_test(name: &str, text: &str, part: &str) -> Option<bool> {
    match name {
        "startsWith" => Some(text.starts_with(part)),
        "endsWith" => Some(text.ends_with(part)),
        "contains" => Some(text.contains(part)),
        _ => Regexp::new(part).ok().map(|pattern| pattern.is_match(text)),
    }
}

/// `||`, or `&&`: what is not known matters only where the other side does not decide.
fn logic(is_any: bool, left: Option<&Term<'_>>, right: Option<&Term<'_>>) -> Option<bool> {
    let known = |term: Option<&Term<'_>>| match term {
        Some(Term::Bool(it)) => Some(*it),
        _ => None,
    };
    match (known(left), known(right)) {
        (Some(it), _) | (_, Some(it)) if it == is_any => Some(is_any),
        (Some(_), Some(_)) => Some(!is_any),
        _ => None,
    }
}

fn simple(value: &Value) -> Term<'_> {
    match &value.kind {
        ValueKind::Bool(it) => Term::Bool(*it),
        ValueKind::Int(it) => Term::Number(it.get()),
        ValueKind::String(text) => Term::Text(text.clone()),
        _ => Term::Of(value),
    }
}

fn is_same(left: &Term<'_>, right: &Term<'_>) -> Option<bool> {
    match (left, right) {
        (Term::Of(_), _) | (_, Term::Of(_)) => None,
        (Term::Bool(left), Term::Bool(right)) => Some(left == right),
        (Term::Number(left), Term::Number(right)) => Some(left == right),
        (Term::Text(left), Term::Text(right)) => Some(left == right),
        _ => Some(false),
    }
}

fn size<'v>(term: &Term<'_>) -> Option<Term<'v>> {
    let size = match term {
        Term::Text(text) => text.chars().count(),
        Term::Of(Value { kind: ValueKind::Sequence(items), .. }) => items.len(),
        Term::Of(Value { kind: ValueKind::Mapping(mapping), .. }) => mapping.entries.len(),
        _ => return None,
    };
    i128::try_from(size).ok().map(Term::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::TextDocument;
    use crate::text::FileId;
    use crate::values::from_yaml::from_plain_yaml;

    #[track_caller]
    fn check(value: &str, expression: &str, expected: Option<bool>) {
        let document = TextDocument::new(FileId::NONE, value);
        let value = from_plain_yaml(FileId::NONE, &document.stream().documents[0]).value;
        assert_eq!(holds(expression, &value).0, expected, "{expression}");
    }

    #[test]
    fn rules_hold_or_do_not() {
        let value = "{kind: a, count: 2, list: [{id: a}, {id: b}], map: {k: v, empty: ''}, set: true}";
        check(value, "has(self.kind) && !has(self.other)", Some(true));
        check(value, "self.list.exists(it, it.id == self.kind)", Some(true));
        check(value, "self.list.all(it, it.id == self.kind)", Some(false));
        check(value, "self.map.all(k, k.size() > 0 && self.map[k].size() > 0)", Some(false));
        check(value, "(has(self.kind) ? 1 : 0) + (has(self.other) ? 1 : 0) == 1", Some(true));
        check(value, "self.set == true ? size(self.list) >= 2 : false", Some(true));
        check(value, "has(self.kind) != has(self.other)", Some(true));
    }

    #[test]
    fn what_is_not_there_decides_nothing_by_itself() {
        check("{kind: a}", "self.other == 'a'", None);
        check("{kind: a}", "self.kind == 'a' || self.other == 'a'", Some(true));
        check("{kind: a}", "self.other == 'a' || self.kind == 'b'", None);
        check("{kind: a}", "self.kind ==", None);
    }
}
