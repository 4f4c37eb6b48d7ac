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

#[test]
fn items_that_cannot_be_compared_are_refused_and_nothing_breaks_down() {
    for seed in 0..200_usize {
        let item = |index: usize| ["1", "\"a\"", "None", "[2]", "3.5"][(index * index + index * seed) % 5];
        let items = (1..64).map(item).collect::<Vec<_>>().join(", ");
        let picture = picture(&job(&format!("a: #@ sorted([1, \"a\", {items}])\n"), None));
        assert!(picture.contains("cannot be compared"), "{picture}");
    }
}

/// ytt refuses to change a dict that it reads.
#[test]
fn a_dict_among_what_it_is_updated_with_is_read_first() {
    check(
        r#"
        #@ d = {"a": 1, "b": 2}
        #@ d.update([d])
        a: #@ d
        "#,
        expect![[r#"
            a:
              a: b
              b: 2
        "#]],
    );
}
