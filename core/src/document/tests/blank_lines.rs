//! Tabs on lines without content. Which of them ytt refuses is recorded from it.

use super::TextDocument;
use crate::text::FileId;

const REFUSED: [&str; 18] = [
    "a: b\n\t\n",
    "a: \"b\"\n\t\n",
    "a: \"b\"\n  \t\n",
    "a: b # c\n\t\n",
    "a: b # c\n  \t\nd: e\n",
    "a:\n\t\n",
    "a:\n  \t\n",
    "a:\n  b: c\n \t\nd: e\n",
    "a: {b: 1}\n\t\n",
    "a: &x\n\t\n",
    "a:\n- b\n\t\n# c\n",
    "- a\n\t\n- b\n",
    "a: b\n\t\n---\nc: d\n",
    "a: b\n...\n\t\n",
    "---\n\t\n",
    "# c\n\t\n",
    "\t\na: b\n",
    "\t\n",
];

const LOADED: [&str; 8] = [
    "a\n\t\n",
    "a: b\n  \t\n",
    "a: b\n \t \nc: d\n",
    "a:\n  b\n  \t\nc: 1\n",
    "- a\n- b\n \t\n",
    "a: |\n  b\n  \t\nc: d\n",
    "a: \"b\n\t\n  c\"\n",
    "a: b\n  c\n  \t\n  d\n",
];

/// The lines of its problems, from 0, whatever stands above a text and wherever it is cut.
#[track_caller]
fn check(text: &str, is_refused: bool) {
    for above in ["", "k: v\nl: \"w\"\n---\n"] {
        let text = format!("{above}{text}");
        let tab = text.lines().position(|line| line.contains('\t')).filter(|_| is_refused);
        for cap in [1, 3, 200] {
            let document = TextDocument::with_cap(FileId(0), &text, cap);
            let places = document.stream().problems.iter().filter_map(|problem| document.resolve(problem.place));
            let lines: Vec<_> = places.map(|range| document.line_of(range.start()) as usize).collect();
            assert_eq!(lines, Vec::from_iter(tab), "cap {cap}: {text:?}");
        }
    }
}

#[test]
fn a_tab_alone_is_refused_where_no_text_goes_on_over_it() {
    for text in REFUSED {
        check(text, true);
    }
    for text in LOADED {
        check(text, false);
    }
}
