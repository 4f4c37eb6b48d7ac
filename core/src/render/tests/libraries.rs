//! Libraries: what they are given, what they give, and where their mistakes are told.

use expect_test::expect;

use super::{check, flag, job, picture};

/// A library with one value, which its one template shows.
const LIBRARY: &str = "
        #- /_ytt_lib/db/values.yml
        #@data/values
        ---
        name: own
        size: 1
        #- /_ytt_lib/db/template.yml
        #@ load(\"@ytt:data\", \"data\")
        db: #@ data.values
        ";

fn with_library(files: &str) -> String {
    format!("{}\n{}", files.trim_end(), LIBRARY.trim_start_matches('\n'))
}

#[test]
fn a_library_is_evaluated_with_the_values_that_it_is_given() {
    check(
        &with_library(
            "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:template\", \"template\")
        #@ db = library.get(\"db\")
        --- #@ template.replace(db.eval())
        --- #@ template.replace(db.with_data_values({\"name\": \"given\"}).eval())
        ",
        ),
        expect![[r#"
            db:
              name: own
              size: 1
            ---
            db:
              name: given
              size: 1
        "#]],
    );
}

#[test]
fn values_reach_a_library_in_order() {
    let mut job = job(&with_library(
        "
        #- /values.yml
        #@library/ref \"@db\"
        #@data/values
        ---
        name: addressed
        size: 2
        #@library/ref \"@db~late\"
        #@data/values after_library_module=True
        ---
        size: 3
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:template\", \"template\")
        --- #@ template.replace(library.get(\"db\").with_data_values({\"size\": 4}).eval())
        --- #@ template.replace(library.get(\"db\", alias=\"late\").with_data_values({\"size\": 4}).eval())
        ",
    ));
    expect![[r#"
        db:
          name: addressed
          size: 4
        ---
        db:
          name: addressed
          size: 3
    "#]]
    .assert_eq(&picture(&job));
    job.flags = [flag(Some("@db~late"), "name", "flag")].into();
    expect![[r#"
        db:
          name: addressed
          size: 4
        ---
        db:
          name: flag
          size: 3
    "#]]
    .assert_eq(&picture(&job));
}

#[test]
fn functions_of_what_a_library_is_given_can_be_called_there() {
    check(
        &with_library(
            "
        #- /values.yml
        #@ load(\"@ytt:overlay\", \"overlay\")
        #@ def longer(left, right):
        #@   return left + right
        #@ end
        #@library/ref \"@db\"
        #@data/values
        ---
        #@overlay/replace via=longer
        name: !
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:template\", \"template\")
        #@ load(\"@ytt:overlay\", \"overlay\")
        #@ more = 2
        #@ def larger():
        #@overlay/replace via=lambda left, right: left + right * more
        size: 10
        #@ end
        #@ def limited():
        #@overlay/match missing_ok=True
        #@schema/validation (\"at most 5\", lambda size: size <= more + 3)
        limit: 4
        name: \"\"
        size: 0
        #@ end
        #@ db = library.get(\"db\")
        --- #@ template.replace(db.with_data_values(larger()).eval())
        --- #@ template.replace(db.with_data_values_schema(limited()).eval())
        "
            .replace("name: !", "name: \"!\"")
            .as_str(),
        ),
        expect![[r#"
            db:
              name: own!
              size: 21
            ---
            db:
              limit: 4
              name: own!
              size: 1
        "#]],
    );
}

#[test]
fn what_no_library_takes_is_reported() {
    let mut job = job(&with_library(
        "
        #- /values.yml
        #@library/ref \"@database\"
        #@data/values
        ---
        name: x
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ library.get(\"db\").eval()
        ",
    ));
    expect![[r#"
        values.yml:3: unused-library-document: These data values are meant for the library `@database`, which is not evaluated
    "#]].assert_eq(&picture(&job));
    job.flags = [flag(Some("@other"), "name", "flag")].into();
    expect![[r#"
        values.yml:3: unused-library-document: These data values are meant for the library `@database`, which is not evaluated
        nowhere: unused-library-document: These data values are meant for the library `@other`, which is not evaluated
    "#]].assert_eq(&picture(&job));
}

#[test]
fn a_library_that_is_only_got_takes_nothing() {
    check(
        &with_library(
            "
        #- /values.yml
        #@library/ref \"@db\"
        #@data/values
        ---
        name: x
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ library.get(\"db\")
        ",
        ),
        expect![[r#"
            values.yml:3: unused-library-document: These data values are meant for the library `@db`, which is not evaluated
        "#]],
    );
}

#[test]
fn a_mistake_in_a_library_is_told_where_it_is_and_where_the_library_is_evaluated() {
    check(
        "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:template\", \"template\")
        --- #@ template.replace(library.get(\"db\").eval())
        #- /_ytt_lib/db/template.yml
        db: #@ 1 + \"\"
        ",
        expect![[r#"
            config.yml:3: template-failure: The library `db` cannot be evaluated: `+` cannot be applied to int and string (see _ytt_lib/db/template.yml:1)
            _ytt_lib/db/template.yml:1: template-failure: `+` cannot be applied to int and string
        "#]],
    );
}

#[test]
fn a_mistake_in_a_library_that_is_caught_is_not_told() {
    check(
        "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:assert\", \"assert\")
        #@ result, error = assert.try_to(lambda: library.get(\"db\").eval())
        failed: #@ error != None
        #- /_ytt_lib/db/template.yml
        db: #@ 1 + \"\"
        ",
        expect![[r#"
            failed: true
        "#]],
    );
}

#[test]
fn a_library_takes_a_schema_over_its_own() {
    check(
        "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:template\", \"template\")
        #@ def more():
        #@overlay/match missing_ok=True
        more: \"\"
        #@ end
        #@ db = library.get(\"db\").with_data_values_schema(more())
        --- #@ template.replace(db.with_data_values({\"more\": \"a\"}).eval())
        --- #@ template.replace(db.with_data_values({\"more\": 1}).eval())
        #- /_ytt_lib/db/schema.yml
        #@data/values-schema
        ---
        name: own
        #- /_ytt_lib/db/template.yml
        #@ load(\"@ytt:data\", \"data\")
        db: #@ data.values
        ",
        expect![[r#"
            config.yml:9: template-failure: The library `db` cannot be evaluated: `more` must be a string / found: integer / expected: string / hint: put the value in quotes (see config.yml:9, config.yml:5)
            config.yml:9: type-mismatch: `more` must be a string / found: integer / expected: string / hint: put the value in quotes (see config.yml:5)
        "#]],
    );
}

#[test]
fn a_library_exports_functions_that_see_its_values() {
    check(
        &with_library(
            "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ db = library.get(\"db\").with_data_values({\"name\": \"given\"})
        url: #@ db.export(\"url\")()
        values: #@ db.data_values()
        #- /_ytt_lib/db/names.lib.yml
        #@ load(\"@ytt:data\", \"data\")
        #@ def url():
        #@   return \"db://\" + data.values.name
        #@ end
        ",
        ),
        expect![[r#"
            url: db://given
            values:
              name: given
              size: 1
        "#]],
    );
}

#[test]
fn an_export_that_no_file_or_more_than_one_defines_is_refused() {
    check(
        "
        #- /a.yml
        #@ load(\"@ytt:library\", \"library\")
        a: #@ library.get(\"db\").export(\"name\")
        #- /b.yml
        #@ load(\"@ytt:library\", \"library\")
        b: #@ library.get(\"db\").export(\"name\", path=\"one.star\")
        #- /c.yml
        #@ load(\"@ytt:library\", \"library\")
        c: #@ library.get(\"db\").export(\"other\")
        #- /_ytt_lib/db/one.star
        name = 1
        #- /_ytt_lib/db/two.star
        name = 2
        ",
        expect![[r#"
            a.yml:2: template-failure: Both `one.star` and `two.star` define `name`: say which with `path=`
            c.yml:2: template-failure: No file of the library `db` defines `other`
        "#]],
    );
}

#[test]
fn a_library_inside_a_library_stands_beside_the_file_that_asks() {
    check(
        "
        #- /values.yml
        #@library/ref \"@outer@inner\"
        #@data/values
        ---
        name: from the top
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:template\", \"template\")
        --- #@ template.replace(library.get(\"outer\").eval())
        #- /_ytt_lib/outer/folder/config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:template\", \"template\")
        --- #@ template.replace(library.get(\"inner\").eval())
        #- /_ytt_lib/outer/folder/_ytt_lib/inner/values.yml
        #@data/values
        ---
        name: own
        #- /_ytt_lib/outer/folder/_ytt_lib/inner/template.yml
        #@ load(\"@ytt:data\", \"data\")
        inner: #@ data.values.name
        ",
        expect![[r#"
            inner: from the top
        "#]],
    );
}

#[test]
fn the_root_of_a_library_whose_name_has_slashes_is_its_own_folder() {
    check(
        "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        #@ load(\"@ytt:template\", \"template\")
        --- #@ template.replace(library.get(\"team/app\").eval())
        --- #@ template.replace(library.get(\"team\").eval())
        #- /_ytt_lib/team/names.star
        name = \"the team\"
        #- /_ytt_lib/team/app/names.star
        name = \"its app\"
        #- /_ytt_lib/team/app/parts/template.yml
        #@ load(\"/names.star\", \"name\")
        #@ load(\"@ytt:data\", \"data\")
        files: #@ data.list(\"/\")
        name: #@ name
        ",
        expect![[r#"
            files:
            - /names.star
            - /parts/template.yml
            name: its app
            ---
            files:
            - /names.star
            - /app/names.star
            - /app/parts/template.yml
            name: the team
        "#]],
    );
}

#[test]
fn documents_of_a_library_without_content_are_not_given() {
    check(
        "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        kinds: #@ [document[\"kind\"] for document in library.get(\"app\").eval()]
        #- /_ytt_lib/app/template.yml
        #@ def part():
        a: 1
        #@ end
        ---
        kind: Service
        ---
        ",
        expect![[r#"
            kinds:
            - Service
        "#]],
    );
}

#[test]
fn a_library_that_is_not_there_is_named() {
    check(
        "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        a: #@ library.get(\"nowhere\").eval()
        ",
        expect![[r#"
            config.yml:2: template-failure: There is no library `nowhere` / hint: put libraries in `_ytt_lib/` next to the file that loads them
        "#]],
    );
}

#[test]
fn what_others_load_is_evaluated_even_if_nobody_does() {
    let files = "
        #- /helpers.star
        fail(\"no\")
        #- /helpers.lib.yml
        a: #@ fail(\"neither\")
        #- /loaded.star
        fail(\"once\")
        #- /config.yml
        #@ load(\"loaded.star\", \"x\")
        a: 1
        ";
    check(
        files,
        expect![[r#"
        loaded.star:1: template-failure: Once
        config.yml:1: template-load: `loaded.star` cannot be loaded because of an error in it (see loaded.star:1)
        helpers.star:1: template-failure: No
        helpers.lib.yml:1: template-failure: Neither
    "#]],
    );
    let library = with_library(
        "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        a: #@ library.get(\"db\").data_values().size
        b: #@ len(library.get(\"db\").eval())
        #- /_ytt_lib/db/helpers.star
        fail(\"no\")
        ",
    );
    check(
        &library,
        expect![[r#"
        config.yml:3: template-failure: The library `db` cannot be evaluated: No (see _ytt_lib/db/helpers.star:1)
        _ytt_lib/db/helpers.star:1: template-failure: No
    "#]],
    );
}

#[test]
fn exporting_evaluates_the_whole_library() {
    let exporting = |call: &str, more: &str| {
        let config = format!(
            "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        a: #@ library.get(\"db\").export({call})()
        #- /_ytt_lib/db/size.star
        def size():
          return 5
        end
{more}"
        );
        with_library(&config)
    };
    check(
        &exporting("\"size\", path=\"\"", ""),
        expect![[r#"
        a: 5
    "#]],
    );
    check(
        &exporting("\"size\", path=\"/size.star\"", ""),
        expect![[r#"
        config.yml:2: template-failure: No file of the library `db` defines `size`
    "#]],
    );
    let failing = "        #- /_ytt_lib/db/failing.yml\n        a: #@ fail(\"no\")\n";
    check(
        &exporting("\"size\"", failing),
        expect![[r#"
        config.yml:2: template-failure: The library `db` cannot be evaluated: No (see _ytt_lib/db/failing.yml:1)
        _ytt_lib/db/failing.yml:1: template-failure: No
    "#]],
    );
    let unused = "        #- /_ytt_lib/db/inner.yml\n        #@library/ref \"@inner\"\n        #@data/values\n        ---\n        a: 1\n";
    check(
        &exporting("\"size\"", unused),
        expect![[r#"
        config.yml:2: template-failure: The library `db` cannot be evaluated: These data values are meant for the library `@inner`, which is not evaluated (see _ytt_lib/db/inner.yml:3)
        _ytt_lib/db/inner.yml:3: unused-library-document: These data values are meant for the library `@inner`, which is not evaluated
    "#]],
    );
}

#[test]
fn an_address_that_means_no_library_is_refused() {
    for address in ["\"db\"", "\"\"", "\"@db~\"", "\"@db~a~b\"", "5", "", "\"@db\", \"@web\"", "\"@\"", "\"d\" + \"b\""]
    {
        let config = format!(
            "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        a: #@ len(library.get(\"db\").eval())
        #- /values.yml
        #@library/ref {address}
        #@data/values
        ---
        size: 2
        "
        );
        let problems = picture(&job(&with_library(&config)));
        assert!(problems.contains("header-arguments") || problems.contains("unused-library-document"), "{problems}");
    }
    check(
        &with_library(
            "
        #- /config.yml
        #@ load(\"@ytt:library\", \"library\")
        a: #@ len(library.get(\"db\").eval())
        #- /values.yml
        #@library/ref \"@db~\"
        #@data/values after_library_module=1
        ---
        size: 2
        ",
        ),
        expect![[r#"
            values.yml:1: header-arguments: The address of the library has an empty alias behind `~` / found: `@db~` / expected: the address of a library, such as `"@name"` or `"@name~alias"`
            values.yml:2: header-arguments: `after_library_module=` is either `True` or `False`
        "#]],
    );
}
