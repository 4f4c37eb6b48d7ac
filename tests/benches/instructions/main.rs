//! How many instructions things take, and how that grows with what is edited; compared with a budget for each.
//!
//! ```text
//! cargo bench --locked --workspace --profile dev --bench instructions             # compares, as `.ci/run` does
//! cargo bench --locked --workspace --profile dev --bench instructions -- keystroke  # some of them
//! cargo bench --locked --workspace --profile dev --bench instructions -- --renew  # writes what was measured
//! ```
//!
//! Instructions are counted by valgrind (Linux), since they are the same on a busy machine and on an idle one; so all
//! processors count at once. What somebody does twice is counted by doing it a few times and many times and taking the
//! difference, so that the start and what it is done to are no part of it. The profile `dev` is what everything else is tested with, so nothing is
//! built for this alone; it takes some seven times as many instructions as an optimised build, and grows like it.
//!
//! The stages of the engine are compared with `budgets.toml`, which says how much each may take; two edits are all that
//! the engine does for a keystroke, from the change to the problems. A budget may go down in any change, and up only with
//! the reason in the message of the commit. Keystrokes are those of the running server, from
//! the change that it reads to the problems that it writes. They are counted for whoever asks for them: the threads of a
//! server meet differently each time, so its figures are no bar.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use rayon::prelude::*;
use sayl_tests::binary;

mod budgets;
mod keystroke;
mod stages;

use budgets::Measured;

/// Of each shape, texts of so many lines.
const SIZES: [usize; 3] = [500, 2_000, 8_000];

/// What is done how often in the two runs whose difference counts.
const ROUNDS: [usize; 2] = [2, 6];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(flag) = arguments.iter().position(|it| it == "--stage") {
        // This very program, run by valgrind.
        stages::run(&arguments[flag + 1], number(&arguments[flag + 2]), number(&arguments[flag + 3]));
        return ExitCode::SUCCESS;
    }
    let words: Vec<&String> = arguments.iter().filter(|it| !it.starts_with("--")).collect();
    let is_requested = |name: &str| match words.as_slice() {
        [] => has_budget(name),
        words => words.iter().any(|word| name.contains(word.as_str())),
    };
    let file = binary::workspace_root().join("tests/benches/instructions/budgets.toml");
    let budgets = budgets::read(&file);
    let requested: Vec<&str> = names().filter(|name| is_requested(name)).collect();
    let measured: BTreeMap<&str, Measured> = requested.into_par_iter().map(measure).collect();
    if arguments.iter().any(|it| it == "--renew") {
        let measured = measured.into_iter().filter(|(name, _)| has_budget(name)).collect();
        budgets::write(&file, budgets, &measured);
        return ExitCode::SUCCESS;
    }
    let bound = measured.iter().filter(|(name, _)| has_budget(name));
    let over: Vec<String> = bound.flat_map(|(name, it)| it.over(name, budgets.get(*name))).collect();
    for line in &over {
        eprintln!("error: {line}");
    }
    if over.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn names() -> impl Iterator<Item = &'static str> {
    keystroke::SHAPES.iter().map(|(name, _)| *name).chain(stages::STAGES.iter().map(|(name, _)| *name))
}

/// What is the same each time has a budget.
fn has_budget(name: &str) -> bool {
    stages::STAGES.iter().any(|(stage, _)| *stage == name)
}

/// Counts one thing at all sizes, and says so.
fn measure(name: &'static str) -> (&'static str, Measured) {
    let shape = keystroke::SHAPES.iter().find(|(shape, _)| *shape == name);
    let count = |size: usize, rounds: usize| match shape {
        Some((_, sample)) => keystroke::count(&sample(size), rounds),
        None => stages::count(name, size, rounds),
    };
    let counted = SIZES.map(|size| {
        let (few, many) = rayon::join(|| count(size, ROUNDS[0]), || count(size, ROUNDS[1]));
        many.saturating_sub(few) / (ROUNDS[1] - ROUNDS[0]) as u64
    });
    let measured = Measured::new(SIZES, counted);
    println!("{name:<42} {measured}");
    (name, measured)
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

/// A program as valgrind runs it, and where that writes what it counted.
struct Counter {
    folder: tempfile::TempDir,
    /// Of a program without names valgrind is ready sooner.
    program: PathBuf,
}

impl Counter {
    fn new(program: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let stripped = folder.path().join("program");
        let status = Command::new("strip").arg("-o").arg(&stripped).arg(program).status();
        assert!(status.is_ok_and(|status| status.success()), "`strip` is needed, of binutils");
        Self { folder, program: stripped }
    }

    fn arguments(&self) -> Vec<String> {
        let log = self.log().display().to_string();
        let counting = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"].map(str::to_owned);
        counting.into_iter().chain([format!("--log-file={log}"), self.program.display().to_string()]).collect()
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// What was counted.
    fn counted(&self) -> u64 {
        let log = std::fs::read_to_string(self.log()).expect("valgrind is installed and writes what it counted");
        let line = log.lines().find(|line| line.contains("refs:")).expect("valgrind says how many there were");
        let digits: String = line.rsplit(':').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
        digits.parse().expect("a number of instructions")
    }
}
