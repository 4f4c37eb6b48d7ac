//! The values that a file leads to, as a text to read: the final data values of its bundle, and what the values of its
//! OpenChoreo resources come to. Each line knows where it was written.

use std::path::Path;
use std::sync::Arc;

use crate::analysis::Analysis;
use crate::choreo::inspect::inspect;
use crate::ide::line::line_number;
use crate::ide::paths::{folder, relative};
use crate::text::{FileId, TextRange};
use crate::values::print::{Printed, with_origins};
use crate::values::{Value, ValueKind};

/// Values as YAML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataValues {
    /// One YAML document for the data values, and one for each resource.
    pub text: String,
    /// For each line of the text, where what stands there was written; `None` for what nobody wrote.
    pub origins: Vec<Option<Origin>>,
    /// Whether each line is the first of its value; the further lines of a text have no room for a comment.
    is_first: Vec<bool>,
}

/// A token of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub file: FileId,
    /// The token that wrote the value.
    pub range: TextRange,
}

/// The values that a file leads to. Of alternatives, such as `dev.yml` and `prod.yml`, those of the file itself.
/// `None` where it belongs to no bundle and holds no resource with values.
pub fn data_values(analysis: &Analysis, file: FileId) -> Option<DataValues> {
    let own = analysis.final_values(file).map(|value| match value.kind {
        ValueKind::Null if analysis.schema_of_bundle(file).is_none() => {
            Value::unwritten(ValueKind::Mapping(Arc::default()))
        }
        _ => value,
    });
    let resources = analysis.resources(file).iter();
    let of_resources = resources.filter_map(|(_, resource)| inspect(resource, &analysis.catalog(file)));
    let values: Vec<Value> = own.into_iter().chain(of_resources).collect();
    (!values.is_empty()).then(|| {
        let mut written = DataValues::default();
        for value in &values {
            if values.len() > 1 {
                written.text.push_str("---\n");
                written.origins.push(None);
                written.is_first.push(true);
            }
            written.add(analysis, &with_origins(value));
        }
        written
    })
}

impl DataValues {
    fn add(&mut self, analysis: &Analysis, printed: &Printed) {
        let mut origins = printed.origins.iter().peekable();
        let (mut end, mut last) = (0, None);
        for line in printed.text.split_inclusive('\n') {
            end += line.len();
            // Of what begins on a line, the last is what the line is about; a line where nothing begins goes on.
            self.is_first.push(origins.peek().is_some_and(|(at, _)| *at < end));
            while let Some((_, place)) = origins.next_if(|(at, _)| *at < end) {
                let range = analysis.document(place.file).and_then(|document| document.resolve(*place));
                last = range.map(|range| Origin { file: place.file, range });
            }
            self.origins.push(last);
        }
        self.text.push_str(&printed.text);
    }

    /// The text with the origin of each value as a comment, such as `# ../config/schema.yml:12`, relative to the folder
    /// of `file`.
    pub fn with_comments(&self, analysis: &Analysis, file: FileId) -> String {
        let folder = folder(analysis, file);
        let origins = self.origins.iter().zip(&self.is_first);
        let lines = self.text.lines().zip(origins).map(|(line, (origin, is_first))| {
            match origin.filter(|_| *is_first).and_then(|origin| place_words(analysis, folder, origin)) {
                Some(words) => format!("{line} # {words}\n"),
                None => format!("{line}\n"),
            }
        });
        lines.collect()
    }
}

/// `../config/schema.yml:12`
fn place_words(analysis: &Analysis, folder: &Path, origin: Origin) -> Option<String> {
    let document = analysis.document(origin.file)?;
    let path = relative(analysis.path(origin.file), folder);
    Some(format!("{path}:{}", line_number(document.rope(), origin.range.start()) + 1))
}

#[cfg(test)]
mod tests;
