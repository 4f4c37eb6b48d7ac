//! `docs/problems.md`, `docs/annotations.md` and `docs/sayl.schema.json` say what the code says. `UPDATE_DOCS=1 cargo test --locked --workspace --test problem_docs` rewrites them.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read or written has failed the test")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use sayl_core::analysis::AnalysisHost;
use sayl_core::cancel::CancelToken;
use sayl_core::ide::annotation_docs::{AnnotationMistake, annotations, annotations_page};
use sayl_core::problem::{Code, Explanation, Problem, Severity};
use sayl_core::test_support::Fixture;
use sayl_core::workspace::config::json_schema::json_schema;
use sayl_core::workspace::load::load;
use sayl_tests::binary::{sayl, workspace_root};
use sayl_tests::reference::{annotated, problems_of, project, projects, why_not_in_playground};
use tempfile::TempDir;

#[test]
fn the_page_of_problems_is_current() {
    check("docs/problems.md", &page());
}

#[test]
fn the_json_schema_of_the_configuration_is_current() {
    check("docs/sayl.schema.json", &json_schema());
}

#[test]
fn the_page_of_annotations_is_current() {
    check("docs/annotations.md", &annotations_page());
}

#[test]
fn the_examples_of_problems_show_their_own_problem() {
    let silent = |code: &&Code| why_not_in_playground(**code).is_none() && project(**code).is_none();
    let silent: Vec<&str> = Code::ALL.iter().filter(silent).map(|code| code.name()).collect();
    assert!(silent.is_empty(), "no such problem in their own examples: {silent:?}");
}

#[test]
fn the_examples_that_no_page_can_open_show_their_own_problem() {
    let silent = |code: &&Code| why_not_in_playground(**code).is_some() && !shows_itself_elsewhere(**code);
    let silent: Vec<&str> = Code::ALL.iter().filter(silent).map(|code| code.name()).collect();
    assert!(silent.is_empty(), "no such problem in their own examples: {silent:?}");
}

/// Whether the program tells a problem of its own example: beside a schema, or of the two states that it shows.
fn shows_itself_elsewhere(code: Code) -> bool {
    let Explanation { example, language, .. } = code.explanation();
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let state = |other: char| -> String {
        let lines = example.split_inclusive('\n').filter(|line| !line.starts_with(other));
        lines.map(|line| &line[1..]).collect()
    };
    write("schema.yml", "#@data/values-schema\n---\nport: [80]\n");
    match language {
        "diff" => {
            for (name, other) in [("old", '+'), ("new", '-')] {
                std::fs::create_dir(folder.path().join(name)).unwrap();
                write(&format!("{name}/schema.yml"), &state(other));
            }
            tells(folder.path(), "sayl diff old new", code)
        }
        "toml" => {
            write("sayl.toml", example);
            tells(folder.path(), "sayl check", code)
        }
        "text" => tells(folder.path(), example.trim_end(), code),
        _ => {
            let vfs = Arc::new(Fixture::parse(&format!("#- /example.yml\n{example}")).vfs());
            let mut host = AnalysisHost::new(vfs.clone());
            host.set_folders(vec![PathBuf::from("/")]);
            host.load(load(&*vfs, &[PathBuf::from("/")], &|_| {}, &CancelToken::new()).unwrap());
            let analysis = host.analysis();
            let files = analysis.files();
            files.into_iter().any(|file| analysis.problems(file).iter().any(|problem| problem.code == code))
        }
    }
}

/// Whether a command of the program reports a problem.
fn tells(folder: &Path, command: &str, code: Code) -> bool {
    let command = command.replacen("sayl", &sayl().display().to_string(), 1);
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &format!("{command} --format concise")]).current_dir(folder).output().unwrap();
    String::from_utf8_lossy(&output.stdout).contains(&format!("[{}]", code.name()))
}

#[test]
fn every_code_can_be_turned_off() {
    for code in Code::ALL {
        let config = format!("#- /sayl.toml\n[severity]\n{} = \"off\"\n", code.name());
        for project in projects(*code).iter().filter(|project| !project.contains("/sayl.toml")) {
            let found = problems_of(&format!("{config}{project}"));
            assert!(found.iter().all(|problem| problem.code != *code), "{}:\n{project}", code.name());
        }
    }
}

#[test]
fn the_examples_of_annotations_are_right() {
    for annotation in annotations() {
        let errors = problems_of(&annotated(annotation, annotation.example));
        let errors: Vec<String> =
            errors.iter().filter(|it| it.severity == Severity::Error).map(Problem::text).collect();
        assert!(errors.is_empty(), "@{}: {errors:?}", annotation.name);
    }
}

#[test]
fn the_mistakes_of_annotations_show_their_problem() {
    let mut others = Vec::new();
    for annotation in annotations() {
        let Some(AnnotationMistake { code, example }) = &annotation.mistake else { continue };
        let problems = problems_of(&annotated(annotation, example));
        let found: Vec<&str> = problems.iter().map(|problem| problem.code.name()).collect();
        if !found.contains(&code.name()) {
            others.push(format!("@{}: {found:?} instead of {}", annotation.name, code.name()));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[track_caller]
fn check(name: &str, page: &str) {
    let path = workspace_root().join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "{name} is stale; UPDATE_DOCS=1 cargo test --locked --workspace --test problem_docs");
}

fn page() -> String {
    let mut page = String::from(
        "# Problems\n\n<!-- Generated from core/src/problem/code.rs; see tests/tests/problem_docs.rs. -->\n\n\
         Every problem that sayl reports has a code that never changes. Its severity can be set in `sayl.toml` \
         ([configuration.md](configuration.md)):\n\n\
         ```toml\n[severity]\nambiguous-scalar = \"warning\"\n```\n\n| code | severity |\n| --- | --- |\n",
    );
    for code in Code::ALL {
        let name = code.name();
        let _ = writeln!(page, "| [`{name}`](#{name}) | {} |", code.severity().name());
    }
    for code in Code::ALL {
        entry(&mut page, *code);
    }
    page
}

fn entry(page: &mut String, code: Code) {
    let _ = write!(page, "\n## {}\n\n{}", code.name(), code.explanation().markdown());
    if let Some(why) = why_not_in_playground(code) {
        let _ = write!(page, "\nThe playground does not show it: {why}.\n");
    }
}
