//! `--completions` and `--man`: what packages of `sayl` bring along.

use expect_test::expect;

use super::{Folder, check, run};

#[test]
fn every_shell_gets_completions_for_every_flag() {
    let folder = Folder::new(&[]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let printed = run(&mut folder.sayl(&format!("--completions {shell}")), "");
        for flag in ["write-baseline", "data-values-schema-inspect", "completions"] {
            assert!(printed.contains(flag), "{shell} does not know {flag}:\n{printed}");
        }
        assert!(!printed.contains("--evaluate"), "{shell} knows what is internal:\n{printed}");
        assert!(printed.ends_with("-- status 0\n"), "{printed}");
    }
}

#[test]
fn a_problem_is_explained_by_its_code() {
    check(
        &[],
        "--explain redundant-default",
        expect![[r#"
            warning[redundant-default]: The default says no more than the example value of its node does.

                #@schema/match data_values=True
                ---
                #@schema/default 80
                port: 80

            Remove the annotation.
            -- status 0
        "#]],
    );
    check(
        &[],
        "--explain invalid-encodin",
        expect![[r#"
            -- stderr
            error: invalid value 'invalid-encodin' for '--explain <CODE>'
              [possible values: syntax-error, invalid-encoding, too-deep, file-too-large, unreadable-file, duplicate-key, undefined-alias, ambiguous-scalar, unknown-comment, annotation-syntax, template-syntax, template-name, template-load, template-failure, unknown-value, unknown-annotation, unknown-header, annotation-edition, repeated-annotation, dangling-annotation, ignored-annotation, misplaced-annotation, annotation-arguments, mixed-documents, header-arguments, mixed-editions, schema-null, schema-array-items, schema-computed-value, schema-default-type, redundant-default, unstated-default, schema-example-type, evaluation-budget, not-evaluated, shorthand-syntax, shorthand-type, cyclic-type, unknown-marker, required-marker, marker-value, invalid-default, json-schema-as-fields, unsuitable-marker, repeated-marker, shorthand-quoting, invalid-pattern, impossible-bounds, shadowed-type, ineffective-default, schema-reference, schema-keyword, mixed-schemas, overlapping-keys, expression-syntax, unclosed-expression, undefined-name, unknown-function, expression-type, argument-count, missing-loop-variable, unused-parameter, unknown-key, type-mismatch, key-count, schema-combination, overlay-mismatch, rule-violation, empty-value, removed-key, deprecated-key, unused-library-document, annotation-in-plain-values, missing-parameter, unknown-parameter, unknown-resource, duplicate-resource, workload-type, repeated-instance, unknown-instance, not-allowed, resource-structure, invalid-suppression, unused-suppression, invalid-flag, invalid-config, ambiguous-bundle, no-schema, no-bundle, ungoverned-values, not-checked]

              tip: a similar value exists: 'invalid-encoding'

            For more information, try '--help'.
            -- status 2
        "#]],
    );
}

#[test]
fn the_manual_page_has_its_sections_and_every_flag() {
    let printed = run(&mut Folder::new(&[]).sayl("--man"), "");
    for part in [".TH sayl 1", ".SH NAME", ".SH SYNOPSIS", "write\\-baseline", "files\\-from", "Exit status"] {
        assert!(printed.contains(part), "{part} is missing:\n{printed}");
    }
    assert!(!printed.contains("\\-\\-evaluate"), "what is internal stays out");
}

#[test]
fn the_bash_completions_are_a_script_that_bash_reads() {
    let folder = Folder::new(&[]);
    let printed = run(&mut folder.sayl("--completions bash"), "");
    folder.write("sayl.bash", printed.replace("-- status 0\n", "").as_bytes());
    let script = "source ./sayl.bash; COMP_WORDS=(sayl --write); COMP_CWORD=1; _sayl sayl --write sayl; echo \"${COMPREPLY[@]}\"";
    let mut bash = std::process::Command::new("bash");
    let printed = run(bash.args(["-c", script]).current_dir(folder.path()), "");
    assert_eq!(printed, "--write-baseline\n-- status 0\n");
}
