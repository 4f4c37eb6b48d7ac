//! What can stand behind a dot after a value, type by type.

use super::{MembersDoc, NameDoc, members, name};

pub(super) const TABLE: &[MembersDoc] = &[
    members("string", "Text.", STRING),
    members("list", "Values in an order.", LIST),
    members("dict", "Values by their keys.", DICT),
    members("set", "Values without an order, each once.", SET),
    members("yamlfragment", "A map, an array or documents of YAML: `x[\"key\"]` reads, `for` goes through it.", &[]),
    members(
        "url",
        "An address of the web.",
        &[
            name("user", "url user", "The name and password in front of the host; `None` if there are none."),
            name("hostname()", "string", "The host without its port and brackets."),
            name("without_user()", "url", "The same address without name and password."),
            name("string()", "string", "The address as text."),
        ],
    ),
    members(
        "url user",
        "Who an address is for.",
        &[
            name("name", "string", "The name."),
            name("password", "string", "The password; `None` if there is none."),
            name("string()", "string", "Name and password as text."),
        ],
    ),
    members(
        "ip address",
        "An address of the Internet Protocol.",
        &[
            name("is_ipv4()", "bool", "Whether it is of version 4."),
            name("is_ipv6()", "bool", "Whether it is of version 6."),
            name("string()", "string", "The address as text."),
        ],
    ),
    members(
        "ip network",
        "A network of the Internet Protocol.",
        &[
            name("addr()", "ip address", "The first address."),
            name("string()", "string", "The first address with the length of the prefix, as text."),
        ],
    ),
    members(
        "rule",
        "A rule of `@ytt:assert`.",
        &[name("check(value)", "bool", "`True` if the value obeys the rule; fails otherwise, with the reason.")],
    ),
    members("library", "A library that is prepared to be evaluated.", LIBRARY),
];

const STRING: &[NameDoc] = &[
    name("capitalize()", "string", "The text with its first letter large and all others small."),
    name("codepoint_ords()", "codepoints", "The numbers of its characters in Unicode, to loop over."),
    name("codepoints()", "codepoints", "Its characters, to loop over."),
    name("count(part, start=None, end=None)", "int", "How often a text occurs in it, without overlaps."),
    name("elem_ords()", "elems", "Its bytes as numbers, to loop over."),
    name("elems()", "elems", "Its bytes, to loop over."),
    name(
        "endswith(suffix, start=None, end=None)",
        "bool",
        "Whether it ends with this text, or with one of a tuple of texts.",
    ),
    name("find(part, start=None, end=None)", "int", "Where a text first occurs in it; -1 if it does not."),
    name("format(*values, **named)", "string", "The text with each `{}`, `{0}` or `{name}` replaced by a value."),
    name("index(part, start=None, end=None)", "int", "Where a text first occurs in it; fails if it does not."),
    name("isalnum()", "bool", "Whether it is not empty and all letters and digits."),
    name("isalpha()", "bool", "Whether it is not empty and all letters."),
    name("isdigit()", "bool", "Whether it is not empty and all digits."),
    name("islower()", "bool", "Whether it has letters, and all of them are small."),
    name("isspace()", "bool", "Whether it is not empty and all blanks."),
    name("istitle()", "bool", "Whether each of its words begins with a large letter and goes on with small ones."),
    name("isupper()", "bool", "Whether it has letters, and all of them are large."),
    name("join(texts)", "string", "The texts with this one between them: `\", \".join([\"a\", \"b\"])`."),
    name("lower()", "string", "The text in small letters."),
    name("lstrip(characters=None)", "string", "The text without blanks, or these characters, at its start."),
    name(
        "partition(separator)",
        "tuple",
        "What stands before the first separator, the separator, and what stands behind it.",
    ),
    name(
        "replace(old, new, count=None)",
        "string",
        "The text with `old` replaced by `new`, everywhere or so many times.",
    ),
    name("rfind(part, start=None, end=None)", "int", "Where a text last occurs in it; -1 if it does not."),
    name("rindex(part, start=None, end=None)", "int", "Where a text last occurs in it; fails if it does not."),
    name(
        "rpartition(separator)",
        "tuple",
        "What stands before the last separator, the separator, and what stands behind it.",
    ),
    name(
        "rsplit(separator=None, most=None)",
        "list",
        "The parts between separators, or between blanks; at most so many cuts, from the end.",
    ),
    name("rstrip(characters=None)", "string", "The text without blanks, or these characters, at its end."),
    name(
        "split(separator=None, most=None)",
        "list",
        "The parts between separators, or between blanks; at most so many cuts.",
    ),
    name("splitlines(keepends=False)", "list", "Its lines, without their ends unless `keepends`."),
    name(
        "startswith(prefix, start=None, end=None)",
        "bool",
        "Whether it begins with this text, or with one of a tuple of texts.",
    ),
    name("strip(characters=None)", "string", "The text without blanks, or these characters, at both ends."),
    name("title()", "string", "The text with a large letter at the start of each word."),
    name("upper()", "string", "The text in large letters."),
];

const LIST: &[NameDoc] = &[
    name("append(item)", "None", "Adds an item at the end."),
    name("clear()", "None", "Removes all items."),
    name("extend(items)", "None", "Adds several items at the end."),
    name(
        "index(item, start=None, end=None)",
        "int",
        "The position of the first item that equals this; fails if there is none.",
    ),
    name("insert(index, item)", "None", "Adds an item in front of the one at this position."),
    name("pop(index=-1)", "any", "Removes the item at this position, the last one by default, and gives it."),
    name("remove(item)", "None", "Removes the first item that equals this; fails if there is none."),
];

const DICT: &[NameDoc] = &[
    name("clear()", "None", "Removes all entries."),
    name("get(key, default=None)", "any", "The value of a key; the default if it is not there."),
    name("items()", "list", "Pairs of keys and values, in order."),
    name("keys()", "list", "The keys in order."),
    name(
        "pop(key, default=None)",
        "any",
        "Removes a key and gives its value; the default if it is not there, else fails.",
    ),
    name("popitem()", "tuple", "Removes the first entry and gives its key and value."),
    name("setdefault(key, default=None)", "any", "The value of a key, which is set to the default if it is not there."),
    name(
        "update(pairs=[], **entries)",
        "None",
        "Sets several entries, from pairs or a dict, and from named arguments.",
    ),
    name("values()", "list", "The values in order."),
];

const SET: &[NameDoc] = &[name("union(items)", "set", "The items of both.")];

const LIBRARY: &[NameDoc] = &[
    name(
        "with_data_values(values, *, plain=False)",
        "library",
        "The same library with further data values; plain ones replace instead of being laid over.",
    ),
    name("with_data_values_schema(schema)", "library", "The same library with a further schema."),
    name("eval()", "yamlfragment", "The documents that its templates give."),
    name("data_values()", "struct", "Its final data values."),
    name("export(name, *, path=None)", "any", "What one of its files defines under this name."),
];
