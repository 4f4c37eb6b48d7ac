//! Names in template code that are not there, in every branch; and what is told of code that runs after a failure, and
//! with values that stand in for refused ones.

use expect_test::expect;

use super::check;

#[test]
fn every_name_that_is_not_there_is_told_wherever_it_stands() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""
        db:
          host: ""
        list:
        - id: 0

        #- /lib.star
        load("@ytt:struct", "struct")
        def label(x, y=1):
          return x.hots
        end
        def made():
          return struct.make(a=1)
        end

        #- /main.yml
        #@ load("@ytt:data", "data")
        #@ load("@ytt:json", "json")
        #@ load("@ytt:struct", "struct")
        #@ load("lib.star", "label", "made")
        #@ v = data.values
        #@ s = struct.make(host=v.db, port=1)
        #@ if False:
        a: #@ data.values.nam
        #                 ^^^ warning[unknown-value]: `data.values` has no `nam` / hint: did you mean `name`?
        b: #@ v.db.hosst
        #          ^^^^^ warning[unknown-value]: `v.db` has no `hosst` / hint: did you mean `host`?
        c: #@ json.encod(1)
        #          ^^^^^ warning[unknown-value]: `json` has no `encod` / hint: did you mean `encode`?
        d: #@ s.hots
        #       ^^^^ warning[unknown-value]: `s` has no `hots` / hint: did you mean `host`?
        e: #@ s.host.hosst
        #            ^^^^^ warning[unknown-value]: `s.host` has no `hosst` / hint: did you mean `host`?
        f: #@ made().b
        #            ^ warning[unknown-value]: `made()` has no `b` / expected: one of `a`
        g: #@ label(v.db, z=3)
        #                 ^ warning[unknown-value]: `label` has no parameter `z` / expected: one of `x`, `y`
        h: #@ label()
        #     ^^^^^^^ warning[unknown-value]: The call of `label` lacks the argument `x`
        i: #@ label(v.db, 2, 3)
        #     ^^^^^^^^^^^^^^^^^ warning[unknown-value]: The call of `label` has 1 argument too many
        #@ end
        #@ for it in data.values.list:
        j: #@ it.idd
        #        ^^^ warning[unknown-value]: `it` has no `idd` / hint: did you mean `id`?
        #@ end
        #@ for i, it in enumerate(v.list):
        k: #@ it.idd
        #        ^^^ warning[unknown-value]: `it` has no `idd` / hint: did you mean `id`?
        #@ end
        l: #@ [x.iid for x in v.list if x.ID]
        #        ^^^ warning[unknown-value]: `x` has no `iid` / hint: did you mean `id`?
        #                                 ^^ warning[unknown-value]: `x` has no `ID` / hint: did you mean `id`?
        m: #@ "a" if True else v.nmae
        #                        ^^^^ warning[unknown-value]: `v` has no `nmae` / hint: did you mean `name`?
        o: #@ [(lambda q: data.values["nmae"]) for x in v.list]
        #                              ^^^^ warning[unknown-value]: The struct has no key "nmae" / hint: did you mean `name`?
        #@yaml/text-templated-strings
        p: "(@ if False: @)(@= data.values.nmae @)(@ end @)"
        #                                  ^^^^ warning[unknown-value]: `data.values` has no `nmae` / hint: did you mean `name`?
        #@ def f(a, b):
        q: #@ a.hoost
        #       ^^^^^ warning[unknown-value]: `a` has no `hoost` / hint: did you mean `host`?
        #@ end
        #@ if False:
        r: #@ f(v.db, b=2)
        #@ end
    "##]]);
}

#[test]
fn nothing_is_claimed_about_what_cannot_be_known() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        #@schema/type any=True
        free: {}
        #@schema/nullable
        db:
          host: ""
        list:
        - ""
        name: ""

        #- /main.yml
        #@ load("@ytt:data", "data")
        #@ load("@ytt:struct", "struct")
        #@ load("@ytt:assert", "assert")
        #@ v = data.values
        #@ w = data.values.db
        #@ w = struct.make(a=1)
        #@ def f(x):
        #@   return x.anything
        #@ end
        #@ def g(x):
        #@   return x.anything
        #@ end
        #@ def h():
        #@   return data.values.gone
        #@ end
        #@ if False:
        a: #@ v.free.anything.below
        b: #@ w.whatever
        c: #@ f(v.db)
        d: #@ f(struct.make(anything=1))
        e: #@ [g]
        f: #@ v[v.name].any
        g: #@ v.list[0].upper()
        h: #@ struct.make(**{"a": 1}).a
        #@ end
        #@ if hasattr(v, "extra"):
        i: #@ v.extra
        #@ end
        #@ if "more" in v:
        j: #@ v.more
        #@ end
        k: #@ getattr(v, "other", None)
        l: #@ assert.try_to(lambda: v.missing)[0]
        m: #@ assert.try_to(h)[0]
        o: #@ v.db.host if v.db else 1
    "##]]);
}

#[test]
fn without_a_schema_the_values_say_what_there_is_unless_others_may_come() {
    check(&expect![[r##"
        #- /app/.git/HEAD
        ref
        #- /app/sayl.toml
        [[bundle]]
        files = ["config/"]
        #- /app/config/values.yml
        #@data/values
        ---
        name: x
        db:
          host: z
        empty: {}

        #- /app/config/main.yml
        #@ load("@ytt:data", "data")
        #@ if False:
        a: #@ data.values.nmae
        #                 ^^^^ warning[unknown-value]: `data.values` has no `nmae` / hint: did you mean `name`?
        b: #@ data.values.db.hots
        #                    ^^^^ warning[unknown-value]: `data.values.db` has no `hots` / hint: did you mean `host`?
        c: #@ data.values.empty.anything
        #@ end
    "##]]);
}

#[test]
fn a_failure_hides_no_other() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""

        #- /main.yml
        #@ load("@ytt:data", "data")
        #@ x = 1 + "a"
        #      ^^^^^^^ error[template-failure]: `+` cannot be applied to int and string
        a: #@ x + 1
        ---
        b: #@ data.values.nam
        #                 ^^^ error[template-failure]: `data.values` has no `nam` / hint: did you mean `name`?
        c: #@ fail("no")
        #     ^^^^^^^^^^ error[template-failure]: No
        ---
        d: #@ [] + 1
        #     ^^^^^^ error[template-failure]: `+` cannot be applied to list and int
        #@ for i in range(2):
        e: #@ i.upper()
        #       ^^^^^ error[template-failure]: An int has no attribute `upper`
        #@ end
    "##]]);
}

#[test]
fn what_depends_on_a_failure_is_not_told() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""

        #- /main.yml
        #@ load("@ytt:assert", "assert")
        #@ seen = []
        #@ def note(x):
        #@   seen.append(x)
        #@ end
        a: #@ [note(1), 1 + "a"]
        #               ^^^^^^^ error[template-failure]: `+` cannot be applied to int and string
        b: #@ assert.equals(len(seen), 0)
        c: #@ fail("still told")
        #     ^^^^^^^^^^^^^^^^^^ error[template-failure]: Still told
        #@ y = [][0]
        #      ^^^^^ error[template-failure]: The index 0 is out of range
        #@ def z():
        #@   return y + 1
        #@ end
        d: #@ z() + ""
        #@ if y:
        e:
        #@ end
          f: 1
    "##]]);
}

#[test]
fn refused_values_hide_no_failure_that_does_not_depend_on_them() {
    check(&expect![[r##"
        #- /schema.yml
        #@data/values-schema
        ---
        name: ""
        port: 80
        other: 1
        db:
          host: ""

        #- /values.yml
        #@data/values
        ---
        port: high
        #     ^^^^ error[type-mismatch]: `port` must be an integer / found: string / expected: integer
        db:
          hots: x
        # ^^^^ error[unknown-key]: The key `hots` is not declared in the schema / found: `hots` / expected: the key `host` / hint: did you mean `host`?
        other: 2

        #- /main.yml
        #@ load("@ytt:data", "data")
        #@ load("@ytt:yaml", "yaml")
        #@ p = data.values.port
        a: #@ 1 + "a"
        #     ^^^^^^^ error[template-failure]: `+` cannot be applied to int and string
        b: #@ fail("other") if data.values.other == 2 else 1
        #     ^^^^^^^^^^^^^ error[template-failure]: Other
        c: #@ fail("port") if data.values.port == 80 else 1
        d: #@ fail("p") if p == 80 else 1
        e: #@ fail("host") if data.values.db.host == "" else 1
        f: #@ fail("all") if yaml.encode(data.values) else 1
        g: #@ data.values.nam
        #                 ^^^ error[template-failure]: `data.values` has no `nam` / hint: did you mean `name`?
        #@ def check():
        #@   return 1 // (data.values.port - 80)
        #@ end
        h: #@ check()

        #- /other.yml
        #@ load("lib.star", "low")
        a: #@ fail("low") if low else 1
        b: #@ fail("not sure, for a file looked at it")

        #- /lib.star
        load("@ytt:data", "data")
        low = data.values.port < 100
    "##]]);
}
