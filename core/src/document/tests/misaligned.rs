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
