//! Hints beside values and ends of blocks.

use expect_test::{Expect, expect};

use super::{MOST_HINTS, WantedHints, inlay_hints};
use crate::test_support::Fixture;
use crate::text::{TextRange, TextSize};

const ALL: WantedHints = WantedHints { types: true, defaults: true, blocks: true };

/// The last file of a fixture with its hints in it, as an editor shows them; `lines` are those that are asked about.
#[track_caller]
fn check_lines(fixture: &str, lines: std::ops::Range<usize>, wanted: WantedHints, expected: &Expect) {
    let fixture = Fixture::parse(fixture);
    let analysis = fixture.analysis();
    let last = fixture.files.last().unwrap();
    let start = |line: usize| last.text.split_inclusive('\n').take(line).map(TextSize::of).sum::<TextSize>();
    let range = TextRange::new(start(lines.start), start(lines.end));
    let mut text = last.text.clone();
    for hint in inlay_hints(&analysis, analysis.file(&last.path).unwrap(), range, wanted).iter().rev() {
        text.insert_str(hint.offset.into(), &format!(" «{}»", hint.label));
    }
    expected.assert_eq(&text);
}

#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    check_lines(fixture, 0..1000, ALL, expected);
}

/// Compares the hints of a file with those in its picture.
#[track_caller]
fn check_picture(picture: &Expect) {
    let parts = picture.data().split(" «");
    let text: String = parts.map(|part| part.split_once('»').map_or(part, |(_, rest)| rest)).collect();
    check(&text, picture);
}

const SCHEMA: &str = "
#- /schema.yml
#@data/values-schema
---
db:
  host: localhost
  port: 5432
  #@schema/nullable
  user: \"\"
#@schema/type any=True
extra: 1
ports:
- 80
#@schema/nullable
tls:
  cert: \"\"
share: 0.5
";

#[test]
fn a_schema_shows_what_it_means() {
    check(
        SCHEMA,
        &expect![[r##"
        #@data/values-schema
        ---
        db:
          host: localhost «string»
          port: 5432 «integer»
          #@schema/nullable
          user: "" «string or null, default null»
        #@schema/type any=True
        extra: 1 «any»
        ports: «array of integer, default []»
        - 80
        #@schema/nullable
        tls: «map or null, default null»
          cert: "" «string»
        share: 0.5 «float»
    "##]],
    );
}

const VALUES: &str = "
#- /values.yml
#@data/values
---
db:
  port: 5433 #! changed
  host: localhost
  user: |
    x
ports:
- 8080
tls: {cert: x}
extra: {a: 1}
nothing: 1
share:
";

#[test]
fn values_show_what_is_expected_and_which_default_they_replace() {
    check(
        &format!("{SCHEMA}{VALUES}"),
        &expect![[r##"
        #@data/values
        ---
        db:
          port: 5433 «integer, default 5432» #! changed
          host: localhost «string»
          user: «string or null, default null» |
            x
        ports: «array of integer»
        - 8080
        tls: {cert: x «string, default ""»} «map or null»
        extra: {a: 1} «any, default 1»
        nothing: 1
        share: «float, default 0.5»
    "##]],
    );
}

#[test]
fn only_what_is_wanted_is_shown() {
    let only = WantedHints { defaults: true, ..WantedHints::default() };
    check_lines(
        &format!("{SCHEMA}{VALUES}"),
        0..100,
        only,
        &expect![[r##"
        #@data/values
        ---
        db:
          port: 5433 «default 5432» #! changed
          host: localhost
          user: «default null» |
            x
        ports:
        - 8080
        tls: {cert: x «default ""»}
        extra: {a: 1} «default 1»
        nothing: 1
        share: «default 0.5»
    "##]],
    );
}

#[test]
fn only_the_lines_that_are_asked_about_have_hints() {
    check_lines(
        &format!("{SCHEMA}{VALUES}"),
        3..4,
        ALL,
        &expect![[r#"
        #@data/values
        ---
        db:
          port: 5433 «integer, default 5432» #! changed
          host: localhost
          user: |
            x
        ports:
        - 8080
        tls: {cert: x}
        extra: {a: 1}
        nothing: 1
        share:
    "#]],
    );
}

#[test]
fn parameters_of_components_show_their_schema() {
    check_picture(&expect![[r#"
            apiVersion: openchoreo.dev/v1alpha1
            kind: ComponentType
            metadata: {name: web}
            spec:
              workloadType: deployment
              schema:
                parameters:
                  replicas: integer | default=1
                  name: string
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: Component
            metadata: {name: shop}
            spec:
              componentType: deployment/web
              parameters:
                replicas: 2 «integer, default 1»
                name: x «string, required»
        "#]]);
}

#[test]
fn an_end_says_what_it_ends() {
    check_picture(&expect![[r##"
            #@ def labels(name):
            a: 1
            #@ if name == "x":
            b: 1
            #@ else:
            c: 1
            #@ end «if name == "x"»
            #@ end «def labels(name)»
            ---
            d: #@ labels("x")
        "##]]);
}

#[test]
fn of_a_whole_large_file_the_first_hints_are_given() {
    let keys: Vec<String> = (0..MOST_HINTS + 10).map(|index| format!("key{index}: 1")).collect();
    let fixture = Fixture::parse(&format!("#- /schema.yml\n#@data/values-schema\n---\n{}\n", keys.join("\n")));
    let analysis = fixture.analysis();
    let text = &fixture.files[0].text;
    let file = analysis.file(&fixture.files[0].path).unwrap();
    let hints = inlay_hints(&analysis, file, TextRange::up_to(TextSize::of(&**text)), ALL);
    assert_eq!(hints.len(), MOST_HINTS);
    assert!(text[..usize::from(hints[MOST_HINTS - 1].offset)].ends_with(&format!("key{}: 1", MOST_HINTS - 1)));
}
