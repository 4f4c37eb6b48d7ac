//! The binary starts and says who it is. That this test lies here has a second use: because of it,
//! `cargo test --workspace` builds the binary, which the tests of the package `sayl-tests` drive.

use std::process::Command;

#[test]
fn the_binary_says_its_name_and_version() {
    let output = Command::new(env!("CARGO_BIN_EXE_sayl")).arg("--version").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let after = said.strip_prefix(concat!("sayl ", env!("CARGO_PKG_VERSION")));
    // A release build adds its commit, as in ` (0123456789ab)`.
    let is_commit = |text: &str| text.starts_with(" (") && text.ends_with(")\n");
    assert!(after.is_some_and(|text| text == "\n" || is_commit(text)), "{said}");
}
