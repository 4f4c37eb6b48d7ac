//! Properties over arbitrary texts.

use proptest::prelude::*;

use super::{compile_starlark, compile_text, yaml};
use crate::template::compile::Program;
use crate::template::dialect::restore;
use crate::text::FileId;

/// Pieces of lines that are more likely to be code than arbitrary characters are.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "if x:",
        "if/end x:",
        "for a in b:",
        "for/end a in b:",
        "def f(x):",
        "def/end f():",
        "elif y:",
        "else:",
        "end",
        "x = 1",
        "return",
        "return x, 1; y",
        "while x:",
        "pass",
        "load(\"@ytt:assert\", \"assert\")",
        "assert.min(1)",
        "(",
        ")",
        "[",
        "{",
        "}",
        "\"",
        "\"\"\"",
        "'''",
        "\\",
        "#",
        ";",
        ":",
        "=",
        ",",
        "lambda a: a",
        "not",
        "é",
        "🦀",
        "(@",
        "@)",
        "(@=",
        "-@)",
        "\t",
        "\r",
        "**",
        "f(**x)",
        "|",
        ">-",
        "&a",
        "*a",
        "<<",
    ];
    prop_oneof![8 => prop::sample::select(words.to_vec()).prop_map(str::to_owned), 1 => ".{0,3}", 1 => "[a-z0-9]{1,3}"]
}

fn line() -> impl Strategy<Value = String> {
    let starts = [
        "#@ ",
        "#@ ",
        "#@ ",
        "",
        "a: #@ ",
        "- #@ ",
        "  b: ",
        "--- #@ ",
        "---",
        "#@schema/title ",
        "#! ",
        "# ",
        "#@yaml/text-templated-strings",
        "c: |",
        "    ",
        "#@template/code ",
        "{d: 1, ",
    ];
    (prop::sample::select(starts.to_vec()), prop::collection::vec(piece(), 0..4))
        .prop_map(|(start, pieces)| format!("{start}{}\n", pieces.join(" ")))
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::collection::vec(line(), 0..12).prop_map(|lines| lines.concat()),
        1 => prop::collection::vec(piece(), 0..20).prop_map(|pieces| pieces.join("\n")),
        1 => "\\PC{0,80}",
    ]
}

/// What holds of every program.
fn hold(text: &str, program: &Program) -> Result<(), TestCaseError> {
    for problem in &program.problems {
        let range = std::ops::Range::<usize>::from(problem.place.range);
        prop_assert!(text.get(range.clone()).is_some(), "{problem:?}");
    }
    for (code, template) in program.map.verbatim() {
        let (code, template) = (program.code.get(code), text.get(template));
        let code = code.map(|code| code.replace("asserT", "assert"));
        prop_assert_eq!(code.map(|code| code.replace('\t', " ")), template.map(|it| it.replace('\t', " ")));
    }
    for load in &program.loads {
        let literal: &str = text.get(std::ops::Range::<usize>::from(load.place.range)).unwrap_or_default();
        prop_assert!(literal.contains(&*restore(&load.path)) || literal.contains('\\'), "{load:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn every_text_becomes_a_program_whose_parts_are_where_they_came_from(text in text()) {
        hold(&text, &yaml(&text))?;
        hold(&text, &compile_starlark(FileId(0), &text))?;
        hold(&text, &compile_text(FileId(0), &text))?;
    }
}
