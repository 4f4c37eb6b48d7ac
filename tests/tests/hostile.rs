//! Template code that never ends or takes all there is, in the real processes, under memory limits: it costs its own
//! file one problem at the line that was running, and nobody else anything.

#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::{Duration, Instant};

use sayl_tests::binary;
use sayl_tests::client::{Client, Workspace, at, capabilities, is_publish};
use serde_json::Value;

/// Address space of a process under test, in kibibytes. Much of it is only reserved, for the stacks of threads.
const MEMORY: u64 = 4 * 1024 * 1024;

/// One evaluation is given less time than people get, and more than any of this needs where it is no matter of time.
const CONFIG: &str = "[evaluation]\ntimeout-ms = 1000\n[severity]\nunused-value = \"off\"\nredundant-value = \"off\"\n";

const NEIGHBOUR_SCHEMA: &str = "#@data/values-schema\n---\n#@schema/desc \"Where it listens.\"\nport: 80\n";
const NEIGHBOUR: &str = "#@data/values\n---\nport: wrong\n";

/// It ran, and used too much.
const BUDGET: &[&str] = &["evaluation-budget"];

/// It may also be refused before it runs, or fail.
const REFUSED: &[&str] = &["evaluation-budget", "too-deep", "template-syntax", "template-failure"];

// -- time

#[test]
fn a_loop_that_does_not_end_in_time_does_no_harm() {
    check("n = 0\nfor i in range(1000000000):\n  n += 1\nend", "  n += 1", BUDGET);
    check("for i in range(1000000000): x = i", "range(", BUDGET);
    check("x = 0\nwhile True:\n  x += 1\nend", "#@ ", BUDGET);
}

#[test]
fn loops_in_loops_do_no_harm() {
    let body = "for a in range(100000):\n  for b in range(100000):\n    for c in range(100000):\n      x = [a, b, c]\n    end\n  end\nend";
    check(body, "x = [a, b, c]", BUDGET);
}

#[test]
fn a_comprehension_that_does_not_end_in_time_does_no_harm() {
    check("x = [i for i in range(2000000000) if i < 0]", "x = [", BUDGET);
    check("x = {a: b for a in range(100000) for b in range(100000)}", "x = {", BUDGET);
}

#[test]
fn a_number_that_squares_itself_does_no_harm() {
    check("x = 3\nfor i in range(100):\n  x = x * x\nend", "x = x * x", BUDGET);
}

#[test]
fn a_builtin_that_walks_for_ever_does_no_harm() {
    check("n = [2000000000]\nx = max(range(n[0]))", "x = max", BUDGET);
    check("n = [2000000000]\nx = sorted(range(n[0]))", "x = sorted", BUDGET);
}

// -- memory

#[test]
fn a_list_of_gigabytes_does_no_harm() {
    check("x = [0] * 2000000000", "x = [0]", BUDGET);
    // What is constant is computed before its statement runs: nothing of that shows.
    check("a = 1\nx = [0] * 2000000000\nb = 1", "x = [0]", BUDGET);
    check("def f():\n  a = 1\n  return 2000000000 * \"a\"\nend\nx = f()", "return 2000", BUDGET);
    check("n = [2000000000]\nx = list(range(n[0]))", "x = list", BUDGET);
}

#[test]
fn a_string_that_doubles_does_no_harm() {
    check("s = \"a\"\nfor i in range(64):\n  s = s + s\nend", "s = s + s", BUDGET);
    check("s = \"a\"\nfor i in range(64):\n  s += s\nend", "s += s", BUDGET);
}

#[test]
fn a_list_that_doubles_does_no_harm() {
    check("s = [1]\nfor i in range(64):\n  s.extend(s)\nend", "s.extend(s)", BUDGET);
}

#[test]
fn strings_of_gigabytes_do_no_harm() {
    check("n = [2000000000]\nx = \"a\" * n[0]", "x = \"a\"", BUDGET);
    check("x = \",\".join([\"a\" * 1000000] * 100000)", "x = \",\"", BUDGET);
    check("x = (\"a\" * 100000).replace(\"a\", \"b\" * 100000)", "x = (", BUDGET);
    check("x = \"%s\" % ([\"a\" * 100000] * 100000)", "x = \"%s\"", BUDGET);
}

#[test]
fn gigabytes_as_an_argument_of_an_annotation_do_no_harm() {
    let schema = "#@data/values-schema\n---\na: 1\n#@schema/default [0] * 2000000000\nb: [0]\n";
    check_schema(schema, "#@schema/default", BUDGET);
}

#[test]
fn a_value_of_gigabytes_in_the_document_does_no_harm() {
    check_schema("#@data/values-schema\n---\na: 1\nb: #@ \"a\" * 2000000000\n", "b: #@", BUDGET);
}

// -- depth

#[test]
fn recursion_without_an_end_does_no_harm() {
    check("def f(n):\n  return f(n + 1)\nend\nx = f(0)", "return f(n + 1)", BUDGET);
    check("f = lambda g: g(g)\nx = f(f)", "f = lambda", BUDGET);
}

#[test]
fn a_fragment_that_holds_itself_does_no_harm() {
    let schema = "#@data/values-schema\n---\n#@ def f():\nx: #@ f()\n#@ end\na: #@ f()\n";
    check_schema(schema, "x: #@ f()", BUDGET);
}

#[test]
fn brackets_nested_a_hundred_thousand_deep_do_no_harm() {
    for (open, close) in [("(", ")"), ("[", "]"), ("not ", ""), ("-", ""), ("f(", ")"), ("1 + (", ")")] {
        let code = format!("x = {}1{}", open.repeat(100_000), close.repeat(100_000));
        check(&code, "x = ", REFUSED);
    }
}

#[test]
fn values_nested_a_hundred_thousand_deep_do_no_harm() {
    let nest = "x = []\nfor i in range(100000):\n  x = [x]\nend";
    check(&format!("{nest}\ny = [x]\nfor i in range(100000):\n  y = [y]\nend\nz = x == y"), "z = x == y", REFUSED);
    let code = format!("#@ {}\n", nest.trim_end().replace('\n', "\n#@ "));
    check_schema(&format!("#@data/values-schema\n---\n{code}#@schema/type any=True\na: #@ x\n"), "a: #@ x", REFUSED);
}

// -- modules

#[test]
fn texts_that_are_more_than_they_look_do_no_harm() {
    let load = "load(\"@ytt:yaml\", \"yaml\")\nload(\"@ytt:json\", \"json\")\nload(\"@ytt:regexp\", \"regexp\")\n";
    let bomb = "b = \"a0: &a0 [x,x,x,x,x,x,x,x,x,x]\\n\"\nfor i in range(1, 30):\n  b += \"a{}: &a{} [\".format(i, i) + \",\".join([\"*a{}\".format(i - 1)] * 10) + \"]\\n\"\nend\n";
    check(&format!("{load}{bomb}x = yaml.decode(b)\ny = str(x)"), "= ", REFUSED);
    check(&format!("{load}x = yaml.decode(\"[\" * 1000000)"), "yaml.decode(", REFUSED);
    check(&format!("{load}x = json.decode(\"[\" * 1000000)"), "json.decode(", REFUSED);
    check(&format!("{load}x = json.decode(\"[\" * 100000 + \"]\" * 100000)"), "json.decode(", REFUSED);
    check(&format!("{load}x = regexp.match(\"((a{{100}}){{100}}){{100}}\", \"a\")"), "regexp.match(", REFUSED);
}

// -- functions that are called later

#[test]
fn a_rule_that_never_returns_does_no_harm() {
    let schema = "#@data/values-schema\n---\n#@ def never(v):\n#@   n = 0\n#@   for i in range(1000000000):\n#@     n += 1\n#@   end\n#@ end\n#@schema/validation (\"never\", never)\na: 1\nb: [0]\n";
    check_schema(schema, "n += 1", BUDGET);
}

#[test]
fn a_rule_that_never_returns_is_not_asked_about_every_value() {
    let schema = "#@data/values-schema\n---\n#@ def never(v):\n#@   for i in range(1000000000): x = i\n#@ end\na: 1\n#@schema/default [0] * 100\nb:\n#@schema/validation (\"never\", never)\n- 0\n";
    check_schema(schema, "for i in range(", BUDGET);
}

#[test]
fn a_rule_that_is_slow_for_each_of_many_values_does_no_harm() {
    let rule = "#@ def slow(v):\n#@   for i in range(50000): x = i\n#@   return True\n#@ end\n";
    let schema = format!(
        "#@data/values-schema\n---\n{rule}a: 1\n#@schema/default list(range(5000))\nb:\n#@schema/validation (\"slow\", slow)\n- 0\n"
    );
    let workspace = bundle(&schema);
    binary::sayl();
    let began = Instant::now();
    let [hostile, neighbour] = headless(&workspace).try_into().expect("two problems");
    assert!(began.elapsed() < Duration::from_secs(60), "it took {:?}", began.elapsed());
    let printed = (hostile.code.as_str(), hostile.line, hostile.message.as_str());
    let words = "`slow` is stopped: all calls of functions together take longer than 5000 ms";
    assert_eq!((printed, neighbour.code.as_str()), (("evaluation-budget", 2, words), "type-mismatch"));
}

// -- other files of a bundle

#[test]
fn a_template_that_never_ends_does_no_harm() {
    let template =
        "#@ load(\"@ytt:data\", \"data\")\n---\n#@ for i in range(1000000000):\n#@   x = data.values.a\n#@ end\nb: 1\n";
    check_other("config/app.yml", template, "x = data.values.a");
}

#[test]
fn values_that_never_end_do_no_harm() {
    let values = "#@ load(\"@ytt:overlay\", \"overlay\")\n#@ def never(i, left, right):\n#@   for i in range(1000000000): x = i\n#@ end\n#@data/values\n---\n#@overlay/match by=never\nb: 1\n";
    check_other("config/more.yml", values, "for i in range(");
    let values = "#@data/values\n---\na: #@ max(range([2000000000][0]))\n";
    check_other("config/more.yml", values, "a: #@ max");
}

/// The same for a file beside a schema.
#[track_caller]
fn check_other(name: &str, text: &str, line: &str) {
    let workspace = bundle("#@data/values-schema\n---\na: 1\nb: 2\n");
    workspace.write(name, text);
    let found = headless(&workspace);
    let [hostile, _] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((hostile.file.as_str(), hostile.code.as_str()), (name, "evaluation-budget"), "{}", hostile.message);
    let marked = text.lines().nth(hostile.line).unwrap_or_default();
    assert!(marked.contains(line), "the problem is at `{marked}`: {}", hostile.message);
}

// -- loads

#[test]
fn files_that_load_each_other_do_no_harm() {
    let workspace = bundle("#@ load(\"a.star\", \"x\")\n#@data/values-schema\n---\na: #@ x\n");
    workspace.write("config/a.star", "load(\"b.star\", \"x\")\n");
    workspace.write("config/b.star", "load(\"a.star\", \"x\")\n");
    let found = headless(&workspace);
    let in_file: Vec<_> = found.iter().map(|found| (found.file.as_str(), found.code.as_str())).collect();
    // Neither of the two defines what the other wants of it.
    let each = ["config/a.star", "config/b.star"].map(|file| [(file, "template-load"), (file, "unknown-value")]);
    let others = [("config/schema.yml", "template-load"), ("other/values.yml", "type-mismatch")];
    assert_eq!(in_file, [&each.concat()[..], &others].concat());
}

#[test]
fn a_file_outside_the_bundle_is_not_loaded() {
    for path in ["../../../../../../etc/passwd", "/etc/passwd", "@/etc/passwd", "@lib:/../../secret.star"] {
        let schema = format!("#@ load(\"{path}\", \"root\")\n#@data/values-schema\n---\na: #@ root\n");
        check_schema(&schema, "load(", &["template-load"]);
    }
}

/// A schema with these lines of code in it, the last of which may be any.
#[track_caller]
fn check(code: &str, line: &str, codes: &[&str]) {
    let code: Vec<String> = code.lines().map(|line| format!("#@ {line}\n")).collect();
    check_schema(&format!("#@data/values-schema\n---\n{}a: 1\n", code.concat()), line, codes);
}

/// The schema has exactly one problem, of one of these codes, on the line that holds this text.
#[track_caller]
fn check_schema(schema: &str, line: &str, codes: &[&str]) {
    let workspace = bundle(schema);
    let found = headless(&workspace);
    let [hostile, neighbour] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((neighbour.file.as_str(), neighbour.code.as_str()), ("other/values.yml", "type-mismatch"));
    assert_eq!(hostile.file, "config/schema.yml");
    assert!(codes.contains(&hostile.code.as_str()), "{hostile:#?}");
    let marked = schema.lines().nth(hostile.line).unwrap_or_default();
    assert!(marked.contains(line), "the problem is at `{marked}`: {}", hostile.message);
}

fn bundle(schema: &str) -> Workspace {
    Workspace::new(&[
        ("sayl.toml", CONFIG),
        ("config/schema.yml", schema),
        ("config/values.yml", "#@data/values\n---\na: 1\n"),
        ("other/schema.yml", NEIGHBOUR_SCHEMA),
        ("other/values.yml", NEIGHBOUR),
    ])
}

// -- the server

#[test]
fn hover_answers_while_code_of_another_file_runs() {
    let schema = "#@data/values-schema\n---\n#@ n = [2000000000]\n#@ x = max(range(n[0]))\na: 1\n";
    let workspace = bundle(schema);
    workspace.write("sayl.toml", "");
    let [hostile, neighbour] = ["config/schema.yml", "other/values.yml"].map(|name| workspace.uri(name));
    let mut client = Client::spawn_limited(MEMORY);
    client.initialize(&[&workspace], &capabilities(), &Value::Null);
    client.open(&neighbour, NEIGHBOUR);
    client.problems_of_version(&neighbour, 1);
    client.open(&hostile, schema);
    wait_until(|| !workers_of(client.process_id()).is_empty());
    for _ in 0..10 {
        let hover = client.request("textDocument/hover", &at(&neighbour, 2, 1));
        assert!(hover.to_string().contains("Where it listens."), "{hover}");
    }
    let is_over = |message: &Value| is_publish(message, &hostile) && message.to_string().contains("evaluation-budget");
    assert_eq!(client.drain(is_over), Vec::<Value>::new(), "the code still runs");
    client.wait_for_problems(&hostile, &[(3, "evaluation-budget")]);
    end(client);
}

#[test]
fn a_worker_that_was_killed_is_replaced_unseen() {
    let schema = "#@data/values-schema\n---\n#@ def f():\n#@   return 80\n#@ end\nport: #@ f()\n";
    let workspace = Workspace::new(&[("config/schema.yml", schema)]);
    let uri = workspace.uri("config/schema.yml");
    let mut client = Client::start(&workspace);
    client.open(&uri, schema);
    wait_until(|| !workers_of(client.process_id()).is_empty());
    client.wait_for_problems(&uri, &[]);
    let first = workers_of(client.process_id());
    for worker in &first {
        kill(*worker);
    }
    client.change(&uri, 2, (3, 12), (3, 14), "x");
    client.wait_for_problems(&uri, &[(3, "template-name")]);
    let second = workers_of(client.process_id());
    assert!(!second.is_empty() && second != first, "{first:?} {second:?}");
    end(client);
}

/// A line of `/proc/PID/status` or `/proc/PID/limits` in its words.
fn words(text: &str, name: &str) -> Vec<String> {
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    line[name.len()..].split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_worker_has_no_environment_and_has_given_up_its_rights() {
    // Only code that runs can tell this, so the worker is what it is while it runs code.
    let schema = "#@data/values-schema\n---\n#@ def f():\n#@   fail(\"reached\")\n#@ end\nport: #@ f()\n";
    let workspace = Workspace::new(&[("config/schema.yml", schema)]);
    let uri = workspace.uri("config/schema.yml");
    let mut client = Client::start(&workspace);
    client.open(&uri, schema);
    client.wait_for_problems(&uri, &[(3, "template-failure")]);
    let of_worker = |file: &str| {
        let worker = workers_of(client.process_id())[0];
        std::fs::read_to_string(format!("/proc/{worker}/{file}")).unwrap_or_default()
    };
    let environment = of_worker("environ");
    let names: Vec<&str> = environment.split_terminator('\0').filter_map(|it| it.split('=').next()).collect();
    let expected = ["MALLOC_ARENA_MAX", "MALLOC_TOP_PAD_", "MALLOC_TRIM_THRESHOLD_", "RUST_BACKTRACE"];
    assert_eq!(names.iter().filter(|name| !expected.contains(name)).count(), 0, "{names:?}");
    let limits = of_worker("limits");
    for (name, limit) in [("Max open files", "0"), ("Max processes", "0"), ("Max core file size", "0")] {
        assert_eq!(words(&limits, name)[..2], [limit, limit], "{limits}");
    }
    let memory = words(&limits, "Max address space");
    assert!(memory[0] == memory[1] && memory[0] != "unlimited", "{limits}");
    let status = of_worker("status");
    assert_eq!(words(&status, "NoNewPrivs:"), ["1"], "{status}");
    // Where there are no filters, or this system cannot be asked, the rest has to do.
    if std::path::Path::new("/proc/sys/kernel/seccomp/actions_avail").exists() {
        assert_eq!(words(&status, "Seccomp:"), ["2"], "{status}");
    }
    end(client);
}

#[test]
fn documents_without_code_start_no_worker() {
    let workspace = Workspace::new(&[("other/schema.yml", NEIGHBOUR_SCHEMA), ("other/values.yml", NEIGHBOUR)]);
    let uri = workspace.uri("other/values.yml");
    let mut client = Client::start(&workspace);
    client.open(&uri, NEIGHBOUR);
    client.wait_for_problems(&uri, &[(2, "type-mismatch")]);
    assert_eq!(workers_of(client.process_id()), Vec::<u32>::new());
    end(client);
}

/// What else was published is not what is tested here, so the session may end with messages unread.
fn end(mut client: Client) {
    let worker = workers_of(client.process_id());
    client.request("shutdown", &Value::Null);
    client.notify("exit", &Value::Null);
    assert_eq!(client.wait().code(), Some(0));
    wait_until(|| worker.iter().all(|worker| !is_running(*worker)));
}

/// The processes that a process has started.
fn workers_of(parent: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").expect("there is `/proc`").flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| state_of(*id).is_some_and(|(state, of)| of == parent && state != "Z")).collect()
}

fn is_running(process: u32) -> bool {
    state_of(process).is_some_and(|(state, _)| state != "Z")
}

/// The state of a process, and who started it.
fn state_of(process: u32) -> Option<(String, u32)> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit_once(") ")?.1.split(' ');
    Some((fields.next()?.to_owned(), fields.next()?.parse().ok()?))
}

fn kill(process: u32) {
    let status = Command::new("kill").args(["-9", &process.to_string()]).status().expect("there is `kill`");
    assert!(status.success());
    wait_until(|| !is_running(process));
}

/// Waits for something that will be, however busy the machine is.
#[track_caller]
fn wait_until(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never comes");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[derive(Debug)]
struct Found {
    file: String,
    code: String,
    message: String,
    /// From 0.
    line: usize,
}

/// Every problem that `sayl --check` reports.
#[track_caller]
fn headless(workspace: &Workspace) -> Vec<Found> {
    let script = format!("ulimit -v {MEMORY} && exec \"$0\" --check --format json");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(binary::sayl()).current_dir(workspace.root());
    let output = command.output().expect("a shell starts");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {printed}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().trim_start_matches("./").to_owned();
    let read = |problem: &Value| Found {
        file: text(&problem["file"]),
        code: text(&problem["code"]),
        message: text(&problem["message"]),
        line: problem["range"]["start"]["line"].as_u64().unwrap_or_default() as usize - 1,
    };
    let problems = report["problems"].as_array().expect("problems are an array").iter().map(read);
    // Files that depend on the hostile one say so, which other tests look at.
    problems.filter(|problem| problem.code != "not-checked").collect()
}
