//! Functions and methods of Starlark. What they give, and what they refuse, is recorded from ytt.

use expect_test::expect_file;

use super::*;

const LOADS: &str = "#@ load(\"@ytt:struct\", \"struct\")\n#@ load(\"@ytt:assert\", \"assert\")\n";

#[test]
fn results_are_those_of_ytt() {
    let items = include_str!("builtins/given.txt").lines().map(|expression| format!("- #@ {expression}\n"));
    let template = format!("{LOADS}{}", items.collect::<String>());
    expect_file!["builtins/results.yml"].assert_eq(&picture(&job(&template, None)));
}

#[test]
fn what_ytt_refuses_is_refused_in_plain_words() {
    let mut pictures = String::new();
    for expression in include_str!("builtins/refused.txt").lines() {
        let picture = picture(&job(&format!("{LOADS}a: #@ {expression}\n"), None));
        assert!(picture.starts_with("==="), "{expression} is taken");
        pictures.extend(picture.lines().skip_while(|line| !line.starts_with("a: ")).flat_map(|line| [line, "\n"]));
    }
    expect_file!["builtins/refusals.txt"].assert_eq(&pictures);
}
