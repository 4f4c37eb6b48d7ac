//! The one table of annotations in words: what hover shows, what completion offers, what `docs/annotations.md` lists.
//! What annotations do is decided elsewhere.

use std::fmt::Write as _;

use crate::problem::Code;
pub use crate::template::code_docs::Editions;

mod headers;
mod older;
mod others;
mod schemas;

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
    /// Those that only the older editions know.
    pub older_keywords: &'static [KeywordDoc],
    /// Which documents it belongs to.
    pub family: Family,
    /// On what it may stand.
    pub sites: Sites,
    /// Which editions of the schema language know it.
    pub editions: Editions,
    /// A way to get it wrong; `None` where only a bundle of several files could show one.
    pub mistake: Option<AnnotationMistake>,
}

/// An annotation that is used wrongly.
#[derive(Debug)]
pub struct AnnotationMistake {
    /// The problem that it is.
    pub code: Code,
    /// A small YAML text that shows it.
    pub example: &'static str,
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

/// Every annotation, in the order in which completion offers them.
pub fn annotations() -> impl Iterator<Item = &'static AnnotationDoc> {
    [headers::TABLE, schemas::TABLE, others::TABLE, older::TABLE].into_iter().flatten()
}

/// Finds an annotation by its name.
pub fn annotation_doc(name: &str) -> Option<&'static AnnotationDoc> {
    annotations().find(|annotation| annotation.name == name)
}

impl AnnotationDoc {
    /// Finds a keyword argument by its name.
    pub fn keyword(&self, name: &str) -> Option<&'static KeywordDoc> {
        self.keywords.iter().chain(self.older_keywords).find(|keyword| keyword.name == name)
    }

    /// The keyword arguments that it takes wherever it is known.
    pub fn own_keywords(&self) -> impl Iterator<Item = &'static KeywordDoc> {
        let older = if self.editions == Editions::Older { self.older_keywords } else { &[] };
        self.keywords.iter().chain(older)
    }

    /// Markdown: form, meaning, keywords, example.
    pub fn markdown(&self) -> String {
        let separator = if self.form.is_empty() { "" } else { " " };
        let mut text = format!("```yaml\n#@{}{separator}{}\n```\n\n{}", self.name, self.form, self.meaning);
        if self.editions == Editions::Older {
            text.push_str("\n\n*Older editions of the schema language only; released ytt ignores it.*");
        }
        if !self.keywords.is_empty() {
            text.push('\n');
        }
        for keyword in self.keywords {
            let _ = write!(text, "\n- `{}=`: {}", keyword.name, keyword.meaning);
        }
        for (index, keyword) in self.older_keywords.iter().enumerate() {
            let lead = if index == 0 { "\n\nIn the older editions also:\n" } else { "" };
            let _ = write!(text, "{lead}\n- `{}=`: {}", keyword.name, keyword.meaning);
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
    older_keywords: &[],
    family: Family::Schema,
    sites: Sites::All,
    editions: Editions::All,
    mistake: None,
};

/// The same of the older editions.
const OLDER: AnnotationDoc = AnnotationDoc { editions: Editions::Older, ..PLAIN };

const RULES: &[KeywordDoc] = &[
    keyword("min", "the value, in older editions also an array's length, is at least this", "${1:0}"),
    keyword("max", "the value, in older editions also an array's length, is at most this", "${1:0}"),
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
    keyword("enum", "the value is one of those listed", "[${1:\"value\"}]"),
    keyword("regexp", "the string matches this regular expression", "\"${1:^.*$}\""),
    keyword("format", "the string has this format, such as `date-time`, `email`, `ip` or `port`", "\"${1:uri}\""),
    keyword("unique", "the items differ from each other", "True"),
    keyword("prefix", "the string starts with this", "\"$1\""),
    keyword("starts_with", "the string starts with this", "\"$1\""),
    keyword("ends_with", "the string ends with this", "\"$1\""),
];

/// The tables as a Markdown page: `docs/annotations.md`.
pub fn annotations_page() -> String {
    let mut page = String::from(
        "# Annotations\n\n<!-- Generated from core/src/ide/annotation_docs.rs; see tests/tests/problem_docs.rs. -->\n\n\
         Every annotation that sayl understands: what it takes, what it means, and a way to get it wrong. The header of \
         a schema document chooses the edition of the schema language: `@data/values-schema` is what ytt released; \
         `@schema/match`, `@schema/definition` and `@schema` are the older editions `draft`, `proposal` and `early`, \
         which understand all of these.\n\n| annotation | editions |\n| --- | --- |\n",
    );
    for annotation in annotations() {
        let editions = if annotation.editions == Editions::All { "all" } else { "older" };
        let _ = writeln!(page, "| [`@{}`](#{}) | {editions} |", annotation.name, anchor(annotation.name));
    }
    for annotation in annotations() {
        let _ = write!(page, "\n## `@{}`\n\n{}\n", annotation.name, annotation.markdown());
        if let Some(AnnotationMistake { code, example }) = &annotation.mistake {
            let (name, example) = (code.name(), example.trim_end());
            let _ = write!(page, "\nWrong ([`{name}`](problems.md#{name})):\n\n```yaml\n{example}\n```\n");
        }
    }
    page
}

/// The heading of an annotation as GitHub links to it.
fn anchor(name: &str) -> String {
    name.replace('/', "")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn every_annotation_says_what_it_is() {
        let mut names = Vec::new();
        for annotation in annotations() {
            let name = annotation.name;
            assert!(annotation.meaning.ends_with('.') && !annotation.example.is_empty(), "{name} is explained");
            assert!(annotation.example.contains(name), "the example of {name} shows it");
            assert!(!names.contains(&name), "{name} stands once");
            names.push(name);
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

            In the older editions also:

            - `one_of=`: the name of the type that is accepted, or a list of names
            - `or_inferred=`: whether the type of the value in the schema is accepted too

            ```yaml
            #@schema/type any=True
            extra: {}
            ```"]]
        .assert_eq(&annotation_doc("schema/type").unwrap().markdown());
    }
}
