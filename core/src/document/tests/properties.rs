//! Properties over generated texts and edits.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;

use super::{TextDocument, dump_stream, dump_whole, problems};
use crate::text::{FileId, SegmentId, TextRange, TextSize};
use crate::yaml::syntax::{DocumentsExtent, refusal};

/// A block of lines, without the indentation of what is around it.
fn indented(text: &str, by: usize) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{:by$}{line}\n", "") }).collect()
}

/// What may stand behind a key or a dash on its line, sometimes with lines below.
fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-z]{1,6}",
        2 => "[a-z]{1,4} [a-z]{1,4}\n    [a-z]{1,4} - x",
        2 => "\"[a-z :#-]{0,6}\"",
        1 => "\"[a-z]{1,3}\n\n     [a-z]{1,3}\"",
        1 => "'[a-z]{0,4}''[a-z: ]{0,4}'",
        1 => Just("[1, {a: b}, \"]\"]".to_owned()),
        1 => Just("[1, # one\n   2]".to_owned()),
        1 => Just("{a: 1,\n   b: [x]\n  }".to_owned()),
        1 => Just("|\n    text: 1\n\n    - more\n".to_owned()),
        1 => Just(">-\n     folded\n     # text\n".to_owned()),
        1 => Just("|2+\n     kept\n\n".to_owned()),
        1 => Just("!!str 5".to_owned()),
        1 => Just("&anchor value".to_owned()),
        1 => Just("*anchor".to_owned()),
        1 => Just(String::new()),
        1 => Just("x # trailing".to_owned()),
        2 => flow(),
        1 => ("\n   *", flow()).prop_map(|(above, flow)| above + &flow),
    ]
}

/// A flow collection, now and then too large for one segment.
fn flow() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => "[a-z]{1,8}",
        2 => "\"[a-z ,:#?{\\[\\]]{0,16}\"",
        1 => "'[a-z ,}]{0,6}''[a-z]{0,3}'",
        1 => "[a-z]{1,3}\"?:[a-z]{1,3}\"?",
        1 => "&[a-z] [a-z]{1,3}",
        1 => Just("!!str 5".to_owned()),
        1 => Just("*anchor".to_owned()),
        1 => Just("a\n b".to_owned()),
    ];
    let comma = || prop::sample::select(vec![", ", ",", ",\n      ", ",\n", " ,  ", ", # c\n     "]);
    let commas = prop_oneof![9 => (0..5_usize).prop_map(|at| [", ", ",", ",\n      ", ",\n", " , "][at]), 1 => comma()];
    let end = prop::sample::select(vec!["", "", " ", "\n    ", "\n", ",", ", "]);
    leaf.prop_recursive(4, 60, 8, move |inner| {
        let colon = prop::sample::select(vec![": ", ": ", " : ", ":\n      ", ": &x ", ": !t "]);
        let key = prop_oneof![
            4 => ("[a-z]{1,4}", colon.clone()).prop_map(|(key, colon)| key + colon),
            4 => ("\"[a-z ]{1,4}\"", prop_oneof![Just(":"), colon]).prop_map(|(key, colon)| key + colon),
            1 => Just("[a, b]: ".to_owned()),
        ];
        let entry = prop_oneof![
            8 => (key, inner.clone()).prop_map(|(key, value)| key + &value),
            1 => "[a-z]{1,4}",
        ];
        let parts = |parts: Vec<String>, comma: &str, end: &str| {
            let end = if parts.is_empty() { end.trim_start_matches(',') } else { end };
            format!("{}{end}", parts.join(comma))
        };
        let item = prop_oneof![8 => inner, 1 => entry.clone()];
        prop_oneof![
            (prop::collection::vec(item, 0..9), commas.clone(), end.clone())
                .prop_map(move |(items, comma, end)| format!("[{}]", parts(items, comma, end))),
            (prop::collection::vec(entry, 0..9), commas.clone(), end.clone())
                .prop_map(move |(entries, comma, end)| format!("{{{}}}", parts(entries, comma, end))),
        ]
    })
}

fn comment() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => Just(String::new()),
        1 => Just("#@schema/nullable\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("   # odd\n\n".to_owned()),
    ]
}

/// A block collection or a scalar, to stand below a key.
fn block() -> impl Strategy<Value = String> {
    let leaf =
        (comment(), "[a-z]{1,3}", scalar()).prop_map(|(comment, key, scalar)| format!("{comment}{key}: {scalar}\n"));
    leaf.prop_recursive(5, 60, 6, |inner| {
        let entry = (
            comment(),
            "[a-z]{1,3}",
            inner.clone(),
            prop_oneof![Just(String::new()), Just(" # c".to_owned()), Just(" &a".to_owned())],
        )
            .prop_map(|(comment, key, inner, after)| format!("{comment}{key}:{after}\n{}", indented(&inner, 2)));
        let leaf = (comment(), "[a-z]{1,3}", scalar())
            .prop_map(|(comment, key, scalar)| format!("{comment}{key}: {scalar}\n"));
        let item =
            (comment(), inner.clone()).prop_map(|(comment, inner)| format!("{comment}-\n{}", indented(&inner, 2)));
        let compact = (comment(), "[a-z]{1,3}", scalar(), "[a-z]{1,3}").prop_map(|(comment, key, value, other)| {
            format!("{comment}- {}", indented(&format!("{key}: {value}\n{other}: 1\n"), 2).trim_start())
        });
        let flat = scalar().prop_map(|scalar| format!("- {scalar}\n"));
        prop_oneof![
            3 => prop::collection::vec(prop_oneof![entry, leaf], 1..6).prop_map(|it| it.concat()),
            2 => prop::collection::vec(prop_oneof![item, compact, flat], 1..6).prop_map(|it| it.concat()),
        ]
    })
}

fn text() -> impl Strategy<Value = String> {
    let document = prop_oneof![Just(String::new()), Just("---\n".to_owned()), Just("#@data/values\n---\n".to_owned())];
    let more = prop::collection::vec(("(|#@ x\n|%TAG ! a,b\n|\\.\\.\\.\n)---( # c|)\n", block()), 0..3);
    let first =
        prop_oneof![8 => block(), 1 => (comment(), flow()).prop_map(|(above, flow)| format!("{above}{flow}\n"))];
    (document, first, more, comment()).prop_map(|(marker, first, more, last)| {
        let more: String = more.into_iter().map(|(marker, block)| marker + &block).collect();
        format!("{marker}{first}{more}{last}")
    })
}

/// Something that one may type or paste.
fn typed() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{1,3}",
        2 => Just(" ".to_owned()),
        2 => Just("\n".to_owned()),
        2 => Just(": ".to_owned()),
        2 => Just("  key: value\n".to_owned()),
        2 => Just("- ".to_owned()),
        1 => prop::sample::select(vec!["\"", "'", "[", "]", "{", "}", "|", ">", "#", "&", "*", "!", "%", "@", "`", "?", ",", "\t"]).prop_map(str::to_owned),
        1 => Just("---\n".to_owned()),
        1 => Just("%TAG ! a,b\n".to_owned()),
        1 => Just("...\n".to_owned()),
        1 => Just("\r\n".to_owned()),
        1 => Just("\u{feff}".to_owned()),
        1 => Just("é\u{7}\u{0}".to_owned()),
        2 => block(),
    ]
}

/// Failing cases are printed; they become tests by hand.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

type ArbitraryEdit = (Index, usize, String);

fn edit() -> impl Strategy<Value = ArbitraryEdit> {
    (
        any::<Index>(),
        prop_oneof![3 => Just(0_usize), 2 => 1..4_usize, 1 => 1..60_usize],
        prop_oneof![1 => Just(String::new()), 3 => typed()],
    )
}

fn apply(document: &TextDocument, (at, length, insert): &ArbitraryEdit) -> TextDocument {
    let start = at.index(document.len() + 1);
    let range = TextRange::new(TextSize::new(start as u32), TextSize::new((start + length).min(document.len()) as u32));
    document.edit(range, insert)
}

/// After each edit of a text, what is read of it is what a fresh reading gives.
fn compare_edits(text: &str, edits: &[ArbitraryEdit], cap: usize) -> Result<(), TestCaseError> {
    let mut document = TextDocument::with_cap(FileId(0), text, cap);
    for edit in edits {
        let before = document.rope().to_string();
        document = apply(&document, edit);
        let text = document.rope().to_string();
        let fresh = TextDocument::with_cap(FileId(0), &text, cap);
        let shown = format!("of {before:?} edited to {text:?}");
        prop_assert_eq!(problems(&document), problems(&fresh), "problems {}", shown);
        prop_assert_eq!(document.stream().is_template, fresh.stream().is_template, "template {}", shown);
        prop_assert_eq!(dump_stream(document.stream()), dump_stream(fresh.stream()), "nodes {}", shown);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn segments_join_to_one_parse_of_the_whole(text in text(), cap in prop::sample::select(vec![1_usize, 3, 10, 200])) {
        if let Some(whole) = dump_whole(&text).filter(|_| refusal(&text, DocumentsExtent::Documents).is_none()) {
            let document = TextDocument::with_cap(FileId(0), &text, cap);
            prop_assert_eq!(problems(&document), "");
            prop_assert_eq!(dump_stream(document.stream()), whole, "\n{}", text);
        }
    }

    #[test]
    fn edits_end_where_a_fresh_reading_does(text in prop_oneof![text(), broken()], edits in prop::collection::vec(edit(), 1..12), cap in prop::sample::select(vec![1_usize, 3, 10, 200])) {
        compare_edits(&text, &edits, cap)?;
    }

    #[test]
    fn edits_of_flow_collections_end_where_a_fresh_reading_does(
        flow in flow(),
        around in prop::sample::select(vec![("", "\n"), ("a: ", "\nb: 1\n"), ("- k:\n    ", "\n- x\n"), ("#@data/values\n---\n", "")]),
        edits in prop::collection::vec(edit(), 1..12),
        cap in prop::sample::select(vec![1_usize, 3]),
    ) {
        compare_edits(&format!("{}{flow}{}", around.0, around.1), &edits, cap)?;
    }

    #[test]
    fn what_an_edit_does_not_touch_keeps_its_segment(keys in 300..600_usize, at in any::<Index>()) {
        let lines: Vec<String> = (0..keys).map(|key| format!("key{key}: value{key}\n")).collect();
        let text = lines.concat();
        let document = TextDocument::new(FileId(0), &text);
        let line = at.index(keys);
        let offset = text.find(&format!("key{line}: ")).unwrap() + format!("key{line}: ").len();
        let edited = document.edit(TextRange::empty(TextSize::new(offset as u32)), "x");
        let ids = |document: &TextDocument| document.slots.iter().map(|slot| slot.segment.id).collect::<BTreeSet<SegmentId>>();
        let (before, after) = (ids(&document), ids(&edited));
        prop_assert_eq!(before.difference(&after).count(), 1);
        prop_assert_eq!(after.difference(&before).count(), 1);
        prop_assert_eq!(dump_stream(edited.stream()), dump_stream(TextDocument::new(FileId(0), &edited.rope().to_string()).stream()));
    }

    #[test]
    fn no_text_is_too_strange(pieces in prop::collection::vec((soup(), 1..4_usize), 1..40), edits in prop::collection::vec(edit(), 0..3)) {
        let text: String = pieces.iter().map(|(piece, times)| piece.repeat(*times)).collect();
        let mut document = TextDocument::with_cap(FileId(0), &text, 5);
        for edit in &edits {
            document = apply(&document, edit);
        }
        problems(&document);
        dump_stream(document.stream());
    }
}

/// Texts of which some lines are half typed.
fn broken() -> impl Strategy<Value = String> {
    (text(), prop::collection::vec((any::<Index>(), 0..3_usize, soup()), 0..4)).prop_map(|(mut text, breaks)| {
        for (at, length, insert) in breaks {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(end) && insert.len() < 100 {
                text.replace_range(at..end, &insert);
            }
        }
        text
    })
}

/// What YAML is made of, without sense.
fn soup() -> impl Strategy<Value = String> {
    let words = vec![
        " ",
        "  ",
        "\n",
        "\n",
        "- ",
        "? ",
        ": ",
        "a",
        "b: ",
        "c:\n",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\"",
        "'",
        "|\n",
        ">-\n",
        "#",
        " # x\n",
        "#@ y\n",
        "&a ",
        "*a",
        "!t ",
        "%d\n",
        "%TAG ! a,b\n",
        "@",
        "\t",
        "\n---\n",
        "\n...\n",
        "\r\n",
        "\r",
        "\u{7}",
        "\0",
        "é",
        "\u{feff}",
        "\u{85}",
    ];
    let many = prop::sample::select(vec![
        "- ", "? ", ": ", "[", "{", "{a: ", "- a: ", "? - ", " ", "*a : ", "\"", "&a ", "!t ", "- - x\n", "a: [\n",
    ]);
    prop_oneof![40 => prop::sample::select(words).prop_map(str::to_owned), 1 => many.prop_map(|it| it.repeat(300))]
}
