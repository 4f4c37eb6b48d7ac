//! The real process against hostile input: whatever one file holds, the server stays up, keeps its memory bounded and
//! goes on answering for the others, and `sayl --check` ends with the right status.

use std::collections::BTreeSet;
use std::process::Command;

use sayl_tests::binary;
use sayl_tests::client::{Client, Workspace, at, capabilities};
use serde_json::Value;

/// Address space of a process under test, in kibibytes. Much of it is only reserved, for the stacks of threads.
const MEMORY: u64 = 4 * 1024 * 1024;

/// Exit status of a check that found errors; the neighbour always has one.
const ERRORS: i32 = 1;

/// The same where a file could not be read.
const UNREADABLE: i32 = 2;

const SCHEMA: &str = "#@data/values-schema\n---\n#@schema/desc \"Where it listens.\"\nport: 80\n\
                      #@schema/type any=True\nanything: null\n";
const NEIGHBOUR: &str = "#@data/values\n---\nport: wrong\n";

#[test]
fn a_file_of_fifty_megabytes_is_refused() {
    check(&values(&"- a line of some length\n".repeat(50_000_000 / 24)), &["file-too-large"]);
}

#[test]
fn brackets_nested_a_hundred_thousand_deep_are_refused() {
    check(&values(&"[".repeat(100_000)), &["too-deep"]);
}

#[test]
fn closed_brackets_nested_a_hundred_thousand_deep_are_refused() {
    check(&values(&format!("{}{}\n", "[".repeat(100_000), "]".repeat(100_000))), &["too-deep"]);
}

#[test]
fn braces_nested_a_hundred_thousand_deep_are_refused() {
    check(&values(&"{a: ".repeat(100_000)), &["too-deep"]);
}

#[test]
fn dashes_nested_a_hundred_thousand_deep_are_refused() {
    check(&values(&format!("\n{}x\n", "- ".repeat(100_000))), &["too-deep"]);
}

#[test]
fn explicit_keys_nested_a_hundred_thousand_deep_are_refused() {
    check(&values(&format!("\n  {}x\n", "? ".repeat(100_000))), &["syntax-error", "too-deep"]);
}

#[test]
fn keys_nested_two_thousand_deep_are_refused() {
    let lines = lines(1..2_000, |depth| format!("{}a:", " ".repeat(depth)));
    check(&values(&format!("\n{lines}")), &["too-deep"]);
}

#[test]
fn a_hundred_thousand_quotes_do_no_harm() {
    check(&values(&"\"".repeat(100_000)), &["syntax-error"]);
    check(&values(&"'\"".repeat(50_000)), &["syntax-error"]);
}

#[test]
fn control_characters_are_named() {
    check(&values("\"a\u{0}b\"\n"), &["invalid-encoding"]);
    check(&values("a\u{7}b\n"), &["invalid-encoding"]);
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let mut bytes = values("").into_bytes();
    bytes.extend([b'"', 0xFF, 0xFE, b'"', b'\n']);
    check_bytes(&bytes, &["invalid-encoding"]);
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_no_problem() {
    check(&values("\n  a: 1\n").replace('\n', "\r\n"), &[]);
    check(&format!("\u{feff}{}", values("\n  a: 1\n")), &[]);
}

#[test]
fn aliases_that_multiply_do_not_fill_the_memory() {
    let bomb = lines(1..40, |level| {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        format!("  a{level}: &a{level} [{aliases}]")
    });
    check_only(&values(&format!("\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n{bomb}")));
}

#[test]
fn one_line_of_two_megabytes_is_read() {
    check(&values(&format!("[{}]\n", "1, ".repeat(700_000))), &[]);
}

#[test]
fn thousands_of_comments_that_silence_problems_on_one_line_are_one() {
    let comments = "#! sayl-ignore: unknown-key -- why ".repeat(20_000);
    check(&values(&format!("1 {comments}\n")), &["unused-suppression"]);
    check(&values(&format!("\"{comments}\"\n")), &[]);
}

#[test]
fn a_map_of_a_hundred_thousand_keys_is_read() {
    let lines = lines(0..100_000, |index| format!("  key{index}: {index}"));
    check(&values(&format!("\n{lines}")), &[]);
}

#[test]
fn an_open_quote_at_the_top_of_a_long_file_is_found() {
    let lines = lines(0..20_000, |index| format!("  key{index}: {index}"));
    check(&values(&format!("\n  open: \"text\n{lines}")), &["syntax-error"]);
}

#[test]
fn the_marks_of_a_merge_conflict_are_found() {
    let text = "\n<<<<<<< ours\n  a: 1\n=======\n  a: 2\n>>>>>>> theirs\n  b: 1\n";
    check(&values(text), &["duplicate-key", "syntax-error"]);
}

/// A text of one line for each number.
fn lines(numbers: std::ops::Range<usize>, line: impl Fn(usize) -> String) -> String {
    let lines: Vec<String> = numbers.map(line).collect();
    lines.join("\n") + "\n"
}

/// A values file whose key `anything`, which may hold all there is, holds `text`.
fn values(text: &str) -> String {
    format!("#@data/values\n---\nanything: {text}")
}

/// A file with these codes, no others, does no harm to its neighbour, in the server and on the command line.
#[track_caller]
fn check(text: &str, codes: &[&str]) {
    check_bytes(text.as_bytes(), codes);
    edit_and_ask(&bundle(text.as_bytes()), text);
}

/// The same for a file about which more or less may be said.
#[track_caller]
fn check_only(text: &str) {
    let workspace = bundle(text.as_bytes());
    assert!(!headless(&workspace, ERRORS).is_empty());
    edit_and_ask(&workspace, text);
}

#[track_caller]
fn check_bytes(bytes: &[u8], codes: &[&str]) {
    let status = if codes == ["file-too-large"] { UNREADABLE } else { ERRORS };
    let found = headless(&bundle(bytes), status);
    let codes_of = |file: &str| -> Vec<&str> {
        let codes: BTreeSet<_> = found.iter().filter(|(of, _)| of == file).map(|(_, code)| code.as_str()).collect();
        codes.into_iter().collect()
    };
    assert_eq!(codes_of("envs/hostile.yml"), codes);
    assert_eq!(codes_of("envs/neighbour.yml"), ["type-mismatch"]);
}

/// A bundle whose values files are alternatives, one of them hostile.
fn bundle(hostile: &[u8]) -> Workspace {
    let workspace = Workspace::new(&[("config/schema.yml", SCHEMA), ("envs/neighbour.yml", NEIGHBOUR)]);
    workspace.write("envs/hostile.yml", hostile);
    workspace
}

/// File and code of every problem that `sayl --check` reports.
#[track_caller]
fn headless(workspace: &Workspace, status: i32) -> Vec<(String, String)> {
    let script = format!("ulimit -v {MEMORY} && exec \"$0\" --check --format json");
    let output = Command::new("sh")
        .args(["-c", &script])
        .arg(binary::sayl())
        .current_dir(workspace.root())
        .output()
        .expect("a shell starts");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{printed}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {printed}"));
    let problems = report["problems"].as_array().expect("problems are an array");
    let text = |value: &Value| value.as_str().unwrap_or_default().trim_start_matches("./").to_owned();
    problems.iter().map(|problem| (text(&problem["file"]), text(&problem["code"]))).collect()
}

/// Opens both files in a server, edits the hostile one, and asks about the other.
#[track_caller]
fn edit_and_ask(workspace: &Workspace, text: &str) {
    let mut client = Client::spawn_limited(MEMORY);
    client.initialize(&[workspace], &capabilities(), &Value::Null);
    let [hostile, neighbour] = ["envs/hostile.yml", "envs/neighbour.yml"].map(|name| workspace.uri(name));
    client.open(&neighbour, NEIGHBOUR);
    client.problems_of_version(&neighbour, 1);
    client.open(&hostile, text);
    client.problems_of_version(&hostile, 1);
    client.change(&hostile, 2, (3, 0), (3, 0), "# x\n");
    client.problems_of_version(&hostile, 2);
    let hover = client.request("textDocument/hover", &at(&neighbour, 2, 1));
    assert!(hover.to_string().contains("Where it listens."), "{hover}");
    // What else was published is not what is tested here, so the session may end with messages unread.
    client.request("shutdown", &Value::Null);
    client.notify("exit", &Value::Null);
    assert_eq!(client.wait().code(), Some(0));
}
