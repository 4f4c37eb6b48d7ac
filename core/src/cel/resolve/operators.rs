//! Operators, and conditions that choose between two values: what they give, and what they do not take.

use std::sync::Arc;

use super::super::mistakes::operands as mistakes;
use super::super::scope::{Scope, of_type};
use super::super::syntax::{Expression, Operator, Sort};
use super::super::types::{self, Types};
use super::{Resolver, common};
use crate::problem::Problem;
use crate::schema::{SchemaNode, Type};

impl Resolver<'_> {
    pub(super) fn operation(
        &mut self,
        operator: Operator,
        operands: &[&Expression],
        scope: &Arc<Scope>,
    ) -> Arc<SchemaNode> {
        let nodes: Vec<_> = operands.iter().map(|operand| self.expression(operand, scope)).collect();
        let found = self.mistaken(operator, operands, &nodes);
        self.problems.extend(found);
        let is_text = nodes.iter().any(|node| self.type_of(node) == Some(Types::STRING));
        match operator.sort {
            sort if sort.is_condition() => of_type(Type::Bool),
            // Only text is added to text.
            Sort::Addition if is_text => of_type(Type::String),
            _ => common(&nodes),
        }
    }

    /// The first operand that an operator does not take, or not beside the other one.
    fn mistaken(&self, operator: Operator, operands: &[&Expression], nodes: &[Arc<SchemaNode>]) -> Option<Problem> {
        let mut first = None;
        for ((operand, node), taken) in operands.iter().zip(nodes).zip(types::operands(operator)) {
            let Some(found) = self.type_of(node) else { continue };
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

    pub(super) fn conditional(&mut self, parts: &[Expression; 3], scope: &Arc<Scope>) -> Arc<SchemaNode> {
        let [condition, then, otherwise] = parts.each_ref().map(|part| self.expression(part, scope));
        let [before, _, last] = parts.each_ref().map(|part| self.site.place(part.range));
        let no_condition = self.type_of(&condition).filter(|found| *found != Types::BOOL);
        self.problems.extend(no_condition.map(|found| mistakes::no_condition(found, before)));
        let results = self.type_of(&then).zip(self.type_of(&otherwise)).filter(|(first, second)| first != second);
        self.problems.extend(results.map(|(first, second)| mistakes::two_results(first, second, last)));
        common(&[then, otherwise])
    }
}
