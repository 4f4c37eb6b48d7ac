//! A workspace of more text than is held at once: what nobody has open is given up once it was checked.

use std::fmt::Write as _;

use sayl_tests::client::{Client, Workspace};

/// Together they are larger than what the server holds (2 MB).
const PROJECTS: usize = 36;
const LINES: usize = 4000;

const SCHEMA: &str = "\
#@data/values-schema
---
#@schema/validation (\"small\", lambda port: port < 100)
port: 80
#@schema/type any=True
more: null
";

fn values(port: &str) -> String {
    let mut text = format!("#@data/values\n---\nport: {port}\nmore:\n");
    for line in 0..LINES {
        let _ = writeln!(text, "  key_{line:04}: some text");
    }
    text
}

#[test]
fn problems_of_files_that_were_given_up_stand_until_they_change() {
    let workspace = Workspace::new(&[]);
    for project in 0..PROJECTS {
        workspace.write(&format!("{project}/schema.yml"), SCHEMA);
        // The rule of every third one is broken: only code can tell.
        workspace.write(&format!("{project}/values.yml"), values(if project % 3 == 0 { "500" } else { "x" }));
    }
    let uri = |project: usize| workspace.uri(&format!("{project}/values.yml"));
    let mut client = Client::start(&workspace);
    for project in 0..PROJECTS {
        let code = if project % 3 == 0 { "rule-violation" } else { "type-mismatch" };
        client.wait_for_problems(&uri(project), &[(2, code)]);
    }
    // Values and a schema that change on disk, both of what was checked first: nobody else is told anything again.
    workspace.write("0/values.yml", values("8"));
    client.files_changed(&[(&uri(0), 2)]);
    client.wait_for_problems(&uri(0), &[]);
    workspace.write("1/schema.yml", SCHEMA.replace("port < 100", "True").replace("80", "\"\""));
    client.files_changed(&[(&workspace.uri("1/schema.yml"), 2)]);
    client.wait_for_problems(&uri(1), &[]);
    // One that is opened and edited.
    client.open(&uri(2), &values("x"));
    assert_eq!(client.problems_of_version(&uri(2), 1).len(), 1);
    client.change(&uri(2), 2, (2, 6), (2, 7), "7");
    client.wait_for_problems(&uri(2), &[]);
    client.stop();
}
