//! Code that nests deeper than a parser's stack allows is refused before a parser sees it.

use super::{Code, Program, compile_starlark, yaml};
use crate::text::FileId;

/// Each way in which code nests, so many levels deep.
fn nested(depth: usize) -> Vec<String> {
    let around = [
        ("(", ")"),
        ("[", "]"),
        ("{1:", "}"),
        ("not ", ""),
        ("- ", ""),
        ("~", ""),
        ("lambda: ", ""),
        ("1 if 1 else ", ""),
        ("f(", ")"),
        ("x = (", ")"),
        ("[y for y in ", "]"),
        ("1 + ", ""),
        ("1 ** ", ""),
    ];
    let behind = ["()", "[0]", ".a", "(1)(2)", "[0:1]"];
    let around = around.iter().map(|(open, close)| format!("{}1{}", open.repeat(depth), close.repeat(depth)));
    around.chain(behind.iter().map(|it| format!("x{}", it.repeat(depth)))).collect()
}

#[track_caller]
fn assert_one_deep(program: &Program, shown: &str) {
    let codes: Vec<Code> = program.problems.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, [Code::TooDeep], "{}", &shown[..shown.len().min(100)]);
}

#[test]
fn deep_expressions_are_refused() {
    for code in nested(100_000) {
        assert_one_deep(&yaml(&format!("#@ y = {code}\na: 1\n")), &code);
        assert_one_deep(&yaml(&format!("a: #@ {code}\n")), &code);
        assert_one_deep(&compile_starlark(FileId(0), &code), &code);
    }
}

#[test]
fn deep_blocks_are_refused() {
    let blocks = ["if x:\n", "for y in z:\n", "def f():\n"].map(|open| open.repeat(10_000) + &"end\n".repeat(10_000));
    let chain = format!("if x:\n{}end\n", "elif x:\n".repeat(10_000));
    for code in blocks.iter().chain([&chain]) {
        let program = compile_starlark(FileId(0), code);
        assert!(program.ast.is_none() && program.problems.iter().all(|problem| problem.code == Code::TooDeep));
        assert!(!program.problems.is_empty());
    }
}

#[test]
fn what_is_not_refused_fits_the_stack() {
    let conditions: Vec<String> = (0..90).map(|depth| nested(depth % 3 * 30)[depth % 18].clone()).collect();
    let open = format!("if {}:\n", conditions.join(":\nif "));
    for depth in [60, 99, 198, 199, 200] {
        for code in nested(depth) {
            yaml(&format!("#@ y = {code}\na: #@ {code}\n"));
        }
    }
    for code in nested(98) {
        let text = format!("{open}y = {code}\n{}", "end\n".repeat(90));
        compile_starlark(FileId(0), &text);
    }
}
