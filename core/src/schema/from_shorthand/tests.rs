//! Sections in the shorthand, compiled, and every mistake found at its token.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::schema::describe;
use crate::test_support::{mark_problems, without_marks};
use crate::text::FileId;
use crate::values::flow::flow;
use crate::values::from_yaml::{ValueMemo, from_yaml};

mod mistakes;

/// Compiles the section `parameters` of a text with the types below `types`, if there are any.
#[track_caller]
fn compile_text(text: &str) -> CompiledSections {
    let document = TextDocument::new(FileId(0), text);
    assert_eq!(document.stream().problems, Vec::new());
    let root = from_yaml(FileId(0), &document.stream().documents[0], &mut ValueMemo::default()).value;
    let part = |key: &str| root.mapping()?.get(&Key::String(key.into()));
    let sections = [("parameters", part("parameters").expect("the text has parameters"))];
    let input =
        SectionsInput { document: &document, types: part("types"), sections: &sections, others: Others::Dropped };
    let mut compiled = compile(&input);
    for problem in &mut compiled.problems {
        let range = document.resolve(problem.place).expect("every place is in this text");
        problem.place = Place::absolute(FileId(0), range);
    }
    compiled
}

/// Compares the problems of a text with its marks.
#[track_caller]
fn check_problems(picture: Expect) {
    let text = without_marks(picture.data());
    picture.assert_eq(&mark_problems(&TextDocument::new(FileId(0), &text), &compile_text(&text).problems));
}

/// Shows the types, defaults and rules that a text without mistakes declares.
#[track_caller]
fn check_schema(text: &str, expected: Expect) {
    let compiled = compile_text(text);
    assert_eq!(compiled.problems, Vec::new());
    let mut shown = String::new();
    show("", &compiled.schemas[0].root, &mut shown);
    expected.assert_eq(&shown);
}

fn show(path: &str, node: &SchemaNode, shown: &mut String) {
    let _ = write!(shown, "{path}: {}", describe::type_words(node));
    match node.presence {
        Presence::Defaulted => shown.extend([" = ", &flow(&node.default)]),
        Presence::Required => shown.push_str(" required"),
        Presence::Optional => shown.push_str(" optional"),
    }
    for (name, text) in [("title", &node.title), ("description", &node.description)] {
        *shown += &text.as_ref().map(|text| format!(" {name}={text:?}")).unwrap_or_default();
    }
    for example in &node.examples {
        shown.extend([" example ", &flow(&example.value)]);
    }
    for rule in &node.rules {
        shown.extend([", ", &describe::rule_words(&rule.kind).unwrap_or_default()]);
    }
    shown.push('\n');
    match &node.ty {
        Type::Mapping(ty) => {
            for (key, field) in &ty.fields {
                show(&format!("{path}.{key}"), field, shown);
            }
            if let Others::Kept(value) = &ty.others {
                show(&format!("{path}.*"), value, shown);
            }
        }
        Type::Sequence(item) => show(&format!("{path}[]"), item, shown),
        _ => {}
    }
}

#[test]
fn fields_are_required_unless_they_have_a_default() {
    check_schema(
        r#"
parameters:
  name: string
  age: "integer | minimum=0 maximum=120"
  price: "number | minimum=0 exclusiveMinimum=true multipleOf=0.01"
  enabled: "boolean | default=false"
  tags: "[]string | default=[]"
  labels: "map<string> | default={}"
  ports: "[]integer | minItems=1 maxItems=10"
  level: 'string | enum=debug,"very loud" default=debug'
  options:
    ssl: "boolean | default=true"
    timeout: "integer | default=30"
"#,
        expect![[r#"
            : map required
            .name: string required
            .age: integer required, at least 0, at most 120
            .price: float required, greater than 0, a multiple of 0.01
            .enabled: boolean = false
            .tags: array of string = []
            .tags[]: string required
            .labels: map of string = {}
            .labels.*: string required
            .ports: array of integer required, not empty, of at most 10 items
            .ports[]: integer required
            .level: string = "debug", one of "debug", "very loud"
            .options: map required
            .options.ssl: boolean = true
            .options.timeout: integer = 30
        "#]],
    );
}

#[test]
fn defaults_of_objects_are_filled_with_those_of_their_fields() {
    check_schema(
        r#"
parameters:
  monitoring:
    $default: {}
    enabled: "boolean | default=false"
    port: "integer | default=9090"
  database:
    $default:
      host: "localhost"
      port: 9999
    host: string
    port: "integer | default=5432"
  config:
    $default: '{"count": 5}'
    count: integer
"#,
        expect![[r#"
            : map required
            .monitoring: map = {enabled: false, port: 9090}
            .monitoring.enabled: boolean = false
            .monitoring.port: integer = 9090
            .database: map = {host: "localhost", port: 9999}
            .database.host: string required
            .database.port: integer = 5432
            .config: map = {count: 5}
            .config.count: integer required
        "#]],
    );
}

#[test]
fn types_bring_their_defaults_and_uses_override_them() {
    check_schema(
        r#"
types:
  Resources:
    $default: {}
    cpu: "string | default=100m"
  Level: "string | enum=a,b default=a"
  Service:
    image: string
    resources: Resources
parameters:
  one: Resources
  two: "Resources | default={\"cpu\":\"1\"}"
  three: "[]Resources"
  level: "Level | enum=a,c description='any'"
  service: "Service | default={\"image\":\"nginx\"}"
  services: map[string][]Service
"#,
        expect![[r#"
            : map required
            .one: map = {cpu: "100m"}
            .one.cpu: string = "100m"
            .two: map = {cpu: "1"}
            .two.cpu: string = "100m"
            .three: array of map required
            .three[]: map = {cpu: "100m"}
            .three[].cpu: string = "100m"
            .level: string = "a" description="any", one of "a", "c"
            .service: map = {image: "nginx", resources: {cpu: "100m"}}
            .service.image: string required
            .service.resources: map = {cpu: "100m"}
            .service.resources.cpu: string = "100m"
            .services: map of array of map required
            .services.*: array of map required
            .services.*[]: map required
            .services.*[].image: string required
            .services.*[].resources: map = {cpu: "100m"}
            .services.*[].resources.cpu: string = "100m"
        "#]],
    );
}

#[test]
fn documentation_is_kept() {
    check_schema(
        r#"
parameters:
  key: "string | title='API Key' description=\"a \\\"b\\\"\" example=sk-1 oc:sensitive format=email"
  folded: >-
    string |
    default=abc
    minLength=2
"#,
        expect![[r#"
            : map required
            .key: string required title="API Key" description="a \"b\"" example "sk-1", of the format `email`
            .folded: string = "abc", of at least 2 characters
        "#]],
    );
}

#[test]
fn sections_may_hold_their_own_types() {
    check_schema(
        "parameters:\n  $types:\n    T: {a: string}\n  f: T\n",
        expect![[r#"
        : map required
        .f: map required
        .f.a: string required
    "#]],
    );
    check_problems(expect![[r#"
        parameters:
          $types: string
          $foo: strng
        #       ^^^^^ error[shorthand-type]: There is no type `strng` / hint: did you mean `string`?
    "#]]);
}

#[test]
fn aliases_and_merge_keys_are_followed() {
    check_problems(expect![[r#"
            parameters:
              x: &a
                q: strng
            #      ^^^^^ error[shorthand-type]: There is no type `strng` / hint: did you mean `string`?
              y1:
                <<: *a
                r: integer
              s: &s "string | minimun=1"
            #                 ^^^^^^^ error[unknown-marker]: There is no marker `minimun` / hint: did you mean `minimum`?
              t: *s
            #    ^^ error[unknown-marker]: There is no marker `minimun` / hint: did you mean `minimum`?
        "#]]);
}

#[test]
fn names_of_fields_are_read_as_json_has_them() {
    check_schema(
        "parameters:\n  on: string\n  1: {$default: {2: x}, 2: string}\n",
        expect![[r#"
        : map required
        .true: string required
        .1: map = {2: "x"}
        .1.2: string required
    "#]],
    );
}

/// Any text as a shorthand, in any quotes: nothing panics, and the quotes change neither problems nor their tokens.
#[test]
fn quotes_of_yaml_do_not_change_what_is_found() {
    let letters = r#"(string|\[\]T|map<|T| [|] |default=|enum=|minLength=|minimum=|pattern=|[ -~éü	]){0,12}"#;
    proptest::proptest!(|(shorthand in letters)| {
        let double = serde_json::to_string(&shorthand).unwrap();
        let single = format!("'{}'", shorthand.replace('\'', "''"));
        let unescape = |source: &str| serde_json::from_str::<String>(&format!("\"{source}\"")).ok();
        let found = |quoted: &str, unescape: &dyn Fn(&str) -> Option<String>| {
            let text = format!("types: {{T: string}}\nparameters:\n  f: {quoted}\n");
            let found = compile_text(&text).problems.into_iter().map(|problem| {
                let source = &text[problem.place.range];
                let token = if source == quoted { Some(shorthand.clone()) } else { unescape(source) };
                (problem.code, problem.message.clone(), token)
            });
            found.collect::<Vec<_>>()
        };
        let (double, single) = (found(&double, &unescape), found(&single, &|source| Some(source.replace("''", "'"))));
        proptest::prop_assert_eq!(double, single);
    });
}

#[test]
fn types_that_stand_for_huge_schemas_are_refused() {
    let mut text = "types:\n  T0: string\n".to_owned();
    for index in 1..60 {
        let _ = writeln!(text, "  T{index}: {{a: T{0}, b: T{0}}}", index - 1);
    }
    text += "parameters:\n  f: T59\n";
    assert!(compile_text(&text).problems.iter().any(|problem| problem.code == Code::TooDeep));
    let mut text = "types:\n  T0: string\n".to_owned();
    for index in 1..10_000 {
        let _ = writeln!(text, "  T{index}: T{}", index - 1);
    }
    text += "parameters:\n  f: T9999\n";
    assert!(compile_text(&text).problems.iter().any(|problem| problem.code == Code::TooDeep));
}
