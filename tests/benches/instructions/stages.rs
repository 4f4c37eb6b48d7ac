//! The stages of the engine by themselves. They are run in a process of their own, under valgrind.

use std::hint::black_box;
use std::process::Command;

use sayl_core::document::TextDocument;
use sayl_core::text::{FileId, TextRange, TextSize};
use sayl_tests::generate::{Sample, sample};

use super::Counter;

/// A stage: its name, and how to go through it so many times.
type Stage = (&'static str, fn(&Sample, usize));

/// All of them.
pub(crate) const STAGES: [Stage; 2] = [("read a text", read), ("edit a text", edit)];

/// How many instructions a process takes that goes through a stage so many times.
pub(crate) fn count(name: &str, lines: usize, rounds: usize) -> u64 {
    let counter = Counter::new(&std::env::current_exe().expect("a running program has a path"));
    let mut command = Command::new("valgrind");
    command.args(counter.arguments()).args(["--stage", name, &lines.to_string(), &rounds.to_string()]);
    let status = command.status().expect("valgrind is installed");
    assert!(status.success(), "{name} ends well");
    counter.counted()
}

/// Goes through a stage so many times.
pub(crate) fn run(name: &str, lines: usize, rounds: usize) {
    let (_, stage) = STAGES.iter().find(|(stage, _)| *stage == name).expect("a stage of that name");
    stage(&sample(lines, 1), rounds);
}

fn read(sample: &Sample, rounds: usize) {
    for _ in 0..rounds {
        black_box(TextDocument::new(FileId(0), black_box(&sample.values_yaml)));
    }
}

/// An edit in the middle and back, again and again.
fn edits(sample: &Sample, rounds: usize) -> impl Iterator<Item = (TextRange, &'static str)> {
    let site = sample.sites[sample.sites.len() / 2];
    let start: usize = sample.values_yaml.split_inclusive('\n').take(site.line).map(str::len).sum();
    let end = TextSize::try_from(start + site.end).expect("texts are small");
    let back = TextRange::at(end, TextSize::new(1));
    [(TextRange::empty(end), "1"), (back, "")].into_iter().cycle().take(rounds)
}

fn edit(sample: &Sample, rounds: usize) {
    let mut document = TextDocument::new(FileId(0), &sample.values_yaml);
    for (range, text) in edits(sample, rounds) {
        document = black_box(document.edit(range, text));
    }
}
