//! What sayl says of files that exist only in a test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sayl_core::test_support::{Fixture, FixtureFile};

/// An error or a warning: file, line from 1, severity, code, sentence.
pub type Reported = (String, u64, String, String, String);

/// The errors and warnings of files, by their paths, in a project of their own.
pub fn reported(files: &BTreeMap<String, String>) -> BTreeSet<Reported> {
    let file = |path: &str, text: &str| FixtureFile {
        path: Path::new("/project").join(path),
        text: text.to_owned(),
        marks: Vec::new(),
    };
    let mut fixture: Vec<FixtureFile> = files.iter().map(|(path, text)| file(path, text)).collect();
    fixture.push(file(".git/HEAD", ""));
    let analysis = Fixture { files: fixture, cursor: None }.analysis();
    let mut reported = BTreeSet::new();
    for id in analysis.files() {
        let path = analysis.path(id).strip_prefix("/project").unwrap_or(Path::new("")).display().to_string();
        let Some(text) = files.get(&path) else { continue };
        for problem in analysis.problems(id).iter() {
            let severity = problem.severity.name().to_owned();
            if severity == "error" || severity == "warning" {
                let start: usize = problem.place.range.start().into();
                let line = text[..start].matches('\n').count() as u64 + 1;
                reported.insert((path.clone(), line, severity, problem.code.name().to_owned(), problem.text()));
            }
        }
    }
    reported
}
