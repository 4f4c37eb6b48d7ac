//! Template code of schemas and values, evaluated: what it gives, what is wrong with it, and where that is said.

use std::path::Path;

use expect_test::expect;

use super::check;
use crate::test_support::Fixture;

#[test]
fn what_code_gives_is_a_part_of_the_schema() {
    check(&expect![[r##"
            #- /schema.yml
            #@ load("rules.star", "is_odd")
            #@ def ports():
            http: 80
            https: 443
            #@ end
            #@data/values-schema
            ---
            #@schema/default "x" + "y"
            name: ""
            ports: #@ ports()
            #@ for name in ["a", "b"]:
            #@yaml/text-templated-strings
            size_(@= name @): 1
            #@ end
            #@schema/validation ("an odd number", is_odd), when=lambda v: v != 4
            count: 1

            #- /rules.star
            def is_odd(value):
              return value % 2 == 1 or fail("{} is even".format(value))
            end

            #- /values.yml
            #@data/values
            ---
            nam: x
            #^^ error[unknown-key]: The key `nam` is not declared in the schema / found: `nam` / expected: one of `count`, `name`, `ports`, `size_a`, `size_b` / hint: did you mean `name`?
            ports: {http: x}
            #             ^ error[type-mismatch]: `http` must be an integer / found: string / expected: integer
            size_a: 2
            size_c: 2
            #^^^^^ error[unknown-key]: The key `size_c` is not declared in the schema / found: `size_c` / expected: one of `count`, `name`, `ports`, `size_a`, `size_b` / hint: did you mean `size_a`?
            count: 2
            #      ^ error[rule-violation]: `count` must be an odd number / found: 2 is even
        "##]]);
}

#[test]
fn an_error_of_a_loaded_file_is_said_there() {
    check(&expect![[r##"
        #- /schema.yml
        #@ load("names.star", "name")
        #| error[not-checked]: Another file of the bundle has errors, so this one cannot be checked
        #@data/values-schema
        ---
        name: #@ name()
        port: 80

        #- /names.star
        def name():
          return "x" + 1
        #        ^^^^^^^ error[template-failure]: `+` cannot be applied to string and int
        end

        #- /values.yml
        #@data/values
        ---
        prt: 80
        #^^ error[unknown-key]: The key `prt` is not declared in the schema / found: `prt` / expected: one of `name`, `port` / hint: did you mean `port`?
    "##]]);
}

#[test]
fn values_with_code_are_laid_over_the_defaults() {
    check(&expect![[r##"
            #- /schema.yml
            #@data/values-schema
            ---
            name: ""
            port: 80

            #- /values.yml
            #@ number = "80"
            #@data/values
            ---
            name: #@ "n" * 2
            port: #@ number
            #        ^^^^^^ error[type-mismatch]: `port` must be an integer / found: string / expected: integer
            prt: 1
            #^^ error[unknown-key]: The key `prt` is not declared in the schema / found: `prt` / expected: one of `name`, `port` / hint: did you mean `port`?
        "##]]);
}

#[test]
fn rules_of_values_documents_are_asked() {
    check(&expect![[r##"
            #- /schema.yml
            #@data/values-schema
            ---
            #@schema/type any=True
            foo: null

            #- /values.yml
            #@data/values
            ---
            #@overlay/replace
            #@assert/validate ("fine", lambda v: fail("not fine")), when=lambda v: True
            foo: ""
            #    ^^ error[rule-violation]: `foo` must be fine / found: not fine
        "##]]);
}

#[test]
fn other_templates_are_rendered_with_the_final_values() {
    check(&expect![[r##"
        #- /config/schema.yml
        #@data/values-schema
        ---
        port: 80
        name: ""

        #- /config/values.yml
        #@data/values
        ---
        name: x

        #- /config/deployment.yml
        #@ load("@ytt:data", "data")
        #                     ^^^^ hint[unused-load]: `data` is loaded and not used
        #@ load("helpers.lib.yml", "label")
        ---
        label: #@ label()

        #- /config/names.yml
        name: #@ undefined
        #        ^^^^^^^^^ error[template-name]: `undefined` is not defined

        #- /config/service.yml
        #@ load("@ytt:data", "data")
        ---
        port: #@ data.values.prot
        #                    ^^^^ error[template-failure]: `data.values` has no `prot` / hint: did you mean `port`?

        #- /config/helpers.lib.yml
        #@ def label():
        #@   return 1 + "x"
        #           ^^^^^^^ error[template-failure]: `+` cannot be applied to int and string
        #@ end

        #- /config/plain.yml
        a: 1
    "##]]);
}

#[test]
fn nothing_is_rendered_with_values_that_are_wrong() {
    check(&expect![[r##"
            #- /config/schema.yml
            #@data/values-schema
            ---
            port: 80

            #- /config/values.yml
            #@data/values
            ---
            port: x
            #     ^ error[type-mismatch]: `port` must be an integer / found: string / expected: integer

            #- /config/deployment.yml
            #@ load("@ytt:data", "data")
            ---
            port: #@ data.values.port + 1
        "##]]);
}

#[test]
fn a_bundle_with_alternatives_is_rendered_with_the_first_that_is_right() {
    check(&expect![[r##"
            #- /config/schema.yml
            #@data/values-schema
            ---
            #@schema/nullable
            port: 80

            #- /config/deployment.yml
            #@ load("@ytt:data", "data")
            ---
            next: #@ data.values.port + 1
            name: #@ data.values.name
            #                    ^^^^ error[template-failure]: `data.values` has no `name` / expected: one of `port`

            #- /dev.yml
            #@data/values
            ---
            prt: 1
            #^^ error[unknown-key]: The key `prt` is not declared in the schema / found: `prt` / expected: the key `port` / hint: did you mean `port`?

            #- /prod.yml
            #@data/values
            ---
            port: 1
        "##]]);
}

#[test]
fn files_of_any_kind_are_read_as_texts() {
    check(&expect![[r##"
            #- /schema.yml
            #@ load("@ytt:data", "data")
            #@data/values-schema
            ---
            motd: #@ data.read("motd.txt")
            other: #@ data.read("other.txt")
            #         ^^^^^^^^^^^^^^^^^^^^^^ error[template-load]: There is no file `other.txt` in this bundle

            #- /motd.txt
            hello
        "##]]);
}

#[test]
fn wrong_values_for_a_library_are_said_where_it_is_evaluated_and_where_they_stand() {
    check(&expect![[r##"
            #- /schema.yml
            #@data/values-schema
            ---
            a: 1

            #- /use.yml
            #@ load("@ytt:library", "library")
            #@ load("@ytt:template", "template")
            --- #@ template.replace(library.get("db").eval())
            #                       ^^^^^^^^^^^^^^^^^^^^^^^^ error[template-failure]: The library `db` cannot be evaluated: The key `prt` is not declared in the schema / found: `prt` / expected: the key `port` / hint: did you mean `port`?

            #- /values.yml
            #@library/ref "@db"
            #@data/values
            ---
            prt: 1
            #^^ error[unknown-key]: The key `prt` is not declared in the schema / found: `prt` / expected: the key `port` / hint: did you mean `port`?

            #- /_ytt_lib/db/schema.yml
            #@data/values-schema
            ---
            port: 80
        "##]]);
}

#[test]
fn values_for_a_library_that_nobody_evaluates_are_told() {
    check(&expect![[r##"
            #- /schema.yml
            #@data/values-schema
            ---
            a: 1

            #- /use.yml
            #@ load("@ytt:library", "library")
            #@ load("@ytt:template", "template")
            --- #@ template.replace(library.get("db").eval())

            #- /values.yml
            #@library/ref "@cache"
            #@data/values
            ---
            #^^ error[unused-library-document]: These data values are meant for the library `@cache`, which is not evaluated
            port: 1

            #- /_ytt_lib/db/schema.yml
            #@data/values-schema
            ---
            port: 80
        "##]]);
}

#[test]
fn an_unknown_data_value_names_the_line_of_the_schema() {
    let fixture = "
        #- /config/schema.yml
        #@data/values-schema
        ---
        app:
          port: 80
        #- /config/service.yml
        #@ load(\"@ytt:data\", \"data\")
        port: #@ data.values.app.colour
        ";
    let analysis = Fixture::parse(fixture).analysis();
    let file = |path: &str| analysis.file(Path::new(path)).expect("the file is there");
    let problems = analysis.problems(file("/config/service.yml"));
    let related: Vec<_> = problems.iter().flat_map(|problem| &problem.related).collect();
    let [related] = related.as_slice() else { panic!("{problems:#?}") };
    assert_eq!(related.place.file, file("/config/schema.yml"));
    let schema = analysis.document(file("/config/schema.yml")).expect("it has a text");
    assert_eq!(schema.slice(related.place.range), "port");
}

#[test]
fn documents_of_two_kinds_cannot_share_a_file_that_holds_code() {
    check(&expect![[r#"
        #- /schema.yml
        #@ x = 1
        #@data/values-schema
        ---
        a: #@ x
        ---
        #^^ error[mixed-documents]: A file with schema documents cannot contain other documents / found: a document without such a header / expected: schema documents only / hint: move the document to a file of its own
        b: 2

        #- /values.yml
        #@ x = 1
        #| error[not-checked]: Another file of the bundle has errors, so this one cannot be checked
        #@data/values
        ---
        a: #@ x
        ---
        #@ if False:
        b: 2
        #@ end
    "#]]);
}

#[test]
fn text_templates_are_rendered_too() {
    check(&expect![[r##"
            #- /schema.yml
            #@data/values-schema
            ---
            name: ""

            #- /notes.txt
            Hello (@= 1 + "x" @)
            #         ^^^^^^^ error[template-failure]: `+` cannot be applied to int and string
        "##]]);
}

#[test]
fn a_library_is_looked_for_beside_the_file_that_loads() {
    check(&expect![[r##"
            #- /schema.yml
            #@data/values-schema
            ---
            port: 80
            #- /envs/dev/_ytt_lib/ports/all.star
            HTTP = "none"
            #- /envs/dev/values.yml
            #@ load("@ports:all.star", "HTTP")
            #@data/values
            ---
            port: #@ HTTP
            #        ^^^^ error[type-mismatch]: `port` must be an integer / found: string / expected: integer
        "##]]);
}
