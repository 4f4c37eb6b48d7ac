//! Programs that somebody else laid out.

use expect_test::{Expect, expect};

use super::{Evaluator, Programs, job, picture_with};
use crate::document::TextDocument;
use crate::template::compile::LaidOut;
use crate::text::FileId;

const WRITTEN: &str = "a: #@ 1 + 1\n";

/// What the text gives where a program that was laid out of another text is handed over for `claimed`.
#[track_caller]
fn check(claimed: &str, expected: Expect) {
    let other = "a: #@ 2 + 3\n";
    let laid_out = LaidOut::of_yaml(FileId(0), other, TextDocument::new(FileId(0), other).stream()).unwrap();
    let programs = Programs::default();
    let claimed = job(&format!("#- /a.yml\n{claimed}"), None);
    programs.take_in([(&claimed.sources[0], laid_out.into())].into_iter());
    let evaluator = Evaluator::new(None).with_programs(&programs);
    expected.assert_eq(&picture_with(evaluator, &job(&format!("#- /a.yml\n{WRITTEN}"), None)));
}

#[test]
fn a_program_that_is_handed_over_runs_and_the_text_is_not_read() {
    check(
        WRITTEN,
        expect![[r#"
        a: 5
    "#]],
    );
}

#[test]
fn a_program_of_another_text_does_not_run() {
    check(
        "a: #@ 7\n",
        expect![[r#"
        a: 2
    "#]],
    );
}
