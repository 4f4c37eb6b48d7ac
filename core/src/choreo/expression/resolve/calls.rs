//! Calls of functions and macros. A macro gives names to the items of what it is called on.

use std::sync::Arc;

use super::super::context::{Origin, Scope, function_result, map_of, of_type, unknown};
use super::super::functions::{self, Function, Gives};
use super::super::mistakes;
use super::super::syntax::{Expression, Name};
use super::{Meaning, Resolver, Within, element, namespace};
use crate::schema::{SchemaNode, Type};

/// A function as it was looked up.
struct Callee {
    /// `None` where there is none of that name.
    function: Option<&'static Function>,
    within: Within,
    /// What it is called on; unknown where it is called on nothing.
    target: Arc<SchemaNode>,
}

impl Callee {
    fn new(function: Option<&'static Function>, within: Within) -> Self {
        Self { function, within, target: unknown() }
    }
}

impl Resolver<'_> {
    pub(super) fn call(
        &mut self,
        target: Option<&Expression>,
        name: &Name,
        arguments: &[Expression],
        scope: &Arc<Scope>,
    ) -> Arc<SchemaNode> {
        let Callee { function, within, target } = self.callee(target, name, scope);
        if function.is_none() && !name.text.is_empty() {
            self.problems.push(mistakes::function(name, &within, self.site));
        }
        self.push(name, function.map_or(Meaning::Nothing, Meaning::Function), within);
        let last = self.arguments(function, &target, arguments, scope);
        function.map_or_else(unknown, |function| given(function, &target, last))
    }

    fn callee(&mut self, target: Option<&Expression>, name: &Name, scope: &Arc<Scope>) -> Callee {
        let Some(target) = target else {
            return Callee::new(find(functions::globals(), &name.text), Within::Scope(scope.clone()));
        };
        if let Some(namespace) = namespace(target, scope) {
            let full = format!("{}.{}", namespace.text, name.text);
            return Callee::new(find(functions::globals(), &full), Within::Namespace(namespace.text.clone()));
        }
        let target = self.expression(target, scope);
        let callee = Callee::new(find(functions::methods(), &name.text), Within::Members(target.clone()));
        Callee { target, ..callee }
    }

    /// Resolves arguments, and gives what the last of them is.
    fn arguments(
        &mut self,
        function: Option<&'static Function>,
        target: &Arc<SchemaNode>,
        arguments: &[Expression],
        scope: &Arc<Scope>,
    ) -> Arc<SchemaNode> {
        let bound = function.map_or(0, |function| function.bound(arguments.len()));
        let (names, values) = arguments.split_at(bound.min(arguments.len()));
        let scope = self.bound(names, function, target, scope);
        values.iter().map(|value| self.expression(value, &scope)).last().unwrap_or_else(unknown)
    }

    /// The scope with the variables that a macro names.
    fn bound(
        &mut self,
        names: &[Expression],
        function: Option<&'static Function>,
        target: &Arc<SchemaNode>,
        scope: &Arc<Scope>,
    ) -> Arc<Scope> {
        let element = element(target);
        let nodes = match names.len() {
            2 => vec![element.key, element.value],
            _ if function.is_some_and(|function| function.name.starts_with("opt")) => vec![target.clone()],
            _ => vec![if element.is_map { element.key } else { element.value }],
        };
        let mut inner = scope.clone();
        for (name, node) in names.iter().zip(nodes) {
            let Some(variable) = name.name() else {
                self.problems.push(mistakes::no_binding(name.range, function, self.site));
                continue;
            };
            let place = self.site.place(variable.range);
            self.push(variable, Meaning::Binding(node.clone()), Within::Scope(scope.clone()));
            inner = Arc::new(inner.with(&variable.text, node, Origin::Loop(place)));
        }
        inner
    }
}

fn find(mut functions: impl Iterator<Item = &'static Function>, name: &str) -> Option<&'static Function> {
    functions.find(|function| function.name == name)
}

/// What a call gives, from what it is called on and what its last argument gives.
fn given(function: &Function, target: &Arc<SchemaNode>, last: Arc<SchemaNode>) -> Arc<SchemaNode> {
    let list_of = |item| of_type(Type::Sequence(item));
    match function.gives {
        Gives::Anything => unknown(),
        Gives::Bool => of_type(Type::Bool),
        Gives::Int => of_type(Type::Int),
        Gives::Double => of_type(Type::Float),
        Gives::String => of_type(Type::String),
        Gives::Strings => list_of(of_type(Type::String)),
        Gives::Target => target.clone(),
        Gives::Item => element(target).value,
        Gives::Items => {
            let element = element(target);
            list_of(if element.is_map { element.key } else { element.value })
        }
        Gives::Described => function_result(function.name).unwrap_or_else(unknown),
        Gives::ListOfLast => list_of(last),
        Gives::MapOfLast => of_type(map_of(last)),
        Gives::Last => last,
    }
}
