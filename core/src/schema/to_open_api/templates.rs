//! Templates that read a section by its old name: `${envOverrides.x}` becomes `${environmentConfigs.x}`.

use crate::document::TextDocument;
use crate::text::{Edits, TextRange, TextSize};
use crate::yaml::Document;

const OLD: &str = "envOverrides";
const NEW: &str = "environmentConfigs";

/// The old name in every `${…}` of a document.
pub(super) fn renamed(text: &TextDocument, document: &Document) -> Edits {
    let whole = text.slice(document.range);
    let mut edits = Vec::new();
    for (start, _) in whole.match_indices("${") {
        let expression = whole[start..].find('}').map_or(&whole[start..], |end| &whole[start..start + end]);
        for (at, _) in expression.match_indices(OLD).filter(|(at, _)| is_name(expression, *at)) {
            let place = document.range.start() + TextSize::new((start + at) as u32);
            edits.push((TextRange::at(place, TextSize::of(OLD)), NEW.to_owned()));
        }
    }
    edits.sort_by_key(|(range, _)| range.start());
    edits.dedup();
    edits
}

/// Whether the old name stands there as a name of its own, and not as a member of something.
fn is_name(expression: &str, at: usize) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '"' | '\'' | '-');
    let before = expression[..at].trim_end();
    !before.ends_with(|last: char| is_part(last) || last == '.') && !expression[at + OLD.len()..].starts_with(is_part)
}
