//! What can be selected around positions.

use sayl_tests::client::{Client, Workspace, range};
use serde_json::{Value, json};

#[test]
fn every_position_has_its_own_chain_of_ranges() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::start(&workspace);
    let uri = workspace.uri("a.yml");
    client.open_as("ytt", &uri, "db:\n  héllo: [1, 22]\n");
    client.problems_of_version(&uri, 1);
    let positions = json!([{"line": 1, "character": 14}, {"line": 9, "character": 0}]);
    let params = json!({"textDocument": {"uri": uri}, "positions": positions});
    let answer = client.request("textDocument/selectionRange", &params);
    let file = range((0, 0), (2, 0));
    let expected = [
        range((1, 13), (1, 15)),
        range((1, 10), (1, 15)),
        range((1, 9), (1, 16)),
        range((1, 2), (1, 16)),
        range((0, 0), (1, 16)),
        file.clone(),
    ];
    assert_eq!(chain(&answer[0]), expected);
    assert_eq!(chain(&answer[1]), [file]);
    client.stop();
}

/// The ranges of a chain, the innermost first.
fn chain(innermost: &Value) -> Vec<Value> {
    std::iter::successors(Some(innermost), |inner| inner.get("parent")).map(|it| it["range"].clone()).collect()
}
