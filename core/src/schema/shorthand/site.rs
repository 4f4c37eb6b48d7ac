//! Where a shorthand stands: from ranges of its text to places in the file.

use crate::document::TextDocument;
use crate::text::{Place, TextRange};
use crate::values::{Value, ValueKind};
use crate::yaml::scalar_map::ScalarMap;

/// A string in a YAML text.
#[derive(Clone, Debug)]
pub struct Site {
    /// The whole scalar, quotes included.
    whole: Place,
    /// `None` where the text stands elsewhere, behind an alias or in another file.
    map: Option<ScalarMap>,
}

impl Site {
    /// Where the text of a value stands in a document.
    pub fn of(value: &Value, document: &TextDocument) -> Self {
        let whole = value.origin;
        let source = document.resolve(whole).map(|range| document.slice(range));
        let map = match (&value.kind, source) {
            (ValueKind::String(text), Some(source)) if !source.starts_with('*') => Some(ScalarMap::new(&source, text)),
            _ => None,
        };
        Self { whole, map }
    }

    /// The whole scalar.
    pub fn whole(&self) -> Place {
        self.whole
    }

    /// The place of a range of the text; that of the whole scalar where the text stands elsewhere.
    pub fn place(&self, range: TextRange) -> Place {
        let Some(map) = &self.map else { return self.whole };
        Place { range: map.source_range(range) + self.whole.range.start(), ..self.whole }
    }
}
