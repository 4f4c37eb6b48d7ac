//! Values that are none of those allowed, keys that stand twice, and what needs quotes or blanks.

use super::*;

const STAGES: &str = "#@schema/validation one_of=[\"dev\", \"prod\", \"stage env\"]\nstage: dev\n";

#[test]
fn a_value_becomes_one_that_is_allowed() {
    check(
        "Change to `prod`",
        &world(STAGES, "stage: prd\n"),
        expect![[r#"
            #- /values.yml
             ---
            -stage: prd
            +stage: prod
        "#]],
    );
    check(
        "Change to `\"prod\"`",
        &world(STAGES, "stage: \"prd\"\n"),
        expect![[r##"
            #- /values.yml
             ---
            -stage: "prd"
            +stage: "prod"
        "##]],
    );
    check(
        "Change to `stage env`",
        &world(STAGES, "stage: none at all\n"),
        expect![[r#"
            #- /values.yml
             ---
            -stage: none at all
            +stage: stage env
        "#]],
    );
    check_none("Change to", &world("#@schema/validation min=5\nport: 80\n", "port: 1\n"));
}

#[test]
fn a_key_that_stands_twice_goes_or_overrides() {
    let doubled = world("port: 80\nhost: \"\"\n", "port: 1\nhost: x\nport: 2\n");
    check(
        "Remove `port`",
        &doubled,
        expect![[r#"
            #- /values.yml
             host: x
            -port: 2
        "#]],
    );
    check(
        "Let it override the key above: `@yaml/map-key-override`",
        &doubled,
        expect![[r#"
            #- /values.yml
             host: x
            +#@yaml/map-key-override
             port: 2
        "#]],
    );
    check_none("Let it override", &world("port: 80\nhost: \"\"\n", "{port: 1, port: 2}\n"));
}

#[test]
fn a_scalar_becomes_the_only_item_of_an_array() {
    check(
        "Change to `[\"a\"]`",
        &world("tags:\n- \"\"\n", "tags: a\n"),
        expect![[r##"
            #- /values.yml
             ---
            -tags: a
            +tags: ["a"]
        "##]],
    );
    check(
        "Change to `[80]`",
        &world("ports:\n- 0\n", "ports: 80\n"),
        expect![[r#"
            #- /values.yml
             ---
            -ports: 80
            +ports: [80]
        "#]],
    );
    check(
        "Change to `[80]`",
        &world("ports:\n- 0\n", "ports: \"80\"\n"),
        expect![[r##"
            #- /values.yml
             ---
            -ports: "80"
            +ports: [80]
        "##]],
    );
    check_none("Change to", &world("ports:\n- port: 0\n", "ports: 80\n"));
}

#[test]
fn what_needs_quotes_gets_them() {
    check(
        "Put it in quotes: `\"a: b\"`",
        &world("host: \"\"\n", "host: a: b #! why\n"),
        expect![[r##"
            #- /values.yml
             ---
            -host: a: b #! why
            +host: "a: b" #! why
        "##]],
    );
    check(
        "Put it in quotes: `\"@x y\"`",
        &world("hosts:\n- \"\"\n", "hosts:\n- @x y\n"),
        expect![[r##"
            #- /values.yml
             hosts:
            -- @x y
            +- "@x y"
        "##]],
    );
    check_none("Put it in quotes", &world("host: \"\"\n", "host: [a\n"));
}

#[test]
fn tabs_become_blanks_in_all_lines() {
    let schema = "app:\n  name: \"\"\n  labels:\n    team: \"\"\n";
    let values = "app:\n\tname: x\n\tlabels:\n\t\tteam: \"a\tb\"\n";
    check(
        "Indent with blanks instead of tabs",
        &world(schema, values),
        expect![[r##"
            #- /values.yml
             app:
            -	name: x
            -	labels:
            -		team: "a	b"
            +  name: x
            +  labels:
            +    team: "a	b"
        "##]],
    );
}

#[test]
fn what_code_names_and_nothing_defines_is_loaded() {
    let bundle = "#- /schema.yml\n#@data/values-schema\n---\nx: 1\n#- /lib/names.star\ndef named(thing):\n  return \
                  thing\nend\n#- /t.yml\n";
    check(
        "Load `json` from `@ytt:json`",
        &format!("{bundle}#@ load(\"@ytt:data\", \"data\")\na: #@ json.encode(1)\n"),
        expect![[r##"
            #- /t.yml
             #@ load("@ytt:data", "data")
            +#@ load("@ytt:json", "json")
             a: #@ json.encode(1)
        "##]],
    );
    check(
        "Load `named` from `lib/names.star`",
        &format!("{bundle}#! Names things\na: #@ named(1)\n"),
        expect![[r##"
            #- /t.yml
             #! Names things
            +#@ load("lib/names.star", "named")
             a: #@ named(1)
        "##]],
    );
    check_none("Load", &format!("{bundle}a: #@ nmed(1)\n"));
}

#[test]
fn names_in_template_code_become_what_is_there() {
    let world = |line: &str| {
        let schema = "#- /schema.yml\n#@data/values-schema\n---\nname: \"\"\ndebug: false\n";
        let loads = "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:json\", \"json\")\n";
        let function = "#@ def f(first):\n#@   return first\n#@ end\n";
        format!("{schema}#- /main.yml\n{loads}{function}#@ if data.values.debug:\n{line}\n#@ end\n")
    };
    check(
        "Change to `name`",
        &world("a: #@ data.values.nmae"),
        expect![[r##"
            #- /main.yml
             #@ if data.values.debug:
            -a: #@ data.values.nmae
            +a: #@ data.values.name
             #@ end
        "##]],
    );
    check(
        "Change to `encode`",
        &world("a: #@ json.encdoe(1)"),
        expect![[r##"
            #- /main.yml
             #@ if data.values.debug:
            -a: #@ json.encdoe(1)
            +a: #@ json.encode(1)
             #@ end
        "##]],
    );
    check(
        "Change to `first`",
        &world("a: #@ f(frist=1)"),
        expect![[r##"
            #- /main.yml
             #@ if data.values.debug:
            -a: #@ f(frist=1)
            +a: #@ f(first=1)
             #@ end
        "##]],
    );
}

#[test]
fn what_is_of_no_use_goes() {
    let template =
        "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:json\", \"json\")\na: &x 1\nb: #@ data.values.name\n";
    let bundle = format!(
        "#- /schema.yml\n#@data/values-schema\n---\nname: \"\"\n#! Where it listens.\nport: 80\n#- /t.yml\n{template}#- /values.yml\n#@data/values\n---\nname: \"\"\nport: 81\n"
    );
    for (title, changed) in [
        (
            "Remove the `load`",
            "#- /t.yml\n #@ load(\"@ytt:data\", \"data\")\n-#@ load(\"@ytt:json\", \"json\")\n a: &x 1\n",
        ),
        ("Remove `&x`", "#- /t.yml\n #@ load(\"@ytt:json\", \"json\")\n-a: &x 1\n+a: 1\n b: #@ data.values.name\n"),
        ("Remove `name`", "#- /values.yml\n ---\n-name: \"\"\n port: 81\n"),
    ] {
        let before = Fixture::parse(&bundle);
        let analysis = before.analysis();
        let offered = offered(&analysis);
        let (_, action) = offered.iter().find(|(_, action)| action.title == title).expect(title);
        assert_eq!(super::changed(&before, &applied(&before, &analysis, action)), changed);
    }
    let unread = "#- /schema.yml\n#@data/values-schema\n---\nname: \"\"\n#! Where it listens.\nport: 80\n#- /t.yml\n#@ load(\"@ytt:data\", \"data\")\nb: #@ data.values.name\n";
    check(
        "Remove `port`",
        unread,
        expect![[r##"
        #- /schema.yml
         name: ""
        -#! Where it listens.
        -port: 80
    "##]],
    );
    let several = "#- /names.star\ndef a():\n  return 1\nend\ndef b():\n  return 2\nend\n#- /t.yml\n#@ load(\"names.star\", \"a\", \"b\")\nx: #@ a()\n";
    check(
        "Remove `b`",
        several,
        expect![[r##"
        #- /t.yml
        -#@ load("names.star", "a", "b")
        +#@ load("names.star", "a")
         x: #@ a()
    "##]],
    );
}

#[test]
fn a_name_in_an_expression_changes_and_the_text_around_it_stays_as_it_is_quoted() {
    let graph = |name: &str| {
        let head = "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: a}\nspec:\n  schema: {apiVersion: v1, kind: A, spec: {}}\n";
        format!(
            "#- /rgd.yml\n{head}  resources:\n  - id: config\n    template: {{apiVersion: v1, kind: C, metadata: {{name: x}}}}\n  - id: web\n    template:\n      apiVersion: v1\n      kind: D\n      metadata: {name}\n"
        )
    };
    check(
        "Change to `config`",
        &graph("\n        name: ${confg.metadata.name}"),
        expect![[r#"
        #- /rgd.yml
               metadata: 
        -        name: ${confg.metadata.name}
        +        name: ${config.metadata.name}
    "#]],
    );
    check(
        "Change to `config`",
        &graph("{name: \"${confg.metadata.name}\"}"),
        expect![[r##"
        #- /rgd.yml
               kind: D
        -      metadata: {name: "${confg.metadata.name}"}
        +      metadata: {name: "${config.metadata.name}"}
    "##]],
    );
}
