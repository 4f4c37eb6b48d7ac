//! The same positions in files that are laid out in every way: wherever the cursor is, the same keys are offered, and
//! each of them fits where it is put.

use super::{SCHEMA, completion};
use crate::ide::completion::CompletionItem;
use crate::problem::Code;
use crate::test_support::{Fixture, TestCursor, cursor};

/// How a file is laid out.
#[derive(Clone, Copy, Debug)]
struct FileLayout {
    /// Blanks before the keys of a map.
    width: usize,
    /// Whether dashes are indented below their key.
    is_dash_indented: bool,
    newline: &'static str,
    /// What stands above.
    above: &'static str,
    /// Whether the text ends at the cursor.
    ends: bool,
}

const USUAL: FileLayout = FileLayout { width: 2, is_dash_indented: false, newline: "\n", above: "", ends: false };

const LAYOUTS: [FileLayout; 9] = [
    USUAL,
    FileLayout { is_dash_indented: true, ..USUAL },
    FileLayout { width: 4, ..USUAL },
    FileLayout { width: 4, is_dash_indented: true, ..USUAL },
    FileLayout { ends: true, ..USUAL },
    FileLayout { newline: "\r\n", ..USUAL },
    FileLayout { above: "replicas 2\nhost: [a\n", ..USUAL },
    FileLayout { above: "server: {a: 1\ndebug: }\n", width: 3, ..USUAL },
    FileLayout { above: "replicas: 2\n#@data/values\n---\n", is_dash_indented: true, ..USUAL },
];

/// Positions with what is offered there. `{i}` is a level of maps, `{l}` one of lists.
const POSITIONS: [(&str, &[&str]); 15] = [
    ("app:\n{i}$0\n", &["name", "labels"]),
    ("app:\n{i}na$0\n", &["name", "labels"]),
    ("app:\n{i}name: x\n{i}$0\n", &["labels"]),
    ("app:\n{i}$0\n{i}name: x\n", &["labels"]),
    ("app:\n{i}labels:\n{i}{i}$0\nstage: dev\n", &["team", "tier"]),
    ("app:\n{i}labels:\n{i}{i}team: x\n{i}{i}\"ti$0\n", &["tier"]),
    ("ports:\n{l}- $0\n", &["name", "port", "tls"]),
    ("ports:\n{l}-$0\n", &["name", "port", "tls"]),
    ("ports:\n{l}- name: x\n{l}  $0\n", &["port", "tls"]),
    ("ports:\n{l}- name: x\n{l}  port: 1\n{l}- $0\n", &["name", "port", "tls"]),
    ("ports:\n{l}- name: x\n{l}  tls:\n{l}  {i}$0\n{l}- name: y\n", &["secret"]),
    ("app: {$0}\n", &["name", "labels"]),
    ("app: {name: x, $0}\n", &["labels"]),
    ("ports: [{name: x, $0}, {port: 1}]\n", &["port", "tls"]),
    ("ports:\n{l}- {name: x, tls: {$0\n", &["secret"]),
];

impl FileLayout {
    fn apply(self, position: &str) -> String {
        let level = " ".repeat(self.width);
        let text = position.replace("{i}", &level).replace("{l}", if self.is_dash_indented { &level } else { "" });
        let text = match text.split_once("$0") {
            Some((before, _)) if self.ends => format!("{before}$0"),
            _ => text,
        };
        format!("#@data/values\n---\n{}{text}", self.above).replace('\n', self.newline)
    }
}

fn world(text: &str) -> TestCursor {
    cursor(&format!("{SCHEMA}#- /values.yml\n{text}"))
}

/// Whether a text, once it is whole again, says what is not YAML or not in the schema.
fn is_misplaced(text: &str, allowed: usize) -> bool {
    let analysis = Fixture::parse(&format!("{SCHEMA}#- /values.yml\n{text}")).analysis();
    let file = analysis.file(std::path::Path::new("/values.yml")).unwrap();
    let problems = analysis.problems(file);
    let codes = [Code::SyntaxError, Code::UnknownKey, Code::DuplicateKey];
    problems.iter().filter(|problem| codes.contains(&problem.code)).count() > allowed
}

fn accept(text: &str, item: &CompletionItem) -> String {
    let mut text = text.replacen("$0", "", 1);
    text.replace_range(std::ops::Range::<usize>::from(item.replace), &item.insert_plain);
    text
}

#[track_caller]
fn check(at: &TestCursor, layout: FileLayout, position: &str, expected: &[&str]) {
    let mut items = completion(&at.analysis, at.file, at.offset);
    items.sort_by(|left, right| left.sort.cmp(&right.sort));
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    // What follows the cursor is left out with the end of the text.
    let is_cut = layout.ends && !position.ends_with("$0\n");
    assert!(labels == expected || is_cut, "{layout:?}: {labels:?} in\n{position}");
}

#[test]
fn the_same_keys_are_offered_however_a_file_is_laid_out() {
    for layout in LAYOUTS {
        for (position, expected) in POSITIONS {
            check(&world(&layout.apply(position)), layout, position, expected);
        }
    }
}

/// A component type with the same fields as the schema.
const COMPONENT_TYPE: &str = r#"
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  workloadType: deployment
  schema:
    types:
      Port:
        name: "string | default=a"
        port: "integer | default=80"
        tls: {$default: {}, secret: "string | default=x"}
    parameters:
      replicas: "integer | default=1"
      app:
        name: "string | default=a"
        labels: {$default: {}, team: "string | default=a", tier: "string | default=b"}
      ports: "[]Port | default=[]"
#- /shop.yml
"#;

#[test]
fn parameters_of_resources_are_offered_in_every_layout_too() {
    let head = "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec:\n  componentType: deployment/web\n  parameters:\n";
    for layout in LAYOUTS.into_iter().filter(|layout| !layout.above.contains("---")) {
        for (position, expected) in POSITIONS {
            let values = layout.apply(position).replace("#@data/values", "").replace("---", "");
            let lines = values.trim_start().split_inclusive('\n').map(|line| format!("    {line}"));
            let head = head.replace('\n', layout.newline);
            let at = cursor(&format!("{COMPONENT_TYPE}{head}{}", lines.collect::<String>()));
            check(&at, layout, position, expected);
        }
    }
}

#[test]
fn every_key_fits_where_it_is_put() {
    for layout in LAYOUTS.into_iter().filter(|layout| !layout.ends) {
        for (position, _) in POSITIONS {
            let text = layout.apply(position);
            let at = world(&text);
            // What is wrong above, and brackets that are still to be closed.
            let wrong = layout.above.lines().filter(|_| layout.above.contains(['[', '{'])).count();
            let open = usize::from(text.matches('{').count() > text.matches('}').count());
            for item in completion(&at.analysis, at.file, at.offset) {
                let accepted = accept(&text, &item);
                assert!(!is_misplaced(&accepted, wrong + open), "{layout:?}: {} in\n{accepted}", item.label);
            }
        }
    }
}

/// Lines as they stand while somebody types.
const HALF_TYPED: [&str; 26] = [
    "na",
    "na:",
    "name:x",
    "name: \"x",
    "name: 'x",
    "name: [",
    "name: {",
    "name: [a, ",
    "name: {a: ",
    "name: x: y",
    "name: @x",
    "name: `x",
    "name: %x",
    "name: *",
    "name: &",
    "name: &a &b x",
    "name: !",
    "name: | x",
    "name: }",
    "\tname: x",
    "- x",
    "--",
    "%FOO x",
    "(@= x @): 1",
    "      #@ x",
    "name: \"(@= x",
];

#[test]
fn half_typed_lines_above_do_no_harm() {
    for line in HALF_TYPED {
        let text = format!("#@data/values\n---\napp:\n  {line}\n  labels:\n    team: x\nports:\n- name: x\n  $0\n");
        check(&world(&text), USUAL, &text, &["port", "tls"]);
        let text = format!("#@data/values\n---\nreplicas: 1\n{line}\napp:\n  labels:\n    team: x\n    $0\n");
        check(&world(&text), USUAL, &text, &["tier"]);
    }
}
