//! Ctrl-C on a terminal: the process ends by the signal, and leaves no half of a progress bar behind.

#![cfg(target_os = "linux")]

use std::io::{Read, Write as _};
use std::process::{Command, Stdio};

use sayl_tests::binary;

use super::Folder;

/// Code that runs into its time limit, after which the bar is shown.
const ENDLESS: &str =
    "#@ def f():\n#@   for i in range(1000000000):\n#@     pass_on = i\n#@   end\n#@ end\na: #@ f()\n";

#[test]
fn a_run_that_is_interrupted_takes_its_bar_away() {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("`script`, which gives a process a terminal, is not here: nothing was tested");
        return;
    }
    let limits = "[evaluation]\ntimeout-ms = 1500\nsteps = 1000000000000\n";
    let schema = "#@data/values-schema\n---\na: 1\n";
    let files =
        ["1", "2", "3"].map(|name| [(format!("{name}/schema.yml"), schema), (format!("{name}/a.yml"), ENDLESS)]);
    let folder = Folder::new(&[("sayl.toml", limits)]);
    files.iter().flatten().for_each(|(path, text)| folder.write(path, text.as_bytes()));
    let command = format!("{} --check --jobs 1", binary::sayl().display());
    let mut script = Command::new("script")
        .args(["--quiet", "--flush", "--return", "--command", &command, "/dev/null"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut seen, mut buffer) = (String::new(), [0; 4096]);
    let mut terminal = script.stdout.take().unwrap();
    let mut keyboard = script.stdin.take().unwrap();
    loop {
        let length = terminal.read(&mut buffer).unwrap();
        if length == 0 {
            break;
        }
        let is_first = !seen.contains("Checking");
        seen.push_str(&String::from_utf8_lossy(&buffer[..length]));
        if is_first && seen.contains("Checking") {
            keyboard.write_all(b"\x03").unwrap();
        }
    }
    let status = script.wait().unwrap().code();
    let shown = seen.trim_end_matches(['\r', '\n']);
    assert!(shown.ends_with("\r\u{1b}[2K"), "{seen:?}");
    assert_eq!(status, Some(128 + 2), "{seen:?}");
}
