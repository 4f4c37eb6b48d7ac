//! Lines that somebody is still typing: what stands around them is answered as before.

use sayl_tests::client::{Client, Workspace, at};

use crate::{SCHEMA, values};

#[test]
fn a_half_typed_line_of_the_schema_leaves_its_values_alone() {
    let workspace = Workspace::new(&[("schema.yml", SCHEMA)]);
    let mut client = Client::start(&workspace);
    let [schema, uri] = ["schema.yml", "values.yml"].map(|name| workspace.uri(name));
    client.open(&schema, SCHEMA);
    client.open(&uri, &values("port: 1\nlevel: debug\n"));
    assert_eq!(client.problems_of_version(&uri, 1), []);
    client.change(&schema, 2, (4, 3), (4, 10), "");
    let [problem] = client.problems_of_version(&schema, 2).try_into().unwrap();
    assert_eq!((problem.line, problem.code.as_str()), (4, "syntax-error"));
    for (line, title) in [(2, "Port"), (3, "`level`")] {
        let hover = client.request("textDocument/hover", &at(&uri, line, 1));
        assert!(hover["contents"]["value"].as_str().unwrap().contains(title), "no {title} in {hover}");
    }
    client.change(&uri, 2, (2, 0), (2, 7), "po");
    let completion = client.request("textDocument/completion", &at(&uri, 2, 2));
    let items = completion.as_array().or(completion["items"].as_array()).unwrap();
    let labels: Vec<&str> = items.iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert!(labels.contains(&"port") && labels.contains(&"enabled"), "{labels:?}");
    client.change(&uri, 3, (2, 0), (2, 2), "port: 1");
    assert_eq!(client.problems_of_version(&uri, 3), []);
    client.stop();
}
