//! What can be selected around a position.

use expect_test::{Expect, expect};

use super::selection_ranges;
use crate::test_support::cursor;
use crate::text::{TextRange, TextSize};

/// The texts that can be selected around the cursor, the smallest first; line breaks drawn as `⏎`.
#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    let cursor = cursor(fixture);
    let document = cursor.analysis.document(cursor.file).unwrap();
    let ranges = selection_ranges(&cursor.analysis, cursor.file, &[cursor.offset]).remove(0);
    let shown = ranges.iter().map(|range| document.slice(*range).replace('\n', "⏎") + "\n");
    expected.assert_eq(&shown.collect::<String>());
}

#[test]
fn a_word_grows_to_the_value_the_entry_its_siblings_and_the_file() {
    check(
        "---\nweb:\n  #! where it listens\n  host: \"api.exa$0mple.com\"\n  port: 80\n---\nb: 2\n",
        &expect![[r#"
            example
            api.example.com
            "api.example.com"
            host: "api.example.com"
            host: "api.example.com"⏎  port: 80
            web:⏎  #! where it listens⏎  host: "api.example.com"⏎  port: 80
            ⏎web:⏎  #! where it listens⏎  host: "api.example.com"⏎  port: 80
            ---⏎web:⏎  #! where it listens⏎  host: "api.example.com"⏎  port: 80
            ---⏎web:⏎  #! where it listens⏎  host: "api.example.com"⏎  port: 80⏎---⏎b: 2⏎
        "#]],
    );
}

#[test]
fn items_flow_collections_and_anchors_have_their_own() {
    check(
        "a:\n- x: &n {b: [1, 2$03]}\n- y\n",
        &expect![[r#"
            23
            1, 23
            [1, 23]
            b: [1, 23]
            {b: [1, 23]}
            &n {b: [1, 23]}
            x: &n {b: [1, 23]}
            - x: &n {b: [1, 23]}
            - x: &n {b: [1, 23]}⏎- y
            a:⏎- x: &n {b: [1, 23]}⏎- y
            a:⏎- x: &n {b: [1, 23]}⏎- y⏎
        "#]],
    );
    check(
        "a: !!str &na$0me text\nb: *name\n",
        &expect![[r#"
        &name
        &name text
        !!str &name text
        a: !!str &name text
        a: !!str &name text⏎b: *name
        a: !!str &name text⏎b: *name⏎
    "#]],
    );
}

#[test]
fn block_text_grows_by_line() {
    check(
        "a: |\n  one two\n  th$0ree (four)\nb: 1\n",
        &expect![[r#"
        three
        three (four)
          one two⏎  three (four)
        |⏎  one two⏎  three (four)
        a: |⏎  one two⏎  three (four)
        a: |⏎  one two⏎  three (four)⏎b: 1
        a: |⏎  one two⏎  three (four)⏎b: 1⏎
    "#]],
    );
}

#[test]
fn expressions_and_shorthands_grow_by_their_parts() {
    check(
        "a: pre ${parameters.na$0me} post\n",
        &expect![[r#"
            name
            parameters.name
            ${parameters.name}
            pre ${parameters.name} post
            a: pre ${parameters.name} post
            a: pre ${parameters.name} post⏎
        "#]],
    );
    check(
        "a: 'integer | defa$0ult=1 minimum=1'\n",
        &expect![[r#"
        default
        default=1
        integer | default=1 minimum=1
        'integer | default=1 minimum=1'
        a: 'integer | default=1 minimum=1'
        a: 'integer | default=1 minimum=1'⏎
    "#]],
    );
}

#[test]
fn code_grows_by_brackets_statements_and_blocks() {
    check(
        "#@ if x:\na: 1\n#@ else:\n#@ b = f(1, [2$0, 3])\nc: 1\n#@ end\nd: 1\n",
        &expect![[r#"
        2
        2, 3
        [2, 3]
        1, [2, 3]
        (1, [2, 3])
        b = f(1, [2, 3])
        #@ b = f(1, [2, 3])
        ⏎#@ b = f(1, [2, 3])⏎c: 1⏎
        #@ else:⏎#@ b = f(1, [2, 3])⏎c: 1⏎#@ end
        a: 1⏎#@ else:⏎#@ b = f(1, [2, 3])⏎c: 1⏎#@ end⏎d: 1
        #@ if x:⏎a: 1⏎#@ else:⏎#@ b = f(1, [2, 3])⏎c: 1⏎#@ end⏎d: 1⏎
    "#]],
    );
    check(
        "#@ for i in x:\n- a$0: 1\n#@ end\n",
        &expect![[r#"
        a
        a: 1
        - a: 1
        ⏎- a: 1⏎
        #@ for i in x:⏎- a: 1⏎#@ end
        #@ for i in x:⏎- a: 1⏎#@ end⏎
    "#]],
    );
    check(
        "#- /a.star\ndef f(a):\n  if a:\n    return \"x$0y\"\n  end\nend\n",
        &expect![[r#"
        xy
        "xy"
        return "xy"
        ⏎    return "xy"⏎  
        if a:⏎    return "xy"⏎  end
        ⏎  if a:⏎    return "xy"⏎  end⏎
        def f(a):⏎  if a:⏎    return "xy"⏎  end⏎end
        def f(a):⏎  if a:⏎    return "xy"⏎  end⏎end⏎
    "#]],
    );
}

#[test]
fn comments_and_annotations_have_parts() {
    check(
        "#@schema/desc \"one tw$0o\"\na: 1\n",
        &expect![[r#"
        two
        one two
        "one two"
        schema/desc "one two"
        #@schema/desc "one two"
        #@schema/desc "one two"⏎a: 1⏎
    "#]],
    );
    check(
        "a: 1 #! see $0here\n",
        &expect![[r#"
        here
        see here
        #! see here
        a: 1 #! see here⏎
    "#]],
    );
}

#[test]
fn there_is_always_the_whole_file() {
    let empty = cursor("$0");
    let ranges = selection_ranges(&empty.analysis, empty.file, &[empty.offset]);
    assert_eq!(ranges, [[TextRange::empty(empty.offset)]]);
    check(
        "a: 1\n\n$0\n",
        &expect![[r#"
        a: 1⏎⏎⏎
    "#]],
    );
}

#[test]
fn ranges_nest_at_every_byte_of_what_cannot_be_read() {
    let text = "#@ if (x:\na: [1, {b: \"2\nc:\n- é: |\n   d\n  e: '\n#@ end\n--- x\n(@ if @) ] }\n";
    let cursor = cursor(&format!("{text}$0"));
    let offsets: Vec<TextSize> = (0..=text.len() as u32).map(TextSize::new).collect();
    let all = selection_ranges(&cursor.analysis, cursor.file, &offsets);
    for (offset, ranges) in offsets.iter().zip(all) {
        assert!(ranges.iter().all(|range| range.contains_inclusive(*offset)), "{offset:?}");
        assert!(ranges.windows(2).all(|two| two[1].contains_range(two[0]) && two[0] != two[1]), "{offset:?}");
        assert_eq!(ranges.last().map(|range| usize::from(range.end())), Some(text.len()));
    }
}
