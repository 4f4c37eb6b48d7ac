//! Lenses above lines, once they are switched on.

use sayl_tests::client::{Client, Workspace, quiet_capabilities, range};
use serde_json::{Value, json};

use crate::{SCHEMA, values};

fn open(settings: &Value) -> (Workspace, Client) {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start_with(&workspace, &quiet_capabilities(), settings);
    for (name, text) in [("values.yml", values("port: 1\n").as_str()), ("schema.yml", SCHEMA)] {
        client.open(&workspace.uri(name), text);
        client.problems_of_version(&workspace.uri(name), 1);
    }
    (workspace, client)
}

fn lenses(client: &mut Client, uri: &str) -> Vec<Value> {
    let lenses = client.request("textDocument/codeLens", &json!({"textDocument": {"uri": uri}}));
    lenses.as_array().unwrap().clone()
}

#[test]
fn a_key_of_a_schema_says_who_sets_it() {
    let (workspace, mut client) = open(&json!({"codeLens": {"references": true}}));
    let uri = workspace.uri("schema.yml");
    let found = lenses(&mut client, &uri);
    assert_eq!((found.len(), &found[0]["range"], &found[0]["command"]), (4, &range((4, 0), (4, 4)), &Value::Null));
    let port = client.request("codeLens/resolve", &found[0]);
    assert_eq!(port["command"]["title"], "set once");
    assert_eq!(port["command"]["command"], "sayl.showReferences");
    let place = json!({"uri": workspace.uri("values.yml"), "range": range((2, 0), (2, 4))});
    assert_eq!(port["command"]["arguments"], json!([uri, {"line": 4, "character": 0}, [place]]));
    let old_port = client.request("codeLens/resolve", &found[1]);
    assert_eq!(old_port["command"], json!({"title": "never set or used", "command": ""}));
    assert_eq!(lenses(&mut client, &workspace.uri("values.yml")), Vec::<Value>::new());
    client.stop();
}

#[test]
fn values_say_which_schema_governs_them() {
    let (workspace, mut client) = open(&json!({"codeLens": {"schema": true}}));
    let [lens] = lenses(&mut client, &workspace.uri("values.yml")).try_into().unwrap();
    let resolved = client.request("codeLens/resolve", &lens);
    let title = resolved["command"]["title"].as_str().unwrap();
    assert!(title.starts_with("schema schema.yml of bundle "), "{title}");
    assert_eq!(resolved["command"]["arguments"][2][0]["uri"], workspace.uri("schema.yml"));
    client.stop();
}

#[test]
fn lenses_are_off_until_the_settings_want_them() {
    let (workspace, mut client) = open(&Value::Null);
    for name in ["schema.yml", "values.yml"] {
        assert_eq!(lenses(&mut client, &workspace.uri(name)), Vec::<Value>::new());
    }
    client.stop();
}

#[test]
fn a_lens_whose_document_is_gone_stays_as_it_is() {
    let (workspace, mut client) = open(&json!({"codeLens": true}));
    let mut lens = lenses(&mut client, &workspace.uri("schema.yml")).remove(0);
    lens["data"]["uri"] = json!(workspace.uri("none.yml"));
    assert_eq!(client.request("codeLens/resolve", &lens), lens);
    lens["data"] = json!("something else");
    assert_eq!(client.request("codeLens/resolve", &lens), lens);
    client.stop();
}
