//! Where definitions lead.

use expect_test::{Expect, expect};

use super::definition;
use crate::ide::line::text_of;
use crate::test_support::cursor;

const SCHEMA: &str = "
#- /schema.yml
#@data/values-schema
---
replicas: 1
app:
  name: web
ports:
- name: http
";

/// What is under the cursor, the part that is selected, and the whole of the target.
#[track_caller]
fn check(values: &str, expected: &Expect) {
    let at = cursor(&format!("{SCHEMA}{values}"));
    let text = |file, range| text_of(at.analysis.document(file).unwrap().rope(), range);
    let found = definition(&at.analysis, at.file, at.offset).into_iter().map(|target| {
        let path = at.analysis.path(target.file).display().to_string();
        let (origin, selection) = (text(at.file, target.origin), text(target.file, target.selection));
        format!("{origin} -> {path}: {selection} of {:?}", text(target.file, target.range))
    });
    expected.assert_eq(&found.collect::<Vec<_>>().join("\n"));
}

#[test]
fn keys_values_and_dashes_lead_to_the_schema() {
    let values = "#- /values.yml\n#@data/values\n---\n";
    check(&format!("{values}repli$0cas: 1\n"), &expect![[r#"replicas -> /schema.yml: replicas of "replicas: 1""#]]);
    check(&format!("{values}replicas: $01\n"), &expect![[r#"1 -> /schema.yml: replicas of "replicas: 1""#]]);
    check(&format!("{values}app:\n  na$0me: x\n"), &expect![[r#"name -> /schema.yml: name of "name: web""#]]);
    check(&format!("{values}app$0:\n  name: x\n"), &expect![[r#"app -> /schema.yml: app of "app:\n  name: web""#]]);
    check(&format!("{values}ports:\n- name: $0x\n"), &expect![[r#"x -> /schema.yml: name of "name: http""#]]);
    check(&format!("{values}ports:\n$0- name: x\n"), &expect![[r#"- -> /schema.yml: - of "- name: http""#]]);
    check(&format!("{values}unkno$0wn: 1\n"), &expect![]);
}

#[test]
fn an_alias_leads_to_the_last_anchor_above_it() {
    let values = "#- /values.yml\n#@data/values\n---\n";
    check(&format!("{values}a: &x 1\nb: &x 2\nc: *$0x\nd: &x 3\n"), &expect![[r#"*x -> /values.yml: &x of "&x 2""#]]);
    check(
        &format!("{values}a: &base\n  b: 1\nc:\n  <<: *ba$0se\n"),
        &expect![[r#"*base -> /values.yml: &base of "&base\n  b: 1""#]],
    );
    check(&format!("{values}a: *no$0ne\n"), &expect![]);
}

#[test]
fn a_schema_key_is_its_own_definition() {
    check("#- /other.yml\n#@data/values-schema\n---\nna$0me: x\n", &expect![]);
}

#[test]
fn a_custom_type_leads_to_where_it_is_defined() {
    let resource = |types: &str, fields: &str| {
        format!(
            "#- /type.yml\napiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nspec:\n  schema:\n    types: {{{types}}}\n    parameters: {{{fields}}}\n"
        )
    };
    check(
        &resource("T: {a: string}", "b: 'map<T$0> | default={}'"),
        &expect![[r#"T -> /type.yml: T of "T: {a: string}""#]],
    );
    check(&resource("T$0: {a: string}", "b: T"), &expect![]);
    check(&resource("T: {a: string}", "b: str$0ing"), &expect![]);
}

#[test]
fn names_in_code_lead_to_what_defines_them() {
    let library = "#- /lib.star\ndef f(x):\n  return x\nend\nn = 1\n";
    let template = |code: &str| format!("{library}#- /a.yml\n#@ load(\"lib.star\", \"f\", m=\"n\")\n{code}");
    check(&template("a: #@ f$0(m)\n"), &expect![[r#"f -> /lib.star: f of "def f(x):\n  return x\nend""#]]);
    check(&template("a: #@ f($0m)\n"), &expect![[r#"m -> /lib.star: n of "n = 1""#]]);
    check(&template("a: #@ f($0x=m)\n"), &expect![[r#"x -> /lib.star: x of "x""#]]);
    check(&template("#@ y = 1\n#@ y = 2\na: #@ y$0\n#@ y = 3\n"), &expect![[r#"y -> /a.yml: y of "y = 2""#]]);
    check(&template("#@ y$0 = 1\n"), &expect![]);
    check(&template("a: #@ unknow$0n\n"), &expect![]);
    check(
        "#- /lib.star\ndef f(): return 1\n#- /a.yml\n#@ load(\"li$0b.star\", \"f\")\n",
        &expect![[r#""lib.star" -> /lib.star:  of """#]],
    );
    check(
        "#- /a.yml\n#@ load(\"@ytt:data\", \"data\")\na: #@ da$0ta\n",
        &expect![[r#"data -> /a.yml: data of "load(\"@ytt:data\", \"data\")""#]],
    );
}

#[test]
fn data_values_in_code_lead_to_the_schema() {
    let template = |code: &str| format!("#- /a.yml\n#@ load(\"@ytt:data\", \"data\")\n{code}");
    check(&template("a: #@ data.values.app.na$0me\n"), &expect![[r#"name -> /schema.yml: name of "name: web""#]]);
    check(
        &template("a: #@ data.values.ports[0][\"na$0me\"]\n"),
        &expect![[r#"name -> /schema.yml: name of "name: http""#]],
    );
    check(
        &template("#@ for port in data.values.ports:\na: #@ port.na$0me\n#@ end\n"),
        &expect![[r#"name -> /schema.yml: name of "name: http""#]],
    );
    check(&template("a: #@ data.values.unkn$0own\n"), &expect![]);
    check(&template("a: #@ data.val$0ues.app\n"), &expect![[r#"values -> /schema.yml: --- of "---""#]]);
    check(
        "#- /t.txt\n(@ load(\"@ytt:data\", \"data\") @)(@= data.values.replicas$0 @)\n",
        &expect![[r#"replicas -> /schema.yml: replicas of "replicas: 1""#]],
    );
}
