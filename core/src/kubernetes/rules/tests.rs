//! Rules that the API server takes, and those that it refuses.

use super::problems;
use crate::document::TextDocument;
use crate::schema::from_open_api::compile_definition;
use crate::schema::instance::with_text_keys;
use crate::text::FileId;
use crate::values::from_yaml::from_plain_yaml;

/// What is refused of a rule for an object, each with the text of its place.
#[track_caller]
fn check(rule: &str, expected: &[&str]) {
    let schema = format!(
        "type: object\nproperties:\n  name: {{type: string}}\n  my-size: {{type: integer}}\n  \
         any: {{type: object, x-kubernetes-preserve-unknown-fields: true}}\n  \
         port: {{x-kubernetes-int-or-string: true}}\n  labels: {{type: object, additionalProperties: {{type: string}}}}\n  \
         parts: {{type: array, items: {{type: object, properties: {{id: {{type: string}}}}}}}}\n\
         x-kubernetes-validations:\n- rule: {rule}\n"
    );
    let document = TextDocument::new(FileId(0), &schema);
    let value = with_text_keys(&from_plain_yaml(FileId(0), &document.stream().documents[0]).value);
    let (compiled, _) = compile_definition(&value);
    let found = problems(&value, &compiled.root, &document);
    let shown: Vec<String> = found
        .iter()
        .map(|problem| format!("{}: {}", document.slice(document.resolve(problem.place).unwrap()), problem.message))
        .collect();
    assert_eq!(shown, expected, "{rule}");
}

#[test]
fn names_and_types_are_those_of_the_schema() {
    check("self.name.size() > 0 && self.my__dash__size < 3", &[]);
    check("self.parts.all(it, it.id != '') || oldSelf.name == self.name", &[]);
    check("self.nme == 'x'", &["nme: `self` has no field `nme`"]);
    check("self.parts.exists(it, it.idd == 'x')", &["idd: `it` has no field `idd`"]);
    check("self.labels['a'] == 'b' && isURL(self.name) && self.port == 80", &[]);
    check("self.name.isGone()", &["isGone: There is no function `isGone` to call on a value"]);
}

#[test]
fn a_rule_is_true_or_false() {
    check("self.my__dash__size + 1", &["self.my__dash__size + 1: `rule` gives a boolean"]);
    check("self.name >", &[">: The expression ends too early"]);
}
