//! Which files a check without `-f` looks at, and what they are called.

use expect_test::expect;

use super::{Folder, briefly, check, check_briefly, run};

const SCHEMA: &str = "#@data/values-schema\n---\nport: 80\n";
const WRONG: &str = "#@data/values\n---\nport: \"x\"\n";

#[test]
fn values_files_beside_a_bundle_are_alternatives() {
    let files = [("config/schema.yml", SCHEMA), ("envs/dev.yml", WRONG), ("envs/prod.yml", WRONG)];
    check_briefly(
        &files,
        "--check",
        expect![[r#"
            error[type-mismatch]: `port` must be an integer
             --> envs/dev.yml:3:7
             ::: config/schema.yml:3:1

            error[type-mismatch]: `port` must be an integer
             --> envs/prod.yml:3:7
             ::: config/schema.yml:3:1

            2 errors in 2 files
            Looked at 1 schema, 2 values files.
            -- status 1
        "#]],
    );
}

#[test]
fn a_values_file_alone_finds_its_schema() {
    check_briefly(
        &[(".git/HEAD", ""), ("config/schema.yml", SCHEMA), ("envs/dev.yml", WRONG)],
        "--check envs/dev.yml",
        expect![[r#"
            error[type-mismatch]: `port` must be an integer
             --> envs/dev.yml:3:7
             ::: config/schema.yml:3:1

            1 error in 1 file
            Looked at 1 values file.
            -- status 1
        "#]],
    );
}

#[test]
fn paths_are_printed_as_they_were_given() {
    let folder = Folder::new(&[("project/schema.yml", SCHEMA), ("project/values.yml", WRONG), ("other/a.yml", "")]);
    let mut command = folder.sayl("--check ../project");
    command.current_dir(folder.path().join("other"));
    expect![[r#"
        error[type-mismatch]: `port` must be an integer
         --> ../project/values.yml:3:7
         ::: ../project/schema.yml:3:1

        1 error in 1 file
        Looked at 1 schema, 1 values file.
        -- status 1
    "#]]
    .assert_eq(&briefly(&run(&mut command, "")));
}

#[test]
fn folders_that_nobody_writes_by_hand_are_left_out() {
    let files = [("schema.yml", SCHEMA), ("node_modules/a/values.yml", WRONG), ("target/values.yml", WRONG)];
    check(
        &files,
        "--check",
        expect![[r#"
            No problems in 1 file
            Looked at 1 schema.
            -- status 0
        "#]],
    );
}

#[test]
fn a_folder_without_yaml_has_nothing_to_check() {
    check(
        &[("README.md", "# nothing\n")],
        "--check",
        expect![[r#"
        Nothing to check: no ytt schema, data values or template, and no OpenChoreo resource, was found
        -- status 0
    "#]],
    );
}

#[test]
fn standard_input_takes_the_place_of_a_file() {
    let folder = Folder::new(&[(".git/HEAD", ""), ("config/schema.yml", SCHEMA), ("envs/dev.yml", "")]);
    expect![[r#"
        error[type-mismatch]: `port` must be an integer
         --> envs/dev.yml:3:7
         ::: config/schema.yml:3:1

        1 error in 1 file
        Looked at 1 values file.
        -- status 1
    "#]]
    .assert_eq(&briefly(&run(&mut folder.sayl("--check - --stdin-filename envs/dev.yml"), WRONG)));
}

#[test]
fn configuration_given_takes_the_place_of_the_one_found() {
    let files = [
        ("schema.yml", SCHEMA),
        ("values.yml", WRONG),
        ("sayl.toml", "[severity]\ntype-mismatch = \"off\"\n"),
        ("ci.toml", "[severity]\ntype-mismatch = \"warning\"\n"),
    ];
    check_briefly(
        &files,
        "--check --config ci.toml",
        expect![[r#"
            warning[type-mismatch]: `port` must be an integer
             --> values.yml:3:7
             ::: schema.yml:3:1

            1 warning in 1 file
            Looked at 1 schema, 1 values file.
            -- status 0
        "#]],
    );
}

const TYPE: &str = "\
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web-app}
spec: {workloadType: deployment, schema: {parameters: {replicas: integer | default=1}}, resources: []}
";
const COMPONENT: &str = "\
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec: {owner: {projectName: shop}, componentType: deployment/web-app, parameters: {replicas: x}}
";

#[test]
fn a_component_alone_finds_its_type_and_other_components_are_left_alone() {
    check(
        &[
            (".git/HEAD", ""),
            ("types/web-app.yml", TYPE),
            ("types/broken.yml", &COMPONENT.replace("name: shop", "name: broken")),
            ("teams/shop/shop.yml", COMPONENT),
            ("teams/desk/desk.yml", &COMPONENT.replace("name: shop", "name: desk")),
        ],
        "--check --format github teams/shop/shop.yml",
        expect![[r#"
            ::error file=teams/shop/shop.yml,line=4,endLine=4,col=94,endColumn=95,title=sayl%3A type-mismatch::`replicas` must be an integer%0Afound: string%0Aexpected: integer%0Aat: `spec.parameters.replicas`%0Atypes/web-app.yml:4: the schema says so here
            -- status 1
        "#]],
    );
}

#[test]
fn a_folder_whose_resources_lack_others_finds_them_around_it() {
    check(
        &[(".git/HEAD", ""), ("types/web-app.yml", TYPE), ("shop/shop.yml", COMPONENT), ("desk/desk.yml", "a: [")],
        "--check --format github shop",
        expect![[r#"
            ::error file=shop/shop.yml,line=4,endLine=4,col=94,endColumn=95,title=sayl%3A type-mismatch::`replicas` must be an integer%0Afound: string%0Aexpected: integer%0Aat: `spec.parameters.replicas`%0Atypes/web-app.yml:4: the schema says so here
            -- status 1
        "#]],
    );
}

#[test]
fn what_lies_beyond_the_edge_of_a_project_is_not_read() {
    check(
        &[("types/web-app.yml", TYPE), ("shop/.git/HEAD", ""), ("shop/shop.yml", COMPONENT)],
        "--check shop/shop.yml",
        expect![[r#"
            warning[unknown-resource]: There is no ComponentType `web-app` in namespace `default`
             --> shop/shop.yml:4:62
              |
            4 | spec: {owner: {projectName: shop}, componentType: deployment/web-app, parameters: {replicas: x}}
              |                                                              ^^^^^^^
              |
              = hint: the workspace has no resource of that kind; add its files to check against them

            1 warning in 1 file
            Looked at 1 file of resources.
            -- status 0
        "#]],
    );
}

#[test]
fn a_values_file_alone_finds_the_schema_beside_it_in_the_folder_of_the_repository() {
    check_briefly(
        &[
            (".git/HEAD", ""),
            ("schema.yml", "#@data/values-schema\n---\nport: 80\n"),
            ("dev.yml", "#@data/values\n---\nprot: 1\n"),
        ],
        "--check dev.yml",
        expect![[r#"
            error[unknown-key]: The key `prot` is not declared in the schema
             --> dev.yml:3:1
             ::: schema.yml:2:1

            1 error in 1 file
            Looked at 1 values file.
            -- status 1
        "#]],
    );
}

#[test]
fn what_lies_beside_it_among_temporary_files_is_no_part_of_a_project() {
    let other = Folder::new(&[("schema.yml", SCHEMA)]);
    check_briefly(
        &[("dev.yml", WRONG)],
        "--check dev.yml",
        expect![[r#"
            information[no-schema]: No folder around this file holds a schema
             --> dev.yml:1:3

            1 information in 1 file
            Not checked: 1 values file that no schema governs.
            -- status 0
        "#]],
    );
    drop(other);
}
