//! A name for a problem that stays when lines above it come and go, so that a system can tell old problems from new
//! ones: made of the file, the code, the message and the text of the line, but not of the line's number.

use std::collections::HashMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::Finding;

/// How many characters of a line count.
const LONGEST_LINE: usize = 4096;

/// The name of a finding, 32 hexadecimal digits. Findings that are alike in all of it are counted in `seen`.
pub(crate) fn unique(finding: &Finding, seen: &mut HashMap<String, usize>) -> String {
    let plain = digest(finding, 0);
    let count = seen.entry(plain.clone()).or_default();
    *count += 1;
    if *count == 1 { plain } else { digest(finding, *count) }
}

fn digest(finding: &Finding, repetition: usize) -> String {
    let source = &finding.location.source;
    let (code, repetition) = (finding.problem.code.name(), repetition.to_string());
    name([source.path.as_str(), code, &finding.problem.message, line(finding), &repetition])
}

/// The text that a finding marks, and the line around it, as a name of 32 hexadecimal digits.
pub(crate) fn of_text(finding: &Finding) -> String {
    let range = finding.location.range.clone();
    let marked = finding.location.source.text.as_deref().and_then(|text| text.get(range)).unwrap_or_default();
    name([marked, line(finding)])
}

/// The line that a finding starts on, without the spaces around it; of a very long one the beginning, for a file may
/// have many findings on one line.
fn line(finding: &Finding) -> &str {
    let (source, range) = (&finding.location.source, &finding.location.range);
    let line = source.line_range(source.line_of(range.start));
    let line = source.text.as_deref().and_then(|text| text.get(line)).unwrap_or_default().trim();
    let end = line.char_indices().nth(LONGEST_LINE).map_or(line.len(), |(end, _)| end);
    line.get(..end).unwrap_or(line)
}

fn name<const N: usize>(parts: [&str; N]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
        // No text holds this byte, so no two lists of parts are the same bytes.
        hash.update([0xff]);
    }
    let mut name = String::with_capacity(32);
    for byte in hash.finalize().iter().take(16) {
        let _ = write!(name, "{byte:02x}");
    }
    name
}
