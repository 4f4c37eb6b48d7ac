//! What `sayl --version` says: the version, and the commit that a release build is made of; and where problems are
//! explained on the web (`SAYL_PROBLEM_DOCS`).
//!
//! The commit comes from `SAYL_COMMIT` (packagers, containers), else from git where this is a checkout. Where neither
//! says anything, the version stands alone. Only release builds ask, so that a commit rebuilds nothing while one works.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SAYL_COMMIT");
    // Where the explanations of problems are on the web, if anywhere; `problem_page` reads it.
    println!("cargo::rerun-if-env-changed=SAYL_PROBLEM_DOCS");
    let version = env!("CARGO_PKG_VERSION");
    let commit = std::env::var("SAYL_COMMIT").ok().filter(|commit| !commit.is_empty());
    let text = match commit.or_else(commit_of_checkout) {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    };
    println!("cargo::rustc-env=SAYL_VERSION={text}");
}

/// The commit, if this is a release build in a checkout of the project itself, and not in one that merely holds it.
fn commit_of_checkout() -> Option<String> {
    if std::env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    if Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    // Written whenever another commit is made or checked out. A file that is not there would rebuild every time.
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Some(text).filter(|text| !text.is_empty())
}
