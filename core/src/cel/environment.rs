//! What a platform makes of CEL: the functions that there are, and what it calls things.

use std::sync::Arc;

use super::arguments::{self, CelParameters};
use super::functions::CelFunction;
use crate::schema::SchemaNode;

/// A platform that evaluates expressions.
#[derive(Debug)]
pub struct Environment {
    /// Its functions, in the order in which they are offered. A name may stand twice: as a function and as a method.
    pub functions: &'static [&'static [CelFunction]],
    /// What functions take that are the platform's own.
    pub parameters: &'static [CelParameters],
    /// What a function gives that has a shape of its own, by its name.
    pub described: fn(&str) -> Option<Arc<SchemaNode>>,
    /// Where a method can be called, given the variable that it is called on, if that is one.
    pub method: fn(&CelFunction, Option<&str>) -> MethodAvailability,
    /// Names of older versions, and what they are called now.
    pub former_names: &'static [(&'static str, &'static str)],
    /// Variables that are one, called by either name in different versions.
    pub twin_names: &'static [(&'static str, &'static str)],
    /// Whether its checker knows the type of whatever there is: fields are named as CEL has them, and `null`, bytes and
    /// times are told apart.
    pub is_strict: bool,
    /// How one map is made of two, as a sentence.
    pub merging: &'static str,
}

/// Where a method can be called.
#[derive(Clone, Copy, Debug)]
pub enum MethodAvailability {
    /// On every value of the right type.
    Anywhere,
    /// On this variable, and what it gives there.
    Gives(&'static Arc<SchemaNode>),
    /// Not on this value.
    Nowhere,
}

impl Environment {
    fn all(&self) -> impl Iterator<Item = &'static CelFunction> + use<> {
        self.functions.iter().copied().flatten()
    }

    /// What is called on nothing, namespaces included.
    pub fn globals(&self) -> impl Iterator<Item = &'static CelFunction> + use<> {
        self.all().filter(|function| !function.is_method())
    }

    /// What is called on a value.
    pub fn methods(&self) -> impl Iterator<Item = &'static CelFunction> + use<> {
        self.all().filter(|function| function.is_method())
    }

    /// The functions of a namespace such as `math`, with their names inside of it.
    pub fn inside(&self, namespace: &str) -> impl Iterator<Item = (&'static str, &'static CelFunction)> {
        let name = move |function: &'static CelFunction| function.name.strip_prefix(namespace)?.strip_prefix('.');
        self.globals().filter_map(move |function| Some((name(function)?, function)))
    }

    /// Whether a name is a namespace of functions.
    pub fn is_namespace(&self, name: &str) -> bool {
        self.inside(name).next().is_some()
    }

    /// What a function takes; `None` where that is not known for sure.
    pub(super) fn takes(&self, function: &CelFunction) -> Option<&'static CelParameters> {
        arguments::of(self.parameters, function).or_else(|| arguments::of(arguments::STANDARD, function))
    }
}
