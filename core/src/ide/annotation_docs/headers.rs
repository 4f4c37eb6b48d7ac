//! Annotations that say what a document is.

use super::{AnnotationDoc, AnnotationMistake, Family, OLDER, PLAIN, Sites, keyword};
use crate::problem::Code;

/// Headers of documents.
pub(super) const TABLE: &[AnnotationDoc] = &[
    AnnotationDoc {
        name: "data/values-schema",
        meaning: "Makes the document a schema: its keys, types and defaults are what data values may be.",
        example: "#@data/values-schema\n---\nport: 8080",
        family: Family::Header,
        sites: Sites::Document,
        mistake: Some(AnnotationMistake {
            code: Code::MixedDocuments,
            example: "#@data/values-schema\n---\nport: 80\n---\nport: 81",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "data/values",
        meaning: "Makes the document data values, laid over the schema's defaults.",
        example: "#@data/values\n---\nport: 9090",
        family: Family::Header,
        sites: Sites::Document,
        mistake: Some(AnnotationMistake {
            code: Code::UnknownHeaderArgument,
            example: "#@data/values port=80\n---\nport: 9090",
        }),
        ..PLAIN
    },
    AnnotationDoc {
        name: "library/ref",
        form: "\"@name\"",
        meaning: "Addresses the document to a library instead of the bundle itself.",
        example: "#@library/ref \"@db\"\n#@data/values\n---\nport: 5432",
        snippet: " \"@${1:name}\"",
        family: Family::Header,
        sites: Sites::Document,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/match",
        form: "data_values=True",
        meaning: "Makes the document a schema of data values, in the edition `draft`.",
        example: "#@schema/match data_values=True\n---\nport: 8080",
        snippet: " data_values=True",
        keywords: &[keyword("data_values", "`True`: the schema is one of data values", "True")],
        family: Family::Header,
        sites: Sites::Document,
        mistake: Some(AnnotationMistake {
            code: Code::UnknownHeaderArgument,
            example: "#@schema/match data_values=False\n---\nport: 8080",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema/definition",
        form: "data_values=True",
        meaning: "Makes the document a schema of data values, in the edition `proposal`.",
        example: "#@schema/definition data_values=True\n---\nport: 8080",
        snippet: " data_values=True",
        keywords: &[
            keyword("data_values", "`True`: the schema is one of data values", "True"),
            keyword("name", "`\"data/values\"`, which says the same", "\"data/values\""),
        ],
        family: Family::Header,
        sites: Sites::Document,
        mistake: Some(AnnotationMistake {
            code: Code::UnknownHeaderArgument,
            example: "#@schema/definition name=\"values\"\n---\nport: 8080",
        }),
        ..OLDER
    },
    AnnotationDoc {
        name: "schema",
        form: "attach=\"data/values\"",
        meaning: "Makes the document a schema of data values, in the edition `early`.",
        example: "#@schema attach=\"data/values\"\n---\nport: 8080",
        snippet: "",
        keywords: &[keyword(
            "attach",
            "what the schema is for: data values, also where it is left out",
            "\"data/values\"",
        )],
        family: Family::Header,
        sites: Sites::Document,
        mistake: Some(AnnotationMistake {
            code: Code::UnknownHeaderArgument,
            example: "#@schema attach=\"values\"\n---\nport: 8080",
        }),
        ..OLDER
    },
];
