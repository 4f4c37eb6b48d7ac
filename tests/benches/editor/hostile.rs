//! How long hover takes for one file while template code of another one uses all it may.

use std::time::{Duration, Instant};

use sayl_tests::client::{Client, Workspace, at};
use serde_json::Value;

use crate::measure::Times;

const SCHEMA: &str = "#@data/values-schema\n---\n#@schema/desc \"Where it listens.\"\nport: 80\n";
const VALUES: &str = "#@data/values\n---\nport: wrong\n";

/// Code that nothing but a limit ends.
const CODE: [(&str, &str); 4] = [
    ("a loop", "for i in range(1000000000): x = i"),
    ("one operation", "x = max(range([2000000000][0]))"),
    ("a list that doubles", "for i in range(64): s.extend(s)"),
    ("a number that squares itself", "for i in range(64): s[0] = s[0] * s[0]"),
];

/// For so long people ask, at most: the default limit is three seconds.
const ASKING: Duration = Duration::from_millis(2_500);

/// Prints the times.
pub(crate) fn print() {
    println!("\nHover while code of another file runs (milliseconds)");
    for (name, code) in CODE {
        let hover = measure(code);
        let (middle, most, longest) = (hover.median(), hover.percentile(99), hover.percentile(100));
        println!("  {name:<30} median {middle:>7.2}   99% {most:>7.2}   longest {longest:>7.2}");
    }
}

fn measure(code: &str) -> Times {
    let schema = format!("#@data/values-schema\n---\n#@ s = [3]\n#@ {code}\na: 1\n");
    let workspace = Workspace::new(&[("config/schema.yml", &schema), ("other/schema.yml", SCHEMA)]);
    let [hostile, other] = ["config/schema.yml", "other/values.yml"].map(|name| workspace.uri(name));
    let mut client = Client::start(&workspace);
    client.open(&other, VALUES);
    client.problems_of_version(&other, 1);
    client.open(&hostile, &schema);
    let (mut times, started) = (Times::default(), Instant::now());
    while started.elapsed() < ASKING {
        let start = Instant::now();
        let hover = client.request("textDocument/hover", &at(&other, 2, 1));
        times.push(start.elapsed());
        assert!(hover.to_string().contains("Where it listens."), "a fast wrong answer is no answer: {hover}");
    }
    client.wait_for_problems(&hostile, &[(3, "evaluation-budget")]);
    client.request("shutdown", &Value::Null);
    client.notify("exit", &Value::Null);
    assert!(client.wait().success());
    times
}
