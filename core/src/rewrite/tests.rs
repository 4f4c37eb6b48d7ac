//! Documents before and after a change.

use expect_test::{Expect, expect};

use super::*;
use crate::text::FileId;

/// What a change makes of a document.
fn check(source: &str, change: impl FnOnce(&mut RewriteTree<'_>), expected: Expect) {
    let text = TextDocument::new(FileId::NONE, source);
    let document = &text.stream().documents[0];
    let (range, mut tree) = RewriteTree::of_document(&text, document).unwrap();
    change(&mut tree);
    let mut after = source.to_owned();
    after.replace_range(std::ops::Range::<usize>::from(range), &tree.to_document());
    expected.assert_eq(&after);
}

/// Takes everything apart.
fn open(tree: &mut RewriteTree<'_>) {
    if tree.is_map() {
        tree.fields().into_iter().flatten().for_each(|field| open(&mut field.value));
    } else if tree.is_list() {
        tree.elements().into_iter().flatten().for_each(|element| open(&mut element.value));
    }
}

const ALL: &str = "\
# head
---
# first
a: 1 # one

b:   # behind
  # higher
    # above
      # deeper
    c: [1, 2]   # list
    d: {e: f}

    \"g\": |
        text
          more

        end
h:
- i: 1
  j:
    - k
    -   l: 1
        m: 2
# two
-
  # three
  n: 'x
    y'
- - o
  - p
q: !!str 1
r: &anchor
  s: t
u: *anchor
v:
w: >-

  folded
# last
";

#[test]
fn what_is_taken_apart_is_written_as_it_was() {
    let text = TextDocument::new(FileId::NONE, ALL);
    let (range, mut tree) = RewriteTree::of_document(&text, &text.stream().documents[0]).unwrap();
    assert_eq!(tree.to_document(), text.slice(range));
    open(&mut tree);
    assert_eq!(tree.to_document(), text.slice(range));
}

#[test]
fn entries_are_renamed_and_take_their_comments_along() {
    check(
        "spec:\n  # why\n  old: # behind\n    # deep\n    a: |\n      x\n       y\n  b: 1\n",
        |tree| {
            let spec = &mut tree.field("spec").unwrap().value;
            let mut old = spec.take("old").unwrap();
            old.rename("new");
            spec.field_or_new("outer", false).unwrap().add(old);
        },
        expect![[r#"
            spec:
              b: 1
              outer:
                # why
                new: # behind
                  # deep
                  a: |
                    x
                     y
        "#]],
    );
}

#[test]
fn values_are_put_below_keys() {
    check(
        "a: dev # stage\nb:\n- from: {x: y} # c\n  to: [p, q]\n",
        |tree| {
            tree.field("a").unwrap().value.wrap("name");
            let item = &mut tree.field("b").unwrap().value.elements().unwrap()[0].value;
            let to = &mut item.field("to").unwrap().value;
            to.elements().unwrap().iter_mut().for_each(|element| element.value.wrap("name"));
            item.field("from").unwrap().value.field_or_new("z", false).unwrap();
        },
        expect![[r#"
            a:
              name: dev # stage
            b:
            - from: {x: y, z: {}} # c
              to: [{name: p}, {name: q}]
        "#]],
    );
}

#[test]
fn what_is_commented_out_keeps_its_lines() {
    check(
        "a:\n  # first\n  b:\n    c: 1\n\n    d: 2\n  e: 3\nf: 4 # last\n",
        |tree| {
            tree.field("a").unwrap().value.comment_out("b");
            tree.comment_out("f");
        },
        expect![[r#"
            a:
              # first
              # b:
              #   c: 1

              #   d: 2
              e: 3
            # f: 4 # last
        "#]],
    );
}

#[test]
fn what_cannot_be_taken_apart_stays() {
    check(
        "a: &x\n  b: 1\nc:\n  ? d\n  : e\n",
        |tree| {
            assert!(tree.field("a").unwrap().value.fields().is_none());
            assert!(tree.field("c").unwrap().value.fields().is_none());
        },
        expect![[r#"
            a: &x
              b: 1
            c:
              ? d
              : e
        "#]],
    );
}
