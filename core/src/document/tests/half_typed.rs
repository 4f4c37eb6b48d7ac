//! Half-typed lines: they may cost themselves, and nothing else.

use std::ops::Range;

use super::{TextDocument, dump_stream};
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::Stream;

/// The keys of every entry and the texts of every comment, with the text of scalar values, in order of their lines.
fn facts(stream: &Stream, text: &str) -> Vec<(usize, String)> {
    let dump = dump_stream(stream);
    let mut facts = Vec::new();
    for line in dump.lines() {
        let Some((what, range)) = line.trim().rsplit_once(' ') else { continue };
        let Some((start, _)) = range.split_once("..") else { continue };
        let Ok(start) = start.parse::<usize>() else { continue };
        if what.starts_with('#') || what.starts_with("Plain") || what.ends_with('"') {
            facts.push((text[..start].matches('\n').count(), what.to_owned()));
        }
    }
    facts
}

/// What an edit costs besides the lines that it touches: lost facts, or an end elsewhere than a fresh reading's.
pub(super) fn costs(text: &str, range: Range<usize>, insert: &str, cap: usize) -> Option<String> {
    let text_range = TextRange::new(TextSize::new(range.start as u32), TextSize::new(range.end as u32));
    let before = TextDocument::with_cap(FileId(0), text, cap);
    let changed = before.edit(text_range, insert);
    let edited = changed.rope().to_string();
    let fresh = TextDocument::with_cap(FileId(0), &edited, cap);
    if dump_stream(changed.stream()) != dump_stream(fresh.stream()) {
        return Some("the edit ends elsewhere than a fresh reading".to_owned());
    }
    let breaks = |text: &str| text.matches('\n').count();
    let first = breaks(&text[..range.start]);
    let is_line = insert.ends_with('\n') && range.is_empty();
    let last = first + breaks(&text[range.clone()]);
    let touched = if is_line { first..first } else { first..last + 1 };
    let kept = facts(changed.stream(), &edited);
    let mut missing = facts(before.stream(), text);
    missing.retain(|(line, fact)| {
        let moved = if *line < touched.end.max(first) { *line } else { line + breaks(insert) - (last - first) };
        !touched.contains(line) && !kept.contains(&(moved, fact.clone()))
    });
    (!missing.is_empty()).then(|| format!("line {first} costs {missing:?}"))
}

const TEXT: &str = "\
#@data/values
---
#@schema/desc \"The app\"
app:
  name: \"demo\"
  enabled: true
  labels:
    #@schema/nullable
    tier: backend
    team: core  #@ note
  ports:
  - name: http
    port: 8080
  #! the other
  - name: https
    port: 8443
  args: [one, two]
  notes: |
    free text
      indented
  limits: {cpu: 1, memory: 2}
plain:
- a
- b
---
second:
    wide: 1
    wider:
        inner: 'x'
    last: 2
";

/// Lines that one may be in the middle of typing, to stand at a line's own indentation or at column 0.
const LINES: [&str; 26] = [
    "foo",
    "foo bar",
    "a:b",
    "a: b: c",
    "a: @x",
    "a: `x",
    "a: %x",
    "a: *",
    "a: &",
    "a: }",
    "a: ]",
    "a: ,",
    "a: | x",
    "a: \"open",
    "a: 'open",
    "a: [b, ",
    "a: {b: ",
    "a: {b",
    "a: &x &y z",
    "a: - b",
    "a: \"b\" c",
    "--",
    "%FOO x",
    "@x",
    "}",
    "*",
];

#[test]
fn a_new_line_that_is_half_typed_costs_nothing() {
    let mut failures = Vec::new();
    let mut offset = 0;
    for line in TEXT.lines().skip(2) {
        let start = offset + TEXT.lines().take(2).map(|line| line.len() + 1).sum::<usize>();
        offset += line.len() + 1;
        let indent = line.len() - line.trim_start().len();
        let is_inside_text = line.contains("free text") || line.contains("indented");
        if is_inside_text || line == "---" {
            continue;
        }
        for typed in LINES {
            // A whole key at another column is another structure.
            let columns = if typed.starts_with("a: ") { vec![indent] } else { vec![indent, 0] };
            for by in columns {
                for cap in [3, 100] {
                    let insert = format!("{:by$}{typed}\n", "");
                    let costs = costs(TEXT, start..start, &insert, cap);
                    failures.extend(costs.map(|costs| format!("{insert:?} before {line:?} cap {cap}: {costs}")));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_value_that_is_half_typed_costs_nothing_but_its_line() {
    let values = [
        "@x", "`x", "%x", "*", "&", "!", "| x", "> x", "}", "]", ",", "x: y", "\"open", "'open", "[", "{", "[a, ",
        "{a: ", "{a: [", "&a &b c", "(@= x @)", "- x", "\u{7}x", "\"a\" b", "[a] b", "? x", ": x",
    ];
    let mut failures = Vec::new();
    let mut start = 0;
    for line in TEXT.lines() {
        let value = line.find(": ").map(|at| at + 2).filter(|_| !line.contains('#') && !line.ends_with('|'));
        if let Some(at) = value {
            for typed in values {
                for cap in [3, 100] {
                    let costs = costs(TEXT, start + at..start + line.len(), typed, cap);
                    failures.extend(costs.map(|costs| format!("{typed:?} in {line:?} cap {cap}: {costs}")));
                }
            }
        }
        start += line.len() + 1;
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_line_that_is_indented_wrongly_costs_nothing() {
    let mut failures = Vec::new();
    let mut start = 0;
    for line in TEXT.lines() {
        let is_entry =
            line.starts_with(' ') && !line.contains("text") && !line.contains("indented") && !line.contains('#');
        if is_entry {
            for (range, insert) in
                [(start..start, " "), (start..start + 1, ""), (start..start, "\t"), (start..start + 2, "\t")]
            {
                for cap in [3, 100] {
                    let costs = costs(TEXT, range.clone(), insert, cap);
                    failures.extend(costs.map(|costs| format!("{insert:?} {range:?} at {line:?} cap {cap}: {costs}")));
                }
            }
        }
        start += line.len() + 1;
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// What stands below two dashes decides whether they are text or meant to be three.
#[test]
fn two_dashes_are_text_above_what_can_go_on_with_it() {
    for (below, is_text) in [
        ("- a\n", true),
        ("- - >\n    f\n C  f\n", true),
        ("- |\n  x\n- y\n---\nb: 1\n", true),
        ("- a\n...\n", true),
        ("a: 1\n", false),
        ("- a: 1\n", false),
        ("- a\n- b: 1\n", false),
        ("# c\n- a\n", false),
        ("- a # c\n- b\n", false),
    ] {
        let document = TextDocument::new(FileId(0), &format!("--\n{below}"));
        let root = document.stream().documents[0].root();
        assert_eq!(root.scalar().is_some_and(|scalar| scalar.text.starts_with("-- -")), is_text, "{below}");
        assert_eq!(document.stream().problems.is_empty(), is_text, "{below}: {:?}", document.stream().problems);
    }
}

#[test]
fn what_stands_above_an_entry_does_not_indent_it() {
    // A carriage return alone ends a line.
    let document = TextDocument::new(FileId(0), "---\n  k: 1\nx: y\ra: b\n  ---");
    let places = document.stream().problems.iter().filter_map(|problem| document.resolve(problem.place));
    assert_eq!(places.map(|range| usize::from(range.start())).collect::<Vec<_>>(), [11]);
}
