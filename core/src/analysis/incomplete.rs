//! Which maps of a schema document may lack keys because a line of them cannot be read. It says nothing about what is
//! wrong with the line.

use crate::document::TextDocument;
use crate::problem::Severity;
use crate::text::{TextRange, TextSize};
use crate::yaml::path;

/// Where the collections begin that a broken line may belong to, sorted: those that are open above it and do not stand
/// further to the left than it does.
pub(super) fn incomplete(document: &TextDocument) -> Vec<TextSize> {
    let stream = document.stream();
    let mut incomplete = Vec::new();
    for problem in stream.problems.iter().filter(|problem| problem.severity == Severity::Error) {
        let Some(range) = document.resolve(problem.place) else { continue };
        let Some(holder) = path::document_at(stream, range.start()).and_then(|index| stream.documents.get(index))
        else {
            continue;
        };
        let (line, column) = line(document, range.start());
        let open = path::open_before(holder, line.end());
        let is_at_column = |offset: TextSize| usize::from(offset - line_start(document, offset)) >= column;
        let levels = open.levels.iter().map(|(collection, step)| (collection.range().start(), step.range().start()));
        incomplete.extend(levels.filter(|(_, child)| is_at_column(*child)).map(|(collection, _)| collection));
        incomplete.push(open.node.range().start());
    }
    incomplete.sort_unstable();
    incomplete.dedup();
    incomplete
}

/// The line around an offset, and its first column that is no blank; a tab indents nothing.
fn line(document: &TextDocument, offset: TextSize) -> (TextRange, usize) {
    let start = line_start(document, offset);
    let text = document.rope().line(document.line_of(offset));
    let length = TextSize::try_from(text.len_bytes()).unwrap_or_default();
    (TextRange::at(start, length), text.chars().take_while(|character| *character == ' ').count())
}

fn line_start(document: &TextDocument, offset: TextSize) -> TextSize {
    let rope = document.rope();
    let start = rope.line_to_byte(document.line_of(offset));
    TextSize::try_from(start).unwrap_or(offset)
}
