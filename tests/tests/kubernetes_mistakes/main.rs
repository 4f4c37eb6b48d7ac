//! Mistakes planted into a definition and a resource that it governs, one at a time: nearly all must be told, in the
//! right lines, and nothing of the files without them.
//!
//! Every key is misspelt, and every value replaced by one of another type, but where a comment on the line says that
//! any `key` or any `value` may stand there. Further mistakes are listed here.

use std::collections::BTreeMap;

use rayon::prelude::*;
use sayl_tests::reported::reported;

/// Of so many mistakes in a hundred all but the rest are told.
const LEAST_REPORTED: usize = 97;
const DEFINITION: &str = include_str!("definition.yml");
const RESOURCE: &str = include_str!("resource.yml");

/// A text that stands in the definition, what stands there instead, and the line of the latter that has to be told,
/// counted from that of the former.
const IN_DEFINITION: &[(&str, &str, i64)] = &[
    ("name: gadgets.shop.example.com", "name: gadget.shop.example.com", 0),
    ("group: shop.example.com", "group: shop", 0),
    ("group: shop.example.com", "group: Shop.example.com", 0),
    ("scope: Namespaced", "scope: Namespace", 0),
    ("plural: gadgets", "plural: Gadgets", 0),
    ("kind: Gadget\n", "kind: Gad_get\n", 0),
    ("listKind: GadgetList", "listKind: Gadget", 0),
    ("shortNames: [gd]", "shortNames: [GD]", 0),
    ("  - name: v1\n", "  - name: V1\n", 0),
    ("    storage: true", "    storage: false", -3),
    ("jsonPath: .spec.size", "jsonPath: spec.size", 0),
    ("specReplicasPath: .spec.replicas", "specReplicasPath: spec.replicas", 0),
    ("type: integer\n      jsonPath", "type: int\n      jsonPath", 0),
    ("rule: \"!has(self.size) ||", "rule: \"!has(self.sise) ||", 0),
    ("self.size < self.replicas\"", "self.size < self.mode\"", 0),
    ("self.size < self.replicas\"", "self.size <\"", 0),
    ("self.size < self.replicas\"", "self.name\"", 0),
    ("reason: FieldValueInvalid", "reason: Invalid", 0),
    ("pattern: \"^[a-z]+$\"", "pattern: \"^[a-z+$\"", 0),
    ("default: 3", "default: 11", 0),
    ("default: fast", "default: quick", 0),
    ("x-kubernetes-list-type: set", "x-kubernetes-list-type: sets", 0),
    ("x-kubernetes-list-map-keys: [id]", "x-kubernetes-list-map-keys: [name]", 0),
    ("x-kubernetes-list-map-keys: [id]", "x-kubernetes-list-map-keys: []", -1),
    ("required: [id]", "required: []", -3),
    ("    - required: [a]", "    - properties: {c: {pattern: x}}", 0),
    ("    - required: [a]", "    - properties: {a: {type: string}}", 0),
    ("x-kubernetes-preserve-unknown-fields: true", "x-kubernetes-preserve-unknown-fields: false", 0),
    ("additionalProperties:\n                  type: string", "additionalProperties: {}", 0),
    ("title: On demand", "uniqueItems: true", 0),
    ("title: On demand", "$ref: \"#/x\"", 0),
    ("nullable: true", "additionalProperties: {type: string}\n                properties: {a: {type: string}}", 0),
];

/// The same in the resource.
const IN_RESOURCE: &[(&str, &str, i64)] = &[
    ("namespace: shop", "uid: 1", 0),
    ("name: abc", "name: ABC", 0),
    ("name: abc", "name: abcdefghijklmnopqrstuvwxyz", 0),
    ("  name: abc\n  size", "  size", -1),
    ("size: 4", "size: 0", 0),
    ("size: 4", "size: 10", 0),
    ("size: 4", "size: four", 0),
    ("size: 4", "size: 4.5", 0),
    ("size: 4\n  replicas: 12", "size: 4\n  replicas: 2", 0),
    ("ratio: 1.5", "ratio: 1.3", 0),
    ("mode: safe", "mode: saef", 0),
    ("on-demand: true", "on-demand: \"true\"", 0),
    ("port: 80", "port: 1.5", 0),
    ("tags:\n  - a\n  - b", "tags:\n  - a\n  - a", 2),
    ("tags:\n  - a\n  - b", "tags: []", 0),
    ("tags:\n  - a\n  - b", "tags: [a, b, c, d, e, f]", 0),
    ("- id: two", "- id: one", 0),
    ("- id: two\n    when", "- when", 0),
    ("2026-01-02T00:00:00Z", "2026-13-02", 0),
    ("a: b # key", "a: 1", 0),
    ("a: b # key", "{a: a, b: b, c: c, d: d}", -1),
    ("    a: x", "    a: x\n    b: y", -1),
    ("kind: ConfigMap", "knd: ConfigMap", -2),
];

/// A file with one mistake, and the line that has to be told, from 1.
struct Mistake {
    name: String,
    text: String,
    line: u64,
}

/// Every key misspelt, and every value of another type.
fn planted(text: &str) -> Vec<Mistake> {
    let lines: Vec<&str> = text.lines().collect();
    let mut mistakes = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let (written, allowed) = line.split_once(" # ").unwrap_or((line, ""));
        let indent = written.len() - written.trim_start_matches([' ', '-']).len();
        let Some((key, value)) = written[indent..].split_once(':') else { continue };
        let mut plant = |what: &str, replacement: String| {
            let text: Vec<&str> =
                lines.iter().enumerate().map(|(at, line)| if at == index { &*replacement } else { line }).collect();
            let name = format!("{what} line {}: {}", index + 1, line.trim());
            mistakes.push(Mistake { name, text: text.join("\n") + "\n", line: index as u64 + 1 });
        };
        if !allowed.contains("key") {
            let (first, rest) = key.split_at(1);
            plant("misspelt", format!("{}{first}q{rest}:{value}", &written[..indent]));
        }
        if !allowed.contains("value") && !value.trim().is_empty() {
            plant("of another type", format!("{}{key}: {{a: [1]}}", &written[..indent]));
        }
    }
    mistakes
}

fn listed(text: &str, mistakes: &[(&str, &str, i64)]) -> Vec<Mistake> {
    let mistake = |(from, to, offset): &(&str, &str, i64)| {
        let at = text.find(from).unwrap_or_else(|| panic!("`{from}` is there"));
        let line = text[..at].matches('\n').count() as u64 + 1;
        let text = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
        Mistake { name: format!("{from:?} to {to:?}"), text, line: line.saturating_add_signed(*offset) }
    };
    mistakes.iter().map(mistake).collect()
}

/// The mistakes that are not told in their line.
fn unreported(mistakes: &[Mistake], file: &str, other: (&str, &str)) -> Vec<String> {
    let is_undeclared = |mistake: &&Mistake| {
        let files = [(file.to_owned(), mistake.text.clone()), (other.0.to_owned(), other.1.to_owned())];
        let reported = reported(&BTreeMap::from(files));
        !reported.iter().any(|it| it.0 == file && it.1 == mistake.line)
    };
    mistakes.par_iter().filter(is_undeclared).map(|mistake| mistake.name.clone()).collect()
}

#[track_caller]
fn check(mistakes: &[Mistake], file: &str, other: (&str, &str)) {
    let unreported = unreported(mistakes, file, other);
    let reported = mistakes.len() - unreported.len();
    println!("{reported} of {} mistakes in {file} told in their lines", mistakes.len());
    assert!(reported * 100 >= mistakes.len() * LEAST_REPORTED, "not told: {unreported:#?}");
}

#[test]
fn mistakes_in_a_definition_are_told() {
    let mistakes: Vec<Mistake> = planted(DEFINITION).into_iter().chain(listed(DEFINITION, IN_DEFINITION)).collect();
    check(&mistakes, "definition.yml", ("resource.yml", RESOURCE));
}

#[test]
fn mistakes_in_a_resource_are_told() {
    let mistakes: Vec<Mistake> = planted(RESOURCE).into_iter().chain(listed(RESOURCE, IN_RESOURCE)).collect();
    check(&mistakes, "resource.yml", ("definition.yml", DEFINITION));
}

#[test]
fn nothing_is_told_where_there_is_no_mistake() {
    let files = [("definition.yml", DEFINITION), ("resource.yml", RESOURCE)];
    let reported = reported(&files.map(|(name, text)| (name.to_owned(), text.to_owned())).into());
    assert!(reported.is_empty(), "{reported:#?}");
}
