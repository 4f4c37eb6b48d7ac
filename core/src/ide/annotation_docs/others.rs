//! Annotations of overlays and of templates.

use super::{AnnotationDoc, AnnotationMistake, Family, KeywordDoc, PLAIN, RULES, Sites, keyword};
use crate::problem::Code;

const MATCH: &[KeywordDoc] = &[
    keyword("by", "the key that identifies an item, or a matcher such as `overlay.subset(…)`", "\"${1:name}\""),
    keyword("expects", "how many nodes must match: a number, `\"1+\"`, a list of these, or a function", "${1:1}"),
    keyword("missing_ok", "whether it is fine that nothing matches; then the node is added", "True"),
    keyword("when", "skip the node unless this many nodes match", "${1:1}"),
];

/// `@overlay/match-child-defaults` says how many nodes match, not by what.
const MATCH_COUNTS: &[KeywordDoc] = MATCH.split_at(1).1;

/// Annotations of overlays and templates.
pub(super) const TABLE: &[AnnotationDoc] = &[
    AnnotationDoc {
        name: "overlay/match",
        form: "by=…, expects=…, missing_ok=…, when=…",
        meaning: "Says which nodes of the left side this one is laid over.",
        example: "servers:\n#@overlay/match by=\"name\"\n- name: web\n  port: 8080",
        snippet: " ${1:missing_ok=True}",
        keywords: MATCH,
        family: Family::Overlay,
        mistake: Some(AnnotationMistake {
            code: Code::OverlayMismatch,
            example: "servers:\n#@overlay/match by=\"name\"\n- name: unknown",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/match-child-defaults",
        form: "expects=…, missing_ok=…, when=…",
        meaning: "Sets the defaults of `@overlay/match` for everything below.",
        example: "#@overlay/match-child-defaults missing_ok=True\nlabels:\n  team: b",
        snippet: " ${1:missing_ok=True}",
        keywords: MATCH_COUNTS,
        family: Family::Overlay,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@overlay/match-child-defaults by=\"name\"\nlabels:\n  team: b",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/merge",
        meaning: "Lays the node over the one it matches, child by child. Maps do this without being told.",
        example: "servers:\n#@overlay/match by=\"name\"\n#@overlay/merge\n- name: web\n  port: 8080",
        family: Family::Overlay,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@overlay/merge\n#@overlay/replace\nport: 81",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/replace",
        form: "via=…, or_add=…",
        meaning: "Replaces the matched node instead of merging with it.",
        example: "#@overlay/replace\nports:\n- 443",
        keywords: &[
            keyword("via", "a function of the left and the right value that gives the new one", "${1:function}"),
            keyword("or_add", "whether to add the node where nothing matches", "True"),
        ],
        family: Family::Overlay,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@overlay/replace or_ad=True\nports:\n- 443",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/remove",
        meaning: "Removes the matched node.",
        example: "#@overlay/remove\nport:",
        family: Family::Overlay,
        mistake: Some(AnnotationMistake { code: Code::UnknownKey, example: "#@overlay/remove\nprot:" }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/append",
        meaning: "Appends the item or document instead of matching it.",
        example: "ports:\n#@overlay/append\n- 443",
        family: Family::Overlay,
        mistake: Some(AnnotationMistake { code: Code::MisplacedAnnotation, example: "#@overlay/append\nport: 443" }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/insert",
        form: "before=…, after=…, via=…",
        meaning: "Inserts the item or document before or after the one it matches.",
        example: "#@ load(\"@ytt:overlay\", \"overlay\")\n#@data/values\n---\nports:\n#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True\n- 443",
        snippet: " ${1|before,after|}=True",
        keywords: &[
            keyword("before", "`True` inserts before the match", "True"),
            keyword("after", "`True` inserts behind the match", "True"),
            keyword("via", "a function of the left and the right value that gives the new one", "${1:function}"),
        ],
        family: Family::Overlay,
        mistake: Some(AnnotationMistake {
            code: Code::OverlayMismatch,
            example: "ports:\n#@overlay/insert before=True\n- 443",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/assert",
        form: "via=…",
        meaning: "Fails unless the matched value equals this one, or passes the function.",
        example: "#@overlay/assert via=lambda left, right: left > 0\nport:",
        snippet: " via=${1:function}",
        keywords: &[keyword("via", "a function of the left and the right value", "${1:function}")],
        family: Family::Overlay,
        mistake: Some(AnnotationMistake { code: Code::OverlayMismatch, example: "#@overlay/assert\nport: 443" }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "assert/validate",
        form: "(\"description\", function), …, rule=…",
        meaning: "States rules for the final value, from a data values document. They count where the value is new or replaces another one.",
        example: "#@data/values\n---\n#@overlay/replace\n#@assert/validate min=1\nport: 80",
        snippet: " $1",
        keywords: RULES,
        family: Family::Overlay,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@data/values\n---\n#@overlay/replace\n#@assert/validate minimum=1\nport: 80",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "yaml/map-key-override",
        meaning: "Lets the key repeat one above it; the later value counts.",
        example: "a: 1\n#@yaml/map-key-override\na: 2",
        family: Family::Template,
        sites: Sites::Entry,
        ..PLAIN
    },
    AnnotationDoc {
        name: "yaml/text-templated-strings",
        meaning: "Evaluates `(@= expression @)` inside the strings and keys of the node.",
        example: "#@ host = \"a.example\"\n#@yaml/text-templated-strings\nurl: \"https://(@= host @)\"",
        family: Family::Template,
        mistake: Some(AnnotationMistake {
            code: Code::TemplateName,
            example: "#@yaml/text-templated-strings\nurl: \"https://(@= hots @)\"",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "template/code",
        form: "code",
        meaning: "The long form of `#@ code`.",
        example: "#@template/code port = 80\nport: #@ port",
        snippet: " $1",
        family: Family::Template,
        mistake: Some(AnnotationMistake {
            code: Code::TemplateSyntax,
            example: "#@template/code port = = 80\nport: 80",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "template/value",
        form: "expression",
        meaning: "The long form of a computed value, `key: #@ expression`.",
        example: "port: #@template/value 80 + 1",
        snippet: " $1",
        family: Family::Template,
        mistake: Some(AnnotationMistake { code: Code::TemplateName, example: "port: #@template/value prot" }),
        ..PLAIN
    },
];
