//! A text has a problem if ytt refuses it, and none if it loads, wherever it is cut.

use super::{FileId, TextDocument, problems};
use crate::yaml::compose::{self, ComposeMemo};
use crate::yaml::syntax::{DocumentsExtent, refusal};

/// What texts are made of.
const PARTS: [&str; 46] = [
    "a", "b: ", "c:", "\n", "\n", "\n", "\n  ", "\n  ", "\n    ", " ", "- ", "-", "? ", ": ", "&x ", "&x", "*x", "*x ",
    "!t ", "!!str ", "\"q\"", "'q'", "\"", "'", "[", "]", "{", "}", ", ", ",", "|\n", ">-\n", "|", "#c", " #c",
    "---\n", "--- ", "...\n", "%", "@", "é", "1", "x y", "\t", "<<: ", "''",
];

/// The same texts in every run.
fn texts(count: usize) -> impl Iterator<Item = String> {
    let mut state = 1_u64;
    let mut below = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    (0..count).map(move |_| (0..3 + below(14)).map(|_| PARTS[below(PARTS.len())]).collect::<String>() + "\n")
}

/// Says whether ytt loads a text.
fn assert_agrees(text: &str) -> bool {
    let refused = refusal(text, DocumentsExtent::Documents);
    for cap in [1, 200] {
        let document = TextDocument::with_cap(FileId(0), text, cap);
        let found = problems(&document);
        if refused.is_none() {
            assert_eq!(found, "", "{text:?} in segments of {cap}");
        } else {
            let of_nodes = compose::check(FileId(0), document.stream(), &mut ComposeMemo::default());
            assert!(!found.is_empty() || !of_nodes.is_empty(), "{text:?} in segments of {cap}");
        }
    }
    refused.is_none()
}

#[test]
fn what_ytt_refuses_has_a_problem_and_what_loads_has_none() {
    let loaded = texts(5_000).filter(|text| assert_agrees(text)).count();
    assert!(loaded > 500, "{loaded}");
}

/// What stands above a marker belongs to the document above, be it a document by itself.
#[test]
fn what_stands_above_a_marker_is_judged_with_the_document_above() {
    let above =
        ["", "a: 1\n", "a:\n", "- a\n", "a:\n  b: 1\n", "a:\n  b:\n", "? a\n", "x\n", "'q'\n", "[x]\n", "...\n"];
    let lines = [
        "",
        "!x",
        "&x",
        "!x &y",
        "!x !y",
        "x",
        "'q'",
        "[x]",
        "{",
        "\"",
        "*x",
        "|",
        "?",
        "-",
        "x #c",
        "!x #c",
        "%A b",
        "%YAML 1.1",
        "%TAG ! a,b",
        "--",
        "@",
    ];
    let markers = ["", "---\n", "--- b\n", "---\nb: 1\n", "...\n", "...\nb: 1\n", "...\n---\nb: 1\n"];
    let mut loaded = 0;
    for above in above {
        for (line, indent) in lines.iter().flat_map(|line| ["", "  ", "    "].map(|indent| (line, indent))) {
            for (behind, marker) in
                markers.iter().flat_map(|marker| ["\n", "\n\n", "\n# c\n"].map(|behind| (behind, marker)))
            {
                loaded += usize::from(assert_agrees(&format!("{above}{indent}{line}{behind}{marker}")));
            }
        }
    }
    assert!(loaded > 2_000, "{loaded}");
}
