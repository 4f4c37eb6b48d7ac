//! What names mean, as pictures of the code.

use expect_test::{Expect, expect};

use super::*;
use crate::document::TextDocument;
use crate::template::compile::{WrittenCode, compile_starlark, compile_text, compile_yaml};
use crate::test_support::mark_ranges;
use crate::text::FileId;

impl Names {
    fn name(&self, id: BindingId) -> Option<&str> {
        self.binding(id).map(|binding| &*binding.name)
    }
}

/// The names of the code alone, which are those of the whole program.
fn yaml(text: &str) -> Names {
    let document = TextDocument::new(FileId(0), text);
    let names = Names::of(&WrittenCode::of_yaml(FileId(0), text, document.stream()).program(text), text);
    let of_all = Names::of(&compile_yaml(FileId(0), text, document.stream()), text);
    assert_eq!(format!("{names:?}"), format!("{of_all:?}"));
    names
}

fn starlark(text: &str) -> Names {
    Names::of(&compile_starlark(FileId(0), text), text)
}

/// Every definition with what it is, every use with the line and column of what it means.
fn picture(text: &str, names: &Names) -> String {
    let definitions = names.bindings.iter().flat_map(|binding| &binding.definitions);
    let defined = definitions.map(|definition| (definition.range, described(&definition.kind)));
    let used = names.uses.iter().map(|used| {
        let binding = used.binding.and_then(|id| names.binding(id));
        let place = binding.map(|binding| position(text, binding.definitions[0].range.start()));
        (used.range, place.map_or("built in".to_owned(), |place| format!("means {place}")))
    });
    mark_ranges(text, &defined.chain(used).collect::<Vec<_>>())
}

fn described(kind: &BindingKind) -> String {
    match kind {
        BindingKind::Function(function) => {
            let parameters: Vec<_> = function.parameters.iter().map(|it| it.name.as_str()).collect();
            format!("function ({}) {}", parameters.join(", "), function.documentation.replace('\n', " / "))
                .trim()
                .to_owned()
        }
        BindingKind::Parameter => "parameter".to_owned(),
        BindingKind::Variable => "variable".to_owned(),
        BindingKind::LoopVariable => "loop variable".to_owned(),
        BindingKind::Loaded(loaded) => format!("loaded `{}`", loaded.name),
    }
}

/// Line and column, from 1.
fn position(text: &str, offset: TextSize) -> String {
    let before = &text[..offset.into()];
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
    format!("{}:{column}", before.matches('\n').count() + 1)
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let text = text.strip_prefix('\n').unwrap_or(text);
    expected.assert_eq(&picture(text, &yaml(text)));
}

#[track_caller]
fn check_starlark(text: &str, expected: Expect) {
    let text = text.strip_prefix('\n').unwrap_or(text);
    expected.assert_eq(&picture(text, &starlark(text)));
}

/// What can be named at `$0`.
#[track_caller]
fn check_visible(text: &str, expected: &[&str]) {
    let offset = text.find("$0").expect("a cursor");
    let text = text.replace("$0", "");
    let names = yaml(&text);
    let visible = names.visible_at(TextSize::new(offset as u32));
    let visible: Vec<&str> = visible.into_iter().filter_map(|id| names.name(id)).collect();
    assert_eq!(visible, expected, "{text}");
}

/// Every chain with what becomes of it.
#[track_caller]
fn check_chains(text: &str, expected: Expect) {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let names = yaml(text);
    let name = |part: &ChainStep| part.name().unwrap_or("…").to_owned();
    let fate = |fate: Fate| match fate {
        Fate::Assigned(to) => format!("assigned to {}", names.name(to.binding).unwrap_or_default()),
        Fate::Iterated(by) => format!("each is {}", names.name(by.binding).unwrap_or_default()),
        Fate::Given { argument, .. } => format!("given as argument {argument}"),
        other => format!("{other:?}").to_lowercase(),
    };
    let chains = names.chains.iter().map(|chain| {
        let root = chain.root.map_or("…", |root| &names.uses[root].name);
        let parts: Vec<_> = std::iter::once(root.to_owned()).chain(chain.parts.iter().map(name)).collect();
        format!("{} {}: {}\n", position(text, chain.range.start()), parts.join(" "), fate(chain.fate))
    });
    expected.assert_eq(&chains.collect::<String>());
}

#[test]
fn a_load_in_a_block_defines_names() {
    check(
        r#"
#@ if True:
#@ load("lib.star", "one", two="other")
#@ end
a: #@ one(two)
"#,
        expect![[r##"
            #@ if True:
            #     ^^^^ built in
            #@ load("lib.star", "one", two="other")
            #                    ^^^ loaded `one`
            #                          ^^^ loaded `other`
            #@ end
            a: #@ one(two)
            #     ^^^ means 2:22
            #         ^^^ means 2:28
        "##]],
    );
}

#[test]
fn every_name_leads_to_what_defines_it() {
    check(
        r#"
#@ load("@ytt:data", "data")
#@ load("lib.star", "one", two="other")
#! Names a thing
#! in two words.
#@ def named(first, second="x", *rest, **more):
#@   both = first + second
name: #@ both
#@ return missing
#@ end
a: #@ named(one, second=two)
#@ for item in data.values.list:
b: #@ item.name
#@ end
#@schema/default [x for x in len(both)]
c: 1
"#,
        expect![[r##"
            #@ load("@ytt:data", "data")
            #                     ^^^^ loaded `data`
            #@ load("lib.star", "one", two="other")
            #                    ^^^ loaded `one`
            #                          ^^^ loaded `other`
            #! Names a thing
            #! in two words.
            #@ def named(first, second="x", *rest, **more):
            #      ^^^^^ function (first, second, rest, more) Names a thing / in two words.
            #            ^^^^^ parameter
            #                   ^^^^^^ parameter
            #                                ^^^^ parameter
            #                                        ^^^^ parameter
            #@   both = first + second
            #    ^^^^ variable
            #           ^^^^^ means 5:14
            #                   ^^^^^^ means 5:21
            name: #@ both
            #        ^^^^ means 6:6
            #@ return missing
            #         ^^^^^^^ built in
            #@ end
            a: #@ named(one, second=two)
            #     ^^^^^ means 5:8
            #           ^^^ means 2:22
            #                       ^^^ means 2:28
            #@ for item in data.values.list:
            #      ^^^^ loop variable
            #              ^^^^ means 1:23
            b: #@ item.name
            #     ^^^^ means 11:8
            #@ end
            #@schema/default [x for x in len(both)]
            #                 ^ means 14:25
            #                       ^ loop variable
            #                            ^^^ built in
            #                                ^^^^ built in
            c: 1
        "##]],
    );
}

#[test]
fn a_starlark_file_has_comments_docstrings_and_lambdas() {
    check_starlark(
        r##"
# Above.
def f(x):
  """
  Says
  what it is.
  """
  def inner(): return x + y
  return inner
end
# Adds.
def g(assert=1): return {k: assert for k in range(3) if k}
h = lambda y: (y, f)
y = 1
y += h
"##,
        expect![[r##"
            # Above.
            def f(x):
            #   ^ function (x) Says / what it is.
            #     ^ parameter
              """
              Says
              what it is.
              """
              def inner(): return x + y
            #     ^^^^^ function ()
            #                     ^ means 2:7
            #                         ^ means 13:1
              return inner
            #        ^^^^^ means 7:7
            end
            # Adds.
            def g(assert=1): return {k: assert for k in range(3) if k}
            #   ^ function (assert) Adds.
            #     ^^^^^^ parameter
            #                        ^ means 11:40
            #                           ^^^^^^ means 11:7
            #                                      ^ loop variable
            #                                           ^^^^^ built in
            #                                                       ^ means 11:40
            h = lambda y: (y, f)
            # variable
            #          ^ parameter
            #              ^ means 12:12
            #                 ^ means 2:5
            y = 1
            # variable
            y += h
            # variable
            #    ^ means 12:1
        "##]],
    );
}

#[test]
fn text_templates_have_names_too() {
    let text = "(@ def f(x): @)a (@= x @)(@ end -@)\n(@= f(1) @)\n";
    expect![[r#"
        (@ def f(x): @)a (@= x @)(@ end -@)
        #      ^ function (x)
        #        ^ parameter
        #                    ^ means 1:10
        (@= f(1) @)
        #   ^ means 1:8
    "#]]
    .assert_eq(&picture(text, &Names::of(&compile_text(FileId(0), text), text)));
}

#[test]
fn code_in_strings_has_names() {
    check(
        "#@ n = 1\n#@yaml/text-templated-strings\n\"k(@= n @)\": 'a (@= n + m @)'\n",
        expect![[r##"
        #@ n = 1
        #  ^ variable
        #@yaml/text-templated-strings
        "k(@= n @)": 'a (@= n + m @)'
        #     ^ means 1:4
        #                   ^ means 1:4
        #                       ^ built in
    "##]],
    );
}

#[test]
fn a_line_that_is_half_typed_takes_no_names_from_others() {
    check(
        "#@ a = 1\n#@ b = a.\n#@ def f(:\n#@ c = a\n#@ end\n#@ def g():\n#@ d = (a\nx: #@ a + f()\n#@ end\ny: #@ g(\n",
        expect![[r#"
        #@ a = 1
        #  ^ variable
        #@ b = a.
        #@ def f(:
        #@ c = a
        #  ^ variable
        #      ^ means 1:4
        #@ end
        #@ def g():
        #      ^ function ()
        #@ d = (a
        x: #@ a + f()
        #     ^ means 1:4
        #         ^ built in
        #@ end
        y: #@ g(
    "#]],
    );
}

#[test]
fn names_are_visible_in_their_scopes() {
    check_visible("#@ a = 1\n#@ def f(x):\n#@ b = 1\n#@ $0\n#@ end\n#@ c = 2\n", &["x", "b", "a", "f", "c"]);
    check_visible("#@ a = 1\n#@ def f(a):\n#@ b = 1\n#@ end\n#@ $0\n", &["a", "f"]);
    check_visible("#@ def f(a):\n#@   x = a\n#@   y = $0\n", &["a", "x", "f"]);
    check_visible("a: #@ [x for x in [$0]]\n", &["x"]);
}

#[test]
fn chains_tell_what_is_read_from_what() {
    check_chains(
        r#"
#@ load("@ytt:data", d="data")
#@ values = d.values
a: #@ values.db["host"].upper()
b: #@ getattr(values, "c", None) or hasattr(values.db, "x")
#@ for x in values.list:
#@   y = f(x).z[0].w
#@ end
#@ for i, x in enumerate(values.list):
#@ end
#@ if values.db and not values.list[i].x:
c: #@ json.encode(d)
#@ end
e: #@ len(values) + getattr(getattr(values, "a"), name)
f: #@ values.a == None
g: #@ values.a == values.b
"#,
        expect![[r#"
            2:13 d values: assigned to values
            3:7 values db host upper: called
            4:7 getattr: called
            4:7 values c: passed
            4:28 None: passed
            4:37 hasattr: called
            4:37 values db x: looked
            5:13 values list: each is x
            6:10 f: called
            6:10 … z … w: assigned to y
            6:12 x: given as argument 0
            8:16 enumerate: called
            8:26 values list: each is x
            10:7 values db: looked
            10:25 values list … x: looked
            10:37 i: passed
            11:7 json encode: called
            11:19 d: passed
            13:7 len: called
            13:11 values: looked
            13:21 getattr: called
            13:21 values a …: passed
            13:29 getattr: called
            13:51 name: passed
            14:7 values a: looked
            14:19 None: looked
            15:7 values a: passed
            15:19 values b: passed
        "#]],
    );
}

#[test]
fn a_loop_reaches_to_its_end_whatever_stands_last_in_it() {
    let text = "#@ for a in [1]:\nb: #@ a\nc: 1\n#@ end\n#@ for a in [2]:\nd: 1\n#@ end\n";
    let names = yaml(text);
    let [first, second] = &*names.bindings[0].definitions else { panic!("{names:?}") };
    let end = |definition: &NameDefinition| usize::from(definition.whole.end());
    assert_eq!((end(first), end(second)), (text.find("#@ for a in [2]").unwrap() - 1, text.len() - 1));
}
