//! The reports for systems, held to what the systems publish: SARIF's schema, GitLab's description of its reports, the
//! rules by which GitHub reads workflow commands. (`formats` holds JUnit's to a reader.)

use std::collections::{BTreeSet, HashMap};

use jsonschema::Validator;
use serde_json::{Value, json};

use super::{Folder, run};

/// Every kind of place, severity and text: no file, a flag, several lines, odd names, related places, fixes.
const FILES: [(&str, &str); 5] = [
    (
        "a/schema.yml",
        "#@data/values-schema\n---\nname: \"\"\n#@schema/deprecated \"gone, 100% soon::\\r\\n\"\nold: 1\n#@schema/validation min_len=2\nlist:\n- 0\n",
    ),
    ("a/100%,: #?.yml", "#@data/values\n---\n\"größe\": <1>\nnam: \"\\e & ]]>\"\nold: 2\nlist:\n- 1\n"),
    ("b/schema.yml", "#@data/values-schema\n---\nport: 80\n"),
    ("values.yml", "#@data/values\n---\nport: 1\n"),
    ("broken.yml", "#@data/values\n---\na: [1\nb: }\n"),
];

fn report(arguments: &str) -> String {
    let printed = run(&mut Folder::new(&FILES).sayl(arguments), "");
    printed.split_once("-- ").map_or(printed.as_str(), |(report, _)| report).to_owned()
}

/// Of a check of all, of one that cannot read everything, of values given as flags, and of nothing.
fn reports(format: &str) -> [String; 4] {
    [
        format!("--check --format {format}"),
        format!("--check --format {format} . missing.yml"),
        format!("--check --format {format} -f a/schema.yml --data-value nam=x --data-value-yaml list=[]"),
        format!("--check --format {format} b/schema.yml"),
    ]
    .map(|arguments| report(&arguments))
}

#[track_caller]
fn assert_valid(schema: &Value, report: &Value) {
    let validator = Validator::new(schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(report).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{report:#}");
}

#[test]
fn sarif_is_valid_by_its_own_schema() {
    // Its pattern for languages holds a bracket that nobody opened, which not every reader of patterns lets pass.
    let schema = include_str!("../../published/sarif-2.1.0.json").replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema = serde_json::from_str(&schema).unwrap();
    for (report, results) in reports("sarif").iter().zip([true, true, true, false]) {
        let log: Value = serde_json::from_str(report).unwrap();
        assert_valid(&schema, &log);
        assert_eq!(!log["runs"][0]["results"].as_array().unwrap().is_empty(), results);
    }
}

/// What GitHub documents as required beyond the standard, and what it refuses
/// (<https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning>).
#[test]
fn sarif_has_what_github_requires() {
    for report in reports("sarif") {
        let log: Value = serde_json::from_str(&report).unwrap();
        let run = &log["runs"][0];
        for rule in run["tool"]["driver"]["rules"].as_array().unwrap() {
            for text in ["shortDescription", "fullDescription", "help"] {
                assert!(rule[text]["text"].is_string(), "{rule:#}");
            }
        }
        for result in run["results"].as_array().unwrap() {
            let place = &result["locations"][0]["physicalLocation"];
            assert!(
                place["artifactLocation"]["uri"].is_string() && place["region"]["startLine"].is_u64(),
                "{result:#}"
            );
            assert!(result["partialFingerprints"].is_object(), "{result:#}");
        }
    }
}

#[test]
fn every_rule_index_of_sarif_leads_to_its_rule() {
    let log: Value = serde_json::from_str(&reports("sarif")[1]).unwrap();
    let run = &log["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
}

/// What GitLab documents of its code quality reports
/// (<https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>).
fn gitlab_schema() -> Value {
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": { "type": "string", "minLength": 1 },
                "check_name": { "type": "string", "minLength": 1 },
                "fingerprint": { "type": "string", "minLength": 1 },
                "severity": { "enum": ["info", "minor", "major", "critical", "blocker"] },
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "properties": {
                        "path": { "type": "string", "not": { "pattern": "^(/|\\./)" } },
                        "lines": {
                            "type": "object",
                            "required": ["begin"],
                            "properties": { "begin": { "type": "integer", "minimum": 1 } },
                        },
                    },
                },
            },
        },
    })
}

#[test]
fn gitlab_reports_are_as_gitlab_describes_them() {
    for report in reports("gitlab") {
        let issues: Value = serde_json::from_str(&report).unwrap();
        assert_valid(&gitlab_schema(), &issues);
        let issues = issues.as_array().unwrap();
        let fingerprints: BTreeSet<&str> = issues.iter().map(|it| it["fingerprint"].as_str().unwrap()).collect();
        assert_eq!(fingerprints.len(), issues.len(), "GitLab shows one of those that share a fingerprint");
    }
}

/// A workflow command as the runner reads it: `::name key=value,…::data`.
struct Command {
    name: String,
    properties: HashMap<String, String>,
    data: String,
}

impl Command {
    fn parse(line: &str) -> Option<Self> {
        let (head, data) = line.strip_prefix("::")?.split_once("::")?;
        let (name, properties) = head.split_once(' ')?;
        let property = |pair: &str| Some((pair.split_once('=')?.0.to_owned(), unescaped(pair.split_once('=')?.1)));
        let properties = properties.split(',').map(property).collect::<Option<_>>()?;
        Some(Self { name: name.to_owned(), properties, data: unescaped(data) })
    }
}

/// Each escape is undone once, the one for `%` last.
fn unescaped(text: &str) -> String {
    let escapes = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")];
    escapes.iter().fold(text.to_owned(), |text, (escape, plain)| text.replace(escape, plain))
}

#[test]
fn github_reads_the_same_problems_as_stand_in_json() {
    for (commands, report) in reports("github").iter().zip(reports("json")) {
        let report: Value = serde_json::from_str(&report).unwrap();
        let problems = report["problems"].as_array().unwrap();
        let commands: Vec<Command> = commands.lines().map(|line| Command::parse(line).unwrap()).collect();
        assert_eq!(commands.len(), problems.len());
        for (command, problem) in commands.iter().zip(problems) {
            let expected = match problem["severity"].as_str().unwrap() {
                level @ ("error" | "warning") => level,
                _ => "notice",
            };
            let start = &problem["range"]["start"];
            assert_eq!(command.name, expected);
            assert_eq!(command.properties["file"], problem["file"]);
            assert_eq!(command.properties["line"], start["line"].to_string());
            assert_eq!(command.properties["title"], format!("sayl: {}", problem["code"].as_str().unwrap()));
            let message = problem["message"].as_str().unwrap();
            // What comes of it besides is where it is, and where it is explained.
            let rest = command.data.strip_prefix(message).unwrap();
            assert!(rest.is_empty() || rest.starts_with('\n'), "{rest}");
            // A column counts only where the range ends on its line.
            let is_one_line = problem["range"]["end"]["line"] == start["line"];
            assert_eq!(command.properties.get("col"), is_one_line.then(|| start["column"].to_string()).as_ref());
        }
    }
}
