//! The project around each example of `docs/problems.md` and `docs/annotations.md`: the files in which the example is
//! right, or shows its problem. Tests check that it does, and the site's links open it in the playground.

use std::fmt::Write as _;

use sayl_core::ide::annotation_docs::{AnnotationDoc, Editions, Family, annotations};
use sayl_core::problem::{Code, Problem};
use sayl_core::test_support::Fixture;
use serde_json::{Value, json};

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
#- /example.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: example}
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

/// The head of a resource, of which an example shows the rest.
const RESOURCE: &str = "\
#- /example.yml
apiVersion: openchoreo.dev/v1alpha1
metadata: {name: example}
";

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

/// The schema beside the examples of values that only the later editions find fault with.
const LATER_SCHEMA: &str = "\
#- /schema.yml
#@ def large():
#@schema/validation min=20
size: 20
#@ end
#@schema/definition data_values=True
---
labels:
  #@schema/key allowed=\"any\", expects=1
  _: \"\"
#@schema/any-of large(), \"\"
source: \"\"
";

/// Two schemas in reach of the example.
const TWO_SCHEMAS: &str = "\
#- /one/schema.yml
#@data/values-schema
---
port: 80
#- /two/schema.yml
#@data/values-schema
---
port: \"\"
";

/// A schema that is wrong itself.
const WRONG_SCHEMA: &str = "\
#- /schema.yml
#@data/values-schema
---
ports: []
";

/// A bundle whose values have no annotations.
const PLAIN: &str = "\
#- /sayl.toml
[[bundle]]
files = [\"schema.yml\"]
data-values-files = [\"plain.yml\"]
";

/// The projects that the example of a problem may stand in: alone, in a schema, beside a schema, as the file that it is
/// of, in a template, as a schema of a resource. The example is in the last file. None where the playground cannot show it.
pub fn projects(code: Code) -> Vec<String> {
    let example = code.explanation().example;
    // A control character is no text either, and can stand in one.
    let example = &example.replace('\u{fffd}', "\u{1}").replace('…', &nested(5000));
    match code {
        _ if why_not_in_playground(code).is_some() => Vec::new(),
        Code::UnusedLibraryDocument => vec![format!("{SCHEMA}{TEMPLATE}#- /example.yml\n{example}")],
        _ if example.starts_with("kind: ") => vec![format!("{RESOURCE}{example}")],
        _ => vec![
            format!("#- /example.yml\n{example}"),
            format!("#- /example.yml\n#@data/values-schema\n---\n{example}"),
            format!("{SCHEMA}#- /example.yml\n{example}"),
            format!("{}#- /envs/example.yml\n{example}", SCHEMA.replace("/schema.yml", "/config/schema.yml")),
            format!("{TEMPLATE}#- /example.yml\n{example}"),
            format!("{OLDER_SCHEMA}#- /example.yml\n{example}"),
            format!("{LATER_SCHEMA}#- /example.yml\n{example}"),
            format!("{TWO_SCHEMAS}#- /example.yml\n{example}"),
            format!("{WRONG_SCHEMA}#- /example.yml\n{example}"),
            format!("{SCHEMA}{PLAIN}#- /plain.yml\n{example}"),
            format!("{SCHEMA}#- /sayl.toml\n{example}"),
            format!("{COMPONENT_TYPE}{}", indented(example, 4)),
            in_section(example, "schema:\n    parameters:\n      "),
            in_section(example, "parameters:\n    openAPIV3Schema:\n      "),
        ],
    }
}

/// Why the playground cannot show a problem, where it cannot.
pub fn why_not_in_playground(code: Code) -> Option<&'static str> {
    match code {
        Code::FileTooLarge | Code::UnreadableFile => Some("it reads no files from a disk"),
        Code::InvalidFlag => Some("flags are given on the command line"),
        Code::NotEvaluated => Some("it evaluates the code of its files"),
        _ if code.explanation().language == "diff" => {
            Some("two states of a schema have to be compared for it ([diff.md](diff.md))")
        }
        _ => None,
    }
}

fn nested(deep: usize) -> String {
    format!("{}{}", "[".repeat(deep), "]".repeat(deep))
}

/// The example as a schema of a component type, which begins as said.
fn in_section(example: &str, beginning: &str) -> String {
    let head = "#- /example.yml\napiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: example}\nspec:\n  ";
    format!("{head}{beginning}{}", indented(example, 6))
}

fn indented(example: &str, by: usize) -> String {
    example.trim_end().replace('\n', &format!("\n{}", " ".repeat(by))) + "\n"
}

/// The first of the projects in which the example shows its problem.
pub fn project(code: Code) -> Option<String> {
    let shows = |project: &String| problems_of(project).iter().any(|problem| problem.code == code);
    projects(code).into_iter().find(shows)
}

/// The example of an annotation, or a mistake with it, in the project that it belongs to.
pub fn annotated(annotation: &AnnotationDoc, example: &str) -> String {
    let header = match (annotation.family, annotation.editions) {
        (Family::Header, _) => "",
        _ if example.contains("---") => "",
        (Family::Schema, Editions::Older) => "#@schema/match data_values=True\n---\n",
        (Family::Schema | Family::Template, _) => "#@data/values-schema\n---\n",
        (Family::Overlay, _) => "#@data/values\n---\n",
    };
    let is_overlaid = annotation.family == Family::Overlay || annotation.name == "data/values";
    let mut project = String::new();
    let _ = write!(project, "{}#- /example.yml\n{header}{example}", if is_overlaid { OVERLAID } else { "" });
    if !project.ends_with('\n') {
        project.push('\n');
    }
    project
}

/// Every problem of every file.
pub fn problems_of(project: &str) -> Vec<Problem> {
    let analysis = Fixture::parse(project).analysis();
    let problems = |file| analysis.problems(file);
    analysis.files().into_iter().flat_map(|file| problems(file).to_vec()).collect()
}

/// All codes and annotations, each with its projects, as the site reads them.
pub fn reference() -> Value {
    let problems: Vec<Value> = Code::ALL.iter().map(|code| problem(*code)).collect();
    let annotations: Vec<Value> = annotations()
        .map(|annotation| {
            let state_of = |example| state(&annotated(annotation, example));
            let mistake = annotation.mistake.as_ref();
            json!({
                "name": annotation.name,
                "project": state_of(annotation.example),
                "mistake": mistake.map(|it| json!({ "code": it.code.name(), "project": state_of(it.example) })),
            })
        })
        .collect();
    json!({ "problems": problems, "annotations": annotations })
}

fn problem(code: Code) -> Value {
    let project = project(code);
    let says = project.iter().flat_map(|project| problems_of(project)).find(|problem| problem.code == code);
    json!({
        "name": code.name(),
        "severity": code.severity().name(),
        "project": project.as_deref().map(state),
        "says": says.map(|problem| problem.text()),
    })
}

/// The project as the playground takes it, the last file open.
fn state(project: &str) -> Value {
    let named = |path: &std::path::Path| path.display().to_string().trim_start_matches('/').to_owned();
    let files = Fixture::parse(project).files;
    let open = files.last().map(|file| named(&file.path));
    let texts: serde_json::Map<_, _> =
        files.iter().map(|file| (named(&file.path), Value::from(file.text.as_str()))).collect();
    json!({ "files": texts, "open": open })
}
