//! How long an edit of template code in a schema takes to show in the problems of the values: the code is evaluated in
//! a process of its own, the schema built anew, the values laid over it and judged by functions.

use std::time::Instant;

use sayl_tests::client::{Client, Workspace, is_publish};
use sayl_tests::generate::{TemplatedSample, templated};
use serde_json::Value;

use crate::measure::Times;

/// A rule that every value keeps.
const RULE: &str = "lambda v: v > 0";

/// What the zero in it becomes and is again: one value more breaks the rule then.
const STRICT: &str = "99999";

/// Prints the times for bundles of these sizes.
pub(crate) fn print(edits: usize) {
    println!("\nAn edit of code in a schema to the problems of the values (milliseconds)");
    for lines in [300, 1_000] {
        let times = measure(&templated(lines, 1), edits);
        let (middle, most, longest) = (times.median(), times.percentile(95), times.percentile(100));
        println!("  {lines:<6} lines median {middle:>7.2}   95% {most:>7.2}   longest {longest:>7.2}");
    }
}

fn measure(sample: &TemplatedSample, edits: usize) -> Times {
    let workspace = Workspace::new(&[
        ("schema.yml", &sample.schema_yaml),
        ("names.star", &sample.names_star),
        ("values.yml", &sample.values_yaml),
    ]);
    let [schema, values] = ["schema.yml", "values.yml"].map(|name| workspace.uri(name));
    let mut client = Client::start(&workspace);
    client.open(&values, &sample.values_yaml);
    client.open(&schema, &sample.schema_yaml);
    let wait = |client: &mut Client, problems: usize| {
        let is_it = |message: &Value| {
            is_publish(message, &values) && message["params"]["diagnostics"].as_array().map(Vec::len) == Some(problems)
        };
        client.wait_for("the problems of the values", is_it);
        // What was said before that is not waited for any more.
        client.drain(|message| is_publish(message, &values));
    };
    wait(&mut client, sample.violations.len());
    let (line, text) = rule_of(sample);
    let column = (text.find(RULE).expect("it holds the rule") + RULE.len() - 1) as u32;
    let mut times = Times::default();
    for (edit, version) in (0..edits).zip(2..) {
        let is_strict = edit % 2 == 0;
        let (old, new, more) = if is_strict { ("0", STRICT, 1) } else { (STRICT, "0", 0) };
        let typed = Instant::now();
        client.change(&schema, version, (line, column), (line, column + old.len() as u32), new);
        wait(&mut client, sample.violations.len() + more);
        times.push(typed.elapsed());
    }
    times
}

/// The first line of the schema with the rule, and its number.
fn rule_of(sample: &TemplatedSample) -> (u32, &str) {
    let mut lines = (0..).zip(sample.schema_yaml.lines());
    lines.find(|(_, line)| line.contains(RULE)).expect("there is one")
}
