//! Annotations of schemas that only the older editions know.

use super::{AnnotationDoc, AnnotationMistake, OLDER, OLDER_RULES, RULES, Sites, keyword};
use crate::problem::Code;

/// Annotations of schemas in the older editions.
pub(super) const TABLE: &[AnnotationDoc] = &[
    AnnotationDoc {
        name: "schema/doc",
        form: "\"description\"",
        meaning: "Says what the value is for; the released name is `@schema/desc`.",
        example: "#@schema/doc \"Port that the server listens on\"\nport: 8080",
        snippet: " \"$1\"",
        mistake: Some(AnnotationMistake { code: Code::AnnotationArguments, example: "#@schema/doc\nport: 8080" }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/example",
        form: "value",
        meaning: "Shows one value; released ytt has `@schema/examples (\"description\", value)`.",
        example: "#@schema/example \"localhost\"\nhost: \"\"",
        snippet: " ${1:value}",
        mistake: Some(AnnotationMistake { code: Code::SchemaExampleType, example: "#@schema/example 5\nhost: \"\"" }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/removed",
        form: "\"remedy\"",
        meaning: "Refuses the key; the remedy says what to do instead.",
        example: "#@schema/removed \"Use `host`\"\nserver: \"\"",
        snippet: " \"${1:remedy}\"",
        sites: Sites::Node,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/removed 5\nserver: \"\"",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/validate",
        form: "function, …, rule=…",
        meaning: "States rules for the final value; the released name is `@schema/validation`.",
        example: "#@schema/validate min=1, max=65535\nport: 8080",
        snippet: " $1",
        keywords: RULES,
        older_keywords: OLDER_RULES,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/validate minimum=1\nport: 8080",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/allow-empty",
        meaning: "Lifts the rule that values must not be empty.",
        example: "#@schema/allow-empty\nsuffix: \"\"",
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/allow-empty True\nsuffix: \"\"",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/any-key",
        meaning: "Gives the shape of every key that is not declared.",
        example: "labels:\n  #@schema/any-key\n  _: \"\"",
        sites: Sites::Entry,
        mistake: Some(AnnotationMistake { code: Code::MisplacedAnnotation, example: "ports:\n#@schema/any-key\n- 80" }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/key-may-be-present",
        meaning: "Allows the key without giving it a default.",
        example: "#@schema/key-may-be-present\nproxy: \"\"",
        sites: Sites::Entry,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/key-may-be-present True\nproxy: \"\"",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/key",
        form: "allowed=…, expects=…, missing_ok=…",
        meaning: "Says which keys this entry stands for, and how many.",
        example: "#@schema/key allowed=\"[a-z]+\", expects=\"1+\"\nname: \"\"",
        snippet: " allowed=\"$1\"",
        keywords: &[
            keyword("allowed", "a regular expression, `\"any\"`, or a function of the key", "\"${1:any}\""),
            keyword("expects", "how many keys: a number, `\"1+\"`, a list of these, or a function", "${1:1}"),
            keyword("missing_ok", "whether none is fine", "True"),
        ],
        sites: Sites::Entry,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/key expects=\"1+\", missing_ok=True\nname: \"\"",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/any-of",
        form: "schema, …",
        meaning: "At least one of the schemas given must accept the value.",
        example: "#@ def number():\n#@schema/validation min=1\nport: 1\n#@ end\n#@ def named():\nname: http\n#@ end\n#@schema/any-of number(), named()\ntarget:\n  name: http",
        snippet: " $1",
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/any-of\ntarget:\n  name: http",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/all-of",
        form: "schema, …",
        meaning: "Each of the schemas given must accept the value.",
        example: "#@ def bounded():\n#@schema/validate max=100\nshare: 1\n#@ end\n#@ def set():\n#@schema/validate min=1\nshare: 1\n#@ end\n#@schema/all-of bounded(), set()\nweight:\n  share: 1",
        snippet: " $1",
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/all-of\nweight:\n  share: 1",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/one-of",
        form: "schema, …",
        meaning: "Exactly one of the schemas given must accept the value.",
        example: "#@ def local():\npath: /srv\n#@ end\n#@ def remote():\nurl: https://a.example\n#@ end\n#@schema/one-of local(), remote()\nsource:\n  path: /srv",
        snippet: " $1",
        mistake: Some(AnnotationMistake {
            code: Code::MisplacedAnnotation,
            example: "#@schema/type \"any\"\n#@schema/one-of \"\", 0\nport: 80",
        }),
        ..OLDER
    },
];
