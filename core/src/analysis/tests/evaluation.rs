//! Template code of schemas and values, evaluated: what it gives, what is wrong with it, and where that is said.

use expect_test::expect;

use super::check;

#[test]
fn what_code_gives_is_a_part_of_the_schema() {
    check(
        r#"
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
ports: {http: x}
size_a: 2
size_c: 2
count: 2
"#,
        &expect![[r##"
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
        "##]],
    );
}

#[test]
fn an_error_of_a_loaded_file_is_said_there() {
    check(
        r#"
#- /schema.yml
#@ load("names.star", "name")
#@data/values-schema
---
name: #@ name()
port: 80

#- /names.star
def name():
  return "x" + 1
end

#- /values.yml
#@data/values
---
prt: 80
"#,
        &expect![[r##"
            #- /schema.yml
            #@ load("names.star", "name")
            #@data/values-schema
            ---
            name: #@ name()
            #        ^^^^^^ error[template-failure]: `+` cannot be applied to string and int
            port: 80

            #- /names.star
            def name():
              return "x" + 1
            end

            #- /values.yml
            #@data/values
            ---
            prt: 80
            #^^ error[unknown-key]: The key `prt` is not declared in the schema / found: `prt` / expected: one of `name`, `port` / hint: did you mean `port`?
        "##]],
    );
}

#[test]
fn values_with_code_are_laid_over_the_defaults() {
    check(
        r#"
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
prt: 1
"#,
        &expect![[r##"
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
        "##]],
    );
}

#[test]
fn rules_of_values_documents_are_asked() {
    check(
        r#"
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
"#,
        &expect![[r##"
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
        "##]],
    );
}
