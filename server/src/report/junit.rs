//! Problems as a JUnit report, which most systems for continuous integration can show: one suite for each file with
//! problems, one case for each problem. What fails the check is a failure; the rest passes, with a note.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report as JunitReport, TestCase, TestCaseStatus, TestSuite};
use sayl_core::problem::Severity;

use super::{Finding, Report};

/// Prints the report as one XML document. Without problems it holds one case that passes.
pub(crate) fn print(report: &Report, is_failure: &dyn Fn(Severity) -> bool, out: &mut dyn Write) -> io::Result<()> {
    let mut suites = JunitReport::new("sayl");
    for findings in report.findings.chunk_by(|a, b| a.location.source.path == b.location.source.path) {
        suites.add_test_suite(suite(findings, is_failure));
    }
    if report.findings.is_empty() {
        suites.add_test_suite(clean(report));
    }
    suites.serialize(&mut *out).map_err(io::Error::other)
}

fn suite(findings: &[Finding], is_failure: &dyn Fn(Severity) -> bool) -> TestSuite {
    let path = findings.first().map_or("", |finding| finding.location.source.path.as_str());
    let mut suite = TestSuite::new(path);
    suite.add_test_cases(findings.iter().map(|finding| case(finding, is_failure(finding.problem.severity))));
    suite
}

/// A report without any case counts as broken in some systems.
fn clean(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("sayl");
    let name =
        if report.files == 1 { "no problems in 1 file" } else { &format!("no problems in {} files", report.files) };
    suite.add_test_case(TestCase::new(name, TestCaseStatus::success()));
    suite
}

fn case(finding: &Finding, is_failure: bool) -> TestCase {
    let (source, problem) = (&finding.location.source, &finding.problem);
    let start = source.position(finding.location.range.start);
    let place = format!("{}:{}:{}", source.path, start.line, start.column);
    let text = format!("{place}\n{}", problem.text());
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
    case.set_classname(source.path.as_str());
    case
}
