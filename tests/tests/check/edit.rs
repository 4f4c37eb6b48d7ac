//! `sayl fmt` and `sayl fix`: what they write, what they say, and what they leave alone.

use expect_test::expect;

use super::{Folder, run};

const SCHEMA: &str = "#@data/values-schema\n---\nname: web\nservice:\n  port: 80\n";
const MISSPELT: &str = "#@data/values\n---\nname:  1.5\nservice:\n    prot: \"8080\"\n";

fn folder() -> Folder {
    let folder = Folder::new(&[("config/schema.yml", SCHEMA), ("envs/dev.yml", MISSPELT)]);
    // The edge of the project: what lies in it counts, whatever is named.
    folder.write(".git/HEAD", b"");
    // YAML of others is left alone.
    folder.write("compose.yml", b"services:\n    a:   1\n");
    folder
}

fn text(folder: &Folder, path: &str) -> String {
    std::fs::read_to_string(folder.path().join(path)).unwrap()
}

#[test]
fn files_are_laid_out() {
    let folder = folder();
    let output = run(&mut folder.sayl("fmt"), "");
    expect![[r#"
        envs/dev.yml
        -- stderr
        1 file laid out, 1 file unchanged
        -- status 0
    "#]]
    .assert_eq(&output);
    assert_eq!(text(&folder, "envs/dev.yml"), "#@data/values\n---\nname: 1.5\nservice:\n    prot: \"8080\"\n");
    assert_eq!(text(&folder, "compose.yml"), "services:\n    a:   1\n");
    let again = run(&mut folder.sayl("fmt -q"), "");
    assert_eq!(again, "-- status 0\n");
}

#[test]
fn other_yaml_is_left_alone_even_where_it_is_named() {
    let folder = folder();
    let output = run(&mut folder.sayl("fmt compose.yml"), "");
    assert!(output.contains("0 files laid out, 0 files unchanged"), "{output}");
    assert_eq!(text(&folder, "compose.yml"), "services:\n    a:   1\n");
}

#[test]
fn whoever_only_asks_changes_nothing() {
    let folder = folder();
    let output = run(&mut folder.sayl("fmt --check"), "");
    expect![[r#"
        envs/dev.yml
        -- stderr
        1 file would be laid out, 1 file unchanged
        -- status 1
    "#]]
    .assert_eq(&output);
    let output = run(&mut folder.sayl("fix --diff"), "");
    expect![[r#"
        --- a/envs/dev.yml
        +++ b/envs/dev.yml
        @@ -1,5 +1,5 @@
         #@data/values
         ---
        -name:  1.5
        +name:  "1.5"
         service:
        -    prot: "8080"
        +    port: 8080
        -- stderr
        1 file would be fixed, 1 file unchanged
        -- status 0
    "#]]
    .assert_eq(&output);
    assert_eq!(text(&folder, "envs/dev.yml"), MISSPELT);
}

/// The key is corrected first; only then its value is known to be of the wrong type.
#[test]
fn what_one_fix_shows_is_fixed_too() {
    let folder = folder();
    let output = run(&mut folder.sayl("fix envs"), "");
    assert!(output.starts_with("envs/dev.yml\n") && output.ends_with("-- status 0\n"), "{output}");
    assert_eq!(text(&folder, "envs/dev.yml"), "#@data/values\n---\nname:  \"1.5\"\nservice:\n    port: 8080\n");
    let output = run(&mut folder.sayl("check -q"), "");
    assert_eq!(output, "-- status 0\n");
}

#[test]
fn standard_input_is_printed() {
    let folder = folder();
    let output = run(&mut folder.sayl("fix - --stdin-filename envs/new.yml"), "#@data/values\n---\nnaem: a\n");
    assert_eq!(output, "#@data/values\n---\nname: a\n-- status 0\n");
    let output = run(&mut folder.sayl("fmt - --stdin-filename envs/new.yml"), "#@data/values\n---\nname:   a\n");
    assert_eq!(output, "#@data/values\n---\nname: a\n-- status 0\n");
    let output = run(&mut folder.sayl("fmt - envs"), "");
    assert!(output.contains("`-` stands alone") && output.ends_with("-- status 2\n"), "{output}");
}

#[test]
fn what_is_not_there_is_told() {
    let output = run(&mut folder().sayl("fmt missing.yml"), "");
    assert!(output.contains("error[unreadable-file]") && output.ends_with("-- status 2\n"), "{output}");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_stays_whole() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    std::fs::set_permissions(folder.path().join("envs/dev.yml"), std::fs::Permissions::from_mode(0o755)).unwrap();
    run(&mut folder.sayl("fix"), "");
    let mode = std::fs::metadata(folder.path().join("envs/dev.yml")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    assert_eq!(std::fs::read_dir(folder.path().join("envs")).unwrap().count(), 1);
}
