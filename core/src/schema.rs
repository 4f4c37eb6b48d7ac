//! The one schema model. Front ends build it (`from_annotations`); whoever reads it cannot tell which.
//!
//! # Design
//!
//! `schema::Schema` is the one model. `schema::from_annotations` builds it from YAML examples with `#@schema/…`
//! annotations, in every edition: what tells editions apart is one table (`from_annotations::dialect`), and nothing
//! behind the model asks which edition a schema is of, or where it came from. The arguments of annotations are
//! Starlark call arguments, parsed by the parser of the starlark crate, so that every part of them has a place; where
//! they hold more than literals, an evaluation gives their values. What was not evaluated is `Unknown`, and nothing is
//! claimed about what is unknown: no problem is better than a wrong one.
//!
//! `schema::from_shorthand` builds it from sections of OpenChoreo resources, whose fields are declared by strings such
//! as `integer | default=1 minimum=1`. It reads values, not nodes: aliases and merge keys are resolved there, and
//! every value has its place. `schema::shorthand` gives a string's tokens, and `yaml::scalar_map` leads from a range
//! of a string's text to the bytes of the file, through quotes, escapes and folded lines, so that a problem stands at
//! its token; `schema::shorthand::spot` says what stands at an offset, and `schema::sections::inside` where a path
//! leads among a resource's schemas. `schema::from_open_api` reads the platform's newer form, JSON Schema with
//! references into its own `$defs`; `schema::sections` knows where either stands in a resource, in all four
//! generations. What JSON Schema and the keywords of rules demand of a value is a `constraint`; `schema::instance`
//! prunes, fills and judges a plain value as the platform does, defaults of schemas included. Custom types and
//! definitions are read once and shared, so a schema costs what it is long; what it stands for when they are written
//! out is bounded.
//!
//! `schema::from_simple_schema` reads the same shorthand as kro writes it, and makes JSON Schema of it, as kro does: what
//! kro's own words are is told there, all else by who reads JSON Schema.
//!
//! `schema::export` prints a schema for other tools: OpenAPI, JSON Schema, and documentation for people. The
//! documentation is data first (`export::documentation`), and what is shown of a key is decided there; the printers
//! for YAML, Markdown and HTML decide how. Whatever a schema says is text to them: code between backticks and
//! addresses are the only markup, and the policy of the HTML page lets no script run but its own, which it names by
//! its hash.
//!
//! While a schema is broken, the last one that compiled goes on serving hover and completion; values are judged by
//! what is there.

use std::sync::{Arc, OnceLock};

use crate::constraint::{ConstrainedKind, Constraint};
use crate::problem::NameIndex;
use smol_str::SmolStr;

use crate::text::Place;
use crate::values::function::Function;
use crate::values::{Value, ValueKind};

use combination::Combination;
use fields::{FieldRun, Fields};
use map_keys::KeyPattern;

pub mod attached;
mod bounds;
pub mod combination;
pub mod conform;
pub mod describe;
pub mod export;
pub mod fields;
pub mod from_annotations;
pub mod from_json_schema;
pub mod from_open_api;
pub mod from_shorthand;
pub mod from_simple_schema;
pub mod headers;
pub mod import;
pub mod instance;
pub mod library_address;
pub mod lookup;
pub mod map_keys;
pub mod names;
pub mod plain_values;
pub mod sample;
pub mod sections;
pub mod shorthand;
pub mod to_open_api;
mod violation;

/// Which dialect of schema documents governs; chosen by the header of the schema document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// `#@data/values-schema`: what ytt released.
    Released,
    /// `#@schema/match data_values=True`.
    Draft,
    /// `#@schema/definition data_values=True`.
    Proposal,
    /// `#@schema`, `#@schema attach="data/values"`.
    Early,
    /// A section of an OpenChoreo resource.
    OpenChoreo,
    /// A JSON Schema of another tool.
    JsonSchema,
}

/// A schema for a document of values.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The dialect.
    pub edition: Edition,
    /// The type of the whole document.
    pub root: Arc<SchemaNode>,
}

/// The schema of one node.
#[derive(Clone, Debug)]
pub struct SchemaNode {
    /// The type of a value that is not null.
    pub ty: Type,
    /// Whether null is a value.
    pub nullable: bool,
    /// The value where none is given, children filled; unknown where there is no default.
    pub default: Value,
    /// The default as the schema writes it, if that leaves children out.
    pub written_default: Option<Value>,
    /// What holds where no value is given.
    pub presence: Presence,
    /// What it is called.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Examples: what each shows, and its value.
    pub examples: Vec<Example>,
    /// What it says for other tools, which means nothing here: `x-…`.
    pub extensions: Vec<(SmolStr, Value)>,
    /// The notice, if setting the key is deprecated; empty if there is nothing more to say.
    pub deprecated: Option<String>,
    /// What to do instead, if the key may no longer be set; empty if nothing is said. Such a key has no value.
    pub removed: Option<String>,
    /// Whether documents of values may bring keys here that are not there below, and replace a scalar by a map or an
    /// array, without saying so; what is in it takes after it. The type decides what may be there in the end.
    pub is_permissive: bool,
    /// Rules for the final value.
    pub rules: Vec<Rule>,
    /// What an empty value means, where it stands for what is not set; `None` where it is a value like any other.
    pub emptiness: Option<Emptiness>,
    /// The token that declares it: the key, the dash, or the `---` of the document.
    pub declared: Place,
}

impl SchemaNode {
    /// A node of which nothing is known yet but where it is: everything goes.
    pub fn unknown(declared: Place) -> Self {
        Self {
            ty: Type::Unknown,
            nullable: true,
            default: Value { origin: declared, kind: ValueKind::Unknown },
            written_default: None,
            presence: Presence::Defaulted,
            title: None,
            description: None,
            examples: Vec::new(),
            extensions: Vec::new(),
            deprecated: None,
            removed: None,
            is_permissive: false,
            rules: Vec::new(),
            emptiness: None,
            declared,
        }
    }

    /// A node that takes any value, null by default.
    pub fn any(declared: Place) -> Self {
        let default = Value { origin: declared, kind: ValueKind::Null };
        Self { ty: Type::Any, default, ..Self::unknown(declared) }
    }

    /// Whether it has a value where none is given.
    pub fn is_defaulted(&self) -> bool {
        self.presence == Presence::Defaulted
    }
}

/// What holds of empty values: of empty text and empty arrays, and of zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emptiness {
    /// Which of them there may not be: something must be set.
    pub refused: Vec<ConstrainedKind>,
    /// Whether nothing has to be set, so that rules wait until something is.
    pub is_allowed: bool,
}

/// What holds where a value is not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// The default stands in for it.
    #[default]
    Defaulted,
    /// It must be given.
    Required,
    /// It may be left out, and then there is none.
    Optional,
}

/// An example with its description.
#[derive(Clone, Debug)]
pub struct Example {
    /// What it shows.
    pub description: String,
    /// The value.
    pub value: Value,
}

/// The type of a value.
#[derive(Clone, Debug)]
pub enum Type {
    /// Anything, null included; nothing below is checked.
    Any,
    /// Not known yet: depends on template code that was not evaluated. Nothing below is checked.
    Unknown,
    /// Nothing but null.
    Null,
    /// `true` or `false`
    Bool,
    /// A whole number.
    Int,
    /// A number; whole numbers stay whole.
    Float,
    /// Text.
    String,
    /// A map of declared keys.
    Mapping(MappingType),
    /// An array of items of one type.
    Sequence(Arc<SchemaNode>),
    /// A value of one of these types, none of which is a union; at most one is a map, at most one an array.
    OneOf(Vec<Type>),
    /// What several schemas say together.
    Combined(Combination),
}

impl Type {
    /// The types it may be: those of a union, or itself.
    pub fn members(&self) -> &[Self] {
        match self {
            Self::OneOf(types) => types,
            single => std::slice::from_ref(single),
        }
    }

    /// The type of values that are maps.
    pub fn mapping(&self) -> Option<&MappingType> {
        self.members().iter().find_map(|ty| match ty {
            Self::Mapping(mapping) => Some(mapping),
            _ => None,
        })
    }

    /// The schema of items of values that are arrays.
    pub fn item(&self) -> Option<&Arc<SchemaNode>> {
        self.members().iter().find_map(|ty| match ty {
            Self::Sequence(item) => Some(item),
            _ => None,
        })
    }

    /// Every schema that it holds for what is inside a value, or for the value itself.
    pub fn inner(&self) -> impl Iterator<Item = &Arc<SchemaNode>> {
        self.runs().flat_map(|run| run.values()).chain(self.inner_besides_runs())
    }

    /// The declared keys of values that are maps, in runs.
    pub fn runs(&self) -> impl Iterator<Item = &Arc<FieldRun>> {
        self.members().iter().flat_map(|ty| match ty {
            Self::Mapping(ty) => ty.fields.runs(),
            _ => &[],
        })
    }

    /// The schemas that it holds besides those of declared keys.
    pub fn inner_besides_runs(&self) -> Box<dyn Iterator<Item = &Arc<SchemaNode>> + '_> {
        match self {
            Self::Mapping(ty) => {
                let patterns = ty.patterns.iter().map(|pattern| &pattern.value);
                let others = match &ty.others {
                    Others::Kept(node) => Some(node),
                    Others::Refused | Others::Dropped => None,
                };
                Box::new(patterns.chain(others))
            }
            Self::Sequence(item) => Box::new(std::iter::once(item)),
            Self::OneOf(types) => Box::new(types.iter().flat_map(Self::inner_besides_runs)),
            Self::Combined(combination) => Box::new(combination.alternatives.iter()),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// Which of its members a value has, by its kind alone; `None` for null and for what is not known.
    pub fn member_for(&self, kind: &ValueKind) -> Option<&Self> {
        self.members().iter().find(|ty| {
            matches!(
                (kind, ty),
                (ValueKind::Bool(_), Self::Bool)
                    | (ValueKind::Int(_), Self::Int | Self::Float)
                    | (ValueKind::Float(_), Self::Float)
                    | (ValueKind::String(_), Self::String)
                    | (ValueKind::Mapping(_), Self::Mapping(_))
                    | (ValueKind::Sequence(_), Self::Sequence(_))
            )
        })
    }
}

/// A map of declared keys.
#[derive(Clone, Debug, Default)]
pub struct MappingType {
    /// The declared keys in order.
    pub fields: Fields,
    /// Which further keys there may be, in order; a key goes to the first pattern that it matches.
    pub patterns: Vec<KeyPattern>,
    /// Whether further keys may exist that are not known yet (generated by template code, or on a line that
    /// cannot be read): then an unknown key is no problem.
    pub is_open: bool,
    /// What becomes of keys that are not declared.
    pub others: Others,
    /// The declared keys by their letters, as soon as somebody looks for one that was meant.
    pub key_names: KeyNames,
}

/// An index of keys that is made when it is asked for. A copy makes its own: keys may be added to it.
#[derive(Debug, Default)]
pub struct KeyNames(OnceLock<NameIndex>);

impl Clone for KeyNames {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What becomes of the keys of a map that are not declared.
#[derive(Clone, Debug, Default)]
pub enum Others {
    /// They are refused.
    #[default]
    Refused,
    /// They are dropped before anybody sees them.
    Dropped,
    /// They are kept; their values have this schema.
    Kept(Arc<SchemaNode>),
}

/// A validation rule of one annotation.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What must hold.
    pub kind: RuleKind,
    /// The annotation's argument that states it.
    pub declared: Place,
    /// When it applies: the same for all rules of one annotation.
    pub when: When,
    /// What is said of a value that breaks it, in the words of the schema's author.
    pub message: Option<String>,
}

impl Rule {
    /// A rule that always applies.
    pub fn new(kind: RuleKind, declared: Place) -> Self {
        Self { kind, declared, when: When::Always, message: None }
    }
}

/// When the rules of an annotation apply.
#[derive(Clone, Debug)]
pub enum When {
    /// Always.
    Always,
    /// Where the function of `when=` says so, and the place of that argument.
    Function(Function, Place),
    /// A function decides that was not evaluated.
    Unevaluated,
}

impl When {
    /// Whether two rules apply together: those of one annotation do.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Function(_, place), Self::Function(_, other)) => place == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// What a rule demands.
#[derive(Clone, Debug)]
pub enum RuleKind {
    /// At least this, by Starlark's order.
    Min(Value),
    /// At most this, by Starlark's order.
    Max(Value),
    /// At least this many bytes, items or keys.
    MinLen(i64),
    /// At most this many bytes, items or keys.
    MaxLen(i64),
    /// Not null.
    NotNull,
    /// Exactly one of these children is not null; of all children where no list is given.
    OneNotNull(Option<Vec<Value>>),
    /// Equal to one of these.
    OneOf(Vec<Value>),
    /// What no value meets, as the end of the sentence "it must …".
    Unmeetable(String),
    /// What every value meets. It stands for an annotation with `when=` alone, whose function runs all the same.
    Nothing,
    /// What a keyword of JSON Schema says.
    Constraint(Constraint),
    /// What several schemas say together of the same value.
    Composition(Composition),
    /// What the API server demands of a resource besides JSON Schema; `kubernetes` judges it.
    Admission(Admission),
    /// A function of the value that returns true.
    Function {
        /// What is valid, in words.
        description: String,
        /// The function.
        function: Function,
    },
    /// A function of the value that says whether it is valid: by its truth, with or without a message, or by failing.
    Predicate {
        /// What is valid, in words; empty if nothing is said.
        description: String,
        /// The function.
        function: Function,
    },
    /// A function that was not evaluated, with its description.
    Unevaluated(Option<String>),
}

/// What the API server demands of a resource besides JSON Schema.
#[derive(Clone, Debug)]
pub enum Admission {
    /// An expression of CEL is true, which calls the value `self`.
    Expression(AdmissionRule),
    /// No two items have these keys with the same values.
    ListKeys(Vec<SmolStr>),
    /// No two items are equal.
    DistinctItems,
}

/// A rule of a definition, in CEL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdmissionRule {
    /// What is true.
    pub expression: SmolStr,
    /// What is said of a value that breaks it, in the words of the definition's author.
    pub message: Option<SmolStr>,
    /// The field that it is about, such as `.replicas`.
    pub field_path: Option<SmolStr>,
}

impl AdmissionRule {
    /// A rule of which nothing else is said.
    pub fn new(expression: SmolStr) -> Self {
        Self { expression, message: None, field_path: None }
    }
}

/// Schemas that a keyword of JSON Schema brings to bear on one value.
#[derive(Clone, Debug)]
pub struct Composition {
    /// How many of them accept the value.
    pub composer: Composer,
    /// The schemas in order.
    pub schemas: Vec<Arc<SchemaNode>>,
}

/// How many schemas accept a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Composer {
    /// `allOf`
    All,
    /// `anyOf`
    Any,
    /// `oneOf`
    One,
    /// `not`
    None,
}
