//! A keystroke in the running server: from the change that it reads to the problems that it writes.

use std::fmt::Write as _;
use std::time::Duration;

use sayl_tests::binary;
use sayl_tests::client::{Client, Workspace, capabilities};
use sayl_tests::generate::sample;
use serde_json::Value;

use super::Counter;

/// A values file with its schema, and where somebody types in it.
pub(crate) struct Typed {
    pub(crate) schema: String,
    pub(crate) values: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// A shape of files: its name, and a file of so many lines.
type Shape = (&'static str, fn(usize) -> Typed);

/// The shapes of files.
pub(crate) const SHAPES: [Shape; 5] = [
    ("keystroke", plain),
    ("keystroke among problems", with_problems),
    ("keystroke in a long map", long_map),
    ("keystroke in one line of flow style", flow_line),
    ("keystroke where every line is wrong", all_wrong),
];

/// How long it may take until the server has read everything.
const PATIENCE: Duration = Duration::from_secs(900);

/// How many instructions a session with so many keystrokes takes.
pub(crate) fn count(typed: &Typed, keystrokes: usize) -> u64 {
    let workspace = Workspace::new(&[("schema.yml", &typed.schema), ("values.yml", &typed.values)]);
    let uri = workspace.uri("values.yml");
    let counter = Counter::new(binary::sayl());
    let mut client = Client::spawn_through("valgrind", &counter.arguments(), PATIENCE);
    client.initialize(&[&workspace], &capabilities(), &Value::Null);
    client.open(&uri, &typed.values);
    client.problems_of_version(&uri, 1);
    let place = |column: usize| (number(typed.line), number(column));
    for keystroke in 0..keystrokes {
        let version = i32::try_from(keystroke + 2).expect("few keystrokes");
        let (end, text) = if keystroke % 2 == 0 { (typed.column, "1") } else { (typed.column + 1, "") };
        client.change(&uri, version, place(typed.column), place(end), text);
        client.problems_of_version(&uri, version);
    }
    client.stop_amid(|_| true);
    counter.counted()
}

fn number(place: usize) -> u32 {
    u32::try_from(place).expect("texts are small")
}

/// The end of the first line from the middle on that holds a whole number.
fn typed(schema: String, values: String) -> Typed {
    let lines: Vec<&str> = values.lines().collect();
    let is_number = |line: &str| line.rsplit(": ").next().is_some_and(|value| value.parse::<u32>().is_ok());
    let middle = lines.len() / 2;
    let line = (middle..lines.len()).find(|line| is_number(lines[*line])).expect("there are numbers everywhere");
    let column = lines[line].len();
    Typed { schema, values, line, column }
}

/// Every line is right.
fn plain(lines: usize) -> Typed {
    let sample = sample(lines, 1);
    let is_wrong = |line: usize| sample.violations.binary_search(&line).is_ok();
    let right = sample.values_yaml.lines().enumerate().filter(|(line, _)| !is_wrong(*line));
    let values = right.fold(String::new(), |text, (_, line)| text + line + "\n");
    typed(sample.schema_yaml, values)
}

/// A line of a hundred is wrong.
fn with_problems(lines: usize) -> Typed {
    let sample = sample(lines, 1);
    typed(sample.schema_yaml, sample.values_yaml)
}

/// Keys whose values begin with a number.
fn keys(lines: usize, number: usize) -> String {
    (0..lines).fold(String::new(), |mut text, index| {
        let _ = writeln!(text, "key{index}: {number}{index}");
        text
    })
}

/// All keys stand directly in the document.
pub(crate) fn long_map(lines: usize) -> Typed {
    typed(format!("#@data/values-schema\n---\n{}", keys(lines, 1)), format!("#@data/values\n---\n{}", keys(lines, 2)))
}

/// What takes so many lines in block style stands on one line.
pub(crate) fn flow_line(lines: usize) -> Typed {
    let items: Vec<String> = (0..lines / 2).map(|index| format!("{{name: n{index}, port: {index}}}")).collect();
    let flow = format!("items: [{}]", items.join(", "));
    let column = flow[flow.len() / 2..].find('}').expect("there are items everywhere") + flow.len() / 2;
    let schema = "#@data/values-schema\n---\nitems:\n- name: ''\n  port: 0\n".to_owned();
    Typed { schema, values: format!("#@data/values\n---\n{flow}\n"), line: 2, column }
}

fn all_wrong(lines: usize) -> Typed {
    let values = (0..lines).fold("#@data/values\n---\nitems:\n".to_owned(), |text, _| text + "- wrong\n");
    let column = "- wrong".len();
    let schema = "#@data/values-schema\n---\nitems:\n- 0\n".to_owned();
    Typed { schema, values, line: lines / 2, column }
}
