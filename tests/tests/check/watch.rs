//! `sayl check --watch`: a process that checks again when files change, until Ctrl-C.

#![cfg(target_os = "linux")]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Folder, run};

/// A slow machine under load takes its time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for a report that says so.
#[track_caller]
fn wait_for(folder: &Folder, output: &str) {
    let start = Instant::now();
    loop {
        let report = std::fs::read_to_string(folder.path().join("report.txt")).unwrap_or_default();
        if report.contains(output) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "no `{output}` in:\n{report}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A process that ends with the test, however that ends.
struct Watching(Child);

impl Watching {
    fn start(folder: &Folder) -> Self {
        let mut command = folder.sayl("check --watch --output-file report.txt");
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Presses Ctrl-C, and gives the status.
    fn interrupt(mut self) -> Option<i32> {
        Command::new("kill").args(["-INT", &self.0.id().to_string()]).status().unwrap();
        self.0.wait().unwrap().code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // Has ended, mostly.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_change_is_checked_until_ctrl_c() {
    let folder = Folder::new(&[("config/schema.yml", "#@data/values-schema\n---\nport: 80\n")]);
    let watching = Watching::start(&folder);
    wait_for(&folder, "No problems in 1 file");
    // A folder that was not there before.
    folder.write("envs/dev.yml", b"#@data/values\n---\nprot: 1\n");
    wait_for(&folder, "error[unknown-key]");
    folder.write("config/schema.yml", b"#@data/values-schema\n---\nprot: 80\n");
    wait_for(&folder, "No problems in 2 files");
    std::fs::remove_file(folder.path().join("config/schema.yml")).unwrap();
    wait_for(&folder, "information[no-schema]");
    folder.write("config/schema.yml", b"#@data/values-schema\n---\nprot: \"\"\n");
    wait_for(&folder, "error[type-mismatch]");
    assert_eq!(watching.interrupt(), Some(1), "the status is that of the last check");
}

#[test]
fn standard_input_cannot_be_watched() {
    let output = run(&mut Folder::new(&[]).sayl("check - --watch"), "");
    assert!(output.contains("standard input can be read once") && output.ends_with("-- status 2\n"), "{output}");
}
