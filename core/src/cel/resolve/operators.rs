//! Operators, and conditions that choose between two values: what they give, and what they do not take.

use std::sync::Arc;

use super::super::mistakes::operands as mistakes;
use super::super::scope::{VariableScope, of_type, unknown};
use super::super::syntax::{Expression, Operator, Sort};
use super::super::types::{self, TypeSet};
use super::{ExpressionType, Resolver, common};
use crate::problem::Problem;
use crate::schema::Type;

impl Resolver<'_> {
    pub(super) fn operation(
        &mut self,
        operator: Operator,
        operands: &[&Expression],
        scope: &Arc<VariableScope>,
    ) -> ExpressionType {
        let all: Vec<_> = operands.iter().map(|operand| self.expression(operand, scope)).collect();
        let found = self.mistaken(operator, operands, &all);
        self.problems.extend(found);
        let is_any =
            |types: TypeSet| all.iter().any(|typed| self.type_of(typed).is_some_and(|found| found.meets(types)));
        let node = match operator.sort {
            sort if sort.is_condition() => of_type(Type::Bool),
            // Only text is added to text.
            Sort::Addition if is_any(TypeSet::STRING) => of_type(Type::String),
            // What is left between two times is no time.
            _ if is_any(TypeSet::TIME.or(TypeSet::SPAN)) => unknown(),
            _ => common(&all),
        };
        node.into()
    }

    /// The first operand that an operator does not take, or not beside the other one.
    fn mistaken(&self, operator: Operator, operands: &[&Expression], all: &[ExpressionType]) -> Option<Problem> {
        let mut first = None;
        for ((operand, typed), taken) in
            operands.iter().zip(all).zip(types::operands(operator, self.environment.is_strict))
        {
            let Some(found) = self.type_of(typed) else { continue };
            let place = self.site.place(operand.range);
            if !taken.meets(found) {
                return Some(mistakes::not_taken(operator, found, taken, self.environment, place));
            }
            if let Some(first) = first.filter(|first| !types::go_together(operator, *first, found)) {
                return Some(mistakes::not_together(operator, first, found, place));
            }
            first = Some(found);
        }
        None
    }

    pub(super) fn conditional(&mut self, parts: &[Expression; 3], scope: &Arc<VariableScope>) -> ExpressionType {
        let [condition, then, otherwise] = parts.each_ref().map(|part| self.expression(part, scope));
        let [before, _, last] = parts.each_ref().map(|part| self.site.place(part.range));
        let no_condition = self.type_of(&condition).filter(|found| *found != TypeSet::BOOL);
        self.problems.extend(no_condition.map(|found| mistakes::no_condition(found, before)));
        let results = self.type_of(&then).zip(self.type_of(&otherwise)).filter(|(first, second)| {
            let is_absent = |found: TypeSet| found == TypeSet::NULL;
            let allows_absence =
                |found: TypeSet| found.meets(TypeSet::OBJECT.or(TypeSet::TIME).or(TypeSet::SPAN).or(TypeSet::OTHER));
            let is_either =
                is_absent(*first) && allows_absence(*second) || is_absent(*second) && allows_absence(*first);
            first != second && !is_either
        });
        self.problems.extend(results.map(|(first, second)| mistakes::two_results(first, second, last)));
        let is_optional = then.is_optional && otherwise.is_optional;
        let all = [then, otherwise]
            .map(|typed| if is_optional { ExpressionType { is_optional: false, ..typed } } else { typed });
        ExpressionType { node: common(&all), is_optional }
    }
}
