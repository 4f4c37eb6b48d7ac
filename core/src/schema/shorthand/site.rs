//! Where a shorthand stands: from ranges of its text to places in the file, and edits that keep its quotes right.

use smol_str::SmolStr;

use crate::document::TextDocument;
use crate::problem::Problem;
use crate::text::{Place, TextRange, TextSize};
use crate::values::flow::{inside_scalar, quoted};
use crate::values::{Value, ValueKind};
use crate::yaml::ScalarStyle;
use crate::yaml::scalar_map::ScalarMap;

/// A string in a YAML text.
#[derive(Clone, Debug)]
pub struct ShorthandSite {
    /// The whole scalar, quotes included.
    whole: Place,
    /// `None` where the text stands elsewhere, behind an alias or in another file.
    written: Option<WrittenString>,
}

/// How a string is written.
#[derive(Clone, Debug)]
struct WrittenString {
    map: ScalarMap,
    text: SmolStr,
    style: ScalarStyle,
}

impl ShorthandSite {
    /// Where the text of a value stands in a document.
    pub fn of(value: &Value, document: &TextDocument) -> Self {
        let whole = value.origin;
        let source = document.resolve(whole).map(|range| document.slice(range));
        let written = match (&value.kind, source) {
            (ValueKind::String(text), Some(source)) if !source.starts_with('*') => {
                Some(WrittenString::new(&source, text))
            }
            _ => None,
        };
        Self { whole, written }
    }

    /// A text that stands at `whole`, written like that; what lacks its closing quote is read as far as it goes.
    pub fn new(whole: Place, source: &str, text: &str) -> Self {
        Self { whole, written: Some(WrittenString::new(source, text)) }
    }

    /// How the text is written; `None` where it stands elsewhere.
    pub fn style(&self) -> Option<ScalarStyle> {
        self.written.as_ref().map(|written| written.style)
    }

    /// The offset of the text at an offset of its source, from the start of the whole.
    pub fn text_offset(&self, source: TextSize) -> TextSize {
        self.written.as_ref().map_or(TextSize::new(0), |written| written.map.text_offset(source))
    }

    /// The whole scalar.
    pub fn whole(&self) -> Place {
        self.whole
    }

    /// The place of a range of the text; that of the whole scalar where the text stands elsewhere.
    pub fn place(&self, range: TextRange) -> Place {
        let Some(written) = &self.written else { return self.whole };
        Place { range: written.map.source_range(range) + self.whole.range.start(), ..self.whole }
    }

    /// The problem with a fix that puts other text in the place of a range; without it where the text stands elsewhere.
    pub(crate) fn fix(&self, problem: Problem, title: String, range: TextRange, replacement: &str) -> Problem {
        let Some(written) = &self.written else { return problem };
        let whole = written.with(range, replacement);
        if written.style == ScalarStyle::Plain && !is_plain(&whole, &written.text) {
            return problem.fix(title, self.whole, quoted(&whole));
        }
        let escaped = inside_scalar(written.style, replacement);
        problem.fix(title, self.place(range), escaped)
    }
}

impl WrittenString {
    fn new(source: &str, text: &str) -> Self {
        let style = match source.chars().next() {
            Some('\'') => ScalarStyle::SingleQuoted,
            Some('"') => ScalarStyle::DoubleQuoted,
            Some('|') => ScalarStyle::Literal,
            Some('>') => ScalarStyle::Folded,
            _ => ScalarStyle::Plain,
        };
        Self { map: ScalarMap::new(source, text), text: text.into(), style }
    }

    /// The text with other text in the place of a range.
    fn with(&self, range: TextRange, replacement: &str) -> String {
        let before = self.text.get(..usize::from(range.start())).unwrap_or_default();
        let behind = self.text.get(usize::from(range.end())..).unwrap_or_default();
        format!("{before}{replacement}{behind}")
    }
}

/// Whether a text can be a plain scalar where another one was: what ends one inside of a flow collection may be in it if
/// it was in the other.
fn is_plain(text: &str, earlier: &str) -> bool {
    let is_indicator = |first: char| first.is_whitespace() || "&*!|>%@`\"'#?:-,[]{}".contains(first);
    let ends_in_flow = |letter: char| ",[]{}".contains(letter);
    let is_fit_for_flow = !text.contains(ends_in_flow) || earlier.contains(ends_in_flow);
    !text.is_empty()
        && !text.starts_with(is_indicator)
        && !text.contains(": ")
        && !text.contains(" #")
        && is_fit_for_flow
}
