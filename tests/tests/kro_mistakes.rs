//! Mistakes planted into right graphs of kro, their instances and the resources that they make, one at a time: nearly all
//! must be told, in the right line, and nothing of the right ones.

#![allow(clippy::unwrap_used, reason = "a fixture that cannot be read has failed the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rayon::prelude::*;
use sayl_tests::reported::{Reported, reported};

/// Of so many mistakes in a hundred all but the rest are told.
const LEAST_REPORTED: usize = 97;

/// A mistake: what it is, the file, its text, and the line, from 1.
struct Mistake {
    name: String,
    file: &'static str,
    text: String,
    line: u64,
}

const DEFINITION: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: databases.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Database, plural: databases}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              engine: {type: string}
              size: {type: integer}
              backup: {type: boolean}
          status:
            type: object
            properties:
              endpoint: {type: string}
              ready: {type: boolean}
";

const GRAPH: &str = "\
apiVersion: kro.run/v1alpha1
kind: ResourceGraphDefinition
metadata:
  name: shop
spec:
  schema:
    apiVersion: v1alpha1
    kind: Shop
    spec:
      name: string | required=true minLength=3
      replicas: integer | default=2 minimum=1 maximum=9
      ratio: float | default=0.5
      enabled: boolean | default=true
      zones: \"[]string | minItems=1\"
      labels: map[string]string
      level: string | enum=\"debug,info\" default=info
      port: Port
    types:
      Port:
        number: integer | default=80
        protocol: string | default=TCP
    status:
      endpoint: ${database.status.endpoint}
      state: ${string(schema.spec.replicas)}
  resources:
  - id: database
    readyWhen:
    - ${database.status.ready}
    template:
      apiVersion: example.com/v1
      kind: Database
      metadata:
        name: ${schema.spec.name}
      spec:
        engine: postgres
        size: ${schema.spec.replicas}
        backup: ${schema.spec.enabled}
";

const INSTANCE: &str = "\
apiVersion: kro.run/v1alpha1
kind: Shop
metadata:
  name: mine
spec:
  name: mine
  replicas: 3
  enabled: false
  zones:
  - north
  level: debug
  port:
    number: 8080
";

/// A graph with a number of services of one database, and an instance of it.
fn right(services: usize) -> BTreeMap<&'static str, String> {
    let mut graph = GRAPH.to_owned();
    for index in 0..services {
        let before = if index == 0 { "database".to_owned() } else { format!("service{}", index - 1) };
        let _ = write!(
            graph,
            "  - id: service{index}
    includeWhen:
    - ${{schema.spec.enabled}}
    template:
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: ${{{before}.metadata.name}}-{index}
        labels: ${{schema.spec.labels}}
      data:
        level: ${{schema.spec.level.upperAscii()}}
        port: ${{string(schema.spec.port.number)}}
"
        );
    }
    graph += "  - id: zones
    forEach:
    - zone: ${schema.spec.zones}
    template:
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: ${schema.spec.name}-${zone}
";
    BTreeMap::from([("crd.yml", DEFINITION.to_owned()), ("rgd.yml", graph), ("shop.yml", INSTANCE.to_owned())])
}

/// Words of a graph that may be misspelt wherever they stand in a line that holds a mark.
const WORDS: &[(&str, &str)] = &[
    ("string |", "string"),
    ("integer |", "integer"),
    ("float |", "float"),
    ("boolean |", "boolean"),
    ("map[string]", "map"),
    ("|", "required"),
    ("|", "default"),
    ("|", "minLength"),
    ("|", "minimum"),
    ("|", "maximum"),
    ("|", "minItems"),
    ("|", "enum"),
    ("port: Port", "Port"),
    ("${", "schema"),
    ("${", "database"),
    ("${", "spec"),
    ("${", "name"),
    ("${", "replicas"),
    ("${", "enabled"),
    ("${", "zones"),
    ("${", "labels"),
    ("${", "level"),
    ("${", "number"),
    ("${", "upperAscii"),
    ("${", "string"),
    ("${", "metadata"),
    ("${database.status", "endpoint"),
    ("${database.status", "ready"),
    ("-${zone}", "zone"),
    ("template:", "template"),
    ("readyWhen:", "readyWhen"),
    ("includeWhen:", "includeWhen"),
    ("forEach:", "forEach"),
    ("resources:", "resources"),
    ("types:", "types"),
    ("engine:", "engine"),
    ("size:", "size"),
    ("backup:", "backup"),
];

/// Values that are replaced by one that does not belong there.
const VALUES: &[(&str, &str)] = &[
    ("default=2", "default=two"),
    ("minimum=1", "minimum=one"),
    ("minLength=3", "minLength=x"),
    ("required=true", "required=maybe"),
    ("default=0.5", "default=half"),
    ("default=true", "default=maybe"),
    ("default=info", "default=other"),
    ("default=TCP", "default=T C"),
    ("engine: postgres", "engine: 3"),
    ("${schema.spec.enabled}", "${schema.spec.name}"),
    ("size: ${schema.spec.replicas}", "size: ${schema.spec.name}"),
    ("size: ${schema.spec.replicas}", "size: large"),
    ("${string(schema.spec.port.number)}", "n${schema.spec.port.number}"),
    ("- zone: ${schema.spec.zones}", "- zone: ${schema.spec.name}"),
    ("- id: database", "- id: data-base"),
    ("- id: zones", "- id: status"),
    ("- id: zones", "- id: database"),
    ("kind: Shop", "kind: shop"),
    ("  name: mine\n  rep", "  name: m\n  rep"),
    ("replicas: 3", "replicas: 30"),
    ("replicas: 3", "replicas: many"),
    ("enabled: false", "enabled: no way"),
    ("level: debug", "level: loud"),
    ("number: 8080", "number: 80.5"),
    ("replicas: 3", "replica: 3"),
    ("zones:\n  - north", "zone:\n  - north"),
    ("number: 8080", "numbr: 8080"),
    ("${schema.spec.replicas}", "${schema.spec.replicas + 1.5}"),
    ("${schema.spec.replicas}", "${schema.spec.replicas +}"),
    ("${database.metadata.name}", "${database.metadata.creationTimestamp}"),
];

fn line_of(text: &str, offset: usize) -> u64 {
    text[..offset].matches('\n').count() as u64 + 1
}

fn planted(files: &BTreeMap<&'static str, String>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for (file, text) in files.iter().filter(|(file, _)| **file != "crd.yml") {
        for (offset, line) in lines(text) {
            for (mark, word) in WORDS.iter().filter(|(mark, _)| line.contains(mark)) {
                for at in places(line, word).filter(|at| *at >= line.find(mark).unwrap_or(0)) {
                    let start = offset + at;
                    let wrong = misspelt(word);
                    let text = [&text[..start], &wrong, &text[start + word.len()..]].concat();
                    let name = format!("{word} -> {wrong} in `{}`", line.trim());
                    mistakes.push(Mistake { name, file, line: line_of(&text, start), text });
                }
            }
        }
        for (right, wrong) in VALUES {
            for (start, _) in text.match_indices(right) {
                let with = [&text[..start], wrong, &text[start + right.len()..]].concat();
                let name = format!("{right:?} -> {wrong:?}");
                mistakes.push(Mistake { name, file, line: line_of(text, start), text: with });
            }
        }
    }
    mistakes
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split_inclusive('\n').map(move |line| {
        offset += line.len();
        (offset - line.len(), line)
    })
}

/// Where a word stands by itself.
fn places<'t>(line: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let found = line.match_indices(word).map(|(at, _)| at);
    found
        .filter(move |at| !is_part(line[..*at].chars().next_back()) && !is_part(line[at + word.len()..].chars().next()))
}

fn misspelt(word: &str) -> String {
    let (first, last) = word.split_at(word.len() - 1);
    format!("{first}x{last}")
}

fn told_of(files: &BTreeMap<&'static str, String>) -> BTreeSet<Reported> {
    reported(&files.iter().map(|(path, text)| ((*path).to_owned(), text.clone())).collect())
}

#[test]
fn nearly_every_mistake_is_told_in_its_line() {
    for services in [1, 3] {
        let files = right(services);
        assert_eq!(told_of(&files), BTreeSet::new(), "nothing is said of the right ones");
        let mistakes = planted(&files);
        let missed: Vec<String> = mistakes
            .par_iter()
            .filter_map(|mistake| {
                let mut files = files.clone();
                files.insert(mistake.file, mistake.text.clone());
                let found = told_of(&files);
                let is_reported = found.iter().any(|it| it.0 == mistake.file && it.1 == mistake.line);
                (!is_reported).then(|| format!("{}:{}: {}, told {found:?}", mistake.file, mistake.line, mistake.name))
            })
            .collect();
        let (all, right) = (mistakes.len(), mistakes.len() - missed.len());
        println!("{services} services: {right} of {all} mistakes told in their line\n{}", missed.join("\n"));
        assert!(right * 100 >= all * LEAST_REPORTED, "{right} of {all}\n{}", missed.join("\n"));
    }
}
