//! Schemas of the form `openAPIV3Schema`, as they are edited.

use expect_test::{Expect, expect};

use crate::ide::completion::completion;
use crate::ide::definition::definition;
use crate::ide::hover::hover;
use crate::ide::references::references;
use crate::ide::rename::{prepare_rename, rename};
use crate::test_support::{cursor, mark_ranges};
use crate::text::TextSize;

/// What is offered in a section, in the order in which it is shown.
#[track_caller]
fn offers(section: &str, expected: &Expect) {
    let at = cursor(&fixture(section));
    let mut items = completion(&at.analysis, at.file, at.offset);
    items.sort_by(|left, right| left.sort.cmp(&right.sort));
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    expected.assert_eq(&labels.join(" "));
}

/// A resource with a section.
fn fixture(section: &str) -> String {
    let head = "apiVersion: openchoreo.dev/v1alpha1\nkind: ResourceType\nmetadata: {name: db}\nspec:\n  parameters:\n";
    format!("{head}    openAPIV3Schema:\n      {}\n", section.trim_end().replace('\n', "\n      "))
}

const SECTION: &str = "\
type: object
required: [size]
properties:
  size: {$ref: '#/$defs/Size'}
  limits:
    type: object
    properties:
      least: {$ref: \"#/$defs/Size\"}
$defs:
  Size: {type: string, default: 1Gi}
  Port: {type: integer}";

/// What is offered where a keyword is written.
const KEYWORDS: &str = "type properties required additionalProperties items default enum title description example \
                        format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength \
                        pattern minItems maxItems uniqueItems minProperties maxProperties nullable oneOf anyOf allOf \
                        not $ref externalDocs x-kubernetes-int-or-string x-kubernetes-preserve-unknown-fields \
                        x-kubernetes-embedded-resource x-kubernetes-list-type x-kubernetes-list-map-keys \
                        x-kubernetes-map-type x-kubernetes-validations";

#[test]
fn keywords_are_offered_wherever_a_schema_stands() {
    let schemas = [
        "type: object\nproperties:\n  size:\n    max$0\n",
        "type: object\nproperties:\n  size:\n    items:\n      properties:\n        a: {form$0}\n",
        "type: object\noneOf:\n- properties:\n    a: {nulla$0}\n",
        "type: object\nadditionalProperties:\n  min$0\n",
        "type: object\n$defs:\n  Size: {min$0}\n",
    ];
    for schema in schemas {
        let at = cursor(&fixture(schema));
        let mut items = completion(&at.analysis, at.file, at.offset);
        items.sort_by(|left, right| left.sort.cmp(&right.sort));
        let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
        assert_eq!(labels.join(" "), KEYWORDS, "{schema}");
    }
}

#[test]
fn types_formats_and_required_fields_are_offered() {
    offers(
        "type: object\nproperties:\n  size:\n    type: $0\n",
        &expect!["string integer number boolean array object"],
    );
    offers(
        "type: object\nproperties:\n  size: {type: string, format: $0}\n",
        &expect!["byte date date-time duration email hostname int32 int64 ipv4 ipv6 password uri uuid"],
    );
    offers("type: object\nproperties:\n  size: {type: string}\nrequired:\n- $0\n", &expect!["size"]);
}

#[test]
fn references_are_offered_the_definitions_of_their_section() {
    let section = SECTION.replace("'#/$defs/Size'", "$0");
    offers(&section, &expect!["#/$defs/Size #/$defs/Port"]);
    let at = cursor(&fixture(&section));
    let items = completion(&at.analysis, at.file, at.offset);
    let inserted: Vec<String> = items.into_iter().map(|item| item.insert).collect();
    assert_eq!(inserted, ["\"#/$defs/Size\"", "\"#/$defs/Port\""]);
}

#[test]
fn a_keyword_is_explained() {
    let at = cursor(&fixture("type: object\nproperties:\n  size: {type: string, pat$0tern: a}"));
    let shown = hover(&at.analysis, at.file, at.offset).map(|hover| hover.markdown).unwrap_or_default();
    expect![[r#"
        **`pattern`**: string

        A regular expression (RE2) that must match somewhere in the text; `^…$` for all of it"#]]
    .assert_eq(&shown);
}

#[test]
fn a_definition_is_found_from_its_references() {
    let at = cursor(&fixture(&SECTION.replace("'#/$defs/Size'", "'#/$defs/Si$0ze'")));
    let text = at.analysis.document(at.file).unwrap().rope().to_string();
    let before = text.find("#/$defs/Size").map(|start| TextSize::new(start as u32 + 3)).unwrap();
    for offset in [at.offset, before] {
        let found = definition(&at.analysis, at.file, offset);
        let shown: Vec<&str> = found.iter().map(|target| &text[target.range]).collect();
        assert_eq!(shown, ["Size: {type: string, default: 1Gi}"]);
    }
    let found = references(&at.analysis, at.file, at.offset, true);
    let marks: Vec<_> = found.iter().map(|reference| (reference.range, "here".to_owned())).collect();
    expect![[r##"
        apiVersion: openchoreo.dev/v1alpha1
        kind: ResourceType
        metadata: {name: db}
        spec:
          parameters:
            openAPIV3Schema:
              type: object
              required: [size]
              properties:
                size: {$ref: '#/$defs/Size'}
        #                             ^^^^ here
                limits:
                  type: object
                  properties:
                    least: {$ref: "#/$defs/Size"}
        #                                  ^^^^ here
              $defs:
                Size: {type: string, default: 1Gi}
        #       ^^^^ here
                Port: {type: integer}
    "##]]
    .assert_eq(&mark_ranges(&text, &marks));
}

#[test]
fn a_definition_is_renamed_with_its_references() {
    let at = cursor(&fixture(&SECTION.replace("  Size:", "  Si$0ze:")));
    let renameable = prepare_rename(&at.analysis, at.file, at.offset).unwrap().unwrap();
    assert_eq!(renameable.name, "Size");
    let edits = rename(&at.analysis, at.file, at.offset, "Storage").unwrap().unwrap();
    assert_eq!(edits.len(), 3);
    assert!(rename(&at.analysis, at.file, at.offset, "Port").unwrap().is_err());
    assert!(rename(&at.analysis, at.file, at.offset, "a/b").unwrap().is_err());
}

#[test]
fn what_is_not_defined_is_not_renamed() {
    let at = cursor(&fixture(&SECTION.replace("'#/$defs/Size'", "'#/$defs/No$0ne'")));
    assert!(rename(&at.analysis, at.file, at.offset, "Storage").unwrap().is_err());
    assert_eq!(definition(&at.analysis, at.file, at.offset), []);
}

#[test]
fn hover_on_a_property_says_what_it_comes_to() {
    let section = "type: object\nrequired: [size]\nproperties:\n  si$0ze: {$ref: '#/$defs/Size', title: How much, x-unit: byte}\n\
                   $defs:\n  Size: {type: string, description: A quantity, pattern: ^a}";
    let at = cursor(&fixture(section));
    let shown = hover(&at.analysis, at.file, at.offset).unwrap().markdown;
    expect![[r#"
        **How much** (`size`): string, required

        A quantity

        Must be: text that matches `^a`

        For other tools: `x-unit: "byte"`

        Declared in `main.yml:10`"#]]
    .assert_eq(&shown);
}
