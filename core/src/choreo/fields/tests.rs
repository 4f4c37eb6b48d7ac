//! The schema of whole resources.

use super::*;

#[test]
fn the_fields_of_every_kind_are_known() {
    for kind in ResourceKind::ALL {
        let fields = of_v1(*kind).or_else(|| of_kind(*kind)).unwrap();
        assert!(child(fields, &key("spec")).is_some(), "{kind:?}");
    }
    let document = TextDocument::new(FileId::NONE, include_str!("../kinds.yml"));
    let value = from_plain_yaml(FileId::NONE, &document.stream().documents[0]).value;
    assert_eq!(from_open_api::compile(&value).1, []);
}

#[test]
fn the_definitions_of_v1_are_read_without_a_problem() {
    let definitions = serde_json::from_str(include_str!("../kinds.json")).unwrap();
    assert_eq!(from_open_api::compile_definition(&from_json(&definitions)).1, []);
    let known = |kind: &&ResourceKind| of_v1(**kind).is_some();
    assert_eq!(ResourceKind::ALL.iter().filter(known).count(), 37);
}
