//! Changes of a schema as a section of a changelog: by what they mean, in the words of reports, without places.

use std::fmt::Write as _;

use sayl_core::diff::{Class, SchemaChange};
use sayl_core::problem::Problem;

use crate::report::markdown::text;

/// What is said before the changes of a class.
const HEADINGS: [(Class, &str); 4] = [
    (Class::Breaking, "Breaking"),
    (Class::Dangerous, "Comes out differently"),
    (Class::Undecided, "May break"),
    (Class::Compatible, "Compatible"),
];

/// The section for a version; changes that are turned off are not among those reported.
pub(super) fn changelog(version: &str, reported: &[(SchemaChange, Problem)]) -> String {
    let mut section = format!("## {}\n", text(version));
    for (class, heading) in HEADINGS {
        let mut changes = reported.iter().filter(|(change, _)| change.class() == class).peekable();
        if changes.peek().is_some() {
            let _ = writeln!(section, "\n### {heading}\n");
        }
        for (_, problem) in changes {
            let _ = writeln!(section, "- {}", text(&problem.message));
            problem.hints.iter().for_each(|hint| {
                let _ = writeln!(section, "  - {}", text(hint));
            });
        }
    }
    section
}
