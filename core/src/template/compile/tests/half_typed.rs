//! Code as it is while somebody types it: one problem, on its own line, and everything else as before.

use super::{line_of, picture, yaml};

const TEMPLATE: &str = r##"#@ load("@ytt:data", "data")
#@ def labels(name, more=[1, (2, 3)]):
app: #@ name + "-" + str(more[0])
#@schema/validation ("x", lambda v: len(v) > 1)
kind: x
#@ end
#@ x = {"a": 1, "b": [2]}
---
a: #@ labels("x", more=[f(y) for y in range(3)])["app"]
#@ if x["a"] == 1 and not (len(x) > 2):
b:
  #@ for/end i, j in enumerate([1, 2]):
  - c: #@ "{}".format(i) % 2
#@ elif x:
d: 1
#@ else:
e: #@ [k for k in x if k]
#@ end
"##;

/// The template with one line cut off after so many bytes.
fn cut(line: usize, length: usize) -> String {
    let lines = TEMPLATE.lines().enumerate();
    lines
        .map(|(index, it)| if index == line { &it[..length] } else { it })
        .fold(String::new(), |all, it| all + it + "\n")
}

#[test]
fn a_cut_line_of_code_is_one_problem_on_that_line() {
    assert_eq!(yaml(TEMPLATE).problems, []);
    for (index, line) in TEMPLATE.lines().enumerate() {
        let Some(code) = line.find("#@ ").map(|at| at + "#@ ".len()) else { continue };
        // A block without the word that opens or ends it is a mistake elsewhere.
        let word = line[code..].find([' ', '/', ':']).unwrap_or(line.len() - code);
        let is_block = ["if", "for", "def", "elif", "else", "end"].contains(&&line[code..code + word]);
        for length in code + if is_block { word } else { 0 }..line.len() {
            let text = cut(index, length);
            let program = yaml(&text);
            let picture = picture(&text, &program);
            assert!(program.problems.len() <= 1, "{picture}");
            assert!(program.problems.iter().all(|problem| line_of(&text, problem) == index), "{picture}");
        }
    }
}

#[test]
fn a_cut_line_in_front_of_the_last_end_is_one_problem_too() {
    for line in ["x = a.", "x =", "return a +", "f(a,"] {
        let text = format!("#@ load(\"@ytt:data\", \"data\")\n#@ def f(a):\n#@ {line}\n#@ end\n");
        let program = yaml(&text);
        assert_eq!(program.problems.len(), 1, "{}", picture(&text, &program));
        assert_eq!(line_of(&text, &program.problems[0]), 2, "{}", picture(&text, &program));
        let is_kept = program.readable().is_some_and(|ast| ast.loads().len() == 1);
        assert!(is_kept, "{}", picture(&text, &program));
    }
}
