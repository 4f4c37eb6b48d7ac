//! After any edits, what was remembered gives the same as starting anew.

use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::*;

use super::{SCHEMA, schema_of};
use crate::check::{CheckMemo, check};
use crate::data_values::{Above, Layer, OverlayMemo, OverlayStyle, overlay};
use crate::document::TextDocument;
use crate::problem::Problem;
use crate::schema::SchemaNode;
use crate::template::function::NoFunctions;
use crate::text::{FileId, TextRange, TextSize};
use crate::values::print;

const VALUES: FileId = FileId(1);

const SCHEMA_TEXT: &str = "\
#@data/values-schema
---
#@schema/validation max_len=3
title: app
#@schema/type any=True
free: {}
groups:
- name: \"\"
  #@schema/validation min_len=2
  servers:
  - host: localhost
    #@schema/validation min=1, max=65535
    port: 80
    #@schema/deprecated \"Use port.\"
    old: 0
    tags:
    - \"\"
  limits:
    cpu: 1.5
    memory: 512
";

/// Lines that an edit may put in place of another, right and wrong ones.
const LINES: &[&str] = &[
    "- name: other",
    "  servers:",
    "  - host: h",
    "    port: 0",
    "    port: x",
    "    prot: 1",
    "    old: 5",
    "    tags: [a, 1, b]",
    "    tags: &shared [a, 2]",
    "    tags: *shared",
    "  limits: {cpu: 2, memory: y}",
    "  #@overlay/match missing_ok=True",
    "  #@ if x:",
    "  #@ end",
    "title: long",
    "---",
    "",
    "- {}",
    "  broken: [",
];

fn values_text(groups: usize) -> String {
    let mut text = "#@data/values\n---\ntitle: abc\ngroups:\n".to_owned();
    for group in 0..groups {
        let _ = write!(text, "- name: group{group}\n  limits:\n    cpu: 2\n  servers:\n");
        for server in 0..30 {
            let _ = write!(text, "  - host: host{server}\n    port: {server}\n    tags: [a, b]\n");
        }
    }
    text
}

/// Likewise, in a map of many keys.
const ENTRY_LINES: &[&str] = &[
    "k5: text",
    "k8: -1",
    "k299: 3",
    "unknown: 1",
    "k1o: 1",
    "k10: {a: 2, c: 1}",
    "k20: 5",
    "k30: &anchor {a: 7}",
    "k40: *anchor",
    "<<: *anchor",
    "#@overlay/match missing_ok=True",
    "#@overlay/match by=\"name\"",
    "#@overlay/remove",
    "#@overlay/replace or_add=True",
    "#@assert/validate min=5",
    "#@ if x:",
    "#@ end",
    "---",
    "",
    "k7: [",
];

/// A map whose keys stand in this order.
fn long_map(header: &str, keys: impl Iterator<Item = usize>) -> String {
    keys.fold(format!("#@data/{header}\n---\n"), |mut text, key| {
        let rule = if header == "values-schema" && key % 3 == 0 { "#@schema/validation min=0\n" } else { "" };
        let value = if key % 10 == 0 { "\n  a: 1\n  b: text".to_owned() } else { format!(" {key}") };
        let _ = writeln!(text, "{rule}k{key}:{value}");
        text
    })
}

/// The final value and every problem with its absolute range.
fn outcome(
    document: &TextDocument,
    root: &Arc<SchemaNode>,
    memos: &mut (Vec<OverlayMemo>, CheckMemo),
) -> (String, Vec<(Option<TextRange>, Problem)>) {
    let mut value = root.default.clone();
    let (mut problems, mut own_rules) = (Vec::new(), Vec::new());
    for (index, yaml) in document.stream().documents.iter().enumerate() {
        if memos.0.len() <= index {
            memos.0.push(OverlayMemo::default());
        }
        let layer = Layer { file: VALUES, document: Above::Written(yaml), style: OverlayStyle::Template };
        let overlaid = overlay(&value, &own_rules, &layer, Some(root), &mut memos.0[index], &NoFunctions);
        value = overlaid.value;
        problems.extend(overlaid.problems);
        own_rules.extend(overlaid.own_rules);
    }
    let rules = check(&value, Some(root), &own_rules, None, &NoFunctions, &mut memos.1);
    problems.extend(rules.problems);
    let resolved = problems.into_iter().map(|problem| {
        let range = if problem.place.file == VALUES { document.resolve(problem.place) } else { None };
        assert!(range.is_some() || problem.place.file == SCHEMA, "{problem:?} is nowhere");
        (range, problem)
    });
    (print::yaml(&value), resolved.collect())
}

/// The range of a line, its break aside.
fn line_range(document: &TextDocument, line: usize) -> TextRange {
    let line = line % document.rope().len_lines();
    let start = document.rope().line_to_byte(line);
    let text = document.rope().line(line).to_string();
    let length = text.trim_end_matches('\n').len();
    TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn remembering_changes_nothing(edits in prop::collection::vec((0usize..1200, 0usize..LINES.len()), 1..12)) {
        let edits = edits.into_iter().map(|(line, text)| (line, LINES[text]));
        remembered_as_afresh(SCHEMA_TEXT, &values_text(12), edits)?;
    }

    #[test]
    fn remembering_changes_nothing_in_long_maps(
        edits in prop::collection::vec((0usize..600, 0usize..ENTRY_LINES.len()), 1..12),
        step in prop::sample::select(vec![1, 7, 101]),
    ) {
        let schema = long_map("values-schema", 0..400);
        let values = long_map("values", (0..380).map(|key| key * step % 400));
        let edits = edits.into_iter().map(|(line, text)| (line, ENTRY_LINES[text]));
        remembered_as_afresh(&schema, &values, edits)?;
    }
}

fn remembered_as_afresh(
    schema: &str,
    values: &str,
    edits: impl Iterator<Item = (usize, &'static str)>,
) -> Result<(), TestCaseError> {
    let schema_text = TextDocument::new(SCHEMA, schema);
    let schema = schema_of(&schema_text).expect("the schema is legal");
    let mut document = TextDocument::new(VALUES, values);
    let mut memos = (Vec::new(), CheckMemo::default());
    outcome(&document, &schema.root, &mut memos);
    for (line, text) in edits {
        document = document.edit(line_range(&document, line), text);
        let cached_part = outcome(&document, &schema.root, &mut memos);
        let fresh = outcome(&document, &schema.root, &mut (Vec::new(), CheckMemo::default()));
        prop_assert_eq!(cached_part, fresh);
    }
    Ok(())
}

#[test]
fn an_edit_makes_the_runs_of_its_own_chunk_only() {
    let schema_text = TextDocument::new(SCHEMA, &long_map("values-schema", 0..4000));
    let schema = schema_of(&schema_text).expect("the schema is legal");
    let mut document = TextDocument::new(VALUES, &long_map("values", 0..4000));
    let mut memo = OverlayMemo::default();
    let runs = |document: &TextDocument, memo: &mut OverlayMemo| -> Vec<usize> {
        let yaml = document.stream().documents.first().expect("there is a document");
        let layer = Layer { file: VALUES, document: Above::Written(yaml), style: OverlayStyle::Template };
        let value = overlay(&schema.root.default, &[], &layer, Some(&schema.root), memo, &NoFunctions).value;
        value.kind.runs().iter().map(|run| run.as_ptr() as usize).collect()
    };
    let before = runs(&document, &mut memo);
    document = document.edit(line_range(&document, 2000), "k1664: 5");
    let after = runs(&document, &mut memo);
    assert_eq!(before.len(), after.len());
    let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
    assert!((1..=4).contains(&changed), "{changed} of {} runs were made anew", after.len());
}

#[test]
fn an_edit_merges_its_own_chunk_only() {
    let schema_text = TextDocument::new(SCHEMA, SCHEMA_TEXT);
    let schema = schema_of(&schema_text).expect("the schema is legal");
    let mut document = TextDocument::new(VALUES, &values_text(40));
    let mut memo = OverlayMemo::default();
    let items = |document: &TextDocument, memo: &mut OverlayMemo| {
        let yaml = document.stream().documents.first().expect("there is a document");
        let layer = Layer { file: VALUES, document: Above::Written(yaml), style: OverlayStyle::Template };
        let value = overlay(&schema.root.default, &[], &layer, Some(&schema.root), memo, &NoFunctions).value;
        let groups = value.mapping().and_then(|root| root.get(&crate::values::Key::String("groups".into())).cloned());
        groups.and_then(|groups| groups.sequence().cloned()).expect("there are groups")
    };
    let before = items(&document, &mut memo);
    document = document.edit(line_range(&document, 1000), "    port: 5");
    let after = items(&document, &mut memo);
    let runs = |items: &crate::values::SequenceValue| -> Vec<usize> {
        let inner = items
            .iter()
            .filter_map(|group| group.mapping()?.get(&crate::values::Key::String("servers".into()))?.sequence());
        let all = inner.flat_map(|servers| servers.runs.iter()).chain(&items.runs);
        all.map(|run| run.as_ptr() as usize).collect()
    };
    let (before, after) = (runs(&before), runs(&after));
    assert_eq!(before.len(), after.len());
    let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
    assert!((1..=8).contains(&changed), "{changed} of {} runs were merged anew", after.len());
}
