//! The schema of whole resources.

use super::*;

#[test]
fn the_fields_of_every_kind_are_known() {
    for kind in Kind::ALL {
        let fields = child(&KINDS.root, &key(kind.name())).unwrap();
        assert!(child(fields, &key("spec")).is_some(), "{kind:?}");
    }
    let document = TextDocument::new(FileId::NONE, include_str!("../kinds.yml"));
    let value = from_plain_yaml(FileId::NONE, &document.stream().documents[0]).value;
    assert_eq!(from_open_api::compile(&value).1, []);
}
