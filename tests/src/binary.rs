//! Where the built `sayl` is. Knows nothing of what it is asked to do.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::SystemTime;

/// The `sayl` binary of the same profile as the running test, up to date with the sources.
///
/// `cargo test --workspace` has built it by now. Where only some targets were built, it is built here, once. Whoever
/// has a program already, such as `fuzz/run.sh`, names it in `SAYL_BINARY`.
///
/// # Panics
/// When it cannot be built: then no test that needs it can say anything.
pub fn sayl() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(named) = std::env::var_os("SAYL_BINARY") {
            return named.into();
        }
        let folder = profile_folder();
        // For tests as `cargo test --workspace` does, with the features that it chooses: with others, crates that are
        // shared would be built once more.
        let arguments: &[&str] = if folder.ends_with("release") {
            &["build", "--locked", "--package", "sayl", "--release"]
        } else {
            &["test", "--locked", "--workspace", "--test", "starts", "--no-run"]
        };
        up_to_date(&folder, arguments)
    })
}

/// The `sayl` binary as packages hold it, for benches.
///
/// # Panics
/// When it cannot be built.
pub fn packaged() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let folder = target_folder().join("dist");
        up_to_date(&folder, &["build", "--locked", "--package", "sayl", "--profile", "dist"])
    })
}

/// The root of the workspace.
pub fn workspace_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests have a folder of their own")
}

/// `target/debug` or `target/release`: tests and benches run from its `deps`.
fn profile_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    test.ancestors().nth(2).expect("tests run from `deps`").to_owned()
}

fn target_folder() -> PathBuf {
    profile_folder().parent().expect("a profile's folder lies in the target folder").to_owned()
}

fn is_fresh(binary: &Path) -> bool {
    let Some(built) = modified(binary) else { return false };
    let sources = ["core/src", "server/src"].map(|folder| newest(&workspace_root().join(folder)));
    sources.into_iter().flatten().all(|changed| changed <= built)
}

/// When the youngest file below a folder changed, tests aside: they are no part of the binary.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let sources = entries.filter(|path| path.file_stem().is_none_or(|name| name != "tests"));
    sources.filter_map(|path| if path.is_dir() { newest(&path) } else { modified(&path) }).max()
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

/// The binary in the folder of a profile, built by cargo if it is older than the sources.
fn up_to_date(profile_folder: &Path, arguments: &[&str]) -> PathBuf {
    let binary = profile_folder.join(format!("sayl{}", std::env::consts::EXE_SUFFIX));
    if !is_fresh(&binary) {
        build(arguments);
    }
    binary
}

fn build(arguments: &[&str]) {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(workspace_root()).args(arguments).arg("--target-dir").arg(target_folder());
    let status = command.status().expect("cargo starts");
    assert!(status.success(), "the binary `sayl` does not build");
}
