//! Any text as template code, in the real program under limits: it ends, with a verdict, and never by a signal.
//!
//! `SAYL_BINARY` names the program.
#![no_main]

use std::process::{Command, Stdio};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sayl_fuzz::text_of;
use sayl_tests::binary;
use sayl_tests::client::Workspace;

static FOLDER: LazyLock<Workspace> = LazyLock::new(|| {
    let limits = "[limits]\ntimeout-ms = 1000\n";
    Workspace::new(&[("sayl.toml", limits), ("schema.yml", "#@data/values-schema\n---\na: \"\"\nb:\n- c: 1\n")])
});

fuzz_target!(|bytes: &[u8]| {
    let Some(text) = text_of(bytes) else { return };
    FOLDER.write("template.yml", format!("#@ load(\"@ytt:data\", \"data\")\n---\nx: #@ data.values.a\n{text}\n"));
    let mut command = Command::new(binary::sayl());
    command.arg("render").arg("-f").arg(FOLDER.path("")).stdout(Stdio::null()).stderr(Stdio::piped());
    let output = command.output().expect("sayl starts");
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "ended with {:?}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(code == Some(0) || !said.trim().is_empty(), "refused without a word");
    assert!(!said.contains("panicked"), "{said}");
});
