//! Several schemas for one node, which decide together: at least one, every, or exactly one must accept a value.

use std::sync::Arc;

use super::SchemaNode;

/// Schemas that decide together.
#[derive(Clone, Debug)]
pub struct Combination {
    /// How they decide.
    pub combinator: Combinator,
    /// The schemas in order; each is declared where the annotation gives it.
    pub alternatives: Vec<Arc<SchemaNode>>,
}

/// How the schemas of a combination decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combinator {
    /// At least one must accept the value.
    AnyOf,
    /// Every one must accept it.
    AllOf,
    /// Exactly one must accept it.
    OneOf,
}

impl Combination {
    /// What people know an alternative by: its title, else which one it is.
    pub fn name(&self, index: usize) -> String {
        const FIRST: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
        if let Some(title) = self.alternatives.get(index).and_then(|it| it.title.as_ref()) {
            return format!("`{title}`");
        }
        match FIRST.get(index) {
            Some(word) => format!("the {word}"),
            None => format!("number {}", index + 1),
        }
    }
}

impl Combinator {
    /// How many must accept, as it fits before "of these".
    pub fn words(self) -> &'static str {
        match self {
            Self::AnyOf => "any",
            Self::AllOf => "all",
            Self::OneOf => "exactly one",
        }
    }
}
