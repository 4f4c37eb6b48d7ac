//! How many arguments functions and macros take, of which types, and what they are called on. Functions of which
//! versions of the platform differ are not listed.

use super::functions::CelFunction;
use super::types::TypeSet;

const BOOL: TypeSet = TypeSet::BOOL;
const INT: TypeSet = TypeSet::INT;
const DOUBLE: TypeSet = TypeSet::DOUBLE;
const NUMBER: TypeSet = TypeSet::NUMBER;
const STRING: TypeSet = TypeSet::STRING;
const BYTES: TypeSet = TypeSet::BYTES;
const LIST: TypeSet = TypeSet::LIST;
const COLLECTION: TypeSet = TypeSet::COLLECTION;
const ANY: TypeSet = TypeSet::ANY;

/// What a function takes.
#[derive(Clone, Copy, Debug)]
pub struct CelParameters {
    name: &'static str,
    /// What it is called on; `None` where it is called on nothing.
    pub target: Option<TypeSet>,
    /// The types of its arguments in order.
    arguments: &'static [TypeSet],
    /// How many of the last arguments may be left out.
    optional: usize,
    /// Whether the last argument may stand any number of times more.
    is_repeated: bool,
    /// What the last argument is, whichever it is.
    last: TypeSet,
    /// What an argument is that stands alone.
    only: TypeSet,
}

impl CelParameters {
    /// The same where so many of the last arguments may be left out.
    #[must_use]
    pub const fn optional(self, optional: usize) -> Self {
        Self { optional, ..self }
    }

    /// The same where the last argument may stand any number of times more.
    #[must_use]
    pub const fn repeated(self) -> Self {
        Self { is_repeated: true, ..self }
    }

    const fn ends_with(self, last: TypeSet) -> Self {
        Self { last, ..self }
    }

    /// The same where an argument that stands alone is of these types.
    #[must_use]
    pub const fn only(self, only: TypeSet) -> Self {
        Self { only, ..self }
    }

    /// The fewest and the most arguments; `None` where there may be any number more.
    pub fn count(&self) -> (usize, Option<usize>) {
        let most = self.arguments.len();
        (most.saturating_sub(self.optional), (!self.is_repeated).then_some(most))
    }

    /// Whether it takes so many arguments.
    pub fn is_count(&self, count: usize) -> bool {
        let (least, most) = self.count();
        least <= count && most.is_none_or(|most| count <= most)
    }

    /// What it takes as an argument, given how many there are.
    pub fn argument(&self, index: usize, count: usize) -> TypeSet {
        if count == 1 && self.only != ANY {
            return self.only;
        }
        if index + 1 == count && self.last != ANY {
            return self.last;
        }
        self.arguments.get(index).or(self.arguments.last()).copied().unwrap_or(ANY)
    }
}

/// What a function takes, if a table says it.
pub(super) fn of(table: &'static [CelParameters], function: &CelFunction) -> Option<&'static CelParameters> {
    table.iter().find(|takes| takes.name == function.name && takes.target.is_some() == function.is_method())
}

/// What a function takes that is called on nothing.
pub const fn function(name: &'static str, arguments: &'static [TypeSet]) -> CelParameters {
    CelParameters { name, target: None, arguments, optional: 0, is_repeated: false, last: ANY, only: ANY }
}

/// What a function takes that is called on a value.
pub const fn method(name: &'static str, target: TypeSet, arguments: &'static [TypeSet]) -> CelParameters {
    CelParameters { target: Some(target), ..function(name, arguments) }
}

/// A macro that is called on a list or a map, with so many arguments.
const fn each(name: &'static str, arguments: &'static [TypeSet]) -> CelParameters {
    method(name, COLLECTION, arguments)
}

/// What functions of CEL and its extensions take.
pub(super) const STANDARD: &[CelParameters] = &[
    // -- macros
    function("has", &[ANY]),
    each("all", &[ANY, ANY, ANY]).optional(1).ends_with(BOOL),
    each("exists", &[ANY, ANY, ANY]).optional(1).ends_with(BOOL),
    each("exists_one", &[ANY, ANY, ANY]).optional(1).ends_with(BOOL),
    each("existsOne", &[ANY, ANY, ANY]).optional(1).ends_with(BOOL),
    each("filter", &[ANY, ANY]).ends_with(BOOL),
    each("map", &[ANY, ANY, ANY]).optional(1),
    each("transformList", &[ANY, ANY, ANY, ANY]).optional(1),
    each("transformMap", &[ANY, ANY, ANY, ANY]).optional(1),
    each("transformMapEntry", &[ANY, ANY, ANY, ANY]).optional(1),
    method("sortBy", LIST, &[ANY, ANY]),
    method("optMap", TypeSet::OPTIONAL, &[ANY, ANY]),
    method("optFlatMap", TypeSet::OPTIONAL, &[ANY, ANY]),
    // -- conversions
    function("size", &[STRING.or(BYTES).or(COLLECTION)]),
    method("size", STRING.or(BYTES).or(COLLECTION), &[]),
    function("string", &[TypeSet::SCALAR]),
    function("int", &[NUMBER.or(STRING).or(TypeSet::TIME).or(TypeSet::SPAN)]),
    function("uint", &[NUMBER.or(STRING)]),
    function("double", &[NUMBER.or(STRING)]),
    function("bool", &[BOOL.or(STRING)]),
    function("bytes", &[STRING.or(BYTES)]),
    function("dyn", &[ANY]),
    function("type", &[ANY]),
    function("duration", &[STRING.or(INT).or(TypeSet::SPAN)]),
    function("timestamp", &[STRING.or(INT).or(TypeSet::TIME)]),
    function("cel.bind", &[ANY, ANY, ANY]),
    // -- text
    method("contains", STRING, &[STRING]),
    method("startsWith", STRING, &[STRING]),
    method("endsWith", STRING, &[STRING]),
    method("matches", STRING, &[STRING]),
    function("matches", &[STRING, STRING]),
    method("charAt", STRING, &[INT]),
    method("lowerAscii", STRING, &[]),
    method("upperAscii", STRING, &[]),
    method("trim", STRING, &[]),
    method("replace", STRING, &[STRING, STRING, INT]).optional(1),
    method("split", STRING, &[STRING, INT]).optional(1),
    method("substring", STRING, &[INT, INT]).optional(1),
    method("format", STRING, &[LIST]),
    function("strings.quote", &[STRING]),
    method("reverse", STRING.or(LIST), &[]),
    // -- lists
    method("join", LIST, &[STRING]).optional(1),
    method("flatten", LIST, &[INT]).optional(1),
    method("slice", LIST, &[INT, INT]),
    method("sort", LIST, &[]),
    method("distinct", LIST, &[]),
    function("lists.range", &[INT]),
    function("sets.contains", &[LIST, LIST]),
    function("sets.equivalent", &[LIST, LIST]),
    function("sets.intersects", &[LIST, LIST]),
    // -- numbers
    function("math.greatest", &[NUMBER.or(LIST)]).repeated(),
    function("math.least", &[NUMBER.or(LIST)]).repeated(),
    function("math.abs", &[NUMBER]),
    function("math.sign", &[NUMBER]),
    function("math.ceil", &[DOUBLE]),
    function("math.floor", &[DOUBLE]),
    function("math.round", &[DOUBLE]),
    function("math.trunc", &[DOUBLE]),
    function("math.isNaN", &[DOUBLE]),
    function("math.isInf", &[DOUBLE]),
    function("math.isFinite", &[DOUBLE]),
    function("math.bitAnd", &[INT, INT]),
    function("math.bitOr", &[INT, INT]),
    function("math.bitXor", &[INT, INT]),
    function("math.bitNot", &[INT]),
    function("math.bitShiftLeft", &[INT, INT]),
    function("math.bitShiftRight", &[INT, INT]),
    // -- encodings, optional values
    function("base64.encode", &[BYTES]),
    function("base64.decode", &[STRING]),
    function("optional.of", &[ANY]),
    function("optional.none", &[]),
    function("optional.ofNonZeroValue", &[ANY]),
    method("hasValue", TypeSet::OPTIONAL, &[]),
    method("value", TypeSet::OPTIONAL, &[]),
    method("or", TypeSet::OPTIONAL, &[ANY]),
    method("orValue", TypeSet::OPTIONAL, &[ANY]),
    // -- Kubernetes
    method("isSorted", LIST, &[]),
    method("sum", LIST, &[]),
    method("min", LIST, &[]),
    method("max", LIST, &[]),
    function("url", &[STRING]),
    function("isURL", &[STRING]),
    method("find", STRING, &[STRING]),
    method("findAll", STRING, &[STRING, INT]).optional(1),
    function("quantity", &[STRING]),
    function("isQuantity", &[STRING]),
    function("ip", &[STRING]),
    function("isIP", &[STRING]),
    function("ip.isCanonical", &[STRING]),
    function("cidr", &[STRING]),
    function("isCIDR", &[STRING]),
    function("semver", &[STRING, BOOL]).optional(1),
    function("isSemver", &[STRING, BOOL]).optional(1),
];
