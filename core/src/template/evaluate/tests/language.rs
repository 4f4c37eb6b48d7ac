//! The language of template code where the parser's is another.

use super::*;

/// What each of these templates gives.
#[track_caller]
fn check_all(templates: &[&str], expected: Expect) {
    let pictures = templates.iter().map(|template| picture(&job(template, None)));
    expected.assert_eq(&pictures.collect::<Vec<_>>().join("···\n"));
}

#[test]
fn named_arguments_stand_behind_a_list_of_arguments() {
    check(
        r#"
        #@ def f(*args, **named): return [args, named]
        #@ l = [1]
        #@ d = {"c": 3}
        a: #@ f(*l, b=2)
        b: #@ f(0, *l, b=2, **d)
        c: #@ f(a=1, *l)
        d: #@ f(*f(*l, x=1), y=f(*l, z=2 * 3))
        "#,
        expect![[r#"
            a:
            - - 1
            - b: 2
            b:
            - - 0
              - 1
            - b: 2
              c: 3
            c:
            - - 1
            - a: 1
            d:
            - - - 1
              - x: 1
            - "y":
              - - 1
              - z: 6
        "#]],
    );
}

#[test]
fn a_comma_ends_no_list_with_a_star() {
    check_all(
        &[
            "
            #@ def f(*a,): return a
            a: #@ f(*[1],)
            b: #@ f(**{},)
            c: #@ f(*[1], b=2,)
            ",
            "
            #@ def f(*a): return a
            a: #@ f(2 * 3,)
            ",
        ],
        expect![[r#"
            === main.yml
            #@ def f(*a,): return a
            #          ^ template-syntax: No comma may stand at the end where `*` or `**` is among the arguments
            a: #@ f(*[1],)
            #           ^ template-syntax: No comma may stand at the end where `*` or `**` is among the arguments
            b: #@ f(**{},)
            #           ^ template-syntax: No comma may stand at the end where `*` or `**` is among the arguments
            c: #@ f(*[1], b=2,)
            #                ^ template-syntax: No comma may stand at the end where `*` or `**` is among the arguments
            ···
            a:
            - 6
        "#]],
    );
}

#[test]
fn a_loop_takes_a_tuple_without_brackets() {
    check(
        "
        #@ for x in 1, 2:
        ---
        a: #@ x
        #@ end
        #@ for x, y in [(3, 4)]:
        ---
        b: #@ x + y
        #@ end
        ",
        expect![[r#"
            a: 1
            ---
            a: 2
            ---
            b: 7
        "#]],
    );
}

#[test]
fn a_statement_may_stand_behind_end() {
    check_all(
        &[
            "
            #@ if True:
            #@ if True:
            a: 1
            #@ end end
            #@ for i in [1]:
            b: #@ i
            #@ end c = 3
            #@ if c:
            #@ end if c == 3:
            d: #@ c
            #@ end # comment
            ",
            "
            #@ if True:
            #@ end if
            a: 1
            ",
            "
            #@ ;
            #@ a = 1;;
            #@ b = 1;
            ",
        ],
        expect![[r#"
            a: 1
            b: 1
            d: 3
            ···
            === main.yml
            #@ if True:
            #@ end if
            #      ^^ template-syntax: Nothing may follow `end` / found: `if`
            a: 1
            ···
            === main.yml
            #@ ;
            #  ^ template-syntax: The template code is not valid Starlark / found: `;` / expected: an expression
            #@ a = 1;;
            #        ^ template-syntax: The template code is not valid Starlark / found: `;` / expected: an expression
            #@ b = 1;
        "#]],
    );
}

#[test]
fn blanks_before_a_line_of_a_string_are_no_part_of_it() {
    check(
        r#"
        #- /main.yml
        #@ load("text.star", "text")
        #@ here = """a
        #@     b \
        #@   c"""
        a: #@ text
        b: #@ here
        #- /text.star
        text = """
            one
              two"""
        "#,
        expect![[r#"
            a: |2-

              one
              two
            b: |-
              a
              b   c
        "#]],
    );
}

#[test]
fn names_are_read_behind_what_defines_them() {
    check_all(
        &[
            "
            #@ if False:
            #@   a = later
            #@ end
            #@ def f(x=later): return later
            #@ l = [later for x in []]
            #@ g = lambda: later
            #@ later = 1
            ",
            "
            #@ def f(): return later
            #@ l = [later for x in []]
            #@ len = len([1])
            #@ later = 1
            a: #@ [f(), l, len]
            ",
        ],
        expect![[r#"
            === main.yml
            #@ if False:
            #@   a = later
            #        ^^^^^ template-name: `later` is used before it is defined / hint: define it above, outside of functions
            #@ end
            #@ def f(x=later): return later
            #          ^^^^^ template-name: `later` is used before it is defined / hint: define it above, outside of functions
            #@ l = [later for x in []]
            #@ g = lambda: later
            #@ later = 1
            ···
            === main.yml
            #@ def f(): return later
            #@ l = [later for x in []]
            #@ len = len([1])
            #        ^^^ template-failure: `len` has no value yet
            #@ later = 1
            a: #@ [f(), l, len]
        "#]],
    );
}

#[test]
fn loads_stand_in_lines_of_blocks_and_are_not_exported() {
    check_all(
        &[
            r#"
            #- /main.yml
            #@ if True: load("names.star", "full"); x = 1
            #@ y = 2; load("names.star", short="full");
            a: #@ full() + short()
            #- /names.star
            def full(): return "website"
            "#,
            r#"
            #- /main.yml
            #@ load("names.star", "own", "full")
            #- /names.star
            own = 1
            if True:
              load("full.star", "full")
            end
            #- /full.star
            def full(): return "website"
            "#,
            r#"
            #- /main.yml
            #@ if True:
            #@ load("names.star", "full")
            #@ end
            #- /names.star
            load("full.star", "full")
            full = full()
            #- /full.star
            def full(): return "website"
            "#,
        ],
        expect![[r#"
            a: websitewebsite
            ···
            === main.yml
            #@ load("names.star", "own", "full")
            #                            ^^^^^^ template-load: `full` is loaded by `names.star` and is not its own / hint: load it from the file that defines it
            ···
            === main.yml
            #@ if True:
            #@ load("names.star", "full")
            #                     ^^^^^^ template-load: `full` is loaded by `names.star` and is not its own / hint: load it from the file that defines it
            #@ end
        "#]],
    );
}

#[test]
fn fragments_are_no_dicts_and_no_lists() {
    let fragments = "
            #@ def map():
            a: 1
            2: b
            #@ end
            ---
            #@ def array():
            - a
            - b
            #@ end
            #@ def documents():
            ---
            a: 1
            #@ end
            ---
            it: #@ ";
    let codes = [
        "[map() == {}, map() != 1, 2 in map(), 0 in array(), \"a\" in array()]",
        "dict(map())",
        "map() == map()",
        "map() in [map()]",
        "map()[2]",
        "dict(array())",
        "dict(**array())",
        "[documents()]",
        "range(3)",
    ];
    let templates = codes.map(|code| format!("{fragments}{code}\n"));
    let pictures = templates.iter().map(|template| {
        let picture = picture(&job(template, None));
        let shown = picture.rsplit_once("it: ").map_or(picture.as_str(), |(_, shown)| shown);
        shown.to_owned()
    });
    expect![[r#"
        {}
        ---
        []
        ---
        it:
        - false
        - true
        - false
        - true
        - false
        {}
        ---
        []
        ---
        it:
          a: 1
          2: b
        #@ map() == map()
        #      ^^^^^^^^^^^^^^ template-failure: YAML fragments cannot be compared with each other / hint: compare what `yaml.encode(…)` of `@ytt:yaml` gives of them
        #@ map() in [map()]
        #      ^^^^^^^^^^^^^^^^ template-failure: YAML fragments cannot be compared with each other / hint: compare what `yaml.encode(…)` of `@ytt:yaml` gives of them
        #@ map()[2]
        #      ^^^^^^^^ template-failure: The YAML fragment has no key 2
        #@ dict(array())
        #      ^^^^^^^^^^^^^ template-failure: This YAML fragment has no keys / found: an array / expected: a map
        #@ dict(**array())
        #             ^^^^^^^ template-failure: This YAML fragment has no keys / found: an array / expected: a map
        #@ [documents()]
        #      ^^^^^^^^^^^^^ template-failure: Documents cannot be part of a value / expected: a map, an array or a scalar
        #@ range(3)
        #      ^^^^^^^^ template-failure: A range cannot be a value in YAML / expected: a scalar, a list, a dict, a struct or a YAML fragment / hint: write `list(…)` around it
    "#]].assert_eq(&pictures.collect::<String>());
}

#[test]
fn code_in_text_is_closed_once() {
    check_all(
        &[
            "
            #@yaml/text-templated-strings
            ---
            a: b @)
            ",
            "
            #@yaml/text-templated-strings
            ---
            a: (@= (@ 1 @)
            ",
            "
            #@yaml/text-templated-strings
            ---
            a: x (@) y
            ",
            r#"
            #@ x = "a"
            #@yaml/text-templated-strings
            ---
            a: "b (@-@) c (@=-x@) (@-==x@)"
            "#,
        ],
        expect![[r#"
            === main.yml
            #@yaml/text-templated-strings
            ---
            a: b @)
            #    ^^ template-syntax: This closes no code / expected: `(@` before it
            ···
            === main.yml
            #@yaml/text-templated-strings
            ---
            a: (@= (@ 1 @)
            #      ^^ template-syntax: Code cannot begin inside of code
            ···
            === main.yml
            #@yaml/text-templated-strings
            ---
            a: x (@) y
            #    ^^ template-syntax: There is no code in here / expected: a blank between `(@` and `@)`
            ···
            a: bc aa
        "#]],
    );
}

#[test]
fn an_end_of_one_node_follows_its_word() {
    check_all(
        &[
            r#"
            #@ for/end(k) in ["a"]:
            b: #@ k
            #@ if/end(False):
            c: 1
            d: 2
            "#,
            "
            #@ if/end True:
            #@
            a: 1
            ",
            "
            #@template/value nothing
            a: #@ 2
            ",
        ],
        expect![[r#"
            b: a
            d: 2
            ···
            === main.yml
            #@ if/end True:
            #@
            # | template-syntax: Behind a line with `/end` comes the node that it is about / found: code
            a: 1
            ···
            === main.yml
            #@template/value nothing
            #                ^^^^^^^ template-name: `nothing` is not defined
            a: #@ 2
        "#]],
    );
}

#[test]
fn only_dicts_are_updated_with_the_entries_of_a_struct() {
    check(
        r#"
        #@ load("@ytt:struct", "struct")
        #@ def kind(value): return type(value)
        #@ own = struct.make(update=kind, inner=struct.make(update=kind), known={})
        #@ own.known.update(own.inner)
        #@ d = {}
        #@ d.update(struct.make(b=2))
        a: #@ [own.update(own), own.inner.update(own), own.known.keys(), d]
        "#,
        expect![[r#"
            a:
            - struct
            - struct
            - - update
            - b: 2
        "#]],
    );
}

#[test]
fn what_modules_give_is_called_as_ytt_calls_it() {
    check(
        r#"
        #@ load("@ytt:assert", "assert")
        #@ load("@ytt:data", "data")
        #@ load("@ytt:ip", "ip")
        #@ load("@ytt:overlay", "overlay")
        #@ load("@ytt:struct", "struct")
        #@ load("@ytt:url", "url")
        a: #@ [str(ip), type(ip), str(data), type(data)]
        b: #@ str([ip.parse_addr, struct.make(f=ip.parse_cidr).f, overlay.index(1), overlay.not_op(overlay.all)])
        c: #@ "%s" % ip.parse_addr("::1") + str([url.parse("http://a"), assert.min(1), struct.make(a=1)])
        d: #@ str([len, lambda x: x, type])
        "#,
        expect![[r#"
            a:
            - <module "ip">
            - module
            - <module "data">
            - module
            b: '[<built-in function ip.parse_addr>, <built-in function ip.parse_cidr>, <built-in function overlay.index_matcher>, <built-in function overlay.or_op>]'
            c: struct(...)[struct(...), struct(...), struct(...)]
            d: '[<built-in function len>, <function lambda>, <built-in function type>]'
        "#]],
    );
}
