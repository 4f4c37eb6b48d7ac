//! What can be followed in a text.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{LinkTarget, document_links};
use crate::test_support::{Fixture, mark_ranges, without_marks};

/// The last file of a fixture with its links marked, each saying where it leads.
#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    let fixture = Fixture::parse(fixture);
    let analysis = fixture.analysis();
    let last = fixture.files.last().unwrap();
    let links = document_links(&analysis, analysis.file(&last.path).unwrap());
    let text = |target: &LinkTarget| match target {
        LinkTarget::File(file) => analysis.path(*file).display().to_string(),
        LinkTarget::Url(url) => url.clone(),
        LinkTarget::Place(file, range) => {
            let document = analysis.document(*file).unwrap();
            let mut place = format!("{}:{}", analysis.path(*file).display(), document.line_of(range.start()) + 1);
            let _ = write!(place, " {}", document.slice(*range));
            place
        }
    };
    let marks: Vec<_> = links.iter().map(|link| (link.range, text(&link.target))).collect();
    expected.assert_eq(&mark_ranges(&last.text, &marks));
}

/// Compares the links of a file with the marks of its picture.
#[track_caller]
fn check_picture(picture: &Expect) {
    check(&without_marks(picture.data()), picture);
}

#[test]
fn loaded_files_are_linked_and_modules_are_not() {
    check(
        "
        #- /config/schema.yml
        #@data/values-schema
        ---
        a: 1
        #- /config/lib/names.star
        def f():
          return 1
        end
        #- /config/deployment.yml
        #@ load(\"@ytt:data\", \"data\")
        #@ load(\"lib/names.star\", \"f\")
        #@ load(\"lib/none.star\", \"g\")
        a: #@ f()
        ",
        &expect![[r##"
            #@ load("@ytt:data", "data")
            #@ load("lib/names.star", "f")
            #        ^^^^^^^^^^^^^^ /config/lib/names.star
            #@ load("lib/none.star", "g")
            a: #@ f()
        "##]],
    );
}

#[test]
fn the_schema_of_a_modeline_is_linked() {
    check(
        "
        #- /config/schema.yml
        #@data/values-schema
        ---
        a: 1
        #- /envs/dev.yml
        ---
        # sayl: schema=../config/schema.yml
        a: 2
        ",
        &expect![[r#"
            ---
            # sayl: schema=../config/schema.yml
            #              ^^^^^^^^^^^^^^^^^^^^ /config/schema.yml
            a: 2
        "#]],
    );
}

#[test]
fn the_files_of_a_configuration_are_linked() {
    check(
        "
        #- /config/schema.yml
        #@data/values-schema
        ---
        a: 1
        #- /envs/dev.yml
        a: 1
        #- /sayl.toml
        [[bundle]]
        files = [\"config/\", \"config/schema.yml\"]
        data-values-files = ['envs/dev.yml', \"envs/none.yml\"]
        ",
        &expect![[r#"
            [[bundle]]
            files = ["config/", "config/schema.yml"]
            #                    ^^^^^^^^^^^^^^^^^ /config/schema.yml
            data-values-files = ['envs/dev.yml', "envs/none.yml"]
            #                     ^^^^^^^^^^^^ /envs/dev.yml
        "#]],
    );
}

#[test]
fn resources_and_definitions_are_linked() {
    check_picture(&expect![[r#"
            apiVersion: openchoreo.dev/v1alpha1
            kind: Trait
            metadata: {name: logs}
            spec:
              parameters:
                openAPIV3Schema:
                  type: object
                  properties:
                    port: {$ref: '#/$defs/Port'}
            #                     ^^^^^^^^^^^^ /main.yml:12 Port
                    none: {$ref: '#/$defs/None'}
                  $defs:
                    Port: {type: integer}
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: Component
            metadata: {name: web}
            spec:
              componentType: deployment/none
              traits:
              - name: logs
            #         ^^^^ /main.yml:3 logs
        "#]]);
}

#[test]
fn addresses_end_where_the_sentence_goes_on() {
    check_picture(&expect![[r##"
            #! See https://example.com/a_(b), (http://x.org/y?z=1#f). Or <https://example.com>; not ftp://x or http://.
            #      ^^^^^^^^^^^^^^^^^^^^^^^^^ https://example.com/a_(b)
            #                                  ^^^^^^^^^^^^^^^^^^^^ http://x.org/y?z=1#f
            #                                                             ^^^^^^^^^^^^^^^^^^^ https://example.com
            a: "https://example.com/ä"
            #   ^^^^^^^^^^^^^^^^^^^^^ https://example.com/ä
            b: https://${host}/x
            c: [https://example.com/[1], http://a.b]
            #   ^^^^^^^^^^^^^^^^^^^^^^^ https://example.com/[1]
            #                            ^^^^^^^^^^ http://a.b
        "##]]);
}
