//! Loading modules and files.

use super::*;

#[test]
fn functions_and_yaml_are_loaded_from_files() {
    check(
        r#"
        #- /main.yml
        #@ load("/helpers/names.star", "full_name")
        #@ load("helpers/labels.lib.yml", "labels")
        ---
        name: #@ full_name("a", "b")
        labels: #@ labels("x")
        #- /helpers/names.star
        def full_name(a, b):
            return a + "-" + b
        end
        #- /helpers/labels.lib.yml
        #@ load("names.star", "full_name")
        #@ def labels(x):
        app: #@ full_name(x, "app")
        #@ end
        "#,
        expect![[r#"
            name: a-b
            labels:
              app: x-app
        "#]],
    );
}
