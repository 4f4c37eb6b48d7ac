//! Data values and files, as templates see them.

use expect_test::expect;

use crate::template::evaluate::tests::{check, job, picture};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

#[test]
fn files_are_listed_beside_the_one_that_asks_or_from_the_root() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:data", "data")
        #@ load("sub/files.lib.yml", "files")
        here: #@ data.list()
        root: #@ data.list("/")
        below: #@ data.list("sub")
        files: #@ files()
        library: #@ data.list("@lib:deep")
        #- /sub/files.lib.yml
        #@ load("@ytt:data", "data")
        #@ def files():
        here: #@ data.list()
        root: #@ data.list("/")
        #@ end
        #- /sub/deep/text
        text
        #- /last.txt
        last
        #- /_ytt_lib/lib/deep/inner
        inner
        "#,
        expect![[r#"
            here:
            - main.yml
            - last.txt
            - sub/files.lib.yml
            - sub/deep/text
            root:
            - /main.yml
            - /last.txt
            - /sub/files.lib.yml
            - /sub/deep/text
            below:
            - files.lib.yml
            - deep/text
            files:
              here:
              - files.lib.yml
              - deep/text
              root:
              - /main.yml
              - /last.txt
              - /sub/files.lib.yml
              - /sub/deep/text
            library:
            - inner
        "#]],
    );
}

#[test]
fn files_are_read_by_their_paths() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:data", "data")
        #@ load("sub/read.star", "text")
        one: #@ data.read("sub/text")
        two: #@ data.read("/sub/text")
        three: #@ text()
        four: #@ data.read("@lib:deep/inner")
        #- /sub/read.star
        load("@ytt:data", "data")
        def text():
          return data.read("text")
        end
        #- /sub/text
        text
        #- /_ytt_lib/lib/deep/inner
        inner
        "#,
        expect![[r#"
            one: |
              text
            two: |
              text
            three: |
              text
            four: |
              inner
        "#]],
    );
}

#[test]
fn what_is_not_there_cannot_be_read() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:data", "data")
        one: #@ data.read("sub/txt")
        #- /sub/text.lib.txt
        text
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:data", "data")
            one: #@ data.read("sub/txt")
            #       ^^^^^^^^^^^^^^^^^^^^ template-load: There is no file `sub/txt` in this bundle
        "#]],
    );
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:data", "data")
        one: #@ data.read("../etc/passwd")
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:data", "data")
            one: #@ data.read("../etc/passwd")
            #       ^^^^^^^^^^^^^^^^^^^^^^^^^^ template-load: `../etc/passwd` has `.` or `..` in it, which lead nowhere / expected: a file in this folder or below it, or `/` and its path from the root
        "#]],
    );
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:data", "data")
        one: #@ data.value
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:data", "data")
            one: #@ data.value
            #            ^^^^^ template-failure: `data` has no `value` / hint: did you mean `values`?
        "#]],
    );
}

#[test]
fn values_are_a_struct() {
    let port = Fragment::entry(Key::String("port".into()), Place::NOWHERE, Value::unwritten(ValueKind::int(80)));
    let mapping = MappingValue { entries: vec![port].into(), ..MappingValue::default() };
    let values = Value::unwritten(ValueKind::Mapping(mapping.into()));
    let fixture = r#"
        #- /main.yml
        #@ load("@ytt:data", "data")
        port: #@ data.values.port
        text: #@ str(data.values)
        all: #@ data.values
        wrong: #@ data.values.prt
        "#;
    expect![[r#"
        === main.yml
        #@ load("@ytt:data", "data")
        port: #@ data.values.port
        text: #@ str(data.values)
        all: #@ data.values
        wrong: #@ data.values.prt
        #                     ^^^ template-failure: `data.values` has no `prt` / hint: did you mean `port`?
    "#]]
    .assert_eq(&picture(&job(fixture, Some(values))));
}
