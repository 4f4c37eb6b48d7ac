//! What very many files cost: `sayl --check` as a whole process over trees of thousands of small files, its processor
//! time and its memory, which must not follow the number of files. Every mistake is found, whatever `--jobs`.
//!
//! `cargo bench --locked --workspace --bench monorepo -- [FILES…]` (default: 5000 20000)

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sayl_tests::binary;
use sayl_tests::generate::monorepo::Shape;

fn main() {
    let sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![5_000, 20_000] } else { sizes };
    println!("{:<18}{:>8}{:>6}{:>10}{:>10}{:>12}{:>8}", "files", "", "jobs", "seconds", "files/s", "processor", "MB");
    for shape in Shape::ALL {
        for files in &sizes {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let mistakes = shape.write(*files, folder.path()).expect("the temporary folder takes files");
            let reports = ["1", "2"].map(|jobs| {
                let run = Run::of(folder.path(), jobs);
                run.print(shape, *files, jobs);
                run.report
            });
            assert_eq!(reports[0], reports[1], "the report depends on --jobs");
            assert_eq!(reports[0].lines().count(), mistakes, "{}", reports[0]);
        }
    }
}

/// One run of the program.
struct Run {
    report: String,
    took: Duration,
    /// Seconds of all processors.
    processor: f64,
    /// At most so many megabytes were in memory.
    peak: u64,
}

impl Run {
    fn of(folder: &Path, jobs: &str) -> Self {
        let started = Instant::now();
        let output = folder.with_extension("report");
        let mut command = Command::new(binary::packaged());
        command.args(["--check", "--format", "github", "--jobs", jobs, "--output-file"]).arg(&output);
        let mut child = command.current_dir(folder).stderr(Stdio::null()).spawn().expect("the program starts");
        let (mut processor, mut peak) = (0.0, 0);
        while child.try_wait().expect("it can be waited for").is_none() {
            processor = ticks(child.id()).unwrap_or(processor);
            peak = peak_of(child.id()).unwrap_or(peak);
            std::thread::sleep(Duration::from_millis(2));
        }
        let report = std::fs::read_to_string(&output).expect("it wrote its report");
        std::fs::remove_file(&output).expect("the report can go");
        Self { report, took: started.elapsed(), processor, peak }
    }

    fn print(&self, shape: Shape, files: usize, jobs: &str) {
        let (seconds, shape) = (self.took.as_secs_f64(), format!("{shape:?}"));
        let rate = f64::from(u32::try_from(files).unwrap_or(u32::MAX)) / seconds;
        println!("{shape:<18}{files:>8}{jobs:>6}{seconds:>10.2}{rate:>10.0}{:>10.2} s{:>8}", self.processor, self.peak);
    }
}

/// The processor time of a process in seconds, from what Linux says of it.
fn ticks(process: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit(") ").next()?.split(' ').collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// The most memory that a process has had, in megabytes.
fn peak_of(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? >> 10)
}
