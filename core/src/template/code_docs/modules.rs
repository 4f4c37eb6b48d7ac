//! The modules about values, overlays, libraries and rules.

use super::{MembersDoc, NameDoc, members, name};

pub(super) const TABLE: &[MembersDoc] = &[
    members("assert", "Fails where something is not as it must be, and gives rules for `@schema/validation`.", ASSERT),
    members("data", "The data values, and the files of the bundle.", DATA),
    members("library", "Libraries below `_ytt_lib`, evaluated by code.", LIBRARY),
    members(
        "module",
        "Modules that code makes itself.",
        &[name("make(name, **members)", "struct", "A module with these members. The name is for people.")],
    ),
    members("overlay", "Lays YAML over YAML, and says by what nodes are matched.", OVERLAY),
    members(
        "spelling",
        "Words that are spelt alike.",
        &[name(
            "nearest(word, words)",
            "string",
            "The one of some words that is spelt most like another; `None` if there are no words.",
        )],
    )
    .older(),
    members("struct", "Values with named fields.", STRUCT),
    members(
        "template",
        "What takes the place of a node.",
        &[name(
            "replace(by)",
            "any",
            "As the value of a node: the entries, items or documents of the argument stand in the node's place.",
        )],
    ),
    members("validations", "A rule for each keyword of `@schema/validation`, as a function of the value.", VALIDATIONS)
        .older(),
    members(
        "version",
        "Which ytt the code needs.",
        &[name(
            "require_at_least(version)",
            "None",
            "Fails unless ytt has at least this version, such as `\"0.45.0\"`.",
        )],
    ),
];

const ASSERT: &[NameDoc] = &[
    name("equals(expected, found)", "bool", "Fails unless both values are the same when written as YAML."),
    name("fail(message)", "None", "Fails with a message."),
    name(
        "try_to(function)",
        "tuple",
        "Calls a function without arguments, and gives a pair: its result and `None`, or `None` and the text of its error.",
    ),
    name("min(least)", "rule", "A rule: the value is at least this."),
    name("max(most)", "rule", "A rule: the value is at most this."),
    name("min_len(length)", "rule", "A rule: text has at least so many bytes, a list or map at least so many items."),
    name("max_len(length)", "rule", "A rule: text has at most so many bytes, a list or map at most so many items."),
    name(
        "not_null(value=None)",
        "rule",
        "A rule: the value is not null. With an argument, fails at once if that is null.",
    ),
    name(
        "one_not_null(keys=True)",
        "rule",
        "A rule: of a map, exactly one value is not null, among these keys or among all.",
    ),
    name("one_of(*values)", "rule", "A rule: the value is one of these, given as a list or one by one."),
];

const DATA: &[NameDoc] = &[
    name(
        "values",
        "data values",
        "The data values of the bundle, with the defaults of its schema. `data.values.key` reads one.",
    ),
    name(
        "list(path=\"\")",
        "list",
        "The paths of the files in a folder and below it: beside the file that asks, or from the root with a leading `/`.",
    ),
    name(
        "read(path)",
        "string",
        "The text of a file of the bundle: beside the file that asks, or from the root with a leading `/`.",
    ),
];

const LIBRARY: &[NameDoc] = &[name(
    "get(name, *, alias=None, ignore_unknown_comments=False, implicit_map_key_overrides=False, strict=False, \
     dangerous_data_values_disable_validation=False)",
    "library",
    "The library in the folder `_ytt_lib/<name>`. Data values reach it by its alias, too; the switches are those of \
     the command line, and hold for this library.",
)];

const OVERLAY: &[NameDoc] = &[
    name("all", "matcher", "Matches every node."),
    name("apply(below, *above)", "yamlfragment", "The first YAML with each further one laid over it, in order."),
    name("index(index)", "matcher", "Matches the item or document at this position, counted from 0."),
    name("map_key(key)", "matcher", "Matches items that have the same value at this key as the node laid over them."),
    name("subset(least)", "matcher", "Matches nodes that hold at least these keys and values."),
    name("and_op(*matchers)", "matcher", "Matches what every one of these matches."),
    name("or_op(*matchers)", "matcher", "Matches what any of these matches."),
    name("not_op(matcher)", "matcher", "Matches what this one does not match."),
];

const STRUCT: &[NameDoc] = &[
    name("make(**fields)", "struct", "A struct with these fields, which are read behind a dot."),
    name(
        "make_and_bind(receiver, **fields)",
        "struct",
        "A struct with these fields; functions among them get the receiver as their first argument.",
    ),
    name("bind(receiver, function)", "function", "The function with the receiver as its first argument."),
    name("encode(value)", "any", "Maps, at every depth, as structs."),
    name("decode(value)", "any", "Structs, at every depth, as dicts."),
];

const VALIDATIONS: &[NameDoc] = &[
    name("min(least)", "function", "The value is at least this."),
    name("max(most)", "function", "The value is at most this."),
    name("min_len(length)", "function", "Text has at least so many bytes, an array or map at least so many items."),
    name("max_len(length)", "function", "Text has at most so many bytes, an array or map at most so many items."),
    name("enum(values)", "function", "The value is one of a list; the older name of `one_of`."),
    name("one_of(values)", "function", "The value is one of a list."),
    name("regexp(pattern)", "function", "The text matches a regular expression."),
    name("format(name)", "function", "The text has a form that is known by name, such as `\"email\"`."),
    name("not_null(switch=True)", "function", "The value is not null."),
    name("unique(switch=True)", "function", "No two items of the array are equal."),
    name("prefix(text)", "function", "The text begins with this; the older name of `starts_with`."),
    name("starts_with(text)", "function", "The text begins with this."),
    name("ends_with(text)", "function", "The text ends with this."),
    name(
        "one_not_null(keys=True)",
        "function",
        "Of a map, exactly one value is not null, among these keys or among all.",
    ),
];
