//! Commands, and the other ways to say them; what all of them have in common.

use expect_test::expect;

use super::{Folder, check, run};

const SCHEMA: (&str, &str) = ("config/schema.yml", "#@data/values-schema\n---\nservice:\n  port: 80\n");
const VALUES: (&str, &str) = ("envs/dev.yml", "#@data/values\n---\nservice:\n  prot: 1\n");
const TRAIT: (&str, &str) = (
    "trait.yml",
    "apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nmetadata:\n  name: volume\nspec:\n  schema:\n    parameters:\n      size: 'integer | default=1'\n",
);

#[test]
fn every_flag_and_its_command_print_the_same() {
    let folder = Folder::new(&[SCHEMA, VALUES, TRAIT]);
    for (flag, command) in [
        ("--check", "check"),
        ("envs --check --deny warnings", "check envs --deny warnings"),
        ("envs", "check envs"),
        ("-f config --format json", "check -f config --format json"),
        ("--check --format sarif", "check --format sarif"),
        ("--data-values-inspect -f config", "values -f config"),
        ("--schema-inspect config -o markdown", "schema config -o markdown"),
        ("--data-values-schema-inspect -f config -o openapi-v3", "schema -f config -o openapi-v3"),
        ("--data-values-schema-inspect -f config -o openapi-v3", "schema config -o openapi-v3"),
        ("--convert openapi-v3 trait.yml", "convert --to openapi-v3 trait.yml"),
        ("trait.yml --convert=openapi-v3", "convert trait.yml --to openapi-v3"),
        ("--explain unknown-key", "explain unknown-key"),
        ("--completions fish", "completions fish"),
        ("--man", "man"),
        ("--config-schema", "config-schema"),
        ("--merge", "merge"),
        ("--check --jobs 0", "check --jobs 0"),
    ] {
        assert_eq!(run(&mut folder.sayl(flag), ""), run(&mut folder.sayl(command), ""), "{flag}");
    }
}

#[test]
fn without_arguments_and_as_a_command_it_is_a_language_server() {
    let folder = Folder::new(&[]);
    let message = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let initialize = message(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    let shutdown = message(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#);
    let exit = message(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    let input = [initialize, shutdown, exit].concat();
    for spelling in ["", "server", "--stdio", "server --stdio"] {
        let output = run(&mut folder.sayl(spelling), &input);
        assert!(output.contains("\"capabilities\"") && output.ends_with("-- status 0\n"), "{spelling}: {output}");
    }
}

#[test]
fn a_misspelt_command_is_told_which_was_meant() {
    check(
        &[],
        "conver a.yml",
        expect![[r#"
            -- stderr
            error: unrecognized subcommand 'conver'

              tip: a similar subcommand exists: 'convert'

            Usage: sayl [OPTIONS] <COMMAND>

            For more information, try '--help'.
            -- status 2
        "#]],
    );
}

#[test]
fn a_concise_report_has_one_line_for_each_problem() {
    let folder = Folder::new(&[SCHEMA, VALUES]);
    let output = run(&mut folder.sayl("check --format concise --quiet"), "");
    expect![[r#"
        envs/dev.yml:4:3: error[unknown-key] The key `prot` is not declared in the schema
        -- status 1
    "#]]
    .assert_eq(&output);
    let output = run(&mut folder.sayl("check --format concise"), "");
    assert!(output.contains("-- stderr\n1 error in 1 file\n"), "{output}");
}

#[test]
fn who_wants_it_quiet_gets_problems_alone() {
    let folder = Folder::new(&[SCHEMA]);
    assert_eq!(run(&mut folder.sayl("check -q"), ""), "-- status 0\n");
    folder.write(VALUES.0, VALUES.1.as_bytes());
    let output = run(&mut folder.sayl("--quiet --check"), "");
    assert!(output.starts_with("error[unknown-key]") && !output.contains("1 error"), "{output}");
}

#[test]
fn colours_follow_the_flag_then_the_environment_then_the_terminal() {
    let folder = Folder::new(&[SCHEMA, VALUES]);
    for (flag, name, value, is_coloured) in [
        ("auto", "TERM", "xterm", false),
        ("always", "NO_COLOR", "1", true),
        ("auto", "CLICOLOR_FORCE", "1", true),
        ("auto", "CLICOLOR_FORCE", "0", false),
        ("never", "CLICOLOR_FORCE", "1", false),
    ] {
        let mut command = folder.sayl(&format!("check --color {flag}"));
        let output = run(command.env_remove("CLICOLOR_FORCE").env(name, value), "");
        assert_eq!(output.contains("\u{1b}["), is_coloured, "{flag} {name}={value}");
    }
    let mut command = folder.sayl("check");
    let output = run(command.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"), "");
    assert!(!output.contains("\u{1b}["), "{output}");
}

#[test]
fn a_severity_of_the_command_line_wins_over_the_configuration() {
    let folder = Folder::new(&[SCHEMA, VALUES, ("sayl.toml", "[severity]\nunknown-key = \"off\"\n")]);
    let report = |flags: &str| run(&mut folder.sayl(&format!("check -q --format concise {flags}")), "");
    assert_eq!(report(""), "-- status 0\n");
    let warned = "envs/dev.yml:4:3: warning[unknown-key] The key `prot` is not declared in the schema\n-- status 0\n";
    assert_eq!(report("--severity unknown-key=warning"), warned);
    assert_eq!(report("--severity type-mismatch=off --severity unknown-key=error").lines().last(), Some("-- status 1"));
    for (flag, output) in [
        ("unknown-kye=off", "there is no problem `unknown-kye`; did you mean `unknown-key`?"),
        ("unknown-key=loud", "`loud` is not a severity: error, warning, information, hint or off"),
        ("unknown-key", "a severity is given as CODE=LEVEL, such as unknown-key=warning"),
    ] {
        let refused = report(&format!("--severity {flag}"));
        assert!(refused.contains(output) && refused.ends_with("-- status 2\n"), "{refused}");
    }
}

#[test]
fn every_code_is_listed_on_a_line_of_its_own() {
    let output = run(&mut Folder::new(&[]).sayl("explain"), "");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), sayl_core::problem::Code::ALL.len() + 1, "{output}");
    for (line, code) in lines.iter().zip(sayl_core::problem::Code::ALL) {
        assert!(line.starts_with(&format!("{} ", code.name())) && line.contains(code.severity().name()), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_output_file_is_replaced_and_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[SCHEMA, ("report.txt", "old")]);
    let path = folder.path().join("report.txt");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(run(&mut folder.sayl("check --output-file report.txt"), ""), "-- status 0\n");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("No problems in 1 file\n"));
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(run(&mut folder.sayl("check --output-file /dev/null"), ""), "-- status 0\n");
}

/// What is refused for its usage leaves the file of an earlier run alone.
#[test]
fn an_output_file_is_not_touched_by_a_run_that_fails() {
    let folder = Folder::new(&[SCHEMA, ("report.txt", "old")]);
    let output = run(&mut folder.sayl("check --baseline missing --output-file report.txt"), "");
    assert!(output.ends_with("-- status 2\n"), "{output}");
    assert_eq!(std::fs::read_to_string(folder.path().join("report.txt")).unwrap(), "old");
}

const TYPES: &str = "\
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec:
  workloadType: deployment
  parameters:
    openAPIV3Schema: {type: object, required: [port], properties: {port: {type: integer}, level: {type: string, default: info}}}
";

#[test]
fn a_new_component_is_printed() {
    check(
        &[("types.yml", TYPES)],
        "init component web shop",
        expect![[r#"
        apiVersion: openchoreo.dev/v1alpha1
        kind: Component
        metadata:
          name: shop
          namespace: default
        spec:
          owner:
            projectName: default
          componentType:
            kind: ComponentType
            name: deployment/web
          parameters:
            # required; integer
            port: 0
            # string
            # level: info
        -- status 0
    "#]],
    );
    check(
        &[("types.yml", TYPES)],
        "init component deployment/wbe",
        expect![[r#"
        -- stderr
        sayl: There is no type `deployment/wbe` for a Component; did you mean `web`?
        -- status 2
    "#]],
    );
    check(
        &[("types.yml", TYPES)],
        "init component",
        expect![[r#"
        -- stderr
        sayl: init needs a type: scheduled-task, service, web, web-application, worker
        -- status 2
    "#]],
    );
    check(
        &[("types.yml", TYPES)],
        "init component ClusterComponentType/worker --output-file a/b.yml",
        expect![[r#"
            -- stderr
            sayl: a/b.yml cannot be written: No such file or directory (os error 2)
            -- status 2
        "#]],
    );
    check(
        &[("b.yml", TYPES)],
        "init project default --output-file b.yml",
        expect![[r#"
        -- stderr
        sayl: b.yml is there already; nothing was changed
        -- status 2
    "#]],
    );
    check(
        &[],
        "init here there",
        expect![[r#"
        -- stderr
        sayl: init takes one folder
        -- status 2
    "#]],
    );
}
