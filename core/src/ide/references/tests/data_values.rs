//! Where keys of schemas for data values are written.

use expect_test::expect;

use super::check;

/// A schema in two files, values, a template, modules and a text template.
pub(in crate::ide) const BUNDLE: &str = r#"
#- /schema.yml
#@data/values-schema
---
db:
  host: x
  port: 1
users:
- name: ""
  roles: [""]
replicas: 1
#- /schema2.yml
#@data/values-schema
---
#@overlay/match missing_ok=True
extra: ""
db:
  #@schema/desc "Where it is"
  host: y
#- /values.yml
#@data/values
---
db: {host: z, port: 2}
users:
- name: a
#- /plain/dev.yml
# sayl: schema=../schema.yml
db:
  host: w
#- /template.yml
#@ load("@ytt:data", "data")
#@ load("lib.star", "address", "values")
#@ db = data.values.db
a: #@ db.host + data.values["db"]["host"]
b: #@ getattr(db, "host")
c: #@ values.db.host
#@ for user in data.values.users:
d: #@ user.name
#@ end
e: #@ [user.name for user in data.values.users if hasattr(user, "roles")]
#- /lib.star
load("@ytt:data", d="data")
values = d.values
def address(host=None):
  return values.db.host + str(values.db.port)
end
#- /notes.txt
(@ load("@ytt:data", "data") -@)
Host: (@= data.values.db.host @)
"#;

/// The bundle with the cursor at the first place of a text.
pub(in crate::ide) fn at(text: &str) -> String {
    super::code::with_cursor(BUNDLE, text)
}

#[test]
fn a_key_is_written_in_schemas_values_and_code() {
    for place in ["ho$0st: x", "values.db.ho$0st + str"] {
        check(
            &at(place),
            expect![[r##"
            #- /lib.star
              return values.db.host + str(values.db.port)
            #                  ^^^^ use
            #- /notes.txt
            Host: (@= data.values.db.host @)
            #                        ^^^^ use
            #- /plain/dev.yml
              host: w
            # ^^^^ use
            #- /schema.yml
              host: x
            # ^^^^ declaration
            #- /schema2.yml
              host: y
            # ^^^^ use
            #- /template.yml
            a: #@ db.host + data.values["db"]["host"]
            #        ^^^^ use
            #                                  ^^^^ use
            b: #@ getattr(db, "host")
            #                  ^^^^ use
            c: #@ values.db.host
            #               ^^^^ use
            #- /values.yml
            db: {host: z, port: 2}
            #    ^^^^ use
        "##]],
        );
    }
}

#[test]
fn a_key_of_items_is_written_where_loops_read_it() {
    check(
        &at("- na$0me: a"),
        expect![[r##"
        #- /schema.yml
        - name: ""
        # ^^^^ declaration
        #- /template.yml
        d: #@ user.name
        #          ^^^^ use
        e: #@ [user.name for user in data.values.users if hasattr(user, "roles")]
        #           ^^^^ use
        #- /values.yml
        - name: a
        # ^^^^ use
    "##]],
    );
}

#[test]
fn a_name_that_is_a_map_leads_to_its_keys() {
    check(
        &at("data.values.d$0b\n"),
        expect![[r##"
            #- /lib.star
              return values.db.host + str(values.db.port)
            #               ^^ use
            #                                    ^^ use
            #- /notes.txt
            Host: (@= data.values.db.host @)
            #                     ^^ use
            #- /plain/dev.yml
            db:
            #^ use
            #- /schema.yml
            db:
            #^ declaration
            #- /schema2.yml
            db:
            #^ use
            #- /template.yml
            #@ db = data.values.db
            #                   ^^ use
            a: #@ db.host + data.values["db"]["host"]
            #                            ^^ use
            c: #@ values.db.host
            #            ^^ use
            #- /values.yml
            db: {host: z, port: 2}
            #^ use
        "##]],
    );
}
