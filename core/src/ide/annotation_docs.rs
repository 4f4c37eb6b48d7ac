//! The one table of annotations in words: what hover shows, what completion offers, what `docs/annotations.md` lists.
//! What annotations do is decided elsewhere.

use std::fmt::Write as _;

/// An annotation in words.
#[derive(Debug)]
pub struct AnnotationDoc {
    /// The name without `#@`, such as `schema/title`.
    pub name: &'static str,
    /// Its arguments in words or as a pattern; empty if it takes none.
    pub form: &'static str,
    /// What it does, in one or two sentences.
    pub meaning: &'static str,
    /// A small YAML text that shows it.
    pub example: &'static str,
    /// What follows the name when it is completed, as an LSP snippet.
    pub snippet: &'static str,
    /// Its keyword arguments.
    pub keywords: &'static [KeywordDoc],
    /// Which documents it belongs to.
    pub family: Family,
    /// On what it may stand.
    pub sites: Sites,
    /// Whether released ytt knows it; the others belong to older editions of the schema language.
    pub is_released: bool,
}

/// A keyword argument in words.
#[derive(Debug)]
pub struct KeywordDoc {
    /// The name.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// The value, as an LSP snippet.
    pub snippet: &'static str,
}

/// Which documents an annotation belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// It says what a document is.
    Header,
    /// Schema documents.
    Schema,
    /// Documents laid over others: data values, overlays, further schema documents.
    Overlay,
    /// Any template.
    Template,
}

/// On what an annotation may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sites {
    /// Documents only.
    Document,
    /// Entries of maps, items of arrays and documents.
    All,
    /// Entries of maps and items of arrays.
    Node,
    /// Entries of maps and documents.
    NoItem,
    /// Entries of maps.
    Entry,
}

/// Finds an annotation by its name.
pub fn annotation_doc(name: &str) -> Option<&'static AnnotationDoc> {
    ANNOTATIONS.iter().find(|annotation| annotation.name == name)
}

impl AnnotationDoc {
    /// Finds a keyword argument by its name.
    pub fn keyword(&self, name: &str) -> Option<&'static KeywordDoc> {
        self.keywords.iter().find(|keyword| keyword.name == name)
    }

    /// Markdown: form, meaning, keywords, example.
    pub fn markdown(&self) -> String {
        let separator = if self.form.is_empty() { "" } else { " " };
        let mut text = format!("```yaml\n#@{}{separator}{}\n```\n\n{}", self.name, self.form, self.meaning);
        if !self.is_released {
            text.push_str("\n\n*Older editions of the schema language only; released ytt ignores it.*");
        }
        if !self.keywords.is_empty() {
            text.push('\n');
        }
        for keyword in self.keywords {
            let _ = write!(text, "\n- `{}=`: {}", keyword.name, keyword.meaning);
        }
        let _ = write!(text, "\n\n```yaml\n{}\n```", self.example.trim_end());
        text
    }
}

impl KeywordDoc {
    /// Markdown: the keyword and its meaning.
    pub fn markdown(&self, annotation: &str) -> String {
        format!("`{}=` of `@{annotation}`\n\n{}", self.name, sentence(self.meaning))
    }
}

/// The meaning as a sentence of its own.
fn sentence(meaning: &str) -> String {
    let mut characters = meaning.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", characters.as_str())
}

const fn keyword(name: &'static str, meaning: &'static str, snippet: &'static str) -> KeywordDoc {
    KeywordDoc { name, meaning, snippet }
}

/// The plain kind: an annotation of released ytt that takes no keywords.
const PLAIN: AnnotationDoc = AnnotationDoc {
    name: "",
    form: "",
    meaning: "",
    example: "",
    snippet: "",
    keywords: &[],
    family: Family::Schema,
    sites: Sites::All,
    is_released: true,
};

const RULES: &[KeywordDoc] = &[
    keyword("min", "the value is at least this", "${1:0}"),
    keyword("max", "the value is at most this", "${1:0}"),
    keyword("min_len", "a string has at least this many bytes, an array or map this many items", "${1:1}"),
    keyword("max_len", "a string has at most this many bytes, an array or map this many items", "${1:1}"),
    keyword("not_null", "the value is not null", "True"),
    keyword(
        "one_not_null",
        "exactly one of the children (`True`), or of the keys listed, is not null",
        "[${1:\"key\"}]",
    ),
    keyword("one_of", "the value is one of those listed", "[${1:\"value\"}]"),
    keyword("when", "a function of the value that says whether the rules apply", "${1:function}"),
];

const OLDER_RULES: &[KeywordDoc] = &[
    keyword("min", "the value, or an array's length, is at least this", "${1:0}"),
    keyword("max", "the value, or an array's length, is at most this", "${1:0}"),
    keyword("min_len", "the length is at least this", "${1:1}"),
    keyword("max_len", "the length is at most this", "${1:1}"),
    keyword("enum", "the value is one of those listed", "[${1:\"value\"}]"),
    keyword("regexp", "the string matches this regular expression", "\"${1:^.*$}\""),
    keyword("format", "the string has this format, such as `date-time`, `email`, `ip` or `port`", "\"${1:uri}\""),
    keyword("not_null", "the value is not null", "True"),
    keyword("unique", "the items differ from each other", "True"),
    keyword("prefix", "the string starts with this", "\"$1\""),
    keyword("starts_with", "the string starts with this", "\"$1\""),
    keyword("ends_with", "the string ends with this", "\"$1\""),
];

const MATCH: &[KeywordDoc] = &[
    keyword("by", "the key that identifies an item, or a matcher such as `overlay.subset(…)`", "\"${1:name}\""),
    keyword("expects", "how many nodes must match: a number, `\"1+\"`, a list of these, or a function", "${1:1}"),
    keyword("missing_ok", "whether it is fine that nothing matches; then the node is added", "True"),
    keyword("when", "skip the node unless this many nodes match", "${1:1}"),
];

/// `@overlay/match-child-defaults` says how many nodes match, not by what.
const MATCH_COUNTS: &[KeywordDoc] = MATCH.split_at(1).1;

/// Every annotation, in the order in which completion offers them.
pub const ANNOTATIONS: &[AnnotationDoc] = &[
    AnnotationDoc {
        name: "data/values-schema",
        meaning: "Makes the document a schema: its keys, types and defaults are what data values may be.",
        example: "#@data/values-schema\n---\nport: 8080",
        family: Family::Header,
        sites: Sites::Document,
        ..PLAIN
    },
    AnnotationDoc {
        name: "data/values",
        meaning: "Makes the document data values, laid over the schema's defaults.",
        example: "#@data/values\n---\nport: 9090",
        family: Family::Header,
        sites: Sites::Document,
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
        name: "schema/type",
        form: "any=True",
        meaning: "Accepts any value here; nothing below is checked.",
        example: "#@schema/type any=True\nextra: {}",
        snippet: " any=True",
        keywords: &[keyword("any", "`True` accepts any value, null included", "True")],
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/nullable",
        meaning: "Also accepts null, and makes null the default.",
        example: "#@schema/nullable\nhost: \"\"",
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/default",
        form: "value",
        meaning: "Sets the default, which must have the node's type. Keys that a map leaves out are filled in.",
        example: "#@schema/default [80, 443]\nports:\n- 0",
        snippet: " ${1:value}",
        sites: Sites::NoItem,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/title",
        form: "\"title\"",
        meaning: "Gives the node a short name for people.",
        example: "#@schema/title \"User name\"\nname: \"\"",
        snippet: " \"$1\"",
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/desc",
        form: "\"description\"",
        meaning: "Says what the value is for.",
        example: "#@schema/desc \"Port that the server listens on\"\nport: 8080",
        snippet: " \"$1\"",
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/examples",
        form: "(\"description\", value), …",
        meaning: "Shows values, each with a description. They must have the node's type.",
        example: "#@schema/examples (\"Local\", \"localhost\")\nhost: \"\"",
        snippet: " (\"${1:description}\", ${2:value})",
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/deprecated",
        form: "\"notice\"",
        meaning: "Warns whoever sets the value; the notice says what to do instead.",
        example: "#@schema/deprecated \"Use `host`\"\nserver: \"\"",
        snippet: " \"${1:notice}\"",
        sites: Sites::Node,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/validation",
        form: "(\"description\", function), …, rule=…",
        meaning: "States rules for the final value. Null is not checked unless `not_null=True`.",
        example: "#@schema/validation min=1, max=65535\nport: 8080",
        snippet: " $1",
        keywords: RULES,
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/match",
        form: "by=…, expects=…, missing_ok=…, when=…",
        meaning: "Says which nodes of the left side this one is laid over.",
        example: "#@overlay/match by=\"name\"\n- name: web\n  port: 80",
        snippet: " ${1:missing_ok=True}",
        keywords: MATCH,
        family: Family::Overlay,
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/match-child-defaults",
        form: "expects=…, missing_ok=…, when=…",
        meaning: "Sets the defaults of `@overlay/match` for everything below.",
        example: "#@overlay/match-child-defaults missing_ok=True\nlabels:\n  team: a",
        snippet: " ${1:missing_ok=True}",
        keywords: MATCH_COUNTS,
        family: Family::Overlay,
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/merge",
        meaning: "Lays the node over the one it matches, child by child. Maps do this without being told.",
        example: "#@overlay/match by=\"name\"\n#@overlay/merge\n- name: web",
        family: Family::Overlay,
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
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/remove",
        meaning: "Removes the matched node.",
        example: "#@overlay/remove\nport:",
        family: Family::Overlay,
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/append",
        meaning: "Appends the item or document instead of matching it.",
        example: "ports:\n#@overlay/append\n- 443",
        family: Family::Overlay,
        ..PLAIN
    },
    AnnotationDoc {
        name: "overlay/insert",
        form: "before=…, after=…, via=…",
        meaning: "Inserts the item or document before or after the one it matches.",
        example: "ports:\n#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True\n- 443",
        snippet: " ${1|before,after|}=True",
        keywords: &[
            keyword("before", "`True` inserts before the match", "True"),
            keyword("after", "`True` inserts behind the match", "True"),
            keyword("via", "a function of the left and the right value that gives the new one", "${1:function}"),
        ],
        family: Family::Overlay,
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
        ..PLAIN
    },
    AnnotationDoc {
        name: "assert/validate",
        form: "(\"description\", function), …, rule=…",
        meaning: "States rules for the final value, from a data values document.",
        example: "#@data/values\n---\n#@assert/validate min=1\nport: 80",
        snippet: " $1",
        keywords: RULES,
        family: Family::Overlay,
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
        example: "#@yaml/text-templated-strings\nurl: \"https://(@= host @)\"",
        family: Family::Template,
        ..PLAIN
    },
    AnnotationDoc {
        name: "template/code",
        form: "code",
        meaning: "The long form of `#@ code`.",
        example: "#@template/code port = 80",
        snippet: " $1",
        family: Family::Template,
        ..PLAIN
    },
    AnnotationDoc {
        name: "template/value",
        form: "expression",
        meaning: "The long form of a computed value, `key: #@ expression`.",
        example: "port: #@template/value 80 + 1",
        snippet: " $1",
        family: Family::Template,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/doc",
        form: "\"description\"",
        meaning: "Says what the value is for; the released name is `@schema/desc`.",
        example: "#@schema/doc \"Port that the server listens on\"\nport: 8080",
        snippet: " \"$1\"",
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/example",
        form: "value",
        meaning: "Shows one value; released ytt has `@schema/examples (\"description\", value)`.",
        example: "#@schema/example \"localhost\"\nhost: \"\"",
        snippet: " ${1:value}",
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/removed",
        form: "\"remedy\"",
        meaning: "Refuses the key; the remedy says what to do instead.",
        example: "#@schema/removed \"Use `host`\"\nserver: \"\"",
        snippet: " \"${1:remedy}\"",
        sites: Sites::Node,
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/validate",
        form: "function, …, rule=…",
        meaning: "States rules for the final value; the released name is `@schema/validation`.",
        example: "#@schema/validate min=1, max=65535\nport: 8080",
        snippet: " $1",
        keywords: OLDER_RULES,
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/allow-empty",
        meaning: "Lifts the rule that values must not be empty.",
        example: "#@schema/allow-empty\nsuffix: \"\"",
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/any-key",
        meaning: "Gives the shape of every key that is not declared.",
        example: "labels:\n  #@schema/any-key\n  _: \"\"",
        sites: Sites::Entry,
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/key-may-be-present",
        meaning: "Allows the key without giving it a default.",
        example: "#@schema/key-may-be-present\nproxy: \"\"",
        sites: Sites::Entry,
        is_released: false,
        ..PLAIN
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
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/any-of",
        form: "schema, …",
        meaning: "At least one of the schemas given must accept the value.",
        example: "#@schema/any-of port_number(), port_name()\nport: 0",
        snippet: " $1",
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/all-of",
        form: "schema, …",
        meaning: "Each of the schemas given must accept the value.",
        example: "#@schema/all-of named(), labelled()\napp: {}",
        snippet: " $1",
        is_released: false,
        ..PLAIN
    },
    AnnotationDoc {
        name: "schema/one-of",
        form: "schema, …",
        meaning: "Exactly one of the schemas given must accept the value.",
        example: "#@schema/one-of local(), remote()\nsource: {}",
        snippet: " $1",
        is_released: false,
        ..PLAIN
    },
];

/// The table as a Markdown page: `docs/annotations.md`.
pub fn annotations_page() -> String {
    let mut page = "# Annotations\n\nWhat sayl knows of the annotations of ytt. Generated from the code.\n".to_owned();
    for annotation in ANNOTATIONS {
        let _ = write!(page, "\n## `@{}`\n\n{}\n", annotation.name, annotation.markdown());
    }
    page
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn every_annotation_says_what_it_is() {
        for (index, annotation) in ANNOTATIONS.iter().enumerate() {
            let name = annotation.name;
            assert!(annotation.meaning.ends_with('.') && !annotation.example.is_empty(), "{name} is explained");
            assert!(annotation.example.contains(name), "the example of {name} shows it");
            assert!(ANNOTATIONS[..index].iter().all(|earlier| earlier.name != name), "{name} stands once");
            assert!(annotation.snippet.is_empty() || annotation.snippet.starts_with(' '), "{name} ends at a blank");
        }
    }

    #[test]
    fn an_entry_is_short() {
        expect![[r"
            ```yaml
            #@schema/type any=True
            ```

            Accepts any value here; nothing below is checked.

            - `any=`: `True` accepts any value, null included

            ```yaml
            #@schema/type any=True
            extra: {}
            ```"]]
        .assert_eq(&annotation_doc("schema/type").unwrap().markdown());
    }
}
