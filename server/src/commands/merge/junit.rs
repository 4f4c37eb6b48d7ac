//! Reports of `--format junit`. What fails was decided when they were written.

use std::collections::{BTreeMap, HashSet};

use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};
use sayl_core::problem::Severity;

use super::{MergeVerdict, MergedReport, ReportInput};
use crate::UsageError;
use crate::report::junit::{clean, text};

pub(super) fn merge(inputs: &[ReportInput]) -> Result<MergedReport, UsageError> {
    let mut cases: BTreeMap<String, Vec<TestCase>> = BTreeMap::new();
    let mut clean_files = 0;
    for input in inputs {
        let report = Report::deserialize_from_str(&input.text).map_err(|_| input.refused("junit"))?;
        for suite in report.test_suites {
            match clean::files_of(&suite) {
                Some(files) => clean_files += files,
                None => cases.entry(suite.name.to_string()).or_default().extend(suite.test_cases),
            }
        }
    }
    let verdicts = cases.values().flatten().map(verdict).collect();
    let suites = if cases.is_empty() {
        vec![clean::suite(clean_files)]
    } else {
        cases.into_iter().map(|(name, cases)| suite(&name, cases)).collect()
    };
    let text = text(suites).map_err(|error| UsageError(error.to_string()))?;
    Ok(MergedReport { text, verdicts })
}

fn suite(name: &str, mut cases: Vec<TestCase>) -> TestSuite {
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert(format!("{case:?}")));
    cases.sort_by_key(|case| position(&case.name));
    let mut suite = TestSuite::new(name);
    suite.add_test_cases(cases);
    suite
}

/// Line and column, with which the name of a case ends.
fn position(name: &str) -> Option<(usize, usize)> {
    let mut parts = name.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    Some((parts.next()?.parse().ok()?, column))
}

fn verdict(case: &TestCase) -> MergeVerdict {
    match &case.status {
        TestCaseStatus::NonSuccess { ty, .. } => MergeVerdict::new(Severity::Error, ty.as_deref()),
        _ => MergeVerdict::new(Severity::Information, None),
    }
}
