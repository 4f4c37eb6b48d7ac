//! Libraries, as templates see them. What evaluates them here only tells what it was asked for.

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};
use starlark::values::OwnedFrozenValue;

use super::*;
use crate::problem::Problem;
use crate::template::evaluate::Evaluator;
use crate::template::evaluate::tests::{job, picture_with};
use crate::template::function::{Call, Called};
use crate::template::job::{JobSource, Options};
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Value as Data, ValueKind};

/// Gives back what it was asked for.
struct Echo;

impl Libraries for Echo {
    fn problems_of_text(&self, _: &JobSource, _: Options) -> Vec<Problem> {
        Vec::new()
    }

    fn evaluate(&self, _: Asking<'_>, library: &LibraryInstance) -> Result<Vec<Fragment>, Failure> {
        if library.name == "broken" {
            return Err(Failure {
                message: "it is broken".to_owned(),
                frames: Vec::new(),
                is_over_budget: false,
                about: None,
            });
        }
        let content = ValueKind::String(shown(library).into());
        let place = Place::NOWHERE;
        let document = Fragment::new(Holder::Document, Data { origin: place, kind: content });
        Ok(vec![document])
    }

    fn data_values(&self, _: Asking<'_>, library: &LibraryInstance) -> Result<Data, Failure> {
        Ok(Data::unwritten(ValueKind::String(shown(library).into())))
    }

    fn export(
        &self,
        _: Asking<'_>,
        _: &LibraryInstance,
        name: &str,
        path: Option<&str>,
    ) -> Result<OwnedFrozenValue, Failure> {
        Err(Failure { message: format!("{name} of {path:?}"), frames: Vec::new(), is_over_budget: false, about: None })
    }

    fn call(&self, _: &Call) -> Called {
        Called::Pending
    }
}

fn shown(library: &LibraryInstance) -> String {
    let mut shown = format!("{} for {}", library.name, library.requester);
    if let Some(alias) = &library.alias {
        let _ = write!(shown, " as {alias}");
    }
    if library.options != Options::default() {
        let _ = write!(shown, " {:?}", library.options);
    }
    for values in &library.data_values {
        let plain = if values.is_plain { " plain" } else { "" };
        let _ = write!(shown, ",{plain} values {}", flow(&Data::unwritten(values.content.clone())));
    }
    for schema in &library.schemas {
        let _ = write!(shown, ", schema {}", flow(&Data::unwritten(schema.clone())));
    }
    shown
}

/// What comes of a fixture, with a file for each of some libraries.
#[track_caller]
fn check(fixture: &str, expected: Expect) {
    let indent = fixture.find("#-").map_or("", |start| fixture[..start].trim_start_matches('\n'));
    let library = |folder: &str| format!("\n{indent}#- /{folder}/file.yml\n{indent}a: 1");
    let folders = ["_ytt_lib/app", "_ytt_lib/broken", "dir/_ytt_lib/app", "dir/_ytt_lib/github.com/org/app"];
    let libraries: String = folders.into_iter().map(library).collect();
    let fixture = format!("{}{libraries}\n", fixture.trim_end());
    expected.assert_eq(&picture_with(Evaluator::new(Some(Arc::new(Echo))), &job(&fixture, None)));
}

#[test]
fn a_library_is_prepared_step_by_step() {
    check(
        r#"
        #- /dir/main.yml
        #@ load("@ytt:library", "library")
        #@ load("@ytt:template", "template")
        #@ load("@ytt:struct", "struct")
        #@ def values():
        port: 80
        #@ end
        #@ def schema():
        port: 0
        #@ end
        #@ lib = library.get("app", alias="one", strict=True)
        #@ other = lib.with_data_values(values()).with_data_values({"a": [1]}, plain=True)
        --- #@ template.replace(library.get("github.com/org/app").eval())
        --- #@ template.replace(other.with_data_values_schema(schema()).eval())
        ---
        values: #@ lib.with_data_values(struct.make(b=2)).data_values()
        "#,
        expect![[r#"
            {}
            ---
            github.com/org/app for dir/main.yml
            ---
            'app for dir/main.yml as one Options { ignore_unknown_comments: false, implicit_map_key_overrides: false, strict: true, skip_validation: false, extended_annotations: false, without_overlays: false, older_modules: false, ytt: None }, values {port: 80}, plain values {a: [1]}, schema {port: 0}'
            ---
            values: 'app for dir/main.yml as one Options { ignore_unknown_comments: false, implicit_map_key_overrides: false, strict: true, skip_validation: false, extended_annotations: false, without_overlays: false, older_modules: false, ytt: None }, values {b: 2}'
        "#]],
    );
}

/// What comes of a call whose value is that of a key.
#[track_caller]
fn check_call(call: &str, expected: Expect) {
    check(&format!("#- /main.yml\n#@ load(\"@ytt:library\", \"library\")\na: #@ {call}\n"), expected);
}

#[test]
fn what_goes_wrong_stands_at_the_call() {
    check_call(
        r#"library.get("broken").eval()"#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:library", "library")
            a: #@ library.get("broken").eval()
            #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: It is broken
        "#]],
    );
    check_call(
        r#"library.get("app").export("_private")"#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:library", "library")
            a: #@ library.get("app").export("_private")
            #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: `_private` is private to its library: its name begins with `_`
        "#]],
    );
    check_call(
        r#"library.get("app").export("f", path="a.lib.yml")"#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:library", "library")
            a: #@ library.get("app").export("f", path="a.lib.yml")
            #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: F of Some("a.lib.yml")
        "#]],
    );
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:library", "library")
        #@ def values():
        #@overlay/match missing_ok=True
        port: 80
        #@ end
        a: #@ library.get("app").with_data_values(values(), plain=True)
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:library", "library")
            #@ def values():
            #@overlay/match missing_ok=True
            port: 80
            #@ end
            a: #@ library.get("app").with_data_values(values(), plain=True)
            #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: Plain data values cannot have annotations / hint: leave `plain=True` out, or the annotations
        "#]],
    );
    check_call(
        r#"library.got("app")"#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:library", "library")
            a: #@ library.got("app")
            #             ^^^ template-failure: `library` has no `got` / hint: did you mean `get`?
        "#]],
    );
}

#[test]
fn a_library_has_to_be_there_when_it_is_asked_for() {
    for name in ["nowhere", "@app", "app/", "", "app/_ytt_lib/inner"] {
        let call = format!("library.get(\"{name}\")");
        let source = format!("#- /main.yml\n#@ load(\"@ytt:library\", \"library\")\n#@ {call}\na: 1\n");
        let picture = picture_with(Evaluator::new(Some(Arc::new(Echo))), &job(&source, None));
        assert!(picture.contains("template-failure"), "{call}: {picture}");
    }
    check_call(
        r#"library.get("@app")"#,
        expect![[r#"
        === main.yml
        #@ load("@ytt:library", "library")
        a: #@ library.get("@app")
        #     ^^^^^^^^^^^^^^^^^^^ template-failure: `library.get` takes a name without `@` / expected: `app`
    "#]],
    );
    check_call(
        r#"library.get("app/_ytt_lib/inner")"#,
        expect![[r#"
        === main.yml
        #@ load("@ytt:library", "library")
        a: #@ library.get("app/_ytt_lib/inner")
        #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: `app/_ytt_lib/inner` leads into a library inside, which is private to it / hint: ask for it in a file beside that `_ytt_lib/`
    "#]],
    );
}

#[test]
fn documents_cannot_be_given_to_a_library() {
    check(
        r#"
        #- /main.yml
        #@ load("@ytt:library", "library")
        #@ def documents():
        ---
        port: 80
        #@ end
        ---
        a: #@ library.get("app").with_data_values(documents())
        "#,
        expect![[r#"
            === main.yml
            #@ load("@ytt:library", "library")
            #@ def documents():
            ---
            port: 80
            #@ end
            ---
            a: #@ library.get("app").with_data_values(documents())
            #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: Documents cannot be given to a library / expected: the content of one document / hint: take one of them, as in `documents()[0]`, or leave `---` out of the function
        "#]],
    );
}
