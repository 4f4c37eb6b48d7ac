//! Problems as a JUnit report, which most systems for continuous integration can show: one suite for each file with
//! problems, one case for each problem. What fails the check is a failure; the rest passes, with a note.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report as JunitReport, TestCase, TestCaseStatus, TestSuite};
use sayl_core::problem::Severity;

use super::{Finding, Report, visible};

/// Prints the report as one XML document. Without problems it holds one case that passes.
pub(crate) fn print(report: &Report, is_failure: &dyn Fn(Severity) -> bool, out: &mut dyn Write) -> io::Result<()> {
    let by_file = report.findings.chunk_by(|a, b| a.location.source.path == b.location.source.path);
    let mut suites: Vec<TestSuite> = by_file.map(|findings| suite(findings, is_failure)).collect();
    if suites.is_empty() {
        suites.push(clean::suite(report.files));
    }
    out.write_all(&text(suites)?)
}

/// The document that these suites make.
pub(crate) fn text(suites: Vec<TestSuite>) -> io::Result<Vec<u8>> {
    let mut report = JunitReport::new("sayl");
    report.add_test_suites(suites);
    let mut text = Vec::new();
    report.serialize(&mut text).map_err(io::Error::other)?;
    Ok(text)
}

fn suite(findings: &[Finding], is_failure: &dyn Fn(Severity) -> bool) -> TestSuite {
    let path = findings.first().map_or("", |finding| finding.location.source.path.as_str());
    let mut suite = TestSuite::new(visible::line(path));
    suite.add_test_cases(findings.iter().map(|finding| case(finding, is_failure(finding.problem.severity))));
    suite
}

/// A report without any case counts as broken in some systems, so one says that all is well.
pub(crate) mod clean {
    use quick_junit::{TestCase, TestCaseStatus, TestSuite};

    const START: &str = "no problems in ";

    /// The suite for so many files without problems.
    pub(crate) fn suite(files: usize) -> TestSuite {
        let mut suite = TestSuite::new("sayl");
        let name = format!("{START}{files} {}", if files == 1 { "file" } else { "files" });
        suite.add_test_case(TestCase::new(name, TestCaseStatus::success()));
        suite
    }

    /// How many files a suite is about; `None` if it is another one.
    pub(crate) fn files_of(suite: &TestSuite) -> Option<usize> {
        let [case] = suite.test_cases.as_slice() else { return None };
        case.name.strip_prefix(START)?.split(' ').next()?.parse().ok()
    }
}

fn case(finding: &Finding, is_failure: bool) -> TestCase {
    let (source, problem) = (&finding.location.source, &finding.problem);
    let start = source.position(finding.location.range.start);
    let path = visible::line(&source.path);
    let place = format!("{path}:{}:{}", start.line, start.column);
    let text = format!("{place}\n{}", finding.text());
    let name = format!("{} at {place}", problem.code.name());
    let mut case = if is_failure {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(problem.message.as_str()).set_type(problem.code.name()).set_description(text);
        TestCase::new(name, status)
    } else {
        let mut case = TestCase::new(name, TestCaseStatus::success());
        case.set_system_out(text);
        case
    };
    case.set_classname(&*path);
    case
}
