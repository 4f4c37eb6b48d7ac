//! Problems as a page that needs nothing else, with no script. What problems say is text there, never markup.

use std::io::{self, Write};

use sayl_core::schema::export::documentation::html::escaped;

use super::human::summary;
use super::markdown::{HEADINGS, place};
use super::{Finding, Report};

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<title>sayl</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
:root { color-scheme: light dark; }
code { font-family: ui-monospace, monospace; }
li { margin: 0.5rem 0; }
</style>
";

/// Prints the page.
pub(crate) fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HEAD}<h1>{}</h1>", escaped(&summary(report)))?;
    for sentence in report.counts.sentence().into_iter().chain(report.conclusion.clone()) {
        writeln!(out, "<p>{}</p>", text(&sentence))?;
    }
    for (severity, heading) in HEADINGS {
        let mut findings = report.findings.iter().filter(|it| it.problem.severity == severity).peekable();
        if findings.peek().is_none() {
            continue;
        }
        writeln!(out, "<h2>{heading}</h2>\n<ul>")?;
        findings.try_for_each(|finding| print_finding(finding, out))?;
        writeln!(out, "</ul>")?;
    }
    writeln!(out, "</html>")
}

fn print_finding(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let problem = &finding.problem;
    let (code, place) = (problem.code.name(), escaped(&place(finding)));
    write!(out, "<li>{} (<code>{code}</code>, <code>{place}</code>)", text(&problem.message))?;
    let facts = [("found", &problem.found), ("expected", &problem.expected)];
    let facts = facts.into_iter().filter_map(|(name, fact)| Some(format!("{name}: {}", fact.as_ref()?)));
    let related = finding.related.iter().map(|(location, message)| {
        let line = location.source.position(location.range.start).line;
        format!("`{}:{line}`: {message}", location.source.path)
    });
    let lines: Vec<String> = facts.chain(problem.hints.iter().cloned()).chain(related).collect();
    lines.iter().try_for_each(|line| write!(out, "<br>{}", text(line)))?;
    writeln!(out, "</li>")
}

/// A sentence; what stands between backquotes is code.
fn text(sentence: &str) -> String {
    let parts: Vec<String> = sentence.split('`').map(escaped).collect();
    if parts.len().is_multiple_of(2) {
        return escaped(sentence);
    }
    let part = |(index, part): (usize, &String)| {
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part.clone() }
    };
    parts.iter().enumerate().map(part).collect()
}
