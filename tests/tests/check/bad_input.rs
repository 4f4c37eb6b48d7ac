//! Input that cannot be read: a clear message at its place, the right status, and everything else still checked.

use std::process::Command;

use expect_test::{Expect, expect};

use super::Folder;

const SCHEMA: (&str, &str) = ("schema.yml", "#@data/values-schema\n---\nport: 80\n");
const VALUES: (&str, &str) = ("values.yml", "#@data/values\n---\nport: \"x\"\n");

/// What is said of `VALUES`, which the tests of other files do not repeat.
const PROBLEM_OF_VALUES: &str = r#"error[type-mismatch]: `port` must be an integer
 --> values.yml:3:7
  |
3 | port: "x"
  |       ^^^
  |
 ::: schema.yml:3:1
  |
3 | port: 80
  | ---- the schema declares it here
  |
  = found: string
  = expected: integer
"#;

/// Everything that a run leaves behind, but for what is known of `VALUES`.
fn run(command: &mut Command) -> String {
    super::run(command, "").replace(PROBLEM_OF_VALUES, "(and `port` of values.yml)\n")
}

#[track_caller]
fn check(files: &[(&str, &str)], arguments: &str, expected: Expect) {
    expected.assert_eq(&run(&mut Folder::new(files).sayl(arguments)));
}

#[test]
fn a_missing_path_is_named_and_the_others_are_checked() {
    check(
        &[SCHEMA, VALUES],
        "--check . missing",
        expect![[r#"
            error[unreadable-file]: There is no such file
            --> missing

            (and `port` of values.yml)

            2 errors in 2 files
            Looked at 1 schema, 1 values file.
            -- status 2
        "#]],
    );
}

#[test]
fn a_missing_file_of_a_given_bundle_is_named() {
    check(
        &[SCHEMA, VALUES],
        "--check -f schema.yml -f missing.yml -f values.yml",
        expect![[r#"
            error[unreadable-file]: There is no such file
            --> missing.yml

            (and `port` of values.yml)

            2 errors in 2 files
            Looked at 1 schema, 1 values file.
            -- status 2
        "#]],
    );
}

#[test]
fn invalid_utf_8_is_a_problem_at_its_place() {
    let folder = Folder::new(&[SCHEMA, VALUES]);
    folder.write("bad.yml", b"#@data/values\n---\nport: 1 #! caf\xe9\n");
    expect![[r#"
        error[invalid-encoding]: The file contains bytes that are not UTF-8 text
         --> bad.yml:3:15
          |
        3 | port: 1 #! caf�
          |               ^
          |
          = expected: UTF-8 text
          = hint: save the file as UTF-8; what follows is checked as far as it can be read

        (and `port` of values.yml)

        2 errors in 2 files
        Looked at 1 schema, 2 values files.
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl("--check")));
}

#[test]
fn a_binary_file_is_a_problem() {
    let folder = Folder::new(&[SCHEMA]);
    folder.write("image.yml", &[0x89, b'P', b'N', b'G', 0, 0xff, 0xfe, b'\n', 1]);
    expect![[r#"
        error[invalid-encoding]: The file contains bytes that are not UTF-8 text
         --> image.yml:1:1
          |
        1 | �PNG␀��
          | ^
          |
          = expected: UTF-8 text
          = hint: save the file as UTF-8; what follows is checked as far as it can be read

        error[invalid-encoding]: YAML does not allow this control character
         --> image.yml:1:5
          |
        1 | �PNG␀��
          |     ^
          |
          = found: U+0000
          = hint: remove it, or write an escape in double quotes

        error[invalid-encoding]: YAML does not allow this control character
         --> image.yml:2:1
          |
        2 | ␁
          | ^
          |
          = found: U+0001
          = hint: remove it, or write an escape in double quotes

        3 errors in 1 file
        Looked at 1 template.
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl("--check image.yml")));
}

#[test]
fn a_huge_file_is_refused_and_the_others_are_checked() {
    let folder = Folder::new(&[SCHEMA, VALUES]);
    folder.write("huge.yml", &vec![b'#'; 50_000_000]);
    expect![[r#"
        error[file-too-large]: The file is larger than the limit
        --> huge.yml
         = found: 50000000 bytes
         = expected: at most 20971520 bytes
         = hint: split the file, or raise `max-file-size` below `[limits]` in sayl.toml

        (and `port` of values.yml)

        2 errors in 2 files
        Looked at 1 schema, 1 values file.
        -- status 2
    "#]]
    .assert_eq(&run(&mut folder.sayl("--check")));
}

#[test]
fn a_broken_configuration_is_a_problem_at_its_setting() {
    check(
        &[SCHEMA, VALUES, ("sayl.toml", "[severity]\nunknown-kye = \"off\"\n")],
        "--check",
        expect![[r#"
            error[invalid-config]: There is no setting `unknown-kye` here
             --> sayl.toml:2:1
              |
            2 | unknown-kye = "off"
              | ^^^^^^^^^^^
              |
              = hint: did you mean `unknown-key`?

            (and `port` of values.yml)

            2 errors in 2 files
            Looked at 1 schema, 1 values file.
            -- status 2
        "#]],
    );
}

#[test]
fn a_file_that_does_not_exist_is_named_whatever_it_is_to_be_called() {
    for given in ["-f schema.yml -f new.yml=missing", "-f schema.yml -f new/=missing"] {
        check(
            &[SCHEMA],
            given,
            expect![[r#"
                error[unreadable-file]: There is no such file
                --> missing

                1 error in 1 file
                Looked at 1 schema.
                -- status 2
            "#]],
        );
    }
}

#[test]
fn a_configuration_that_does_not_exist_is_named() {
    check(
        &[SCHEMA],
        "--check --config ci.toml",
        expect![[r#"
            error[unreadable-file]: There is no such file
            --> ci.toml

            1 error in 1 file
            Looked at 1 schema.
            -- status 2
        "#]],
    );
}

#[test]
fn a_file_as_deep_as_the_sea_is_a_problem() {
    let folder = Folder::new(&[SCHEMA, VALUES]);
    folder.write("deep.yml", "[".repeat(100_000).as_bytes());
    expect![[r#"
        error[too-deep]: The text nests deeper than sayl follows
         --> deep.yml:1:121
          |
        1 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...
          |                                                                                  ^
          |
          = hint: flatten the structure

        (and `port` of values.yml)

        2 errors in 2 files
        Looked at 1 schema, 1 values file, 1 template.
        -- status 1
    "#]].assert_eq(&run(&mut folder.sayl("--check")));
}

#[cfg(unix)]
#[test]
fn a_file_that_the_system_does_not_open_is_named() {
    let folder = Folder::new(&[SCHEMA, VALUES]);
    std::os::unix::fs::symlink("loop.yml", folder.path().join("loop.yml")).unwrap();
    expect![[r#"
        error[unreadable-file]: The file cannot be read
        --> loop.yml
         = found: Too many levels of symbolic links (os error 40)

        1 error in 1 file
        Looked at 1 schema.
        -- status 2
    "#]]
    .assert_eq(&run(&mut folder.sayl("--check schema.yml loop.yml")));
}

#[test]
fn a_folder_is_no_content_of_a_data_value() {
    check(
        &[SCHEMA, ("folder/a.txt", "")],
        "--check -f schema.yml --data-value-file port=folder",
        expect![[r#"
        -- stderr
        sayl: --data-value-file port=folder: this is a folder, not a file
        -- status 2
    "#]],
    );
}

#[test]
fn no_schema_at_all_is_no_failure() {
    check(
        &[VALUES],
        "--check -f values.yml",
        expect![[r#"
            No problems in 1 file
            Looked at 1 values file.
            -- status 0
        "#]],
    );
}

/// What nobody may list was not checked, so the check cannot be said to have passed.
#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_listed_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new(&[SCHEMA, ("closed/values.yml", VALUES.1)]);
    let closed = folder.path().join("closed");
    let set = |mode| std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(mode)).unwrap();
    set(0o000);
    let of_anybody = ["--check", "--check closed", "--check -f .", "--check schema.yml"]
        .map(|arguments| run(&mut without_privileges(&folder, arguments)));
    set(0o755);
    let [below, itself, given, beside] = of_anybody;
    expect![[r#"
        error[unreadable-file]: The files in this folder cannot be listed
        --> closed
         = found: permission denied
         = hint: what is in it was not checked

        1 error in 1 file
        Looked at 1 schema.
        -- status 2
    "#]]
    .assert_eq(&below);
    let without_counts = below.replace("Looked at 1 schema.\n", "");
    assert_eq!((&itself, &given), (&without_counts, &below));
    expect![[r#"
        No problems in 1 file
        Looked at 1 schema.
        -- status 0
    "#]]
    .assert_eq(&beside);
}

/// `sayl`, as somebody whom permissions concern: the administrator may list every folder.
#[cfg(unix)]
fn without_privileges(folder: &Folder, arguments: &str) -> Command {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    const NOBODY: u32 = 65534;
    if std::fs::metadata(folder.path()).unwrap().uid() != 0 {
        return folder.sayl(arguments);
    }
    // Others may enter neither the folder of the test nor perhaps that of the binary.
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("sayl.bin");
    if !program.exists() {
        // By another process: while this one writes the copy, another test may start a process,
        // which holds the copy open for writing until it runs its program. Nobody can run it then.
        let copied = Command::new("cp").arg(sayl_tests::binary::sayl()).arg(&program).status().unwrap();
        assert!(copied.success());
    }
    let mut command = Command::new(program);
    command.current_dir(folder.path()).args(arguments.split_whitespace()).uid(NOBODY).gid(NOBODY);
    command
}

#[test]
fn nothing_stands_below_a_file() {
    check(
        &[SCHEMA],
        "--check schema.yml/values.yml",
        expect![[r#"
            error[unreadable-file]: There is no such file
            --> schema.yml/values.yml

            1 error in 1 file
            -- status 2
        "#]],
    );
}

#[test]
fn a_code_that_does_not_exist_brings_no_list_of_all_codes() {
    check(
        &[SCHEMA, ("sayl.toml", "[severity]\nwhatever = \"off\"\n")],
        "--check",
        expect![[r#"
            error[invalid-config]: There is no setting `whatever` here
             --> sayl.toml:2:1
              |
            2 | whatever = "off"
              | ^^^^^^^^
              |
              = hint: docs/problems.md lists the codes of problems

            1 error in 1 file
            Looked at 1 schema.
            -- status 2
        "#]],
    );
}

#[test]
fn a_file_of_another_encoding_is_one_problem() {
    let folder = Folder::new(&[SCHEMA]);
    let units = "\u{feff}#@data/values\n---\nport: 1\n".encode_utf16();
    folder.write("values.yml", &units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    expect![[r#"
        error[invalid-encoding]: The file is UTF-16 text
        --> values.yml
         = expected: UTF-8 text
         = hint: save the file as UTF-8

        1 error in 1 file
        Looked at 1 schema, 1 template.
        -- status 1
    "#]]
    .assert_eq(&run(&mut folder.sayl("--check")));
}

/// A pipe or a device in a project is not read: it may never begin, or never end.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_waited_for() {
    let folder = Folder::new(&[SCHEMA, VALUES, ("in/a.yml", "a: 1\n"), ("out/sayl.toml.txt", "")]);
    let path = |name: &str| folder.path().join(name);
    let pipe = |name: &str| assert!(Command::new("mkfifo").arg(path(name)).status().unwrap().success());
    pipe("in/.gitignore");
    pipe("out/sayl.toml");
    std::os::unix::fs::symlink("/dev/zero", path("device.yml")).unwrap();
    let found = run(&mut folder.sayl("check"));
    assert!(found.contains("(and `port` of values.yml)"), "{found}");
    assert!(found.contains("`.gitignore` is not a regular file"), "{found}");
    assert!(found.ends_with("-- status 2\n"), "{found}");
    pipe(".gitignore");
    let found = run(&mut folder.sayl("check values.yml"));
    assert!(found.contains("(and `port` of values.yml)"), "{found}");
}

/// A project that names a schema outside of itself, and one of a link.
const REACHING: [(&str, &str); 4] = [
    ("a/sayl.toml", "[[bundle]]\nfiles = [\"values.yml\", \"../s/schema.yml\"]\n"),
    ("a/values.yml", VALUES.1),
    ("a/plain.yml", "# sayl: schema=../s\nport: 1\n"),
    ("s/schema.yml", SCHEMA.1),
];

#[test]
fn what_lies_outside_of_a_project_is_named_and_not_read() {
    check(
        &REACHING,
        "check a",
        expect![[r#"
            information[no-schema]: The modeline names `../s`, which lies outside of the project
             --> a/plain.yml:1:1
              |
            1 | # sayl: schema=../s
              | ^
              |
              = hint: check or open the folder around both; if you trust the project, give its `sayl.toml` with `--config`, or set `trust` in the editor

            error[invalid-config]: `../s/schema.yml` lies outside of the project, so it is not read
             --> a/sayl.toml:2:24
              |
            2 | files = ["values.yml", "../s/schema.yml"]
              |                        ^^^^^^^^^^^^^^^^^
              |
              = hint: check or open the folder around both; if you trust the project, give its `sayl.toml` with `--config`, or set `trust` in the editor

            1 error, 1 information in 2 files
            Looked at 1 values file. Not checked: 1 values file that no schema governs.
            -- status 2
        "#]],
    );
}

#[test]
fn a_configuration_that_is_given_may_name_what_lies_outside() {
    check(
        &REACHING,
        "check a/values.yml --config a/sayl.toml",
        expect![[r#"
            error[type-mismatch]: `port` must be an integer
             --> a/values.yml:3:7
              |
            3 | port: "x"
              |       ^^^
              |
             ::: s/schema.yml:3:1
              |
            3 | port: 80
              | ---- the schema declares it here
              |
              = found: string
              = expected: integer

            1 error in 1 file
            Looked at 1 values file.
            -- status 1
        "#]],
    );
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out_of_the_project() {
    let link = "[[bundle]]\nfiles = [\".\", \"in/schema.yml\"]\n";
    let folder = Folder::new(&[("a/sayl.toml", link), ("a/values.yml", VALUES.1), ("s/schema.yml", SCHEMA.1)]);
    std::os::unix::fs::symlink(folder.path().join("s"), folder.path().join("a/in")).unwrap();
    expect![[r#"
        error[invalid-config]: `in/schema.yml` lies outside of the project, so it is not read
         --> a/sayl.toml:2:15
          |
        2 | files = [".", "in/schema.yml"]
          |               ^^^^^^^^^^^^^^^
          |
          = hint: check or open the folder around both; if you trust the project, give its `sayl.toml` with `--config`, or set `trust` in the editor

        1 error in 1 file
        Looked at 1 values file.
        -- status 2
    "#]]
    .assert_eq(&run(&mut folder.sayl("check a")));
}
