//! After any edits, a schema of which parts were kept is the same as one that is compiled anew.

use proptest::prelude::*;

use super::*;
use crate::text::{TextRange, TextSize};

/// Lines that an edit may put in place of another, right and wrong ones.
const LINES: &[&str] = &[
    "k5: text",
    "k7:",
    "k9: null",
    "k10: {a: 1, b: [x]}",
    "k30: &anchor {a: 7}",
    "k40: *anchor",
    "<<: *anchor",
    "new: [1, 2]",
    "#@schema/nullable",
    "#@schema/type any=True",
    "#@schema/default 5",
    "#@schema/default name",
    "#@schema/validation min=5",
    "#@schema/validation mn=5",
    "#@schema/title \"x\"",
    "#@schema/any-key",
    "#@ if x:",
    "#@ end",
    "#@data/values-schema",
    "---",
    "",
    "k7: [",
];

fn text() -> String {
    (0..400).fold("#@data/values-schema\n---\n".to_owned(), |mut text, key| {
        let rule = if key % 3 == 0 { "#@schema/validation min=0\n" } else { "" };
        let value =
            if key % 10 == 0 { "\n  a: 1\n  #@schema/nullable\n  b: text".to_owned() } else { format!(" {key}") };
        let _ = writeln!(text, "{rule}k{key}:{value}");
        text
    })
}

/// The schema of a text, as it is shown, and what is wrong with it.
fn outcome(document: &TextDocument, memo: &mut SchemaMemo) -> (String, Vec<Problem>) {
    let stream = document.stream();
    let is_schema = |index: &usize| headers::classify(&stream.documents[*index]).role != headers::DocumentRole::Other;
    let documents: Vec<usize> = (0..stream.documents.len()).filter(is_schema).collect();
    let (file, evaluation) = (FileId(0), SchemaEvaluation::Unavailable);
    let input = SchemaInput { file, stream, documents: &documents, incomplete: &[], evaluation, is_extended: false };
    let compiled = recompile(&[input], &NoFunctions, memo);
    let mut shown = String::new();
    if let Some(schema) = compiled.schema {
        show("", &schema.root, &mut shown);
    }
    (shown, compiled.problems)
}

fn line_range(document: &TextDocument, line: usize) -> TextRange {
    let line = line % document.rope().len_lines();
    let start = document.rope().line_to_byte(line);
    let length = document.rope().line(line).to_string().trim_end_matches('\n').len();
    TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_kept_changes_nothing(edits in prop::collection::vec((0usize..700, 0usize..LINES.len()), 1..12)) {
        let mut document = TextDocument::new(FileId(0), &text());
        let mut memo = SchemaMemo::default();
        outcome(&document, &mut memo);
        for (line, text) in edits {
            document = document.edit(line_range(&document, line), LINES[text]);
            prop_assert_eq!(outcome(&document, &mut memo), outcome(&document, &mut SchemaMemo::default()));
        }
    }
}
