//! The names that are there without `load`.

use super::{NameDoc, name};

pub(super) const TABLE: &[NameDoc] = &[
    name("True", "bool", "The truth value for yes. YAML's `true` is not a name in code."),
    name("False", "bool", "The truth value for no. YAML's `false` is not a name in code."),
    name("None", "None", "No value; null in YAML."),
    name("all(items)", "bool", "Whether every item counts as true."),
    name("any(items)", "bool", "Whether at least one item counts as true."),
    name("bool(x=False)", "bool", "Whether a value counts as true: empty texts, lists and maps, 0 and `None` do not."),
    name("chr(codepoint)", "string", "The character with this number in Unicode."),
    name("dict(pairs=[], **entries)", "dict", "A dict of pairs or of a map, and of the named arguments."),
    name("dir(x)", "list", "The names that can stand behind a dot after the value, sorted."),
    name("enumerate(items, start=0)", "list", "Each item in a pair with its number."),
    name(
        "fail(*messages, sep=\" \")",
        "None",
        "Ends the evaluation with a message. In a rule, it says what is wrong with the value.",
    ),
    name("float(x=0.0)", "float", "A number, a truth value or the text of a number as a float."),
    name(
        "getattr(x, name, default=None)",
        "any",
        "What stands behind a dot after the value, by a name that code computes; the default if there is none.",
    ),
    name("hasattr(x, name)", "bool", "Whether this name can stand behind a dot after the value."),
    name("hash(text)", "int", "A number for the text, always the same."),
    name("int(x, base=10)", "int", "A whole number from a text in this base, or a number without its fraction."),
    name("len(x)", "int", "How many items a list has, keys a map, bytes a text."),
    name("list(items=[])", "list", "A new list of the items, or of the keys of a map."),
    name(
        "max(*items, key=None)",
        "any",
        "The greatest of the arguments, or of the items of the only one. `key` is a function that gives what is compared.",
    ),
    name(
        "min(*items, key=None)",
        "any",
        "The least of the arguments, or of the items of the only one. `key` is a function that gives what is compared.",
    ),
    name("ord(character)", "int", "The number of a character in Unicode."),
    name(
        "print(*values, sep=\" \")",
        "None",
        "Writes the values where ytt was started; nothing of it reaches the output.",
    ),
    name(
        "range(start, stop=None, step=1)",
        "range",
        "The whole numbers from `start` up to, without, `stop`; from 0 if there is one argument.",
    ),
    name("repr(x)", "string", "The value as code would write it: text stands in quotes."),
    name("reversed(items)", "list", "The items from the last to the first."),
    name("set(items=[])", "set", "A set of the items, each once."),
    name(
        "sorted(iterable, key=None, reverse=False)",
        "list",
        "The items in order; `key` is a function that gives what is compared.",
    ),
    name("str(x)", "string", "The value as text."),
    name("tuple(items=())", "tuple", "The items as a tuple, which cannot be changed."),
    name("type(x)", "string", "The name of the value's type, such as `\"string\"`."),
    name(
        "zip(*lists)",
        "list",
        "The first items of all lists as a tuple, then the second ones, up to the end of the shortest.",
    ),
];
