//! Segments joined are one parse of the whole; edits end where a fresh reading does.

mod blank_lines;
mod corpus;
mod half_typed;
mod hidden_bytes;
mod large;
mod misaligned;
mod properties;
mod random_texts;
mod refused_values;

use std::fmt::Write;

use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::lower::lower;
use crate::yaml::{Comment, Document, Node, NodeKind, Placed, Stream};

use super::TextDocument;
use super::piece::parse_tree;

/// Every node, range, text and comment of a stream, one per line.
fn dump(documents: &[Document], dangling: &[Comment]) -> String {
    let mut out = String::new();
    for document in documents {
        writeln!(out, "document marker={:?}", document.marker).unwrap();
        dump_comments(&mut out, &document.comments, TextSize::new(0), 1);
        writeln!(out, " anchors={:?}", document.anchors).unwrap();
        dump_node(&mut out, document.root(), 1);
    }
    dump_comments(&mut out, dangling, TextSize::new(0), 0);
    out
}

fn dump_comments(out: &mut String, comments: &[Comment], base: TextSize, depth: usize) {
    for comment in comments {
        let trailing = if comment.trailing { " trailing" } else { "" };
        writeln!(out, "{:depth$}#{} {:?}{trailing}", "", comment.text, comment.range + base).unwrap();
    }
}

fn dump_node(out: &mut String, node: Placed<'_, Node>, depth: usize) {
    let range = node.range();
    if let Some(properties) = &node.properties {
        let at = |it: &Option<(smol_str::SmolStr, TextRange)>| {
            it.as_ref().map(|(name, range)| (name.clone(), *range + node.base))
        };
        writeln!(out, "{:depth$}tag={:?} anchor={:?}", "", at(&properties.tag), at(&properties.anchor)).unwrap();
    }
    match &node.get().kind {
        NodeKind::Scalar(scalar) => {
            writeln!(out, "{:depth$}{:?} {:?} {range:?}", "", scalar.style, scalar.text).unwrap();
        }
        NodeKind::Mapping(mapping) => writeln!(out, "{:depth$}{:?} mapping {range:?}", "", mapping.style).unwrap(),
        NodeKind::Sequence(sequence) => writeln!(out, "{:depth$}{:?} sequence {range:?}", "", sequence.style).unwrap(),
        other => writeln!(out, "{:depth$}{other:?} {range:?}", "").unwrap(),
    }
    for entry in node.mapping().into_iter().flat_map(Placed::entries) {
        writeln!(out, "{:depth$} entry {:?}", "", entry.range()).unwrap();
        dump_comments(out, entry.comments(), entry.base, depth + 2);
        dump_node(out, entry.key(), depth + 2);
        dump_node(out, entry.value(), depth + 2);
    }
    for item in node.sequence().into_iter().flat_map(Placed::items) {
        writeln!(out, "{:depth$} item {:?}", "", item.range()).unwrap();
        dump_comments(out, item.comments(), item.base, depth + 2);
        dump_node(out, item.value(), depth + 2);
    }
}

fn dump_stream(stream: &Stream) -> String {
    dump(&stream.documents, &stream.dangling)
}

/// One parse of the whole text; `None` if that fails.
fn dump_whole(text: &str) -> Option<String> {
    let lowered = lower(text, &parse_tree(text, 0)?);
    lowered.errors.is_empty().then(|| dump(&lowered.documents, &lowered.dangling))
}

/// The problems of a text: code, line from 0, and what they are about.
fn problems(document: &TextDocument) -> String {
    let mut out = String::new();
    for problem in &document.stream().problems {
        let range = document.resolve(problem.place).unwrap();
        let line = document.line_of(range.start());
        let token: String = document.slice(range).chars().take(20).collect();
        writeln!(out, "{}:{line} {token:?} {}", problem.code.name(), problem.message).unwrap();
    }
    out
}

#[test]
fn a_comment_may_touch_what_it_stands_behind_wherever_segments_end() {
    for text in [
        "- \"---\n\n- a: \"#  aa: 1\n- b\n",
        "- 'a\n\n- b'# c\n- d\n",
        "a: [b,\n  c]# d\ne: 1\n",
        "a: {b: c}# d\ne: 1\n",
        "a: \"b\"# c\nd: 1\n",
    ] {
        for cap in [1, 200] {
            assert_eq!(problems(&TextDocument::with_cap(FileId(0), text, cap)), "", "{text:?} in segments of {cap}");
        }
    }
}

#[test]
fn what_stands_beside_a_value_that_does_not_load_is_as_written() {
    for text in ["#@ x\u{0}y\nb: {a: b: c}\n", "#@ x\u{feff}y\r\nb: {a: b: c}\r\n"] {
        let document = TextDocument::with_cap(FileId(0), text, 1);
        let dump = dump_stream(document.stream());
        assert!(dump.contains(text.lines().next().unwrap()), "{text:?}: {dump}");
    }
}

/// Empty it would be null, and others would say that no type can be told from that.
#[test]
fn a_value_that_does_not_load_is_one_problem_and_not_empty_in_a_text_of_any_length() {
    let values = [
        "\"\\q\"",
        "\"a\" b",
        "\"a",
        "[1",
        "[1]]",
        "[a, , b]",
        "{a: 1} b",
        "{a b: c: d}",
        "a: b",
        "@x",
        "%x",
        "&",
        "*",
        "&a &b c",
        "!<a b",
        "| x",
    ];
    for (value, entries) in values.into_iter().flat_map(|value| [1, 30, 60, 100, 300].map(|entries| (value, entries))) {
        let lines: Vec<String> = (0..entries).map(|entry| format!("k{entry}: {value}\n")).collect();
        let text = lines.concat();
        for cap in [1, 200] {
            let document = TextDocument::with_cap(FileId(0), &text, cap);
            let (dump, problems) = (dump_stream(document.stream()), problems(&document));
            assert_eq!(
                dump.matches("\n  entry ").count(),
                entries,
                "{entries} of {value} in segments of {cap}: {dump}"
            );
            assert!(!dump.contains("Empty"), "{entries} of {value} in segments of {cap}: {dump}");
            assert_eq!(problems.lines().count(), entries, "{entries} of {value} in segments of {cap}: {problems}");
        }
    }
}

/// Each of these loads in ytt.
#[test]
fn the_header_of_a_block_scalar_may_stand_in_the_column_of_its_key() {
    for text in [
        "a:\n|\n  x\nb: 1\n",
        "a:\n>-\n x\n",
        "a: &x\n|2\n  x\nb:\n- c:\n  |\n    x\n- \n|\n x\n",
        "? \n|\n x\n: \n|\n y\n",
        "- a:\n  |  # c\n\n   x\n  b: 1\n",
    ] {
        let whole = TextDocument::with_cap(FileId(0), text, 200);
        for cap in [1, 2, 200] {
            let document = TextDocument::with_cap(FileId(0), text, cap);
            assert_eq!(problems(&document), "", "{text} in segments of {cap}");
            assert_eq!(dump_stream(document.stream()), dump_stream(whole.stream()), "{text} in segments of {cap}");
        }
    }
}

/// As in ytt, a tab that stands deeper than what holds a plain scalar is a part of the blanks behind it.
#[test]
fn a_tab_before_a_comment_is_refused_but_behind_a_plain_scalar() {
    for (text, count) in [
        ("a: 1\n  \t # c\n", 0),
        ("a: 1\n  \t # c\nb: 2\n", 0),
        ("a:\n  b: c\n   \t#@schema/x\n  d: 1\n", 0),
        ("text\n\t# c\n", 0),
        ("a: 1\n\t# c\nb: 2\n", 1),
        ("a: 1\n\t# c\n", 1),
        ("a: \"1\"\n  \t# c\nb: 2\n", 1),
        ("a: \"1\"\n  \t# c\n", 1),
        ("a: 1\n# c\n  \t# d\nb: 2\n", 1),
        ("a: 1 # c\n  \t# d\n", 1),
        ("a: [1,\n  \t# c\n\t2]\nb: 2\n", 0),
        ("a: 1\nb:\n  \t# c\n  - 2\n", 1),
        ("a: |\n  x\n \t# c\nb: 2\n", 1),
    ] {
        for cap in [1, 2, 200] {
            let found = problems(&TextDocument::with_cap(FileId(0), text, cap));
            assert_eq!(found.lines().count(), count, "{text:?} in segments of {cap}: {found}");
        }
    }
}

/// Each of these loads in ytt, which ends the name of an anchor or alias at a colon.
#[test]
fn a_key_may_be_an_anchor_or_an_alias_that_touches_its_colon() {
    for entry in ["&a: 1", "&a:\n    b: 1", "&a :", "*x: 1", "*x : 1", "&a b: 1", "&a 'b': 1", "!!str &a: 1", "&a:b: 1"]
    {
        for text in [
            format!("x: &x 1\n{entry}\nz: 3\n").replace("\n    ", "\n  "),
            format!("x: &x 1\ny:\n  u: 1\n  {entry}\n  z: 3\n"),
            format!("- &x 1\n- u: 1\n  {entry}\n  z: 2\n- {entry}\n  z: 2\n"),
        ] {
            let whole = TextDocument::with_cap(FileId(0), &text, 200);
            for cap in [1, 2, 200] {
                let document = TextDocument::with_cap(FileId(0), &text, cap);
                assert_eq!(problems(&document), "", "{text} in segments of {cap}");
                assert_eq!(dump_stream(document.stream()), dump_stream(whole.stream()), "{text} in segments of {cap}");
            }
        }
    }
}

/// Each of these loads in ytt.
#[test]
fn a_comment_in_brackets_may_touch_all_but_plain_text() {
    for value in [
        "[1,#]\n  2]",
        "[1,# it's\n  2]",
        "[#]\n 1]",
        "[\"a\"#]\n  ,2]",
        "['a'#]\n  ,2]",
        "[[1]#]\n ,2]",
        "[{}#]\n ,2]",
        "{a: 1,#}\n  b: 2}",
        "{#}\n a: 1}",
        "{\"a\":#}\n 1}",
        "[a #]\n ]",
        "[a#]",
        "[a#b, 1]",
    ] {
        let text = format!("before: 1\nk: {value}\nafter: 1\n");
        let whole = TextDocument::with_cap(FileId(0), &text, 200);
        for cap in [1, 2, 200] {
            let document = TextDocument::with_cap(FileId(0), &text, cap);
            assert_eq!(problems(&document), "", "{value:?} in segments of {cap}");
            assert_eq!(dump_stream(document.stream()), dump_stream(whole.stream()), "{value:?} in segments of {cap}");
        }
    }
}

#[test]
fn what_does_not_close_is_the_same_problem_wherever_segments_end() {
    for text in [
        // No end of the first bracket is found below, so that none is searched for from there on.
        "a: [1,\n  2,\n  3,\n  4\nb: {\nc: 1\n}\nd: 1\n",
        "- [1,\n  2,\n  3,\n  4\n- {a:\n- c\n  }\n- d\n",
    ] {
        let whole = problems(&TextDocument::with_cap(FileId(0), text, 200));
        assert!(!whole.is_empty(), "{text:?}");
        for cap in 1..10 {
            let cut = problems(&TextDocument::with_cap(FileId(0), text, cap));
            assert_eq!(cut, whole, "{text:?} in segments of {cap}");
        }
    }
}

#[test]
fn an_open_quote_leaves_those_of_the_other_kind_and_brackets_closed() {
    for (text, open) in [
        ("a: \"b\nc: 'd\n  e'\nf: [1,\n  2]\n", "\"\\\"b\""),
        ("a: 'b\nc: \"d\n  e\"\nf: {g: 1,\n  h: 2}\n", "\"'b\""),
        ("a: [b\nc: 'd\n  e'\nf: \"g\n  h\"\n", "\"[b\""),
    ] {
        for cap in [1, 200] {
            let problems = problems(&TextDocument::with_cap(FileId(0), text, cap));
            assert!(problems.starts_with(&format!("syntax-error:0 {open} ")), "{text:?}: {problems}");
            assert_eq!(problems.lines().count(), 1, "{text:?}: {problems}");
        }
    }
}

#[test]
fn nesting_of_any_kind_and_depth_is_refused_once_and_costs_nothing_else() {
    let nested_keys = (0..3000).map(|depth| " ".repeat(depth) + "k:\n").collect();
    let kinds = [
        ("dashes", "- ".repeat(100_000)),
        ("questions", "? ".repeat(100_000)),
        ("open brackets", "[".repeat(100_000)),
        ("open braces", "{".repeat(100_000)),
        ("open braces with keys", "{a: ".repeat(100_000)),
        ("brackets", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))),
        ("braces", format!("{}{}", "{a: ".repeat(100_000), "}".repeat(100_000))),
        ("dashes and keys", "- a:\n".to_owned()),
        ("300 dashes", format!("{}x", "- ".repeat(300))),
        ("300 questions", format!("{}x", "? ".repeat(300))),
        ("300 brackets", format!("{}{}", "[".repeat(300), "]".repeat(300))),
        ("explicit", "? - ".repeat(300)),
        ("colons", ": ".repeat(300)),
        ("keys", nested_keys),
    ];
    let mut failures = Vec::new();
    for (name, deep) in kinds {
        let indented = format!("  {}\n", deep.trim_end().replace('\n', "\n  "));
        for text in [
            format!("above: 1\ndeep:\n{indented}below: 2\n"),
            format!("above: 1\ndeep:\n  inner: {deep}\nbelow: 2\n"),
            format!("--- {deep}\n---\nabove: 1\nbelow: 2\n"),
            format!("{deep}\n---\nabove: 1\nbelow: 2\n"),
        ] {
            let document = TextDocument::new(FileId(0), &text);
            let dump = dump_stream(document.stream());
            let kept = dump.contains("\"above\"") && dump.contains("\"below\"");
            let found = &document.stream().problems;
            let deeps = found.iter().filter(|it| it.code.name() == "too-deep").count();
            // `inner: k:` with lines below is wrong in itself.
            if !kept || deeps > 1 || found.len() > 3 {
                let head: String = text.chars().take(60).collect();
                failures.push(format!("{name} {head:?}: kept={kept}\n{}", problems(&document)));
            }
            let edited = document.edit(TextRange::empty(TextSize::new(0)), "# x\n");
            drop((document, edited));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
