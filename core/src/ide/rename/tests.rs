//! What rename changes, and what it refuses.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{prepare_rename, rename};
use crate::ide::references::tests::{TYPES, world};
use crate::test_support::cursor;

mod code;
mod data_values;

/// The lines that a rename changes, as they are then, below the name of their file; or why it is refused.
#[track_caller]
fn check(fixture: &str, name: &str, expected: Expect) {
    let at = cursor(fixture);
    let Some(renamed) = rename(&at.analysis, at.file, at.offset, name) else {
        assert_eq!(prepare_rename(&at.analysis, at.file, at.offset), None);
        return expected.assert_eq("nothing to rename");
    };
    let mut edits = match renamed {
        Ok(edits) => edits,
        Err(refusal) => return expected.assert_eq(&refusal.0),
    };
    let renameable = prepare_rename(&at.analysis, at.file, at.offset).unwrap().unwrap();
    assert!(renameable.range.contains_inclusive(at.offset) || renameable.range.start() > at.offset);
    edits.sort_by_key(|(place, _)| (place.file, place.range.start()));
    let mut picture = String::new();
    for chunk in edits.chunk_by(|(one, _), (other, _)| one.file == other.file) {
        let file = chunk[0].0.file;
        let before = at.analysis.document(file).unwrap().rope().to_string();
        let mut text = before.clone();
        for (place, replacement) in chunk.iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(place.range), replacement);
        }
        let _ = writeln!(picture, "#- {}", at.analysis.path(file).display());
        assert_eq!(before.lines().count(), text.lines().count());
        for (_, line) in before.lines().zip(text.lines()).filter(|(before, after)| before != after) {
            let _ = writeln!(picture, "{line}");
        }
    }
    expected.assert_eq(&picture);
}

#[test]
fn an_anchor_changes_with_its_aliases() {
    check(
        "a: &x 1\nb: [*$0x, *x]\nc: &x 2\nd: *x\n",
        "yz",
        expect![[r#"
            #- /main.yml
            a: &yz 1
            b: [*yz, *yz]
        "#]],
    );
}

#[test]
fn a_name_that_would_mean_something_else_is_refused() {
    check("a: &x 1\nb: &y 2\nc: *$0x\n", "y", expect!["The name `y` is taken already"]);
    check(
        "a: &x 1\nc: *$0x\n",
        "y z",
        expect!["`y z` cannot be its name: the name of an anchor has no blanks, brackets, braces or commas"],
    );
    check(
        "a: &x 1\nc: *$0x\n",
        "",
        expect!["`` cannot be its name: the name of an anchor has no blanks, brackets, braces or commas"],
    );
    check("a: *$0x\n", "y", expect!["There is no anchor `x` above this alias"]);
}

#[test]
fn where_no_name_stands_nothing_is_renamed() {
    check("a: &x 1\nb: $01\n", "y", expect!["nothing to rename"]);
}

#[test]
fn a_custom_type_changes_in_every_shorthand() {
    check(
        TYPES,
        "Severity",
        expect![[r##"
            #- /type.yml
                  Probe: {path: string, next: "map<Severity>"}
                  'Severity': string | enum=a,b
                  one: "[]Severity | default=[]"
                  two: {three: 'map[string]array<Severity>'}
                    Severity |
                  five: Severity
        "##]],
    );
}

#[test]
fn a_type_that_would_be_another_is_refused() {
    check(TYPES, "Probe", expect!["The name `Probe` is taken already"]);
    check(TYPES, "string", expect!["`string` cannot be its name: shorthands would read it as something else"]);
    check(TYPES, "[]x", expect!["`[]x` cannot be its name: shorthands would read it as something else"]);
    check(TYPES, "a | b", expect!["`a | b` cannot be its name: shorthands would read it as something else"]);
    check(TYPES, "x#", expect!["`x#` cannot be its name: a name that needs quotes is no good name"]);
    check(
        &TYPES.replace("Le$0vel", "Level").replace("path: string", "path: str$0ing"),
        "text",
        expect!["`string` is a built-in type"],
    );
    check(&TYPES.replace("Le$0vel", "Lev$0l"), "x", expect!["There is no custom type `Levl`"]);
}

#[test]
fn a_parameter_changes_in_every_file() {
    check(
        &world("parameters:\n    replicas", "replicas"),
        "copies",
        expect![[r#"
            #- /component.yml
                copies: 2
            #- /types.yml
                  copies: integer | default=1
                    replicas: ${parameters.copies}
        "#]],
    );
    check(
        &world("resources", "options"),
        "all",
        expect![[r##"
            #- /component.yml
                "all": {level: replicas}
            #- /types.yml
                  all: {level: string}
                    levels: "${parameters.all.level + envOverrides.level}"
        "##]],
    );
}

#[test]
fn a_parameter_keeps_a_name_that_its_templates_can_read() {
    check(
        &world("${parameters.", "replicas"),
        "how-many",
        expect!["`how-many` cannot be its name: expressions would read it as something else"],
    );
    check(&world("${parameters.", "replicas"), "options", expect!["The name `options` is taken already"]);
    check(
        &world("parameters: {path", "path"),
        "mount-path",
        expect![[r#"
            #- /component.yml
              - {name: storage, instanceName: data, parameters: {mount-path: /x}}
              - {name: storage, instanceName: logs, parameters: {mount-path: /y}}
            #- /types.yml
                parameters: {mount-path: string}
        "#]],
    );
    check(
        &world("parameters: {path", "path"),
        "a: b",
        expect!["`a: b` cannot be its name: a name that needs quotes is no good name"],
    );
}

#[test]
fn a_trait_instance_changes_in_its_bindings() {
    check(
        &world("traitOverrides", "data"),
        "files",
        expect![[r#"
            #- /binding.yml
                files: {size: 2Gi}
            #- /component.yml
              - {name: storage, instanceName: files, parameters: {path: /x}}
        "#]],
    );
    check(&world("traitOverrides", "data"), "logs", expect!["The name `logs` is taken already"]);
}

#[test]
fn a_name_that_two_trait_instances_have_is_not_changed() {
    check(
        "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  traits:\n  - {name: logs, instanceName: $0a}\n  - {name: logs, instanceName: a}\n",
        "b",
        expect!["The name `a` is given twice, so it is not clear which one is meant"],
    );
}

#[test]
fn the_key_and_the_value_of_an_entry_keep_their_names() {
    let fixture = |key: &str, value: &str| {
        format!(
            "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {{name: web}}\nspec:\n  schema:\n    parameters:\n      {key}labels: map<string>\n  resources:\n    - id: maps\n      forEach: ${{parameters.labels}}\n      var: label\n      template: {{name: \"${{label.key}}-${{label.{value}value}}\"}}\n"
        )
    };
    check(
        &fixture("$0", ""),
        "tags",
        expect![[r#"
            #- /main.yml
                  tags: map<string>
                  forEach: ${parameters.tags}
        "#]],
    );
    check(&fixture("", "$0"), "tags", expect!["nothing to rename"]);
}

#[test]
fn a_key_that_template_code_may_use_is_not_renamed() {
    check(
        "#@data/values-schema\n---\n$0a: 1\n",
        "b",
        expect![[r#"
        #- /main.yml
        b: 1
    "#]],
    );
}

#[test]
fn a_parameter_that_a_default_names_is_not_renamed() {
    let head = "apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nspec: {schema: {parameters: ";
    check(
        &format!("{head}{{a: {{$default: {{b: x}}, $0b: string}}}}}}}}\n"),
        "c",
        expect!["A default gives `b` a value, and is not changed with it"],
    );
}
