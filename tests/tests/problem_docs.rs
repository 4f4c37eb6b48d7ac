//! `docs/problems.md`, `docs/annotations.md` and `docs/sayl.schema.json` say what the code says. `UPDATE_DOCS=1 cargo test -p sayl-tests --test problem_docs` rewrites them.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read or written has failed the test")]

use std::fmt::Write as _;

use sayl_core::document::TextDocument;
use sayl_core::ide::annotation_docs::{
    AnnotationDoc, AnnotationMistake, Editions, Family, annotations, annotations_page,
};
use sayl_core::problem::{Code, Explanation, Problem, Severity};
use sayl_core::schema::from_shorthand::SectionsInput;
use sayl_core::schema::{Others, from_open_api, from_shorthand, sections};
use sayl_core::test_support::Fixture;
use sayl_core::text::FileId;
use sayl_core::values::from_yaml::{ValueMemo, from_yaml};
use sayl_core::workspace::config::json_schema::json_schema;
use sayl_tests::binary::workspace_root;

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

/// The schema beside the examples of values.
const SCHEMA: &str = "\
#- /schema.yml
#@data/values-schema
---
name: \"\"
#@schema/validation min=1
port: 80
ports: [0]
#@schema/deprecated \"use `name`\"
old_name: \"\"
";

/// The type of components in whose template an example stands.
const COMPONENT_TYPE: &str = "\
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
spec:
  schema:
    parameters: {replicas: integer, ports: '[]integer'}
  resources:
  -
    ";

/// The template beside the examples of schemas.
const TEMPLATE: &str = "\
#- /template.yml
#@ load(\"@ytt:data\", \"data\")
name: #@ data.values.name
";

/// The schema beside the examples of values that only older editions find fault with.
const OLDER_SCHEMA: &str = "\
#- /schema.yml
#@schema/match data_values=True
---
domain: \"\"
#@schema/removed \"use `domain`\"
old_domain: \"\"
";

#[test]
fn the_examples_of_problems_show_their_own_problem() {
    // The first two cannot be printed as they are, what runs too long takes time, and libraries matter only to a bundle
    // that is given with flags.
    let cannot_be_shown = [Code::InvalidEncoding, Code::TooDeep, Code::EvaluationBudget, Code::UnusedLibraryDocument];
    for code in Code::ALL {
        let example = code.explanation().example;
        if !example.is_empty() && !cannot_be_shown.contains(code) {
            assert!(shows(example, *code), "no problem {} in its example:\n{example}", code.name());
        }
    }
}

#[test]
fn every_code_can_be_turned_off() {
    for code in Code::ALL {
        let example = code.explanation().example;
        let config = format!("#- /sayl.toml\n[severity]\n{} = \"off\"\n", code.name());
        let is_configured = |world: &String| world.contains("/sayl.toml");
        for world in worlds(example).iter().filter(|world| !example.is_empty() && !is_configured(world)) {
            let found = problems_of(&format!("{config}{world}"));
            assert!(found.iter().all(|problem| problem.code != *code), "{}:\n{world}", code.name());
        }
    }
}

/// What the examples of overlays are laid over.
const OVERLAID: &str = "\
#- /schema.yml
#@data/values-schema
---
port: 80
#@schema/default [80]
ports: [0]
labels: {team: a}
#@schema/default [{\"name\": \"web\"}]
servers:
- name: \"\"
  port: 80
";

/// The example of an annotation in the world that it belongs to.
fn annotated(annotation: &AnnotationDoc, example: &str) -> String {
    let header = match (annotation.family, annotation.editions) {
        (Family::Header, _) => "",
        _ if example.contains("---") => "",
        (Family::Schema, Editions::Older) => "#@schema/match data_values=True\n---\n",
        (Family::Schema | Family::Template, _) => "#@data/values-schema\n---\n",
        (Family::Overlay, _) => "#@data/values\n---\n",
    };
    let is_overlaid = annotation.family == Family::Overlay || annotation.name == "data/values";
    format!("{}#- /example.yml\n{header}{example}\n", if is_overlaid { OVERLAID } else { "" })
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

/// Every problem of every file.
fn problems_of(world: &str) -> Vec<Problem> {
    let analysis = Fixture::parse(world).analysis();
    let problems = |file| analysis.problems(file);
    analysis.files().into_iter().flat_map(|file| problems(file).to_vec()).collect()
}

/// Whether the example has the problem: by itself, as a schema's part, beside a schema, as the file that it is of, or in
/// a template.
fn shows(example: &str, code: Code) -> bool {
    let has_problem = |world: &String| problems_of(world).iter().any(|problem| problem.code == code);
    worlds(example).iter().any(has_problem) || shows_as_section(example, code)
}

/// The worlds that an example may stand in.
fn worlds(example: &str) -> [String; 8] {
    let plain = "#- /sayl.toml\n[[bundle]]\nfiles = [\"schema.yml\"]\ndata-values-files = [\"plain.yml\"]\n";
    [
        format!("#- /example.yml\n{example}"),
        format!("#- /example.yml\n#@data/values-schema\n---\n{example}"),
        format!("{SCHEMA}#- /example.yml\n{example}"),
        format!("{TEMPLATE}#- /example.yml\n{example}"),
        format!("{OLDER_SCHEMA}#- /example.yml\n{example}"),
        format!("{SCHEMA}{plain}#- /plain.yml\n{example}"),
        format!("{SCHEMA}#- /sayl.toml\n{example}"),
        format!("{COMPONENT_TYPE}{}", example.replace('\n', "\n    ")),
    ]
}

/// Whether the example has the problem as a section with schemas of an OpenChoreo resource, or as the resource.
fn shows_as_section(example: &str, code: Code) -> bool {
    let document = TextDocument::new(FileId(0), example);
    let Some(root) = document.stream().documents.first() else { return false };
    let value = from_yaml(FileId(0), root, &mut ValueMemo::default()).value;
    let problems = if let Some(sections) = sections::of_resource(&value) {
        sections::compile(&document, &sections).1
    } else {
        let sections = [("parameters", &value)];
        let input = SectionsInput { document: &document, types: None, sections: &sections, others: Others::Dropped };
        let mut problems = from_shorthand::compile(&input).problems;
        problems.extend(from_open_api::compile(&value).1);
        problems
    };
    problems.iter().any(|problem| problem.code == code)
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
