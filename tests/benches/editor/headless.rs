//! `sayl --check` as a whole process, beside `ytt` where that is given.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use sayl_tests::generate;

/// How often each command runs.
const RUNS: usize = 5;

/// Prints the times for values files of these sizes, and for many small ones.
pub(crate) fn print(sayl: &Path, ytt: Option<&Path>, sizes: &[usize]) {
    println!("\nsayl --check, whole process (milliseconds, medians)");
    for &lines in sizes {
        let (folder, _) = crate::bundle(lines);
        let files = ["-f", "schema.yml", "-f", "values.yml"];
        let own = median(|| run(sayl, &["--check"], &files, folder.path()));
        let theirs = ytt.map(|ytt| median(|| run(ytt, &[], &files, folder.path())));
        print_line(&format!("{lines} lines"), own, theirs);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    generate::templated(1_000, 1).write_to(folder.path()).expect("the temporary folder takes files");
    let files = ["-f", "schema.yml", "-f", "names.star", "-f", "values.yml"];
    let own = median(|| run(sayl, &["--check"], &files, folder.path()));
    let theirs = ytt.map(|ytt| median(|| run(ytt, &[], &files, folder.path())));
    print_line("1000 lines with code", own, theirs);
    let (folder, count) = tree();
    let own = median(|| run(sayl, &["--check"], &["."], folder.path()));
    let theirs = ytt.map(|ytt| {
        let one = ["-f", "schema.yml", "-f", "values/0.yml"];
        median(|| run(ytt, &[], &one, folder.path())) * f64::from(count)
    });
    print_line(&format!("{count} values files"), own, theirs);
}

/// A bundle with many small values files.
fn tree() -> (tempfile::TempDir, u32) {
    let (folder, sample) = crate::bundle(60);
    let count = 5_000;
    let values = folder.path().join("values");
    std::fs::create_dir(&values).expect("the temporary folder takes folders");
    for index in 0..count {
        let path = values.join(format!("{index}.yml"));
        std::fs::write(path, &sample.values_yaml).expect("the temporary folder takes files");
    }
    (folder, count)
}

fn run(program: &Path, arguments: &[&str], files: &[&str], folder: &Path) {
    let mut command = Command::new(program);
    command.args(arguments).args(files).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().unwrap_or_else(|error| panic!("{} does not start: {error}", program.display()));
}

fn median(work: impl Fn()) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let started = Instant::now();
            work();
            started.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

fn print_line(name: &str, own: f64, theirs: Option<f64>) {
    let theirs = theirs.map(|theirs| format!("  ytt {theirs:.0}, 1/{:.0}", theirs / own)).unwrap_or_default();
    println!("  {name:<20}{own:>10.1}{theirs}");
}
