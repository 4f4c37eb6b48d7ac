//! `docs/problems.md`, `docs/annotations.md` and `docs/sayl.schema.json` say what the code says. `UPDATE_DOCS=1 cargo test -p sayl-tests --test problem_docs` rewrites them.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read or written has failed the test")]

use std::fmt::Write as _;

use sayl_core::ide::annotation_docs::{AnnotationMistake, annotations, annotations_page};
use sayl_core::problem::{Code, Explanation, Problem, Severity};
use sayl_core::workspace::config::json_schema::json_schema;
use sayl_tests::binary::workspace_root;
use sayl_tests::reference::{annotated, problems_of, project, projects};

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
    let silent = |code: &&Code| !projects(**code).is_empty() && project(**code).is_none();
    let silent: Vec<&str> = Code::ALL.iter().filter(silent).map(|code| code.name()).collect();
    assert!(silent.is_empty(), "no such problem in their own examples: {silent:?}");
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
    assert!(written == page, "{name} is stale; UPDATE_DOCS=1 cargo test -p sayl-tests --test problem_docs");
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
    let Explanation { meaning, example, remedy } = code.explanation();
    let _ = write!(page, "\n## {}\n\n{meaning}\n", code.name());
    if !example.is_empty() {
        let language = if code == Code::InvalidConfig { "toml" } else { "yaml" };
        let _ = write!(page, "\n```{language}\n{}\n```\n", example.trim_end());
    }
    let _ = write!(page, "\n**What to do.** {remedy}\n");
}
