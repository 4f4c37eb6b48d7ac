//! The functions and macros of CEL, and of its extensions, which a platform may switch on one by one.

use super::{CelFunction, Gives, function};

/// What every platform has.
pub const STANDARD: &[CelFunction] = &[
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
    function("optMap", "optional.optMap(x, result)", Gives::OptionalLast, "What the value gives, if there is one."),
    function(
        "optFlatMap",
        "optional.optFlatMap(x, result)",
        Gives::Last,
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
    function("bytes", "bytes(value)", Gives::Bytes, "The value as bytes."),
    function("dyn", "dyn(value)", Gives::Dynamic, "The value, its type not checked."),
    function("type", "type(value)", Gives::Anything, "The type of the value."),
    function("duration", "duration(text)", Gives::Span, "The time span that a text such as `1h30m` says."),
    function(
        "timestamp",
        "timestamp(text)",
        Gives::Time,
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
    function("first", "list.first()", Gives::OptionalItem, "The first item, if there is one."),
    function("last", "list.last()", Gives::OptionalItem, "The last item, if there is one."),
    function("lists.range", "lists.range(count)", Gives::Ints, "The numbers from 0 to before the count."),
    // -- encodings, optional values, times
    function("base64.encode", "base64.encode(bytes)", Gives::String, "The bytes in base64."),
    function("base64.decode", "base64.decode(text)", Gives::Bytes, "The bytes that a text in base64 stands for."),
    function("optional.of", "optional.of(value)", Gives::OptionalLast, "An optional with a value."),
    function("optional.none", "optional.none()", Gives::Optional, "An optional without value."),
    function(
        "optional.ofNonZeroValue",
        "optional.ofNonZeroValue(value)",
        Gives::OptionalLast,
        "An optional, without value where it is empty or zero.",
    ),
    function(
        "optional.unwrap",
        "optional.unwrap(list)",
        Gives::Anything,
        "The values of the optionals in a list that have one.",
    ),
    function("hasValue", "optional.hasValue()", Gives::Bool, "Whether there is a value."),
    function("value", "optional.value()", Gives::Content, "The value."),
    function("or", "optional.or(other)", Gives::Target, "The optional, or another if it has no value."),
    function("orValue", "optional.orValue(value)", Gives::Content, "The value, or another if there is none."),
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

/// Texts with holes that are filled in.
pub const FORMAT: &[CelFunction] = &[function(
    "format",
    "text.format(list)",
    Gives::String,
    "The text with the items in the place of `%s`, `%d` and the like.",
)];

/// Lists as sets.
pub const SETS: &[CelFunction] = &[
    function("sets.contains", "sets.contains(list, part)", Gives::Bool, "Whether a list holds every item of another."),
    function("sets.equivalent", "sets.equivalent(a, b)", Gives::Bool, "Whether two lists hold the same items."),
    function("sets.intersects", "sets.intersects(a, b)", Gives::Bool, "Whether two lists share an item."),
];

/// Numbers.
pub const MATH: &[CelFunction] = &[
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
];
