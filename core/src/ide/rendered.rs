//! What templates are rendered to, as a text to read: of a file with output of its own that, of any other the output of
//! the whole bundle. Each line knows the line of the template that made it, and the data values that it shows.

use crate::analysis::Analysis;
use crate::analysis::names::Turn;
use crate::ide::mapped_text::{MappedText, TokenOrigin, range_in};
use crate::render::PlacedFile;
use crate::render::request::Reply;
use crate::text::{FileId, Place};
use crate::values::Value;

/// The output as it is, or as it was last.
pub struct RenderedOutput {
    /// The output with the places in templates.
    pub output: MappedText,
    /// Whether it is what the texts are rendered to now. While something is wrong with them it is what it was before.
    pub is_current: bool,
    /// Whether it is text; otherwise it is YAML.
    pub is_text: bool,
    /// The final data values.
    values: Option<Value>,
}

/// What is known of the output of a file's bundle.
pub struct RenderPreview {
    /// The output; `None` where the file is part of no bundle, or nothing could be rendered yet.
    pub output: Option<RenderedOutput>,
    /// Whether it will be another one in a moment.
    pub is_waiting: bool,
}

/// What a file is rendered to. Of alternatives, such as `dev.yml` and `prod.yml`, the output with the values of the
/// file itself.
pub fn rendered(analysis: &Analysis, file: FileId) -> RenderPreview {
    let preview = analysis.preview(file);
    let (is_current, is_waiting) = (preview.is_current, preview.is_waiting);
    let output = preview.files().map(|files| {
        let mut output = MappedText::default();
        let parts = parts(files, file);
        let is_text = parts.iter().any(|part| part.is_text);
        for part in parts {
            if !output.text.is_empty() {
                output.add_separator();
            }
            output.add(&part.printed, |place| analysis.document(place.file).map(|_| preview.range(place)));
        }
        RenderedOutput { output, is_current, is_text, values: preview.values.clone() }
    });
    RenderPreview { output, is_waiting }
}

/// What a file was rendered to by [a request](Analysis::saved_preview); `None` where something is wrong.
pub fn saved(reply: &Reply, file: FileId) -> Option<String> {
    let Reply::Rendered(rendered) = reply else { return None };
    let printed = rendered.printed.as_ref()?;
    let texts: Vec<&str> =
        parts(&printed.files_with_places, file).into_iter().map(|part| part.printed.text.as_str()).collect();
    Some(texts.join("---\n"))
}

/// The output of a file, else that of the bundle, texts left out.
fn parts(files: &[PlacedFile], file: FileId) -> Vec<&PlacedFile> {
    let own: Vec<_> = files.iter().filter(|part| part.file == file).collect();
    if own.is_empty() { files.iter().filter(|part| !part.is_text).collect() } else { own }
}

impl RenderedOutput {
    /// Every place that a line of the output comes from, lines counted from 0: that in the template first, then those of
    /// the data values that its line shows.
    pub fn sources(&self, analysis: &Analysis, line: usize) -> Vec<TokenOrigin> {
        let Some(origin) = self.output.origins.get(line).copied().flatten() else { return Vec::new() };
        let mut sources = vec![origin];
        for value in self.data_values(analysis, origin, self.output.turn(line)) {
            if !sources.contains(&value) {
                sources.push(value);
            }
        }
        sources
    }

    /// Where the data values are written that the code on a line of a template reads, at one of its turns.
    fn data_values(&self, analysis: &Analysis, origin: TokenOrigin, turn: Option<Turn>) -> Vec<TokenOrigin> {
        let Some(values) = &self.values else { return Vec::new() };
        let place = Place::absolute(origin.file, origin.range);
        let read = analysis.values_on_line(place, values, turn).into_iter();
        let token = |place: Place| Some(TokenOrigin { file: place.file, range: range_in(analysis, place)? });
        read.filter_map(token).collect()
    }
}

#[cfg(test)]
mod tests;
