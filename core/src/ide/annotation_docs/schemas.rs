//! Annotations of schemas that every edition knows.

use super::{AnnotationDoc, AnnotationMistake, OLDER_RULES, PLAIN, RULES, Sites, keyword};
use crate::problem::Code;

/// Annotations of schemas in every edition.
pub(super) const TABLE: &[AnnotationDoc] = &[
    AnnotationDoc {
        name: "schema/type",
        form: "any=True",
        meaning: "Accepts any value here; nothing below is checked.",
        example: "#@schema/type any=True\nextra: {}",
        snippet: " any=True",
        keywords: &[keyword("any", "`True` accepts any value, null included", "True")],
        older_keywords: &[
            keyword("one_of", "the name of the type that is accepted, or a list of names", "[\"${1:int}\"]"),
            keyword("or_inferred", "whether the type of the value in the schema is accepted too", "True"),
        ],
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/type \"int\"\nport: 80",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/nullable",
        meaning: "Also accepts null, and makes null the default.",
        example: "#@schema/nullable\nhost: \"\"",
        mistake: Some(AnnotationMistake {
            code: Code::RepeatedAnnotation,
            example: "#@schema/nullable\n#@schema/nullable\nhost: \"\"",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/default",
        form: "value",
        meaning: "Sets the default, which must have the node's type. Keys that a map leaves out are filled in.",
        example: "#@schema/default [80, 443]\nports:\n- 0",
        snippet: " ${1:value}",
        sites: Sites::NoItem,
        mistake: Some(AnnotationMistake {
            code: Code::SchemaDefaultType,
            example: "#@schema/default \"eighty\"\nport: 80",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/title",
        form: "\"title\"",
        meaning: "Gives the node a short name for people.",
        example: "#@schema/title \"User name\"\nname: \"\"",
        snippet: " \"$1\"",
        mistake: Some(AnnotationMistake { code: Code::AnnotationArguments, example: "#@schema/title 5\nname: \"\"" }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/desc",
        form: "\"description\"",
        meaning: "Says what the value is for.",
        example: "#@schema/desc \"Port that the server listens on\"\nport: 8080",
        snippet: " \"$1\"",
        mistake: Some(AnnotationMistake { code: Code::AnnotationArguments, example: "#@schema/desc\nport: 8080" }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/examples",
        form: "(\"description\", value), …",
        meaning: "Shows values, each with a description. They must have the node's type.",
        example: "#@schema/examples (\"Local\", \"localhost\")\nhost: \"\"",
        snippet: " (\"${1:description}\", ${2:value})",
        mistake: Some(AnnotationMistake {
            code: Code::SchemaExampleType,
            example: "#@schema/examples (\"Local\", 1)\nhost: \"\"",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/deprecated",
        form: "\"notice\"",
        meaning: "Warns whoever sets the value; the notice says what to do instead.",
        example: "#@schema/deprecated \"Use `host`\"\nserver: \"\"",
        snippet: " \"${1:notice}\"",
        sites: Sites::Node,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/deprecated\nserver: \"\"",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/validation",
        form: "(\"description\", function), …, rule=…",
        meaning: "States rules for the final value. Null is not checked unless `not_null=True`.",
        example: "#@schema/validation min=1, max=65535\nport: 8080",
        snippet: " $1",
        keywords: RULES,
        older_keywords: OLDER_RULES,
        mistake: Some(AnnotationMistake {
            code: Code::AnnotationArguments,
            example: "#@schema/validation minimum=1\nport: 8080",
        }),
        ..PLAIN
    },
];
