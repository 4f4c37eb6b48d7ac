//! Every command that a page of the documentation shows runs, in a copy of the examples.
//!
//! Commands are the lines of `sh` blocks, the lines behind `$ ` of `console` blocks, the lines of `yaml` blocks that
//! start `sayl`, and code between backquotes that starts with `sayl` or `cargo`. They run in the folder that the text
//! above them names (``in `examples/web-app` ``), up to the next heading; without such a text, at the root (pages of examples: in their own folder). The lines of
//! one block, and the commands of one paragraph or row of a table, run one after the other in one copy.

use std::path::{Path, PathBuf};
use std::process::Command;

use sayl_tests::binary::{self, workspace_root};
use tempfile::TempDir;

use pages::{Shown, shown};
use stand_ins::{has_verdict, in_place_of};

mod pages;
mod stand_ins;

#[test]
fn every_command_that_the_documentation_shows_runs() {
    let pages = pages();
    let failures: Vec<String> = pages.iter().flat_map(|page| failures(page)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn cargo_takes_the_dependencies_that_are_locked() {
    let unlocked: Vec<String> = pages()
        .iter()
        .flat_map(|page| shown_by(page))
        .flat_map(|shown| shown.commands)
        .filter(|command| command.starts_with("cargo ") && !command.contains("--locked"))
        .collect();
    assert!(unlocked.is_empty(), "`--locked` is missing: {unlocked:#?}");
}

#[test]
fn a_command_that_does_not_exist_fails() {
    let fails = |line: &str| !failures_of(&shown(&format!("```sh\n{line}\n```\n"), "")[0]).is_empty();
    assert!(fails("sayl chekc"));
    assert!(fails("sayl check --fromat json"));
    assert!(fails("sayl check there-is-no-such-file.yml"));
    assert!(fails("there-is-no-such-program"));
    assert!(!fails("sayl check examples # finds problems"));
}

/// README.md, CONTRIBUTING.md and what lies in `docs`, `editors` and `examples`.
fn pages() -> Vec<PathBuf> {
    let root = workspace_root();
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "editors", "editors/*", "editors/vscode/walkthrough", "examples/*"] {
        let folders = match folder.strip_suffix("/*") {
            Some(parent) => entries(&root.join(parent)),
            None => vec![root.join(folder)],
        };
        pages.extend(
            folders.iter().flat_map(|folder| entries(folder)).filter(|path| path.extension() == Some("md".as_ref())),
        );
    }
    assert!(pages.len() > 10, "{pages:?}");
    pages
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// What a page shows. That of an example is read beside it, all others at the root.
fn shown_by(page: &Path) -> Vec<Shown> {
    let folder = page.parent().unwrap().strip_prefix(workspace_root()).unwrap();
    let base = if folder.starts_with("examples") { folder.to_str().unwrap() } else { "" };
    shown(&std::fs::read_to_string(page).unwrap(), base)
}

fn failures(page: &Path) -> Vec<String> {
    let name = page.strip_prefix(workspace_root()).unwrap().display().to_string();
    shown_by(page).iter().flat_map(failures_of).map(|failure| format!("{name}: {failure}")).collect()
}

/// What goes wrong with the commands of one block, paragraph or row.
fn failures_of(shown: &Shown) -> Vec<String> {
    let copy = copy_of_examples(&shown.folder);
    shown.commands.iter().filter_map(|command| failure(command, &shown.folder, copy.path())).collect()
}

fn failure(command: &str, folder: &str, copy: &Path) -> Option<String> {
    let line = in_place_of(command, &workspace_root().join(folder));
    let binaries = binary::sayl().parent().unwrap().display().to_string();
    let path = format!("{binaries}:{}", std::env::var("PATH").unwrap());
    let files = std::fs::File::open(copy.join("files.txt")).unwrap();
    let output = Command::new("sh")
        .args(["-euc", &line])
        .current_dir(copy.join(folder))
        .env("PATH", path)
        .env("HOME", copy.join("home"))
        .env("CI_NODE_INDEX", "1")
        .stdin(files)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    let is_right = status == Some(0) || status == Some(1) && has_verdict(&line);
    (!is_right).then(|| format!("`{command}` (run as `{line}` in `{folder}/`) ended with {status:?}:\n{printed}"))
}

/// A checkout with the examples alone, and a home.
fn copy_of_examples(folder: &str) -> TempDir {
    let copy = TempDir::new().unwrap();
    copy_folder(&workspace_root().join("examples"), &copy.path().join("examples"));
    for needed in ["home/.local/share/bash-completion/completions", "home/.local/share/man/man1", folder] {
        std::fs::create_dir_all(copy.path().join(needed)).unwrap();
    }
    let root = if folder.starts_with("examples/") { copy.path().join(folder) } else { copy.path().to_owned() };
    std::fs::write(copy.path().join("files.txt"), listed(&root, &root).join("\n")).unwrap();
    let status = Command::new("sh")
        .args([
            "-euc",
            "git init -q . && git add examples && git -c user.name=a -c user.email=a@example.org commit -qm a",
        ])
        .current_dir(&copy)
        .status();
    assert!(status.unwrap().success());
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for path in entries(from) {
        let copy = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &copy);
        } else {
            std::fs::copy(&path, copy).unwrap();
        }
    }
}

/// The YAML files below a folder, as `git ls-files` names them.
fn listed(folder: &Path, root: &Path) -> Vec<String> {
    let (folders, files): (Vec<_>, Vec<_>) = entries(folder).into_iter().partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension() == Some("yml".as_ref()));
    let names = files.map(|path| path.strip_prefix(root).unwrap().display().to_string());
    names.chain(folders.iter().flat_map(|folder| listed(folder, root))).collect()
}
