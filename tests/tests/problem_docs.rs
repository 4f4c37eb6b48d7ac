//! `docs/problems.md` and `docs/annotations.md` say what the code says. `UPDATE_DOCS=1 cargo test -p sayl-tests --test problem_docs` rewrites them.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read or written has failed the test")]

use std::fmt::Write as _;

use sayl_core::ide::annotation_docs::annotations_page;
use sayl_core::problem::{Code, Explanation, Severity};
use sayl_tests::binary::workspace_root;

#[test]
fn the_page_of_problems_is_current() {
    check("docs/problems.md", &page());
}

#[test]
fn the_page_of_annotations_is_current() {
    check("docs/annotations.md", &annotations_page());
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
        let _ = writeln!(page, "| [`{name}`](#{name}) | {} |", severity_name(code.severity()));
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

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "information",
        Severity::Hint => "hint",
    }
}
