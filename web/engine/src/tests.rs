//! A session as whoever loads the module has it: requests and answers in JSON.

use serde_json::{Value, json};

use crate::protocol::answer;
use crate::session::WebSession;

/// The answer to a request.
fn ask(session: &mut WebSession, request: Value) -> Value {
    serde_json::from_str(&answer(session, request.to_string().as_bytes())).expect("an answer is JSON")
}

/// A session with a schema, values and a template.
fn session() -> WebSession {
    let mut session = WebSession::default();
    let files = json!({
        "/schema.yml": "#@data/values-schema\n---\n#@schema/desc \"Who greets\"\nname: 😀\nport: 80\n",
        "/values.yml": "#@data/values\n---\nname: \"💡\"\nprot: 1\n",
        "/template.yml": "#@ load(\"@ytt:data\", \"data\")\n---\ngreeting: #@ \"hello \" + data.values.name\nport: #@ data.values.port\n",
    });
    ask(&mut session, json!({ "do": "files", "files": files }));
    session
}

fn codes(session: &mut WebSession) -> Vec<(String, Vec<String>)> {
    let answer = ask(session, json!({ "do": "problems" }));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of_file = |file: &Value| {
        let problems = file["problems"].as_array().into_iter().flatten();
        (text(&file["path"]), problems.map(|problem| text(&problem["code"])).collect())
    };
    answer.as_array().into_iter().flatten().map(of_file).collect()
}

fn problem_codes(session: &mut WebSession) -> Vec<String> {
    codes(session).into_iter().flat_map(|(_, codes)| codes).collect()
}

#[test]
fn problems_come_with_what_was_found_and_where_it_is_declared() {
    let answer = ask(&mut session(), json!({ "do": "problems" }));
    let file = answer.as_array().into_iter().flatten().find(|file| file["path"] == "/values.yml");
    let problem = &file.expect("the values are looked at")["problems"][0];
    assert_eq!(problem["code"], "unknown-key");
    assert_eq!(problem["range"]["start"], json!({ "line": 3, "character": 0 }));
    assert_eq!(problem["related"][0]["path"], "/schema.yml");
}

#[test]
fn an_edit_counts_at_once_and_a_closed_file_is_as_it_was_written() {
    let mut session = session();
    let text = "#@data/values\n---\nname: \"💡\"\nprot: 1\n";
    ask(&mut session, json!({ "do": "open", "path": "/values.yml", "text": text }));
    let range = json!({ "start": { "line": 3, "character": 0 }, "end": { "line": 3, "character": 4 } });
    ask(&mut session, json!({ "do": "edit", "path": "/values.yml", "edits": [{ "range": range, "text": "port" }] }));
    assert_eq!(problem_codes(&mut session), <[&str; 0]>::default());
    ask(&mut session, json!({ "do": "close", "path": "/values.yml" }));
    assert_eq!(problem_codes(&mut session), ["unknown-key"]);
    ask(&mut session, json!({ "do": "files", "files": { "/values.yml": null } }));
    assert!(codes(&mut session).iter().all(|(path, _)| path != "/values.yml"));
}

#[test]
fn a_place_is_explained_completed_and_followed() {
    let mut session = session();
    let at = json!({ "line": 2, "character": 1 });
    let ask_at =
        |session: &mut WebSession, what| ask(session, json!({ "do": what, "path": "/values.yml", "position": at }));
    let hover = ask_at(&mut session, "hover");
    assert!(hover["markdown"].as_str().is_some_and(|text| text.contains("Who greets")), "{hover}");
    assert_eq!(ask_at(&mut session, "definition")[0]["path"], "/schema.yml");
    assert!(ask_at(&mut session, "references").as_array().is_some_and(|all| all.len() == 3));
    let end = json!({ "line": 4, "character": 0 });
    let items = ask(&mut session, json!({ "do": "completion", "path": "/values.yml", "position": end }));
    assert_eq!(items[0]["label"], "port", "{items}");
    assert_eq!(ask(&mut session, json!({ "do": "symbols", "path": "/values.yml" }))[0]["name"], "name");
}

#[test]
fn a_name_is_given_another_in_all_files_or_it_is_said_why_not() {
    let mut session = session();
    let mut rename = |name| {
        let position = json!({ "line": 2, "character": 1 });
        ask(&mut session, json!({ "do": "rename", "path": "/values.yml", "position": position, "name": name }))
    };
    let edits = rename("whom");
    assert!(edits["edits"].as_array().is_some_and(|edits| edits.len() == 3), "{edits}");
    assert!(rename("a b: c")["refused"].is_string());
}

#[test]
fn a_fix_says_what_it_would_write() {
    let range = json!({ "start": { "line": 3, "character": 2 }, "end": { "line": 3, "character": 2 } });
    let fixes = ask(&mut session(), json!({ "do": "fixes", "path": "/values.yml", "range": range }));
    assert_eq!(fixes[0]["edits"][0]["text"], "port", "{fixes}");
}

#[test]
fn values_and_output_know_where_they_were_written() {
    let mut session = session();
    ask(&mut session, json!({ "do": "files", "files": { "/values.yml": "#@data/values\n---\nname: you\n" } }));
    let values = ask(&mut session, json!({ "do": "values", "path": "/values.yml" }));
    assert_eq!(values["text"], "name: you\nport: 80\n");
    assert_eq!(values["commented"], "name: you # values.yml:3\nport: 80 # schema.yml:5\n");
    assert_eq!(values["origins"][0]["path"], "/values.yml");
    let rendered = ask(&mut session, json!({ "do": "rendered", "path": "/template.yml" }));
    assert_eq!(rendered["text"], "greeting: hello you\nport: 80\n");
    assert_eq!((&rendered["isCurrent"], &rendered["origins"][0]["range"]["start"]["line"]), (&json!(true), &json!(2)));
}

#[test]
fn what_is_known_without_running_code_is_told_at_once() {
    let mut session = session();
    let answer = ask(&mut session, json!({ "do": "problems", "early": true }));
    assert!(answer.to_string().contains("unknown-key"), "{answer}");
}

#[test]
fn settings_count_until_the_project_says_otherwise() {
    let mut session = session();
    let settings = json!({ "severity": { "unknown-key": "hint" }, "limits": { "max-problems": 5 }, "speed": 1 });
    let complaints = ask(&mut session, json!({ "do": "settings", "settings": settings }));
    assert_eq!(complaints, json!(["sayl has no setting `speed`."]));
    assert!(ask(&mut session, json!({ "do": "problems" })).to_string().contains("\"severity\":\"hint\""));
    ask(&mut session, json!({ "do": "files", "files": { "/sayl.toml": "[severity]\nunknown-key = \"warning\"\n" } }));
    assert!(ask(&mut session, json!({ "do": "problems" })).to_string().contains("\"severity\":\"warning\""));
}

#[test]
fn what_stands_beside_the_text_is_given() {
    let mut session = session();
    let settings = json!({ "inlayHints": true, "codeLens": true });
    ask(&mut session, json!({ "do": "settings", "settings": settings }));
    let mut of = |what: &str, path: &str, more: Value| {
        let mut request = json!({ "do": what, "path": path });
        let fields = more.as_object().cloned().unwrap_or_default();
        request.as_object_mut().expect("an object").extend(fields);
        ask(&mut session, request)
    };
    let place = |line, character| json!({ "line": line, "character": character });
    let whole = json!({ "range": { "start": place(0, 0), "end": place(9, 0) } });
    assert_eq!(of("hints", "/values.yml", whole.clone())[0]["label"], "string, default \"😀\"");
    assert_eq!(of("lenses", "/schema.yml", json!({}))[0]["kind"], "key");
    let lens = of("lens", "/schema.yml", json!({ "position": place(3, 0), "kind": "key" }));
    assert!(lens["title"].as_str().is_some_and(|title| title.contains("used once")), "{lens}");
    assert_eq!(of("folds", "/template.yml", json!({})), json!([]));
    let tokens = of("tokens", "/template.yml", json!({}));
    assert_eq!(tokens["numbers"].as_array().map(|numbers| numbers.len() % 4), Some(0), "{tokens}");
    assert_eq!(of("highlights", "/values.yml", json!({ "position": place(2, 0) }))[0]["isDeclaration"], false);
    let around = of("selectionRanges", "/values.yml", json!({ "positions": [place(2, 0)] }));
    assert!(around[0].as_array().is_some_and(|chain| chain.len() > 1), "{around}");
    let status = of("status", "/values.yml", json!({}));
    assert_eq!(status["bundles"][0]["schemas"], json!(["/schema.yml"]), "{status}");
    assert!(of("schemaDocs", "/values.yml", json!({}))["html"].as_str().is_some_and(|it| it.contains("Who greets")));
    assert_eq!(of("graph", "/values.yml", json!({})), json!(null));
    assert_eq!(of("format", "/values.yml", whole), json!([]));
    assert_eq!(ask(&mut session, json!({ "do": "workspaceSymbols", "query": "port" }))[0]["path"], "/schema.yml");
    let page = ask(&mut session, json!({ "do": "explain", "code": "unknown-key" }));
    assert!(page.as_str().is_some_and(|page| page.starts_with("# unknown-key")), "{page}");
}

#[test]
fn places_are_links_where_somebody_can_follow_them() {
    let mut session = WebSession::default();
    ask(&mut session, json!({ "do": "start", "links": true }));
    let files = json!({ "/a b/schema.yml": "#@data/values-schema\n---\nport: 80\n", "/a b/values.yml": "#@data/values\n---\nport: 1\n" });
    ask(&mut session, json!({ "do": "files", "files": files }));
    let at = json!({ "line": 2, "character": 1 });
    let hover = ask(&mut session, json!({ "do": "hover", "path": "/a b/values.yml", "position": at }));
    assert!(hover["markdown"].as_str().is_some_and(|it| it.contains("<file:///a%20b/schema.yml#L3>")), "{hover}");
}

#[test]
fn code_that_does_not_end_is_a_problem() {
    let code = "#@ def endless():\n#@   for i in range(1000000000):\n#@   end\n#@ end\n---\na: #@ endless()\n";
    let mut session = session();
    ask(&mut session, json!({ "do": "start", "steps": 100_000 }));
    ask(&mut session, json!({ "do": "files", "files": { "/loop.yml": code } }));
    assert!(problem_codes(&mut session).contains(&"evaluation-budget".to_owned()));
    ask(&mut session, json!({ "do": "start", "evaluates": false }));
    ask(&mut session, json!({ "do": "files", "files": { "/loop.yml": code } }));
    assert!(!problem_codes(&mut session).contains(&"evaluation-budget".to_owned()));
}

#[test]
fn what_is_no_request_is_an_error() {
    assert!(ask(&mut WebSession::default(), json!({ "do": "dance" }))["error"].is_string());
}
