//! The functions and macros that expressions may use: what one is called, how, and what it gives. Which of them a
//! platform has says its [`Environment`](super::Environment).

mod kubernetes;
mod standard;

pub use kubernetes::{KUBERNETES, NAMED_FORMATS};
pub use standard::{FORMAT, MATH, SETS, STANDARD};

/// A function or a macro.
#[derive(Clone, Copy, Debug)]
pub struct CelFunction {
    /// Its name; with a dot where it belongs to a namespace, such as `math.abs`.
    pub name: &'static str,
    /// How it is called: `list.filter(x, condition)`. A method has its target before the dot.
    pub signature: &'static str,
    /// What it gives.
    pub gives: Gives,
    /// What it is for: one sentence.
    pub documentation: &'static str,
}

/// What a call gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// It depends, or nobody needs to know.
    Anything,
    /// A boolean.
    Bool,
    /// A whole number.
    Int,
    /// Any number.
    Double,
    /// Text.
    String,
    /// A list of text.
    Strings,
    /// What it is called on.
    Target,
    /// An item of what it is called on.
    Item,
    /// A list of the items, or keys, of what it is called on.
    Items,
    /// What the context describes under its name.
    Described,
    /// A list of what its last argument gives.
    ListOfLast,
    /// A map of what its last argument gives.
    MapOfLast,
    /// What its last argument gives.
    Last,
    /// A value whose type is not checked.
    Dynamic,
    /// Bytes.
    Bytes,
    /// A point in time.
    Time,
    /// A time span.
    Span,
    /// A list of whole numbers.
    Ints,
    /// A value of a type of its own.
    Opaque,
    /// The value in the optional that it is called on.
    Content,
    /// An optional item of what it is called on.
    OptionalItem,
    /// What its last argument gives, as an optional.
    OptionalLast,
    /// An optional of anything.
    Optional,
}

impl CelFunction {
    /// Whether it is called on a value: `text.trim()`.
    pub fn is_method(&self) -> bool {
        let target = self.signature.split('(').next().unwrap_or_default();
        target.contains('.') && !self.name.contains('.')
    }

    /// The function without what it is called on: `filter(x, condition)`.
    pub fn call(&self) -> &'static str {
        match self.signature.find('(') {
            Some(open) if self.is_method() => {
                let start = self.signature[..open].rfind('.').map_or(0, |dot| dot + 1);
                &self.signature[start..]
            }
            _ => self.signature,
        }
    }

    /// How many arguments of a macro may name variables for the rest of its arguments, given how many there are: none
    /// for a function.
    pub fn bound(&self, arguments: usize) -> usize {
        match (self.name, arguments) {
            ("transformList" | "transformMap" | "transformMapEntry", 3 | 4)
            | ("all" | "exists" | "exists_one" | "existsOne", 3) => 2,
            ("all" | "exists" | "exists_one" | "existsOne" | "filter" | "sortBy" | "optMap" | "optFlatMap", 2)
            | ("map", 2 | 3) => 1,
            _ => 0,
        }
    }

    /// Whether it takes a map whose keys are names as they are: `runtime.newCondition`.
    pub fn takes_bare_keys(&self) -> bool {
        self.name == "runtime.newCondition"
    }

    /// Whether its first argument names a variable for its last one, and the second is what that holds: `cel.bind`.
    pub fn is_binding(&self) -> bool {
        self.name == "cel.bind"
    }
}

/// Names of types, which stand where values do: `type(x) == string`.
pub const TYPES: &[&str] = &[
    "bool",
    "bytes",
    "double",
    "duration",
    "google",
    "int",
    "list",
    "map",
    "null_type",
    "string",
    "timestamp",
    "type",
    "uint",
];

/// A function that is called like its signature.
pub const fn function(
    name: &'static str,
    signature: &'static str,
    gives: Gives,
    documentation: &'static str,
) -> CelFunction {
    CelFunction { name, signature, gives, documentation }
}
