//! What ytt refuses, marked at the token.

use super::{Extent, refusal};

/// Checks the marks below the lines of `fixture`: `^^^ message` under what is refused first; none for what loads.
#[track_caller]
fn check(fixture: &str) {
    let is_mark = |line: &&str| line.trim_start().starts_with('^');
    let text: String = fixture.lines().filter(|line| !is_mark(line)).map(|line| format!("{line}\n")).collect();
    let found = refusal(&text, Extent::Documents).map(|refusal| {
        let start = text[..refusal.range.start].rfind('\n').map_or(0, |at| at + 1);
        let width = refusal.range.len().max(1);
        let mark = format!("{}{}", " ".repeat(refusal.range.start - start), "^".repeat(width));
        (text[..start].lines().count(), format!("{mark} {}", refusal.kind.words().0))
    });
    let expected = fixture.lines().position(|line| is_mark(&line)).map(|at| {
        let mark = fixture.lines().nth(at).unwrap_or_default();
        (at - 1, mark.to_owned())
    });
    assert_eq!(found, expected);
}
