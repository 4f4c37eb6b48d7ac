//! The binary starts and says who it is. That this test lies here has a second use: because of it,
//! `cargo test --workspace` builds the binary, which the tests of the package `sayl-tests` drive.

use std::process::Command;

#[test]
fn the_binary_says_its_name_and_version() {
    let output = Command::new(env!("CARGO_BIN_EXE_sayl")).arg("--version").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("sayl {}\n", env!("CARGO_PKG_VERSION")));
}
