//! Every feature at every offset of several bundles: no panic, and ranges that an editor can use.

mod cancellation;
mod editions;
mod expressions;
mod resources;
mod schema_form;

use super::completion::completion;
use super::definition::definition;
use super::document_highlight::document_highlights;
use super::document_symbol::{DocumentSymbol, document_symbols};
use super::folding_range::folding_ranges;
use super::hover::hover;
use super::rename::prepare_rename;
use super::type_definition::type_definition;
use crate::analysis::Analysis;
use crate::test_support::Fixture;
use crate::text::{FileId, TextRange, TextSize};

const PLAIN: &str = r#"
#- /schema.yml
#@data/values-schema
---
#@schema/title "A"
#@schema/validation one_of=["ä", "b c"]
a: ä
#@schema/nullable
m: {x: 1, "y z": [1]}
l:
- n: é
  deep:
  - - k: 1
#@schema/type any=True
any: [1, {b: 2}]
#- /values.yml
#@data/values
---
a: "b c" #@ x
#@overlay/match missing_ok=True, by="n"
m: {x: 1, 'y z': [ 1, 2 ]  , }
l:
- n: &x ü
  deep:
  - - k: *x
    -
any:
  <<: *x
  text: |
    # no comment
      more
  long: >-
    folded
--- # next
- 1
"#;

const BROKEN: &str = r#"
#- /schema.yml
#@data/values-schema
---
a: {b: {c: [""]}}
s: x
#- /values.yml
#@data/values
---
a:
  b: {c: ["x
 foo
a:b
  - y
s: 'open
	tab: 1
? complex
: value
@bad
*
&
key: | x
  %
}
#@schema/
#@overlay/match by=[(
"#;

const ODD: &str = "
#- /schema.yml
\u{feff}#@data/values-schema
---
1: 2
y: yes
null: ~
\"\": x\r
crlf: 1\r
  \r
#- /values.yml
#@data/values\r
---\r
1: 3\r
\u{2028}y:\u{a0}no\r
\u{1F600}: \"\u{1F600}\" # \u{1F600}
#- /empty.yml
#- /comment.yml
#@";

const RESOURCE: &str = r#"
#- /type.yml
# a: b: c
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  schema:
    types: {"é": 'string | enum=a,"b c" default=a', P: {a: "[]é"}}
    parameters:
      a: "map<é> | default={\"x\":1} oc:x
      b: |
        array<map<P
        | title='ä' description="\u00e9
      c: "integer | default=1 | minimum= min title=\u00e9\"x"
      d: object
      $default: {a: "é"}
---
kind: Trait
apiVersion: v1alpha1
spec:
  parameters:
    ocSchema: {$types: {T: string}, a: T, b: [1], c: 'a''b |'}
"#;

const TEMPLATES: &str = r#"
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: t}
spec:
  schema:
    types: {P: {n: integer}}
    parameters: {ports: '[]P', "ä": string | default='x'}
  creates:
  - forEach: ${parameters.ports}
    var: p
    template:
      "a ${p.n}": 'it''s ${parameters.ports.map(q, q.)}'
      b: "\t\"${parameters.ä}\" ${oc_merge(metadata.labels, math.)}"
      c: |
        x ${trait.name +

          metadata.} ${
      d: >-
        ${configurations.toVolumes()
        .map(v, v)}
      e: ${parameters["ports"][0].n} ${ } ${a ${b}}
"#;

const CODE: &str = r#"
#- /schema.yml
#@data/values-schema
---
"ä": {host: x, list: [{n: 1}]}
#- /a.yml
#@ load("@ytt:data", "data", "none")
#@ load("lib.star", f="address", "gone"
#@ load("/lib.star", "address", v="values")
#@ def part(x, *y, z="ä", **w):
a: #@ x + z + getattr(v["ä"], "host")
#@ end
b: #@ [i.n for i, j in enumerate(v["ä"].list)] + data.values[
#@ for each in v["ä"].list:
c: #@ part(each.n, z=each.)
#@yaml/text-templated-strings
"ä(@= str(each.n) @)": 'it''s (@= address( @) "(@= v @)"'
#@schema/default lambda q: q.
#- /lib.star
load("@ytt:data", "data")
values = data.values
values2 = values2.x
def address(host): return values.
def other():
  return [host for host in values["ä"].list if host.n
#- /t.txt
(@ for x in [1]: @)é (@= x @) (@ end @) (@= x.
"#;

#[track_caller]
fn sweep(fixture: &str) {
    let fixture = Fixture::parse(fixture);
    let analysis = fixture.analysis();
    for file in &fixture.files {
        let Some(id) = analysis.file(&file.path) else { continue };
        let text = analysis.document(id).unwrap().rope().to_string();
        for offset in 0..=text.len() as u32 + 2 {
            sweep_offset(&analysis, id, &text, TextSize::new(offset));
        }
        for fold in folding_ranges(&analysis, id) {
            assert!(text[fold.range].contains('\n'), "a fold covers several lines");
        }
        for symbol in document_symbols(&analysis, id, usize::MAX).symbols {
            check_symbol(&symbol, &text);
        }
    }
}

#[track_caller]
fn sweep_offset(analysis: &Analysis, file: FileId, text: &str, offset: TextSize) {
    if let Some(hover) = hover(analysis, file, offset) {
        assert!(!hover.markdown.is_empty() && text.get(std::ops::Range::<usize>::from(hover.range)).is_some());
        let is_behind_cr = text.as_bytes().get(usize::from(hover.range.end())) == Some(&b'\r');
        assert!(is_behind_cr || hover.range.contains_inclusive(offset), "the hover is about what is at {offset:?}");
    }
    let highlights = document_highlights(analysis, file, offset);
    for highlight in &highlights {
        assert!(text.get(std::ops::Range::<usize>::from(highlight.range)).is_some());
    }
    assert!(highlights.is_empty() || prepare_rename(analysis, file, offset).is_some());
    let definitions = definition(analysis, file, offset);
    for definition in definitions.into_iter().chain(type_definition(analysis, file, offset)) {
        let target = analysis.document(definition.file).unwrap().rope().to_string();
        assert!(target.get(std::ops::Range::<usize>::from(definition.range)).is_some());
        assert!(definition.range.contains_range(definition.selection));
        assert!(definition.origin.contains_inclusive(offset));
    }
    let is_whole = text.is_char_boundary(usize::from(offset).min(text.len()));
    for item in completion(analysis, file, offset) {
        let replaced = text.get(std::ops::Range::<usize>::from(item.replace)).expect("whole characters are replaced");
        assert!(!replaced.contains('\n'), "{} replaces within its line", item.label);
        if is_whole && usize::from(offset) <= text.len() && !text[..usize::from(offset)].ends_with('\r') {
            assert!(item.replace.contains_inclusive(offset), "{} replaces around {offset:?}", item.label);
        }
    }
}

fn check_symbol(symbol: &DocumentSymbol, text: &str) {
    let range: TextRange = symbol.range;
    assert!(!symbol.name.is_empty() && text.get(std::ops::Range::<usize>::from(range)).is_some());
    assert!(range.contains_range(symbol.selection), "{} is selected inside its range", symbol.name);
    symbol.children.iter().for_each(|child| check_symbol(child, text));
}

#[test]
fn every_feature_answers_at_every_offset() {
    sweep(PLAIN);
    sweep(BROKEN);
    sweep(ODD);
    sweep(RESOURCE);
    sweep(TEMPLATES);
    sweep(CODE);
}

#[test]
fn every_feature_answers_after_any_cut() {
    let values = PLAIN.find("#- /values.yml\n").unwrap();
    for (cut, _) in PLAIN[values + 15..].char_indices() {
        let fixture = Fixture::parse(&PLAIN[..values + 15 + cut]);
        let analysis = fixture.analysis();
        let text = &fixture.files[1].text;
        let Some(file) = analysis.file(&fixture.files[1].path) else { continue };
        sweep_offset(&analysis, file, text, TextSize::of(&**text));
    }
}
