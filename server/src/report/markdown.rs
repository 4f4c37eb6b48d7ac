//! Problems as Markdown, for a comment on a change: a heading for each severity, and an item for each problem.

use std::io::{self, Write};

use sayl_core::problem::Severity;

use super::human::summary;
use super::{Finding, Report};

/// What is said before the problems of a severity.
pub(super) const HEADINGS: [(Severity, &str); 4] = [
    (Severity::Error, "Errors"),
    (Severity::Warning, "Warnings"),
    (Severity::Information, "Information"),
    (Severity::Hint, "Hints"),
];

/// Prints the problems.
pub(crate) fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "**{}**", text(&summary(report)))?;
    for sentence in report.counts.sentence().into_iter().chain(report.conclusion.clone()) {
        writeln!(out, "\n{}", text(&sentence))?;
    }
    for (severity, heading) in HEADINGS {
        let mut findings = report.findings.iter().filter(|it| it.problem.severity == severity).peekable();
        if findings.peek().is_some() {
            writeln!(out, "\n### {heading}\n")?;
        }
        findings.try_for_each(|finding| print_finding(finding, out))?;
    }
    Ok(())
}

fn print_finding(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let problem = &finding.problem;
    writeln!(out, "- {} (`{}`, {})", text(&problem.message), problem.code.name(), code(&place(finding)))?;
    let facts = [("found", &problem.found), ("expected", &problem.expected)];
    for (name, fact) in facts.into_iter().filter_map(|(name, fact)| Some((name, fact.as_ref()?))) {
        writeln!(out, "  - {name}: {}", text(fact))?;
    }
    problem.hints.iter().try_for_each(|hint| writeln!(out, "  - {}", text(hint)))?;
    finding.related.iter().try_for_each(|(location, message)| {
        let line = location.source.position(location.range.start).line;
        writeln!(out, "  - {}: {}", code(&format!("{}:{line}", location.source.path)), text(message))
    })
}

/// The file and the line of a problem.
pub(super) fn place(finding: &Finding) -> String {
    let line = finding.location.source.position(finding.location.range.start).line;
    format!("{}:{line}", finding.location.source.path)
}

fn code(text: &str) -> String {
    format!("`{}`", text.replace(['`', '\n', '\r'], " "))
}

/// A sentence on one line. What stands between backquotes is code in Markdown too; all else is no markup.
pub(crate) fn text(sentence: &str) -> String {
    let mut is_code = sentence.matches('`').count() % 2 == 1;
    let is_odd = is_code;
    let mut escaped = String::with_capacity(sentence.len());
    for character in sentence.chars() {
        match character {
            '`' if is_odd => escaped.push_str("\\`"),
            '`' => {
                is_code = !is_code;
                escaped.push(character);
            }
            character if character.is_control() => escaped.push(' '),
            '\\' | '*' | '_' | '<' | '>' | '[' | ']' | '#' | '|' | '&' | '@' if is_odd || !is_code => {
                escaped.push('\\');
                escaped.push(character);
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
