//! Files say where they belong, and what is not a problem in them.

use super::*;

/// Two bundles, and a values file beside them.
const TWO: &str = "\
#- /work/a/schema.yml
#@data/values-schema
---
port: 80
#- /work/b/schema.yml
#@data/values-schema
---
name: \"\"
#- /work/envs/dev.yml
#@data/values
---
port: 81
";

#[test]
fn a_values_file_names_its_schema() {
    check(
        "Check it with the schema in `../a`",
        TWO,
        expect![[r#"
            #- /work/envs/dev.yml
            +#! sayl: schema=../a
             #@data/values
        "#]],
    );
    check(
        "Put it together with `a` in `sayl.toml`",
        TWO,
        expect![[r##"
        #- /work/sayl.toml
        [[bundle]]
        name = "dev"
        files = ["a", "envs/dev.yml"]
    "##]],
    );
    let configured = format!("#- /work/sayl.toml\n[severity]\nno-schema = \"warning\"\n{TWO}");
    check(
        "Put it together with `a` in `sayl.toml`",
        &configured,
        expect![[r##"
            #- /work/sayl.toml
             no-schema = "warning"
            +
            +[[bundle]]
            +name = "dev"
            +files = ["a", "envs/dev.yml"]
        "##]],
    );
}

#[test]
fn a_problem_is_ignored_where_it_is() {
    let title = "Ignore `unknown-key` here";
    check(
        title,
        &world("app: {port: 80}\n", "app:\n  bogus: 1\n"),
        expect![[r#"
            #- /values.yml
             app:
            +  #! sayl-ignore: unknown-key
               bogus: 1
        "#]],
    );
    let again = "#! sayl-ignore: type-mismatch\nbogus: {a: 1}\n";
    check(
        title,
        &world("app: {port: 80}\n", again),
        expect![[r#"
            #- /values.yml
             ---
            -#! sayl-ignore: type-mismatch
            +#! sayl-ignore: type-mismatch, unknown-key
             bogus: {a: 1}
        "#]],
    );
    check(
        "Ignore `unsuitable-marker` here",
        &component("      port: string | minimum=5 default=a\n", ""),
        expect![[r#"
            #- /type.yml
                 parameters:
            +      # sayl-ignore: unsuitable-marker
                   port: string | minimum=5 default=a
        "#]],
    );
    check(
        "Ignore `template-name` here",
        "#- /schema.yml\n#@data/values-schema\n---\na: 1\n#- /t.yml\n#@ load(\"a.star\", \"f\")\n---\na: #@ f()\n#- /a.star\ndef f():\n  return nope\nend\n",
        expect![[r#"
            #- /a.star
             def f():
            +  # sayl-ignore: template-name
               return nope
        "#]],
    );
    check_none("Ignore", "#@data/values-schema\n---\na: [1\n");
}
