//! Linked editing: an anchor and its aliases, which change together while one of them is typed.
//!
//! Only where that is never wrong: within a document, and for a name that is given once. Names of code and of schemas
//! reach into other files; they are renamed.

use crate::analysis::Analysis;
use crate::ide::cursor::{Cursor, CursorTarget, Touched};
use crate::ide::symbol::anchor;
use crate::text::{FileId, TextRange, TextSize};

/// What may stand in such a name, as a regular expression of JavaScript.
pub const WORD_PATTERN: &str = r"[^\s\[\]{},]+";

/// The ranges that hold the same name as the one at an offset, that one included; none if it stands alone.
pub fn linked_editing_ranges(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<TextRange> {
    let anchor = Cursor::at(analysis, file, offset).and_then(|cursor| match &cursor.target {
        CursorTarget::Anchor(range) | CursorTarget::Alias(Touched { range, .. }) => anchor::symbol(&cursor, *range),
        _ => None,
    });
    let Some(anchor) = anchor else { return Vec::new() };
    let is_given_once = anchor.taken.iter().filter(|name| **name == anchor.name).count() == 1;
    let ranges: Vec<TextRange> = anchor.occurrences.iter().map(|occurrence| occurrence.range).collect();
    if anchor.fixed.is_none() && is_given_once && ranges.len() > 1 { ranges } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::test_support::{Fixture, cursor, mark_ranges};

    #[track_caller]
    fn check(fixture: &str, expected: &Expect) {
        let cursor = cursor(fixture);
        let ranges = linked_editing_ranges(&cursor.analysis, cursor.file, cursor.offset);
        let text = &Fixture::parse(fixture).files[0].text;
        let marks: Vec<_> = ranges.into_iter().map(|range| (range, "linked".to_owned())).collect();
        expected.assert_eq(&mark_ranges(text, &marks));
    }

    #[test]
    fn an_anchor_and_its_aliases_are_linked() {
        check(
            "a: &ba$0se {x: 1}\nb: *base\nc: [*base]\n---\nd: *base\n",
            &expect![[r#"
            a: &base {x: 1}
            #   ^^^^ linked
            b: *base
            #   ^^^^ linked
            c: [*base]
            #    ^^^^ linked
            ---
            d: *base
        "#]],
        );
        check(
            "a: &base 1\nb: *base$0\n",
            &expect![[r#"
            a: &base 1
            #   ^^^^ linked
            b: *base
            #   ^^^^ linked
        "#]],
        );
    }

    #[test]
    fn nothing_is_linked_where_it_could_be_wrong() {
        check(
            "a: &base$0 1\nb: *base\nc: &base 2\nd: *base\n",
            &expect![[r#"
            a: &base 1
            b: *base
            c: &base 2
            d: *base
        "#]],
        );
        check(
            "a: &base$0 1\n",
            &expect![[r#"
            a: &base 1
        "#]],
        );
        check(
            "a: *base$0\nb: *base\n",
            &expect![[r#"
            a: *base
            b: *base
        "#]],
        );
        check(
            "a: base$0\nb: base\n",
            &expect![[r#"
            a: base
            b: base
        "#]],
        );
    }
}
