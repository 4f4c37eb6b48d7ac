//! Templates and the programs that they become.

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::problem::Code;

mod depth;
mod half_typed;
mod properties;

/// The program, then its problems.
fn picture(text: &str, program: &Program) -> String {
    let problems = program.problems.iter().map(|problem| {
        let range = std::ops::Range::<usize>::from(problem.place.range);
        let before = &text[..range.start];
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        let line = before.matches('\n').count() + 1;
        format!("{line}:{column} `{}` {}\n", &text[range], problem.text().replace('\n', "; "))
    });
    format!("{}\n{}", program.code.trim_end(), problems.collect::<String>())
}

fn yaml(text: &str) -> Program {
    compile_yaml(FileId(0), text, TextDocument::new(FileId(0), text).stream())
}

/// The line of a problem, from 0.
fn line_of(text: &str, problem: &Problem) -> usize {
    text[..problem.place.range.start().into()].matches('\n').count()
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let program = yaml(text);
    expected.assert_eq(&picture(text, &program));
    check_laid_out(text, &program);
}

/// What is laid out for somebody else to parse becomes the same program, or nothing where something is wrong.
#[track_caller]
fn check_laid_out(text: &str, program: &Program) {
    let document = TextDocument::new(FileId(0), text);
    let laid_out = LaidOut::of_yaml(FileId(0), text, document.stream());
    let sent = laid_out.map(|laid_out| postcard::to_stdvec(&laid_out).unwrap());
    let parsed = sent.and_then(|bytes| postcard::from_bytes::<LaidOut>(&bytes).unwrap().parse());
    let is_whole = program.ast.is_some() && document.stream().problems.is_empty();
    assert_eq!(parsed.is_some(), is_whole);
    if let Some(parsed) = parsed {
        let parts = |it: &Program| format!("{:?}{:?}{:?}{:?}{:?}", it.code, it.map, it.nodes, it.loads, it.blocks);
        assert_eq!(parts(&parsed), parts(program));
    }
}

#[test]
fn code_is_indented_by_its_blocks() {
    check(
        "
#@ if True:
#@       a = 223
#@  else:
#@  a = 224
#@    end
test2: #@ a
",
        expect![[r#"
            __node(0); __node(1)
            if True:
              a = 223
            else:
              a = 224

            __node(2); __value(2, (a))
        "#]],
    );
}

#[test]
fn a_function_collects_the_nodes_in_it() {
    check(
        "
#@ def f(x):
  #@ if x:
#@schema/title x, b=1
a: #@ x
    #@ return
  #@ end
b: 1
#@ return {\"a\": 1}
#@ end
---
c: #@ f(1)
",
        expect![[r#"
            __node(0); __node(1)
            def f(x):
              __begin()
              if x:
                __annotation(2, "schema/title", __arguments(x, b=1))
                __node(2); __value(2, (x))
                return __end()

              __node(3)
              return __return(({"a": 1}))
              return __end()
            __node(4); __node(5)
            __node(6); __value(6, (f(1)))
        "#]],
    );
}

#[test]
fn a_backslash_behind_end_says_nothing() {
    check(
        "
#@ if True:
#@   a = 1
#@ end \\
b: #@ a
#@ if True:
#@   a = 2
#@ end\\
#@ c = a
",
        expect![[r#"
            __node(0); __node(1)
            if True:
              a = 1

            __node(2); __value(2, (a))
            if True:
              a = 2

            c = a
        "#]],
    );
}

#[test]
fn what_holds_only_literals_is_one_node() {
    check(
        "
#@schema/title \"all\"
a:
  #@schema/nullable
  b: 1
#@schema/validation min=1
#@schema/title \"b\" + \"c\"
c: 1
d:
  #@schema/nullable
  e: &e {}
  f: *e
",
        expect![[r#"
            __node(0); __node(1)
            __node(2)


            __annotation(3, "schema/validation", __arguments(min=1))
            __annotation(3, "schema/title", __arguments("b" + "c"))
            __node(3)
            __node(4); __node(5)

            __node(6)
            __node(7)
        "#]],
    );
}

#[test]
fn a_backslash_carries_a_statement_over_to_the_next_line() {
    check(
        "
#@ if True and \\
#@    not False:
a: 1
#@ end
#@ b = \\
b: 2
",
        expect![[r#"
            __node(0); __node(1)
            if True and \
               not False:
              __node(2)

            pass
            __node(3)
            5:8 `\` The backslash continues the code on the next line, but there is none
        "#]],
    );
}

#[test]
fn a_line_with_an_end_wraps_one_node() {
    check(
        "
a:
#@ for/end x in y:
- b: #@ x
  c:
    #@ if/end x:
    - d
- e
",
        expect![[r#"
            __node(0); __node(1); __node(2); __node(3)
            for x in y:
              __node(4); __node(5); __node(6); __value(6, (x))
              __node(7); __node(8)
              if x:
                __node(9)
            __node(10)
        "#]],
    );
}

#[test]
fn what_holds_no_code_is_no_statement() {
    check(
        "
a: &anchor
  b: {c: [1, 2]} #! note
d:
  <<: *anchor
  e: 1
#@ x = 1
f:
- 1
- g: 1
  h: #@ x
- i: 1
  i: 2
",
        expect![[r#"
            __node(0); __node(1); __node(2)

            __node(3); __node(4)
            __node(5)
            __node(6)
            x = 1
            __node(7); __node(8)
            __node(9)
            __node(10); __node(11); __node(12)
            __node(13); __value(13, (x))
            __node(14); __node(15); __node(16)
            __node(17)
        "#]],
    );
}

#[test]
fn text_templates_in_strings_are_computed() {
    check(
        "
#@yaml/text-templated-strings
(@= x @)-k: |
  (@- def f(): @)(@= 1 @)(@ end -@)
  x=(@= f() @)
",
        expect![[r#"
            __node(0); __node(1)
            __text_begin(); __text_add_value((x)); __text_add("-k"); __key(2, __text_end()); __node(2)
            __text_begin()
            def f():
              __text_begin(); __text_add(""); __text_add_value((1)); __text_add(""); return __text_end()
            __text_add("x="); __text_add_value((f())); __text_add("\n"); __value(2, __text_end())
        "#]],
    );
}

#[test]
fn every_mistake_is_reported_at_its_own_token() {
    check(
        "
#@ if True
a: #@ x +
#@ end
#@ y = [1, 2
b: #@ 1) + (2
#@ end
c: #@ data.values.and.key
d: x #@ 5
#@ else:
#@ def f(:
#@ end
#@ z = \"abc
e: #@ {
#@ if/end True:
#@ if/end True:
f: 1
",
        expect![[r#"
            __node(0); __node(1)
            if True:
              __node(2); pass

            pass
            __node(3); pass

            __node(4); pass
            __node(5); __value(5, (5))
            if True:
              def _(): pass

              pass
              __node(6); pass
              if True:
                if True:
                  __node(7)
            1:11 `` The line that opens a block ends with a colon; found: the end of the line; expected: `:`
            2:10 `` The template code is not valid Starlark; found: the end of the code; expected: an expression
            4:8 `[` The bracket `[` is not closed; expected: a closing `]`
            5:12 `(` The bracket `(` is not closed; expected: a closing `)`
            7:19 `and` The template code is not valid Starlark; found: `and`; expected: a name; hint: write `getattr(…, "and")`, as `and` is a word of the language
            8:1 `d` The value is both written and computed; hint: remove one of the two
            10:9 `(` The bracket `(` is not closed; expected: a closing `)`
            12:8 `"` The string is not closed; expected: a closing quote
            13:7 `{` The bracket `{` is not closed; expected: a closing `}`
            15:4 `if/end True:` Behind a line with `/end` comes the node that it is about; found: code
        "#]],
    );
}

#[test]
fn names_that_only_the_parser_reserves_get_a_stand_in() {
    check(
        "
#@ load(\"@ytt:assert\", \"assert\")
#@ await = [assert.min(1), data.values.async, \"assert\"]
#@schema/validation assert.max_len(3)
a: #@ await
",
        expect![[r#"
            __node(0); __node(1); load("@ytt:assert", "asserT")
            awaiT = [asserT.min(1), data.values.asynC, "assert"]
            __annotation(2, "schema/validation", __arguments(asserT.max_len(3)))
            __node(2); __value(2, (awaiT))
        "#]],
    );
}

#[test]
fn a_while_loop_is_a_for_loop_that_its_condition_ends() {
    check(
        "
#@ i = 0
#@ while (i < 3 and
#@   True):
a:
#@ i += 1
#@ end
#@ while i: i = 0
#@ def f():
#@   while True:
b: 1
#@     return
#@   end
#@ end
#@ while f(:
#@ end
",
        expect![[r#"
            __node(0); __node(1); i = 0
            for __while in range(2147483647):
              if not ((i < 3 and
              True)): break
              __node(2)
              i += 1

            for __while in range(2147483647):
              if not (i): break
              i = 0
            def f():
              __begin()
              for __while in range(2147483647):
                if not (True): break
                __node(3)
                return __end()

              return __end()
            for _ in []: pass
            14:11 `(` The bracket `(` is not closed; expected: a closing `)`
        "#]],
    );
}

#[test]
fn words_that_only_ytt_reserves_are_refused() {
    check(
        "
#@ if True: pass
#@ def f(start, end): return start
a: #@ x.end
#@schema/default x.end
b: 1
#@ end
",
        expect![[r#"
            __node(0); __node(1)
            pass
            pass
            __node(2); pass
            pass
            __node(3)
            1:13 `pass` `pass` is reserved and cannot be used here; hint: a block may be empty
            2:17 `end` `end` is reserved and cannot be used here; hint: it ends a block, so take another name
            3:9 `end` `end` is reserved and cannot be used here; hint: it ends a block, so take another name
            4:20 `end` `end` is reserved and cannot be used here; hint: it ends a block, so take another name
            6:4 `end` This `end` closes no block
        "#]],
    );
}
