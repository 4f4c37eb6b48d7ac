//! Calls of functions and macros. A macro gives names to the items of what it is called on.

use std::sync::Arc;

use super::super::environment::{Environment, MethodAvailability};
use super::super::functions::{CelFunction, Gives};
use super::super::mistakes;
use super::super::scope::{LookupScope, VariableOrigin, VariableScope, map_of, of_type, unknown};
use super::super::syntax::{Expression, ExpressionNode, NameAt};
use super::super::types::OPAQUE;
use super::{ExpressionType, Meaning, Resolver, element, namespace};
use crate::constraint::Constraint;
use crate::problem::Problem;
use crate::schema::{Rule, RuleKind, SchemaNode, Type};
use crate::text::Place;

/// An argument, and what it is.
type TypedArgument<'e> = (&'e Expression, ExpressionType);

/// A function as it was looked up.
struct ResolvedFunction {
    /// `None` where there is none of that name.
    function: Option<&'static CelFunction>,
    within: LookupScope,
    /// What it is called on; unknown where it is called on nothing.
    target: ExpressionType,
    /// What the platform says that it gives.
    result: Option<&'static Arc<SchemaNode>>,
}

impl ResolvedFunction {
    fn new(function: Option<&'static CelFunction>, within: LookupScope) -> Self {
        Self { function, within, target: unknown().into(), result: None }
    }
}

impl Resolver<'_> {
    pub(super) fn call(
        &mut self,
        target: Option<&Expression>,
        name: &NameAt,
        arguments: &[Expression],
        scope: &Arc<VariableScope>,
    ) -> ExpressionType {
        let ResolvedFunction { function, within, target, result } = self.callee(target, name, scope);
        if function.is_none() && !name.text.is_empty() {
            self.problems.push(mistakes::function(name, &within, self.environment, self.site));
        }
        self.push(name, function.map_or(Meaning::Nothing, Meaning::Function), within);
        let before = self.problems.len();
        let values = self.arguments(function, &target, arguments, scope);
        let Some(function) = function else { return unknown().into() };
        if let Some(problem) = self.wrong_count(function, name, arguments) {
            // Which argument is which cannot be told.
            self.problems.truncate(before);
            self.problems.push(problem);
        } else {
            self.judge(function, name, &target, &values, arguments.len());
        }
        let last = values.into_iter().last().map_or_else(|| unknown().into(), |(_, typed)| typed);
        result.map_or_else(|| given(function, self.environment, &target, last), |node| node.clone().into())
    }

    /// What is wrong with the number of arguments.
    fn wrong_count(&self, function: &CelFunction, name: &NameAt, arguments: &[Expression]) -> Option<Problem> {
        let takes = self.environment.takes(function).filter(|takes| !takes.is_count(arguments.len()))?;
        let surplus = takes.count().1.and_then(|most| arguments.get(most));
        let place = self.site.place(surplus.map_or(name.range, |surplus| surplus.range));
        Some(mistakes::operands::count(function, takes, arguments.len(), place))
    }

    /// Reports what a function is called on, or given as one of its arguments, though it does not take it.
    fn judge(
        &mut self,
        function: &CelFunction,
        name: &NameAt,
        target: &ExpressionType,
        values: &[TypedArgument<'_>],
        count: usize,
    ) {
        let Some(takes) = self.environment.takes(function) else { return };
        let place = self.site.place(name.range);
        let called_on = takes.target.zip(self.type_of(target)).filter(|(taken, found)| !taken.meets(*found));
        let called_on =
            called_on.map(|(taken, found)| mistakes::operands::not_called_on(function, found, taken, place));
        if let Some(problem) = called_on {
            return self.problems.push(problem);
        }
        // The names that a macro binds come first.
        let first = count.saturating_sub(values.len());
        for (index, (argument, typed)) in values.iter().enumerate() {
            let (wanted, place) = (takes.argument(first + index, count), self.site.place(argument.range));
            if function.name == "has" && !matches!(argument.kind, ExpressionNode::Member { .. }) {
                self.problems.push(mistakes::operands::no_field(place));
            } else if let Some(found) = self.type_of(typed).filter(|found| !wanted.meets(*found)) {
                self.problems.push(mistakes::operands::argument(function, found, wanted, place));
            }
        }
    }

    fn callee(&mut self, target: Option<&Expression>, name: &NameAt, scope: &Arc<VariableScope>) -> ResolvedFunction {
        let Some(target) = target else {
            return ResolvedFunction::new(
                find(self.environment.globals(), &name.text),
                LookupScope::Scope(scope.clone()),
            );
        };
        if let Some(namespace) = namespace(target, scope) {
            let full = format!("{}.{}", namespace.text, name.text);
            return ResolvedFunction::new(
                find(self.environment.globals(), &full),
                LookupScope::Namespace(namespace.text.clone()),
            );
        }
        let receiver = target.name().map(|name| name.text.clone());
        let target = self.expression(target, scope);
        let function = find(self.environment.methods(), &name.text);
        let method = function.map(|function| (self.environment.method)(function, receiver.as_deref()));
        let (function, result) = match method {
            Some(MethodAvailability::Gives(result)) => (function, Some(result)),
            Some(MethodAvailability::Nowhere) => (None, None),
            Some(MethodAvailability::Anywhere) | None => (function, None),
        };
        let callee = ResolvedFunction::new(function, LookupScope::Members(target.node.clone()));
        ResolvedFunction { target, result, ..callee }
    }

    /// Resolves arguments, and gives what each of them is, names that a macro binds left out.
    fn arguments<'e>(
        &mut self,
        function: Option<&'static CelFunction>,
        target: &ExpressionType,
        arguments: &'e [Expression],
        scope: &Arc<VariableScope>,
    ) -> Vec<TypedArgument<'e>> {
        if let (Some(true), [name, value, result]) = (function.map(CelFunction::is_binding), arguments) {
            let held = self.expression(value, scope);
            let scope = self.named(&[name], vec![held.node.clone()], function, scope);
            return vec![(value, held), (result, self.expression(result, &scope))];
        }
        if let (Some(true), [map @ Expression { kind: ExpressionNode::Map(entries), .. }]) =
            (function.map(CelFunction::takes_bare_keys), arguments)
        {
            for (_, value) in entries {
                self.expression(value, scope);
            }
            return vec![(map, unknown().into())];
        }
        let bound = function.map_or(0, |function| function.bound(arguments.len()));
        let (names, values) = arguments.split_at(bound.min(arguments.len()));
        let scope = self.bound(names, function, target, scope);
        values.iter().map(|value| (value, self.expression(value, &scope))).collect()
    }

    /// The scope with the variables that a macro names.
    fn bound(
        &mut self,
        names: &[Expression],
        function: Option<&'static CelFunction>,
        target: &ExpressionType,
        scope: &Arc<VariableScope>,
    ) -> Arc<VariableScope> {
        let element = element(&target.node);
        let nodes = match names.len() {
            2 => vec![element.key, element.value],
            _ if function.is_some_and(|function| function.name.starts_with("opt")) => vec![target.node.clone()],
            _ => vec![if element.is_map { element.key } else { element.value }],
        };
        self.named(&names.iter().collect::<Vec<_>>(), nodes, function, scope)
    }

    /// The scope with variables of these names.
    fn named(
        &mut self,
        names: &[&Expression],
        nodes: Vec<Arc<SchemaNode>>,
        function: Option<&'static CelFunction>,
        scope: &Arc<VariableScope>,
    ) -> Arc<VariableScope> {
        let mut inner = scope.clone();
        for (name, node) in names.iter().zip(nodes) {
            let Some(variable) = name.name() else {
                self.problems.push(mistakes::no_binding(name.range, function, self.site));
                continue;
            };
            let place = self.site.place(variable.range);
            self.push(variable, Meaning::Binding(node.clone()), LookupScope::Scope(scope.clone()));
            inner = Arc::new(inner.with(&variable.text, node, VariableOrigin::Loop(place)));
        }
        inner
    }
}

fn find(mut functions: impl Iterator<Item = &'static CelFunction>, name: &str) -> Option<&'static CelFunction> {
    functions.find(|function| function.name == name)
}

/// What a call gives, from what it is called on and what its last argument gives.
fn given(
    function: &CelFunction,
    environment: &Environment,
    target: &ExpressionType,
    last: ExpressionType,
) -> ExpressionType {
    let list_of = |item| of_type(Type::Sequence(item));
    let node = match function.gives {
        Gives::Anything => unknown(),
        Gives::Dynamic => of_type(Type::Any),
        Gives::Bool => of_type(Type::Bool),
        Gives::Int => of_type(Type::Int),
        Gives::Double => of_type(Type::Float),
        Gives::String => of_type(Type::String),
        Gives::Strings => list_of(of_type(Type::String)),
        Gives::Ints => list_of(of_type(Type::Int)),
        Gives::Bytes => of_form("byte"),
        Gives::Time => of_form("date-time"),
        Gives::Span => of_form("duration"),
        Gives::Opaque => of_form(OPAQUE),
        Gives::Target => return target.clone(),
        Gives::Content => target.node.clone(),
        Gives::Item => element(&target.node).value,
        Gives::OptionalItem => return ExpressionType::optional(element(&target.node).value),
        Gives::Items => {
            let element = element(&target.node);
            list_of(if element.is_map { element.key } else { element.value })
        }
        Gives::Described => (environment.described)(function.name).unwrap_or_else(unknown),
        Gives::ListOfLast => list_of(last.node),
        Gives::MapOfLast => of_type(map_of(last.node)),
        Gives::Last => return last,
        Gives::OptionalLast => return ExpressionType::optional(last.node),
        Gives::Optional => return ExpressionType::optional(unknown()),
    };
    node.into()
}

/// Text of a form that stands for something else.
fn of_form(form: &str) -> Arc<SchemaNode> {
    let rule = Rule::new(RuleKind::Constraint(Constraint::Format(form.into())), Place::NOWHERE);
    Arc::new(SchemaNode { ty: Type::String, rules: vec![rule], ..SchemaNode::unknown(Place::NOWHERE) })
}
