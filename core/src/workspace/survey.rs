//! What a file is to discovery, told from its text where that is certain without parsing it. Of very many files few are
//! parsed for the check of one of them.

use super::modeline;

/// What the text of a file shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Whether it holds a schema document.
    pub has_schema: bool,
    /// Whether it holds data values.
    pub has_values: bool,
    /// Whether it is written for ytt.
    pub is_template: bool,
    /// The schema that its modeline names.
    pub modeline: Option<String>,
}

/// What a text shows beyond doubt; `None` where its nodes have to tell.
pub fn survey(text: &str) -> Option<Survey> {
    let text = text.trim_start_matches('\u{feff}');
    let modeline = modeline::schema_of(text).map(str::to_owned);
    if !text.contains("#@") {
        return Some(Survey { modeline, ..Survey::default() });
    }
    // Text that goes on at the first column may be no comment; and a line may end where only YAML knows it.
    let is_plain = |line: &str| !line.starts_with(['"', '\'', '|', '>', '%']) && !line.starts_with("--- ");
    let has_other_ends = || text.contains(['\u{85}', '\u{2028}', '\u{2029}']);
    if !text.lines().all(is_plain) || !text.is_ascii() && has_other_ends() || text.contains("\r\r") {
        return None;
    }
    let is_head = |line: &&str| line.starts_with('#') || line.trim_end_matches(['\r', '\n']).is_empty();
    let (head, rest) = text.split_at(text.split_inclusive('\n').take_while(is_head).map(str::len).sum());
    let headers: Vec<&str> = head.lines().filter(|line| holds_header(line)).collect();
    match (headers.as_slice(), holds_header(rest)) {
        ([], false) => is_surely_code(head).then(|| Survey { is_template: true, modeline, ..Survey::default() }),
        ([header], false) if rest.lines().next() == Some("---") => {
            let name = header.strip_prefix("#@")?;
            let has_schema = name == "data/values-schema";
            let has_values = name == "data/values";
            (has_schema || has_values).then_some(Survey { has_schema, has_values, is_template: true, modeline })
        }
        _ => None,
    }
}

/// Whether a text holds what may be the header of a document, of any edition, misspelt or for a library.
fn holds_header(text: &str) -> bool {
    text.split("#@").skip(1).any(|after| {
        let name = after.split([' ', '\n']).next().unwrap_or_default().trim_end_matches('\r');
        let is_schema = name == "schema" || name == "schema/match" || name == "schema/definition";
        is_schema || name.starts_with("data") || name.contains("values") || name.starts_with("library/")
    })
}

/// Whether the first lines of a text load something, as nearly all templates do.
fn is_surely_code(head: &str) -> bool {
    head.lines().any(|line| line.starts_with("#@ load("))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::TextDocument;
    use crate::schema::headers::{DocumentRole, classify};
    use crate::text::FileId;
    use crate::workspace::ownership::is_for_ytt;

    /// What the nodes of a text show.
    fn parsed(text: &str) -> Survey {
        let document = TextDocument::new(FileId(0), text);
        let roles: Vec<DocumentRole> = document.stream().documents.iter().map(|it| classify(it).role).collect();
        Survey {
            has_schema: roles.iter().any(|role| matches!(role, DocumentRole::Schema(_))),
            has_values: roles.contains(&DocumentRole::DataValues),
            is_template: is_for_ytt(&document),
            modeline: modeline::schema_of(&modeline::head(document.rope())).map(str::to_owned),
        }
    }

    const LINES: &[&str] = &[
        "#@data/values",
        "#@data/values-schema",
        "#@data/valus",
        "#@schema",
        "#@schema/match data_values=True",
        "---",
        "#@ load(\"@ytt:data\", \"data\")",
        "#@ x = 1",
        "#! note",
        "# sayl: schema=a.yml",
        "",
        "a: 1",
        "b: #@ x",
        "c: |",
        "  #@data/values",
        "- 1",
        "text: \"x",
        "y\"",
        "#@schema/nullable",
        "#@library/ref \"@a\"",
        "--- |",
        "#@v1",
        "  d: 2 #@data/values",
        "#@ if x:",
        "#@ end",
        "%YAML 1.2",
        "...",
        "--- #@data/values",
        "x: #@ foo(",
        "-\t key: b",
        "\tx: 1",
        "e: [",
        "}",
        "f: 'x",
        "? a",
        "text",
        "  - &a",
        "*b",
        "g: \"x\" y",
    ];

    proptest! {
        #[test]
        fn what_a_text_shows_beyond_doubt_is_what_its_nodes_say(
            lines in prop::collection::vec(prop::sample::select(LINES), 0..9),
        ) {
            let text = lines.join("\n") + "\n";
            if let Some(survey) = survey(&text) {
                prop_assert_eq!(survey, parsed(&text), "{}", text);
            }
        }
    }

    #[test]
    fn most_files_are_told_by_their_text() {
        for text in [
            "a: 1\n",
            "#@data/values\n---\na: 1\n",
            "#! of the platform team\n#@data/values-schema\n---\n#@schema/nullable\na: 1\n",
            "#@ load(\"@ytt:data\", \"data\")\n---\na: #@ data.values.a\n",
        ] {
            assert_eq!(survey(text), Some(parsed(text)), "{text}");
        }
    }
}
