//! Documents with annotations that say how they are laid over.

use super::*;

#[test]
fn overlay_annotations_with_literals_take_effect() {
    check(
        "",
        &[
            "#@data/values\n---\na: 1\nm: {x: 1, y: 2}\nlist:\n- name: p\n  v: 1\n- name: q\n  v: 2\n",
            "\
#@data/values
---
#@overlay/match missing_ok=True
b: 2
#@overlay/replace
m: {z: 3}
#@overlay/remove
a:
list:
#@overlay/match by=\"name\"
- name: q
  v: 5
#@overlay/match by=\"name\"
#@overlay/remove
- name: p
#@overlay/match by=\"name\"
- name: none
- name: new
c: 1
",
        ],
        &expect![[r#"
            m:
              z: 3
            list:
            - name: q
              v: 5
            - name: new
            b: 2
            ! overlay-mismatch at 2:17 `-`: An item of `list` does not match the only node below; found: `name: none`; expected: `name: q`; hint: to add it, annotate it with `@overlay/match missing_ok=True`
            ! unknown-key at 2:19 `c`: There is no key `c` in the values below; found: `c`; expected: one of `a`, `list`, `m`; hint: annotate it with `#@overlay/match missing_ok=True` to add it; see 1:2 `---`
        "#]],
    );
}

#[test]
fn match_child_defaults_reach_the_grandchildren() {
    check(
        "",
        &[
            "#@data/values\n---\na: {b: 1}\n",
            "#@data/values\n#@overlay/match-child-defaults missing_ok=True\n---\na: {c: 2}\nd: 3\n",
        ],
        &expect![[r#"
            a:
              b: 1
              c: 2
            d: 3
        "#]],
    );
}

#[test]
fn a_removed_key_is_filled_again_from_the_schema() {
    check(
        DATABASE,
        &["#@data/values\n---\ndb:\n  #@overlay/remove\n  port: 1\n"],
        &expect![[r#"
            db:
              user: null
              timeout: 1.5
              port: 5432
            names: []
            servers: []
        "#]],
    );
}

#[test]
fn what_template_code_decides_is_not_judged() {
    check(
        DATABASE,
        &["\
#@data/values
---
db:
  port: #@ f()
  #@ if/end x:
  unknown: 1
  #@ if y:
  user: 5
  other: 2
  #@ end
  timeout: 3
names:
#@ for i in range(3):
- 5
#@ end
_: #@ template.replace(x)
"],
        &expect![[r#""#]],
    );
}

#[test]
fn what_the_first_of_all_documents_says_about_others_is_not_looked_at() {
    check(
        "",
        &["#@data/values\n#@overlay/match expects=0, foo=1\n---\n#@overlay/remove\na: 1\n#@overlay/insert\nb: 2\n"],
        &expect![[r#"
            a: 1
            b: 2
        "#]],
    );
}

#[test]
fn what_an_operation_does_not_ask_for_may_be_wrong() {
    check(
        "",
        &[
            "#@data/values\n---\na: 1\nb: 1\nlist: [1]\n",
            "\
#@data/values
#@overlay/match by=5
---
#@overlay/remove nothing=1
#@overlay/match-child-defaults nothing=1
a:
#@overlay/replace
#@overlay/match-child-defaults nothing=1
b: 2
list:
#@overlay/append
#@overlay/match nothing=1
- 2
#@overlay/match-child-defaults nothing=1
- 3
",
        ],
        &expect![[r#"
            b: 2
            list:
            - 1
            - 2
            ! annotation-arguments at 2:14 `nothing`: `@overlay/match-child-defaults` does not take the argument `nothing=`
        "#]],
    );
}

#[test]
fn counts_are_no_tuples() {
    check(
        "",
        &["#@data/values\n---\na: 1\n", "#@data/values\n---\n#@overlay/match expects=(0, 1)\na: 2\n"],
        &expect![[r#"
        a: 1
        ! annotation-arguments at 2:3 `(0, 1)`: `expects=` is a count such as `1`, `"1+"`, or a list of counts
    "#]],
    );
}

/// The defaults of an item come when all of its document is laid.
#[test]
fn what_a_new_item_leaves_out_is_no_match_for_a_later_item_of_its_document() {
    let schema = "#@data/values-schema\n---\nlist:\n- name: x\n  port: 1\n  tags: [{t: 0, u: 0}]\n";
    check(
        schema,
        &["\
#@ load(\"@ytt:overlay\", \"overlay\")
#@data/values
---
list:
- name: a
- name: b
  port: 2
  tags: [{t: 1}]
#@overlay/match by=\"name\"
- name: b
  port: 3
#@overlay/match by=\"name\"
- name: a
  port: 3
"],
        &expect![[r#"
            list:
            - name: a
              port: 1
              tags: []
            - name: b
              port: 3
              tags:
              - t: 1
                u: 0
            ! unknown-key at 1:14 `port`: There is no key `port` in the values below; found: `port`; expected: the key `name`; hint: annotate it with `#@overlay/match missing_ok=True` to add it; see 1:5 `-`
        "#]],
    );
    check(
        schema,
        &[
            "#@data/values\n---\nlist:\n- name: a\n",
            "#@data/values\n---\nlist:\n#@overlay/match by=\"name\"\n- name: a\n  port: 3\n#@overlay/match by=\"name\", missing_ok=True\n- name: c\n  oops: 1\n",
        ],
        &expect![[r#"
            list:
            - name: a
              port: 3
              tags: []
            - name: c
              port: 1
              tags: []
            ! unknown-key at 2:9 `oops`: The key `oops` is not declared in the schema; found: `oops`; expected: one of `name`, `port`, `tags`; see 0:4 `-`
        "#]],
    );
}
