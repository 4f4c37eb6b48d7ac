//! Tests of what is said about evaluations that were ended.

use expect_test::{Expect, expect};

use std::sync::Arc;

use super::*;
use crate::template::job::Limits;
use crate::template::job::{Job, Options};

#[track_caller]
fn check(path: &str, text: &str, cause: Cause, line: Option<u32>, expected: Expect) {
    let source = JobSource::new(FileId(7), path, text);
    let job = Job {
        file: FileId(7),
        sources: [source].into(),
        root: None,
        data_values: None,
        stand_ins: Arc::default(),
        options: Options::default(),
        limits: Limits::default(),
    };
    let request = Request::Documents(Arc::new(job));
    let stopped = Stopped { cause, line: line.map(|line| (FileId(7), line)) };
    let Reply::Documents(evaluated) = stopped.reply(&request, Vec::new()) else { panic!("another reply") };
    assert!(!evaluated.is_complete);
    let [problem] = evaluated.problems.as_slice() else { panic!("{:?}", evaluated.problems) };
    expected.assert_eq(&format!("at [{}]: {}\n", &text[problem.place.range], problem.text()));
}

const TEMPLATE: &str = "#@data/values-schema\n---\n#@schema/title \"x\"\na:\n  #@ b = f()\n  c: 1\n";

#[test]
fn the_line_that_was_running_is_marked() {
    check(
        "schema.yml",
        TEMPLATE,
        Cause::Time,
        Some(5),
        expect![[r#"
            at [c: 1]: The template code runs longer than it may
            expected: an end within 3000 ms
            hint: if this is meant, raise `timeout-ms` in the section `evaluation` of sayl.toml
        "#]],
    );
}

#[test]
fn without_a_line_the_first_code_is_marked() {
    check(
        "schema.yml",
        TEMPLATE,
        Cause::Depth,
        None,
        expect![[r#"
            at [#@ b = f()]: The template code, or a value that it makes, nests deeper than it may
        "#]],
    );
    check(
        "lib/x.star",
        "\n# about it\ndef f():\n  pass\nend\n",
        Cause::Memory,
        None,
        expect![[r#"
            at [def f():]: The template code needs more memory than it may
            expected: at most 2048 MB
            hint: if this is meant, raise `memory-mb` in the section `evaluation` of sayl.toml
        "#]],
    );
}

#[test]
fn a_line_behind_the_end_marks_the_end() {
    check(
        "schema.yml",
        "#@ x\n",
        Cause::Size,
        Some(9),
        expect![[r#"
            at []: The template code gives more than can be checked
        "#]],
    );
}
