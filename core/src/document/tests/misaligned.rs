//! Lines that stand where nothing is open: what an edit makes of them is what a fresh reading would.

use super::{TextDocument, dump_stream, problems};
use crate::text::{FileId, TextRange, TextSize};

const SERVICE: &str = "service:
  name: a
  labels:
    app: d
    tier: b
  ports:
  - name: http
    port: 80
  - name: x
    port: 1
  key: 'v'
";

/// Edits the text at the start and in the middle of every line, with segments of several sizes.
#[track_caller]
fn check(from: &str, to: &str, insert: &str) {
    let text = SERVICE.repeat(2) + &SERVICE.replace(from, to) + SERVICE;
    for cap in [3, 10, 200] {
        let document = TextDocument::with_cap(FileId(0), &text, cap);
        for (start, line) in text.match_indices('\n').map(|(at, _)| at + 1).zip(text.lines().skip(1)) {
            for at in [start, start + line.len() / 2] {
                let edited = document.edit(TextRange::empty(TextSize::new(at as u32)), insert);
                let fresh = TextDocument::with_cap(FileId(0), &edited.rope().to_string(), cap);
                assert_eq!(problems(&edited), problems(&fresh), "cap {cap}, edited at {at}:\n{text}");
                assert_eq!(dump_stream(edited.stream()), dump_stream(fresh.stream()), "cap {cap}, edited at {at}");
            }
        }
    }
}

#[test]
fn a_line_that_is_indented_wrongly_stays_so_whatever_is_edited_around_it() {
    for insert in ["", "x", "x\n"] {
        check("  name: a\n", "    name: a\n", insert);
        check("  - name: x\n", "-   - name: x\n", insert);
        check("  labels:\n", " labels:\n", insert);
        check("    port: 80\n", "   port: 80\n", insert);
    }
}

#[test]
fn a_stray_line_stays_so_whatever_is_edited_around_it() {
    for insert in ["", "x", "x\n"] {
        check("  labels:\n", "  labels\n", insert);
        check("  ports:\n", "  - ports:\n", insert);
        check("  - name: x\n", "  key: x\n", insert);
    }
}

#[test]
fn what_is_half_typed_is_read_as_afresh() {
    let cases = [
        // A document that stands behind one that cannot be read.
        ("- t\n#@x y\ns\n---\nt: 1\n", 18, "@"),
        // A bracket that hides how later ones end, above the edit.
        ("aa: # c\n [\n\n  a: {a: 1,\n     b: [x]\n    }\na:\n\n  a: [1, 2]\n", 47, ""),
        // Text before `...`, and content behind that without a marker.
        ("a: 1\n    a\n...\na: 1\n  -\n    a: a\n", 15, "b"),
        // An item with a key beside it where neither can stand.
        ("a:\n  - b\n- a: ''\n  a: 1\n- a: c\n", 11, " "),
        // A line that cannot stand there above a collection in brackets, and another one below it.
        (" -\n a\n  [      \" aa\":[aaaaaaaa,a\n     b,aaaaaa,\"[]\", ],\n          *anchor]\n ]", 76, ""),
        // Comments inside of a value, which are about the next key.
        ("a: {b: 1,\n#   c\n  }\n#@schema/nullable\nd:\n  a: \"\n", 43, " e: 1\n"),
    ];
    for (text, at, insert) in cases {
        for cap in [1, 3, 10, 200] {
            let edited = TextDocument::with_cap(FileId(0), text, cap).edit(TextRange::empty(TextSize::new(at)), insert);
            let fresh = TextDocument::with_cap(FileId(0), &edited.rope().to_string(), cap);
            assert_eq!(problems(&edited), problems(&fresh), "cap {cap}: {text}");
            assert_eq!(dump_stream(edited.stream()), dump_stream(fresh.stream()), "cap {cap}: {text}");
        }
    }
}

/// Within a text, a byte order mark is what it is wherever segments are cut.
#[test]
fn a_byte_order_mark_at_the_start_of_a_line_is_read_as_afresh() {
    let text = "-\n--a: # c\n  aa: aaa\na:\n  - |2+\n       kept\n\n\n  -\n    a: |\n        text: 1\n\n        -      - more\n\na: >-\n     folded\n     # text\n\n";
    for (at, _) in text.match_indices('\n') {
        for cap in [1, 3, 10, 200] {
            let document = TextDocument::with_cap(FileId(0), text, cap);
            let edited = document.edit(TextRange::empty(TextSize::new(at as u32 + 1)), "\u{feff}");
            let fresh = TextDocument::with_cap(FileId(0), &edited.rope().to_string(), cap);
            assert_eq!(problems(&edited), problems(&fresh), "cap {cap}, edited at {at}");
            assert_eq!(dump_stream(edited.stream()), dump_stream(fresh.stream()), "cap {cap}, edited at {at}");
        }
    }
}
