//! Documents of values over schemas, drawn as texts; and that remembering changes nothing.

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::*;
use crate::check::{CheckMemo, check as check_rules};
use crate::document::TextDocument;
use crate::problem::Problem;
use crate::schema::Schema;
use crate::schema::from_annotations::{SchemaEvaluation, SchemaInput, compile};
use crate::template::function::NoFunctions;
use crate::values::print;

mod annotations;
mod evaluated;
mod flags;
mod incremental;

const SCHEMA: FileId = FileId(0);

pub(super) fn schema_of(document: &TextDocument) -> Option<Arc<Schema>> {
    let documents: Vec<usize> = (0..document.stream().documents.len()).collect();
    let inputs = [SchemaInput {
        file: SCHEMA,
        stream: document.stream(),
        documents: &documents,
        incomplete: &[],
        evaluation: SchemaEvaluation::Unavailable,
        is_extended: false,
    }];
    let compiled = compile(&inputs, &NoFunctions);
    assert!(compiled.problems.is_empty(), "{:#?}", compiled.problems);
    compiled.schema
}

/// The final value of texts laid over each other, then every problem, with the text it is about.
fn outcome(schema: &str, texts: &[&str], style: OverlayStyle) -> String {
    let mut accumulator = TestAccumulator::new(schema, &NoFunctions);
    for text in texts {
        let file = accumulator.next_file();
        let text = TextDocument::new(file, text);
        for document in &text.stream().documents {
            accumulator.lay(&Layer { file, document: Above::Written(document), style });
        }
        accumulator.files.push(text);
    }
    accumulator.shown()
}

/// Documents laid over a schema's defaults, one after the other.
struct TestAccumulator<'a> {
    functions: &'a dyn Functions,
    schema: Option<Arc<Schema>>,
    files: Vec<TextDocument>,
    value: Value,
    problems: Vec<Problem>,
    own_rules: Vec<OwnRules>,
}

impl<'a> TestAccumulator<'a> {
    fn new(schema: &str, functions: &'a dyn Functions) -> Self {
        let text = TextDocument::new(SCHEMA, schema);
        let schema = if schema.is_empty() { None } else { schema_of(&text) };
        let default = schema.as_ref().map(|schema| schema.root.default.clone());
        let value = default.unwrap_or(Value::unwritten(ValueKind::Null));
        Self { functions, schema, files: vec![text], value, problems: Vec::new(), own_rules: Vec::new() }
    }

    fn next_file(&self) -> FileId {
        FileId(self.files.len() as u32)
    }

    fn root(&self) -> Option<&Arc<SchemaNode>> {
        self.schema.as_ref().map(|schema| &schema.root)
    }

    fn lay(&mut self, layer: &Layer<'_>) {
        let overlaid =
            overlay(&self.value, &self.own_rules, layer, self.root(), &mut OverlayMemo::default(), self.functions);
        self.value = overlaid.value;
        self.problems.extend(overlaid.problems);
        self.own_rules.extend(overlaid.own_rules);
    }

    /// The value, if it is not that of the schema, then what is wrong with it.
    fn shown(&self) -> String {
        let mut memo = CheckMemo::default();
        let checked = check_rules(&self.value, self.root(), &self.own_rules, None, self.functions, &mut memo);
        let broken = checked.problems;
        let shown: Vec<String> =
            self.problems.iter().chain(&broken).map(|problem| show(problem, &self.files)).collect();
        format!("{}{}", beside_defaults(&self.value, self.root()), shown.join(""))
    }
}

fn beside_defaults(value: &Value, schema: Option<&Arc<SchemaNode>>) -> String {
    let yaml = print::yaml(value);
    if schema.is_some_and(|schema| print::yaml(&schema.default) == yaml) { "(the defaults)\n".to_owned() } else { yaml }
}

fn show(problem: &Problem, files: &[TextDocument]) -> String {
    let token = |place: Place| {
        let Some(file) = files.get(place.file.0 as usize) else { return "?".to_owned() };
        let range = file.resolve(place).expect("the place resolves");
        let line = file.line_of(range.start()) + 1;
        format!("{}:{line} `{}`", place.file.0, file.slice(range))
    };
    let mut text = format!("! {} at {}: ", problem.code.name(), token(problem.place));
    text.push_str(&problem.text().replace('\n', "; "));
    for related in &problem.related {
        let _ = write!(text, "; see {}", token(related.place));
    }
    for fix in &problem.fixes {
        let _ = write!(text, "; fix: {}", fix.title);
    }
    text + "\n"
}

#[track_caller]
fn check(schema: &str, values: &[&str], expected: &Expect) {
    expected.assert_eq(&outcome(schema, values, OverlayStyle::Template));
}

#[track_caller]
fn check_plain(schema: &str, values: &[&str], expected: &Expect) {
    expected.assert_eq(&outcome(schema, values, OverlayStyle::Plain));
}

const DATABASE: &str = "\
#@data/values-schema
---
db:
  port: 5432
  #@schema/nullable
  user: \"\"
  timeout: 1.5
names:
- \"\"
servers:
- host: localhost
  ports:
  - 80
";

#[test]
fn maps_merge_scalars_replace_arrays_append_and_items_are_filled() {
    check(
        DATABASE,
        &[
            "#@data/values\n---\ndb:\n  port: 1\n  timeout: 2\nnames: [a]\nservers:\n- ports: [1]\n",
            "#@data/values\n---\nnames:\n- b\n",
        ],
        &expect![[r#"
            db:
              port: 1
              user: null
              timeout: 2
            names:
            - a
            - b
            servers:
            - ports:
              - 1
              host: localhost
        "#]],
    );
}

#[test]
fn an_unknown_key_names_the_key_that_was_meant() {
    check(
        DATABASE,
        &["#@data/values\n---\ndb:\n  prot: 1\nzzzzz: 2\n"],
        &expect![[r#"
            (the defaults)
            ! unknown-key at 1:4 `prot`: The key `prot` is not declared in the schema; found: `prot`; expected: one of `port`, `timeout`, `user`; hint: did you mean `port`?; see 0:3 `db`; fix: Change to `port`
            ! unknown-key at 1:5 `zzzzz`: The key `zzzzz` is not declared in the schema; found: `zzzzz`; expected: one of `db`, `names`, `servers`; see 0:2 `---`
        "#]],
    );
    check_plain(
        DATABASE,
        &["db:\n  prot: 1\n"],
        &expect![[r#"
            (the defaults)
            ! unknown-key at 1:2 `prot`: The key `prot` is not declared in the schema; found: `prot`; expected: one of `port`, `timeout`, `user`; hint: did you mean `port`?; see 0:3 `db`; fix: Change to `port`
        "#]],
    );
}

#[test]
fn values_of_the_wrong_type_are_reported_at_the_value() {
    check(
        DATABASE,
        &[
            "#@data/values\n---\ndb:\n  port: x\n  user: 5\n  timeout: null\nnames: [1]\nservers:\n- host: {a: 1}\n  ports: 5\n",
        ],
        &expect![[r#"
            db:
              port: null
              user: null
              timeout: null
            names:
            - null
            servers:
            - host: null
              ports: null
            ! type-mismatch at 1:4 `x`: `port` must be an integer; found: string; expected: integer; see 0:4 `port`
            ! type-mismatch at 1:5 `5`: `user` must be a string or null; found: integer; expected: string or null; hint: put the value in quotes; see 0:6 `user`
            ! type-mismatch at 1:6 `null`: `timeout` must be a float; found: null; expected: float; hint: leave the key out to use the default, or annotate it in the schema with `#@schema/nullable`; see 0:7 `timeout`
            ! type-mismatch at 1:7 `1`: An item of `names` must be a string; found: integer; expected: string; hint: put the value in quotes; see 0:9 `-`
            ! type-mismatch at 1:9 `host`: `host` must be a string; found: map; expected: string; see 0:11 `host`
            ! type-mismatch at 1:10 `5`: `ports` must be an array; found: integer; expected: array; see 0:12 `ports`
        "#]],
    );
}

#[test]
fn collections_of_another_kind_cannot_be_laid_over() {
    check(
        DATABASE,
        &["#@data/values\n---\ndb: [1]\nnames:\n  a: 1\n", "#@data/values\n---\nservers: none\n"],
        &expect![[r#"
            db: null
            names: null
            servers: null
            ! overlay-mismatch at 1:3 `db`: `db` is a map, which an array cannot overlay; found: array; expected: map; hint: give a map, or replace what is below; see 0:3 `db`
            ! overlay-mismatch at 1:4 `names`: `names` is an array, which a map cannot overlay; found: map; expected: array; hint: give an array, or replace what is below; see 0:8 `names`
            ! type-mismatch at 2:3 `none`: `servers` must be an array; found: string; expected: array; see 0:10 `servers`
        "#]],
    );
}

#[test]
fn plain_files_replace_arrays() {
    check_plain(
        DATABASE,
        &["names: [a]\n", "names: [b]\nservers:\n- {}\n"],
        &expect![[r#"
        db:
          port: 5432
          user: null
          timeout: 1.5
        names:
        - b
        servers:
        - host: localhost
          ports: []
    "#]],
    );
}

#[test]
fn any_takes_everything_and_nullable_takes_null() {
    let schema = "#@data/values-schema\n---\n#@schema/type any=True\nx:\n#@schema/nullable\nm:\n  a: 1\n  b: 2\n";
    check(
        schema,
        &["#@data/values\n---\nx: {deep: [1, {}]}\nm: {a: 5}\n"],
        &expect![[r#"
        x:
          deep:
          - 1
          - {}
        m:
          a: 5
          b: 2
    "#]],
    );
    check(
        schema,
        &["#@data/values\n---\nx: 5\nm: ~\n"],
        &expect![[r#"
        x: 5
        m: null
    "#]],
    );
}

#[test]
fn setting_a_deprecated_key_is_a_warning() {
    let schema = "#@data/values-schema\n---\n#@schema/deprecated \"Use new.\"\nold: 1\nnew: 1\n";
    check(
        schema,
        &["#@data/values\n---\nold: 2\n"],
        &expect![[r#"
        old: 2
        new: 1
        ! deprecated-key at 1:3 `old`: The key `old` is deprecated: Use new.; see 0:4 `old`
    "#]],
    );
}

#[test]
fn rules_of_schemas_and_values_hold_for_the_final_value() {
    let schema = "\
#@data/values-schema
---
#@schema/validation min=1, max=10
port: 0
#@schema/validation one_not_null=True
either:
  #@schema/nullable
  a: 1
  #@schema/nullable
  b: 1
names:
#@schema/validation max_len=2
- \"\"
";
    check(
        schema,
        &["#@data/values\n---\neither: {a: 1, b: 2}\nnames: [abc, é, x]\n"],
        &expect![[r#"
            port: 0
            either:
              a: 1
              b: 2
            names:
            - abc
            - é
            - x
            ! rule-violation at 0:4 `0`: `port` must be at least 1; found: 0; see 0:3 `1`
            ! rule-violation at 1:3 `either`: `either` must have exactly one child that is not null; found: `a`, `b`: {a: 1, b: 2}; see 0:5 `True`; see 0:6 `either`
            ! rule-violation at 1:4 `abc`: An item of `names` must have at most 2 characters; found: 3; see 0:12 `2`
        "#]],
    );
    check(
        "",
        &[
            "#@data/values\n---\n#@assert/validate min=10\na: 9\nlist:\n#@assert/validate one_of=[1.0, 2]\n- 1\n#@assert/validate not_null=True, min=3\n- null\n",
        ],
        &expect![[r#"
            a: 9
            list:
            - 1
            - null
            ! rule-violation at 1:4 `9`: `a` must be at least 10; found: 9; see 1:3 `10`
            ! rule-violation at 1:9 `null`: An item of `list` must not be null; found: null; see 1:8 `True`
        "#]],
    );
}

#[test]
fn an_empty_document_is_null() {
    check(
        DATABASE,
        &["#@data/values\n---\n"],
        &expect![[r#"
            ! type-mismatch at 1:2 `---`: The document must be a map; found: null; expected: map; hint: null replaces all values: give the document content, or remove it; see 0:2 `---`
        "#]],
    );
}
