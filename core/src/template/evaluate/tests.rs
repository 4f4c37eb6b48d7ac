//! Evaluations as pictures: files, then the documents that the first of them gives, then what is wrong with it.

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::*;
use crate::problem::Problem;
use crate::template::job::{Limits, Options};
use crate::test_support::{Fixture, mark_ranges};
use crate::text::FileId;
use crate::values::fragment::Fragment;
use crate::values::{Value, print};

mod budget;
mod builtins;
mod calls;
mod dialect;
mod language;
mod loads;
mod nodes;
mod order;
mod problems;
mod programs;

/// The job that evaluates the first file of a fixture.
pub(crate) fn job(fixture: &str, data_values: Option<Value>) -> Arc<Job> {
    let fixture = Fixture::parse(fixture);
    let source = |(index, file): (usize, &crate::test_support::FixtureFile)| {
        JobSource::new(FileId(index as u32), file.path.to_string_lossy().trim_start_matches('/'), file.text.as_str())
    };
    Arc::new(Job {
        file: FileId(0),
        sources: fixture.files.iter().enumerate().map(source).collect(),
        root: None,
        data_values,
        stand_ins: Arc::default(),
        options: Options::default(),
        limits: Limits { call_depth: 50, ..Limits::default() },
    })
}

/// What the first file of a fixture gives, and what is wrong with it.
#[track_caller]
pub(crate) fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&picture(&job(fixture, None)));
}

/// What comes of a job.
pub(crate) fn picture(job: &Arc<Job>) -> String {
    picture_with(Evaluator::new(None), job)
}

/// What an evaluator makes of a job.
pub(crate) fn picture_with(mut evaluator: Evaluator, job: &Arc<Job>) -> String {
    let evaluated = evaluator.evaluate(job, &Watch::new());
    let mut picture = documents(&evaluated.documents);
    for source in job.sources.iter() {
        let ranges: Vec<_> = evaluated.problems.iter().flat_map(|problem| marks(problem, source.file)).collect();
        if !ranges.is_empty() {
            let _ = write!(picture, "=== {}\n{}", source.path, mark_ranges(&source.text, &ranges));
        }
    }
    let elsewhere = evaluated.problems.iter().filter(|problem| problem.place.file == FileId::NONE);
    for problem in elsewhere {
        let _ = writeln!(picture, "=== nowhere: {}", problem.text());
    }
    picture
}

/// Documents as YAML.
pub(super) fn documents(documents: &[Fragment]) -> String {
    let documents: Vec<_> = documents.iter().map(|document| print::yaml(&document.value)).collect();
    documents.join("---\n")
}

fn marks(problem: &Problem, file: FileId) -> Vec<(crate::text::TextRange, String)> {
    let text = format!("{}: {}", problem.code.name(), problem.text().replace('\n', " / "));
    let related = problem.related.iter().map(|related| (related.place, format!("({})", related.message)));
    let all = [(problem.place, text)].into_iter().chain(related);
    all.filter(|(place, _)| place.file == file).map(|(place, text)| (place.range, text)).collect()
}
