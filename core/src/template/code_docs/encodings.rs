//! The modules that read and write texts of some form.

use super::{MembersDoc, NameDoc, members, name};

pub(super) const TABLE: &[MembersDoc] = &[
    members(
        "base64",
        "Text as base64, and back.",
        &[
            name(
                "encode(text, *, url=False, raw=False, strict=False)",
                "string",
                "The text in base64; `url` takes letters that addresses can hold, `raw` leaves the padding out.",
            ),
            name(
                "decode(encoded, *, url=False, raw=False, strict=False)",
                "string",
                "The text that some base64 stands for; `strict` refuses bits that stand for nothing and are not zero.",
            ),
            name("decodable(value)", "bool", "Whether a value is a text in base64.").older(),
        ],
    ),
    members(
        "ip",
        "Addresses of the Internet Protocol.",
        &[
            name("parse_addr(text)", "ip address", "An address of version 4 or 6; fails if the text is none."),
            name(
                "parse_cidr(text)",
                "tuple",
                "A pair of the address and its network, from a text such as `\"10.0.0.1/8\"`.",
            ),
        ],
    ),
    members(
        "json",
        "Values as JSON, and back.",
        &[
            name(
                "encode(value, *, indent=0, escape_html=True)",
                "string",
                "The value as JSON, its keys sorted; with `indent` spaces for each level, on lines of their own.",
            ),
            name("decode(encoded)", "any", "The value of some JSON. Its numbers are floats."),
            name("decodable(value)", "bool", "Whether a value is a text in JSON.").older(),
        ],
    ),
    members(
        "md5",
        "MD5 digests.",
        &[name("sum(text)", "string", "The MD5 digest of the text, in hexadecimal digits.")],
    ),
    members(
        "regexp",
        "Regular expressions as Go reads them (RE2).",
        &[
            name("match(pattern, text)", "bool", "Whether the pattern matches anywhere in the text."),
            name(
                "replace(pattern, text, replacement)",
                "string",
                "The text with every match replaced: by a text in which `$1` stands for a group, or by what a function of \
             the match gives.",
            ),
            name("is_valid(value)", "bool", "Whether a value is a regular expression.").older(),
        ],
    ),
    members(
        "sha256",
        "SHA-256 digests.",
        &[name("sum(text)", "string", "The SHA-256 digest of the text, in hexadecimal digits.")],
    ),
    members(
        "toml",
        "Maps as TOML, and back.",
        &[
            name(
                "encode(value, *, indent=2)",
                "string",
                "The map as TOML, with `indent` spaces for each level of tables.",
            ),
            name("decode(encoded)", "dict", "The map of some TOML."),
        ],
    ),
    members("url", "Addresses of the web and their parts.", URL),
    members(
        "yaml",
        "Values as YAML, and back.",
        &[
            name("encode(value)", "string", "The value as YAML; documents with `---` between them."),
            name("decode(encoded)", "any", "The value of some YAML, which may hold one document."),
            name("decodable(value)", "bool", "Whether a value is a text in YAML.").older(),
        ],
    ),
];

const URL: &[NameDoc] = &[
    name("path_segment_encode(text)", "string", "Escapes what stands between two slashes of a path."),
    name("path_segment_decode(encoded)", "string", "What an escaped segment of a path stands for."),
    name("query_param_value_encode(text)", "string", "Escapes a name or a value of a query."),
    name("query_param_value_decode(encoded)", "string", "What an escaped name or value of a query stands for."),
    name("query_params_encode(parameters)", "string", "A query from names with lists of values, the names sorted."),
    name("query_params_decode(encoded)", "dict", "The names of a query, sorted, with the lists of their values."),
    name("parse(text)", "url", "The parts of an address; fails if the text is none."),
];
