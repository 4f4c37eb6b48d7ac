//! What the fuzz targets share: worlds of files around the bytes that a fuzzer makes up, and every feature asked of them.
//!
//! `fuzz/run.sh` builds all targets and runs each for a while. A target fails by a panic; what it checks stands at the
//! top of its file.

use std::path::PathBuf;

use sayl_core::analysis::Analysis;
use sayl_core::test_support::{Fixture, FixtureFile};
use sayl_core::text::TextSize;
use sayl_tests::features::{FEATURES, ask_of_file};

/// Longer inputs find nothing that shorter ones don't, and take their time.
const LONGEST: usize = 1_024;

/// So many positions of a text are asked about.
const POSITIONS: usize = 8;

/// The bytes as text, replaced where they are none.
pub fn text_of(bytes: &[u8]) -> Option<String> {
    (bytes.len() <= LONGEST).then(|| String::from_utf8_lossy(bytes).into_owned())
}

/// A world of files. Nothing in it is evaluated: code that fills the memory is the business of a worker, which another
/// target looks at.
pub fn world(files: &[(&str, &str)]) -> Analysis {
    let file = |(path, text): &(&str, &str)| FixtureFile {
        path: PathBuf::from(*path),
        text: (*text).to_owned(),
        marks: Vec::new(),
    };
    Fixture { files: files.iter().map(file).collect(), cursor: None }.host().analysis()
}

/// Asks every feature of every file, at positions all over its text.
///
/// # Panics
/// If an answer is about another place than the one that was asked about.
pub fn ask_everything(files: &[(&str, &str)]) {
    let analysis = world(files);
    for (path, text) in files {
        let Some(file) = analysis.file(PathBuf::from(path).as_path()) else { continue };
        ask_of_file(&analysis, file);
        let boundaries: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
        let step = boundaries.len().div_ceil(POSITIONS).max(1);
        for at in boundaries.into_iter().step_by(step) {
            // No cursor stands inside of a line end.
            if text[..at].ends_with('\r') && text[at..].starts_with('\n') {
                continue;
            }
            let offset = TextSize::try_from(at).expect("texts are short");
            for (name, ask) in &FEATURES {
                if let Err(fault) = ask(&analysis, file, offset) {
                    panic!("{name} at byte {at} of {text:?}: {fault}");
                }
            }
        }
    }
}
