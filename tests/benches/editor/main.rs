//! Drives the built server as an editor does and prints how long a person waits.
//!
//! ```text
//! cargo bench --locked --workspace --bench editor
//! cargo bench --locked --workspace --bench editor -- --peer "node PATH/yaml-language-server --stdio"
//! ```
//!
//! With `--peer` (or `SAYL_BENCH_PEER`) the same session is played to that server on an equivalent JSON Schema, in
//! the same run, and every figure is printed beside its and as a ratio: ratios count, absolute times belong to the
//! machine. `--lines 1000,10000` chooses the sizes, `--edits 200` how often each thing is done.
//! `--ytt PATH` measures `sayl --check` against `ytt` besides.
//! Expected violations are counted: a fast wrong answer is no answer.

use std::path::Path;

use sayl_tests::binary;
use sayl_tests::generate::{self, Sample};

mod headless;
mod hostile;
mod measure;
mod options;
mod report;
mod session;
mod surface;
mod templated;

use measure::{Figures, measure, measure_keystroke};
use options::Options;
use session::Launch;

fn main() {
    let options = Options::from_arguments();
    let sayl = Launch::own(binary::packaged());
    let peer = options.peer.as_deref().map(Launch::peer);
    if peer.is_none() {
        println!("No --peer given: sayl's own figures, without ratios.");
    }
    for &lines in &options.lines {
        let (folder, sample) = bundle(lines);
        let own = measure(&sayl, folder.path(), &sample, options.edits);
        let theirs: Option<Figures> = peer.as_ref().map(|peer| measure(peer, folder.path(), &sample, options.edits));
        report::print(lines, &own, theirs.as_ref());
        surface::print(lines, &sample, options.edits);
    }
    surface::print_names(options.edits);
    doubling(&sayl, &options);
    hostile::print();
    templated::print(options.edits);
    headless::print(binary::packaged(), options.ytt.as_deref(), &options.lines);
}

/// Doubling the file must not double the keystroke.
fn doubling(sayl: &Launch, options: &Options) {
    let Some(&largest) = options.lines.last() else { return };
    println!("\nDoubling the file (keystroke to problems, median)");
    for lines in [largest / 4, largest / 2, largest] {
        let (folder, sample) = bundle(lines);
        let keystroke = measure_keystroke(sayl, folder.path(), &sample, options.edits);
        println!("  {lines:>7} lines {:>9.2} ms", keystroke.median());
    }
}

fn bundle(lines: usize) -> (tempfile::TempDir, Sample) {
    // The default name begins with a dot, and servers look away from hidden folders.
    let folder = tempfile::Builder::new().prefix("sayl-bench-").tempdir().expect("a temporary folder");
    let sample = generate::sample(lines, 1);
    write(&sample, folder.path());
    (folder, sample)
}

fn write(sample: &Sample, folder: &Path) {
    sample.write_to(folder).expect("the temporary folder takes files");
}
