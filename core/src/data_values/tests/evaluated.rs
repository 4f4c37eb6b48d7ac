//! Values documents whose template code was evaluated, laid over schemas.

use std::cell::RefCell;

use expect_test::{Expect, expect};

use super::{Above, FileId, Layer, OverlayStyle, TestAccumulator, TextDocument};
use crate::template::evaluate::Evaluator;
use crate::template::function::{Call, Called, Functions};
use crate::template::job::{Job, JobSource, Limits, Options};
use crate::template::overlay::fake::{self, Fake};
use crate::template::watch::Watch;
use crate::text::Place;
use crate::values::fragment::Fragment;

/// Functions of code that ran.
#[derive(Default)]
struct EvaluatorFunctions(RefCell<Evaluator>);

impl Functions for EvaluatorFunctions {
    fn call(&self, call: &Call) -> Called {
        self.0.borrow_mut().call(call, &Watch::new()).into()
    }
}

impl EvaluatorFunctions {
    fn documents(&self, file: FileId, text: &str) -> Vec<Fragment> {
        let source = JobSource::new(file, "values.yml", text);
        let (options, limits) = (Options::default(), Limits::default());
        let job = Job {
            file,
            sources: vec![source].into(),
            root: None,
            data_values: None,
            stand_ins: [].into(),
            options,
            limits,
        };
        let evaluated = self.0.borrow_mut().evaluate(&job.into(), &Watch::new());
        assert!(evaluated.is_complete, "{:#?}", evaluated.problems);
        evaluated.documents
    }
}

/// Lays texts over a schema whose annotations hold functions of tests.
#[track_caller]
fn check(schema: &str, texts: &[&str], expected: &Expect) {
    lay(schema, texts, &Fake, fake::documents, expected);
}

/// The same with functions that the texts hold themselves.
#[track_caller]
fn check_code(schema: &str, texts: &[&str], expected: &Expect) {
    let ran = EvaluatorFunctions::default();
    lay(schema, texts, &ran, |file, text| ran.documents(file, text), expected);
}

#[track_caller]
fn lay(
    schema: &str,
    texts: &[&str],
    functions: &dyn Functions,
    documents: impl Fn(FileId, &str) -> Vec<Fragment>,
    expected: &Expect,
) {
    let mut accumulator = TestAccumulator::new(schema, functions);
    for text in texts {
        let file = accumulator.next_file();
        for document in &documents(file, text) {
            accumulator.lay(&Layer { file, document: Above::Evaluated(document), style: OverlayStyle::Template });
        }
        accumulator.files.push(TextDocument::new(file, text));
    }
    assert!(accumulator.problems.iter().all(|problem| problem.place != Place::NOWHERE), "{:#?}", accumulator.problems);
    expected.assert_eq(&accumulator.shown());
}

const SERVERS: &str = "\
#@data/values-schema
---
#@schema/default [{\"name\": \"a\"}, {\"name\": \"b\", \"port\": 81}]
servers:
- name: \"\"
  port: 80
ports:
  http: 80
  https: 443
";

#[test]
fn values_merge_as_those_of_documents_without_code() {
    check(
        SERVERS,
        &["#@data/values\n---\nports:\n  http: x\n  htp: 1\nservers:\n- name: 5\n- nam: x\n"],
        &expect![[r#"
            servers:
            - name: a
              port: 80
            - name: b
              port: 81
            - name: null
              port: 80
            - name: ""
              port: 80
            ports:
              http: null
              https: 443
            ! type-mismatch at 1:4 `x`: `http` must be an integer; found: string; expected: integer; see 0:8 `http`
            ! unknown-key at 1:5 `htp`: The key `htp` is not declared in the schema; found: `htp`; expected: one of `http`, `https`; hint: did you mean `http`?; see 0:7 `ports`; fix: Change to `http`
            ! type-mismatch at 1:7 `5`: `name` must be a string; found: integer; expected: string; hint: put the value in quotes; see 0:5 `name`
            ! unknown-key at 1:8 `nam`: The key `nam` is not declared in the schema; found: `nam`; expected: one of `name`, `port`; hint: did you mean `name`?; see 0:5 `-`; fix: Change to `name`
        "#]],
    );
}

#[test]
fn matchers_find_items_and_entries() {
    check(
        SERVERS,
        &["\
#@data/values
---
servers:
#@overlay/match by=overlay.index(1)
- port: 1
#@overlay/match by=overlay.subset({\"name\": \"a\"})
#@overlay/remove
-
ports:
  #@overlay/match by=overlay.all, expects=\"1+\"
  _: 7
"],
        &expect![[r#"
            servers:
            - name: b
              port: 1
            ports:
              http: 7
              https: 7
        "#]],
    );
}

#[test]
fn what_a_function_makes_has_to_have_the_type() {
    check(
        SERVERS,
        &["\
#@data/values
---
ports:
  #@overlay/replace via=join
  http: 1
servers:
#@overlay/match by=\"name\"
#@overlay/replace via=number
- name: a
#@overlay/match by=\"name\"
#@overlay/insert before=True, via=join
- name: b
"],
        &expect![[r#"
            servers: null
            ports:
              http: null
              https: 443
            ! type-mismatch at 1:5 `1`: `http` must be an integer; found: string; expected: integer; see 0:8 `http`
            ! type-mismatch at 1:9 `-`: An item of `servers` must be a map; found: integer; expected: map; see 0:5 `-`
        "#]],
    );
}

#[test]
fn counts_and_assertions_may_be_functions() {
    check(
        SERVERS,
        &["\
#@data/values
---
servers:
#@overlay/match by=overlay.all, expects=even
- port: 1
#@overlay/match by=overlay.index(0), expects=even
- port: 2
#@overlay/match by=fails
- port: 3
ports:
  #@overlay/assert via=false
  http: 1
  #@overlay/assert via=said
  https: 1
"],
        &expect![[r#"
            servers:
            - name: a
              port: 1
            - name: b
              port: 1
            ports:
              http: 80
              https: 443
            ! overlay-mismatch at 1:7 `-`: An item of `servers` matches 1 of the 2 nodes below; found: 1; expected: a number that the function of `expects=` accepts; see 1:5 `-`
            ! overlay-mismatch at 1:9 `-`: The function of `by=` fails; found: division by zero
            ! overlay-mismatch at 1:12 `http`: The function of `@overlay/assert` does not accept what is below; see 0:8 `http`
            ! overlay-mismatch at 1:14 `https`: The function of `@overlay/assert` does not accept what is below; found: too small; see 0:9 `https`
        "#]],
    );
}

#[test]
fn what_is_pending_is_unknown_and_nothing_is_claimed() {
    check(
        SERVERS,
        &["\
#@data/values
---
ports:
  #@overlay/replace via=pending
  http: 1
  #@overlay/match when=pending
  new: 1
servers:
#@overlay/match by=pending
- port: 1
"],
        &expect![[r#"
            servers: null
            ports: null
        "#]],
    );
}

#[test]
fn nodes_of_one_line_say_each_their_own() {
    check_code(
        SERVERS,
        &["\
#@data/values
---
servers:
#@ for i in range(2):
#@overlay/match by=lambda index, left, right, i=i: index == i
#@overlay/replace via=lambda left, right, i=i: {\"name\": left[\"name\"] + right, \"port\": i}
- new
#@ end
"],
        &expect![[r#"
            servers:
            - name: anew
              port: 0
            - name: bnew
              port: 1
            ports:
              http: 80
              https: 443
        "#]],
    );
}

#[test]
fn functions_that_fail_say_where() {
    check_code(
        SERVERS,
        &["\
#@ def broken(left, right):
#@   return left + right
#@ end
#@data/values
---
ports:
  #@overlay/replace via=broken
  http: x
"],
        &expect![[r#"
            servers:
            - name: a
              port: 80
            - name: b
              port: 81
            ports:
              http: null
              https: 443
            ! overlay-mismatch at 1:8 `http`: The function of `via=` fails; found: `+` cannot be applied to int and string; see 1:2 `left + right`
        "#]],
    );
}
#[test]
fn rules_of_the_document_may_be_functions() {
    check_code(
        "",
        &["\
#@data/values
---
#@assert/validate (\"a small number\", lambda value: value < 5)
port: 80
"],
        &expect![[r#"
            port: 80
            ! rule-violation at 1:4 `80`: `port` must be a small number; found: 80; see 1:3 `"a small number", lambda value: value < 5`
        "#]],
    );
}

#[test]
fn what_replaces_an_entry_brings_its_own_key() {
    let any = "#@data/values-schema\n---\n#@schema/type any=True\nm: {a: 1, b: 1}\n";
    let values = "#@data/values\n---\nm:\n  #@overlay/match by=second_or_b\n  #@overlay/replace\n  c: 2\n";
    check(
        any,
        &[values],
        &expect![[r#"
        m:
          a: 1
          c: 2
    "#]],
    );
    let values = "#@data/values\n---\nports:\n  #@overlay/match by=second_or_b\n  #@overlay/replace\n  c: 2\n";
    check(
        "#@data/values-schema\n---\nports: {a: 1, b: 1}\n",
        &[values],
        &expect![[r#"
        (the defaults)
        ! unknown-key at 1:6 `c`: The key `c` is not declared in the schema; found: `c`; expected: one of `a`, `b`; see 0:3 `ports`
    "#]],
    );
    let values = "#@data/values\n---\nm:\n  #@overlay/match by=overlay.all, expects=2\n  #@overlay/replace\n  c: 2\n";
    check(
        any,
        &[values],
        &expect![[r#"
            (the defaults)
            ! overlay-mismatch at 1:6 `c`: The map would have the key `c` twice; hint: an entry that is added, or replaces what `by=` finds, brings its own key; see 0:4 `b`
        "#]],
    );
}

#[test]
fn an_entry_is_not_added_where_its_key_is() {
    let values = "#@data/values\n---\n#@overlay/match by=overlay.not_op(overlay.all), missing_ok=True\nports: {}\n";
    check(
        SERVERS,
        &[values],
        &expect![[r#"
        (the defaults)
        ! overlay-mismatch at 1:4 `ports`: The map would have the key `ports` twice; hint: an entry that is added, or replaces what `by=` finds, brings its own key; see 0:7 `ports`
    "#]],
    );
}

#[test]
fn entries_have_no_index() {
    check(
        SERVERS,
        &["#@data/values\n---\n#@overlay/match by=overlay.index(0), expects=\"0+\"\nports: {}\n"],
        &expect![[r#"
            (the defaults)
            ! overlay-mismatch at 1:4 `ports`: `overlay.index` finds items and documents by their number, and entries of a map have none; found: the key `servers`; hint: without `by=`, an entry finds the one that has the same key
        "#]],
    );
    let numbers = "#@data/values-schema\n---\n0: a\n1: b\n";
    check(
        numbers,
        &["#@data/values\n---\n#@overlay/match by=overlay.index(1)\n_: c\n"],
        &expect![[r#"
        0: a
        1: c
    "#]],
    );
}

#[test]
fn a_document_that_would_remove_all_is_refused() {
    check(
        SERVERS,
        &["#@data/values\n#@overlay/remove\n---\nports: {}\n"],
        &expect![[r#"
        (the defaults)
        ! overlay-mismatch at 1:2 `overlay/remove`: `@overlay/remove` would leave no document, and ytt would crash; hint: to empty the document, replace it with `{}`
    "#]],
    );
}

#[test]
fn what_is_asserted_by_a_function_is_merged_which_null_refuses() {
    let nullable = "#@data/values-schema\n---\n#@schema/nullable\na:\n  b: 1\n";
    check(
        nullable,
        &["#@data/values\n---\n#@overlay/assert via=true\na:\n  b: 2\n"],
        &expect![[r#"
            (the defaults)
            ! overlay-mismatch at 1:4 `a`: `a` is null, which a map cannot overlay; found: map; expected: null; hint: give null, or replace what is below; see 0:4 `a`; see 0:4 `a`
        "#]],
    );
}

#[test]
fn a_list_of_counts_may_hold_functions() {
    let schema = "#@data/values-schema\n---\na: 1\n";
    check_code(
        schema,
        &["#@data/values\n---\n#@overlay/match expects=[4, lambda count: count == 1]\na: 2\n"],
        &expect![[r#"
            a: 2
        "#]],
    );
    check_code(
        schema,
        &["#@data/values\n---\n#@overlay/match expects=[4, lambda count: count == 2]\na: 2\n"],
        &expect![[r#"
            (the defaults)
            ! overlay-mismatch at 1:4 `a`: `a` matches the only node below; found: 1; expected: 4, or a number that the function of `expects=` accepts; see 0:3 `a`
        "#]],
    );
}

#[test]
fn a_pair_of_an_assertion_is_a_boolean_and_a_text() {
    let schema = "#@data/values-schema\n---\na: 1\n";
    check_code(
        schema,
        &["#@data/values\n---\n#@overlay/assert via=lambda left, right: (True, 5)\na: 1\n"],
        &expect![[r#"
            (the defaults)
            ! overlay-mismatch at 1:4 `a`: The function of `via=` returns neither true nor false; found: array; expected: `True`, `False`, `None`, or a pair of a boolean and a text; see 0:3 `a`
        "#]],
    );
}
