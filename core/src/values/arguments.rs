//! What the arguments of an annotation are: literals, and whatever an evaluation gave.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::function::Function;
use super::matcher::Matcher;
use super::{SequenceValue, Value, ValueKind};
use crate::text::{FileId, Place, SegmentId, TextRange};

/// The arguments of one annotation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Arguments {
    /// The arguments without a name, in order.
    pub positional: Vec<Argument>,
    /// The arguments with a name, in order; a name stands once.
    pub keywords: Vec<KeywordArgument>,
    /// Whether `*x` or `**x` may add arguments that are not known.
    pub is_open: bool,
    /// Every name that an expression reads and does not bind itself.
    pub names: Vec<(String, TextRange)>,
}

/// `name=value`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeywordArgument {
    /// The name.
    pub name: String,
    /// The range of the name, in the comment's base.
    pub name_range: TextRange,
    /// The value.
    pub value: Argument,
}

/// One argument, or one part of a tuple.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Argument {
    /// Its text, in the comment's base.
    pub range: TextRange,
    /// What it is.
    pub kind: ArgumentKind,
}

/// What an argument is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ArgumentKind {
    /// A literal; tuples inside it are arrays.
    Literal(Value),
    /// A tuple that is the argument itself, part by part.
    Tuple(Vec<Argument>),
    /// A list with something in it that YAML cannot hold, such as a function, part by part.
    List(Vec<Argument>),
    /// A `lambda`.
    Lambda(Lambda),
    /// Any other expression: its value is not known without evaluation.
    Expression,
    /// A function that an evaluation gave.
    Function(Function),
    /// An object with a function `check`, such as the rules of `@ytt:assert`.
    Checker(Function),
    /// What `@ytt:validations` makes.
    Rule(LibraryRule),
    /// What `@ytt:overlay` makes for `by=`.
    Matcher(Matcher),
    /// A part of a YAML document, with its annotations.
    Fragment(ValueKind),
    /// Anything else that an evaluation gave; its type in a word, such as `struct`.
    Other(SmolStr),
}

/// A rule that a keyword states, such as `min` with 3.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LibraryRule {
    /// The keyword.
    pub keyword: SmolStr,
    /// Its argument.
    pub argument: Value,
}

/// What is known of a `lambda` without evaluating it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lambda {
    /// How many arguments it takes; `None` if that varies.
    pub parameters: Option<usize>,
    /// What it always returns, if that is a literal.
    pub result: Option<Value>,
}

/// What holds an annotation: needed to say where its parts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnotationSite {
    /// The file.
    pub file: FileId,
    /// The segment whose base the ranges have.
    pub segment: SegmentId,
}

impl AnnotationSite {
    /// The site that holds a place.
    pub fn of(place: Place) -> Self {
        Self { file: place.file, segment: place.segment }
    }

    /// A range of this site as a place.
    pub fn place(self, range: TextRange) -> Place {
        Place { file: self.file, segment: self.segment, range }
    }
}

impl Arguments {
    /// The value given for a keyword.
    pub fn keyword(&self, name: &str) -> Option<&KeywordArgument> {
        self.keywords.iter().find(|keyword| keyword.name == name)
    }
}

impl Argument {
    /// What it is, in a word.
    pub fn word(&self) -> String {
        match &self.kind {
            ArgumentKind::Literal(value) => value.kind.type_name().to_owned(),
            ArgumentKind::Tuple(parts) => format!("a tuple of {}", parts.len()),
            ArgumentKind::List(_) => "array".to_owned(),
            ArgumentKind::Lambda(_) | ArgumentKind::Function(_) | ArgumentKind::Matcher(_) => "a function".to_owned(),
            ArgumentKind::Checker(_) | ArgumentKind::Rule(_) => "a rule".to_owned(),
            ArgumentKind::Fragment(_) => "a YAML fragment".to_owned(),
            ArgumentKind::Other(word) if word == "int" => "a whole number of more than 64 bits".to_owned(),
            ArgumentKind::Other(word) => word.to_string(),
            ArgumentKind::Expression => "an expression".to_owned(),
        }
    }

    /// The value, if it is known; a tuple as an array.
    pub fn value(&self, site: AnnotationSite) -> Option<Value> {
        match &self.kind {
            ArgumentKind::Literal(value) => Some(value.clone()),
            ArgumentKind::Tuple(parts) | ArgumentKind::List(parts) => {
                let items: Option<SequenceValue> = parts.iter().map(|part| part.value(site)).collect();
                Some(Value { origin: site.place(self.range), kind: ValueKind::Sequence(Arc::new(items?)) })
            }
            ArgumentKind::Fragment(kind) => Some(Value { origin: site.place(self.range), kind: kind.clone() }),
            ArgumentKind::Lambda(_)
            | ArgumentKind::Expression
            | ArgumentKind::Function(_)
            | ArgumentKind::Checker(_)
            | ArgumentKind::Rule(_)
            | ArgumentKind::Matcher(_)
            | ArgumentKind::Other(_) => None,
        }
    }

    /// Whether it is known to be nothing that YAML can hold, such as a function.
    pub fn is_no_yaml(&self) -> bool {
        match &self.kind {
            ArgumentKind::Lambda(_)
            | ArgumentKind::Function(_)
            | ArgumentKind::Checker(_)
            | ArgumentKind::Rule(_)
            | ArgumentKind::Matcher(_)
            | ArgumentKind::Other(_) => true,
            ArgumentKind::Tuple(parts) | ArgumentKind::List(parts) => parts.iter().any(Self::is_no_yaml),
            ArgumentKind::Literal(_) | ArgumentKind::Expression | ArgumentKind::Fragment(_) => false,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            ArgumentKind::Literal(Value { kind: ValueKind::String(text), .. }) => Some(text),
            _ => None,
        }
    }
}
