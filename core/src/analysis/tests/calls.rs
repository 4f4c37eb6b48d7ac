//! Calls of rules: what is sent, how much of it, and what is asked again after an edit.

use std::path::Path;
use std::sync::Arc;

use crate::analysis::{Analysis, AnalysisHost};
use crate::render::request::{Request, Runner};
use crate::test_support::{Fixture, settle};
use crate::text::{TextRange, TextSize};

const VALUES: &str = "/app/values.yml";

/// Many items with a port each, which has a rule under this condition.
fn items(when: &str, count: usize) -> AnalysisHost {
    let item = |index: usize| format!("- name: item{index};\n  port: {}\n", index + 1);
    let items = (0..count).map(item).collect::<Vec<_>>().concat();
    let world = format!(
        "
#- /app/schema.yml
#@data/values-schema
---
mode: strict
items:
- name: \"\"
  #@schema/validation (\"positive\", lambda v: v > 0), when=lambda v, ctx: {when}
  port: 1
#- {VALUES}
#@data/values
---
mode: strict
items:
{items}"
    );
    Fixture::parse(&world).host()
}

fn look(analysis: &Analysis) {
    for file in analysis.files() {
        analysis.problems(file);
    }
}

/// The requests for calls once the schema was evaluated, as they are sent.
fn requests(host: &AnalysisHost) -> Vec<Vec<u8>> {
    let (analysis, mut runner) = (host.analysis(), Runner::new());
    loop {
        look(&analysis);
        let requests = analysis.pending_requests();
        if requests.iter().all(|(_, request)| matches!(&**request, Request::Call { .. })) {
            return requests.iter().map(|(_, request)| postcard::to_stdvec(&**request).unwrap()).collect();
        }
        for (name, request) in requests {
            analysis.add_reply(name, runner.answer(&request));
        }
    }
}

#[test]
fn a_request_holds_each_value_once_however_many_calls_are_given_it() {
    let requests = requests(&items("ctx.root[\"mode\"] == \"strict\"", 2000));
    let [request] = &requests[..] else { panic!("{} requests", requests.len()) };
    for name in ["item0;", "item17;", "item1999;"] {
        assert_eq!(request.windows(name.len()).filter(|bytes| *bytes == name.as_bytes()).count(), 1, "{name}");
    }
}

#[test]
fn requests_grow_as_the_values_do() {
    for when in ["ctx.root[\"mode\"] == \"strict\"", "len(ctx.root[\"items\"]) > v", "ctx.parent[\"name\"] != \"\""] {
        let bytes = |count| requests(&items(when, count)).iter().map(Vec::len).sum::<usize>();
        let (once, twice) = (bytes(2000), bytes(4000));
        assert!(twice * 10 < once * 22, "{once} bytes, then {twice}: {when}");
    }
}

/// How many calls an edit of the values makes necessary, all rounds together.
#[track_caller]
fn check_calls(when: &str, (old, new): (&str, &str), expected: usize) {
    let mut host = items(when, 50);
    let mut runner = Runner::new();
    settle(&host.analysis(), &mut runner);
    let analysis = host.analysis();
    let values = analysis.file(Path::new(VALUES)).unwrap();
    let text = analysis.document(values).unwrap().rope().to_string();
    let at = TextSize::new(text.find(old).unwrap() as u32);
    host.open(Path::new(VALUES), &text, 1, false);
    host.edit(values, &[(TextRange::at(at, TextSize::of(old)), new.to_owned())], 2);
    let analysis = host.analysis();
    let mut calls_made = 0;
    loop {
        look(&analysis);
        let requests: Vec<(_, Arc<Request>)> = analysis.pending_requests();
        if requests.is_empty() {
            break;
        }
        for (name, request) in requests {
            calls_made += if let Request::Call { calls, .. } = &*request { calls.len() } else { 0 };
            analysis.add_reply(name, runner.answer(&request));
        }
    }
    assert_eq!(calls_made, expected, "{when}: {old} becomes {new}");
}

#[test]
fn a_keystroke_asks_again_only_what_read_something_else() {
    let (port, name) = (("port: 7\n", "port: 700\n"), ("item6;", "item600;"));
    let (mode, longer) = (("mode: strict", "mode: lax"), ("- name: item6;", "- port: 7\n- name: item6;"));
    check_calls("v > 0", port, 2);
    check_calls("v > 0", name, 0);
    let of_root = "ctx.root[\"mode\"] == \"strict\"";
    check_calls(of_root, port, 2);
    check_calls(of_root, name, 0);
    check_calls(of_root, mode, 50);
    let of_parent = "ctx.parent[\"name\"] != \"\"";
    check_calls(of_parent, port, 2);
    check_calls(of_parent, name, 1);
    check_calls(of_parent, mode, 0);
    let of_item = "ctx.root[\"items\"][6][\"name\"] != \"\"";
    check_calls(of_item, name, 50);
    check_calls(of_item, ("item7;", "item700;"), 0);
    check_calls("len(ctx.root[\"items\"]) > 10", longer, 51);
}

/// The problems of the values, once all is evaluated.
fn problems(host: &AnalysisHost, runner: &mut Runner) -> Vec<String> {
    let analysis = host.analysis();
    settle(&analysis, runner);
    let values = analysis.file(Path::new(VALUES)).unwrap();
    let document = analysis.document(values).unwrap();
    let line = |place| document.resolve(place).map(|range| document.rope().byte_to_line(range.start().into()));
    analysis.problems(values).iter().map(|problem| format!("{:?}: {}", line(problem.place), problem.message)).collect()
}

#[test]
fn what_is_kept_of_items_is_what_somebody_finds_who_sees_them_for_the_first_time() {
    const EDITS: [(&str, &str); 7] = [
        ("port: 7\n", "port: -7\n"),
        ("port: 290\n", "port: 0\n"),
        ("mode: strict", "mode: lax"),
        ("item6;", "none;"),
        ("mode: lax", "mode: strict"),
        ("- name: item100;", "- port: -1\n- name: item100;"),
        ("none;", "item6;"),
    ];
    let conditions = [
        "v < 0",
        "ctx.root[\"mode\"] == \"strict\"",
        "ctx.parent[\"name\"] != \"none;\"",
        "ctx.root[\"items\"][6][\"name\"] != \"none;\"",
        "len(ctx.root[\"items\"]) > 300",
        "ctx.parent[\"name\"] == ctx.root[\"items\"][v % 300][\"name\"]",
    ];
    for when in conditions {
        let (mut host, mut runner) = (items(when, 300), Runner::new());
        problems(&host, &mut runner);
        let values = host.analysis().file(Path::new(VALUES)).unwrap();
        let mut text = host.analysis().document(values).unwrap().rope().to_string();
        host.open(Path::new(VALUES), &text, 1, false);
        for (version, (old, new)) in (2..).zip(EDITS) {
            let at = TextRange::at(TextSize::new(text.find(old).unwrap() as u32), TextSize::of(old));
            host.edit(values, &[(at, new.to_owned())], version);
            text = text.replacen(old, new, 1);
            let mut fresh = items(when, 300);
            fresh.open(Path::new(VALUES), &text, 1, false);
            let found = problems(&host, &mut runner);
            assert_eq!(found, problems(&fresh, &mut Runner::new()), "{when}: {old} becomes {new}");
        }
    }
}
