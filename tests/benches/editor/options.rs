//! What the bench is asked to do.

use std::path::PathBuf;

/// The command line, with its defaults.
pub(crate) struct Options {
    /// The sizes of values files, in lines.
    pub(crate) lines: Vec<usize>,
    /// How often each thing is done.
    pub(crate) edits: usize,
    /// The command that starts another server.
    pub(crate) peer: Option<String>,
    /// The path of `ytt`.
    pub(crate) ytt: Option<PathBuf>,
}

impl Options {
    /// Reads the command line; `--bench`, which cargo adds, is ignored.
    pub(crate) fn from_arguments() -> Self {
        let mut options = Self {
            lines: vec![1_000, 10_000, 100_000],
            edits: 100,
            peer: std::env::var("SAYL_BENCH_PEER").ok(),
            ytt: None,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(name) = arguments.next() {
            let mut value = || arguments.next().unwrap_or_else(|| usage(&name));
            match name.as_str() {
                "--bench" => {}
                "--lines" => options.lines = value().split(',').map(|text| number(text, &name)).collect(),
                "--edits" => options.edits = number(&value(), &name),
                "--peer" => options.peer = Some(value()),
                "--ytt" => options.ytt = Some(value().into()),
                _ => usage(&name),
            }
        }
        options
    }
}

fn number(text: &str, name: &str) -> usize {
    text.parse().unwrap_or_else(|_| usage(name))
}

fn usage(name: &str) -> ! {
    eprintln!("{name}? Options: --lines N,N,… --edits N --peer COMMAND --ytt PATH");
    std::process::exit(2)
}
