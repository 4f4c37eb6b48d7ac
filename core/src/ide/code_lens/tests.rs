//! Lenses with what they say.

use expect_test::{Expect, expect};

use super::{WantedLenses, code_lenses, resolve};
use crate::test_support::{Fixture, mark_ranges, without_marks};

/// The first file of a fixture with its lenses marked.
#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    let fixture = Fixture::parse(fixture);
    let analysis = fixture.analysis();
    let first = &fixture.files[0];
    let file = analysis.file(&first.path).unwrap();
    let lenses = code_lenses(&analysis, file, WantedLenses { references: true, schema: true, changes: true });
    let marks = lenses.iter().map(|lens| {
        let answer = resolve(&analysis, file, lens.range.start(), lens.kind).unwrap();
        let lines = answer.places.iter().map(|(file, range)| {
            let name = analysis.path(*file).file_name().unwrap().to_string_lossy();
            format!(" {name}:{}", analysis.document(*file).unwrap().line_of(range.start()) + 1)
        });
        (lens.range, answer.title + &lines.collect::<String>())
    });
    expected.assert_eq(&mark_ranges(&first.text, &marks.collect::<Vec<_>>()));
    assert_eq!(code_lenses(&analysis, file, WantedLenses::default()), []);
}

/// Compares the lenses of a file with the marks of its picture.
#[track_caller]
fn check_picture(picture: &Expect) {
    check(&without_marks(picture.data()), picture);
}

#[test]
fn keys_of_a_schema_say_who_sets_them() {
    check(
        "
        #- /config/schema.yml
        #@data/values-schema
        ---
        db:
          host: x
          tls: {cert: x}
        port: 1
        #- /config/values.yml
        #@data/values
        ---
        db: {tls: {cert: y}}
        #- /dev.yml
        #@data/values
        ---
        db: {}
        ",
        &expect![[r#"
            #@data/values-schema
            ---
            db:
            #^ set twice values.yml:3 dev.yml:3
              host: x
              tls: {cert: x}
            # ^^^ set once values.yml:3
            port: 1
            #^^^ never set or used
        "#]],
    );
}

#[test]
fn a_resource_says_who_refers_to_it() {
    check_picture(&expect![[r#"
            apiVersion: openchoreo.dev/v1alpha1
            kind: Trait
            metadata: {name: logs}
            #                ^^^^ used twice main.yml:11 main.yml:13
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: Component
            metadata: {name: web}
            #                ^^^ used once main.yml:18
            spec:
              componentType: deployment/web
              traits:
              - name: logs
                instanceName: a
              - {name: logs, instanceName: b}
            ---
            apiVersion: openchoreo.dev/v1alpha1
            kind: ReleaseBinding
            metadata: {name: bind}
            spec: {owner: {componentName: web}}
        "#]]);
}

#[test]
fn values_say_what_governs_them() {
    let schema = "#- /config/schema.yml\n#@data/values-schema\n---\na: 1\n";
    check(
        &format!("#- /envs/dev.yml\n#! why\n#@data/values\n---\na: 2\n{schema}"),
        &expect![[r#"
        #! why
        #@data/values
        ---
        #^^ schema schema.yml of bundle config schema.yml:2
        a: 2
    "#]],
    );
    check(
        &format!("#- /plain.yml\n# sayl: schema=config/schema.yml\na: 2\n{schema}"),
        &expect![[r#"
        # sayl: schema=config/schema.yml
        a: 2
        #| schema schema.yml of bundle config schema.yml:2
    "#]],
    );
    check(
        &format!("#- /config/deployment.yml\na: 2\n{schema}"),
        &expect![[r#"
        a: 2
    "#]],
    );
}
