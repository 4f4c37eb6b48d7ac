//! `sayl completions` and `sayl man`: what packages of `sayl` bring along.

use expect_test::expect;

use super::{Folder, check, run};

#[test]
fn every_shell_gets_completions_for_every_flag() {
    let folder = Folder::new(&[]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let printed = run(&mut folder.sayl(&format!("--completions {shell}")), "");
        for flag in ["write-baseline", "data-values-env-yaml", "completions", "fmt"] {
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
            warning[redundant-default]: The default repeats the example value of its node.

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
            error: there is no problem `invalid-encodin`; did you mean `invalid-encoding`?
            -- status 2
        "#]],
    );
}

#[test]
fn the_manual_page_has_its_sections_and_every_flag() {
    let printed = run(&mut Folder::new(&[]).sayl("--man"), "");
    for part in [
        ".TH sayl 1",
        ".SH NAME",
        ".SH SYNOPSIS",
        "write\\-baseline",
        "files\\-from",
        "Exit status",
        "sayl check",
        "sayl fmt",
        "\\-\\-watch",
        "config\\-schema",
    ] {
        assert!(printed.contains(part), "{part} is missing:\n{printed}");
    }
    assert!(!printed.contains("\\-\\-evaluate"), "what is internal stays out");
}

#[test]
fn the_bash_completions_are_a_script_that_bash_reads() {
    let folder = Folder::new(&[]);
    let printed = run(&mut folder.sayl("--completions bash"), "");
    folder.write("sayl.bash", printed.replace("-- status 0\n", "").as_bytes());
    let script = "source ./sayl.bash; COMP_WORDS=(sayl check --write); COMP_CWORD=2; _sayl sayl --write check; echo \"${COMPREPLY[@]}\"";
    let mut bash = std::process::Command::new("bash");
    let printed = run(bash.args(["-c", script]).current_dir(folder.path()), "");
    assert_eq!(printed, "--write-baseline\n-- status 0\n");
}
