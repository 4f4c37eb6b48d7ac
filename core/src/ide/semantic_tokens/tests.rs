//! What is coloured, and how.

use expect_test::{Expect, expect};

use super::semantic_tokens;
use crate::test_support::{Fixture, mark_ranges};
use crate::text::{TextRange, TextSize};

/// Marks every token of the first file; the tokens of each line by itself must be the same.
#[track_caller]
fn check(fixture: &str, expected: Expect) {
    let fixture = Fixture::parse(fixture);
    let analysis = fixture.analysis();
    let file = analysis.file(&fixture.files[0].path).unwrap();
    let tokens = semantic_tokens(&analysis, file, None);
    let text = &fixture.files[0].text;
    let mut by_line = Vec::new();
    for line in text.split_inclusive('\n') {
        let start = TextSize::new((line.as_ptr() as usize - text.as_ptr() as usize) as u32);
        let range = TextRange::at(start, TextSize::of(line.trim_end_matches('\n')));
        by_line.extend(semantic_tokens(&analysis, file, Some(range)));
    }
    assert_eq!(by_line, tokens, "line by line");
    let ranges: Vec<_> = tokens.iter().map(|token| (token.range, token.kind.name().to_owned())).collect();
    expected.assert_eq(&mark_ranges(text, &ranges));
}

#[test]
fn the_parts_of_shorthands_have_colours() {
    check(
        "
        apiVersion: openchoreo.dev/v1alpha1
        kind: Trait
        spec:
          schema:
            types: {T: string}
            parameters:
              a: \"[]map<T> | minItems=1 default=[\\\"x\\\"]\"
              b: boolean | default=true oc:ui=x
              c: >-
                string |
                title='two
                words'
        ",
        expect![[r#"
            apiVersion: openchoreo.dev/v1alpha1
            kind: Trait
            spec:
              schema:
                types: {T: string}
            #              ^^^^^^ type
                parameters:
                  a: "[]map<T> | minItems=1 default=[\"x\"]"
            #         ^^ operator
            #           ^^^^ operator
            #               ^ class
            #                ^ operator
            #                  ^ operator
            #                    ^^^^^^^^ property
            #                            ^ operator
            #                             ^ number
            #                               ^^^^^^^ property
            #                                      ^ operator
            #                                       ^^^^^^^ string
                  b: boolean | default=true oc:ui=x
            #        ^^^^^^^ type
            #                ^ operator
            #                  ^^^^^^^ property
            #                         ^ operator
            #                          ^^^^ keyword
            #                               ^^^^^ decorator
            #                                    ^ operator
            #                                     ^ string
                  c: >-
                    string |
            #       ^^^^^^ type
            #              ^ operator
                    title='two
            #       ^^^^^ property
            #            ^ operator
            #             ^^^^ string
                    words'
            #       ^^^^^^ string
        "#]],
    );
}

#[test]
fn annotations_have_colours() {
    check(
        "
        #@data/values-schema
        ---
        #@schema/validation min=1, one_of=[\"a\", f(x=2)]
        #! a comment
        a: 1 # @schema/title
        b: |
          #@schema/title \"no\"
        ",
        expect![[r##"
            #@data/values-schema
            #^^^^^^^^^^^^^^^^^^^ decorator
            ---
            #@schema/validation min=1, one_of=["a", f(x=2)]
            #^^^^^^^^^^^^^^^^^^ decorator
            #                   ^^^ parameter
            #                       ^ number
            #                          ^^^^^^ parameter
            #                                  ^^^ string
            #                                       ^ function
            #                                         ^ parameter
            #                                           ^ number
            #! a comment
            a: 1 # @schema/title
            b: |
              #@schema/title "no"
        "##]],
    );
}

#[test]
fn template_code_has_colours() {
    check(
        "
        #@ load(\"@ytt:data\", \"data\")
        #@ def f(x,
        #@   y=1):
        a: #@ data.values.name if x == 1 else \"\"
        #@ end
        b: 1
        ",
        expect![[r##"
            #@ load("@ytt:data", "data")
            #^ decorator
            #  ^^^^ keyword
            #       ^^^^^^^^^^^ string
            #                    ^^^^^^ string
            #@ def f(x,
            #^ decorator
            #  ^^^ keyword
            #      ^ function
            #        ^ parameter
            #@   y=1):
            #^ decorator
            #    ^ parameter
            #      ^ number
            a: #@ data.values.name if x == 1 else ""
            #  ^^ decorator
            #     ^^^^ namespace
            #          ^^^^^^ property
            #                 ^^^^ property
            #                      ^^ keyword
            #                         ^ parameter
            #                              ^ number
            #                                ^^^^ keyword
            #                                     ^^ string
            #@ end
            #^ decorator
            #  ^^^ keyword
            b: 1
        "##]],
    );
}

#[test]
fn starlark_files_have_colours() {
    check(
        "#- /a.star\n# a comment\ndef f(x):\n  return \"\"\"a\n  b\"\"\" + x.y(z=1)\nend\n",
        expect![[r##"
            # a comment
            def f(x):
            #^^ keyword
            #   ^ function
            #     ^ parameter
              return """a
            # ^^^^^^ keyword
            #        ^^^^ string
              b""" + x.y(z=1)
            # ^^^^ string
            #        ^ parameter
            #          ^ function
            #            ^ parameter
            #              ^ number
            end
            #^^ keyword
        "##]],
    );
}

#[test]
fn code_in_texts_has_colours_where_it_is_code() {
    check(
        "
        #@yaml/text-templated-strings
        a: \"x (@= str(1) @) (@- if y: -@)\"
        b: (@= 1 @)
        ",
        expect![[r##"
            #@yaml/text-templated-strings
            #^^^^^^^^^^^^^^^^^^^^^^^^^^^^ decorator
            a: "x (@= str(1) @) (@- if y: -@)"
            #     ^^^ decorator
            #         ^^^ function
            #             ^ number
            #                ^^ decorator
            #                   ^^^ decorator
            #                       ^^ keyword
            #                          ^ variable
            #                             ^^^ decorator
            b: (@= 1 @)
        "##]],
    );
    check(
        "#- /a.txt\n(@ for x in [1]: @)\n#@ x (@= x @)\n(@ end @)\n",
        expect![[r#"
            (@ for x in [1]: @)
            #^ decorator
            #  ^^^ keyword
            #      ^ variable
            #        ^^ keyword
            #            ^ number
            #                ^^ decorator
            #@ x (@= x @)
            #    ^^^ decorator
            #        ^ variable
            #          ^^ decorator
            (@ end @)
            #^ decorator
            #  ^^^ keyword
            #      ^^ decorator
        "#]],
    );
}

#[test]
fn names_of_a_comprehension_over_several_lines_have_their_colours() {
    check(
        "
        #@ def f(x):
        #@   return [
        #@     x
        #@     for v in [x, f]
        #@   ]
        #@ end
        ",
        expect![[r#"
            #@ def f(x):
            #^ decorator
            #  ^^^ keyword
            #      ^ function
            #        ^ parameter
            #@   return [
            #^ decorator
            #    ^^^^^^ keyword
            #@     x
            #^ decorator
            #      ^ parameter
            #@     for v in [x, f]
            #^ decorator
            #      ^^^ keyword
            #          ^ variable
            #            ^^ keyword
            #                ^ parameter
            #                   ^ function
            #@   ]
            #^ decorator
            #@ end
            #^ decorator
            #  ^^^ keyword
        "#]],
    );
}
