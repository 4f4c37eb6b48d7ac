//! The functions and macros that expressions may use: those of CEL, of its extensions that the platform switches on,
//! and its own.

/// A function or a macro.
#[derive(Clone, Copy, Debug)]
pub struct Function {
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
}

impl Function {
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
}

/// What is called on nothing, namespaces included.
pub fn globals() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().filter(|function| !function.is_method())
}

/// What is called on a value.
pub fn methods() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().filter(|function| function.is_method())
}

/// The functions of a namespace such as `math`, with their names inside of it.
pub fn inside(namespace: &str) -> impl Iterator<Item = (&'static str, &'static Function)> {
    let name = move |function: &'static Function| function.name.strip_prefix(namespace)?.strip_prefix('.');
    globals().filter_map(move |function| Some((name(function)?, function)))
}

/// Whether a name is a namespace of functions.
pub fn is_namespace(name: &str) -> bool {
    inside(name).next().is_some()
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

const fn function(name: &'static str, signature: &'static str, gives: Gives, documentation: &'static str) -> Function {
    Function { name, signature, gives, documentation }
}

/// Every function. A name may stand twice: as a function and as a method.
pub const FUNCTIONS: &[Function] = &[
    // -- the platform's own
    function("oc_omit", "oc_omit()", Gives::Anything, "Leaves out the field or item whose value it is."),
    function(
        "oc_merge",
        "oc_merge(base, override, …)",
        Gives::Anything,
        "A map with the keys of all maps; later maps win.",
    ),
    function(
        "oc_generate_name",
        "oc_generate_name(part, …)",
        Gives::String,
        "A valid Kubernetes name of the parts, with a hash that makes it unique.",
    ),
    function("oc_hash", "oc_hash(text)", Gives::String, "A hash of the text, in eight characters."),
    function(
        "oc_dns_label",
        "oc_dns_label(part, …)",
        Gives::String,
        "A valid DNS label of the parts, with a hash that makes it unique.",
    ),
    function(
        "toContainerEnvFrom",
        "configurations.toContainerEnvFrom()",
        Gives::Anything,
        "The `envFrom` of a container: references to its config map and its secret.",
    ),
    function(
        "toContainerVolumeMounts",
        "configurations.toContainerVolumeMounts()",
        Gives::Described,
        "The `volumeMounts` of a container, one for each file.",
    ),
    function("toVolumes", "configurations.toVolumes()", Gives::Anything, "The `volumes` for all files."),
    function(
        "toConfigFileList",
        "configurations.toConfigFileList()",
        Gives::Described,
        "The files that are no secrets, each with a name for its resource.",
    ),
    function(
        "toSecretFileList",
        "configurations.toSecretFileList()",
        Gives::Described,
        "The files that are secrets, each with a name for its resource.",
    ),
    function(
        "toConfigEnvsByContainer",
        "configurations.toConfigEnvsByContainer()",
        Gives::Described,
        "The environment variables that are no secrets, with a name for their resource.",
    ),
    function(
        "toSecretEnvsByContainer",
        "configurations.toSecretEnvsByContainer()",
        Gives::Described,
        "The environment variables that are secrets, with a name for their resource.",
    ),
    function(
        "toConfigEnvList",
        "configurations.toConfigEnvList(prefix)",
        Gives::Anything,
        "The containers with environment variables that are no secrets (older versions).",
    ),
    function(
        "toSecretEnvList",
        "configurations.toSecretEnvList(prefix)",
        Gives::Anything,
        "The containers with environment variables that are secrets (older versions).",
    ),
    function(
        "envFrom",
        "configurations[container].envFrom(prefix)",
        Gives::Anything,
        "The `envFrom` of a container (older versions).",
    ),
    function(
        "toServicePorts",
        "workload.toServicePorts()",
        Gives::Described,
        "The `ports` of a service, one for each endpoint.",
    ),
    function(
        "toContainerPorts",
        "workload.toContainerPorts()",
        Gives::Described,
        "The `ports` of a container, one for each endpoint.",
    ),
    function(
        "toEndpointResources",
        "workload.toEndpointResources()",
        Gives::Anything,
        "What the schema of each endpoint describes, by the endpoint's name.",
    ),
    function(
        "toContainerEnv",
        "connections.toContainerEnv()",
        Gives::Anything,
        "The environment variables that tell a container of its connections (older versions).",
    ),
    function(
        "toContainerEnvs",
        "dependencies.toContainerEnvs()",
        Gives::Anything,
        "The environment variables that tell a container of its dependencies.",
    ),
    // -- macros
    function("has", "has(value.field)", Gives::Bool, "Whether the field is set."),
    function(
        "all",
        "list.all(x, condition)",
        Gives::Bool,
        "Whether the condition holds for every item, or for every key of a map.",
    ),
    function(
        "exists",
        "list.exists(x, condition)",
        Gives::Bool,
        "Whether the condition holds for an item, or for a key of a map.",
    ),
    function(
        "exists_one",
        "list.exists_one(x, condition)",
        Gives::Bool,
        "Whether the condition holds for exactly one item.",
    ),
    function(
        "existsOne",
        "list.existsOne(i, x, condition)",
        Gives::Bool,
        "Whether the condition holds for exactly one item with its index, or key and value.",
    ),
    function("filter", "list.filter(x, condition)", Gives::Items, "The items for which the condition holds."),
    function(
        "map",
        "list.map(x, result)",
        Gives::ListOfLast,
        "What each item gives; with three arguments, only items for which the second holds.",
    ),
    function(
        "transformList",
        "list.transformList(i, x, result)",
        Gives::ListOfLast,
        "A list of what each item with its index, or key and value, gives; a third argument of four filters.",
    ),
    function(
        "transformMap",
        "map.transformMap(key, x, result)",
        Gives::MapOfLast,
        "A map of what each key and value, or index and item, gives; a third argument of four filters.",
    ),
    function(
        "transformMapEntry",
        "map.transformMapEntry(key, x, {key: value})",
        Gives::Last,
        "A map of the entries that each key and value, or index and item, gives.",
    ),
    function("sortBy", "list.sortBy(x, key)", Gives::Target, "The items in the order of what each gives."),
    function("optMap", "optional.optMap(x, result)", Gives::Anything, "What the value gives, if there is one."),
    function(
        "optFlatMap",
        "optional.optFlatMap(x, result)",
        Gives::Anything,
        "The optional that the value gives, if there is one.",
    ),
    // -- conversions
    function("size", "size(value)", Gives::Int, "How many items, keys or characters there are."),
    function("size", "value.size()", Gives::Int, "How many items, keys or characters there are."),
    function("string", "string(value)", Gives::String, "The value as text."),
    function("int", "int(value)", Gives::Int, "The value as a whole number."),
    function("uint", "uint(value)", Gives::Int, "The value as a whole number without sign."),
    function("double", "double(value)", Gives::Double, "The value as a number with a fraction."),
    function("bool", "bool(value)", Gives::Bool, "The value as a boolean."),
    function("bytes", "bytes(value)", Gives::Anything, "The value as bytes."),
    function("dyn", "dyn(value)", Gives::Anything, "The value, its type not checked."),
    function("type", "type(value)", Gives::Anything, "The type of the value."),
    function("duration", "duration(text)", Gives::Anything, "The time span that a text such as `1h30m` says."),
    function(
        "timestamp",
        "timestamp(text)",
        Gives::Anything,
        "The point in time that a text such as `2025-01-31T12:00:00Z` says.",
    ),
    // -- text
    function("contains", "text.contains(part)", Gives::Bool, "Whether the text holds the part."),
    function("startsWith", "text.startsWith(part)", Gives::Bool, "Whether the text begins with the part."),
    function("endsWith", "text.endsWith(part)", Gives::Bool, "Whether the text ends with the part."),
    function("matches", "text.matches(pattern)", Gives::Bool, "Whether the regular expression is found in the text."),
    function("matches", "matches(text, pattern)", Gives::Bool, "Whether the regular expression is found in the text."),
    function("charAt", "text.charAt(index)", Gives::String, "The character at an index."),
    function(
        "indexOf",
        "text.indexOf(part)",
        Gives::Int,
        "Where the part is first found, from an offset if one is given; -1 if nowhere.",
    ),
    function("lastIndexOf", "text.lastIndexOf(part)", Gives::Int, "Where the part is last found; -1 if nowhere."),
    function("lowerAscii", "text.lowerAscii()", Gives::String, "The text with small letters."),
    function("upperAscii", "text.upperAscii()", Gives::String, "The text with capital letters."),
    function("trim", "text.trim()", Gives::String, "The text without blanks around it."),
    function(
        "replace",
        "text.replace(old, new)",
        Gives::String,
        "The text with one part in the place of another; a third argument limits how often.",
    ),
    function(
        "split",
        "text.split(separator)",
        Gives::Strings,
        "The parts between separators; a second argument limits how many.",
    ),
    function(
        "substring",
        "text.substring(start, end)",
        Gives::String,
        "The characters from a start to an end, or to the end of the text.",
    ),
    function(
        "format",
        "text.format(list)",
        Gives::String,
        "The text with the items in the place of `%s`, `%d` and the like.",
    ),
    function("strings.quote", "strings.quote(text)", Gives::String, "The text in quotes, escaped."),
    function("reverse", "value.reverse()", Gives::Target, "The text or list from its end to its start."),
    // -- lists
    function("join", "list.join(separator)", Gives::String, "The texts of a list as one, the separator between them."),
    function(
        "flatten",
        "list.flatten()",
        Gives::Anything,
        "The items of the lists in a list; an argument says how deep.",
    ),
    function("slice", "list.slice(start, end)", Gives::Target, "The items from a start to before an end."),
    function("sort", "list.sort()", Gives::Target, "The items in order."),
    function("distinct", "list.distinct()", Gives::Target, "The items, each once."),
    function("first", "list.first()", Gives::Item, "The first item, if there is one."),
    function("last", "list.last()", Gives::Item, "The last item, if there is one."),
    function("lists.range", "lists.range(count)", Gives::Anything, "The numbers from 0 to before the count."),
    function("sets.contains", "sets.contains(list, part)", Gives::Bool, "Whether a list holds every item of another."),
    function("sets.equivalent", "sets.equivalent(a, b)", Gives::Bool, "Whether two lists hold the same items."),
    function("sets.intersects", "sets.intersects(a, b)", Gives::Bool, "Whether two lists share an item."),
    // -- numbers
    function(
        "math.greatest",
        "math.greatest(a, b, …)",
        Gives::Anything,
        "The greatest of the numbers, or of the list.",
    ),
    function("math.least", "math.least(a, b, …)", Gives::Anything, "The least of the numbers, or of the list."),
    function("math.abs", "math.abs(number)", Gives::Anything, "The number without its sign."),
    function("math.sign", "math.sign(number)", Gives::Anything, "-1, 0 or 1."),
    function("math.ceil", "math.ceil(number)", Gives::Double, "The next whole number that is not less."),
    function("math.floor", "math.floor(number)", Gives::Double, "The next whole number that is not greater."),
    function("math.round", "math.round(number)", Gives::Double, "The nearest whole number."),
    function("math.trunc", "math.trunc(number)", Gives::Double, "The number without its fraction."),
    function("math.sqrt", "math.sqrt(number)", Gives::Double, "The square root."),
    function("math.isNaN", "math.isNaN(number)", Gives::Bool, "Whether it is no number."),
    function("math.isInf", "math.isInf(number)", Gives::Bool, "Whether it is infinite."),
    function("math.isFinite", "math.isFinite(number)", Gives::Bool, "Whether it is a number, and finite."),
    function("math.bitAnd", "math.bitAnd(a, b)", Gives::Int, "The bits that both have."),
    function("math.bitOr", "math.bitOr(a, b)", Gives::Int, "The bits that either has."),
    function("math.bitXor", "math.bitXor(a, b)", Gives::Int, "The bits that one of both has."),
    function("math.bitNot", "math.bitNot(number)", Gives::Int, "The bits that it does not have."),
    function("math.bitShiftLeft", "math.bitShiftLeft(number, count)", Gives::Int, "The bits moved to the left."),
    function("math.bitShiftRight", "math.bitShiftRight(number, count)", Gives::Int, "The bits moved to the right."),
    // -- encodings, optional values, times
    function("base64.encode", "base64.encode(bytes)", Gives::String, "The bytes in base64."),
    function("base64.decode", "base64.decode(text)", Gives::Anything, "The bytes that a text in base64 stands for."),
    function("optional.of", "optional.of(value)", Gives::Anything, "An optional with a value."),
    function("optional.none", "optional.none()", Gives::Anything, "An optional without value."),
    function(
        "optional.ofNonZeroValue",
        "optional.ofNonZeroValue(value)",
        Gives::Anything,
        "An optional, without value where it is empty or zero.",
    ),
    function(
        "optional.unwrap",
        "optional.unwrap(list)",
        Gives::Anything,
        "The values of the optionals in a list that have one.",
    ),
    function("hasValue", "optional.hasValue()", Gives::Bool, "Whether there is a value."),
    function("value", "optional.value()", Gives::Target, "The value."),
    function("or", "optional.or(other)", Gives::Target, "The optional, or another if it has no value."),
    function("orValue", "optional.orValue(value)", Gives::Target, "The value, or another if there is none."),
    function("unwrapOpt", "list.unwrapOpt()", Gives::Anything, "The values of the optionals in a list that have one."),
    function("getFullYear", "time.getFullYear()", Gives::Int, "The year."),
    function("getMonth", "time.getMonth()", Gives::Int, "The month, from 0."),
    function("getDate", "time.getDate()", Gives::Int, "The day of the month, from 1."),
    function("getDayOfMonth", "time.getDayOfMonth()", Gives::Int, "The day of the month, from 0."),
    function("getDayOfWeek", "time.getDayOfWeek()", Gives::Int, "The day of the week, Sunday being 0."),
    function("getDayOfYear", "time.getDayOfYear()", Gives::Int, "The day of the year, from 0."),
    function("getHours", "time.getHours()", Gives::Int, "The hours."),
    function("getMinutes", "time.getMinutes()", Gives::Int, "The minutes."),
    function("getSeconds", "time.getSeconds()", Gives::Int, "The seconds."),
    function("getMilliseconds", "time.getMilliseconds()", Gives::Int, "The milliseconds."),
];
