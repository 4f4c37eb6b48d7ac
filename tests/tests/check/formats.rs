//! The reports for systems: what each of them shows of the same problems, odd texts and paths among them.

use expect_test::{Expect, expect};
use quick_junit::Report as JunitReport;
use serde_json::Value;

use super::{Folder, check, run};

const FILES: [(&str, &str); 2] = [
    (
        "config/schema.yml",
        "#@data/values-schema\n---\nname: \"\"\nport: 80\n#@schema/deprecated \"gone, 100% soon\"\nold: 1\n",
    ),
    ("envs/a b,ü.yml", "#@data/values\n---\n\"größe\": <1>\nprot: \"\\e & ]]>\"\nold: 2\n"),
];

#[track_caller]
fn check_format(format: &str, expected: Expect) {
    check(&FILES, &format!("--check --format {format}"), expected);
}

fn report(format: &str, more: &str) -> String {
    let printed = run(&mut Folder::new(&FILES).sayl(&format!("--check --format {format} {more}")), "");
    let (report, _) = printed.split_once("\n-- status").unwrap();
    report.to_owned()
}

#[test]
fn github_gets_one_command_for_each_problem() {
    check_format(
        "github",
        expect![[r#"
            ::error file=envs/a b%2Cü.yml,line=3,endLine=3,col=1,endColumn=8,title=sayl%3A unknown-key::The key `größe` is not declared in the schema%0Afound: `größe`%0Aexpected: one of `name`, `old`, `port`%0Aat: `größe`%0Aconfig/schema.yml:2: the schema declares the keys of this map here
            ::error file=envs/a b%2Cü.yml,line=4,endLine=4,col=1,endColumn=5,title=sayl%3A unknown-key::The key `prot` is not declared in the schema%0Afound: `prot`%0Aexpected: one of `name`, `old`, `port`%0Ahint: did you mean `port`?%0Aat: `prot`%0Aconfig/schema.yml:2: the schema declares the keys of this map here
            ::warning file=envs/a b%2Cü.yml,line=5,endLine=5,col=1,endColumn=4,title=sayl%3A deprecated-key::The key `old` is deprecated: gone, 100%25 soon%0Aat: `old`%0Aconfig/schema.yml:6: the schema declares it here
            -- status 1
        "#]],
    );
}

#[test]
fn gitlab_gets_a_code_quality_report() {
    check_format(
        "gitlab",
        expect![[r#"
            [
              {
                "description": "The key `größe` is not declared in the schema\nfound: `größe`\nexpected: one of `name`, `old`, `port`\nat: `größe`\nconfig/schema.yml:2: the schema declares the keys of this map here",
                "check_name": "unknown-key",
                "fingerprint": "1ec7a9b891e0f24a1142fd531803565b",
                "severity": "critical",
                "location": {
                  "path": "envs/a b,ü.yml",
                  "lines": {
                    "begin": 3,
                    "end": 3
                  }
                }
              },
              {
                "description": "The key `prot` is not declared in the schema\nfound: `prot`\nexpected: one of `name`, `old`, `port`\nhint: did you mean `port`?\nat: `prot`\nconfig/schema.yml:2: the schema declares the keys of this map here",
                "check_name": "unknown-key",
                "fingerprint": "8840f2e16e687029b1b93bb75974a409",
                "severity": "critical",
                "location": {
                  "path": "envs/a b,ü.yml",
                  "lines": {
                    "begin": 4,
                    "end": 4
                  }
                }
              },
              {
                "description": "The key `old` is deprecated: gone, 100% soon\nat: `old`\nconfig/schema.yml:6: the schema declares it here",
                "check_name": "deprecated-key",
                "fingerprint": "b70e7ff2f0ae908e2334000d8febbdc6",
                "severity": "minor",
                "location": {
                  "path": "envs/a b,ü.yml",
                  "lines": {
                    "begin": 5,
                    "end": 5
                  }
                }
              }
            ]
            -- status 1
        "#]],
    );
}

#[test]
fn sarif_has_rules_results_related_places_and_fixes() {
    let log: Value = serde_json::from_str(&report("sarif", "")).unwrap();
    let run = &log["runs"][0];
    let parts = [&run["tool"]["driver"]["rules"][0], &run["results"][1]];
    expect![[r##"
        {"id":"unknown-key","shortDescription":{"text":"The key is not declared in the schema."},"fullDescription":{"text":"The key is not declared in the schema."},"help":{"text":"Correct the key, or declare it in the schema.","markdown":"# unknown-key\n\nThe key is not declared in the schema.\n\n```yaml\n#@data/values\n---\nnam: x\n```\n\n**What to do.** Correct the key, or declare it in the schema.\n"},"defaultConfiguration":{"level":"error"}}
        {"ruleId":"unknown-key","ruleIndex":0,"level":"error","message":{"text":"The key `prot` is not declared in the schema\nfound: `prot`\nexpected: one of `name`, `old`, `port`\nhint: did you mean `port`?"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"envs/a%20b,%C3%BC.yml"},"region":{"startLine":4,"startColumn":1,"endLine":4,"endColumn":5}}}],"relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"config/schema.yml"},"region":{"startLine":2,"startColumn":1,"endLine":2,"endColumn":4}},"id":1,"message":{"text":"the schema declares the keys of this map here"}}],"partialFingerprints":{"sayl/v1":"8840f2e16e687029b1b93bb75974a409"},"fixes":[{"description":{"text":"Change to `port`"},"artifactChanges":[{"artifactLocation":{"uri":"envs/a%20b,%C3%BC.yml"},"replacements":[{"deletedRegion":{"startLine":4,"startColumn":1,"endLine":4,"endColumn":5},"insertedContent":{"text":"port"}}]}]}]}
    "##]].assert_eq(&parts.map(|part| format!("{part}\n")).concat());
    assert_eq!(run["results"].as_array().unwrap().len(), 3);
}

#[test]
fn junit_has_a_suite_for_each_file_and_a_failure_for_each_error() {
    check_format(
        "junit",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="sayl" tests="3" skipped="0" failures="2" errors="0">
                <testsuite name="envs/a b,ü.yml" tests="3" skipped="0" errors="0" failures="2">
                    <testcase name="unknown-key at envs/a b,ü.yml:3:1" classname="envs/a b,ü.yml">
                        <failure message="The key `größe` is not declared in the schema" type="unknown-key">envs/a b,ü.yml:3:1
            The key `größe` is not declared in the schema
            found: `größe`
            expected: one of `name`, `old`, `port`
            at: `größe`
            config/schema.yml:2: the schema declares the keys of this map here</failure>
                    </testcase>
                    <testcase name="unknown-key at envs/a b,ü.yml:4:1" classname="envs/a b,ü.yml">
                        <failure message="The key `prot` is not declared in the schema" type="unknown-key">envs/a b,ü.yml:4:1
            The key `prot` is not declared in the schema
            found: `prot`
            expected: one of `name`, `old`, `port`
            hint: did you mean `port`?
            at: `prot`
            config/schema.yml:2: the schema declares the keys of this map here</failure>
                    </testcase>
                    <testcase name="deprecated-key at envs/a b,ü.yml:5:1" classname="envs/a b,ü.yml">
                        <system-out>envs/a b,ü.yml:5:1
            The key `old` is deprecated: gone, 100% soon
            at: `old`
            config/schema.yml:6: the schema declares it here</system-out>
                    </testcase>
                </testsuite>
            </testsuites>
            -- status 1
        "#]],
    );
}

#[test]
fn a_reader_of_junit_finds_every_problem_and_what_fails() {
    for (flag, failures) in [("", 2), ("--deny warnings", 3)] {
        let read = JunitReport::deserialize_from_str(&report("junit", flag)).unwrap();
        assert_eq!((read.tests, read.failures), (3, failures), "{flag}");
    }
}

#[test]
fn nothing_wrong_is_a_report_too() {
    let folder = Folder::new(&FILES[..1]);
    let shown = ["github", "gitlab", "sarif", "junit"]
        .map(|format| run(&mut folder.sayl(&format!("--check --format {format}")), ""))
        .concat();
    expect![[r#"
        -- status 0
        []
        -- status 0
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "sayl",
                  "version": "0.1.0",
                  "rules": []
                }
              },
              "columnKind": "unicodeCodePoints",
              "results": []
            }
          ]
        }
        -- status 0
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="sayl" tests="1" skipped="0" failures="0" errors="0">
            <testsuite name="sayl" tests="1" skipped="0" errors="0" failures="0">
                <testcase name="no problems in 1 file"/>
            </testsuite>
        </testsuites>
        -- status 0
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_problem_keeps_its_fingerprint_when_lines_come_above_it() {
    let names = |values: &str| -> Vec<Value> {
        let folder = Folder::new(&[FILES[0], ("envs/a.yml", values)]);
        let printed = run(&mut folder.sayl("--check --format gitlab"), "");
        let issues: Vec<Value> = serde_json::from_str(printed.split_once("\n-- status").unwrap().0).unwrap();
        issues.iter().map(|issue| issue["fingerprint"].clone()).collect()
    };
    let before = names("#@data/values\n---\nprot: 1\n");
    let after = names("#@data/values\n---\n#! why\nname: x\nprot: 1\n");
    assert_eq!(before.len(), 1);
    assert_eq!(before, after);
    let twice = names("#@data/values\n---\nprot: 1\n---\nprot: 1\n");
    assert_ne!(twice[0], twice[1], "each problem has a name of its own");
}

/// What terminals obey, what systems for continuous integration take for commands, what turns text around, what XML
/// forbids: in keys, values and descriptions, as YAML and template code can write them.
const HOSTILE: &str =
    r"\e[31m\a\x9b\u202e\u2066\u200f\u2028\ufffe\uffff\n::error::x\n  ::set-output::x ##[error]x ##vso[x]y\r";

#[test]
fn nothing_in_a_file_is_obeyed_in_any_format() {
    let schema = format!(
        "#@data/values-schema\n---\nname: \"\"\n#@schema/deprecated \"{0}\"\nold: \"\"\n#@schema/validation one_of=[\"{0}\"]\none: \"\"\n",
        HOSTILE.replace("\\e", "\\033").replace("\\a", "\\007")
    );
    let values = format!(
        "#@data/values\n---\n\"{HOSTILE}\": 1\nold: \"{HOSTILE}\"\none: \"{HOSTILE}\"\nname: [1] # ##[group]x \u{202e}\u{200f}\n"
    );
    let files = [("config/schema.yml", schema.as_str()), ("envs/##[a]\u{202e}.yml", values.as_str())];
    for format in ["human", "concise", "json", "sarif", "github", "gitlab", "junit"] {
        let folder = Folder::new(&files);
        let printed = run(&mut folder.sayl(&format!("--check --format {format}")), "");
        let (printed, _) = printed.split_once("\n-- status").unwrap();
        assert!(printed.contains("deprecated-key"), "{format}: {printed}");
        let dangerous =
            |it: char| it.is_control() && it != '\n' || "\u{202e}\u{2066}\u{200f}\u{2028}\u{fffe}\u{ffff}".contains(it);
        assert!(!printed.contains(dangerous), "{format}: {printed:?}");
        for line in printed.lines() {
            let is_command = line.trim_start().starts_with("::") && !line.trim_start().starts_with("::: ");
            let is_own =
                format == "github" && (line.starts_with("::error file=") || line.starts_with("::warning file="));
            assert!(!is_command || is_own, "{format}: {line}");
            assert!(!line.contains("##["), "{format}: {line}");
            assert!(!line.contains("##vso["), "{format}: {line}");
        }
    }
}
